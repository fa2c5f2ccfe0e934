"""El panel de una partida: lo último que ha pasado, a quién le toca, y cómo están la Compañía y la guerra."""

from collections.abc import Iterable

from cogs.comun.clases import Vista
from cogs.comun.textos import enumerar, plural, recortar
from cogs.comun.vistas import Color, Panel
from cogs.guerra import botones, relatos, tiradas
from servicios.guerra import victoria
from servicios.guerra.agregado import opciones
from servicios.guerra.combate import Papel
from servicios.guerra.dados import caras_en_texto
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.estado import GOLLUM, PASOS_DE_MORDOR, TOPE_DE_CORRUPCION, Estado, Fase
from servicios.guerra.fondo import recuento
from servicios.guerra.modelo_batalla import Batalla, PasoDeBatalla
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.partida import sin_empezar
from servicios.guerra.piezas import Bando
from servicios.guerra.politica import NO_BELIGERANTE
from servicios.guerra.tablas import nacion, personaje, region
from servicios.hechos import Nombres
from servicios.tiradas import numerar

RELATO_MAXIMO = 1500
EN_LA_CAZA = {
    PasoDeCaza.TIRAR: "la tirada de Caza",
    PasoDeCaza.SACAR: "la ficha",
    PasoDeCaza.DANO: "cómo se encaja la ficha",
    PasoDeCaza.REVELAR: "dónde se revela la Compañía",
    PasoDeCaza.FIN: "el final de la Caza",
}
EN_LA_BATALLA = {
    PasoDeBatalla.CAMPO_O_ASEDIO: "campo abierto o encerrarse",
    PasoDeBatalla.CARTA_ATACANTE: "carta de combate (declara primero el atacante)",
    PasoDeBatalla.CARTA_DEFENSOR: "carta de combate",
    PasoDeBatalla.EFECTOS: "lo que hacen las cartas (se revelan a la vez)",
    PasoDeBatalla.TIRAR: "la tirada",
    PasoDeBatalla.BAJAS_ATACANTE: "las bajas del atacante",
    PasoDeBatalla.BAJAS_DEFENSOR: "las bajas del defensor",
    PasoDeBatalla.SEGUIR: "seguir o cesar el ataque",
    PasoDeBatalla.RETIRADA: "aguantar o retirarse",
    PasoDeBatalla.DECIDIDA: "el desenlace",
    PasoDeBatalla.AVANCE: "entrar o no en la región",
    PasoDeBatalla.EXCESO: "quién se queda en el Baluarte",
    PasoDeBatalla.TERMINAR: "el final",
}
LO_DEMAS = "Cartas, política, personajes y ejércitos: /guerra evento, politica, personajes y ejercito"


def panel(vista: Vista, nombres: Nombres) -> Panel:
    """El panel de la partida; puro, porque se llama dos veces."""
    estado: Estado = vista.libro.estado
    dibujado = Panel(Color.GUERRA).titulo(_titulo(estado))
    _lo_ultimo(dibujado, vista, nombres)
    if estado.final is not None:
        dibujado.texto(f"**{estado.final.motivo}**")
    elif not estado.cerrada:
        dibujado.texto(_a_quien_toca(estado, nombres))
    dibujado.texto(_batalla(estado.batalla) if estado.batalla else compania(estado))
    if vista.imagenes:
        dibujado.imagen(*vista.imagenes)
    dibujado.texto("\n".join(filter(None, (_dados(estado), _guerra(estado)))))
    if vista.libro.cerrado:
        return dibujado
    botones.poner(dibujado, vista)
    if estado.final is not None:
        return dibujado.pie("Con /partida cerrar se publica la semilla; si fue un error, deshazlo.")
    return dibujado.pie("" if estado.caza or estado.batalla or estado.fase is not Fase.ACCIONES else LO_DEMAS)


def _titulo(estado: Estado) -> str:
    if estado.final is not None:
        return f"La Guerra del Anillo · {estado.final.ganador.gana}"
    que = f"turno {estado.turno}" if estado.batalla is None else _donde(estado.batalla)
    return f"La Guerra del Anillo · {que}{' · cerrada' if estado.cerrada else ''}"


def _donde(batalla: Batalla) -> str:
    return f"{batalla.clase.nombre} en {region(batalla.region).nombre}"


