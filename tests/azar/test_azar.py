"""El azar comprobable contra una versión escrita aparte, y sus leyes."""

import hmac
import struct
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.azar import Azar, Sorteo, barajado, codigo, compromiso, nueva_semilla, repetir

SEMILLA = bytes(range(32))
FLUJO = "1/guerra/7"


def aparte(semilla: bytes, flujo: str, etiqueta: str, caras: list[int]) -> list[int]:
    """Lo mismo que dice docs/azar.md, por otro camino: struct en vez de int.from_bytes, y el rechazo por división."""
    salida, n = [], 0
    for c in caras:
        while True:
            resumen = hmac.new(semilla, b"|".join((flujo.encode(), etiqueta.encode(), str(n).encode())), "sha256")
            (valor,) = struct.unpack(">Q", resumen.digest()[:8])
            n += 1
            if valor // c < 2**64 // c:
                break
        salida.append(valor - valor // c * c + 1)
    return salida


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 10**6), max_size=20))
def test_coincide_con_otra_version(semilla: bytes, caras: list[int]) -> None:
    assert list(Azar(semilla, FLUJO, "99").sortear(caras).valores) == aparte(semilla, FLUJO, "99", caras)


def test_vectores_fijos() -> None:
    """Calculados con `openssl dgst -sha256 -mac HMAC`, no con este programa."""
    de_openssl = [0x0BE92A36217767A3, 0x1B5AC50DB06179E7]  # ocho primeros bytes de «1/guerra/7|99|0» y «…|1»
    assert Azar(SEMILLA, FLUJO, "99").dados(2).valores == tuple(valor % 6 + 1 for valor in de_openssl)
    assert compromiso(SEMILLA) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_el_rechazo_salta_al_siguiente(monkeypatch: pytest.MonkeyPatch) -> None:
    """Con caras = 2⁶³ + 1 se rechaza casi la mitad: los `n` consumidos tienen que ser más que los dados."""
    azar = Azar(SEMILLA, FLUJO, "1")
    caras = 2**63 + 1
    valores = azar.sortear([caras] * 50)
    siguiente = azar.sortear([6]).desde
    assert siguiente > 50
    assert list(valores.valores) == aparte(SEMILLA, FLUJO, "1", [caras] * 50)


def test_cada_dado_de_una_orden_usa_otro_n_y_cada_orden_otra_etiqueta() -> None:
    uno = Azar(SEMILLA, FLUJO, "1")
    primera, segunda = uno.dados(100), uno.dados(100)
    assert segunda.desde == 100
    assert primera.valores != segunda.valores
    assert Azar(SEMILLA, FLUJO, "2").dados(100).valores != primera.valores
    assert Azar(SEMILLA, "1/guerra/8", "1").dados(100).valores != primera.valores


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 50), max_size=10), st.integers(0, 5))
def test_repetir_da_lo_mismo_aunque_no_fuera_la_primera(semilla: bytes, caras: list[int], antes: int) -> None:
    azar = Azar(semilla, FLUJO, "7")
    azar.dados(antes)
    sorteo = azar.sortear(caras)
    assert repetir(semilla, FLUJO, sorteo) == sorteo


@given(st.integers(0, 12))
def test_barajar_es_una_permutacion_que_se_rehace(cuantos: int) -> None:
    orden, sorteo = Azar(SEMILLA, FLUJO, "b").barajar(range(cuantos))
    assert sorted(orden) == list(range(cuantos))
    assert barajado(range(cuantos), sorteo) == orden
    assert sorteo.caras == tuple(range(cuantos, 1, -1))


def test_barajar_da_todos_los_ordenes_por_igual() -> None:
    veces = Counter(Azar(SEMILLA, FLUJO, str(i)).barajar("abcd")[0] for i in range(24 * 400))
    assert set(veces) == set(permutations("abcd"))
    ji = sum((v - 400) ** 2 / 400 for v in veces.values())
    assert ji < 49.73  # χ² con 23 grados de libertad, 99,9 %


def test_las_caras_salen_por_igual() -> None:
    veces = Counter(Azar(SEMILLA, FLUJO, "ji").dados(60_000).valores)
    ji = sum((veces[c] - 10_000) ** 2 / 10_000 for c in range(1, 7))
    assert ji < 20.52  # χ² con 5 grados de libertad, 99,9 %


def test_el_compromiso_no_sirve_para_adivinar() -> None:
    """La trampa del estudio: derivar los dados de lo publicado. Del compromiso no sale la tirada."""
    adivino = Azar(bytes.fromhex(compromiso(SEMILLA)), FLUJO, "1").dados(40).valores
    assert adivino != Azar(SEMILLA, FLUJO, "1").dados(40).valores


def test_la_semilla_no_se_ensena_sola() -> None:
    azar = Azar(SEMILLA, FLUJO, "1")
    azar.dados(3)
    assert SEMILLA.hex() not in repr(azar)
    assert repr(SEMILLA) not in repr(azar)
    assert SEMILLA.hex() not in codigo(FLUJO, azar.dados(1))


def test_las_semillas_no_se_repiten() -> None:
    semillas = {nueva_semilla() for _ in range(100)}
    assert len(semillas) == 100
    assert all(len(s) == 32 for s in semillas)


def test_un_dado_imposible_se_rechaza() -> None:
    with pytest.raises(ValueError, match="0 caras"):
        Azar(SEMILLA, FLUJO, "1").sortear([0])


def test_el_codigo_depende_de_lo_que_salio() -> None:
    base = Sorteo(etiqueta="1", desde=0, caras=(6,), valores=(3,))
    assert codigo(FLUJO, base) != codigo(FLUJO, base.model_copy(update={"valores": (4,)}))
    assert len(codigo(FLUJO, base)) == 6


@pytest.mark.lento
def test_un_millon_de_dados_sin_sesgo_ni_memoria() -> None:
    valores = Azar(SEMILLA, FLUJO, "millon").dados(1_000_000).valores
    veces = Counter(valores)
    ji = sum((veces[c] - 1e6 / 6) ** 2 / (1e6 / 6) for c in range(1, 7))
    assert ji < 20.52
    pares = Counter(pairwise(valores))
    esperado = (len(valores) - 1) / 36
    serie = sum((pares[a, b] - esperado) ** 2 / esperado for a in range(1, 7) for b in range(1, 7))
    assert serie - ji < 59.7  # prueba de series: χ² con 30 grados de libertad, 99,9 %
