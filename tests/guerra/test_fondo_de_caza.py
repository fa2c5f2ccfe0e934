"""El Fondo de Caza: sacar sin devolver, rehacerlo y lo que cambia al llegar a Mordor."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.azar import Azar
from servicios.errores import ErrorDeDominio
from servicios.guerra import fondo as f
from servicios.guerra.caza import Condiciones, Motivo, cazar, dano, tirar
from servicios.guerra.fondo import Fondo
from servicios.guerra.tablas import ficha, tablas
from tests.guerra.mesa import AzarFijo

ESPECIALES = [cual.id for cual in tablas().fichas.values() if cual.especial]


def test_se_saca_sin_devolver_y_al_vaciarse_vuelven_todas() -> None:
    azar = Azar(b"x" * 32, "f", "o")
    fondo = Fondo.completo()
    sacadas: list[str] = []
    for vez in range(1, 17):
        cual, sorteo = f.sacar(fondo, azar)
        assert sorteo.caras == (17 - vez,)
        sacadas.append(cual)
        fondo = f.tras_sacar(fondo, cual)
    assert Counter(sacadas) == Counter(Fondo.completo().dentro)
    assert fondo == Fondo.completo()


def test_con_especiales_anade_solo_las_que_no_han_aparecido() -> None:
    fondo = Fondo(dentro=("3", "capas"), gastadas=("redoma",))
    assert set(f.con_especiales(fondo, "azul").dentro) == {"3", "capas", "cuerda", "smeagol"}
    assert len(f.con_especiales(Fondo.completo()).dentro) == 24
    assert f.con_especiales(f.con_especiales(fondo)) == f.con_especiales(fondo)


def test_las_especiales_no_vuelven_al_rehacerlo() -> None:
    fondo = Fondo(dentro=("3",), sacadas=("ojo-r", "0-r"))
    fondo = f.poner_especial(fondo, "redoma", en_mordor=True)
    fondo = f.tras_sacar(f.tras_sacar(fondo, "redoma"), "3")
    assert fondo.dentro == ("ojo-r", "3", "0-r")
    assert fondo.gastadas == ("redoma",)


def test_al_entrar_en_mordor_vuelven_los_ojos_y_entran_las_apartadas() -> None:
    fondo = Fondo(dentro=("1", "1"), sacadas=("ojo-r", "ojo-r", "3", "2"))
    fondo = f.poner_especial(fondo, "antro", en_mordor=False)
    assert "antro" not in fondo.dentro
    dentro = f.al_entrar_en_mordor(fondo)
    assert Counter(dentro.dentro) == Counter(["ojo-r", "ojo-r", "1", "1", "antro"])
    assert dentro.sacadas == ("3", "2")
    assert dentro.apartadas == ()


def test_ficha_especial_una_sola_vez_y_solo_especial() -> None:
    fondo = f.poner_especial(Fondo.completo(), "capas", en_mordor=False)
    with pytest.raises(ErrorDeDominio, match="ya está en juego"):
        f.exigir_especial(fondo, "capas")
    with pytest.raises(ErrorDeDominio, match="es normal"):
        f.exigir_especial(fondo, "ojo-r")
    assert f.exigir_especial(fondo, "cuerda").carta


def test_devolver_una_ficha_recien_sacada() -> None:
    fondo = Fondo.completo()
    assert f.devolver(f.tras_sacar(fondo, "2-r"), "2-r") == fondo
    # si era la última, ya ha vuelto al rehacerse el Fondo
    ultima = Fondo(dentro=("3",), sacadas=("1",))
    assert f.devolver(f.tras_sacar(ultima, "3"), "3").dentro == ("3", "1")


def test_retirar_para_siempre() -> None:
    fondo = f.retirar(f.tras_sacar(Fondo.completo(), "ojo-r"), "ojo-r")
    assert fondo.dentro.count("ojo-r") == 3
    assert fondo.sacadas == ()
    with pytest.raises(ErrorDeDominio, match="No se puede retirar"):
        f.retirar(Fondo(dentro=("3",)), "3")
    with pytest.raises(ErrorDeDominio, match="No se puede retirar"):
        f.retirar(Fondo.completo(), "redoma")


PASOS = st.lists(
    st.tuples(st.sampled_from(["sacar", "poner", "mordor", "devolver", "retirar"]), st.integers(0, 100)),
    max_size=60,
)


@given(PASOS)
def test_no_se_pierde_ni_se_inventa_ninguna_ficha(pasos: list[tuple[str, int]]) -> None:
    fondo = Fondo.completo()
    ultima = ""
    for que, cual in pasos:
        especial = ESPECIALES[cual % len(ESPECIALES)]
        if que == "sacar":
            ultima = fondo.dentro[cual % len(fondo.dentro)]
            fondo = f.tras_sacar(fondo, ultima)
        elif que == "poner" and fondo.fuera_de_juego(especial):
            fondo = f.poner_especial(fondo, especial, en_mordor=bool(cual % 2))
        elif que == "mordor":
            fondo = f.al_entrar_en_mordor(fondo)
        elif que == "devolver" and ultima:
            fondo = f.devolver(fondo, ultima)
            ultima = ""
        elif que == "retirar":
            try:
                fondo = f.retirar(fondo, fondo.dentro[cual % len(fondo.dentro)])
            except ErrorDeDominio:
                assert len([c for c in (*fondo.dentro, *fondo.sacadas) if not ficha(c).especial]) == 1
        todas = Counter((*fondo.dentro, *fondo.sacadas, *fondo.gastadas, *fondo.apartadas, *fondo.retiradas))
        assert all(todas[c.id] == c.copias for c in tablas().fichas.values() if not c.especial)
        assert all(todas[c] <= 1 for c in ESPECIALES)
        assert fondo.dentro


@pytest.mark.parametrize(
    ("cual", "por", "puntos"),
    [
        ("3", Motivo.MOVIMIENTO, 3),
        ("0-r", Motivo.MOVIMIENTO, 0),
        ("ojo-r", Motivo.MOVIMIENTO, 2),
        ("ojo-r", Motivo.MORDOR, 4),
        ("ojo-r", Motivo.BALUARTE, 0),
        ("ojo-r", Motivo.EVENTO, 0),
        ("ojo-r", Motivo.DECLARACION, 0),
        ("redoma", Motivo.MORDOR, -2),
        ("antro", Motivo.MORDOR, 6),
    ],
)
def test_dano_de_cada_ficha(cual: str, por: Motivo, puntos: int) -> None:
    assert dano(ficha(cual), por, exitos=2, casilla=4, dado=6).puntos == puntos


def test_tirada_de_caza_del_ejemplo() -> None:
    """Nivel 3 y +1: 2, 5, 1 → solo el 5; el Nazgûl relanza un fallo: 4, con +1 no basta."""
    tirada = tirar(3, 1, Condiciones(nazgul=True), AzarFijo([2, 5, 1, 4]))
    assert tirada.exitos == 1
    assert [d.total for d in tirada.dados] == [3, 6, 2]
    assert tirada.condiciones.motivos == ("Nazgûl",)


def test_el_1_natural_falla_aunque_sume() -> None:
    assert tirar(2, 6, Condiciones(), AzarFijo([1, 2])).exitos == 1


def test_cada_condicion_relanza_un_dado_distinto() -> None:
    """Con un solo dado fallado, tres condiciones relanzan una vez."""
    tirada = tirar(2, 0, Condiciones(baluarte=True, ejercito=True, nazgul=True), AzarFijo([6, 2, 3]))
    assert tirada.relanzamiento is not None
    assert tirada.relanzamiento.valores == (3,)


@pytest.mark.parametrize(("nivel", "dados_pl"), [(-1, 0), (11, 0), (3, -1), (3, 7)])
def test_caza_imposible(nivel: int, dados_pl: int) -> None:
    with pytest.raises(ErrorDeDominio, match="has puesto"):
        tirar(nivel, dados_pl, Condiciones(), AzarFijo([]))


def test_caza_suelta_con_fondo_nuevo() -> None:
    exito = cazar(2, 0, Condiciones(), AzarFijo([6, 6, "ojo-r"]))
    assert exito.sacada is not None
    assert exito.sacada.revela
    assert exito.dano is not None
    assert exito.dano.puntos == 2
    fallo = cazar(2, 0, Condiciones(), AzarFijo([5, 5]))
    assert (fallo.ficha, fallo.dano) == (None, None)
