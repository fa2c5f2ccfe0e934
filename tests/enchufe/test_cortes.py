"""La pasarela se cae, se despide o se arrepiente, y el bot sigue: ninguna orden se pierde ni se atiende dos veces."""

import pytest

from tests.enchufe.sala import Sala

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("en_orden")]


async def test_se_cae_la_conexion_y_lo_pedido_entretanto_se_atiende(s: Sala) -> None:
    pasarela = s.d.pasarela
    sesiones, reanudadas = len(pasarela.identificaciones), len(pasarela.reanudaciones)
    pasarela.puerta.clear()
    await pasarela.cortar()
    perdidas = [await quien.escribir("errata", carta="gwahir") for quien in (s.alicia, s.bruno, s.alicia)]
    pasarela.puerta.set()
    for quien, interaccion in zip((s.alicia, s.bruno, s.alicia), perdidas, strict=True):
        assert (await quien.esperar(interaccion)).texto.startswith("## Gwaihir")
    assert [len(s.d.hechas("POST", f"/interactions/{i.id}/")) for i in perdidas] == [1, 1, 1]
    assert len(pasarela.identificaciones) == sesiones
    assert [r.nombre for r in pasarela.reanudaciones[reanudadas:]] == ["gateway-reanudar.discord.gg"]


async def test_discord_pide_que_se_reconecte(s: Sala) -> None:
    sesiones, reanudadas = len(s.d.pasarela.identificaciones), len(s.d.pasarela.reanudaciones)
    await s.d.pasarela.pedir_reconexion()
    await s.d.pasarela.reanudada(reanudadas + 1)
    assert (await s.alicia.usar("nada")).texto == "·"
    assert len(s.d.pasarela.identificaciones) == sesiones


async def test_sesion_en_duda_que_se_puede_reanudar(s: Sala) -> None:
    sesiones, reanudadas = len(s.d.pasarela.identificaciones), len(s.d.pasarela.reanudaciones)
    await s.d.pasarela.invalidar(reanudable=True)
    await s.d.pasarela.reanudada(reanudadas + 1)
    assert (await s.alicia.usar("nada")).texto == "·"
    assert len(s.d.pasarela.identificaciones) == sesiones


@pytest.mark.parametrize("codigo", [1000, 1001, 4000, 4008])
async def test_cierres_de_los_que_se_vuelve(s: Sala, codigo: int) -> None:
    reanudadas = len(s.d.pasarela.reanudaciones)
    await s.d.pasarela.cerrar(codigo)
    await s.d.pasarela.reanudada(reanudadas + 1)
    assert (await s.alicia.usar("nada")).texto == "·"


async def test_un_corte_tras_otro(s: Sala) -> None:
    for _ in range(5):
        reanudadas = len(s.d.pasarela.reanudaciones)
        interaccion = await s.alicia.escribir("nada")
        await s.d.pasarela.cortar()
        await s.d.pasarela.reanudada(reanudadas + 1)
        # Puede que la primera entrega llegase antes del corte y se cuente dos veces, pero se responde una.
        assert (await s.alicia.esperar(interaccion)).texto == "·"
    suyas = {m["interaction_metadata"]["id"]: m for m in s.canal.mensajes.values()}
    assert len(suyas) == len(s.canal.mensajes)


async def test_sesion_perdida_se_empieza_otra(s: Sala) -> None:
    sesiones = len(s.d.pasarela.identificaciones)
    await s.d.pasarela.invalidar(reanudable=False)
    await s.d.pasarela.identificada(sesiones + 1)
    assert (await s.alicia.usar("nada")).texto == "·"
    antes, despues = s.d.pasarela.identificaciones[-2:]
    assert despues.momento - antes.momento >= 5
    assert despues.intenciones == antes.intenciones
