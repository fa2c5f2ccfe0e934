"""Ejecutar órdenes: un solo efecto, negativas sinceras, y dos procesos a la vez."""

import asyncio
import hashlib

import pytest
from sqlalchemy import exc

from servicios.azar import Azar
from servicios.deshacer import Deshacer, DeshacerPropuesto, Rehacer
from servicios.diario import Diario
from servicios.diario.ejecucion import INTENTOS, Ejecutor
from servicios.errores import ErrorDeDominio, NoExiste, YaHaCambiado
from tests.diario.conftest import ANA, BLAS, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import (
    CONTADOR,
    TOPE,
    Abrir,
    Anotar,
    Cerrar,
    Nada,
    Publicar,
    Subido,
    Subir,
    Tirado,
    Tirar,
)

BANDOS = {1: "a", 2: "b"}


async def partida(diario: Diario, canal: int = CANAL, origen: str = "abre") -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, canal, Abrir(bandos=BANDOS), ANA, origen)).flujo


async def test_crear_da_el_primer_estado_y_publica_el_compromiso(diario: Diario, reloj: RelojManual):
    resultado = await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos=BANDOS), ANA, "abre")
    assert resultado.flujo == "10/contador/1"
    assert (resultado.orden, resultado.estado.bandos, resultado.antes.version) == (1, BANDOS, 0)
    ficha = await diario.abierto(SERVIDOR, CANAL, "partida")
    assert ficha is not None
    assert ficha == await diario.ficha(resultado.flujo)
    assert (ficha.version, ficha.orden, ficha.creado, ficha.abierto) == (1, 1, reloj.ahora, True)
    assert len(bytes.fromhex(await diario.compromiso(resultado.flujo))) == 32
    assert await diario.semilla_revelada(resultado.flujo) is None


async def test_los_numeros_corren_por_servidor_y_clase(diario: Diario):
    nombres = [await partida(diario, canal, f"o{canal}") for canal in (1, 2, 3)]
    otro = await diario.crear(CONTADOR, 11, 1, Abrir(), ANA, "o1")
    assert [*nombres, otro.flujo] == ["10/contador/1", "10/contador/2", "10/contador/3", "11/contador/1"]


async def test_una_orden_dice_como_estaba_antes_y_despues(diario: Diario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(puntos=2), ANA, "a")
    resultado = await diario.ejecutar(flujo, Subir(puntos=3, veces=2), BLAS, "b")
    assert (resultado.antes.estado.puntos, resultado.estado.puntos) == (2, 8)
    assert resultado.hechos == (Subido(puntos=3), Subido(puntos=3))
    assert (resultado.anotada.autor, resultado.anotada.origen, resultado.orden) == (2, "b", 3)
    assert (resultado.libro.version, resultado.repetido) == (4, False)


async def test_la_misma_orden_entregada_dos_veces_tiene_un_efecto(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    primera = await diario.ejecutar(flujo, Tirar(dados=3), ANA, "tira")
    await diario.ejecutar(flujo, Subir(), ANA, "otra")
    for quien in (diario, await abrir()):
        segunda = await quien.ejecutar(flujo, Tirar(dados=3), ANA, "tira")
        assert segunda.repetido
        assert segunda.hechos == primera.hechos
        assert segunda.tiradas == primera.tiradas
        assert segunda.orden == primera.orden
        assert (segunda.antes.estado, segunda.estado) == (primera.antes.estado, primera.estado)
    assert (await diario.leer(flujo)).orden == 3


async def test_repetir_la_orden_que_cierra_no_se_niega(diario: Diario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")
    assert (await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")).repetido
    with pytest.raises(ErrorDeDominio, match="cerrado"):
        await diario.ejecutar(flujo, Subir(), ANA, "tarde")


async def test_repetir_la_orden_que_crea_da_la_misma_partida(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), ANA, "s")
    repetida = await (await abrir()).crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos=BANDOS), ANA, "abre")
    assert (repetida.flujo, repetida.repetido, repetida.libro.version) == (flujo, True, 1)
    assert len(await diario.buscar(SERVIDOR)) == 1


async def test_una_orden_sin_hechos_se_anota_y_no_cambia_nada(diario: Diario):
    flujo = await partida(diario)
    resultado = await diario.ejecutar(flujo, Nada(), ANA, "nada")
    assert (resultado.hechos, resultado.libro.version, resultado.orden) == ((), 1, 2)
    assert (await diario.ejecutar(flujo, Nada(), ANA, "nada")).repetido
    assert (await diario.ejecutar(flujo, Subir(), ANA, "s")).orden == 3


async def test_lo_que_se_niega_no_cambia_nada(diario: Diario):
    flujo = await partida(diario)
    antes = await diario.leer(flujo)
    with pytest.raises(ErrorDeDominio, match="No se puede subir más"):
        await diario.ejecutar(flujo, Subir(puntos=TOPE + 1), ANA, "x")
    assert await diario.leer(flujo) == antes
    await diario.ejecutar(flujo, Subir(), ANA, "x")  # su origen sigue sin usar


