"""La verificación, contra la receta escrita aparte con `hmac` y nada más."""

import hashlib
import hmac
from dataclasses import replace

import pytest

from servicios.azar import Sorteo
from servicios.dados.mesa import JUGADORES_MAXIMOS
from servicios.deshacer import Deshacer
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.libro import Anotada
from servicios.plegado import plegar
from servicios.sal import SALES, Salado, Salar, comprobar, juntar
from servicios.tiradas import numerar, sorteos
from servicios.verificacion import verificar
from tests.diario.contador import CONTADOR, Subir, Tirado, Tirar
from tests.diario.test_libro import ARBITRO, BLAS, FLUJO, MEDIANOCHE, SEMILLA, Mesa


def receta(origen: str, n: int, caras: int, sal: str = "") -> int:
    """Un dado según `docs/azar.md`, suponiendo que no hay rechazos (con 6 caras, uno de cada 10¹⁸)."""
    cola = f"|{sal}" if sal else ""
    resumen = hmac.new(SEMILLA, f"{FLUJO}|{origen}|{n}{cola}".encode(), hashlib.sha256).digest()
    return int.from_bytes(resumen[:8], "big") % caras + 1


def _partida() -> list[Anotada]:
    mesa = Mesa()
    for dados in (2, 1, 0, 3):
        mesa.dar(Tirar(dados=dados))
    return mesa.anotadas


def test_lo_guardado_cuadra_y_es_lo_que_dice_la_receta():
    comprobaciones = verificar(FLUJO, _partida(), SEMILLA)
    assert [c.tirada.numero for c in comprobaciones] == [1, 2, 3]
    assert [c.orden for c in comprobaciones] == [2, 3, 5]
    for comprobacion in comprobaciones:
        esperados = tuple(receta(f"o{comprobacion.orden}", n, 6) for n in range(len(comprobacion.esperado.caras)))
        assert comprobacion.tirada.sorteo.valores == esperados
        assert comprobacion.cuadra
        assert comprobacion.del_origen
        assert comprobacion.seguida


def _con_sorteo(anotada: Anotada, **cambios: object) -> Anotada:
    (hecho,) = anotada.hechos
    assert isinstance(hecho, Tirado)
    return replace(anotada, hechos=(Tirado(sorteo=hecho.sorteo.model_copy(update=cambios)),))


def test_un_dado_cambiado_se_nota_y_solo_ese():
    partida = _partida()
    (hecho,) = partida[1].hechos
    assert isinstance(hecho, Tirado)
    primero, segundo = hecho.sorteo.valores
    partida[1] = _con_sorteo(partida[1], valores=(primero % 6 + 1, segundo))
    assert [c.cuadra for c in verificar(FLUJO, partida, SEMILLA)] == [False, True, True]


def test_elegir_otro_punto_de_la_semilla_se_nota():
    partida = _partida()
    partida[1] = _con_sorteo(partida[1], desde=5, valores=(receta("o2", 5, 6), receta("o2", 6, 6)))
    comprobacion = verificar(FLUJO, partida, SEMILLA)[0]
    assert comprobacion.esperado == comprobacion.tirada.sorteo
    assert not comprobacion.seguida
    assert not comprobacion.cuadra


def test_usar_otra_etiqueta_que_la_de_la_orden_se_nota():
    partida = _partida()
    partida[1] = _con_sorteo(partida[1], etiqueta="otra", valores=(receta("otra", 0, 6), receta("otra", 1, 6)))
    comprobacion = verificar(FLUJO, partida, SEMILLA)[0]
    assert comprobacion.cuadra
    assert not comprobacion.del_origen


def test_los_sorteos_se_encuentran_por_hondo_que_esten():
    uno, dos, tres = (Sorteo(etiqueta="e", desde=n, caras=(6,), valores=(n,)) for n in (1, 2, 3))
    vacio = Sorteo(etiqueta="e", desde=0, caras=(), valores=())
    hondo = [(uno, {"a": [vacio, dos]}), "texto", Tirado(sorteo=tres), None]
    assert list(sorteos(hondo)) == [uno, dos, tres]
    assert [t.numero for t in numerar(FLUJO, 4, hondo)] == [5, 6, 7]


