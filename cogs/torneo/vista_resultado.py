"""Cómo se ve un resultado: el que espera al rival, el firme y lo que cambiaría una corrección."""

import re
from collections.abc import Iterable

import discord

from cogs.comun.acciones import BotonDeAccion, Formulario
from cogs.comun.textos import inerte, numero, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from cogs.torneo.vista_ronda import botones_de_confirmar
from servicios.torneo.clasificacion import Cambio
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.firmeza import FINALES, salvedad
from servicios.torneo.frases import escapado
from servicios.torneo.puntos import POR_PUNTOS, Fin, razon
from servicios.torneo.valores import Mesa, Resultado, Ronda

NOTA = "Nota: "
RECUERDA = "Totales finales, con el −5 de un Mago o Espectro eliminado ya restado."
FINALES_DEL_JUGADOR = {
    "normal": "Se acabó la partida",
    "tiempo": "Se acabó el tiempo",
    "anillo:yo": "Gano por el Anillo Único",
    "anillo:rival": "Gana mi rival por el Anillo Único",
    "retirada:yo": "Mi rival se retira",
    "retirada:rival": "Me retiro yo (y dejo el torneo)",
    "incomparecencia:yo": "Mi rival no se ha presentado",
}
_ANILLO = "Con «Grietas del Destino» o «El Destino de Gollum». Con otra carta, avisa a la coordinación."
AYUDAS = {
    "anillo:yo": _ANILLO,
    "anillo:rival": _ANILLO,
    "incomparecencia:yo": "A partir de los 15 minutos de empezar la ronda.",
}


def formulario(sala: Sala, ronda: Ronda) -> Formulario:
    """El formulario con que un jugador comunica desde el móvil."""
    hecho = Formulario(sala.accion("comunicado", ronda.numero), f"Mi resultado de la ronda {ronda.numero}")
    hecho.campo("favor", "Mis PV", largo=4, obligatorio=False, ayuda=RECUERDA)
    hecho.campo("contra", "PV de mi rival", largo=4, obligatorio=False)
    opciones = [
        discord.SelectOption(label=rotulo, value=valor, description=AYUDAS.get(valor), default=valor == "normal")
        for valor, rotulo in FINALES_DEL_JUGADOR.items()
    ]
    return hecho.opciones("fin", "Cómo ha acabado", opciones)


def formulario_de_arbitro(sala: Sala, ronda: int, mesa: Mesa) -> Formulario:
    """El formulario con que el arbitraje fija el resultado de una mesa."""
    a, b = (sala.llamados.crudo(quien)[:30] for quien in mesa.jugadores)
    hecho = Formulario(sala.accion("fijado", ronda, mesa.numero, mesa.version), f"Mesa {mesa.numero}: resultado")
    hecho.campo("a", f"PV de {a}", largo=4, obligatorio=False, ayuda=RECUERDA)
    hecho.campo("b", f"PV de {b}", largo=4, obligatorio=False)
    opciones = [
        discord.SelectOption(label="Van por los PV", value="normal", default=True),
        *(
            discord.SelectOption(label=f"Gana {nombre} {como}"[:100], value=f"{fin}:{lado}")
            for lado, nombre in (("a", a), ("b", b))
            for fin, como in FINALES.items()
            if fin not in POR_PUNTOS
        ),
    ]
    hecho.opciones("fin", "Cómo ha acabado", opciones)
    return hecho.campo("nota", "Nota para el historial", largo=200, obligatorio=False, parrafo=True)


def lados(sala: Sala, mesa: Mesa, resultado: Resultado, *, avisa: bool = False) -> str:
    """«Alicia **25** – **19** Bruno»."""
    nombrar = sala.llamados.mencion if avisa else sala.llamados.de
    a, b = (nombrar(quien) for quien in mesa.jugadores)
    return f"{a} **{numero(resultado.pv_a)}** – **{numero(resultado.pv_b)}** {b}"


def valor(sala: Sala, ronda: int, mesa: Mesa, resultado: Resultado) -> str:
    """Lo que vale y por qué: «5-1 para Alicia, por el Anillo Único»."""
    vale = sala.torneo.desenlace(ronda, mesa, resultado)
    ajustes = [sala.torneo.ajuste(ronda, quien) for quien in mesa.jugadores]
    como = FINALES[resultado.fin]
    if vale.gana is None:
        frase = "Empate: **3-3**"
    else:
        quien = mesa.a if vale.gana == "a" else mesa.b
        frase = f"**{max(vale.a, vale.b)}-{min(vale.a, vale.b)}** para {sala.llamados.de(quien)}"
    if como:
        frase += f", {como}"
    menos, mas = sorted((resultado.pv_a + ajustes[0], resultado.pv_b + ajustes[1]))
    veces = razon(mas, menos) if vale.gana is not None and resultado.fin in POR_PUNTOS else None
    if veces is not None:
        frase += f" (razón de {numero(veces, 2)})"
    if any(ajustes):
        frase += ", contando las sanciones"
    return f"{frase}."


