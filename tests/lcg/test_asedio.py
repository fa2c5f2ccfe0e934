"""El asedio: elegir etapa, resolver de oeste a este, revelar, mover, compartir etapa, y el final de la ronda."""

import pytest

from servicios.errores import ErrorDeDominio
from servicios.lcg.abandono import Abandonar
from servicios.lcg.agregado import ASEDIO
from servicios.lcg.asedio import (
    AbrirAsedio,
    ElegirEtapa,
    EmpezarPaso,
    ResolverEtapa,
    por_preparar,
    por_revelar,
)
from servicios.lcg.dano import CurarMision, DanarMision, DanoDeMision, ResolverFinal
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.etapas import (
    Clase,
    cartas_en,
    comparten_etapa,
    etapa_de,
    jugadores_en,
    lugar_activo,
    vecina,
)
from servicios.lcg.finales import EliminarJugador
from servicios.lcg.mesa import PasarRonda
from servicios.lcg.tablero import lineas, tablero
from servicios.lcg.tropas import (
    Enfrentar,
    MoverCarta,
    RetirarCarta,
    RevelarEncuentro,
    ViajarEnEtapa,
)
from tests.lcg.frente import abrir, en_pie, enemigo, lugar, nombres_en
from tests.lcg.juego import Juego, asientos


def test_las_etapas_empiezan_en_linea_y_se_acredita_a_alep() -> None:
    juego = abrir()
    assert en_pie(juego) == ["erebor", "valle", "rio", "este"]
    assert "A Long-extended Party (ALeP)" in juego.relatos()[1]
    assert por_revelar(juego.estado) == 3


@pytest.mark.parametrize(
    ("jugadores", "refuerzos", "muralla", "revelan"),
    [
        (1, ["Valle", "Erebor"], False, "Se revela 1 carta de Encuentro, 1 por jugador."),
        (2, ["Erebor"], False, "Se revelan 2 cartas de Encuentro, 1 por jugador."),
        (3, [], False, "Se revelan 3 cartas de Encuentro, 1 por jugador."),
        (4, [], True, "Se revelan 4 cartas de Encuentro, 1 por jugador."),
    ],
)
def test_lo_que_se_prepara_depende_de_cuantos_juegan(
    jugadores: int, refuerzos: list[str], muralla: bool, revelan: str
) -> None:
    juego = Juego(ASEDIO)
    juego.dar(AbrirAsedio(jugadores=asientos(*[30] * jugadores)))
    dicho = por_preparar(juego.estado)
    puestos = [t.removeprefix("1 «Iron Hills Reinforcements» va al área de ").rstrip(".") for t in dicho]
    assert [e for e in puestos if e in {"Valle", "Erebor"}] == refuerzos
    assert any("City Walls" in texto for texto in dicho) is muralla
    assert dicho[-1] == revelan
    for numero in range(1, jugadores + 1):
        juego.dar(ElegirEtapa(jugador=numero, etapa="valle"))
    juego.dar(EmpezarPaso(paso="recursos"))
    assert por_preparar(juego.estado) == ()


def test_una_mision_por_abandonar_detiene_la_ronda() -> None:
    juego = abrir("este", "este")
    juego.dar(EmpezarPaso(paso="recursos"))
    juego.dar(DanarMision(etapa="valle", puntos=10))
    juego.niega(ResolverEtapa(etapa="erebor"), "Antes hay que abandonar Valle")
    juego.dar(Abandonar(etapa="valle"))
    for etapa in ("erebor", "rio", "este"):
        juego.dar(ResolverEtapa(etapa=etapa))
    juego.dar(ResolverFinal())
    juego.niega(EmpezarPaso(paso="combate"), "pasa a la siguiente")