def _lo_ultimo(dibujado: Panel, vista: Vista, nombres: Nombres) -> None:
    if not vista.libro.pasos:
        return
    paso = vista.libro.pasos[-1]
    dibujado.texto(recortar(relatos.contar(paso.anotada.hechos, nombres), RELATO_MAXIMO))
    tiradas_ = numerar(vista.libro.flujo, paso.tiradas.start - 1, paso.anotada.hechos)
    dibujado.pie("\n".join(filter(None, (relatos.suerte(paso.anotada.hechos), tiradas.cita(tiradas_)))))


def _reparto(estado: Estado, nombres: Nombres) -> str:
    partes = [f"**{_corto(b)}**: {_personas(estado.jugadores[b], nombres)}" for b in Bando]
    mesa = " · mesa abierta: cualquiera decide por los dos" if estado.mesa_abierta else ""
    return f"{' · '.join(partes)}\n-# {estado.edicion}.ª edición{mesa}"


def _personas(personas: Iterable[int], nombres: Nombres) -> str:
    return enumerar([nombres.persona(p) for p in personas]) or "nadie"


def _corto(bando: Bando) -> str:
    return "Pueblos Libres" if bando is Bando.LIBRES else "Sombra"


def _a_quien_toca(estado: Estado, nombres: Nombres) -> str:
    deciden = dict.fromkeys(opcion.bando for opcion in opciones(estado))
    if sin_empezar(estado):
        return f"{_reparto(estado, nombres)}\nTurno 1, {estado.fase.nombre}."
    bandos = [bando for bando in deciden if bando is not None]
    quienes = [f"**{bando.nombre}** ({_personas(estado.jugadores[bando], nombres)})" for bando in bandos]
    if None in deciden or not quienes:
        return f"Cualquiera de los dos bandos sigue: {estado.fase.nombre}."
    decide = "Decide" if len(bandos) == 1 and bandos[0] is Bando.SOMBRA else "Deciden"
    return f"{decide} {enumerar(quienes)} · {_que(estado)}"


def _que(estado: Estado) -> str:
    if estado.caza is not None:
        return EN_LA_CAZA[estado.caza.paso]
    if estado.batalla is not None:
        return EN_LA_BATALLA[estado.batalla.paso]
    return estado.fase.nombre


# ── la Compañía ───────────────────────────────────────────────────────────────────────────────────


def compania(estado: Estado) -> str:
    """La Compañía en tres líneas."""
    actual = estado.compania
    vista = "oculta" if actual.oculta else "**revelada**"
    if actual.mordor is not None:
        donde = f"en Mordor, paso **{actual.mordor}** de {PASOS_DE_MORDOR}"
    else:
        donde = f"última posición {region(actual.region).nombre}, Progreso **{actual.progreso}**"
    guia = "Gollum" if actual.guia == GOLLUM else personaje(actual.guia).nombre
    otros = [personaje(quien).nombre for quien in actual.companeros if quien != actual.guia]
    van = f"; con {enumerar(otros)}" if otros else ""
    return (
        f"**La Compañía** · {vista}, {donde}\n"
        f"Corrupción **{actual.corrupcion}** de {TOPE_DE_CORRUPCION} · Guía: {guia}{van}\n"
        f"Casilla de Caza: {plural(estado.caja.sombra, 'dado')} de la Sombra y {estado.caja.libres} de los Pueblos "
        f"Libres · Fondo: {plural(len(estado.fondo.dentro), 'ficha')}"
    )


def _dados(estado: Estado) -> str:
    if estado.fase is not Fase.ACCIONES or estado.batalla is not None:
        return ""
    lineas: list[str] = []
    for bando, bolsa in estado.bolsas.items():
        quedan = caras_en_texto(bolsa.disponibles) if bolsa.disponibles else "ninguno"
        anillos = f" · {plural(bolsa.anillos, 'Anillo élfico', 'Anillos élficos')}" if bolsa.anillos else ""
        lineas.append(
            f"Dados {'de los ' if bando is Bando.LIBRES else 'de la '}{_corto(bando)}: {quedan}{anillos}"
        )
    return "\n".join(lineas)


