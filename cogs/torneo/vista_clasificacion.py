"""Cómo se ve la clasificación: el texto, su imagen y el cuadro cruzado."""

import asyncio
from collections.abc import Sequence
from functools import partial

from cogs.comun.paginas import paginador
from cogs.comun.textos import enumerar, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from servicios import dibujo
from servicios.dibujo import Imagen
from servicios.torneo.clasificacion import CRITERIOS, clasificar, partidas
from servicios.torneo.playoff import podio
from servicios.torneo.valores import Fase, Fila, Situacion

FILAS_POR_PAGINA = 24
CRUZADA_MAXIMA = 32
CORTOS = {
    "enfrentamiento": "derrotas",
    "anillos": "anillos",
    "victorias": "victorias",
    "v60": "6-0",
    "v51": "5-1",
    "v42": "4-2",
    "e33": "empates",
    "pv": "PV",
    "compartido": "ninguno",
}
"""Los criterios en una palabra, como caben en la imagen."""
COLUMNAS = (
    dibujo.Columna("N.º"),
    dibujo.Columna("Nombre", numerica=False),
    dibujo.Columna("PT"),
    dibujo.Columna("PV"),
    dibujo.Columna("Vict."),
    dibujo.Columna("Anillo"),
    dibujo.Columna("Desempate", numerica=False),
)
MEDALLAS = ("🥇", "🥈", "🥉")


