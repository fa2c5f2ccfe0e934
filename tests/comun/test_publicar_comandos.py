"""Los comandos se registran en Discord cuando hace falta, y solo entonces: hay un tope diario."""

from cogs.comun.concilio import HUELLA
from tests.apoyo.mundo import Mundo


def publicaciones(m: Mundo) -> int:
    return sum(p.method == "PUT" and p.path.endswith("/commands") for p in m.env.http_requests)


async def test_al_reiniciar_sin_cambios_no_se_publican_otra_vez(m: Mundo) -> None:
    antes = publicaciones(m)
    await m.reiniciar()
    assert publicaciones(m) == antes


async def test_con_otra_aplicacion_y_la_misma_base_se_publican(m: Mundo) -> None:
    """Quien cambia de token sobre los mismos datos tiene una aplicación sin ningún comando."""
    antes = publicaciones(m)
    guardado = await m.bot.diario.parametros.leer(HUELLA)
    assert guardado is not None
    aplicacion, _, huella = guardado.partition(":")
    assert aplicacion == str(m.bot.application_id)
    await m.bot.diario.parametros.guardar(HUELLA, f"1:{huella}")
    await m.reiniciar()
    assert publicaciones(m) == antes + 1
