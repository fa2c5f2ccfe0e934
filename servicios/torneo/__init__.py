"""Torneos suizos oficiales de SATM: reglas puras y agregado. Quien lo busque empieza por `agregado.py`."""
