"""Los recordatorios: tarde tras una parada, nunca perdidos ni doblados, y el que falla no detiene a los demás."""

import asyncio
from datetime import datetime, timedelta

import pytest

from servicios.avisos import INTENTOS_DE_RECORDATORIO, Avisador, espera, retraso
from servicios.deshacer import Deshacer, Rehacer
from servicios.diario import Diario
from servicios.diario.recordatorios import PLAZO_DE_RECORDATORIO
from servicios.hechos import SISTEMA, Actor, Agregado, Debido, Recordatorio, Vencido
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, Abrir, Aplazar, Cerrar, Cuenta, Expirado, Subir, reglas
from tests.diario.emisor import EmisorDePrueba


async def partida(diario: Diario, canal: int = CANAL) -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, canal, Abrir(bandos={1: "a"}), ANA, f"abre{canal}")).flujo


async def citas(diario: Diario, flujo: str) -> list[tuple[str, str, int]]:
    return [(cita.clave, str(situacion), cita.vez) for situacion, cita in await diario.recordatorios.de(flujo)]


async def test_a_su_hora_da_su_orden_una_vez(diario: Diario, reloj: RelojManual):
    flujo, avisador = await partida(diario), Avisador(diario, EmisorDePrueba())
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=2)), ANA, "a")
    await avisador.avanzar(reloj.pasar(minutes=59))
    assert (await diario.leer(flujo)).estado.vencidos == 0
    for _ in range(3):
        await avisador.avanzar(reloj.pasar(seconds=60))
    libro = await diario.leer(flujo)
    assert libro.estado.vencidos == 1
    ultimo = (await diario.historial(flujo))[-1].anotada
    assert (ultimo.hechos, ultimo.autor) == ((Expirado(tarde=0),), SISTEMA)
    assert ultimo.origen.startswith("aviso:")


async def test_tras_una_parada_llega_tarde_lo_dice_y_no_inunda(diario: Diario, reloj: RelojManual):
    """Los dos recordatorios están vencidos; el primero cambia el estado y el segundo deja de deberse."""
    flujo, emisor = await partida(diario), EmisorDePrueba()
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=2)), ANA, "a")
    ahora = reloj.pasar(hours=51)
    for _ in range(3):
        await Avisador(diario, emisor).avanzar(ahora)
    expirados = [h for a in await diario.historial(flujo) for h in a.anotada.hechos if isinstance(h, Expirado)]
    assert expirados == [Expirado(tarde=50 * 3600)]
    assert emisor.claves == ["anuncio:-1"]
    assert await citas(diario, flujo) == [("pronto", "hecho", 1), ("plazo", "cancelado", 1)]


async def test_cambiar_la_hora_sustituye_el_recordatorio(diario: Diario, reloj: RelojManual):
    flujo, avisador = await partida(diario), Avisador(diario, EmisorDePrueba())
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=2)), ANA, "a")
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=9)), ANA, "b")
    await avisador.avanzar(reloj.pasar(hours=3))
    assert (await diario.leer(flujo)).estado.vencidos == 0
    await avisador.avanzar(reloj.pasar(hours=5))
    assert (await diario.leer(flujo)).estado.vencidos == 1
    assert await citas(diario, flujo) == [("pronto", "hecho", 2), ("plazo", "cancelado", 2)]


async def test_deshacer_quita_el_recordatorio_y_rehacer_lo_pone(diario: Diario, reloj: RelojManual):
    flujo, avisador = await partida(diario), Avisador(diario, EmisorDePrueba())
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=2)), ANA, "a")
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    await avisador.avanzar(reloj.pasar(hours=3))
    assert (await diario.leer(flujo)).estado.vencidos == 0
    await diario.ejecutar(flujo, Rehacer(), ANA, "c")
    await avisador.avanzar(reloj.ahora)
    assert (await diario.leer(flujo)).estado.vencidos == 1


async def test_deshacer_lo_que_hizo_un_recordatorio_no_lo_hace_sonar_otra_vez(
    diario: Diario, abrir: AbrirDiario, reloj: RelojManual
):
    flujo, avisador = await partida(diario), Avisador(diario, EmisorDePrueba())
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=1)), ANA, "a")
    await avisador.avanzar(reloj.pasar(hours=1))
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    libro = await diario.leer(flujo)
    assert (libro.estado.vencidos, libro.estado.plazo) == (0, reloj.ahora)
    otro = await abrir()
    await otro.ejecutar(flujo, Subir(), ANA, "c")  # en frío se cuadra todo: «pronto» sigue hecho
    assert ("pronto", "hecho", 1) in await citas(diario, flujo)


