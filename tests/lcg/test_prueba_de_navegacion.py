"""La prueba de navegación: el ejemplo del documento, el mazo que se agota, el físico y la lista de la fase."""

from collections import Counter

import pytest

from servicios.lcg import tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.barcos import PrepararFlota
from servicios.lcg.encuentros import (
    AnadirCartas,
    CartasReveladas,
    Eleccion,
    PonerMazo,
    QuitarCartas,
    Rebarajar,
    RevelarCartas,
)
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.fases import AvanzarMision, marcas
from servicios.lcg.mazo import Mazo, composicion
from servicios.lcg.mesa import PasarRonda
from servicios.lcg.navegacion import ProbarNavegacion, PruebaAnotada, PruebaDeNavegacion
from servicios.lcg.rumbo import RUMBOS, DesviarRumbo, FijarRumbo, MejorarRumbo, Rumbo
from servicios.lcg.travesia import AbrirNavegacion
from tests.lcg.juego import Juego, asientos

TRAVESIA = Eleccion(escenario="travesia")


def abrir(mazo: Eleccion = TRAVESIA, jugadores: int = 2, semilla: int = 0) -> Juego[Navegacion]:
    juego = Juego(NAVEGACION, semilla=semilla.to_bytes(32, "big"))
    juego.dar(AbrirNavegacion(jugadores=asientos(*[25] * jugadores), mazo=mazo))
    return juego


def prueba(juego: Juego[Navegacion], orden: ProbarNavegacion) -> PruebaDeNavegacion:
    [hecho] = juego.dar(orden)
    assert isinstance(hecho, PruebaDeNavegacion)
    return hecho


def mazo(juego: Juego[Navegacion]) -> Mazo:
    assert juego.estado.mazo is not None
    return juego.estado.mazo


def test_el_ejemplo_del_documento() -> None:
    """003: Nublado, se desvía a Lluvioso; Círdan y 2 Marineros miran 3 cartas; 2 timones; Soleado.

    La primera carta no tiene timón y cada una de las otras dos tiene uno.
    """
    semilla = next(s for s in range(500) if _timones_con(s) == [0, 1, 1])
    juego = abrir(semilla=semilla)
    juego.dar(FijarRumbo(rumbo=Rumbo.NUBLADO))
    hecho = prueba(juego, ProbarNavegacion(personajes=3))
    assert (hecho.antes, hecho.desviado, hecho.despues) == (Rumbo.NUBLADO, Rumbo.LLUVIOSO, Rumbo.SOLEADO)
    assert hecho.simbolos == 2
    assert juego.estado.rumbo is Rumbo.SOLEADO
    assert mazo(juego).descartes == dict(Counter(hecho.cartas))
    assert hecho.relato(juego.nombres).endswith("Rumbo: Nublado → Lluvioso → Soleado.")
    # La cifra de control de Travesía desde Nublado con 3 cartas es 48,5 %.
    assert round(100 * float(hecho.prevision.en_rumbo), 1) == 48.5


def _timones_con(semilla: int) -> list[int]:
    juego = abrir(semilla=semilla)
    juego.dar(FijarRumbo(rumbo=Rumbo.NUBLADO))
    return [tablas.encuentro(c).timones for c in prueba(juego, ProbarNavegacion(personajes=3)).cartas]


def test_el_ejemplo_del_documento_con_las_cartas_en_la_mesa() -> None:
    juego = abrir(Eleccion())
    juego.dar(FijarRumbo(rumbo=Rumbo.NUBLADO))
    [hecho] = juego.dar(ProbarNavegacion(personajes=3, simbolos=2))
    assert isinstance(hecho, PruebaAnotada)
    assert hecho.relato(juego.nombres) == (
        "Prueba de navegación de Persona 1: 2 timones. Rumbo: Nublado → Lluvioso → Soleado."
    )
    assert juego.estado.rumbo is Rumbo.SOLEADO


def test_se_desvia_antes_de_mirar_y_no_mas_alla_de_tormenta() -> None:
    juego = abrir(Eleccion(cartas=5))
    for esperado in (Rumbo.NUBLADO, Rumbo.LLUVIOSO, Rumbo.TORMENTA, Rumbo.TORMENTA):
        assert prueba(juego, ProbarNavegacion()).despues is esperado


