"""Cualquier sucesión de órdenes da hechos o un `ErrorDeDominio`, y el estado sigue en regla."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from servicios.azar import Azar
from servicios.errores import ErrorDeDominio
from servicios.guerra import partida
from servicios.guerra.agregado import GUERRA, opciones
from servicios.guerra.estado import Bolsa, Caja, Estado, Fase, Posicion
from servicios.guerra.fondo import poner_especial
from servicios.guerra.opciones import Opcion
from servicios.guerra.piezas import Bando
from servicios.hechos import Actor, Contexto, Hecho, Orden
from servicios.tiradas import sorteos
from tests.guerra import invariantes
from tests.guerra.mesa import LIBRES, SOMBRA, Nombres
from tests.guerra.ordenes import BUENAS_BATALLAS, ORDENES

PASOS = 40


class Partida:
    """Una partida con azar de verdad, que se comprueba entera después de cada orden."""

    def __init__(self, semilla: int, edicion: partida.Edicion, mesa_abierta: bool) -> None:
        self.semilla = semilla.to_bytes(32)
        self.estado = Estado()
        self.hechos: list[Hecho] = []
        self.numero = 0
        abrir = partida.AbrirPartida(
            libres=(LIBRES,), sombra=(SOMBRA,), edicion=edicion, mesa_abierta=mesa_abierta
        )
        assert self.da(abrir, LIBRES)

    def da(self, orden: Orden, quien: int) -> bool:
        """Da la orden; devuelve si las reglas la aceptan."""
        self.numero += 1
        azar = Azar(self.semilla, "prueba", str(self.numero))
        contexto = Contexto(Actor(quien), datetime(2026, 1, 1, tzinfo=UTC), azar, str(self.numero))
        antes = self.estado.model_dump_json()
        try:
            hechos = GUERRA.decidir(self.estado, orden, contexto)
        except ErrorDeDominio as rechazo:
            comprobar_rechazo(rechazo)
            assert self.estado.model_dump_json() == antes
            return False
        assert hechos
        comprobar_azar(Azar(self.semilla, "prueba", str(self.numero)), azar, hechos)
        for hecho in hechos:
            assert GUERRA.leer(hecho.tipo, GUERRA.escribir(hecho)) == hecho
            assert hecho.relato(Nombres()).endswith((".", ").", "»."))
            self.estado = GUERRA.aplicar(self.estado, hecho)
        self.hechos += hechos
        assert Estado.model_validate_json(self.estado.model_dump_json()) == self.estado
        invariantes.comprobar(self.estado, self.hechos)
        return True


def comprobar_azar(repetido: Azar, usado: Azar, hechos: list[Hecho]) -> None:
    """Todo lo que se ha tirado está en los hechos, en orden y sin huecos: se puede volver a calcular."""
    for sorteo in sorteos(hechos):
        assert repetido.sortear(sorteo.caras) == sorteo
    assert repetido._n == usado._n


def comprobar_rechazo(rechazo: ErrorDeDominio) -> None:
    """Una frase, y la regla con su fuente si la hay."""
    assert rechazo.frase.endswith(".")
    assert rechazo.detalle is None or rechazo.detalle.endswith(".")


def quien_decide(estado: Estado, opcion: Opcion) -> int:
    return estado.jugadores[opcion.bando or Bando.LIBRES][0]


def en_guerra(estado: Estado) -> Estado:
    """Todas las naciones en guerra, en las acciones y con dados de todas las clases."""
    bolsas = {
        Bando.LIBRES: Bolsa(
            total=6, disponibles=("personaje",) * 4 + ("ejercito-reclutamiento", "voluntad"), anillos=2
        ),
        Bando.SOMBRA: Bolsa(total=10, disponibles=("ejercito",) * 4 + ("personaje", "reclutamiento"), anillos=1),
    }
    naciones = {cual: Posicion(pasos=0, activa=True) for cual in estado.naciones}
    return estado.con(fase=Fase.ACCIONES, bolsas=bolsas, caja=Caja(sombra=4), naciones=naciones)


def en_mordor(estado: Estado) -> Estado:
    """La Compañía en el segundo paso de Mordor, con tres Compañeros y las especiales en el Fondo."""
    compania = estado.compania.con(companeros=("boromir", "merry", "pippin"), guia="boromir", mordor=2)
    fondo = estado.fondo
    for cual in ("redoma", "antro", "es-mio", "danoslo"):
        fondo = poner_especial(fondo, cual, en_mordor=True)
    fuera = ("gandalf-gris", "trancos", "legolas", "gimli")
    return en_guerra(estado).con(compania=compania, fondo=fondo, en_juego=fuera)


COMIENZOS = {"al principio": lambda estado: estado, "en guerra": en_guerra, "en Mordor": en_mordor}


@pytest.mark.parametrize("comienzo", COMIENZOS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    semilla=st.integers(0, 2**64),
    edicion=st.sampled_from([1, 2]),
    mesa_abierta=st.booleans(),
    datos=st.data(),
)
def test_ordenes_al_azar(
    comienzo: str, semilla: int, edicion: partida.Edicion, mesa_abierta: bool, datos: st.DataObject
) -> None:
    mesa = Partida(semilla, edicion, mesa_abierta)
    mesa.estado = COMIENZOS[comienzo](mesa.estado)
    for _ in range(PASOS):
        completas = [opcion for opcion in opciones(mesa.estado) if not opcion.faltan]
        que = datos.draw(st.sampled_from(["opción", "opción", "opción", "orden", "batalla"]))
        if que == "opción" and completas:
            opcion = datos.draw(st.sampled_from(completas))
            assert mesa.da(opcion.orden, quien_decide(mesa.estado, opcion)), opcion
        elif que == "batalla":
            orden = datos.draw(BUENAS_BATALLAS)
            mesa.da(orden, mesa.estado.jugadores[orden.atacante][0])
        else:
            mesa.da(datos.draw(ORDENES), datos.draw(st.sampled_from([LIBRES, SOMBRA, 3])))


def jugar(semilla: int, elegir: Callable[[list[Opcion], int], Opcion], pasos: int) -> Partida:
    mesa = Partida(semilla, 1, mesa_abierta=False)
    for paso in range(pasos):
        completas = [opcion for opcion in opciones(mesa.estado) if not opcion.faltan]
        if mesa.estado.final is not None:
            break
        opcion = elegir(completas, paso)
        assert mesa.da(opcion.orden, quien_decide(mesa.estado, opcion)), opcion
    return mesa


def test_siempre_hay_algo_que_decidir_hasta_que_alguien_gana() -> None:
    """Jugando solo con las opciones que se ofrecen, la partida no se queda nunca parada."""

    def elegir(completas: list[Opcion], paso: int) -> Opcion:
        viajes = [o for o in completas if o.texto.startswith(("Mover", "Ocultarse", "Declararse en Mor"))]
        return (viajes or completas)[(paso * 7919) % len(viajes or completas)]

    finales = Counter[str]()
    for semilla in range(12):
        mesa = jugar(semilla, elegir, 2_000)
        assert mesa.estado.final is not None
        finales[mesa.estado.final.condicion.value] += 1
    assert finales["V1"]