def pendiente(sala: Sala, ronda: Ronda, mesa: Mesa) -> Panel:
    """Un resultado comunicado por un jugador: lo confirma su rival."""
    panel = Panel(Color.TORNEO).titulo(f"Mesa {mesa.numero} · ronda {ronda.numero}")
    if mesa.parte is None:
        return panel.texto("Esta mesa ya no espera confirmación.")
    rival = mesa.rival(mesa.parte.de)
    panel.texto(lados(sala, mesa, mesa.parte.resultado))
    panel.texto(valor(sala, ronda.numero, mesa, mesa.parte.resultado))
    if mesa.contraria is not None:
        panel.texto(
            f"Y según {sala.llamados.de(mesa.contraria.de)}: {lados(sala, mesa, mesa.contraria.resultado)}"
        )
        return panel.pie("No dicen lo mismo: lo decide el arbitraje, que ya está avisado.")
    panel.pie(salvedad(sala.torneo, ronda.numero, mesa, mesa.parte.resultado) or "")
    if sala.torneo.participantes[rival].persona is None:
        return panel.pie(f"{sala.llamados.de(rival)} no tiene cuenta de Discord: lo confirma el arbitraje.")
    panel.texto(f"Lo comunica {sala.llamados.de(mesa.parte.de)}. {sala.llamados.mencion(rival)}, ¿es así?")
    minutos = plural(sala.torneo.bases.silencio, "minuto")
    panel.pie(f"Si no responde en {minutos}, pasa al arbitraje. {RECUERDA}")
    return panel.botones(*botones_de_confirmar(sala, ronda.numero, mesa))


def firme(sala: Sala, ronda: Ronda, mesa: Mesa, via: str) -> Panel:
    """Un resultado que ya cuenta."""
    panel = Panel(Color.TORNEO).titulo(f"Mesa {mesa.numero} · ronda {ronda.numero}")
    if mesa.resultado is None:
        return panel.texto("Esta mesa no tiene resultado.")
    panel.texto(lados(sala, mesa, mesa.resultado)).texto(valor(sala, ronda.numero, mesa, mesa.resultado))
    if mesa.resultado.nota is not None:
        panel.texto(f"{NOTA}{inerte(sala.llamados.texto(mesa.resultado.nota), 200)}")
    duda = salvedad(sala.torneo, ronda.numero, mesa, mesa.resultado)
    return panel.pie("\n".join(parte for parte in (via, duda) if parte))


def rechazado(sala: Sala, ronda: Ronda, mesa: Mesa, quien: str) -> Panel:
    """«No es así»."""
    panel = Panel(Color.TORNEO).titulo(f"Mesa {mesa.numero} · ronda {ronda.numero}")
    panel.texto(f"{quien} dice que el resultado no es así. Se ha avisado al arbitraje.")
    panel.pie("Los dos podéis comunicarlo otra vez; si coincidís, vale sin esperar.")
    return panel.botones(
        BotonDeAccion(
            sala.accion("comunicar", ronda.numero), "Comunicar mi resultado", discord.ButtonStyle.primary
        )
    )


def correccion(sala: Sala, fallo: YaEsFirme, nota: str, boton: BotonDeAccion) -> Panel:
    """Lo que cambiaría antes de corregir un resultado firme. La nota no cabe en el botón: viaja a la vista."""
    panel = Panel(Color.TORNEO).titulo("Antes de corregir").texto(fallo.frase)
    cambios = fallo.cambios
    lineas = [_cambio(sala, cambio) for cambio in cambios[:25]]
    if len(cambios) > 25:
        lineas.append(f"- y a {plural(len(cambios) - 25, 'persona')} más")
    panel.texto("\n".join(lineas) or "No cambia ningún punto ni ningún puesto.")
    panel.texto(f"{NOTA}{escapado(nota)}" if nota else "")
    return panel.pie(fallo.detalle or "").botones(boton)


def nota_vista(textos: Iterable[str]) -> str:
    """La nota que enseña una corrección, tal como se escribió."""
    vista = next((texto for texto in textos if texto.startswith(NOTA)), "")
    return re.sub(r"\\(.)", r"\1", vista.removeprefix(NOTA))


def _cambio(sala: Sala, cambio: Cambio) -> str:
    partes: list[str] = []
    if cambio.pt_antes != cambio.pt_despues:
        partes.append(f"de {cambio.pt_antes} a **{plural(cambio.pt_despues, 'punto')}**")
    if cambio.puesto_despues is None and cambio.puesto_antes is not None:
        partes.append("**deja el torneo**")
    elif cambio.puesto_antes != cambio.puesto_despues:
        partes.append(f"del puesto {cambio.puesto_antes} al **{cambio.puesto_despues}**")
    return f"- {sala.llamados.de(cambio.participante)}: {', '.join(partes)}"


def final_elegido(valor_elegido: str) -> tuple[Fin, str]:
    """El final y el lado que gana (`yo`, `rival`, `a`, `b`; vacío si lo deciden los PV) de una opción."""
    fin, _, lado = valor_elegido.partition(":")
    return Fin(fin), lado