def test_las_cartas_con_dos_timones_mejoran_dos_niveles_y_no_se_pasa_de_soleado() -> None:
    juego = abrir(Eleccion(cartas=2, dobles=2))
    juego.dar(FijarRumbo(rumbo=Rumbo.LLUVIOSO))
    hecho = prueba(juego, ProbarNavegacion(personajes=1))
    assert (hecho.simbolos, hecho.desviado, hecho.despues) == (2, Rumbo.TORMENTA, Rumbo.NUBLADO)
    hecho = prueba(juego, ProbarNavegacion(personajes=1))
    assert hecho.despues is Rumbo.SOLEADO


def test_el_cazador_de_suenos_cuenta_como_dos() -> None:
    hecho = prueba(abrir(), ProbarNavegacion(personajes=1, cazador=True))
    assert (hecho.pedidas, len(hecho.cartas)) == (3, 3)


def test_cartas_de_mas_y_timones_anulados_por_efectos() -> None:
    juego = abrir(Eleccion(cartas=6, simples=6))
    hecho = prueba(juego, ProbarNavegacion(personajes=1, extra=2, anulados=1))
    assert (len(hecho.cartas), hecho.simbolos, hecho.valen) == (3, 3, 2)
    assert hecho.probabilidades[Rumbo.SOLEADO] == 1


def test_si_el_mazo_no_llega_se_barajan_antes_los_descartes() -> None:
    juego = abrir(Eleccion(cartas=4, simples=1))
    primera = prueba(juego, ProbarNavegacion(personajes=3))
    assert not primera.robo.mezcla
    assert mazo(juego).cartas == 1
    segunda = prueba(juego, ProbarNavegacion(personajes=2))
    assert segunda.robo.mezcla
    assert segunda.mazo == composicion({"sin-timon": 3, "un-timon": 1})
    assert (mazo(juego).cartas, mazo(juego).descartadas) == (2, 2)


def test_si_ni_con_los_descartes_hay_bastantes_se_miran_las_que_haya() -> None:
    juego = abrir(Eleccion(cartas=3, simples=1))
    hecho = prueba(juego, ProbarNavegacion(personajes=5))
    assert (hecho.pedidas, len(hecho.cartas), hecho.simbolos) == (5, 3, 1)
    assert prueba(juego, ProbarNavegacion(personajes=1)).robo.mezcla


def test_la_hace_el_jugador_inicial_salvo_que_la_pida_una_carta() -> None:
    juego = abrir()
    rechazo = juego.niega(ProbarNavegacion(personajes=1, jugador=2), "el jugador inicial")
    assert "003, «Navegación»" in (rechazo.detalle or "")
    juego.dar(ProbarNavegacion(personajes=1, jugador=2, por_efecto=True))
    juego.dar(PasarRonda())
    juego.dar(ProbarNavegacion(personajes=1, jugador=2))


@pytest.mark.parametrize(
    ("orden", "trozo"),
    [
        (ProbarNavegacion(personajes=-1), "de 0 a 30"),
        (ProbarNavegacion(personajes=1, anulados=-1), "no pueden ser esos"),
        (ProbarNavegacion(personajes=1, simbolos=1), "lo llevo yo"),
        (ProbarNavegacion(personajes=1, jugador=3), "no hay jugador 3"),
        (ProbarNavegacion(personajes=1, desde=4), "ya ha cambiado"),
    ],
)
def test_lo_que_no_vale_en_una_prueba(orden: ProbarNavegacion, trozo: str) -> None:
    abrir().niega(orden, trozo)


def test_con_cartas_fisicas_los_timones_tienen_que_poder_ser() -> None:
    juego = abrir(Eleccion())
    juego.niega(ProbarNavegacion(personajes=2), "escribe los timones")
    juego.niega(ProbarNavegacion(personajes=2, simbolos=5), "En 2 cartas no puede haber 5 timones")
    juego.dar(ProbarNavegacion(personajes=2, simbolos=4))
    juego.niega(RevelarCartas(), "las llevan los jugadores")


