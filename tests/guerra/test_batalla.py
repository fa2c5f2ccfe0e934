"""Batallas en la partida: quién puede atacar, cartas, tirada, bajas, cesar, retirarse y avanzar."""

import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import apertura, asedio, asentamientos, batalla, dados
from servicios.guerra.cartas import Ajuste, Efectos
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Bajas, Ejercito
from servicios.guerra.estado import Posicion
from servicios.guerra.modelo_batalla import ClaseDeBatalla, PasoDeBatalla
from servicios.guerra.piezas import Bando
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa, Nombres

SIN_CARTA = batalla.DeclararCarta(juega=False)
ORCOS = Ejercito(regulares=3, naciones=("sauron",))
ROHIRRIM = Ejercito(regulares=2, naciones=("rohan",))


def ataque(**cambios: object) -> apertura.AbrirBatalla:
    base = apertura.AbrirBatalla(
        clase=ClaseDeBatalla.CAMPAL, atacante=Bando.SOMBRA, region="eastemnet", atacan=ORCOS, defienden=ROHIRRIM
    )
    return base.con(**cambios)


def mesa_en_guerra(*naciones: str) -> Mesa:
    mesa = Mesa().a_las_acciones(libres=("ejercito-reclutamiento",) * 2, sombra=("ejercito", "personaje"))
    en_guerra = dict.fromkeys(naciones or ("sauron",), Posicion(pasos=0, activa=True))
    return mesa.pon(naciones={**mesa.estado.naciones, **en_guerra})


def ronda(mesa: Mesa, *tirada: int) -> None:
    """Los dos declaran que no juegan carta y se tira."""
    mesa.da(SIN_CARTA, SOMBRA)
    mesa.da(SIN_CARTA, LIBRES, *tirada)


def quedan(mesa: Mesa) -> tuple[tuple[int, int], tuple[int, int]]:
    ejercitos = mesa.estado.batalla_abierta.ejercitos
    atacan, defienden = ejercitos[Papel.ATACANTE], ejercitos[Papel.DEFENSOR]
    return (atacan.regulares, atacan.elites), (defienden.regulares, defienden.elites)


def test_solo_empieza_una_batalla_quien_esta_en_guerra() -> None:
    mesa = mesa_en_guerra("isengard")
    with pytest.raises(ErrorDeDominio, match="Sauron no está en guerra"):
        mesa.da(ataque(), SOMBRA)
    mixto = ORCOS.con(naciones=("isengard", "sauron"))
    with pytest.raises(ErrorDeDominio, match="Sauron no está en guerra"):
        mesa.da(ataque(atacan=mixto), SOMBRA)


def test_ser_atacada_activa_y_avanza_a_la_nacion_del_ejercito() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(defienden=ROHIRRIM.con(naciones=("rohan", "gondor"))), SOMBRA)
    assert mesa.estado.naciones["rohan"] == Posicion(pasos=2, activa=True)
    assert mesa.estado.naciones["gondor"] == Posicion(pasos=1, activa=True)
    mesa = mesa_en_guerra()
    mesa.da(ataque(defienden=Ejercito(regulares=1)), SOMBRA)  # sin decirla, la de la región
    assert mesa.estado.naciones["rohan"] == Posicion(pasos=2, activa=True)


def test_una_nacion_de_la_sombra_tambien_avanza_si_la_atacan() -> None:
    mesa = mesa_en_guerra("rohan")
    orden = ataque(atacante=Bando.LIBRES, atacan=ROHIRRIM, defienden=ORCOS.con(naciones=("isengard",)))
    mesa.da(orden)
    assert mesa.estado.naciones["isengard"].en_guerra


