"""Lo que el diario recuerda entre órdenes, acotado: nada crece con los servidores ni con la historia."""

import asyncio
from collections import OrderedDict
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K")
V = TypeVar("V")


class Recientes(Generic[K, V]):
    """Los valores usados hace menos, hasta un máximo."""

    def __init__(self, maximo: int) -> None:
        self._maximo = maximo
        self._valores: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._valores)

    def leer(self, clave: K) -> V | None:
        if clave not in self._valores:
            return None
        self._valores.move_to_end(clave)
        return self._valores[clave]

    def guardar(self, clave: K, valor: V) -> None:
        self._valores[clave] = valor
        self._valores.move_to_end(clave)
        if len(self._valores) > self._maximo:
            self._valores.popitem(last=False)

    def olvidar(self, clave: K) -> None:
        self._valores.pop(clave, None)

    def vaciar(self) -> None:
        self._valores.clear()


class Turnos:
    """Un cerrojo por flujo: en este proceso, las órdenes de un flujo van en fila. Se olvidan al soltarse."""

    def __init__(self) -> None:
        self._cerrojos: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._cerrojos)

    def de(self, flujo: str) -> asyncio.Lock:
        return self._cerrojos.setdefault(flujo, asyncio.Lock())
