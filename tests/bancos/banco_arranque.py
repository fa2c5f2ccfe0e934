"""Lo que cuesta arrancar y lo que ocupa, frente a un bot de discord.py sin nada."""

import subprocess
import sys

VUELTAS = 5
DESNUDO = """
import resource, time
t = time.perf_counter()
import discord
from discord.ext import commands
commands.AutoShardedBot(command_prefix=(), intents=discord.Intents(guilds=True))
"""
CONCILIO = """
import resource, time
t = time.perf_counter()
import bot
bot.crear_bot(bot.Ajustes(_env_file=None))
"""
MEDIDA = """
print(time.perf_counter() - t, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def medir(codigo: str) -> tuple[float, float]:
    """Segundos (la mejor de varias) y megabytes de un proceso que ejecuta ese código."""
    medidas = [
        tuple(map(float, subprocess.check_output([sys.executable, "-c", codigo + MEDIDA], text=True).split()))
        for _ in range(VUELTAS)
    ]
    return min(m[0] for m in medidas), min(m[1] for m in medidas)


def main() -> None:
    segundos_base, memoria_base = medir(DESNUDO)
    segundos, memoria = medir(CONCILIO)
    print(f"{'':28}{'segundos':>10}{'MB':>8}")
    print(f"{'discord.py sin nada':28}{segundos_base:10.2f}{memoria_base:8.0f}")
    print(f"{'Concilio, datos cargados':28}{segundos:10.2f}{memoria:8.0f}")
    print(
        f"arranque {segundos:.2f} s (objetivo ≤ 1,5) · memoria de más {memoria - memoria_base:.0f} MB (objetivo ≤ 60)"
    )


if __name__ == "__main__":
    main()
