"""Un turno: fases, dados, casilla de Caza, Anillos élficos y quién puede qué."""

import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import anillos, compania, dados, partida, personajes, turno
from servicios.guerra.estado import Fase
from servicios.guerra.piezas import Bando
from servicios.hechos import Rol
from tests.guerra.mesa import FORASTERO, LIBRES, SOMBRA, Mesa


def test_asi_empieza_una_partida() -> None:
    mesa = Mesa()
    estado = mesa.estado
    assert (estado.turno, estado.fase) == (1, Fase.COMPANIA)
    assert (estado.compania.region, estado.compania.guia) == ("rivendell", "gandalf-gris")
    assert len(estado.compania.companeros) == 7
    assert (estado.bolsas[Bando.LIBRES].total, estado.bolsas[Bando.SOMBRA].total) == (4, 7)
    assert estado.bolsas[Bando.LIBRES].anillos == 3
    assert [cual for cual, p in estado.naciones.items() if not p.activa] == ["enanos", "norte", "rohan", "gondor"]
    assert estado.puntos(Bando.LIBRES) == estado.puntos(Bando.SOMBRA) == 0


def test_un_turno_entero() -> None:
    mesa = Mesa()
    mesa.da(turno.TerminarFaseDeCompania())
    mesa.da(turno.AsignarCaza(dados=2), SOMBRA)
    # PL: Personaje, Ejército/Recl., Evento, Voluntad · Sombra: dos Ojos, Personaje, Ejército, Evento
    mesa.da(turno.TirarAcciones(), SOMBRA, 1, 3, 5, 6, 6, 6, 1, 2, 5)
    estado = mesa.estado
    assert estado.bolsas[Bando.LIBRES].disponibles == ("personaje", "ejercito-reclutamiento", "evento", "voluntad")
    assert estado.bolsas[Bando.SOMBRA].disponibles == ("personaje", "ejercito", "evento")
    assert estado.caja.sombra == 4  # los dos puestos y los dos Ojos
    mesa.da(dados.UsarDado(bando=Bando.LIBRES, dado="evento", para="evento"))
    with pytest.raises(ErrorDeDominio, match="Quedan por usar 3 dados de los Pueblos Libres"):
        mesa.da(turno.TerminarTurno())
    mesa.da(dados.DejarDados(bando=Bando.LIBRES))
    mesa.da(dados.DejarDados(bando=Bando.SOMBRA), SOMBRA)
    mesa.da(turno.TerminarTurno(), SOMBRA)
    assert (mesa.estado.turno, mesa.estado.fase, mesa.estado.caja.total) == (2, Fase.COMPANIA, 0)
    assert mesa.estado.bolsas[Bando.LIBRES].total == 4


def test_cada_cosa_en_su_fase() -> None:
    mesa = Mesa()
    with pytest.raises(ErrorDeDominio, match="Ahora es la fase de la Compañía"):
        mesa.da(turno.AsignarCaza(dados=1), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="resolución de acciones"):
        mesa.da(compania.MoverCompania(dado="personaje"))
    mesa.da(turno.TerminarFaseDeCompania())
    with pytest.raises(ErrorDeDominio, match="asignación de la Caza"):
        mesa.da(turno.TirarAcciones())


@pytest.mark.parametrize(("companeros", "maximo"), [(7, 7), (2, 2), (0, 1)])
def test_la_caza_pone_tantos_dados_como_companeros_y_siempre_uno(companeros: int, maximo: int) -> None:
    mesa = Mesa()
    quedan = mesa.estado.compania.companeros[7 - companeros :]
    guia = quedan[0] if quedan else "gollum"
    mesa.pon_compania(companeros=quedan, guia=guia).pon(fase=Fase.ASIGNACION)
    for mal in (-1, maximo + 1):
        with pytest.raises(ErrorDeDominio, match=f"de 0 a {maximo} dados"):
            mesa.da(turno.AsignarCaza(dados=mal), SOMBRA)
    mesa.da(turno.AsignarCaza(dados=maximo), SOMBRA)
    assert mesa.estado.caja.sombra == maximo


@pytest.mark.parametrize(("edicion", "minimo"), [(1, 0), (2, 1)])
def test_en_la_segunda_edicion_hay_un_minimo_si_la_compania_se_movio(
    edicion: partida.Edicion, minimo: int
) -> None:
    mesa = Mesa(edicion=edicion).pon(fase=Fase.ASIGNACION, cazado_antes=1)
    assert turno.limites_de_caza(mesa.estado) == (minimo, 7)
    if minimo:
        with pytest.raises(ErrorDeDominio, match="se movió el turno anterior"):
            mesa.da(turno.AsignarCaza(dados=0), SOMBRA)
    assert turno.limites_de_caza(mesa.pon(cazado_antes=0).estado)[0] == 0


def test_un_dado_que_no_queda_o_que_no_sirve() -> None:
    mesa = Mesa().a_las_acciones(libres=("reclutamiento", "voluntad"))
    with pytest.raises(ErrorDeDominio, match="No queda ningún dado de «Personaje»"):
        mesa.da(compania.MoverCompania(dado="personaje"))
    with pytest.raises(ErrorDeDominio, match="hace falta «Personaje»"):
        mesa.da(compania.MoverCompania(dado="reclutamiento"))
    with pytest.raises(ErrorDeDominio, match="hace falta «Ejército»"):
        mesa.da(dados.UsarDado(bando=Bando.LIBRES, dado="reclutamiento", para="ejercito"))
    mesa.da(dados.UsarDado(bando=Bando.LIBRES, dado="voluntad", para="ejercito"))
    assert mesa.estado.bolsas[Bando.LIBRES].usados == ("voluntad",)


