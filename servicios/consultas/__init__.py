"""Las consultas de cartas y reglas: datos, fichas y búsqueda."""
