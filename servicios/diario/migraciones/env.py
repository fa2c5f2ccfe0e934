"""Entorno de Alembic: usa la conexión, ya en una transacción, que le da `servicios/diario/arranque.py`."""

from alembic import context

from servicios.diario.esquema import metadatos

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadatos,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
