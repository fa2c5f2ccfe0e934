"""Las imágenes: tableros, tablas e histogramas. Nunca cuentan nada que no diga también el texto.

Cada función recibe los datos ya calculados y devuelve una `Imagen` (o varias): el PNG y su texto alternativo. Son
puras, síncronas y valen para varios hilos: quien las usa las lleva fuera del bucle de sucesos. Se usan con el nombre
del paquete delante, `dibujo.isla(dibujo.Isla(…))`. `preparar()` adelanta la carga de matplotlib.
"""

from servicios.dibujo.batallas import Batalla, Ejercito, Ronda, Tirada, batalla
from servicios.dibujo.carta_rumbo import Cara as CaraDeRumbo
from servicios.dibujo.carta_rumbo import Rumbo, rumbo
from servicios.dibujo.cruces import Cruzada, Cruzado, Encuentro, cruzada
from servicios.dibujo.estilo import Acento
from servicios.dibujo.etapas_asedio import Asedio, Etapa, asedio
from servicios.dibujo.histogramas import Cara, Caso, Recuento, Reparto, histograma, preparar
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.mapa_isla import Casilla, Isla, isla
from servicios.dibujo.marcador_politico import Nacion, Politica, politica
from servicios.dibujo.panel_compania import Companero, Compania, compania
from servicios.dibujo.piezas import Dado
from servicios.dibujo.tablas import Columna, Fila, Marca, Tabla, tabla

__all__ = [
    "Acento",
    "Asedio",
    "Batalla",
    "Cara",
    "CaraDeRumbo",
    "Casilla",
    "Caso",
    "Columna",
    "Companero",
    "Compania",
    "Cruzada",
    "Cruzado",
    "Dado",
    "Ejercito",
    "Encuentro",
    "Etapa",
    "Fila",
    "Imagen",
    "Isla",
    "Marca",
    "Nacion",
    "Politica",
    "Recuento",
    "Reparto",
    "Ronda",
    "Rumbo",
    "Tabla",
    "Tirada",
    "asedio",
    "batalla",
    "compania",
    "cruzada",
    "histograma",
    "isla",
    "politica",
    "preparar",
    "rumbo",
    "tabla",
]