def test_se_elige_etapa_en_orden_de_juego_y_una_vez_por_ronda() -> None:
    juego = abrir()
    rechazo = juego.niega(ElegirEtapa(jugador=2, etapa="este"), "antes elige el jugador 1")
    assert "004, «Múltiples etapas" in (rechazo.detalle or "")
    juego.dar(ElegirEtapa(jugador=1, etapa="este"))
    juego.dar(ElegirEtapa(jugador=2, etapa="este"))
    juego.niega(ElegirEtapa(jugador=1, etapa="valle"), "ya ha elegido")
    juego.niega(ElegirEtapa(jugador=1, etapa="mordor"), "ninguna etapa")
    assert [j.numero for j in jugadores_en(juego.estado, "este")] == [1, 2]


def test_en_la_ronda_siguiente_elige_primero_el_nuevo_jugador_inicial() -> None:
    juego = abrir("este", "valle")
    juego.niega(PasarRonda(), "aplica el daño del final de la ronda")
    juego.dar(ResolverFinal())
    juego.dar(PasarRonda())
    assert juego.estado.por_elegir == (2, 1)
    juego.niega(EmpezarPaso(paso="recursos"), "tiene que elegir etapa el jugador 2")
    juego.dar(ElegirEtapa(jugador=2, etapa="rio"))
    assert juego.estado.puestos == {1: "este", 2: "rio"}


def test_cada_paso_se_resuelve_de_oeste_a_este_haya_o_no_jugadores() -> None:
    juego = abrir("este", "este")
    juego.niega(ResolverEtapa(etapa="erebor"), "ningún paso a medias")
    juego.niega(EmpezarPaso(paso="siesta"), "ningún paso")
    juego.dar(EmpezarPaso(paso="resolucion"))
    rechazo = juego.niega(ResolverEtapa(etapa="este"), "Antes toca Erebor: faltan 4 etapas")
    assert "004, «Oeste y este»" in (rechazo.detalle or "")
    for etapa in ("erebor", "valle", "rio"):
        juego.dar(ResolverEtapa(etapa=etapa))
    juego.niega(ResolverEtapa(etapa="rio"), "ya está resuelta")
    juego.niega(EmpezarPaso(paso="viaje"), "falta Las Defensas del Este")
    juego.dar(ResolverEtapa(etapa="este"))
    assert juego.relatos()[-1] == "Misión: resolución, en Las Defensas del Este: Persona 1 y Persona 2."
    juego.dar(EmpezarPaso(paso="viaje"))


def test_lo_revelado_va_a_la_etapa_de_su_esquina() -> None:
    juego = abrir("este", "valle")
    numero = enemigo(juego, "Rhûn Vanguard", "rio", 30)
    assert nombres_en(juego, "rio") == ["Rhûn Vanguard"]
    juego.niega(RevelarEncuentro(clase=Clase.ENEMIGO, nombre="X", etapa="rio"), "coste de enfrentamiento")
    juego.niega(RevelarEncuentro(clase=Clase.LUGAR, nombre=" ", etapa="rio"), "nombre de la carta")
    juego.niega(RevelarEncuentro(clase=Clase.OBJETIVO, nombre="X", etapa="rio"), "solo se apuntan")
    juego.dar(RetirarCarta(carta=numero))
    assert nombres_en(juego, "rio") == []
    juego.niega(RetirarCarta(carta=numero), "ninguna carta con el número")


def test_si_su_etapa_ya_no_esta_se_descarta_y_dana_a_la_mas_al_este() -> None:
    juego = abrir("valle", "valle")
    juego.dar(Abandonar(etapa="este", por_efecto=True))
    sin_etapa, dano = juego.dar(RevelarEncuentro(clase=Clase.LUGAR, nombre="Campamento", etapa="este"))
    assert sin_etapa.relato(juego.nombres) == (
        "Campamento se descarta: la etapa de Las Defensas del Este ya no está en juego."
    )
    assert isinstance(dano, DanoDeMision)
    assert (dano.etapa, dano.a) == ("rio", 2)
    assert juego.estado.cartas == ()


