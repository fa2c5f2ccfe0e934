# make bot: el bot (en Discord si hay DISCORD_TOKEN; si no, en una página local) · make test: todas las pruebas
.DEFAULT_GOAL := bot
.PHONY: bot preparar preparar-produccion check formato test lento bench caos candados fotos limpiar

VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
HAY_TOKEN := $(or $(DISCORD_TOKEN),$(shell grep -sE '^DISCORD_TOKEN=.+' .env))

bot:
ifeq ($(strip $(HAY_TOKEN)),)
	@$(MAKE) --no-print-directory preparar
	$(PY) bot.py --local
else
	@$(MAKE) --no-print-directory preparar-produccion
	$(PY) bot.py
endif

preparar: $(VENV)/desarrollo.listo
preparar-produccion: $(VENV)/produccion.listo

$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(VENV)/desarrollo.listo: requirements-dev.lock | $(VENV)/bin/python
	$(PIP) -r requirements-dev.lock
	@touch $@

$(VENV)/produccion.listo: requirements.lock | $(VENV)/bin/python
	$(PIP) -r requirements.lock
	@touch $@

check: preparar
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/basedpyright
	$(VENV)/bin/lint-imports

formato: preparar
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

test: preparar
	$(PY) -m pytest -n 2 -m "not lento and not caos"

# La semilla de los dados y de las propiedades: en make test, siempre la misma; aquí, otra cada vez (y se dice cuál).
lento: export CONCILIO_SEMILLA ?= $(shell date +%s)
lento: preparar
	@echo "CONCILIO_SEMILLA=$(CONCILIO_SEMILLA)"
	$(PY) -m pytest -m lento

# Muertes con kill -9 bajo carga: CONCILIO_MUERTES dice cuántas (300 si no se dice).
caos: preparar
	$(PY) -m pytest -n 2 -m caos

bench: preparar
	$(PY) -m tests.bancos

# Vuelve a fijar las versiones a partir de pyproject.toml, sin direcciones en los archivos.
candados: preparar
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--no-annotate --no-header pyproject.toml -o requirements.lock
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

limpiar:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis

# Retrata en docs/img lo que se ve (necesita chromium).
fotos: preparar
	$(PY) -m tests.apoyo.fotos
