"""Con los nombres más largos y con peor intención que caben, y con mucha gente, todo lo que se enseña cabe en Discord."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from cogs.comun.acciones import Formulario
from cogs.comun.paginas import paginador
from cogs.comun.vistas import Panel, rechazo
from cogs.torneo import vista_arbitraje, vista_final, vista_inscripcion, vista_resultado, vista_ronda
from cogs.torneo.nombres import Llamados
from cogs.torneo.sala import Sala as SalaDeVistas
from cogs.torneo.sala import sugeridos
from servicios.diario import Flujo
from servicios.errores import ErrorDeDominio
from servicios.hechos import Actor
from servicios.torneo.arbitraje import LlamarArbitro
from servicios.torneo.bajas import Seguir
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.playoff import CrearPlayoff
from servicios.torneo.puntos import Fin
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar
from servicios.torneo.suspension import AnotarHiloFallido, Suspender
from servicios.torneo.vida import Coordinar, Iniciar
from tests.apoyo import limites
from tests.torneo.sala import BOT, ELROND, INICIO, Sala, abierta

HOSTIL = "*_~|`\u202e[x](http://y)\n# <@&1> @everyone \u200b\\> ||"
LARGO = (HOSTIL * 9)[:97]
"""Se escapa letra a letra: es lo que más ocupa de lo que cabe en 100 caracteres."""


def con_malos_nombres(jugadores: int, rondas: int | None = None, **bases: Any) -> Sala:
    sala = abierta(0, **bases)
    for n in range(1, jugadores + 1):
        sala.da(Inscribir(nombre=f"{n}{LARGO}", persona=n), Actor(n))
    for n in range(3000, 3060):
        sala.da(Coordinar(persona=n))
    if rondas:
        sala.da(Iniciar(rondas=rondas))
    return sala


def vistas(sala: Sala) -> SalaDeVistas:
    """Lo que dibujan los cogs: nadie tiene su cuenta a mano, así que todos salen por su nombre."""
    ficha = Flujo(
        flujo="1234567890123456789/torneo/99999",
        clase="torneo",
        familia="torneo",
        servidor=1,
        canal=2,
        numero=99999,
        compromiso="ab" * 32,
        abierto=True,
        version=1,
        orden=1,
        creado=INICIO,
        movido=INICIO,
        cerrado=None,
    )
    return SalaDeVistas(ficha, sala.torneo, Llamados(sala.torneo, sala.textos, {}))


def revisar(panel: Panel) -> str:
    """Comprueba que Discord lo admitiría con el botón «Historial» de los anuncios, y da su texto."""
    componentes = panel.to_components()
    limites.comprobar_mensaje({"components": componentes})
    partes = list(limites.desplegar(componentes))
    assert len(partes) <= 38
    escrito = "\n".join(p["content"] for p in partes if p.get("type") == 10)
    assert "@everyone" not in escrito.replace("\\@", "")
    assert "\u202e" not in escrito
    return escrito


def paginas(panel: Any) -> Iterator[Panel]:
    """Todas las páginas: hasta que una se repite."""
    anterior = ""
    for n in count():
        hecho = panel(n)
        esta = str(hecho.to_components())
        if esta == anterior or n > 60:
            return
        anterior = esta
        yield hecho


@pytest.mark.parametrize("jugadores", [0, 1, 6, 128, 512])
def test_la_inscripcion_y_la_lista(jugadores: int) -> None:
    sala = con_malos_nombres(jugadores, aforo=max(1, jugadores - 3))
    v = vistas(sala)
    revisar(vista_inscripcion.inscripcion(v))
    vistos = [revisar(panel) for panel in paginas(lambda n: vista_inscripcion.lista(v, n))]
    for quien in range(1, jugadores + 1):
        assert sum(f"\n{quien}. " in f"\n{visto}" for visto in vistos) == 1, quien
    assert all("y 49 personas más" in visto for visto in vistos)  # coordinan 61
    limites.comprobar_opciones([{"name": c.name, "value": c.value} for c in sugeridos(v, "")])


@pytest.mark.parametrize("jugadores", [2, 7, 128, 129])
def test_el_borrador_la_ronda_y_sus_anuncios(jugadores: int) -> None:
    sala = con_malos_nombres(jugadores, 3)
    sala.da(PrepararRonda())
    for panel in paginas(lambda n: vista_ronda.borrador(vistas(sala), n)):
        revisar(panel)
    sala.publica_borrador()
    sala.da(Empezar())
    v = vistas(sala)
    for aviso in (a for a in sala.avisos().values() if a.plantilla == "ronda"):
        d = aviso.datos
        trozos = (d["desde"], d["hasta"], d["parte"], d["partes"])
        revisar(
            vista_ronda.anuncio(v, sala.ronda, *trozos).boton_final(paginador(1, 3, lambda _: v.accion("x"))[0])
        )
    for mesa in sala.ronda.mesas:
        sala.da(Comunicar(pv_favor=-50, pv_contra=-49), Actor(mesa.a))
    sala.da(Suspender(causa=LARGO * 3), BOT)
    v = vistas(sala)
    for persona in (1, 2000):
        for panel in paginas(lambda n, p=persona: vista_ronda.ronda_en_curso(v, sala.ronda, p, n, manda=True)):
            assert "está detenido" in revisar(panel)
    revisar(vista_arbitraje.panel_repuesto(v))
    revisar(vista_arbitraje.suspendido(v))


def test_lo_que_ve_el_arbitraje() -> None:
    sala = con_malos_nombres(128, 3, hilos=True)
    sala.publica()
    mesa = sala.mesa(64)
    sala.da(LlamarArbitro(nota=LARGO), Actor(mesa.a))
    sala.da(Comunicar(pv_favor=-50, pv_contra=200), Actor(mesa.a))
    sala.da(Comunicar(pv_favor=200, pv_contra=200), Actor(mesa.b))
    for numero in (1, 2):
        revisar(vista_arbitraje.llamada(vistas(sala), numero, avisa_a=10**18))
    for mala in sala.ronda.mesas:
        sala.da(AnotarHiloFallido(ronda=1, repeticion=0, mesa=mala.numero, motivo=LARGO + str(mala.numero)), BOT)
    revisar(vista_arbitraje.sin_hilos(vistas(sala), sala.ronda))
    formularios: list[Formulario] = [
        vista_resultado.formulario(vistas(sala), sala.ronda),
        vista_resultado.formulario_de_arbitro(vistas(sala), 1, mesa),
    ]
    for formulario in formularios:
        limites.comprobar_formulario(formulario.to_dict())
    revisar(vista_resultado.pendiente(vistas(sala), sala.ronda, sala.mesa(64)))


def test_una_correccion_que_mueve_a_todos_y_un_play_off_de_muchos() -> None:
    sala = con_malos_nombres(128, 1)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a, 10, 10)
    sala.da(CrearPlayoff())
    assert len(sala.relatos[-1]) < 2000
    revisar(vista_final.playoff(vistas(sala), 1))
    limites.comprobar_formulario(vista_final.formulario_de_playoff(vistas(sala), 1, 1).to_dict())
    mesa = sala.mesa(1)
    with pytest.raises(YaEsFirme) as fallo:
        sala.da(Comunicar(jugador=mesa.b, fin=Fin.ANILLO, pv_favor=200, pv_contra=-50, nota=LARGO))
    boton = paginador(1, 3, lambda _: vistas(sala).accion("x"))[0]
    nota = LARGO.replace("\u202e", "") * 2  # se enseña tal cual a quien la acaba de escribir
    revisar(vista_resultado.correccion(vistas(sala), fallo.value, nota, boton))


def test_con_muchos_sin_responder_si_siguen_la_frase_cabe() -> None:
    sala = con_malos_nombres(128, 3, seguir=True)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.da(Seguir(sigue=True), Actor(1))
    with pytest.raises(ErrorDeDominio) as fallo:
        sala.da(PrepararRonda(), ELROND)
    assert "y 115 personas más" in revisar(rechazo(fallo.value.frase, fallo.value.detalle))