def test_moverse_al_oeste_y_al_este_salta_las_etapas_caidas() -> None:
    juego = abrir("valle", "erebor")
    numero = enemigo(juego, "Wainriders", "este", 42)
    juego.niega(MoverCarta(carta=numero, lado="este"), "no hay ninguna etapa en juego más allá")
    juego.dar(Abandonar(etapa="rio", por_efecto=True))
    juego.dar(MoverCarta(carta=numero, lado="oeste"))
    assert nombres_en(juego, "valle") == ["Wainriders"]
    juego.dar(MoverCarta(carta=numero, lado="oeste"))
    rechazo = juego.niega(MoverCarta(carta=numero, lado="oeste"), "no puede moverse al oeste")
    assert "004, «Mover al oeste o al este»" in (rechazo.detalle or "")
    juego.dar(MoverCarta(carta=numero, lado="este"))
    assert nombres_en(juego, "valle") == ["Wainriders"]
    assert vecina(juego.estado, "valle", "este") == juego.estado.etapas[-1]


def test_los_enfrentados_siguen_a_su_jugador_aunque_cambie_de_etapa() -> None:
    juego = abrir("este", "valle")
    numero = enemigo(juego, "Easterling Archer", "este", 25)
    rechazo = juego.niega(Enfrentar(carta=numero, jugador=2), "no comparten etapa")
    assert "004, «Múltiples etapas" in (rechazo.detalle or "")
    juego.dar(Enfrentar(carta=numero, jugador=1))
    juego.niega(Enfrentar(carta=numero, jugador=1), "ya está enfrentado")
    juego.dar(ResolverFinal())
    juego.dar(PasarRonda())
    juego.dar(ElegirEtapa(jugador=2, etapa="erebor"))
    juego.dar(ElegirEtapa(jugador=1, etapa="erebor"))
    assert etapa_de(juego.estado, juego.estado.carta(numero)) == "erebor"
    juego.dar(MoverCarta(carta=numero, lado="este"))
    assert nombres_en(juego, "valle") == ["Easterling Archer"]


def test_quien_comparte_etapa() -> None:
    juego = abrir("este", "este")
    arquero = enemigo(juego, "Easterling Archer", "este", 25)
    ciudad = lugar(juego, "City Walls", "valle")
    assert comparten_etapa(juego.estado, jugadores=[1, 2], cartas=[arquero]).comparten
    lejos = comparten_etapa(juego.estado, jugadores=[1], cartas=[ciudad])
    assert (lejos.comparten, lejos.donde) == (False, ("este", "valle"))
    with pytest.raises(ErrorDeDominio, match="al menos dos"):
        comparten_etapa(juego.estado, jugadores=[1])
    with pytest.raises(ErrorDeDominio, match="no ha elegido etapa"):
        comparten_etapa(abrir().estado, jugadores=[1, 2])


def test_cada_etapa_tiene_su_lugar_activo() -> None:
    juego = abrir("este", "valle")
    uno, otro = lugar(juego, "City Walls", "valle"), lugar(juego, "City Gates", "valle")
    lejano = lugar(juego, "Esgaroth", "rio")
    juego.dar(ViajarEnEtapa(carta=uno))
    juego.dar(ViajarEnEtapa(carta=lejano))
    juego.niega(ViajarEnEtapa(carta=otro), "Valle ya tiene un Lugar activo")
    juego.niega(ViajarEnEtapa(carta=uno), "no es un Lugar del área")
    activo = lugar_activo(juego.estado, "valle")
    assert activo is not None
    assert activo.numero == uno
    juego.niega(Enfrentar(carta=otro, jugador=2), "no es un Enemigo")