async def test_lo_que_no_existe_se_dice(diario: Diario):
    with pytest.raises(NoExiste):
        await diario.ejecutar("10/contador/99", Subir(), ANA, "x")
    with pytest.raises(NoExiste):
        await diario.leer("10/contador/99")


@pytest.mark.parametrize("origen", ["", "con espacio", "tubo|", "ñ", "x" * 101])
async def test_un_origen_que_no_vale_como_etiqueta_se_rechaza(diario: Diario, origen: str):
    with pytest.raises(ValueError, match="origen"):
        await diario.ejecutar("10/contador/1", Subir(), ANA, origen)


async def test_en_un_canal_solo_cabe_una_partida_abierta(diario: Diario):
    flujo = await partida(diario)
    with pytest.raises(ErrorDeDominio, match="ya hay una partida abierta"):
        await partida(diario, origen="otra")
    await partida(diario, CANAL + 1, "en-otro-canal")
    await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")
    assert await diario.abierto(SERVIDOR, CANAL, "partida") is None
    assert await partida(diario, origen="otra") == "10/contador/3"


async def test_dos_que_abren_a_la_vez_en_un_canal(abrir: AbrirDiario):
    procesos = [await abrir() for _ in range(3)]
    intentos = [partida(proceso, origen=f"o{n}") for n, proceso in enumerate(procesos)]
    finales = await asyncio.gather(*intentos, return_exceptions=True)
    assert sum(isinstance(final, str) for final in finales) == 1
    negativas = [final for final in finales if not isinstance(final, str)]
    assert all(isinstance(n, ErrorDeDominio) and "ya hay una partida" in n.frase for n in negativas)


async def test_dos_que_pulsan_a_la_vez_un_efecto_y_una_negativa(diario: Diario, abrir: AbrirDiario):
    """La misma jugada, que solo cabe una vez, desde dos procesos que tenían el mismo estado delante."""
    otro = await abrir()
    flujo = await partida(diario)
    await otro.leer(flujo)
    jugada = Subir(puntos=TOPE)
    finales = await asyncio.gather(
        diario.ejecutar(flujo, jugada, ANA, "a"),
        otro.ejecutar(flujo, jugada, BLAS, "b"),
        return_exceptions=True,
    )
    negativas = [final for final in finales if isinstance(final, BaseException)]
    assert [type(negativa) for negativa in negativas] == [ErrorDeDominio]
    assert (await diario.leer(flujo)).estado.puntos == TOPE


async def test_muchas_ordenes_a_la_vez_se_aplican_todas_en_orden(diario: Diario):
    flujo = await partida(diario)
    resultados = await asyncio.gather(*(diario.ejecutar(flujo, Subir(), ANA, f"o{n}") for n in range(50)))
    assert sorted(r.orden for r in resultados) == list(range(2, 52))
    assert sorted(r.estado.puntos for r in resultados) == list(range(1, 51))
    assert (await diario.leer(flujo)).estado.puntos == 50


async def test_dos_procesos_que_se_pisan_no_pierden_ninguna_orden(abrir: AbrirDiario):
    procesos = [await abrir(), await abrir()]
    flujo = await partida(procesos[0])

    async def insistir(diario: Diario, n: int) -> None:
        while True:
            try:
                await diario.ejecutar(flujo, Subir(), ANA, f"o{n}")
            except YaHaCambiado:  # demasiadas a la vez: lo que haría una persona es repetirla
                continue
            return

    await asyncio.gather(*(insistir(procesos[n % 2], n) for n in range(30)))
    assert (await procesos[0].leer(flujo)).estado.puntos == 30
    assert len(await procesos[1].historial(flujo)) == 31


async def test_un_proceso_atrasado_no_se_niega_por_lo_que_ya_no_es(abrir: AbrirDiario):
    uno, otro = await abrir(), await abrir()
    flujo = await partida(uno)
    await uno.ejecutar(flujo, Subir(puntos=TOPE), ANA, "lleno")
    await otro.leer(flujo)
    await uno.ejecutar(flujo, Deshacer(), ANA, "vacio")
    assert (await otro.ejecutar(flujo, Subir(), BLAS, "cabe")).estado.puntos == 1


async def test_los_dados_salen_de_la_semilla_el_flujo_y_el_origen(diario: Diario):
    flujo = await partida(diario)
    resultado = await diario.ejecutar(flujo, Tirar(dados=20), ANA, "987654321")
    await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")
    semilla = await diario.semilla_revelada(flujo)
    assert semilla is not None
    assert hashlib.sha256(semilla).hexdigest() == await diario.compromiso(flujo)
    assert resultado.hechos == (Tirado(sorteo=Azar(semilla, flujo, "987654321").dados(20)),)
    assert [(t.numero, len(t.codigo)) for t in resultado.tiradas] == [(1, 6)]


