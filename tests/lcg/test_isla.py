"""La isla: preparar, la vecindad, viajar, mirar, progresar, la Llave y la entrada de la gruta."""

from itertools import combinations

import pytest

from servicios.lcg import tablas
from servicios.lcg.agregado import ISLA
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.exploracion import Mirado, Mirar, Viajado, Viajar, Volteado, Voltear
from servicios.lcg.isla import AbrirIsla, AnotarLlave, ElegirInicio, IslaPreparada
from servicios.lcg.mapa import CASILLAS, Isla, Llave, celdas, distancia, filas, preparacion, vecina, vecinas
from servicios.lcg.mesa import PasarRonda
from servicios.lcg.progreso import ProgresoDeCarta, ProgresoDeMision, ProgresoPuesto
from tests.lcg.juego import Juego, asientos


def isla(a1: str = "tumbas-anegadas", c1: str = "ruinas-inundadas", desde: str = "A1") -> Juego[Isla]:
    juego = Juego(ISLA)
    juego.dar(AbrirIsla(jugadores=asientos(25, 25), esquinas=(a1, c1)))
    juego.dar(ElegirInicio(casilla=desde))
    return juego


def viajar(juego: Juego[Isla], casilla: str, reverso: str | None = None) -> None:
    """Completa el Lugar activo y viaja."""
    juego.dar(ProgresoDeMision(puntos=9))
    juego.dar(Viajar(casilla=casilla, reverso=reverso))


def test_al_empezar_se_ven_las_dos_esquinas_y_nada_mas() -> None:
    juego = Juego(ISLA)
    juego.dar(AbrirIsla(jugadores=asientos(25)))
    vistas = [c for c in CASILLAS if juego.estado.lugar(c).reverso is not None]
    assert vistas == ["A1", "C1"]
    assert preparacion(juego.estado) == ()
    juego.niega(Viajar(casilla="A2"), "Antes elige de qué esquina")
    juego.niega(ElegirInicio(casilla="A5"), "esquinas de la izquierda")
    juego.dar(ElegirInicio(casilla="C1"))
    juego.niega(ElegirInicio(casilla="A1"), "ya empezó")
    assert juego.estado.activo == "C1"


def test_el_mapa_es_de_tres_filas_de_cinco_con_el_templo_a_la_derecha() -> None:
    titulos = [[c.titulo for c in fila] for fila in filas(Isla())]
    assert titulos == [["Isla Perdida"] * 4 + ["El Templo de los Engañados"]] * 3


def test_adyacente_es_ortogonal_y_nunca_diagonal() -> None:
    assert set(vecinas("B3")) == {"A3", "C3", "B2", "B4"}
    assert set(vecinas("A1")) == {"B1", "A2"}
    assert vecina("B4", "derecha") == "B5"
    assert vecina("A1", "arriba") is None
    for una, otra in combinations(CASILLAS, 2):
        assert (otra in vecinas(una)) is (distancia(una, otra) == 1)


def test_el_area_de_preparacion_son_las_adyacentes_al_activo() -> None:
    juego = isla(desde="C1")
    assert set(preparacion(juego.estado)) == {"B1", "C2"}
    marcadas = {c.casilla for c in celdas(juego.estado) if c.preparacion}
    assert marcadas == {"B1", "C2"}


def test_se_viaja_con_el_progreso_completo_y_lo_dejado_queda_explorado() -> None:
    juego = isla()
    juego.dar(ProgresoDeMision(puntos=1))
    rechazo = juego.niega(Viajar(casilla="A2"), "A1 tiene 1 de 2 de progreso")
    assert "002, «Exploración»" in (rechazo.detalle or "")
    juego.dar(ProgresoDeMision(puntos=1))
    assert juego.estado.activo == "A1", "llegar a sus puntos de misión no lo explora"
    viaje, vuelta = juego.dar(Viajar(casilla="A2", reverso="cavernas", desde="A1"))
    assert isinstance(viaje, Viajado)
    assert isinstance(vuelta, Volteado)
    dejado = juego.estado.lugar("A1")
    assert (dejado.explorado, dejado.progreso, dejado.boca_arriba) == (True, 0, True)
    assert (juego.estado.activo, juego.estado.lugar("A2").reverso) == ("A2", "cavernas")
    juego.niega(Viajar(casilla="A1", desde="A1"), "el Lugar activo es A2")