def test_sin_tiradas_no_hay_nada_que_comprobar():
    assert verificar(FLUJO, [Anotada(1, 1, MEDIANOCHE, "o1", ())], SEMILLA) == ()


def _con_sal() -> list[Anotada]:
    mesa = Mesa()
    mesa.dar(Tirar(dados=2))
    mesa.dar(Salar(sal="Mellon"), BLAS)
    mesa.dar(Tirar(dados=2))
    mesa.dar(Salar(sal="42"))
    mesa.dar(Tirar(dados=2))
    return mesa.anotadas


def test_la_sal_entra_desde_la_tirada_siguiente():
    comprobaciones = verificar(FLUJO, _con_sal(), SEMILLA)
    for comprobacion, sal in zip(comprobaciones, ("", "2-Mellon", "2-Mellon.1-42"), strict=True):
        assert comprobacion.tirada.sorteo.valores == tuple(
            receta(f"o{comprobacion.orden}", n, 6, sal) for n in range(2)
        )
        assert comprobacion.cuadra


def test_una_tirada_sin_la_sal_que_habia_se_nota():
    partida = _con_sal()
    partida[3] = _con_sorteo(partida[3], sal="", valores=tuple(receta("o4", n, 6) for n in range(2)))
    comprobaciones = verificar(FLUJO, partida, SEMILLA)
    assert [c.cuadra for c in comprobaciones] == [True, False, True]
    assert comprobaciones[1].seguida
    assert not comprobaciones[1].salada


def test_deshacer_no_quita_la_sal():
    mesa = Mesa()
    mesa.dar(Subir())
    mesa.dar(Salar(sal="Mellon"))
    mesa.dar(Deshacer())
    assert mesa.libro.estado.puntos == 0
    assert mesa.libro.sal == "1-Mellon" == plegar(CONTADOR, FLUJO, mesa.anotadas).sal


@pytest.mark.parametrize("sal", ["", "con espacio", "ñandú", "a" * 33, "tubo|", "a.b"])
def test_una_sal_que_no_vale_se_rechaza(sal: str):
    with pytest.raises(ErrorDeDominio, match="de 1 a 32 letras sin tilde o cifras"):
        Mesa().dar(Salar(sal=sal))


def test_la_sal_la_ponen_quienes_juegan_una_cada_uno():
    mesa = Mesa()
    with pytest.raises(SinPermiso, match="quien juega"):
        mesa.dar(Salar(sal="ajena"), ARBITRO)
    mesa.dar(Salar(sal="2"))
    with pytest.raises(ErrorDeDominio, match="Ya has puesto tu sal"):
        mesa.dar(Salar(sal="otra"))
    mesa.dar(Salar(sal="x"), BLAS)  # nadie le ha quitado el sitio
    assert mesa.libro.sal == "1-2.2-x"


def test_hay_sitio_para_la_sal_de_mas_jugadores_de_los_que_caben_en_una_mesa():
    sal = ""
    for persona in range(1, SALES + 1):
        comprobar(sal, Salado(persona=persona, sal="a"))
        sal = juntar(sal, Salado(persona=persona, sal="a"))
    assert SALES > JUGADORES_MAXIMOS
    with pytest.raises(ErrorDeDominio, match=f"ya hay {SALES} sales"):
        comprobar(sal, Salado(persona=SALES + 1, sal="a"))


def test_lo_anotado_se_pliega_aunque_hoy_no_se_admitiera():
    """Cambiar mañana qué sal vale no puede dejar sin leer las partidas de hoy."""
    anotadas = [Anotada(n, 1, MEDIANOCHE, f"o{n}", (Salado(persona=1, sal="ñ"),)) for n in (1, 2)]
    assert plegar(CONTADOR, FLUJO, anotadas).sal == "1-ñ.1-ñ"
    assert verificar(FLUJO, anotadas, SEMILLA) == ()
