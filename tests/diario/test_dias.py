"""Los días de un canal: una cadena de semillas en la que cada una se comprometió el día antes."""

import asyncio
import hashlib
from datetime import date, timedelta

import pytest

from servicios.avisos import Avisador
from servicios.azar import Azar
from servicios.diario import Dia, Diario
from servicios.diario.comprobacion import comprobar
from servicios.errores import ErrorDeDominio
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA, Tirado, Tirar
from tests.diario.emisor import EmisorDePrueba

LUNES = date(2026, 3, 2)


def dia(n: int) -> date:
    return LUNES + timedelta(days=n)


async def hoy(diario: Diario, n: int, canal: int = CANAL) -> Dia:
    return await diario.dias.hoy(DADOS_DEL_DIA, SERVIDOR, canal, dia(n))


async def test_el_primer_dia_no_tiene_compromiso_previo_y_los_demas_si(diario: Diario):
    primero = await hoy(diario, 0)
    assert (primero.flujo, primero.previo, primero.recien_abierto) == ("10/dia/20/2026-03-02", False, True)
    assert (primero.anterior, primero.semilla_anterior) == (None, None)
    segundo = await hoy(diario, 1)
    assert (segundo.compromiso, segundo.anterior, segundo.previo) == (primero.siguiente, primero.flujo, True)
    assert segundo.semilla_anterior is not None
    assert hashlib.sha256(segundo.semilla_anterior).hexdigest() == primero.compromiso
    assert len({primero.compromiso, primero.siguiente, segundo.siguiente}) == 3


async def test_el_mismo_dia_se_abre_una_vez(diario: Diario, abrir: AbrirDiario):
    abierto = await hoy(diario, 0)
    otra_vez = await hoy(await abrir(), 0)
    assert not otra_vez.recien_abierto
    assert (otra_vez.flujo, otra_vez.compromiso, otra_vez.siguiente) == (
        abierto.flujo,
        abierto.compromiso,
        abierto.siguiente,
    )
    assert await diario.dias.ultimo(SERVIDOR, CANAL) == otra_vez


async def test_la_cadena_se_salta_los_dias_sin_tiradas(diario: Diario):
    primero, decimo = await hoy(diario, 0), await hoy(diario, 10)
    assert decimo.compromiso == primero.siguiente


async def test_un_reloj_que_retrocede_no_reabre_un_dia_cerrado(diario: Diario):
    await hoy(diario, 0)
    segundo = await hoy(diario, 1)
    assert (await hoy(diario, 0)).flujo == segundo.flujo


async def test_cada_canal_tiene_su_cadena(diario: Diario):
    uno, otro = await hoy(diario, 0, canal=1), await hoy(diario, 0, canal=2)
    assert uno.compromiso != otro.compromiso
    assert (await hoy(diario, 1, canal=2)).compromiso == otro.siguiente


async def test_las_semillas_de_hoy_y_de_manana_son_secretas(diario: Diario):
    primero = await hoy(diario, 0)
    assert await diario.semilla_revelada(primero.flujo) is None
    await hoy(diario, 1)
    semilla = await diario.semilla_revelada(primero.flujo)
    assert semilla is not None
    assert hashlib.sha256(semilla).hexdigest() == primero.compromiso


async def test_varios_procesos_abren_el_dia_a_la_vez_y_la_cadena_no_se_bifurca(abrir: AbrirDiario):
    procesos = [await abrir() for _ in range(4)]
    for n in range(3):
        abiertos = await asyncio.gather(*(hoy(proceso, n) for proceso in procesos))
        assert len({(d.flujo, d.compromiso, d.siguiente, d.anterior) for d in abiertos}) == 1
        assert sum(d.recien_abierto for d in abiertos) == 1
    mezclados = await asyncio.gather(*(hoy(proceso, 3 + n % 2) for n, proceso in enumerate(procesos)))
    ultimo = await hoy(procesos[0], 4)
    assert ultimo.flujo in {d.flujo for d in mezclados}


