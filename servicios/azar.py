"""Azar comprobable: de una semilla comprometida salen todos los dados, barajas y sorteos.

Un número es un `HMAC-SHA256(semilla, "flujo|etiqueta|n")` en ASCII (con `|sal` detrás, si la hay): sus ocho
primeros bytes, en orden de red, se aceptan por debajo de 2⁶⁴ − (2⁶⁴ mod caras); si no, se pasa al `n` siguiente.
Así ninguna cara sale más que otra. `docs/azar.md` da la receta para repetirlo sin el bot.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")

BYTES_DE_SEMILLA = 32
_TOPE = 1 << 64
_ALFABETO = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # base32 de Crockford: sin I, L, O ni U


class Sorteo(BaseModel):
    """Números que salieron seguidos, con lo necesario para volver a calcularlos.

    Attributes:
        etiqueta: lo que va entre el flujo y `n`; casi siempre el origen de la orden.
        desde: primer `n` que se probó.
        caras: caras de cada dado, en orden.
        valores: lo que salió en cada uno, de 1 a sus caras.
        sal: la de los jugadores que entró en el cálculo, si la había (`servicios/sal.py`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    etiqueta: str
    desde: int
    caras: tuple[int, ...]
    valores: tuple[int, ...]
    sal: str = ""

    @property
    def total(self) -> int:
        return sum(self.valores)


class Azar:
    """La fuente de azar de una orden: recuerda por qué `n` va y todo lo que ha dado.

    Args:
        semilla: los 32 bytes secretos del flujo.
        flujo: identificador del flujo (ASCII, sin `|`).
        etiqueta: origen de la orden, o la etiqueta propia de un sorteo que deba poder repetirse.
        sal: la de los jugadores (ASCII, sin `|`).
    """

    def __init__(self, semilla: bytes, flujo: str, etiqueta: str, sal: str = "") -> None:
        self._semilla = semilla
        self._flujo = flujo
        self._etiqueta = etiqueta
        self._sal = sal
        self._n = 0

    def _texto(self, n: int) -> str:
        texto = f"{self._flujo}|{self._etiqueta}|{n}"
        return f"{texto}|{self._sal}" if self._sal else texto

    def con(self, etiqueta: str) -> "Azar":
        """Otra fuente de la misma semilla, para sorteos que no dependen de quién los pide."""
        return Azar(self._semilla, self._flujo, etiqueta, self._sal)

    def sortear(self, caras: Sequence[int]) -> Sorteo:
        """Saca un número por cada elemento de `caras`, de 1 a esas caras.

        Raises:
            ValueError: si algún dado tiene menos de una cara.
        """
        desde = self._n
        valores: list[int] = []
        for tope in caras:
            valor, self._n = _numero(self._semilla, self._texto, self._n, tope)
            valores.append(valor)
        return Sorteo(
            etiqueta=self._etiqueta, desde=desde, caras=tuple(caras), valores=tuple(valores), sal=self._sal
        )

    def dados(self, cantidad: int, caras: int = 6) -> Sorteo:
        """Tira `cantidad` dados de `caras` caras."""
        return self.sortear([caras] * cantidad)

    def barajar(self, elementos: Sequence[T]) -> tuple[tuple[T, ...], Sorteo]:
        """Baraja por Fisher-Yates desde el final. Devuelve el orden y el sorteo que lo produjo."""
        sorteo = self.sortear(range(len(elementos), 1, -1))
        return barajado(elementos, sorteo), sorteo

    def elegir(self, elementos: Sequence[T]) -> tuple[T, Sorteo]:
        """Elige uno de los elementos (al menos uno), todos con la misma probabilidad."""
        sorteo = self.sortear([len(elementos)])
        return elementos[sorteo.valores[0] - 1], sorteo


def barajado(elementos: Sequence[T], sorteo: Sorteo) -> tuple[T, ...]:
    """El orden en que queda una baraja según un sorteo de caras k, k−1, …, 2."""
    orden = list(elementos)
    for i, valor in zip(range(len(orden) - 1, 0, -1), sorteo.valores, strict=True):
        orden[i], orden[valor - 1] = orden[valor - 1], orden[i]
    return tuple(orden)


def repetir(semilla: bytes, flujo: str, sorteo: Sorteo) -> Sorteo:
    """Vuelve a calcular un sorteo desde la semilla revelada; debe dar exactamente el mismo."""
    azar = Azar(semilla, flujo, sorteo.etiqueta, sorteo.sal)
    azar._n = sorteo.desde  # noqa: SLF001
    return azar.sortear(sorteo.caras)


def nueva_semilla() -> bytes:
    """Una semilla secreta de 32 bytes."""
    return secrets.token_bytes(BYTES_DE_SEMILLA)


def compromiso(semilla: bytes) -> str:
    """El SHA-256 de la semilla, en hexadecimal: lo que se publica antes de la primera tirada."""
    return hashlib.sha256(semilla).hexdigest()


def codigo(flujo: str, sorteo: Sorteo) -> str:
    """Código corto de una tirada (seis signos), para citarla. No depende de la semilla."""
    texto = f"{flujo}|{sorteo.etiqueta}|{sorteo.desde}|{','.join(map(str, sorteo.valores))}"
    numero = int.from_bytes(hashlib.sha256(texto.encode()).digest()[:4])
    return "".join(_ALFABETO[(numero >> 5 * i) & 31] for i in range(6))


def _numero(semilla: bytes, texto: Callable[[int], str], n: int, caras: int) -> tuple[int, int]:
    if caras < 1:
        raise ValueError(f"un dado no puede tener {caras} caras")
    limite = _TOPE - _TOPE % caras
    while True:
        resumen = hmac.digest(semilla, texto(n).encode("ascii"), "sha256")
        n += 1
        valor = int.from_bytes(resumen[:8])
        if valor < limite:
            return valor % caras + 1, n