def test_se_puede_volver_a_un_lugar_explorado() -> None:
    juego = isla()
    viajar(juego, "A2", "tumbas-anegadas")
    juego.dar(ProgresoDeMision(puntos=2))
    [viaje] = juego.dar(Viajar(casilla="A1"))
    assert isinstance(viaje, Viajado)
    assert juego.estado.lugar("A1").mision == 2
    assert juego.estado.activo == "A1"


@pytest.mark.parametrize("casilla", ["B2", "A3", "C1", "A5"])
def test_no_se_viaja_a_lo_que_no_esta_en_preparacion(casilla: str) -> None:
    juego = isla()
    juego.dar(ProgresoDeMision(puntos=2))
    juego.niega(Viajar(casilla=casilla), "no está en el área de preparación")


def test_a_donde_no_se_viaja() -> None:
    juego = isla()
    juego.niega(Viajar(casilla="A1"), "ya es el Lugar activo")
    juego.niega(Viajar(casilla="D9"), "no hay casilla «D9»")


def test_lo_que_no_se_ha_visto_se_sortea_entre_lo_que_queda() -> None:
    juego = Juego(ISLA)
    juego.dar(AbrirIsla(jugadores=asientos(25)))
    juego.dar(ElegirInicio(casilla="A1"))
    for casilla in CASILLAS:
        if casilla not in {"A1", "C1"}:
            juego.dar(Mirar(casilla=casilla, por="efecto"))
    hay = sorted(lugar.reverso or "" for lugar in juego.estado.lugares)
    assert hay == sorted(r.id for r in tablas.tablas().isla.values() for _ in range(r.copias))
    templo = {juego.estado.lugar(c).reverso for c in ("A5", "B5", "C5")}
    assert templo == {"entrada", "salas"}


def test_las_cartas_de_la_mesa_tienen_que_poder_ser() -> None:
    juego = isla("tumbas-anegadas", "tumbas-anegadas")
    juego.dar(ProgresoDeMision(puntos=2))
    juego.niega(Viajar(casilla="A2", reverso="tumbas-anegadas"), "no puede estar en A2: ya se han visto todas")
    juego.niega(
        Viajar(casilla="A2", reverso="entrada"), "no puede estar en A2: solo está en la columna del templo"
    )
    fuera = "no puede estar en A5: solo está fuera de la columna del templo"
    juego.niega(Mirar(casilla="A5", por="efecto", reverso="riscos"), fuera)
    juego.niega(Viajar(casilla="A2", reverso="moria"), "ningún Lugar de la isla")
    juego.dar(Mirar(casilla="A2", por="efecto", reverso="cavernas"))
    juego.niega(Viajar(casilla="A2", reverso="senda"), "ya se había mirado")
    juego.dar(Viajar(casilla="A2"))
    assert juego.estado.lugar("A2").reverso == "cavernas"


def test_mirar_cuesta_cuatro_fichas_de_la_propia_isla() -> None:
    juego = isla()
    juego.dar(ProgresoDeCarta(casilla="A2", puntos=3, motivo="Exploradores"))
    rechazo = juego.niega(Mirar(casilla="A2"), "tiene 3 de progreso, y mirarla cuesta 4")
    assert "002, «Inexplorado»" in (rechazo.detalle or "")
    juego.dar(ProgresoDeCarta(casilla="A2", puntos=3))
    [hecho] = juego.dar(Mirar(casilla="A2", reverso="senda"))
    assert isinstance(hecho, Mirado)
    lugar = juego.estado.lugar("A2")
    assert (lugar.progreso, lugar.reverso, lugar.boca_arriba, lugar.mision) == (2, "senda", False, None)
    juego.niega(Mirar(casilla="A2"), "ya se ha mirado: es Senda de la selva")
    juego.niega(Mirar(casilla="A1"), "boca arriba")
    juego.niega(Mirar(casilla="A5"), "no se miran con progreso")


def test_voltear_retira_el_progreso() -> None:
    juego = isla()
    juego.dar(ProgresoDeCarta(casilla="A2", puntos=3))
    juego.dar(Voltear(casilla="A2", reverso="riscos", motivo="Mapa"))
    assert (juego.estado.lugar("A2").progreso, juego.estado.lugar("A2").mision) == (0, 4)
    juego.dar(ProgresoDeMision(puntos=1))
    juego.dar(Voltear(casilla="A1"))
    activo = juego.estado.lugar("A1")
    assert (activo.progreso, activo.mision, activo.reverso) == (0, None, "tumbas-anegadas")
    juego.niega(Viajar(casilla="A2"), "está boca abajo")