async def test_lo_cerrado_no_recuerda_nada(diario: Diario, reloj: RelojManual):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=1)), ANA, "a")
    await diario.ejecutar(flujo, Cerrar(), ANA, "b")
    assert {situacion for _, situacion, _ in await citas(diario, flujo)} == {"cancelado"}
    await Avisador(diario, EmisorDePrueba()).avanzar(reloj.pasar(hours=2))
    assert (await diario.leer(flujo)).estado.vencidos == 0


async def test_dos_procesos_y_muchos_vencidos_ninguno_se_dobla(abrir: AbrirDiario, reloj: RelojManual):
    procesos = [await abrir(), await abrir()]
    nombres = [await partida(procesos[0], canal) for canal in range(20)]
    for flujo in nombres:
        await procesos[0].ejecutar(flujo, Aplazar(vence=reloj.ahora + timedelta(hours=1)), ANA, "a")
    reloj.pasar(hours=1)
    await asyncio.gather(*(Avisador(p, EmisorDePrueba()).avanzar(reloj.ahora) for p in procesos))
    assert [(await procesos[0].leer(flujo)).estado.vencidos for flujo in nombres] == [1] * 20


async def test_muere_el_proceso_tras_dar_la_orden_y_antes_de_marcar(abrir: AbrirDiario, reloj: RelojManual):
    """Aquí la orden no cambia lo que se debe, así que la fila sigue pendiente; su origen evita que se repita."""
    terco = Agregado(
        "contador",
        Cuenta,
        [reglas],
        debido=lambda estado: Debido(recordatorios=(Recordatorio(clave="plazo", vence=_manana()),)),
    )
    muerto, vivo = await abrir([terco]), await abrir([terco])
    flujo = (await muerto.crear(terco, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    reloj.pasar(days=1)
    (cita,) = await muerto.recordatorios.tomar(reloj.ahora, 10)
    await muerto.ejecutar(flujo, Vencido(clave="plazo"), Actor(SISTEMA), cita.origen)
    avisador = Avisador(vivo, EmisorDePrueba())
    await avisador.avanzar(reloj.ahora)  # aún lo lleva el otro
    assert await citas(vivo, flujo) == [("plazo", "pendiente", 1)]
    await avisador.avanzar(reloj.pasar(seconds=PLAZO_DE_RECORDATORIO.total_seconds()))
    assert await citas(vivo, flujo) == [("plazo", "hecho", 1)]
    assert (await vivo.leer(flujo)).estado.vencidos == 1


def _manana() -> datetime:
    return RelojManual().ahora + timedelta(days=1)


async def test_el_que_falla_se_repite_se_abandona_y_no_detiene_a_los_demas(
    abrir: AbrirDiario, reloj: RelojManual, caplog: pytest.LogCaptureFixture
):
    roto = Agregado(
        "contador",
        Cuenta,
        [reglas],
        debido=lambda estado: Debido(
            recordatorios=tuple(
                Recordatorio(clave=clave, vence=_manana()) for clave in ("roto", f"sano{estado.vencidos}")
            )
        ),
    )
    diario = await abrir([roto])
    flujo = (await diario.crear(roto, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    reloj.pasar(days=1)
    avisador = Avisador(diario, EmisorDePrueba())
    for n in range(INTENTOS_DE_RECORDATORIO + 2):
        await avisador.avanzar(reloj.ahora)
        reloj.pasar(seconds=espera(n).total_seconds())
    assert (await diario.leer(flujo)).estado.vencidos > 1
    assert ("roto", "fallido", 1) in await citas(diario, flujo)
    assert caplog.text.count("ZeroDivisionError: una regla con un fallo") == INTENTOS_DE_RECORDATORIO


def test_la_espera_dobla_hasta_una_hora():
    assert [espera(n).total_seconds() for n in (0, 1, 2, 6, 7, 500)] == [30, 60, 120, 1920, 3600, 3600]


def test_el_retraso_pequeno_no_se_menciona():
    vence = RelojManual().ahora
    retrasos = [retraso(vence, vence + timedelta(seconds=s)) for s in (-5, 0, 90, 91, 3600)]
    assert retrasos == [0, 0, 0, 91, 3600]