def test_el_final_de_la_ronda_dana_por_los_enemigos_y_mas_a_la_mas_al_este() -> None:
    juego = abrir("este", "valle")
    for nombre, etapa in (("A", "valle"), ("B", "valle"), ("C", "este")):
        enemigo(juego, nombre, etapa, 30)
    enfrentado = enemigo(juego, "D", "este", 10)
    juego.dar(Enfrentar(carta=enfrentado, jugador=1))
    juego.dar(ResolverFinal())
    assert [e.dano for e in juego.estado.etapas] == [0, 2, 0, 3]
    assert juego.estado.norte == 1
    juego.niega(ResolverFinal(), "ya está resuelto")


def test_el_dano_se_cura_y_avisa_cuando_toca_abandonar() -> None:
    juego = abrir("este", "valle")
    assert juego.estado.umbral == 8 + 2
    assert abrir("este", "valle", facil=True).estado.umbral == 10 + 2
    juego.niega(CurarMision(etapa="este", puntos=1), "no tiene daño")
    juego.niega(DanarMision(etapa="este", puntos=0), "de 1 a 99")
    juego.dar(DanarMision(etapa="este", puntos=9, motivo="Asalto"))
    juego.niega(Abandonar(etapa="este"), "resiste: tiene 9 de daño y se abandona con 10")
    juego.dar(CurarMision(etapa="este", puntos=2))
    [hecho] = juego.dar(DanarMision(etapa="este", puntos=3))
    assert isinstance(hecho, DanoDeMision)
    assert hecho.se_abandona
    juego.niega(EmpezarPaso(paso="combate"), "Antes hay que abandonar Las Defensas del Este")
    juego.dar(Abandonar(etapa="este"))
    assert en_pie(juego) == ["erebor", "valle", "rio"]


def test_se_gana_con_ocho_de_progreso_y_menos_enemigos_que_etapas() -> None:
    juego = abrir("este", "valle")
    cartas = [enemigo(juego, nombre, "erebor", 30) for nombre in "ABCD"]
    for ronda in range(8):
        juego.dar(ResolverFinal())
        for etapa in ("erebor", "este"):
            juego.dar(CurarMision(etapa=etapa, puntos=9))
        if ronda < 7:
            juego.dar(PasarRonda(amenaza=0))
            for numero in juego.estado.por_elegir:
                juego.dar(ElegirEtapa(jugador=numero, etapa="este"))
    assert (juego.estado.norte, juego.estado.fin) == (8, None), "hay tantos Enemigos como etapas"
    juego.dar(RetirarCarta(carta=cartas[0]))
    assert (juego.estado.fin, juego.estado.causa) == (Fin.VICTORIA, Causa.NORTE)


def test_los_enemigos_de_quien_cae_vuelven_al_area_de_preparacion() -> None:
    juego = abrir("este", "valle")
    numero = enemigo(juego, "Wainriders", "este", 42)
    juego.dar(Enfrentar(carta=numero, jugador=1))
    juego.dar(EliminarJugador(jugador=1))
    assert nombres_en(juego, "este") == ["Wainriders"]
    assert juego.estado.puestos == {2: "valle"}


def test_el_tablero_se_escribe() -> None:
    juego = abrir("este", "valle")
    numero = enemigo(juego, "Rhûn Vanguard", "valle", 30)
    ciudad = lugar(juego, "City Walls", "valle")
    juego.dar(ViajarEnEtapa(carta=ciudad))
    enemigo(juego, "Wainriders", "valle", 42)
    juego.dar(Enfrentar(carta=numero, jugador=2))
    paneles = tablero(juego.estado)
    assert list(lineas(paneles[1], juego.nombres)) == [
        "Valle · daño 0 de 10",
        "Jugadores: Persona 2",
        "Lugar activo: City Walls",
        "En preparación: Wainriders (Enemigo, coste 42)",
        "Enfrentados: Rhûn Vanguard (Enemigo, coste 30)",
    ]
    assert next(lineas(paneles[3], juego.nombres)) == "Las Defensas del Este · daño 0 de 10 · más al este"
    assert len(cartas_en(juego.estado, "valle")) == 3
