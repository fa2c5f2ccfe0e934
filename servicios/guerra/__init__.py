"""La Guerra del Anillo: combate, Caza, Compañía, política, victoria y probabilidades exactas.

Cada asunto tiene su archivo. `combate`, `caza` y `fondo` tiran y explican, con partida o sin ella;
`agregado` reúne las reglas de una partida entera, y `probabilidad` da las cuentas exactas.
"""