@pytest.mark.parametrize(
    ("cambios", "frase"),
    [
        ({"atacan": Ejercito(lideres=2, naciones=("sauron",))}, "que ataca no tiene unidades"),
        ({"defienden": Ejercito(lideres=1, naciones=("rohan",))}, "que se defiende no tiene unidades"),
        ({"atacan": Ejercito(regulares=1)}, "de qué naciones"),
        ({"atacan": ORCOS.con(naciones=("rohan",))}, "Rohan no lucha con la Sombra"),
        ({"atacan": ORCOS.con(personajes=("saruman",))}, "Saruman no puede luchar ahí"),
        ({"defienden": ROHIRRIM.con(personajes=("boromir",))}, "Boromir no puede luchar ahí"),
        ({"desde": "minas-tirith"}, "Minas Tirith no linda con Estemnet"),
        ({"reserva": 8}, "caben 10 unidades"),
        ({"clase": ClaseDeBatalla.ASEDIO}, "no tiene un Baluarte asediado"),
        ({"region": "minas-tirith", "clase": ClaseDeBatalla.ESCAPE}, "no está asediado"),
        ({"dado": "personaje"}, "hace falta «Ejército»"),
    ],
)
def test_ataques_que_no_valen(cambios: dict[str, object], frase: str) -> None:
    mesa = mesa_en_guerra()
    with pytest.raises(ErrorDeDominio, match=frase) as rechazo:
        mesa.da(ataque(**cambios), SOMBRA)
    assert "Fuente" in str(rechazo.value.detalle)
    assert mesa.estado.batalla is None


def test_con_que_dado_se_ataca() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(dado="personaje", atacan=ORCOS.con(lideres=1), desde="westemnet"), SOMBRA)
    assert mesa.estado.bolsas[Bando.SOMBRA].usados == ("personaje",)
    with pytest.raises(ErrorDeDominio, match="Hay una batalla en curso"):
        mesa.da(dados.UsarDado(bando=Bando.SOMBRA, dado="ejercito"), SOMBRA)


def test_una_ronda_entera_con_bajas_a_la_vez() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(), SOMBRA)
    # atacan 3 dados (5, 1, 2), sin Liderazgo; defienden 2 (6, 5)
    ronda(mesa, 5, 1, 2, 6, 5)
    assert quedan(mesa) == ((1, 0), (1, 0))
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.SEGUIR
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada())
    assert mesa.estado.batalla_abierta.ronda == 2
    ronda(mesa, 5, 5)
    assert mesa.estado.batalla is None  # se eliminan los dos a la vez
    assert mesa.estado.capturados == ()


def test_nadie_pierde_sus_impactos_por_haber_caido() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(atacan=ORCOS.con(regulares=1), defienden=ROHIRRIM.con(regulares=1)), SOMBRA)
    ronda(mesa, 6, 6)
    assert "los dos ejércitos han sido eliminados" in mesa.relatos(mesa.hechos)[-2]


def test_el_liderazgo_relanza_y_los_personajes_suman_su_rango() -> None:
    mesa = mesa_en_guerra().pon(en_juego=("rey-brujo",))
    con_jefes = ORCOS.con(lideres=1, personajes=("rey-brujo",))
    mesa.da(ataque(atacan=con_jefes), SOMBRA)
    # tres fallos y Liderazgo 3: se relanzan los tres
    ronda(mesa, 1, 2, 3, 6, 4, 4, 1, 1)
    assert quedan(mesa)[1] == (1, 0)


def test_primero_elige_bajas_el_atacante() -> None:
    mesa = mesa_en_guerra()
    orcos = ORCOS.con(regulares=1, elites=2)
    mesa.da(ataque(atacan=orcos, defienden=ROHIRRIM.con(elites=1)), SOMBRA)
    ronda(mesa, 5, 5, 1, 6, 6, 1)
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.BAJAS_ATACANTE
    with pytest.raises(SinPermiso):
        mesa.da(batalla.ElegirBajas(bajas=Bajas(regulares=2)), LIBRES)
    with pytest.raises(ErrorDeDominio, match="pagan 1 impacto y hay que pagar 2"):
        mesa.da(batalla.ElegirBajas(bajas=Bajas(regulares=1)), SOMBRA)
    mesa.da(batalla.ElegirBajas(bajas=Bajas(elites=1)), SOMBRA)
    assert quedan(mesa)[0] == (1, 2)  # aún no se retiran
    mesa.da(batalla.ElegirBajas(bajas=Bajas(regulares=1, degradadas=1)))
    assert quedan(mesa) == ((1, 1), (2, 0))