def test_mejorar_y_desviar_van_de_uno_en_uno_y_se_saturan() -> None:
    juego = abrir()
    juego.niega(MejorarRumbo(), "el mejor")
    for peor in RUMBOS[1:]:
        juego.dar(DesviarRumbo(motivo="Oleaje"))
        assert juego.estado.rumbo is peor
    juego.niega(DesviarRumbo(), "el peor")
    juego.dar(MejorarRumbo(desde=Rumbo.TORMENTA))
    assert juego.estado.rumbo is Rumbo.LLUVIOSO
    juego.niega(MejorarRumbo(desde=Rumbo.TORMENTA), "ahora el rumbo es Lluvioso")
    assert juego.relatos()[-1] == "Persona 1 mejora el rumbo: Tormenta → Lluvioso."


def test_cartas_que_salen_y_entran_cambian_el_mazo() -> None:
    juego = abrir()
    juego.dar(QuitarCartas(carta="calm-waters", cuantas=2, motivo="Lugar activo"))
    assert composicion(mazo(juego).quedan).dobles == 0
    juego.niega(QuitarCartas(carta="calm-waters"), "solo hay 0 copias en el mazo")
    juego.dar(AnadirCartas(carta="calm-waters"))
    assert mazo(juego).descartes == {"calm-waters": 1}
    juego.niega(AnadirCartas(carta="calm-waters", cuantas=2), "solo hay 1 copia fuera")
    juego.dar(AnadirCartas(carta="calm-waters", cuantas=2, nueva=True, a="mazo"))
    juego.dar(Rebarajar(desde=1))
    assert mazo(juego).quedan["calm-waters"] == 3
    juego.niega(Rebarajar(), "No hay descartes")
    juego.niega(AnadirCartas(carta="cunning-pirate", nueva=True), "mazo de Corsarios")


def test_revelar_saca_cartas_del_mazo_y_las_deja_en_juego() -> None:
    juego = abrir()
    [hecho] = juego.dar(RevelarCartas(cuantas=3))
    assert isinstance(hecho, CartasReveladas)
    assert mazo(juego).cartas == 24
    assert sum(mazo(juego).fuera.values()) == 2 + 3, "las 2 que apartó la preparación y las 3 reveladas"
    juego.niega(RevelarCartas(cuantas=13), "de 1 a 12")


def test_revelar_baraja_los_descartes_al_acabarse_el_mazo() -> None:
    juego = abrir(Eleccion(cartas=2))
    juego.dar(RevelarCartas(a="descartes"))
    [hecho] = juego.dar(RevelarCartas(cuantas=2))
    assert isinstance(hecho, CartasReveladas)
    assert [robo.mezcla for robo in hecho.robos] == [False, True]
    juego.niega(RevelarCartas(), "No quedan tantas cartas")


@pytest.mark.parametrize(
    ("eleccion", "trozo"),
    [
        (Eleccion(escenario="moria"), "ningún escenario"),
        (Eleccion(escenario="travesia", cartas=20), "no las dos cosas"),
        (Eleccion(cartas=0), "de 1 a 200"),
        (Eleccion(cartas=3, simples=2, dobles=2), "No cuadra: 4 cartas con timón en un mazo de 3 cartas"),
        (Eleccion(simples=2), "cuántas cartas"),
        (Eleccion(escenario="cobas", aparta="calm-waters"), "elige entre Sea-ward Tower"),
    ],
)
def test_lo_que_no_vale_al_elegir_mazo(eleccion: Eleccion, trozo: str) -> None:
    abrir().niega(PonerMazo(eleccion=eleccion), trozo)