async def clasificacion(
    sala: Sala, hasta: int | None = None, pagina: int = 0, persona: int | None = None
) -> Panel:
    """Una página de la clasificación, con su imagen dibujada fuera del bucle.

    Args:
        hasta: última ronda que cuenta; `None`, todas.
        persona: quien mira, para señalar su fila.
    """
    filas = clasificar(sala.torneo, hasta)
    paginas = max(1, -(-len(filas) // FILAS_POR_PAGINA))
    pagina = min(pagina, paginas - 1)
    trozo = filas[pagina * FILAS_POR_PAGINA : (pagina + 1) * FILAS_POR_PAGINA]
    panel = Panel(Color.TORNEO).titulo(f"Clasificación · {sala.nombre}").texto(_de_que(sala, hasta))
    if not filas:
        return panel.texto("Aún no hay nadie inscrito.")
    panel.texto(_texto(sala, trozo))
    for imagen in await asyncio.to_thread(partial(imagenes, sala, filas, trozo, hasta, pagina, persona)):
        panel.imagen(imagen)  # cada una en su galería: juntas, Discord las recorta
    panel.pie("PT, puntos de torneo; PV, puntos de victoria; desempate, el criterio que decidió el puesto.")
    return panel.botones(*paginador(pagina, paginas, lambda n: sala.accion("clasificacion", hasta or 0, n)))


def _de_que(sala: Sala, hasta: int | None) -> str:
    torneo = sala.torneo
    if torneo.fase is Fase.CERRADO and hasta is None:
        return "**Final.**"
    jugadas = len(torneo.rondas) if hasta is None else hasta
    frase = f"Después de {plural(jugadas, 'ronda')} de {torneo.rondas_previstas or '?'}."
    faltan = len(torneo.ronda.faltan()) if torneo.ronda and jugadas == len(torneo.rondas) else 0
    return f"{frase} Faltan {plural(faltan, 'resultado')}." if faltan else frase


def _texto(sala: Sala, filas: Sequence[Fila]) -> str:
    for tope in (32, 20, 12):
        texto = "\n".join(_linea(sala, fila, tope) for fila in filas)
        if len(texto) <= 3200:
            return texto
    return "\n".join(_linea(sala, fila, 8) for fila in filas)


def _linea(sala: Sala, fila: Fila, tope: int) -> str:
    puesto = f"**{fila.puesto}.**" if fila.puesto is not None else f"✕ ({_situacion(sala, fila)})"
    cuenta = f"**{fila.pt}** PT · {fila.pv} PV · {plural(fila.victorias, 'victoria')}"
    if fila.anillos:
        cuenta += f" ({plural(fila.anillos, 'Anillo')})"
    if fila.decidido_por is not None:
        cuenta += f" · desempate: {CRITERIOS[fila.decidido_por]}"
    return f"{puesto} {sala.llamados.de(fila.participante, tope)} · {cuenta}"


def _situacion(sala: Sala, fila: Fila) -> str:
    situacion = sala.torneo.participantes[fila.participante].situacion
    return "expulsado" if situacion is Situacion.EXPULSADO else "retirado"


def imagenes(
    sala: Sala, filas: Sequence[Fila], trozo: Sequence[Fila], hasta: int | None, pagina: int, persona: int | None
) -> tuple[Imagen, ...]:
    """La tabla de la página y, con ella, el cuadro cruzado si cabe. Dibuja: fuera del bucle."""
    quien = sala.torneo.de_persona(persona) if persona is not None else None
    titulo = sala.llamados.texto(sala.torneo.nombre)
    subtitulo = f"Ronda {hasta or len(sala.torneo.rondas)}" if sala.torneo.rondas else "Antes de jugar"
    tabla = dibujo.Tabla(
        titulo=titulo,
        subtitulo=subtitulo,
        columnas=COLUMNAS,
        filas=tuple(_celdas(sala, fila, quien.id if quien else None) for fila in trozo),
    )
    dibujadas = dibujo.tabla(tabla)
    if pagina == 0 and sala.torneo.rondas and len(filas) <= CRUZADA_MAXIMA:
        dibujadas += dibujo.cruzada(cuadro(sala, filas, hasta))
    return dibujadas


def _celdas(sala: Sala, fila: Fila, mia: int | None) -> dibujo.Fila:
    marca = dibujo.Marca.BAJA if fila.puesto is None else dibujo.Marca.TUYA if fila.participante == mia else None
    return dibujo.Fila(
        (
            str(fila.puesto or "–"),
            sala.llamados.crudo(fila.participante),
            str(fila.pt),
            str(fila.pv).replace("-", "−"),
            str(fila.victorias),
            str(fila.anillos),
            CORTOS.get(fila.decidido_por or "", ""),
        ),
        marca,
    )


def cuadro(sala: Sala, filas: Sequence[Fila], hasta: int | None) -> dibujo.Cruzada:
    """Quién jugó contra quién y qué sacó, en el orden de la clasificación."""
    lugar = {fila.participante: i for i, fila in enumerate(filas)}
    encuentros: dict[int, list[dibujo.Encuentro]] = {quien: [] for quien in lugar}
    for p in partidas(sala.torneo, hasta):
        for yo, rival, puntos in ((p.a, p.b, p.vale.a), (p.b, p.a, p.vale.b)):
            encuentros[yo].append(dibujo.Encuentro(p.ronda, lugar[rival], str(puntos)))
    for ronda in sala.torneo.rondas[: hasta or None]:
        if ronda.descanso is not None:
            descanso = dibujo.Encuentro(ronda.numero, None, str(ronda.descanso.puntos))
            encuentros[ronda.descanso.participante].append(descanso)
    jugadores = tuple(
        dibujo.Cruzado(sala.llamados.crudo(fila.participante), str(fila.pt), tuple(encuentros[fila.participante]))
        for fila in filas
    )
    return dibujo.Cruzada(titulo=sala.llamados.texto(sala.torneo.nombre), jugadores=jugadores, subtitulo="Cruces")


def podio_dicho(sala: Sala) -> str:
    """Los tres primeros escalones."""
    escalones = sala.torneo.podio or podio(sala.torneo)
    return "\n".join(
        f"{medalla} {pocos([sala.llamados.mencion(quien) for quien in escalon])}"
        for medalla, escalon in zip(MEDALLAS, escalones, strict=False)
    )


def pocos(nombres: list[str], tope: int = 12) -> str:
    """Los nombres, o los primeros y cuántos más: un escalón puede ser de muchos."""
    sobran = len(nombres) - tope
    return enumerar(nombres if sobran <= 0 else [*nombres[:tope], f"{plural(sobran, 'persona')} más"])
