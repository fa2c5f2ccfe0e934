"""La bandeja de salida: cada aviso una vez, aunque se deshaga, falle, se corte o lo lleven dos procesos."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from servicios.avisos import (
    CADUCIDAD,
    DUDOSO,
    Avisador,
    EnvioAplazado,
    EnvioImposible,
    EnvioIncierto,
    nonce,
)
from servicios.deshacer import Deshacer, Rehacer
from servicios.diario import Diario, Estado, Mensaje
from servicios.diario.bandeja import PLAZO_DE_ENVIO
from servicios.diario.retencion import retener
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, Abrir, Anunciar, Callar, Cerrar, Subir
from tests.diario.emisor import EmisorDePrueba


@pytest.fixture
def emisor() -> EmisorDePrueba:
    return EmisorDePrueba()


@pytest.fixture
def avisador(diario: Diario, emisor: EmisorDePrueba) -> Avisador:
    return Avisador(diario, emisor)


@pytest.fixture
async def flujo(diario: Diario) -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos={1: "a"}), ANA, "abre")).flujo


async def estados(diario: Diario, flujo: str) -> list[tuple[str, str]]:
    return [(envio.aviso.clave, str(estado)) for estado, envio in await diario.bandeja.de(flujo)]


async def test_un_aviso_se_envia_una_vez_a_su_canal(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    assert await estados(diario, flujo) == [("anuncio:1", "pendiente")]
    for _ in range(3):
        await avisador.avanzar(reloj.ahora)
    (envio,) = emisor.entregados
    assert (envio.flujo, envio.servidor, envio.canal, envio.aviso.datos) == (flujo, SERVIDOR, CANAL, {"n": 1})
    assert emisor.nonces == [nonce(envio)]
    assert await estados(diario, flujo) == [("anuncio:1", "enviado")]


async def test_deshacer_antes_de_enviar_cancela_y_rehacer_lo_vuelve_a_deber(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    await avisador.avanzar(reloj.ahora)
    assert emisor.entregados == []
    await diario.ejecutar(flujo, Rehacer(), ANA, "c")
    await avisador.avanzar(reloj.ahora)
    assert emisor.claves == ["anuncio:1"]
    assert await estados(diario, flujo) == [("anuncio:1", "cancelado"), ("anuncio:1", "enviado")]


async def test_deshacer_despues_de_enviar_lo_anula_sin_enviar_nada(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await avisador.avanzar(reloj.ahora)
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    assert await estados(diario, flujo) == [("anuncio:1", "por_anular")]
    await avisador.avanzar(reloj.ahora)
    await avisador.avanzar(reloj.ahora)
    assert len(emisor.entregados) == 1
    assert emisor.anulados == [1_000 + emisor.entregados[0].id]
    assert await estados(diario, flujo) == [("anuncio:1", "anulado")]


async def test_deshacer_y_rehacer_antes_de_anular_lo_deja_como_estaba(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await avisador.avanzar(reloj.ahora)
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    await diario.ejecutar(flujo, Rehacer(), ANA, "c")
    await avisador.avanzar(reloj.ahora)
    assert (len(emisor.entregados), emisor.anulados) == (1, [])
    assert await estados(diario, flujo) == [("anuncio:1", "enviado")]


async def test_rehacer_despues_de_anular_lo_envia_de_nuevo(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    for orden, origen in ((Deshacer(), "b"), (Rehacer(), "c")):
        await avisador.avanzar(reloj.ahora)
        await diario.ejecutar(flujo, orden, ANA, origen)
    await avisador.avanzar(reloj.ahora)
    assert emisor.claves == ["anuncio:1", "anuncio:1"]
    assert emisor.nonces[0] != emisor.nonces[1]


async def test_si_se_deshace_mientras_se_envia_acaba_anulado(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.al_enviar = lambda _envio: diario.ejecutar(flujo, Deshacer(), ANA, "b")
    await avisador.avanzar(reloj.ahora)
    assert len(emisor.entregados) == len(emisor.anulados) == 1
    assert await estados(diario, flujo) == [("anuncio:1", "anulado")]


async def test_lo_que_cierra_la_partida_no_anula_lo_que_sigue_siendo_cierto(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await diario.ejecutar(flujo, Cerrar(), ANA, "b")
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "enviado")]


async def test_los_de_un_canal_salen_en_su_orden(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    for n in (3, 1, 2):
        await diario.ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
    await avisador.avanzar(reloj.ahora)
    assert emisor.claves == ["anuncio:3", "anuncio:1", "anuncio:2"]


async def test_lo_que_no_llego_se_repite_cada_vez_mas_tarde(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.fallos = [EnvioAplazado("sin red"), EnvioAplazado("calma", timedelta(minutes=7))]
    await avisador.avanzar(reloj.ahora)
    await avisador.avanzar(reloj.ahora)
    assert len(emisor.nonces) == 1
    await avisador.avanzar(reloj.pasar(seconds=30))
    assert len(emisor.nonces) == 2
    await avisador.avanzar(reloj.pasar(minutes=6))
    assert len(emisor.nonces) == 2
    await avisador.avanzar(reloj.pasar(minutes=1))
    assert emisor.claves == ["anuncio:1"]
    assert len(set(emisor.nonces)) == 1


async def test_lo_que_no_puede_llegar_no_se_repite_y_dice_por_que(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await diario.ejecutar(flujo, Anunciar(numero=2), ANA, "b")
    emisor.fallos = [EnvioImposible("403: sin permiso")]
    for _ in range(3):
        await avisador.avanzar(reloj.pasar(hours=1))
    assert emisor.claves == ["anuncio:2"]
    assert await estados(diario, flujo) == [("anuncio:1", "fallido"), ("anuncio:2", "enviado")]


@pytest.mark.parametrize("llego", [True, False])
async def test_lo_que_se_corto_a_mitad_se_busca_antes_de_repetirlo(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual, *, llego: bool
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.fallos, emisor.despues = [EnvioIncierto("502")], llego
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "enviando")]
    await avisador.avanzar(reloj.pasar(minutes=4))  # aún puede estar llegando
    assert await estados(diario, flujo) == [("anuncio:1", "enviando")]
    await avisador.avanzar(reloj.pasar(minutes=1))
    assert emisor.claves == ["anuncio:1"]
    assert len(emisor.nonces) == (1 if llego else 2)
    assert await estados(diario, flujo) == [("anuncio:1", "enviado")]


async def test_si_no_se_puede_saber_no_se_repite_y_se_avisa_a_la_coordinacion_una_vez(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.fallos, emisor.despues, emisor.ciego = [EnvioIncierto("502")], True, True
    for _ in range(4):
        await avisador.avanzar(reloj.ahora)
        reloj.pasar(minutes=5)
    assert emisor.claves == ["anuncio:1", f"dudoso:{emisor.entregados[0].id}"]
    aviso = emisor.entregados[1].aviso
    assert (aviso.plantilla, aviso.destino, aviso.datos["clave"]) == (DUDOSO, "coordinacion", "anuncio:1")
    await diario.ejecutar(flujo, Subir(), ANA, "b")
    assert [estado for _, estado in await estados(diario, flujo)] == ["dudoso", "enviado"]


async def test_la_duda_sobre_un_aviso_de_duda_no_avisa_de_nuevo(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.fallos, emisor.ciego = [EnvioIncierto("502")] * 5, True
    for _ in range(6):
        await avisador.avanzar(reloj.ahora)
        reloj.pasar(minutes=5)
    assert [estado for _, estado in await estados(diario, flujo)] == ["dudoso", "dudoso"]


async def test_muere_el_proceso_entre_enviar_y_marcar(
    abrir: AbrirDiario, emisor: EmisorDePrueba, reloj: RelojManual
):
    """`kill -9` con el mensaje ya en Discord: el proceso nuevo lo encuentra y no lo repite."""
    muerto = await abrir()
    flujo = (await muerto.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    await muerto.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    (tomado,) = await muerto.bandeja.tomar_pendientes(reloj.ahora, 10)
    await emisor.enviar(tomado, nonce(tomado))
    nuevo = await abrir()
    avisador = Avisador(nuevo, emisor)
    await avisador.avanzar(reloj.pasar(minutes=1))
    await avisador.avanzar(reloj.pasar(minutes=5))
    assert emisor.claves == ["anuncio:1"]
    assert await estados(nuevo, flujo) == [("anuncio:1", "enviado")]
    assert not await muerto.bandeja.enviado(tomado, Mensaje(CANAL, 1))  # ya no es suya


async def test_dos_procesos_se_reparten_la_bandeja_sin_repetir_nada(
    abrir: AbrirDiario, emisor: EmisorDePrueba, reloj: RelojManual
):
    procesos = [await abrir() for _ in range(3)]
    flujo = (await procesos[0].crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    for n in range(30):
        await procesos[0].ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
    await asyncio.gather(*(Avisador(proceso, emisor).avanzar(reloj.ahora) for proceso in procesos))
    assert sorted(emisor.claves) == sorted(f"anuncio:{n}" for n in range(30))
    tandas = await asyncio.gather(*(proceso.bandeja.tomar_pendientes(reloj.ahora, 5) for proceso in procesos))
    assert tandas == [[], [], []]


async def test_tras_una_parada_larga_se_resume_en_un_mensaje_y_nada_vuelve(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, abrir: AbrirDiario, reloj: RelojManual
):
    for n in range(40):
        await diario.ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
    reloj.pasar(seconds=CADUCIDAD.total_seconds() + 1)
    await diario.ejecutar(flujo, Anunciar(numero=99), ANA, "reciente")
    await avisador.avanzar(reloj.ahora)
    assert sorted(emisor.claves) == ["anuncio:99", "atrasados:40"]
    resumen = next(envio.aviso for envio in emisor.entregados if envio.aviso.clave == "atrasados:40")
    assert (resumen.plantilla, len(resumen.datos["claves"]), resumen.menciones) == ("avisos.atrasados", 40, ())
    otro = await abrir()  # en frío se cuadra todo lo que se debe, y lo caducado no renace
    await otro.ejecutar(flujo, Subir(), ANA, "b")
    await Avisador(otro, emisor).avanzar(reloj.ahora)
    assert len(emisor.entregados) == 2


async def test_lo_que_se_quedo_a_medias_antes_de_la_parada_tambien_se_resume(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.fallos = [EnvioIncierto("502")]
    await avisador.avanzar(reloj.ahora)
    reloj.pasar(seconds=CADUCIDAD.total_seconds() + 1)
    await avisador.avanzar(reloj.ahora)
    assert [clave.partition(":")[0] for clave in emisor.claves] == ["atrasados"]
    assert (await estados(diario, flujo))[0] == ("anuncio:1", "caducado")


async def test_un_resumen_que_tampoco_llega_no_se_resume(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    for _ in range(4):
        emisor.fallos = [EnvioAplazado("sin red")]
        reloj.pasar(seconds=CADUCIDAD.total_seconds() + 1)
        await avisador.avanzar(reloj.ahora)
    assert [estado for _, estado in await estados(diario, flujo)] == ["caducado", "caducado"]


async def test_callar_y_anunciar_cuadra_solo_lo_que_cambia(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    await diario.ejecutar(flujo, Anunciar(numero=2), ANA, "b")
    await avisador.avanzar(reloj.ahora)
    await diario.ejecutar(flujo, Callar(numero=1), ANA, "c")
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "anulado"), ("anuncio:2", "enviado")]


async def test_anular_lo_que_ya_no_esta_no_insiste_y_lo_aplazado_si(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    for n in (1, 2):
        await diario.ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
    await avisador.avanzar(reloj.ahora)
    for n in (1, 2):
        await diario.ejecutar(flujo, Callar(numero=n), ANA, f"c{n}")
    emisor.fallos_al_anular = [EnvioImposible("404"), EnvioAplazado("calma")]
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "anulado"), ("anuncio:2", "por_anular")]
    await avisador.avanzar(reloj.pasar(seconds=30))
    assert await estados(diario, flujo) == [("anuncio:1", "anulado"), ("anuncio:2", "anulado")]


async def test_un_fallo_imprevisto_no_detiene_a_los_demas(
    diario: Diario,
    avisador: Avisador,
    emisor: EmisorDePrueba,
    flujo: str,
    reloj: RelojManual,
    caplog: pytest.LogCaptureFixture,
):
    for n in (1, 2):
        await diario.ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
    emisor.fallos = [KeyError("una plantilla que falta")]
    await avisador.avanzar(reloj.ahora)
    assert emisor.claves == ["anuncio:2"]
    assert "una plantilla que falta" in caplog.text
    await avisador.avanzar(reloj.pasar(seconds=PLAZO_DE_ENVIO.total_seconds()))
    assert emisor.claves == ["anuncio:2", "anuncio:1"]


async def test_lo_retenido_no_sale_hasta_que_se_suelta(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    async with diario.motor.escribir() as con:
        await retener(con)
    await avisador.avanzar(reloj.pasar(days=3))
    assert emisor.entregados == []
    assert not await diario.soltar(SERVIDOR + 1, reloj.ahora)
    assert (await diario.soltar(SERVIDOR, reloj.ahora)).avisos == 1
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", str(Estado.ENVIADO))]


async def test_un_numero_de_envio_que_se_repite_tras_restaurar_una_copia_no_repite_nonce(
    diario: Diario, flujo: str, reloj: RelojManual
):
    """Discord toma dos mensajes con el mismo nonce por el mismo, y se perdería el segundo."""
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    (envio,) = await diario.bandeja.tomar_pendientes(reloj(), 10)
    despues = replace(envio, creado=reloj.pasar(minutes=2))
    assert nonce(envio) != nonce(despues)
    assert len(nonce(replace(envio, id=10**10))) <= 25


async def test_lo_que_no_puede_llegar_y_ya_no_se_debe_no_estorba_si_se_debe_otra_vez(
    diario: Diario, avisador: Avisador, emisor: EmisorDePrueba, flujo: str, reloj: RelojManual
):
    await diario.ejecutar(flujo, Anunciar(numero=1), ANA, "a")
    emisor.al_enviar = lambda _envio: diario.ejecutar(flujo, Deshacer(), ANA, "b")
    emisor.fallos, emisor.despues = [EnvioImposible("sin permiso")], True
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "cancelado")]
    emisor.al_enviar = lambda _envio: None
    await diario.ejecutar(flujo, Rehacer(), ANA, "c")
    await avisador.avanzar(reloj.ahora)
    assert await estados(diario, flujo) == [("anuncio:1", "cancelado"), ("anuncio:1", "enviado")]
