"""Lo que nadie mueve se avisa, se cierra y enseña su semilla; lo que espera algo, no."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from servicios import inactividad
from servicios.abandono import CIERRE, Abandonar
from servicios.azar import compromiso
from servicios.cuidados import Cuidados
from servicios.dados.mesa import MESA
from servicios.dados.mesa import Abrir as AbrirMesa
from servicios.deshacer import Deshacer, Rehacer
from servicios.diario import Diario, Estado, Mensaje, instantaneas
from servicios.diario.comprobacion import comprobar
from servicios.diario.esquema import hechos
from servicios.diario.purga import Presencia
from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import SISTEMA, Actor
from tests.diario.conftest import ANA, BLAS, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA, Abrir, Aplazar, Subir, Tirar


async def partida(diario: Diario) -> str:
    await diario.persona(SERVIDOR, 500)
    await diario.persona(SERVIDOR, 600)
    orden = Abrir(bandos={1: "a", 2: "b"})
    return (await diario.crear(CONTADOR, SERVIDOR, CANAL, orden, ANA, "abre")).flujo


async def avisos(diario: Diario, flujo: str) -> list[tuple[Estado, str]]:
    return [(estado, envio.aviso.plantilla) for estado, envio in await diario.bandeja.de(flujo)]


async def enviar_todo(diario: Diario, reloj: RelojManual) -> list[str]:
    envios = await diario.bandeja.tomar_pendientes(reloj(), 100)
    for envio in envios:
        await diario.bandeja.enviado(envio, Mensaje(CANAL, 9_000 + envio.id))
    return [envio.aviso.plantilla for envio in envios]


async def test_se_avisa_a_los_30_dias_y_se_cierra_a_los_7_del_aviso(diario: Diario, reloj: RelojManual):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Tirar(), ANA, "tira")
    parada = reloj()
    await inactividad.revisar(diario, reloj.pasar(days=30))
    assert await avisos(diario, flujo) == []
    await inactividad.revisar(diario, reloj.pasar(seconds=1))
    await inactividad.revisar(diario, reloj())
    ((estado, envio),) = await diario.bandeja.de(flujo)
    assert (estado, envio.aviso.plantilla) == (Estado.PENDIENTE, inactividad.PLANTILLA)
    assert envio.aviso.datos == {
        "movido": parada.isoformat(),
        "cierre": (reloj() + timedelta(days=7)).isoformat(),
    }
    assert await enviar_todo(diario, reloj) == [inactividad.PLANTILLA]

    await inactividad.revisar(diario, reloj.pasar(days=6, hours=23))
    assert (await diario.ficha(flujo)).abierto
    assert await diario.semilla_revelada(flujo) is None
    await inactividad.revisar(diario, reloj.pasar(hours=1))

    ficha, semilla = await diario.ficha(flujo), await diario.semilla_revelada(flujo)
    assert (ficha.abierto, ficha.cerrado) == (False, reloj())
    assert semilla is not None
    assert compromiso(semilla) == ficha.compromiso
    assert all(c.cuadra for c in await diario.verificar(flujo))
    assert await enviar_todo(diario, reloj) == [CIERRE.plantilla]
    ultimo = (await diario.historial(flujo))[-1].anotada
    assert (ultimo.autor, [hecho.tipo for hecho in ultimo.hechos]) == (SISTEMA, ["abandonado"])
    assert await comprobar(diario.motor, [CONTADOR]) == []


@pytest.mark.parametrize("cada", [2, 3], ids=["instantánea antes de cerrarse", "instantánea al cerrarse"])
async def test_lo_cerrado_no_se_mueve_mas_y_deja_sitio_a_otra(
    diario: Diario, reloj: RelojManual, abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch, cada: int
):
    monkeypatch.setattr(instantaneas, "CADA", cada)
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), ANA, "sube")
    await cerrar(diario, reloj)
    for quien in (diario, await abrir()):
        libro = await quien.leer(flujo)
        assert (libro.cerrado, libro.estado.puntos) == (True, 1)
        for n, orden in enumerate((Subir(), Deshacer(), Rehacer(), Abandonar(orden=3))):
            with pytest.raises(ErrorDeDominio, match="ya está cerrado"):
                await quien.ejecutar(flujo, orden, ANA, f"tarde{n}")
    await inactividad.revisar(diario, reloj.pasar(days=99))
    assert len(await avisos(diario, flujo)) == 2
    assert (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "otra")).flujo != flujo


async def cerrar(diario: Diario, reloj: RelojManual) -> None:
    await inactividad.revisar(diario, reloj.pasar(days=31))
    await enviar_todo(diario, reloj)
    await inactividad.revisar(diario, reloj.pasar(days=8))


async def test_moverla_despues_del_aviso_la_salva_y_vuelve_a_contar(diario: Diario, reloj: RelojManual):
    flujo = await partida(diario)
    await inactividad.revisar(diario, reloj.pasar(days=31))
    await enviar_todo(diario, reloj)
    await diario.ejecutar(flujo, Subir(), BLAS, "sube")
    await inactividad.revisar(diario, reloj.pasar(days=29))
    assert (await diario.ficha(flujo)).abierto
    assert len(await avisos(diario, flujo)) == 1
    await cerrar(diario, reloj)
    assert not (await diario.ficha(flujo)).abierto
    assert [plantilla for _, plantilla in await avisos(diario, flujo)] == [inactividad.PLANTILLA] * 2 + [
        CIERRE.plantilla
    ]


async def test_si_alguien_se_adelanta_al_cierre_no_se_cierra(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    flujo = await partida(diario)
    with pytest.raises(YaHaCambiado):
        await diario.ejecutar(flujo, Abandonar(orden=0), Actor(SISTEMA), "a")
    await inactividad.revisar(diario, reloj.pasar(days=31))
    await enviar_todo(diario, reloj)
    por_cerrar = inactividad.por_cerrar

    async def y_alguien_juega(*cosas: Any) -> Any:
        maduros = await por_cerrar(*cosas)
        await diario.ejecutar(flujo, Subir(), ANA, "justo")
        return maduros

    monkeypatch.setattr(inactividad, "por_cerrar", y_alguien_juega)
    await inactividad.revisar(diario, reloj.pasar(days=8))
    assert (await diario.ficha(flujo)).abierto


async def test_lo_que_espera_un_plazo_y_los_dias_no_estan_parados(diario: Diario, reloj: RelojManual):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Aplazar(vence=reloj() + timedelta(days=60)), ANA, "plazo")
    dia, _ = await diario.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, reloj().date(), Tirar(), ANA, "d")
    await enviar_todo(diario, reloj)
    await cerrar(diario, reloj)
    assert (await diario.ficha(flujo)).abierto
    assert (await diario.ficha(dia.flujo)).abierto
    assert await avisos(diario, flujo) == []


async def test_sin_haber_avisado_no_se_cierra(diario: Diario, reloj: RelojManual):
    """El aviso que caduca sin salir se repite, y hasta que sale no empieza la cuenta."""
    flujo = await partida(diario)
    await inactividad.revisar(diario, reloj.pasar(days=31))
    await inactividad.revisar(diario, reloj.pasar(days=9))
    assert (await diario.ficha(flujo)).abierto
    assert await diario.bandeja.caducar(reloj(), reloj()) == 1
    await inactividad.revisar(diario, reloj())
    assert await avisos(diario, flujo) == [(Estado.PENDIENTE, inactividad.PLANTILLA)]
    await enviar_todo(diario, reloj)
    await inactividad.revisar(diario, reloj.pasar(days=6))
    assert (await diario.ficha(flujo)).abierto
    await inactividad.revisar(diario, reloj.pasar(days=1))
    assert not (await diario.ficha(flujo)).abierto


async def test_si_el_aviso_no_puede_llegar_se_cierra_igual(diario: Diario, reloj: RelojManual):
    """Un canal borrado: nadie la verá, pero su semilla ha de publicarse y su sitio ha de quedar libre."""
    flujo = await partida(diario)
    await inactividad.revisar(diario, reloj.pasar(days=31))
    (envio,) = await diario.bandeja.tomar_pendientes(reloj(), 10)
    await diario.bandeja.fallido(envio, "404")
    await inactividad.revisar(diario, reloj.pasar(days=7))
    assert not (await diario.ficha(flujo)).abierto


async def test_vale_para_cualquier_clase_y_solo_la_revisa_un_proceso_al_dia(
    abrir: AbrirDiario, reloj: RelojManual
):
    procesos = [await abrir([MESA]) for _ in range(2)]
    await procesos[0].persona(SERVIDOR, 500)
    flujo = (await procesos[0].crear(MESA, SERVIDOR, CANAL, AbrirMesa(), ANA, "abre")).flujo
    cuidados = [Cuidados(proceso) for proceso in procesos]
    presencia = Presencia([SERVIDOR], 1, [0])
    reloj.pasar(days=30)
    for _ in range(9):
        reloj.pasar(days=1)
        for cuidado in cuidados:
            await cuidado.avanzar(presencia, reloj())
        await enviar_todo(procesos[1], reloj)
    assert not (await procesos[1].ficha(flujo)).abierto
    assert [plantilla for _, plantilla in await avisos(procesos[0], flujo)] == [
        inactividad.PLANTILLA,
        CIERRE.plantilla,
    ]
    assert await comprobar(procesos[0].motor, [MESA]) == []


async def test_una_clase_que_este_programa_no_conoce_se_deja_como_esta(
    diario: Diario, abrir: AbrirDiario, reloj: RelojManual
):
    flujo = await partida(diario)
    await cerrar(await abrir([]), reloj)
    assert (await diario.ficha(flujo)).abierto


async def test_una_danada_no_impide_cerrar_las_demas(
    diario: Diario, reloj: RelojManual, caplog: pytest.LogCaptureFixture
):
    danada = await partida(diario)
    sana = (await diario.crear(CONTADOR, SERVIDOR, CANAL + 1, Abrir(), ANA, "otra")).flujo
    async with diario.motor.escribir() as con:
        await con.execute(update(hechos).where(hechos.c.flujo == danada).values(tipo="de_otro_programa"))
    diario.olvidar_lo_recordado()
    await cerrar(diario, reloj)
    assert not (await diario.ficha(sana)).abierto
    assert (await diario.ficha(danada)).abierto
    assert f"No se ha podido cerrar {danada}" in caplog.text
