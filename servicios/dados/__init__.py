"""Dados sueltos: las tiradas de un canal, las secretas y la mesa de dados con tanteo."""