def test_el_progreso_va_primero_al_activo_y_no_pasa_de_sus_puntos() -> None:
    juego = isla()
    juego.niega(ProgresoDeMision(puntos=3, reparto={"A2": 2}), "al Lugar activo van 2 y quedan 1")
    [hecho] = juego.dar(ProgresoDeMision(puntos=6, reparto={"A2": 3}))
    assert isinstance(hecho, ProgresoPuesto)
    assert [(a.casilla, a.a) for a in hecho.avances] == [("A1", 2), ("A2", 3)]
    assert hecho.a_la_mision == 1
    juego.niega(ProgresoDeMision(puntos=1, reparto={"B2": 1}), "no está en el área de preparación")
    juego.niega(ProgresoDeCarta(casilla="A1", puntos=1), "todo el progreso que admite")
    juego.niega(ProgresoDeCarta(casilla="C3", puntos=1), "no está en el área de preparación")
    juego.niega(ProgresoDeCarta(casilla="B1", puntos=-1), "no tiene progreso que quitar")
    juego.niega(ProgresoDeMision(puntos=0), "de 1 a 99")
    juego.dar(ProgresoDeCarta(casilla="A2", puntos=-9))
    assert juego.estado.lugar("A2").progreso == 0


def test_todo_el_progreso_puede_ir_a_la_mision() -> None:
    juego = isla()
    juego.dar(ProgresoDeMision(puntos=2))
    [hecho] = juego.dar(ProgresoDeMision(puntos=2))
    assert hecho.relato(juego.nombres) == "Progreso: 2 para la misión."


def llegar_al_templo() -> Juego[Isla]:
    juego = isla()
    for columna, reverso in ((2, "templo-maldito"), (3, "templo-maldito"), (4, "tumbas-anegadas")):
        viajar(juego, f"A{columna}", reverso)
    juego.dar(ProgresoDeMision(puntos=2))
    return juego


def test_el_templo_pide_la_llave_y_la_agota() -> None:
    juego = llegar_al_templo()
    rechazo = juego.niega(Viajar(casilla="A5"), "hace falta la Llave de la Puerta")
    assert "002, «Exploración»" in (rechazo.detalle or "")
    juego.niega(AnotarLlave(llave=Llave.AGOTADA), "hace falta la Llave")
    juego.dar(AnotarLlave(llave=Llave.LISTA))
    juego.niega(AnotarLlave(llave=Llave.LISTA), "ya está así")
    juego.dar(Viajar(casilla="A5", reverso="salas"))
    assert juego.estado.llave is Llave.AGOTADA
    juego.dar(ProgresoDeMision(puntos=5))
    juego.niega(Viajar(casilla="B5"), "sin agotar")
    juego.dar(PasarRonda())
    juego.dar(Viajar(casilla="B5", reverso="entrada"))
    assert juego.estado.activo == "B5"


def test_a_un_lugar_del_templo_ya_descubierto_se_vuelve_sin_la_llave() -> None:
    """002:51 pide encontrarla para entrar; agotarla, el lado «El Templo de los Engañados», que ya no está a la vista."""
    juego = llegar_al_templo()
    juego.dar(AnotarLlave(llave=Llave.LISTA))
    juego.dar(Viajar(casilla="A5", reverso="salas"))
    juego.dar(ProgresoDeMision(puntos=5))
    juego.dar(Viajar(casilla="A4"))
    juego.dar(ProgresoDeMision(puntos=2))
    assert juego.estado.llave is Llave.AGOTADA
    [viaje] = juego.dar(Viajar(casilla="A5"))
    assert isinstance(viaje, Viajado)
    assert not viaje.llave
    assert juego.estado.activo == "A5"
    juego.dar(ProgresoDeMision(puntos=5))
    juego.niega(Viajar(casilla="B5"), "sin agotar")
    juego.dar(Voltear(casilla="B5", reverso="entrada"))
    juego.dar(Viajar(casilla="B5"))
    assert juego.estado.activo == "B5"