def test_sin_regulares_de_recambio_la_elite_se_pierde() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(defienden=Ejercito(elites=2, naciones=("rohan",))), SOMBRA)
    ronda(mesa, 5, 1, 1, 1, 1)
    mesa.da(batalla.ElegirBajas(bajas=Bajas(sin_recambio=1), quedan_regulares=0))
    assert quedan(mesa)[1] == (0, 1)


def test_cartas_el_atacante_declara_primero_y_se_aplica_antes_la_del_defensor() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(), SOMBRA)
    with pytest.raises(SinPermiso):
        mesa.da(batalla.DeclararCarta(juega=True), LIBRES)
    mesa.da(batalla.DeclararCarta(juega=True), SOMBRA)
    mesa.da(batalla.DeclararCarta(juega=True), LIBRES)
    ataca = Efectos(propio=Ajuste(objetivo=4, dados=1))
    mesa.da(batalla.AnotarEfectos(papel=Papel.ATACANTE, efectos=ataca), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="ninguna carta por anotar"):
        mesa.da(batalla.AnotarEfectos(papel=Papel.ATACANTE, efectos=ataca), SOMBRA)
    defiende = Efectos(propio=Ajuste(impactos=1), rival=Ajuste(objetivo=6))
    # 4 dados del atacante que impactan con 4 (su carta se aplica después), y 2 del defensor más 1 impacto sin dados
    mesa.da(batalla.AnotarEfectos(papel=Papel.DEFENSOR, efectos=defiende), LIBRES, 4, 1, 1, 1, 1, 1)
    assert quedan(mesa) == ((2, 0), (1, 0))
    # duran solo la ronda
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada())
    ronda(mesa, 4, 4, 4)
    assert quedan(mesa) == ((2, 0), (1, 0))


def test_las_cartas_se_revelan_a_la_vez() -> None:
    """001:45: nadie ve lo que hace la primera carta que se escribe hasta que está la otra."""
    mesa = mesa_en_guerra()
    mesa.da(ataque(), SOMBRA)
    mesa.da(batalla.DeclararCarta(juega=True), SOMBRA)
    mesa.da(batalla.DeclararCarta(juega=True), LIBRES)
    [boca_abajo] = mesa.da(
        batalla.AnotarEfectos(papel=Papel.ATACANTE, efectos=Efectos(propio=Ajuste(dados=1))), SOMBRA
    )
    assert "+1" not in boca_abajo.relato(Nombres())
    nuevos = mesa.da(
        batalla.AnotarEfectos(papel=Papel.DEFENSOR, efectos=Efectos(rival=Ajuste(dados=-2))),
        LIBRES,
        *(1, 1, 1, 1),
    )
    contado = [hecho.relato(Nombres()) for hecho in nuevos]
    assert "−2" not in contado[0]
    assert contado[1] == (
        "Se revelan las cartas. Carta del atacante: para sí, dados +1; para el rival, nada. "
        "Carta del defensor: para sí, nada; para el rival, dados −2."
    )


def test_la_carta_de_un_solo_bando_se_revela_al_anotarla() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(), SOMBRA)
    mesa.da(batalla.DeclararCarta(juega=False), SOMBRA)
    mesa.da(batalla.DeclararCarta(juega=True), LIBRES)
    nuevos = mesa.da(
        batalla.AnotarEfectos(papel=Papel.DEFENSOR, efectos=Efectos(rival=Ajuste(dados=-1))), LIBRES, 1, 1, 1, 1
    )
    assert nuevos[1].relato(Nombres()) == (
        "Se revela la carta. Carta del defensor: para sí, nada; para el rival, dados −1."
    )


def test_contra_una_ciudad_el_6_solo_es_la_primera_ronda() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(region="edoras"), SOMBRA)
    ronda(mesa, 5, 5, 5, 1, 1)
    assert quedan(mesa)[1] == (2, 0)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada())
    ronda(mesa, 5, 1, 1, 1, 1)
    assert quedan(mesa)[1] == (1, 0)


