"""Las erratas y aclaraciones en frases llanas, sin formato: para buscar y para exportar."""

from servicios.consultas.modelos import (
    Aclaracion,
    Anadir,
    CambioDeTipo,
    CambioDeValor,
    Errata,
    Norma,
    Operacion,
    Retirar,
    Sustituir,
    TextoCompleto,
)
from servicios.texto import mayuscula


def entrecomillar(texto: str) -> str:
    """Entre «»; las comillas de dentro pasan a “”."""
    dentro = texto.replace("«", "“").replace("»", "”")
    return f"«{dentro}»"


def frase(operacion: Operacion) -> str:
    """Lo que hace una operación de errata, en una frase."""
    match operacion:
        case Sustituir(antes=antes, parte=parte, despues=despues):
            que = entrecomillar(antes) if antes else parte
            return _acabada(f"Sustituir {que} por {entrecomillar(despues)}")
        case Anadir(texto=texto, donde=donde):
            return _acabada(f"Añadir {donde + ', ' if donde else ''}{entrecomillar(texto)}")
        case Retirar(texto=texto):
            return _acabada(f"Retirar {entrecomillar(texto)}")
        case TextoCompleto(texto=texto):
            return _acabada(f"El texto completo pasa a ser {entrecomillar(texto)}")
        case CambioDeValor(atributo=atributo, antes=antes, despues=despues):
            era = f", en lugar de {antes}" if antes else ""
            return f"{mayuscula(atributo)}: {despues}{era}."
        case CambioDeTipo(antes=antes, despues=despues):
            return f"Es {despues}{f', no {antes}' if antes else ''}."
        case Norma(texto=texto):
            return texto


def _acabada(cita: str) -> str:
    """La frase con su punto, que no se repite si ya acaba en el punto de lo citado."""
    return cita if cita.endswith(".»") else f"{cita}."


def texto_de_errata(errata: Errata) -> str:
    """Todas las operaciones y notas de una errata, una por línea."""
    lineas: list[str] = []
    for operacion in errata.operaciones:
        lineas.append(frase(operacion))
        if operacion.nota:
            lineas.append(operacion.nota)
    return "\n".join((*lineas, *errata.notas))


def texto_de_aclaracion(aclaracion: Aclaracion) -> str:
    """Todas las resoluciones y notas de una aclaración, una por línea."""
    return "\n".join((*(punto.texto for punto in aclaracion.puntos), *aclaracion.notas))
