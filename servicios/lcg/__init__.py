"""Las reglas del juego de cartas LCG."""
