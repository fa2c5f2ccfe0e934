"""El reloj: la única hora que usa el bot, inyectada al componerlo."""

from collections.abc import Callable
from datetime import datetime

Reloj = Callable[[], datetime]
"""Da el instante presente, con zona UTC. `bot.py` lo construye; nadie más llama a `datetime.now`."""
