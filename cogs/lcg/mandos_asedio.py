"""Los botones, menús y formularios del panel del asedio: de cada uno, su orden."""

from cogs.comun import leer, partidas
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.clases import Vista
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de, con_nombres
from cogs.comun.respuestas import cambiar
from cogs.lcg import formularios_asedio as formularios
from cogs.lcg import lectura, vista_asedio
from cogs.lcg.mando import Lectura, Pregunta, partir, registrar
from servicios.hechos import Orden
from servicios.lcg.abandono import Abandonar
from servicios.lcg.asedio import ElegirEtapa, EmpezarPaso, ResolverEtapa
from servicios.lcg.dano import CurarMision, DanarMision, ResolverFinal
from servicios.lcg.etapas import Clase
from servicios.lcg.mesa import comprobar
from servicios.lcg.tropas import Enfrentar, MoverCarta, PonerCarta, RetirarCarta, RevelarEncuentro, ViajarEnEtapa


def _elegir_etapa(clave: str, valores: Valores) -> Orden:
    return ElegirEtapa(jugador=int(clave), etapa=_texto(valores, "menu"))


def _enfrentar(clave: str, _valores: Valores) -> Orden:
    carta, jugador = clave.split(":")
    return Enfrentar(carta=int(carta), jugador=int(jugador))


def _enemigo(_clave: str, valores: Valores) -> Orden:
    nombre, etapa = _texto(valores, "nombre"), _texto(valores, "etapa")
    dicho = leer.entero(valores, "coste", "El coste") if leer.texto(valores, "coste") else None
    coste = lectura.coste(Clase.ENEMIGO, nombre, dicho)
    return RevelarEncuentro(clase=Clase.ENEMIGO, nombre=nombre, etapa=etapa, coste=coste)


def _lugar(_clave: str, valores: Valores) -> Orden:
    return RevelarEncuentro(clase=Clase.LUGAR, nombre=_texto(valores, "nombre"), etapa=_texto(valores, "etapa"))


def _otra(_clave: str, valores: Valores) -> Orden:
    clase = Clase(_texto(valores, "clase"))
    return PonerCarta(clase=clase, nombre=_texto(valores, "nombre"), etapa=_texto(valores, "etapa"))


def _danar(_clave: str, valores: Valores) -> Orden:
    puntos, etapa = leer.entero(valores, "puntos", "El daño"), _texto(valores, "etapa")
    motivo = leer.texto(valores, "motivo")
    if puntos < 0:
        return CurarMision(etapa=etapa, puntos=-puntos, motivo=motivo)
    return DanarMision(etapa=etapa, puntos=puntos, motivo=motivo)


def _texto(valores: Valores, clave: str) -> str:
    return leer.texto(valores, clave) or ""


ORDENES: dict[str, Lectura] = {
    "etapa": _elegir_etapa,
    "paso": lambda clave, _: EmpezarPaso(paso=clave),
    "resolver": lambda clave, _: ResolverEtapa(etapa=clave),
    "final": lambda _clave, _: ResolverFinal(),
    "abandonar": lambda clave, _: Abandonar(etapa=clave),
    "oeste": lambda clave, _: MoverCarta(carta=int(clave), lado="oeste"),
    "este": lambda clave, _: MoverCarta(carta=int(clave), lado="este"),
    "enfrentar": _enfrentar,
    "activar": lambda clave, _: ViajarEnEtapa(carta=int(clave)),
    "retirar": lambda clave, _: RetirarCarta(carta=int(clave)),
    "enemigorevelado": _enemigo,
    "lugarrevelado": _lugar,
    "puesta": _otra,
    "danada": _danar,
}
PREGUNTAS: dict[str, Pregunta] = {
    "enemigo": formularios.pedir_enemigo,
    "lugar": formularios.pedir_lugar,
    "otra": formularios.pedir_otra,
    "dano": formularios.pedir_dano,
}


def registrar_mandos(bot: Concilio) -> None:
    """Apunta quién atiende cada mando del panel."""
    registrar(bot, vista_asedio.ESPACIO, ORDENES, PREGUNTAS)
    bot.acciones.registrar(vista_asedio.ESPACIO, carta=_elegir_carta, volver=_volver)


async def _elegir_carta(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
    await _redibujar(interaccion, accion, int(_texto(valores, "menu")))


async def _volver(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    await _redibujar(interaccion, accion, None)


async def _redibujar(interaccion: Interaccion, accion: Accion, carta: int | None) -> None:
    """El panel, con lo que se puede hacer con una carta en lugar de los mandos de la ronda."""
    bot, (flujo, _) = interaccion.client, partir(accion.objeto)
    vista = Vista(await bot.diario.ficha(flujo), await bot.diario.leer(flujo))
    comprobar(
        vista.libro.estado, Orden(), await actor_de(interaccion)
    )  # el panel es de todos: no lo cambia un mirón
    if carta is None or vista.libro.cerrado:
        await cambiar(interaccion, await partidas.dibujar(bot, vista))
        return
    vista = await partidas.con_imagen(bot, bot.clases.de(vista.ficha.clase), vista)
    panel = await con_nombres(bot.diario, flujo, lambda nombres: vista_asedio.panel(vista, nombres, carta))
    await cambiar(interaccion, partidas.con_lo_comun(panel, vista))
