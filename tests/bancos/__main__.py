"""`make bench`: todas las medidas, una tras otra, como cocientes de una misma ejecución. No afirma nada: informa."""

import importlib
import pkgutil
import subprocess
import sys
import time

import tests.bancos


def main(pedidos: list[str]) -> None:
    """Ejecuta los bancos pedidos, o todos; cada uno en su proceso, para que no se estorben."""
    nombres = sorted(m.name for m in pkgutil.iter_modules(tests.bancos.__path__) if m.name.startswith("banco_"))
    for nombre in nombres:
        if not pedidos or any(p in nombre for p in pedidos):
            print(f"\n══ {nombre.removeprefix('banco_')} " + "═" * 60, flush=True)
            inicio = time.perf_counter()
            subprocess.run([sys.executable, "-m", f"tests.bancos.{nombre}"], check=True)
            print(f"({time.perf_counter() - inicio:.1f} s)", flush=True)


if __name__ == "__main__":
    importlib.invalidate_caches()
    main(sys.argv[1:])
