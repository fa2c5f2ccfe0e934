"""La versión del programa; una prueba comprueba que es la de `pyproject.toml`."""

VERSION = "0.1.0"
