"""Cómo se ve una tirada suelta, una secreta y la mesa de dados."""

from typing import Any

import discord

from cogs.comun.acciones import Accion, BotonDeAccion
from cogs.comun.clases import Vista
from cogs.comun.textos import inerte, numero, plural, porcentaje
from cogs.comun.vistas import Color, Panel
from servicios.dados.mesa import Mesa
from servicios.dados.tirada import Dados, Lanzada
from servicios.diario import Envio, Resultado
from servicios.hechos import Nombres
from servicios.tiradas import Tirada


def cifrar(dados: Dados) -> str:
    """Unos dados, como caben en un `custom_id`."""
    return f"{dados.cantidad}d{dados.caras}m{dados.modificador}e{dados.exito or 0}"


def descifrar(texto: str) -> Dados:
    """Los dados de un `custom_id`."""
    cantidad, resto = texto.split("d")
    caras, resto = resto.split("m")
    modificador, exito = resto.split("e")
    return Dados(cantidad=int(cantidad), caras=int(caras), modificador=int(modificador), exito=int(exito) or None)


def tirada(lanzada: Lanzada, tirada: Tirada, comentario: str = "") -> Panel:
    """Una tirada: cada dado, el resultado, lo probable que era y cómo citarla."""
    panel = Panel(Color.DADOS).titulo(lanzada.dados.nombre)
    if comentario:
        panel.texto(f"«{inerte(comentario, 200)}»")
    panel.texto(f"{dados_vistos(lanzada)}\n{resultado(lanzada)}")
    panel.pie(f"{probabilidad(lanzada)} · {cita(tirada)} · comprobable con /partida verificar")
    return panel.botones(BotonDeAccion(Accion("dados", "repetir", cifrar(lanzada.dados)), "Repetir"))


def dados_vistos(lanzada: Lanzada) -> str:
    """Cada dado; si se cuentan éxitos, los que cuentan van en negrita."""
    exito = lanzada.dados.exito
    return " · ".join(f"**{v}**" if exito and v >= exito else str(v) for v in lanzada.valores)


def resultado(lanzada: Lanzada) -> str:
    """El total con su cuenta, o los éxitos."""
    if lanzada.dados.exito is not None:
        return f"**{plural(lanzada.resultado, 'éxito')}** (con {lanzada.dados.exito} o más)"
    modificador = lanzada.dados.modificador
    if not modificador:
        return f"Total: **{numero(lanzada.resultado)}**"
    signo = "+" if modificador > 0 else "−"
    suma = f"{numero(lanzada.sorteo.total)} {signo} {numero(abs(modificador))}"
    return f"Total: {suma} = **{numero(lanzada.resultado)}**"


def probabilidad(lanzada: Lanzada) -> str:
    """«9 o más: el 27,8 % de las veces»."""
    que = plural(lanzada.resultado, "éxito") if lanzada.dados.exito is not None else numero(lanzada.resultado)
    p = lanzada.probabilidad
    cuanto = porcentaje(p, 0 if p == 1 else 1)
    antes = {"<": "menos del", ">": "más del"}.get(cuanto[0], "el")
    return f"{que} o más: {antes} {cuanto.lstrip('<>')} de las veces"


def cita(tirada: Tirada) -> str:
    """Cómo se nombra una tirada después."""
    return f"tirada {tirada.numero} · {tirada.codigo}"


def promesa(resultado: Resultado[Any], compromiso: str, dados: Dados, quien: discord.abc.User) -> Panel:
    """Lo que el canal ve de una tirada secreta."""
    panel = Panel(Color.DADOS).titulo(f"Tirada secreta · {dados.nombre}")
    panel.texto(f"{quien.mention} ha tirado y guarda el resultado. Ya no puede cambiar: lo fija este compromiso.")
    panel.pie(f"SHA-256 de la semilla: {compromiso}")
    return panel.botones(BotonDeAccion(Accion("dados", "revelar", resultado.flujo), "Revelar"))


def secreta(lanzada: Lanzada) -> Panel:
    """Lo que ve solo quien la hizo."""
    panel = Panel(Color.DADOS).titulo(f"Tu tirada secreta · {lanzada.dados.nombre}")
    panel.texto(f"{dados_vistos(lanzada)}\n{resultado(lanzada)}")
    return panel.pie("Solo la ves tú. Enséñala con el botón «Revelar» del canal.")


def revelada(lanzada: Lanzada, tirada: Tirada, semilla: bytes | None, comentario: str) -> Panel:
    """Una tirada secreta ya a la vista, con su semilla."""
    panel = Panel(Color.DADOS).titulo(f"Tirada secreta revelada · {lanzada.dados.nombre}")
    if comentario:
        panel.texto(f"«{comentario}»")
    panel.texto(f"{dados_vistos(lanzada)}\n{resultado(lanzada)}")
    return panel.pie(f"{probabilidad(lanzada)} · {cita(tirada)}\nSemilla: {semilla.hex() if semilla else '?'}")


def mesa(vista: Vista, nombres: Nombres) -> Panel:
    """La mesa de dados: el tanteo, de más a menos."""
    estado: Mesa = vista.libro.estado
    panel = Panel(Color.DADOS).titulo("Mesa de dados" + (" · cerrada" if estado.cerrada else ""))
    puestos = sorted(estado.tanteo.items(), key=lambda par: -par[1])
    panel.texto(
        "\n".join(f"- {nombres.persona(p)}: **{plural(t, 'punto')}**" for p, t in puestos) or "Nadie sentado."
    )
    if estado.cerrada:
        return panel
    sitio = Accion("mesadados", "sentarse", vista.ficha.flujo)
    panel.pie("Cada /dados de quien está sentado suma su resultado.")
    return panel.botones(
        BotonDeAccion(sitio, "Sentarme", discord.ButtonStyle.primary),
        BotonDeAccion(sitio.con("levantarse"), "Levantarme"),
    )


def dia_abierto(envio: Envio) -> Panel:
    """El anuncio con que empieza el día de un canal: los compromisos y la semilla de ayer."""
    datos = envio.aviso.datos
    panel = Panel(Color.DADOS).titulo("Dados de hoy")
    if datos["anterior"] is None:
        panel.texto("Es el primer día de este canal: su semilla va **sin compromiso previo**.")
    panel.texto(f"Compromiso de hoy\n`{datos['compromiso']}`\nCompromiso del próximo día\n`{datos['siguiente']}`")
    if datos["semilla_anterior"]:
        panel.texto(f"Semilla del día anterior, ya pública\n`{datos['semilla_anterior']}`")
    return panel.pie("Con /partida verificar se recalculan las tiradas del día anterior.")
