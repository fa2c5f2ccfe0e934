"""El diario: hechos, flujos, personas, textos, semillas, bandeja, recordatorios y ajustes.

La única habitación de la casa que habla SQL. Fuera de ella se usa `Diario` y lo que aquí se nombra.
"""

from servicios.diario.bandeja import Envio, Estado, Mensaje
from servicios.diario.diario import Apunte, Diario, Hoja
from servicios.diario.dias import Dia
from servicios.diario.ejecucion import Resultado
from servicios.diario.flujos import Flujo
from servicios.diario.recordatorios import Cita, Situacion

__all__ = [
    "Apunte",
    "Cita",
    "Dia",
    "Diario",
    "Envio",
    "Estado",
    "Flujo",
    "Hoja",
    "Mensaje",
    "Resultado",
    "Situacion",
]
