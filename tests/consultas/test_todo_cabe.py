"""Cada carta, cada grupo y cada sección de reglas se puede enseñar dentro de los límites de Discord."""

from collections.abc import Iterator

import bot as arranque
from cogs.comun.vistas import Panel
from cogs.consultas.estado import Estado, Modo
from cogs.consultas.presentacion import Presentacion
from servicios.consultas.servicio import Consultas
from tests.apoyo import limites, openapi


def paginas(dibujar: "Presentacion", estado: Estado) -> Iterator[Panel]:
    """Todas las páginas de lo que dice un estado."""
    for pagina in range(30):
        este = estado.en(pagina)
        panel = dibujar.tema(este) if estado.modo is Modo.REGLA else dibujar.ficha(este, "una búsqueda cualquiera")
        yield panel
        botones = [p for p in limites.desplegar(panel.to_components()) if p.get("label") == "Siguiente"]
        if not botones or botones[0]["disabled"]:
            return
    raise AssertionError(f"{estado.clave} no se acaba nunca")


def estados(consultas: Consultas) -> Iterator[Estado]:
    saber = consultas.saber
    for carta in saber.cartas:
        yield Estado(f"carta/{carta}", Modo.CARTA)
    for clase, modo, entradas in (
        ("errata", Modo.ERRATA, saber.erratas),
        ("aclaracion", Modo.ACLARACION, saber.aclaraciones),
    ):
        for clave in entradas:
            yield Estado(f"{clase}/{clave}", modo)
    for tema in saber.temas.values():
        yield Estado(f"tema/{tema.id}", Modo.REGLA)
        for seccion in tema.secciones:
            yield Estado(f"tema/{tema.id}/{seccion.id}", Modo.REGLA)


def test_todo_lo_que_se_puede_consultar_cabe() -> None:
    consultas = arranque.crear_bot().servicios.consultas
    dibujar = Presentacion(consultas)
    vistos = 0
    for estado in estados(consultas):
        for panel in paginas(dibujar, estado):
            limites.comprobar_mensaje({"components": panel.to_components()})
            vistos += 1
    assert vistos >= len(consultas.saber.cartas)


def test_la_comprobacion_sabe_rechazar() -> None:
    """Una muestra de mensajes que Discord no admite: la red con que se mide lo demás tiene que cazarlos."""
    casos = [
        [{"type": 10, "content": "x" * 4001}],
        [{"type": 10, "content": ""}],
        [{"type": 10, "content": "x"}] * 41,
        [{"type": 1, "components": [{"type": 2, "label": "a", "custom_id": "i", "style": 1}] * 2}],
        [{"type": 1, "components": [{"type": 2, "label": "a" * 81, "custom_id": "i", "style": 1}]}],
        [{"type": 1, "components": [{"type": 2, "label": "a", "custom_id": "i" * 101, "style": 1}]}],
        [{"type": 1, "components": [{"type": 3, "custom_id": "i", "options": []}]}],
    ]
    for componentes in casos:
        try:
            limites.comprobar_mensaje({"components": componentes})
        except AssertionError:
            continue
        raise AssertionError(componentes)


def test_la_descripcion_de_discord_sabe_rechazar() -> None:
    if openapi.documento() is None:
        return
    malo = {"type": 4, "data": {"components": [{"type": 10, "content": "x" * 4001}], "flags": 1 << 15}}
    try:
        openapi.comprobar("POST", "/interactions/1/x/callback", malo)
    except openapi.Incumple:
        return
    raise AssertionError("la descripción ha dejado pasar un texto de 4001 caracteres")