async def test_las_tiradas_del_dia_se_comprueban_al_dia_siguiente(diario: Diario):
    abierto, resultado = await diario.dias.ejecutar(
        DADOS_DEL_DIA, SERVIDOR, CANAL, LUNES, Tirar(dados=5), ANA, "777"
    )
    assert (resultado.flujo, resultado.tiradas[0].numero) == (abierto.flujo, 1)
    with pytest.raises(ErrorDeDominio, match="secreta"):
        await diario.verificar(abierto.flujo)
    siguiente = await hoy(diario, 1)
    assert siguiente.semilla_anterior is not None
    esperado = Azar(siguiente.semilla_anterior, "10/dia/20/2026-03-02", "777").dados(5)
    assert resultado.hechos == (Tirado(sorteo=esperado),)
    assert [c.cuadra for c in await diario.verificar(abierto.flujo)] == [True]


async def test_una_tirada_que_cruza_la_medianoche_va_al_dia_nuevo(diario: Diario, abrir: AbrirDiario):
    """Un proceso aún cree que es ayer; otro ya ha abierto hoy y cerrado ayer."""
    otro = await abrir()
    await otro.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, LUNES, Tirar(), ANA, "1")
    ayer = await hoy(otro, 0)
    nuevo = await hoy(diario, 1)
    with pytest.raises(ErrorDeDominio, match="cerrado"):
        await otro.ejecutar(ayer.flujo, Tirar(), ANA, "2")
    dado, resultado = await otro.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, LUNES, Tirar(), ANA, "2")
    assert (dado.flujo, resultado.flujo) == (nuevo.flujo, nuevo.flujo)


async def test_el_cierre_gana_a_una_tirada_simultanea_o_la_deja_entera(abrir: AbrirDiario):
    """Pase lo que pase primero, la tirada queda una vez y en un solo día."""
    uno, otro = await abrir(), await abrir()
    await hoy(uno, 0)
    await otro.leer("10/dia/20/2026-03-02")
    _, (dado, resultado) = await asyncio.gather(
        hoy(uno, 1), otro.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, LUNES, Tirar(), ANA, "x")
    )
    assert resultado.flujo == dado.flujo
    cuantas = [len(await uno.historial(f"10/dia/20/{dia(n).isoformat()}")) for n in (0, 1)]
    assert sum(cuantas) == 1


async def test_abrir_un_dia_publica_las_huellas_una_vez(diario: Diario, reloj: RelojManual):
    primero = await hoy(diario, 0)
    await diario.ejecutar(primero.flujo, Tirar(), ANA, "1")  # cuadrar lo que se debe no lo retira
    segundo = await hoy(diario, 1)
    emisor = EmisorDePrueba()
    await Avisador(diario, emisor).avanzar(reloj.ahora)
    await Avisador(diario, emisor).avanzar(reloj.ahora)
    avisos = [(envio.flujo, envio.canal, envio.aviso.plantilla, envio.aviso.datos) for envio in emisor.entregados]
    semilla = await diario.semilla_revelada(primero.flujo)
    assert semilla is not None
    assert avisos == [
        (
            primero.flujo,
            CANAL,
            "dia.abierto",
            {
                "compromiso": primero.compromiso,
                "siguiente": primero.siguiente,
                "anterior": None,
                "semilla_anterior": None,
            },
        ),
        (
            segundo.flujo,
            CANAL,
            "dia.abierto",
            {
                "compromiso": segundo.compromiso,
                "siguiente": segundo.siguiente,
                "anterior": primero.flujo,
                "semilla_anterior": semilla.hex(),
            },
        ),
    ]


async def test_la_misma_interaccion_a_los_dos_lados_de_la_medianoche_tira_una_vez(diario: Diario):
    orden = Tirar(dados=3)
    _, antes = await diario.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, LUNES, orden, ANA, "i7")
    _, despues = await diario.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, dia(1), orden, ANA, "i7")
    assert despues.repetido
    assert despues.hechos == antes.hechos


async def test_dos_primeras_tiradas_a_los_dos_lados_de_la_medianoche_van_en_la_misma_cadena(diario: Diario):
    await diario.persona(SERVIDOR, 5)
    dias = await asyncio.gather(
        *(
            diario.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL + n % 3, dia(n % 2), Tirar(), ANA, f"i{n}")
            for n in range(60)
        )
    )
    assert len({suyo.flujo for suyo, _ in dias if not suyo.previo}) <= 3  # uno por canal, como mucho
    assert await comprobar(diario.motor, [CONTADOR, DADOS_DEL_DIA]) == []