def test_los_dados_extra_llegan_y_se_van_al_turno_siguiente() -> None:
    mesa = Mesa().a_las_acciones(sombra=("reclutamiento",))
    mesa.da(personajes.EntrarEnJuego(personaje="saruman", dado="reclutamiento"), SOMBRA)
    assert mesa.estado.bolsas[Bando.SOMBRA].total == 1
    mesa.pasa_turno()
    assert mesa.estado.bolsas[Bando.SOMBRA].total == 8
    mesa.da(personajes.EliminarPersonaje(personaje="saruman"))
    assert mesa.estado.bolsas[Bando.SOMBRA].total == 8
    mesa.pasa_turno()
    assert mesa.estado.bolsas[Bando.SOMBRA].total == 7
    mesa.a_las_acciones()
    with pytest.raises(ErrorDeDominio, match="ya ha caído y no vuelve"):
        mesa.da(personajes.EntrarEnJuego(personaje="saruman"), SOMBRA)


def test_un_anillo_por_bando_y_turno_y_de_los_libres_a_la_sombra() -> None:
    mesa = Mesa().a_las_acciones(libres=("evento", "evento"), sombra=("ejercito", "evento"))
    with pytest.raises(ErrorDeDominio, match="No hay Anillo"):
        mesa.da(anillos.UsarAnilloElfico(bando=Bando.SOMBRA, de="ejercito", a="ojo"), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="no puede convertir"):
        mesa.da(anillos.UsarAnilloElfico(bando=Bando.LIBRES, de="evento", a="voluntad"))
    mesa.da(anillos.UsarAnilloElfico(bando=Bando.LIBRES, de="evento", a="personaje"))
    with pytest.raises(ErrorDeDominio, match="No hay Anillo"):
        mesa.da(anillos.UsarAnilloElfico(bando=Bando.LIBRES, de="evento", a="personaje"))
    assert mesa.estado.bolsas[Bando.LIBRES].disponibles == ("evento", "personaje")
    mesa.da(anillos.UsarAnilloElfico(bando=Bando.SOMBRA, de="ejercito", a="ojo"), SOMBRA)
    assert mesa.estado.caja.sombra == 1  # el Ojo va a la casilla
    assert mesa.estado.bolsas[Bando.SOMBRA].disponibles == ("evento",)
    assert (mesa.estado.bolsas[Bando.LIBRES].anillos, mesa.estado.bolsas[Bando.SOMBRA].anillos) == (2, 0)
    mesa.pasa_turno()
    assert not mesa.estado.bolsas[Bando.LIBRES].anillo_usado


def test_cada_bando_decide_lo_suyo() -> None:
    mesa = Mesa()
    with pytest.raises(SinPermiso, match="lo decide el bando de los Pueblos Libres"):
        mesa.da(turno.TerminarFaseDeCompania(), SOMBRA)
    mesa.da(turno.TerminarFaseDeCompania())
    with pytest.raises(SinPermiso, match="lo decide el bando de la Sombra"):
        mesa.da(turno.AsignarCaza(dados=1), LIBRES)
    mesa.da(turno.AsignarCaza(dados=1), SOMBRA)
    with pytest.raises(SinPermiso, match="quien juega"):
        mesa.da(turno.TirarAcciones(), FORASTERO)


def test_en_una_mesa_abierta_cualquiera_decide() -> None:
    mesa = Mesa(abierta=False)
    mesa.da(partida.AbrirPartida(mesa_abierta=True), FORASTERO)
    mesa.da(turno.TerminarFaseDeCompania(), FORASTERO)
    mesa.da(turno.AsignarCaza(dados=1), LIBRES)
    assert mesa.estado.caja.sombra == 1


def test_abrir_mal_una_partida() -> None:
    mesa = Mesa(abierta=False)
    with pytest.raises(ErrorDeDominio, match="Todavía no hay partida"):
        mesa.da(turno.TerminarFaseDeCompania())
    with pytest.raises(ErrorDeDominio, match="Di quién lleva cada bando"):
        mesa.da(partida.AbrirPartida(libres=(1,)))
    with pytest.raises(ErrorDeDominio, match="los dos bandos"):
        mesa.da(partida.AbrirPartida(libres=(1,), sombra=(1, 2)))
    mesa.da(partida.AbrirPartida(libres=(1,), sombra=(2,)))
    with pytest.raises(ErrorDeDominio, match="ya está abierta"):
        mesa.da(partida.AbrirPartida(libres=(1,), sombra=(2,)))


def test_cambiar_de_manos_y_cerrar() -> None:
    mesa = Mesa()
    with pytest.raises(SinPermiso):
        mesa.da(partida.NombrarJugadores(bando=Bando.SOMBRA, personas=(9,)), LIBRES)
    mesa.da(partida.NombrarJugadores(bando=Bando.SOMBRA, personas=(9,)), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="los dos bandos"):
        mesa.da(partida.NombrarJugadores(bando=Bando.SOMBRA, personas=(LIBRES,)), 9)
    with pytest.raises(SinPermiso):
        mesa.da(partida.CerrarPartida(), FORASTERO)
    mesa.da(partida.CerrarPartida(), FORASTERO, roles=frozenset({Rol.MODERADOR}))
    assert mesa.estado.cerrada