def _guerra(estado: Estado) -> str:
    sombra, libres = estado.puntos(Bando.SOMBRA), estado.puntos(Bando.LIBRES)
    en_guerra = [nacion(cual).nombre for cual, puesto in estado.naciones.items() if puesto.en_guerra]
    puntos = (
        f"Puntos de victoria: Sombra {sombra} de {victoria.PUNTOS_DE_LA_SOMBRA}, "
        f"Pueblos Libres {libres} de {victoria.PUNTOS_DE_LOS_LIBRES}"
    )
    lineas = [f"{puntos} · En guerra: {enumerar(en_guerra) or 'ninguna nación'}"]
    if estado.asedios:
        lineas.append(f"Bajo asedio: {enumerar([region(donde).nombre for donde in estado.asedios])}")
    if estado.en_juego:
        lineas.append(f"En juego: {enumerar([personaje(quien).nombre for quien in estado.en_juego])}")
    return "\n".join(lineas)


# ── la batalla ────────────────────────────────────────────────────────────────────────────────────


def _batalla(batalla: Batalla) -> str:
    lineas = [f"**Los ejércitos** · ronda {batalla.ronda}"]
    encajan = batalla.paso in {PasoDeBatalla.BAJAS_ATACANTE, PasoDeBatalla.BAJAS_DEFENSOR}
    for papel in Papel:
        ejercito, bando = batalla.ejercitos[papel], batalla.bando(papel)
        linea = f"{papel.value.capitalize()} ({_corto(bando)}): {ejercito_en_texto(ejercito)}"
        if encajan:
            linea += f" · encaja {plural(batalla.recibidos(papel), 'impacto')}"
        lineas.append(linea)
    if batalla.reserva:
        lineas.append(f"En reserva: {plural(batalla.reserva, 'unidad', 'unidades')} del atacante")
    return "\n".join(lineas)


def ejercito_en_texto(ejercito: Ejercito) -> str:
    """«3 regulares y 1 élite, Liderazgo 2 (Boromir)»."""
    quienes = enumerar([personaje(quien).nombre for quien in ejercito.personajes])
    con = f" ({quienes})" if quienes else ""
    return f"{ejercito.composicion}, Liderazgo {ejercito.liderazgo}{con}"


# ── lo que se enseña aparte ───────────────────────────────────────────────────────────────────────


def politica(vista: Vista) -> Panel:
    """El marcador político, los asentamientos tomados y los puntos de victoria."""
    estado: Estado = vista.libro.estado
    dibujado = Panel(Color.GUERRA).titulo("Política y victoria")
    lineas: list[str] = []
    for bando in Bando:
        lineas.append(f"**{_corto(bando)}**")
        lineas += [_nacion(estado, cual) for cual in estado.naciones if nacion(cual).bando is bando]
    dibujado.texto("\n".join(lineas)).texto(_guerra(estado))
    tomados = [
        f"{region(donde).nombre} ({_corto(estado.controla(donde) or Bando.SOMBRA)})" for donde in estado.capturados
    ]
    dibujado.texto(f"Capturados: {enumerar(tomados)}" if tomados else "")
    if vista.imagenes:
        dibujado.imagen(*vista.imagenes)
    return dibujado.pie(
        f"Una nación que no está en guerra: {'; '.join(NO_BELIGERANTE)}. Fuente: 001, «Entrando en la guerra»."
    )


def _nacion(estado: Estado, cual: str) -> str:
    puesto = estado.naciones[cual]
    if puesto.en_guerra:
        return f"- {nacion(cual).nombre}: **en guerra**"
    activa = "activa" if puesto.activa else "pasiva"
    return f"- {nacion(cual).nombre}: {activa}, a {plural(puesto.pasos, 'paso')} de la guerra"


def fondo(estado: Estado) -> Panel:
    """Qué fichas de Caza quedan por salir, cuáles han salido y cuáles esperan."""
    dibujado = Panel(Color.GUERRA).titulo(f"Fondo de Caza · {plural(len(estado.fondo.dentro), 'ficha')}")
    grupos = {
        "Dentro": estado.fondo.dentro,
        "Ya sacadas (vuelven cuando se vacía)": estado.fondo.sacadas,
        "Especiales gastadas": estado.fondo.gastadas,
        "Especiales que esperan a Mordor": estado.fondo.apartadas,
        "Fuera de la partida": estado.fondo.retiradas,
    }
    for titulo, cuales in grupos.items():
        fichas = " · ".join(f"{f.nombre} ×{n}" if n > 1 else f.nombre for f, n in recuento(cuales))
        dibujado.texto(f"**{titulo}**\n{fichas}" if fichas else "")
    return dibujado.pie("Fuente: 001, «El Fondo de Caza»")
