"""Cómo se ve una consulta: la ficha de una carta, un tema de reglas, una lista de resultados."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord

from cogs.comun.acciones import Accion, BotonDeAccion, MenuDeAccion, menu_de_opciones
from cogs.comun.paginas import paginador
from cogs.comun.textos import en_paginas, enumerar, inerte, letra_pequena, mayuscula, plural, recortar
from cogs.comun.vistas import Color, Panel
from cogs.consultas.estado import Estado, Modo
from servicios.busqueda import normalizar
from servicios.consultas.fichas import Ficha
from servicios.consultas.modelos import Aclaracion, Carta, Documento, Errata, Fuente, Seccion, Tema
from servicios.consultas.prosa import frase
from servicios.consultas.servicio import HALLAZGOS_MAXIMOS, NOMBRES_DE_JUEGO, Consultas, Opcion, Pasaje

TEXTO_POR_PAGINA = 2800
PASAJES_POR_PAGINA = 5


class Presentacion:
    """Dibuja los resultados de `Consultas`. Cada función da un panel listo para enviar."""

    def __init__(self, consultas: Consultas) -> None:
        self._consultas = consultas
        self._documentos: dict[str, Documento] = dict(consultas.saber.documentos)

    # ── cartas ────────────────────────────────────────────────────────────────────────────────

    def ficha(self, estado: Estado, buscaste: str | None = None) -> Panel:
        """La ficha que dice `estado`, en su página."""
        ficha = self._consultas.ficha(estado.clave)
        bloques = [*self._cabecera(ficha, estado.modo), *self._cuerpo(ficha, estado.modo)]
        paginas = en_paginas(bloques, TEXTO_POR_PAGINA)
        panel = Panel(Color.SATM).titulo(inerte(ficha.titulo))
        panel.pie(self._rotulo(ficha, buscaste))
        panel.texto(paginas[min(estado.pagina, len(paginas) - 1)])
        panel.pie("\n".join(self._fuentes(ficha)))
        if ficha.otras or ficha.miembros:
            panel.menu(self._menu_de_cartas(ficha, estado))
        return panel.botones(*_botones(estado, len(paginas), buscaste))

    def _rotulo(self, ficha: Ficha, buscaste: str | None) -> str:
        partes = [*([] if ficha.carta is None else rasgos(ficha.carta))]
        if ficha.miembros:
            partes.append(f"alcanza a {plural(len(ficha.miembros), 'carta')}")
        if buscaste:
            partes.append(f"buscaste «{inerte(buscaste, 60)}»")
        return mayuscula(" · ".join(partes))

    def _cabecera(self, ficha: Ficha, modo: Modo) -> Iterator[str]:
        if modo is Modo.CARTA and ficha.carta and ficha.carta.detalles:
            yield "\n".join(
                f"**{mayuscula(rotulo)}:** {discord.utils.escape_markdown(valor.replace('/', ' / '))}"
                for rotulo, valor in ficha.carta.detalles
            )
        if ficha.miembros:
            yield f"Vale para {enumerar([inerte(carta.nombre_es) for carta in ficha.miembros])}."

    def _cuerpo(self, ficha: Ficha, modo: Modo) -> Iterator[str]:
        if ficha.vacia:
            yield "No hay nada que corregir ni que aclarar: vale lo que dice la carta."
        elif modo is Modo.ERRATA and not ficha.erratas:
            con = ", con estas aclaraciones" if ficha.aclaraciones else ""
            yield f"No tiene erratas: vale el texto de la carta{con}."
        elif modo is Modo.ACLARACION and not ficha.aclaraciones:
            yield "No tiene aclaraciones, pero sí errata." if ficha.erratas else "No tiene aclaraciones."
        for errata in ficha.erratas:
            yield from self._errata(errata)
        for aclaracion in ficha.aclaraciones:
            yield from self._aclaracion(ficha, aclaracion)
        for aviso in ficha.no_aplica:
            yield f"**No aplica** · {aviso.texto}"

    def _errata(self, errata: Errata) -> Iterator[str]:
        frases = [discord.utils.escape_markdown(frase(operacion)) for operacion in errata.operaciones]
        yield from _lista(f"**Errata**{self._encabezado_ajeno(errata)}", frases)
        yield from _notas([*(o.nota for o in errata.operaciones if o.nota), *errata.notas])

    def _aclaracion(self, ficha: Ficha, aclaracion: Aclaracion) -> Iterator[str]:
        puntos = [punto.texto for punto in ficha.puntos(aclaracion)]
        if puntos:
            yield from _lista(f"**Aclaración**{self._encabezado_ajeno(aclaracion)}", puntos)
        else:
            yield letra_pequena("Las aclaraciones repiten esta errata.")
        yield from _notas(aclaracion.notas)

    def _encabezado_ajeno(self, entrada: Errata | Aclaracion) -> str:
        return f" de «{inerte(entrada.encabezado)}»" if self._consultas.fichero.es_grupo(entrada) else ""

    def _fuentes(self, ficha: Ficha) -> list[str]:
        secciones: dict[str, dict[str, None]] = {}
        for entrada in (*ficha.erratas, *ficha.aclaraciones):
            secciones.setdefault(entrada.fuente.documento, {})[f"«{entrada.fuente.seccion}»"] = None
        if not secciones:
            return ["Catálogo de cartas del Council of Elrond"]
        return [f"{self._documentos[d].titulo}, {enumerar(list(s))}" for d, s in secciones.items()]

    def cita(self, fuente: Fuente) -> str:
        """La fuente tal como se nombra al pie: documento y sección."""
        return f"{self._documentos[fuente.documento].titulo}, «{fuente.seccion}»"

    def _menu_de_cartas(self, ficha: Ficha, estado: Estado) -> MenuDeAccion:
        cartas = ficha.otras or ficha.miembros
        invitacion = "Otras cartas con este nombre" if ficha.otras else "Ver una de estas cartas"
        return self.menu([self._consultas.opcion(f"carta/{carta.id}") for carta in cartas], estado, invitacion)

    # ── listas ────────────────────────────────────────────────────────────────────────────────

    def menu(self, opciones: Sequence[Opcion], estado: Estado, invitacion: str) -> MenuDeAccion:
        """Un menú con opciones que llevan a su ficha o tema."""
        return menu_de_opciones(
            Accion("consulta", "elegir", "", estado.version),
            invitacion,
            [
                discord.SelectOption(
                    label=recortar(o.rotulo, 100), value=o.clave, description=recortar(o.detalle, 100) or None
                )
                for o in opciones
            ],
        )

    def dudosas(self, consulta: str, opciones: tuple[Opcion, ...], estado: Estado) -> Panel:
        """Puede ser cualquiera de estas."""
        panel = Panel(self._color(opciones[0])).titulo("¿Cuál buscas?")
        panel.pie(f"Buscaste «{inerte(consulta, 60)}»")
        panel.texto("\n".join(f"- {inerte(o.rotulo)} · {o.detalle}" for o in opciones[:5]))
        panel.pie(f"y {len(opciones) - 5} más en la lista" if len(opciones) > 5 else "")
        return panel.menu(self.menu(opciones, estado, "Elige de la lista"))

    def _color(self, opcion: Opcion) -> Color:
        return Color.de(self._consultas.juego_de(opcion.clave))

    def no_hallada(self, consulta: str, que: str, consejo: str) -> Panel:
        """Nada se parece a lo escrito."""
        return Panel(Color.RECHAZO).texto(
            f"No encuentro {que} que se parezca a «{inerte(consulta, 80)}». {consejo}"
        )

    def demasiado_comun(self, consulta: str) -> Panel:
        """Lo escrito está en casi todos los textos, así que no distingue ninguno."""
        return Panel(Color.RECHAZO).texto(
            f"«{inerte(consulta, 60)}» está en casi todos los textos: escribe una palabra más particular, "
            "como «corrupción» o «asedio»."
        )

    def pasajes(self, consulta: str, pasajes: tuple[Pasaje, ...], estado: Estado) -> Panel:
        """Una página de resultados de `/buscar`."""
        total = -(-len(pasajes) // PASAJES_POR_PAGINA)
        pagina = min(estado.pagina, total - 1)
        vistos = pasajes[pagina * PASAJES_POR_PAGINA :][:PASAJES_POR_PAGINA]
        panel = Panel(self._color(vistos[0].opcion))
        panel.titulo(f"«{inerte(consulta, 60)}»").pie(_cuantos(len(pasajes)))
        for pasaje in vistos:
            detalle = mayuscula(pasaje.opcion.detalle)
            panel.texto(f"**{inerte(pasaje.opcion.rotulo)}**\n{extracto(pasaje)}\n-# {detalle}")
        panel.menu(self.menu([p.opcion for p in vistos], estado, "Abrir uno de estos"))
        return panel.botones(*_botones(estado, total))

    # ── reglas ────────────────────────────────────────────────────────────────────────────────

    def tema(self, estado: Estado, buscaste: str | None = None) -> Panel:
        """Un tema (resumen e índice) o una de sus secciones."""
        tema, seccion = self._consultas.lugar(estado.clave)
        titulo = f"{tema.titulo} · {seccion.titulo}" if seccion else tema.titulo
        if len(tema.secciones) == 1:
            seccion = tema.secciones[0]  # entera: no hace falta resumirla
        rotulo = NOMBRES_DE_JUEGO[tema.juego] + (f" · buscaste «{inerte(buscaste, 60)}»" if buscaste else "")
        paginas = en_paginas(list(self._seccion(seccion) if seccion else self._resumen(tema)), TEXTO_POR_PAGINA)
        panel = Panel(Color.de(tema.juego)).titulo(titulo).pie(rotulo)
        panel.texto(paginas[min(estado.pagina, len(paginas) - 1)])
        panel.pie(
            self.cita(seccion.fuente) if seccion else self._documentos[tema.secciones[0].fuente.documento].titulo
        )
        panel.pie(tema.creditos or "")
        if len(tema.secciones) > 1:
            panel.menu(self._menu_de_secciones(tema, estado))
        return panel.botones(*_botones(estado, len(paginas), buscaste))

    def _resumen(self, tema: Tema) -> Iterator[str]:
        yield tema.resumen
        yield "\n".join(f"- {_sin_numerar(s.titulo)}" for s in tema.secciones)

    def _seccion(self, seccion: Seccion) -> Iterator[str]:
        yield seccion.texto
        for variante in seccion.variantes:
            formato = "Mago contra Mago" if variante.formato == "mago-mago" else "Mago contra Espectro"
            yield f"**Solo en {formato}:** {variante.texto}"
        yield from _notas(seccion.notas)

    def _menu_de_secciones(self, tema: Tema, estado: Estado) -> MenuDeAccion:
        opciones = [Opcion(f"tema/{tema.id}", tema.titulo, "resumen")]
        opciones += [Opcion(f"tema/{tema.id}/{s.id}", s.titulo) for s in tema.secciones]
        return self.menu(opciones, estado, "Leer una sección")


def _cuantos(resultados: int) -> str:
    return plural(resultados, "resultado") + (" o más" if resultados == HALLAZGOS_MAXIMOS else "")


def rasgos(carta: Carta) -> list[str]:
    """Nombre inglés, clase, bando, colección y unicidad: lo que distingue a una carta."""
    partes = [
        carta.nombre_en,
        carta.clase,
        carta.alineamiento,
        carta.coleccion,
        "única" if carta.unica else "",
    ]
    return [parte for parte in partes if parte]


def extracto(pasaje: Pasaje) -> str:
    """El fragmento encontrado, con lo que encaja en negrita."""
    partes = pasaje.hallazgo.extracto.partes()
    return "".join(f"**{_llano(trozo)}**" if hallado else _llano(trozo) for trozo, hallado in partes)


def _lista(rotulo: str, frases: list[str]) -> Iterator[str]:
    """Una sola frase va tras su rótulo; varias, en lista debajo."""
    if len(frases) == 1:
        yield f"{rotulo} · {frases[0]}"
    else:
        yield "\n".join((rotulo, *(f"- {frase}" for frase in frases)))


def _notas(notas: Iterable[str]) -> Iterator[str]:
    yield from (letra_pequena(f"Nota: {nota}") for nota in notas)


def _sin_numerar(titulo: str) -> str:
    """Un título que empieza por «1. » o «1) », sin que Discord haga con él otra lista."""
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", titulo)


def _llano(texto: str) -> str:
    return discord.utils.escape_markdown(texto.replace("\n", " "))


def _botones(estado: Estado, paginas: int, buscaste: str | None = None) -> Iterator[discord.ui.Item[Any]]:
    """Los de página y, si solo lo ve quien pregunta, los que hacen algo con lo que ve."""
    yield from paginador(min(estado.pagina, paginas - 1), paginas, lambda n: estado.en(n).accion("pagina"))
    if estado.publico:
        return
    yield BotonDeAccion(estado.accion("publicar"), "Publicar", discord.ButtonStyle.primary)
    if estado.modo is not Modo.BUSCAR:
        yield BotonDeAccion(Accion("consulta", "informar", estado.clave), "Informar de un error")
    if buscaste:
        otra = Accion("consulta", "otra", normalizar(buscaste)[:60], estado.version)
        yield BotonDeAccion(otra, "No era esta")
