"""Lo que no cabe en un mensaje: los botones que llevan de una página a otra."""

from collections.abc import Callable

from cogs.comun.acciones import Accion, BotonDeAccion


def paginador(pagina: int, paginas: int, ir: Callable[[int], Accion]) -> list[BotonDeAccion]:
    """«Anterior», «2 de 7» y «Siguiente»; ninguno si solo hay una página.

    Args:
        pagina: la que se ve, desde 0.
        paginas: cuántas hay.
        ir: la acción que lleva a una página.
    """
    if paginas < 2:
        return []
    return [
        BotonDeAccion(ir(max(pagina - 1, 0)), "Anterior", activo=pagina > 0),
        BotonDeAccion(ir(pagina).con("estoy"), f"{pagina + 1} de {paginas}", activo=False),
        BotonDeAccion(ir(pagina + 1), "Siguiente", activo=pagina + 1 < paginas),
    ]
