"""Discord frena, falla un rato o no deja mirar: los avisos llegan tarde, una vez, y ninguno se da por perdido antes."""

import pytest

from tests.apoyo.mundo import Mundo, texto
from tests.torneo.mesa_de_torneo import iniciar

pytestmark = pytest.mark.simcord(check_errors=False)


def anuncios(m: Mundo, titulo: str) -> int:
    return sum(titulo in texto(mensaje) for mensaje in m.canal.history())


def averiar(m: Mundo, metodo: str, estado: int, veces: int | None = 1) -> None:
    m.env.inject_error(metodo, f"/channels/{m.canal.id}/messages", status=estado, times=veces)


async def estados(m: Mundo) -> list[str]:
    (dia,) = await m.bot.diario.buscar(m.servidor.id, clases=["dia"])
    return [str(estado) for estado, _ in await m.bot.diario.bandeja.de(dia.flujo)]


async def test_si_discord_frena_el_aviso_sale_mas_tarde(m: Mundo) -> None:
    averiar(m, "POST", 429)
    await m.alicia.slash(m.canal, "dados")
    assert await estados(m) == ["pendiente"]
    await m.pasar(minutos=5)
    assert await estados(m) == ["enviado"]
    assert anuncios(m, "Dados de hoy") == 1


async def test_que_discord_frene_no_detiene_un_torneo(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    borrador = await e.manda("ronda", accion="siguiente")
    averiar(m, "POST", 429)
    await m.coordinadora.click(borrador.response, label="Publicar")
    assert (await e.torneo()).suspendido is None
    await m.pasar(minutos=5)
    assert anuncios(m, "## Ronda 1") == 1


@pytest.mark.parametrize("estado", [429, 500])
async def test_si_tampoco_se_puede_mirar_se_mira_mas_tarde(m: Mundo, estado: int) -> None:
    """Un fallo de Discord que dura más que el plazo tras el que se busca lo que quedó a medias."""
    averiar(m, "POST", 500)
    averiar(m, "GET", estado, veces=3)
    await m.alicia.slash(m.canal, "dados")
    await m.pasar(minutos=12)
    assert await estados(m) == ["enviando"]
    await m.pasar(minutos=20)
    assert await estados(m) == ["enviado"]
    assert anuncios(m, "Dados de hoy") == 1


async def test_si_no_dejan_mirar_no_se_repite_y_se_dice(m: Mundo) -> None:
    averiar(m, "POST", 500)
    averiar(m, "GET", 403, veces=None)
    await m.alicia.slash(m.canal, "dados")
    await m.pasar(minutos=20)
    assert await estados(m) == ["dudoso", "enviado"]
    assert anuncios(m, "Un aviso quizá no llegó") == 1
    assert anuncios(m, "Dados de hoy") == 0


async def test_los_hilos_de_un_servidor_que_lleva_otro_proceso(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    """La bandeja es común: un proceso envía también lo de servidores que no conoce."""
    e = await iniciar(m, 4, rondas=3, hilos=True)

    def no_lo_conoce(_id: int) -> None:
        return

    monkeypatch.setattr(m.bot, "get_channel", no_lo_conoce)
    monkeypatch.setattr(m.bot, "get_guild", no_lo_conoce)
    await e.publica()
    assert len(m.canal.threads) == 2