async def test_verificar_espera_a_que_se_revele_la_semilla_e_incluye_lo_deshecho(diario: Diario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Tirar(dados=2), ANA, "a")
    await diario.ejecutar(flujo, Tirar(), ANA, "b")
    assert isinstance((await diario.ejecutar(flujo, Deshacer(), ANA, "c")).hechos[0], DeshacerPropuesto)
    await diario.ejecutar(flujo, Deshacer(), BLAS, "d")
    with pytest.raises(ErrorDeDominio, match="secreta"):
        await diario.verificar(flujo)
    await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")
    comprobaciones = await diario.verificar(flujo)
    assert [(c.tirada.numero, c.cuadra, c.del_origen) for c in comprobaciones] == [
        (1, True, True),
        (2, True, True),
    ]


async def test_la_semilla_no_se_asoma_por_ningun_lado(diario: Diario, caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG")
    flujo = await partida(diario)
    resultado = await diario.ejecutar(flujo, Tirar(), ANA, "a")
    entrada = await diario._libros.entrada(flujo)
    semilla = entrada.semilla
    visto = repr([resultado, entrada, await diario.historial(flujo), await diario.ficha(flujo)]) + caplog.text
    assert semilla.hex() not in visto
    assert repr(semilla) not in visto


async def test_asomarse_en_privado_da_lo_que_despues_sera_un_hecho(diario: Diario):
    flujo = await partida(diario)
    asomado = (await diario.azar(flujo, "secreta")).dados(4)
    resultado = await diario.ejecutar(flujo, Tirar(dados=4), ANA, "secreta")
    assert resultado.hechos == (Tirado(sorteo=asomado),)


async def test_deshacer_y_rehacer_pasan_por_el_almacen(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    for n in range(40):
        await diario.ejecutar(flujo, Subir(puntos=n + 1), ANA, f"s{n}")
    for n in range(40):
        await diario.ejecutar(flujo, Deshacer(), ANA, f"d{n}")
    assert (await diario.leer(flujo)).estado.puntos == 0
    for n in range(40):
        await diario.ejecutar(flujo, Rehacer(), ANA, f"r{n}")
    en_frio = await (await abrir()).leer(flujo)
    assert en_frio.estado == (await diario.leer(flujo)).estado
    assert en_frio.estado.puntos == sum(range(1, 41))


async def test_el_historial_cuenta_todo_y_dice_que_esta_deshecho(diario: Diario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), ANA, "a")
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    await diario.ejecutar(flujo, Tirar(dados=1), BLAS, "c")
    await diario.ejecutar(flujo, Subir(), ANA, "d")
    await diario.ejecutar(flujo, Deshacer(), ANA, "e")
    await diario.ejecutar(flujo, Rehacer(), ANA, "f")
    apuntes = await diario.historial(flujo)
    assert [(a.anotada.numero, a.anotada.origen) for a in apuntes] == list(enumerate(["abre", *"abcdef"], start=1))
    assert [a.anotada.numero for a in apuntes if not a.efectiva] == [2]
    ultimas = await diario.historial(flujo, limite=4, hasta=6)
    assert ultimas == apuntes[2:6]
    assert [t.numero for a in ultimas for t in a.tiradas] == [1]


async def test_una_frontera_se_respeta_tambien_en_frio(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), ANA, "a")
    await diario.ejecutar(flujo, Publicar(), ANA, "b")
    with pytest.raises(ErrorDeDominio, match="definitivo"):
        await (await abrir()).ejecutar(flujo, Deshacer(), ANA, "c")


async def test_los_textos_van_aparte_de_los_hechos(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Anotar(texto="hola"), ANA, "a")
    resultado = await diario.ejecutar(flujo, Anotar(texto="nulo:\x00 y media pareja:\ud800"), BLAS, "b")
    assert resultado.estado.notas == (1, 2)
    assert "hola" not in repr(resultado.anotada)
    assert dict(await (await abrir()).textos(flujo)) == {1: "hola", 2: "nulo: y media pareja:?"}
    assert (await (await abrir()).ejecutar(flujo, Anotar(texto="tres"), ANA, "c")).estado.notas == (1, 2, 3)


@pytest.mark.parametrize("choca", [0, INTENTOS - 1])
async def test_solo_se_da_por_causa_el_choque_que_no_se_ha_resuelto(
    diario: Diario, monkeypatch: pytest.MonkeyPatch, choca: int
):
    """Si tras chocar con otro flujo solo se han adelantado otros, lo que pasa es que hay muchas órdenes a la vez."""
    flujo = await partida(diario)
    veces = iter(range(INTENTOS))

    async def intentar(*_cosas: object) -> None:
        if next(veces) == choca:
            raise exc.IntegrityError("un choque", {}, Exception())

    monkeypatch.setattr(Ejecutor, "_intentar", intentar)
    with pytest.raises(exc.IntegrityError if choca else YaHaCambiado):
        await diario.ejecutar(flujo, Subir(), ANA, "a")
