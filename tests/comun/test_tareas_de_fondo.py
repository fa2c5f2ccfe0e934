"""Lo que el bot hace solo sigue en pie pase lo que pase: la tarea de fondo, y el turno para identificarse."""

from types import SimpleNamespace
from typing import Any

import pytest

import bot as arranque
from cogs.comun.concilio import PULSO_MAXIMO
from servicios.ajustes import Ajustes
from servicios.errores import AlmacenNoDisponible
from tests.apoyo.mundo import Mundo


async def test_un_fallo_imprevisto_no_detiene_la_tarea_de_fondo(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sin ella no habría recordatorios hasta reiniciar el bot."""
    intentos: list[object] = []

    async def romperse(*_args: object) -> None:
        intentos.append(None)
        raise ZeroDivisionError

    monkeypatch.setattr(m.bot.cuidados, "avanzar", romperse)
    await m.pasar(minutos=3 * PULSO_MAXIMO / 60)
    assert len(intentos) > 1


async def test_si_la_base_falta_un_momento_se_vuelve_a_mirar_enseguida(
    m: Mundo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No a los diez minutos de siempre: lo que venciera entretanto llegaría tarde."""
    intentos: list[object] = []

    async def no_hay_base() -> None:
        intentos.append(None)
        raise AlmacenNoDisponible

    monkeypatch.setattr(m.bot.diario, "proxima_hora", no_hay_base)
    await m.alicia.slash(m.canal, "dados")  # tras cada orden se mira si hay algo que hacer
    await m.pasar(minutos=1)
    assert len(intentos) > 2


async def test_sin_base_no_se_pide_turno_y_discord_py_lo_repite(ajustes: Ajustes) -> None:
    """De lo que falla al identificarse, discord.py solo repite lo que es de la conexión; por lo demás acaba el bot."""
    repartido = ajustes.model_copy(update={"fragmentos": 2, "fragmentos_propios": (0,)})
    bot: Any = arranque.crear_bot(repartido)

    async def no_hay_base(*_args: object) -> None:
        raise AlmacenNoDisponible

    bot.diario = SimpleNamespace(reservar_turno=no_hay_base)
    with pytest.raises(ConnectionError):
        await bot.before_identify_hook(0)