def test_cesar_acaba_la_batalla() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(), SOMBRA)
    ronda(mesa, 1, 1, 1, 1, 1)
    with pytest.raises(SinPermiso):
        mesa.da(batalla.SeguirAtaque(sigue=False), LIBRES)
    mesa.da(batalla.SeguirAtaque(sigue=False), SOMBRA)
    assert mesa.estado.batalla is None


def test_retirarse_solo_a_donde_se_puede() -> None:
    mesa = mesa_en_guerra().pon(capturados=("folde",), asedios=())
    mesa.da(ataque(region="westemnet"), SOMBRA)
    ronda(mesa, 1, 1, 1, 1, 1)
    with pytest.raises(ErrorDeDominio, match="nada de eso que decidir"):
        mesa.da(asedio.DecidirRetirada(region="edoras"))  # antes tiene que seguir el atacante
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    for mal in ("folde", "minas-tirith"):  # capturado; no adyacente
        with pytest.raises(ErrorDeDominio, match="no puede retirarse"):
            mesa.da(asedio.DecidirRetirada(region=mal))
    mesa.da(asedio.DecidirRetirada(region="edoras"))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True), SOMBRA)
    assert mesa.estado.capturados == ("folde", "westemnet")
    assert mesa.estado.batalla is None


def test_quien_no_esta_en_guerra_cruza_la_frontera_al_retirarse() -> None:
    """001:242: es la excepción; de otra manera, Rohan no sale de su país."""
    mesa = mesa_en_guerra()
    mesa.da(ataque(region="westemnet"), SOMBRA)
    assert not mesa.estado.naciones["rohan"].en_guerra
    ronda(mesa, 1, 1, 1, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada(region="fangorn"))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=False), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="Rohan no está en guerra"):
        mesa.da(asentamientos.MoverEjercito(bando=Bando.LIBRES, naciones=("rohan",), region="fangorn"))


def test_no_es_obligatorio_avanzar_y_entonces_no_se_captura() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(region="edoras", defienden=ROHIRRIM.con(regulares=1)), SOMBRA)
    ronda(mesa, 6, 1, 1, 1)
    mesa.da(asedio.AvanzarTrasBatalla(avanza=False), SOMBRA)
    assert (mesa.estado.batalla, mesa.estado.capturados) == (None, ())


def test_avanzar_captura_la_ciudad_y_avanza_otra_vez_a_la_nacion() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(region="edoras", defienden=ROHIRRIM.con(regulares=1)), SOMBRA)
    ronda(mesa, 6, 1, 1, 1)
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True), SOMBRA)
    assert mesa.estado.capturados == ("edoras",)
    assert mesa.estado.naciones["rohan"] == Posicion(pasos=1, activa=True)  # atacada y capturada
    assert mesa.estado.puntos(Bando.SOMBRA) == 1


def test_con_la_ultima_unidad_caen_los_personajes_y_los_nazgul_vuelven() -> None:
    mesa = mesa_en_guerra("rohan").pon(en_juego=("rey-brujo", "boromir"))
    orden = ataque(
        atacante=Bando.LIBRES,
        atacan=ROHIRRIM.con(personajes=("boromir",)),
        defienden=ORCOS.con(regulares=1, lideres=2, personajes=("rey-brujo",)),
    )
    mesa.da(orden)
    mesa.da(SIN_CARTA)
    hechos = mesa.da(SIN_CARTA, SOMBRA, 6, 1, 1, 1, 1)  # un fallo del atacante y otro del defensor se relanzan
    assert mesa.estado.eliminados == ("rey-brujo",)
    assert mesa.estado.en_juego == ("boromir",)
    assert any("2 Nazgûl vuelven a los refuerzos" in relato for relato in mesa.relatos(hechos))


def test_los_personajes_de_quien_sobrevive_no_caen() -> None:
    mesa = mesa_en_guerra("rohan").pon(en_juego=("boromir",))
    mesa.da(ataque(atacante=Bando.LIBRES, atacan=ROHIRRIM.con(personajes=("boromir",)), defienden=ORCOS))
    mesa.da(SIN_CARTA)
    mesa.da(SIN_CARTA, SOMBRA, 1, 1, 1, 6, 1, 1)
    assert mesa.estado.en_juego == ("boromir",)