def test_la_fase_de_mision_paso_a_paso() -> None:
    juego = abrir()
    assert marcas(juego.estado) == ()
    juego.dar(AvanzarMision(desde=Paso.FUERA))
    assert [marca for _, marca in marcas(juego.estado)] == ["ahora", *["falta"] * 5]
    rechazo = juego.niega(AvanzarMision(desde=Paso.ANTES), "Antes de asignar personajes")
    assert "003, «Navegación»" in (rechazo.detalle or "")
    juego.dar(ProbarNavegacion(personajes=1))
    assert juego.estado.paso is Paso.DESPUES
    juego.niega(ProbarNavegacion(personajes=1), "ya se ha hecho")
    juego.niega(AvanzarMision(desde=Paso.ANTES), "ya ha cambiado")
    for paso in (Paso.DESPUES, Paso.ASIGNACION, Paso.PREPARACION, Paso.RESOLUCION):
        juego.dar(AvanzarMision(desde=paso))
    assert juego.estado.paso is Paso.FUERA


def test_la_prueba_que_pide_una_carta_no_es_la_de_la_fase() -> None:
    juego = abrir()
    juego.dar(AvanzarMision(desde=Paso.FUERA))
    juego.dar(ProbarNavegacion(personajes=1, por_efecto=True))
    assert juego.estado.paso is Paso.ANTES, "la del comienzo de la fase sigue pendiente"
    juego.dar(ProbarNavegacion(personajes=1))
    assert juego.estado.paso is Paso.DESPUES


def test_quien_prueba_antes_de_empezar_la_lista_no_repite() -> None:
    juego = abrir()
    juego.dar(ProbarNavegacion(personajes=1))
    juego.dar(AvanzarMision(desde=Paso.FUERA))
    assert juego.estado.paso is Paso.DESPUES
    juego.dar(PasarRonda())
    juego.dar(AvanzarMision(desde=Paso.FUERA))
    assert juego.estado.paso is Paso.ANTES, "en otra ronda toca otra prueba"


def test_durante_la_prueba_no_hay_acciones() -> None:
    juego = abrir()
    juego.dar(AvanzarMision(desde=Paso.FUERA))
    acciones = [linea.acciones for linea, _ in marcas(juego.estado)]
    assert acciones[:3] == [True, False, True]


def test_sin_la_palabra_clave_no_hay_prueba() -> None:
    juego = abrir()
    juego.dar(AvanzarMision(desde=Paso.FUERA, navegacion=False))
    assert juego.estado.paso is Paso.ASIGNACION


def test_preparar_la_flota_fija_el_rumbo_y_el_cazador_va_a_la_prueba() -> None:
    juego = abrir()
    juego.dar(FijarRumbo(rumbo=Rumbo.TORMENTA))
    juego.dar(PrepararFlota(barcos={"cazador-de-suenos": 2, "narelenya": 1}))
    assert juego.estado.rumbo is Rumbo.SOLEADO
    assert prueba(juego, ProbarNavegacion(cazador=True)).pedidas == 2, "aunque no lo controle el jugador inicial"


@pytest.mark.parametrize("semilla", range(20))
def test_las_cartas_salen_de_los_numeros_como_dice_la_receta(semilla: int) -> None:
    """docs/lcg.md: cada número señala una carta de las que quedan, por orden alfabético, copia a copia."""
    juego = abrir(semilla=semilla)
    quedan = sorted(carta for carta, copias in mazo(juego).quedan.items() for _ in range(copias))
    hecho = prueba(juego, ProbarNavegacion(personajes=9))
    assert hecho.robo.sorteo.caras == tuple(range(27, 18, -1))
    assert hecho.cartas == tuple(quedan.pop(valor - 1) for valor in hecho.robo.sorteo.valores)


def test_cada_carta_del_mazo_sale_tantas_veces_como_le_toca() -> None:
    """3.000 pruebas de una carta: cada timón sale con la frecuencia de su proporción, dentro de 4 desviaciones."""
    veces = Counter[int]()
    for semilla in range(3000):
        hecho = prueba(
            abrir(Eleccion(cartas=6, simples=2, dobles=1), semilla=semilla), ProbarNavegacion(personajes=1)
        )
        veces[hecho.simbolos] += 1
    for timones, p in ((0, 1 / 2), (1, 1 / 3), (2, 1 / 6)):
        assert abs(veces[timones] - 3000 * p) < 4 * (3000 * p * (1 - p)) ** 0.5