def test_al_templo_no_se_entra_sin_haber_encontrado_la_llave_aunque_se_vea() -> None:
    juego = llegar_al_templo()
    juego.dar(Voltear(casilla="A5", reverso="salas"))
    juego.niega(Viajar(casilla="A5"), "hace falta la Llave de la Puerta")
    juego.dar(AnotarLlave(llave=Llave.LISTA))
    juego.dar(AnotarLlave(llave=Llave.AGOTADA))
    juego.dar(Viajar(casilla="A5"))
    assert (juego.estado.activo, juego.estado.llave) == ("A5", Llave.AGOTADA)


def test_se_gana_con_ocho_de_progreso_en_la_entrada() -> None:
    juego = llegar_al_templo()
    juego.dar(AnotarLlave(llave=Llave.LISTA))
    juego.dar(Viajar(casilla="A5", reverso="entrada"))
    juego.dar(ProgresoDeMision(puntos=7))
    assert juego.estado.fin is None
    juego.dar(ProgresoDeMision(puntos=1))
    assert (juego.estado.fin, juego.estado.causa) == (Fin.VICTORIA, Causa.ENTRADA)
    assert juego.relatos()[-1] == "Victoria: la entrada de la gruta tiene 8 de progreso."


def test_lo_que_algunos_lugares_cambian_del_area_de_preparacion() -> None:
    riscos = isla("riscos")
    assert set(preparacion(riscos.estado)) == {"B1"}, "el de su derecha no cuenta"
    senda = isla("senda")
    assert set(preparacion(senda.estado)) == {"A2"}, "ni el de arriba ni el de abajo"
    senda.dar(Voltear(casilla="A1"))
    assert set(preparacion(senda.estado)) == {"A2", "B1"}, "boca abajo es una Isla Perdida, aunque se sepa cuál"


def test_desde_las_cavernas_se_llega_a_tres_de_distancia() -> None:
    juego = isla("cavernas")
    juego.dar(ProgresoDeMision(puntos=6))
    juego.niega(Viajar(casilla="B4"), "no está en el área de preparación")
    juego.dar(Viajar(casilla="B3", reverso="senda"))
    assert juego.estado.activo == "B3"


def test_el_mapa_se_escribe() -> None:
    juego = isla()
    juego.dar(ProgresoDeMision(puntos=1))
    juego.dar(Mirar(casilla="A2", por="efecto", reverso="cavernas"))
    textos = [c.texto for c in celdas(juego.estado)]
    assert textos[0] == "A1 · Tumbas anegadas · 1/2 · activo"
    assert textos[1] == "A2 · Isla Perdida · visto: Cavernas sinuosas · preparación"
    assert textos[14] == "C5 · El Templo de los Engañados"


def test_los_reversos_salen_de_los_numeros_como_dice_la_receta() -> None:
    """docs/lcg.md: un número entre los que nadie ha visto de su lado, por orden alfabético."""
    juego = isla("cavernas", "cavernas")
    quedan = {
        templo: sorted(r.id for r in tablas.tablas().isla.values() if r.templo is templo for _ in range(r.copias))
        for templo in (False, True)
    }
    quedan[False] = [reverso for reverso in quedan[False] if reverso != "cavernas"]
    for casilla in ("B1", "A5", "C4", "C5", "A2", "B5"):
        [hecho] = juego.dar(Mirar(casilla=casilla, por="efecto"))
        assert isinstance(hecho, Mirado)
        sorteo = hecho.descubierto.sorteo
        assert sorteo is not None
        de_su_lado = quedan[casilla.endswith("5")]
        assert sorteo.caras == (len(de_su_lado),)
        assert hecho.descubierto.reverso == de_su_lado.pop(sorteo.valores[0] - 1)


def test_un_sorteo_solo_hay_cuando_nadie_lo_sabia() -> None:
    juego = Juego(ISLA)
    juego.dar(AbrirIsla(jugadores=asientos(25), esquinas=("riscos", None)))
    preparada = juego.hechos[-1]
    assert isinstance(preparada, IslaPreparada)
    esquinas = preparada.esquinas
    assert [d.sorteo is None for d in esquinas] == [True, False]
    assert esquinas[1].sorteo is not None
    assert esquinas[1].sorteo.caras == (11,), "quedan 11 sin ver de los 12"
