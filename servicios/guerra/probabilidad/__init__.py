"""Probabilidades exactas de La Guerra del Anillo: combate, Caza, batalla y Mordor.

Nada se simula: se enumera o se convoluciona con las mismas funciones de reglas que usan las partidas.
"""
