"""El Discord de prueba: si SimCord se cansa de esperar en una máquina cargada, falla esa prueba y ninguna más."""

import pytest
from simcord.env import Env

from cogs.comun.concilio import Concilio
from tests.apoyo.mundo import Mundo, en_marcha


async def _no_acaba(*_args: object, **_kwargs: object) -> None:
    raise TimeoutError("bot did not settle")


def _abiertas(bot: Concilio) -> int:
    """Las conexiones que el bot guarda abiertas."""
    return bot.diario.motor._lectura.pool.checkedin()  # pyright: ignore[reportAttributeAccessIssue]


async def test_un_arranque_que_no_acaba_no_deja_la_base_abierta(
    concilio: Concilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = Env(concilio, shard_count=1)
    monkeypatch.setattr(env, "_settle_internal", _no_acaba)
    with pytest.raises(TimeoutError):
        async with en_marcha(env):
            pass
    assert _abiertas(concilio) == 0


async def test_un_reinicio_que_no_acaba_no_deja_la_base_abierta(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    antes = m.bot
    assert _abiertas(antes) > 0
    with monkeypatch.context() as cansado:
        cansado.setattr(m.env, "_settle_internal", _no_acaba)
        with pytest.raises(TimeoutError):
            await m.reiniciar()
    assert _abiertas(antes) == 0
