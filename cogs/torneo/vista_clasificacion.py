"""Cómo se ve la clasificación: el texto y su imagen, con los cruces de cada cual si son pocos."""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import count

from cogs.comun.paginas import paginador
from cogs.comun.textos import numero, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from cogs.torneo.vista_cruces import Cruces, cruces, cuadro, dichos
from servicios import dibujo
from servicios.dibujo import Imagen
from servicios.torneo.clasificacion import CRITERIOS, clasificar
from servicios.torneo.frases import pocos
from servicios.torneo.playoff import podio
from servicios.torneo.valores import Fase, Fila, Situacion

FILAS_POR_PAGINA = 24
CRUZADA_MAXIMA = 32
LARGO_DE_PAGINA = 3500
"""Lo que pueden ocupar las filas: Discord admite 4000 caracteres con el título y el pie."""
NOMBRES = (24, 16, 10)
"""Caracteres que se enseñan de cada nombre, de más a menos, para que quepan en menos páginas."""
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
    """Una página de la clasificación, con sus imágenes dibujadas fuera del bucle.

    Args:
        hasta: última ronda que cuenta; `None`, todas.
        persona: quien mira, para señalar su fila.
    """
    filas = clasificar(sala.torneo, hasta)
    panel = Panel(Color.TORNEO).titulo(f"Clasificación · {sala.nombre}").texto(_de_que(sala, hasta))
    if not filas:
        return panel.texto("Aún no hay nadie inscrito.")
    cruzados = cruces(sala.torneo, hasta) if len(filas) <= CRUZADA_MAXIMA else {}
    textos = _paginas(sala, filas, cruzados)
    pagina = min(pagina, len(textos) - 1)
    tramo = _tramo(len(filas), len(textos), pagina)
    panel.texto(textos[pagina])
    for imagen in await asyncio.to_thread(partial(imagenes, sala, filas, tramo, cruzados, hasta, persona)):
        panel.imagen(imagen)  # cada una en su galería: juntas, Discord las recorta
    panel.pie("PT, puntos de torneo; PV, puntos de victoria; desempate, el criterio que decidió el puesto.")
    panel.pie("En letra pequeña, lo que sacó en cada ronda y contra quién." if cruzados else "")
    return panel.botones(*paginador(pagina, len(textos), lambda n: sala.accion("clasificacion", hasta or 0, n)))


def _de_que(sala: Sala, hasta: int | None) -> str:
    torneo = sala.torneo
    if torneo.fase is Fase.CERRADO and hasta is None:
        return "**Final.**"
    jugadas = len(torneo.rondas) if hasta is None else hasta
    frase = f"Después de {plural(jugadas, 'ronda')} de {torneo.rondas_previstas or '?'}."
    faltan = len(torneo.ronda.faltan()) if torneo.ronda and jugadas == len(torneo.rondas) else 0
    if faltan:
        return f"{frase} {'Falta' if faltan == 1 else 'Faltan'} {plural(faltan, 'resultado')}."
    return frase


def _paginas(sala: Sala, filas: Sequence[Fila], cruzados: Cruces) -> list[str]:
    """El texto de cada página: las menos que quepan y, con ellas, los nombres más enteros que quepan."""
    for cuantas in count(-(-len(filas) // FILAS_POR_PAGINA)):
        for tope in NOMBRES:
            lineas = [_linea(sala, fila, tope) + dichos(sala, cruzados, fila.participante, tope) for fila in filas]
            tramos = (_tramo(len(filas), cuantas, pagina) for pagina in range(cuantas))
            textos = ["\n".join(lineas[i] for i in tramo) for tramo in tramos]
            if max(map(len, textos)) <= LARGO_DE_PAGINA:
                return textos
    raise AssertionError("una fila sola cabe siempre")


def _tramo(filas: int, paginas: int, pagina: int) -> range:
    """Las filas de una página; todas las páginas llevan casi las mismas."""
    return range(filas * pagina // paginas, filas * (pagina + 1) // paginas)


def _linea(sala: Sala, fila: Fila, tope: int) -> str:
    puesto = f"**{fila.puesto}.**" if fila.puesto is not None else f"✕ ({_situacion(sala, fila)})"
    cuenta = f"**{fila.pt}** PT · {numero(fila.pv)} PV · {plural(fila.victorias, 'victoria')}"
    if fila.anillos:
        cuenta += f" ({plural(fila.anillos, 'Anillo')})"
    if fila.decidido_por is not None:
        cuenta += f" · desempate: {CRITERIOS[fila.decidido_por]}"
    return f"{puesto} {sala.llamados.de(fila.participante, tope)} · {cuenta}"


def _situacion(sala: Sala, fila: Fila) -> str:
    situacion = sala.torneo.participantes[fila.participante].situacion
    return "expulsado" if situacion is Situacion.EXPULSADO else "retirado"


def imagenes(
    sala: Sala, filas: Sequence[Fila], tramo: range, cruzados: Cruces, hasta: int | None, persona: int | None
) -> tuple[Imagen, ...]:
    """La tabla de la página y su parte del cuadro cruzado, si lo hay. Dibuja: fuera del bucle."""
    quien = sala.torneo.de_persona(persona) if persona is not None else None
    titulo = sala.llamados.texto(sala.torneo.nombre)
    subtitulo = f"Ronda {hasta or len(sala.torneo.rondas)}" if sala.torneo.rondas else "Antes de jugar"
    tabla = dibujo.Tabla(
        titulo=titulo,
        subtitulo=subtitulo,
        columnas=COLUMNAS,
        filas=tuple(_celdas(sala, filas[i], quien.id if quien else None) for i in tramo),
    )
    dibujadas = dibujo.tabla(tabla)
    return (*dibujadas, dibujo.cruzada(cuadro(sala, filas, cruzados), tramo)) if cruzados else dibujadas


def _celdas(sala: Sala, fila: Fila, mia: int | None) -> dibujo.Fila:
    marca = dibujo.Marca.BAJA if fila.puesto is None else dibujo.Marca.TUYA if fila.participante == mia else None
    return dibujo.Fila(
        (
            str(fila.puesto or "–"),
            sala.llamados.crudo(fila.participante),
            str(fila.pt),
            numero(fila.pv),
            str(fila.victorias),
            str(fila.anillos),
            CORTOS.get(fila.decidido_por or "", ""),
        ),
        marca,
    )


def podio_dicho(sala: Sala) -> str:
    """Los tres primeros escalones."""
    escalones = sala.torneo.podio or podio(sala.torneo)
    return "\n".join(
        f"{medalla} {pocos([sala.llamados.mencion(quien) for quien in escalon])}"
        for medalla, escalon in zip(MEDALLAS, escalones, strict=False)
    )
