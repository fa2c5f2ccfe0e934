# Dos etapas: en la primera se instalan las dependencias fijadas; la segunda solo lleva lo que se ejecuta.
FROM python:3.13-slim AS dependencias
WORKDIR /montaje
COPY requirements.lock .
RUN python -m venv /montaje/venv \
 && /montaje/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 concilio \
 && install -d -o concilio /var/lib/concilio
WORKDIR /app
COPY --from=dependencias /montaje/venv /venv
COPY bot.py ./
COPY cogs cogs
COPY servicios servicios
COPY datos datos
USER concilio
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 CONCILIO_DATOS=/var/lib/concilio MPLCONFIGDIR=/tmp/matplotlib
VOLUME /var/lib/concilio
# El bot toca este archivo cada medio minuto mientras está conectado a Discord.
HEALTHCHECK --interval=60s --timeout=5s --start-period=60s \
  CMD test -n "$(find /var/lib/concilio/latido -mmin -2 2>/dev/null)"
CMD ["python", "bot.py"]
