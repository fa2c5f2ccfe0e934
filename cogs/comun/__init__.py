"""Lo que comparten todos los cogs: el bot, las respuestas, las acciones de los botones y los errores."""
