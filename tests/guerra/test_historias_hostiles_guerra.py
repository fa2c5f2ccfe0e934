"""Quien se equivoca, quien hace trampa y el bot que se cae: una negativa con su regla, y nada cambia."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from servicios.guerra import compania, eventos, politica, remedios, resolucion
from servicios.guerra.agregado import opciones
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.opciones import Opcion
from servicios.guerra.piezas import Bando
from tests.apoyo.mundo import Mundo, botones, partes, pulsar_a_la_vez, texto
from tests.guerra.atajos import a_las_acciones, en_mordor, fondo_de_solo, minas_tirith_asediada, termina_el_turno
from tests.guerra.panel import Mesa, abrir

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA


def _donde(mesa: Mesa, opcion: Opcion) -> tuple[str, dict[str, Any]]:
    """En qué componente del panel está una opción: su botón, o su menú y su valor."""
    rotulo = next((r for r in botones(mesa.mensaje) if r.startswith(opcion.texto)), None)
    if rotulo is not None:
        return "boton", {"label": rotulo}
    menu, valor = next(
        (p["custom_id"], o["value"])
        for p in partes(mesa.mensaje)
        if p.get("type") == 3
        for o in p["options"]
        if o["label"] == opcion.texto[:100]
    )
    return "menu", {"values": [valor], "custom_id": menu}


async def _pulsa(mesa: Mesa, quien: Any, opcion: Opcion) -> Any:
    clase, campos = _donde(mesa, opcion)
    accion = quien.click if clase == "boton" else quien.select
    return await accion(mesa.mensaje, **campos)


async def _a_prueba(mesa: Mesa, empieza: str, campos: dict[str, str] | None = None) -> str:
    """Un paso que intentan antes el otro bando y un forastero, con el bot recién arrancado, y que se pulsa dos veces."""
    m = mesa.m
    antes = await mesa.libro()
    opcion = next(o for o in opciones(antes.estado) if o.texto.startswith(empieza))
    bando = opcion.bando or LIBRES
    for intruso in (mesa.de[bando.rival], m.otro):
        r = await _pulsa(mesa, intruso, opcion)
        assert r.ephemeral
        assert r.modal is None
        assert f"Eso lo decide el bando {bando.de}." in texto(r)
    assert (await mesa.libro()).orden == antes.orden
    await m.reiniciar()
    clase, donde = _donde(mesa, opcion)
    quien = mesa.de[bando]
    if campos is not None:
        await mesa.rellenar(bando, donde["label"], campos)
    elif clase == "boton":
        await pulsar_a_la_vez(donde["label"], mesa.mensaje, quien, quien)
    else:
        await quien.select(mesa.mensaje, donde["values"], custom_id=donde["custom_id"])
    assert (await mesa.libro()).orden == antes.orden + 1, "dos pulsaciones, un solo efecto"
    await mesa.orden(LIBRES, "guerra ver")
    return mesa.texto


async def test_cada_paso_de_una_caza(m: Mundo) -> None:
    mesa = await abrir(m)
    await fondo_de_solo(mesa, "2-r")
    await a_las_acciones(mesa, caza=7)
    await mesa.deprisa(LIBRES, compania.MoverCompania())
    await mesa.orden(LIBRES, "guerra ver")
    await _a_prueba(mesa, "Tirar: hay ejército y Nazgûl")
    caza = (await mesa.estado()).caza
    if caza is None:  # no ha acertado ni uno: la ficha la trae entonces un evento
        await mesa.orden(SOMBRA, "guerra evento ficha")
    visto = await _a_prueba(mesa, "Carta en la mesa: −1")
    assert "Una carta en la mesa reduce el Daño en 1." in visto
    visto = await _a_prueba(mesa, "Baja: Gandalf el Gris (nivel 3)")
    assert "Gandalf el Gris cae en la Caza y absorbe 1 punto de Daño." in visto
    assert "Guía de la Compañía: Trancos." in visto
    assert (await mesa.estado()).caza_abierta.paso is PasoDeCaza.REVELAR
    for donde, frase in {
        "Rivendel": "La Compañía revelada no puede acabar en Rivendel, que es de los Pueblos Libres.",
        "Moria": "La Compañía revelada no puede acabar en Moria: está a 3 y la Compañía ha recorrido 1 región.",
    }.items():
        negada = await mesa.negada(m.alicia, "compania revelada", region=donde)
        assert frase in negada
        assert "Reglas de La Guerra del Anillo, «La Compañía es descubierta por una Caza del Anillo»" in negada
    visto = await _a_prueba(mesa, "Revelarse en Bosque de los Trolls")
    assert "La Compañía queda revelada en Bosque de los Trolls." in visto
    assert (await mesa.estado()).caza is None
    negada = await mesa.negada(m.alicia, "compania mover")
    assert "La Compañía está revelada: ocúltala antes de moverla." in negada


async def test_cada_paso_de_una_batalla_y_su_asedio(m: Mundo) -> None:
    """Con cartas que quitan los dados y dan impactos: así cada ronda sale siempre igual."""
    mesa = await abrir(m)
    await a_las_acciones(mesa)
    await mesa.deprisa(SOMBRA, politica.AvanzarNacion(nacion="sauron"))
    await mesa.orden(
        SOMBRA, "batalla abrir", atacante="sombra", region="Minas Tirith", atacan="2 regulares, 3 élites, Sauron",
        defienden="2 regulares, 5 élites, Gondor",
    )  # fmt: skip
    await _a_prueba(mesa, "Luchar en campo abierto")
    await _a_prueba(mesa, "Jugar una carta")
    visto = await _a_prueba(mesa, "Jugar una carta")
    assert "lo que hacen las cartas (se revelan a la vez)" in visto
    sin_dados = {"propio": "dados -5, impactos 2", "rival": "dados -5"}
    await _a_prueba(mesa, "Efectos de la carta del atacante", sin_dados)
    await _a_prueba(mesa, "Efectos de la carta del defensor", {"propio": "dados -5, impactos 1"})
    negada = await mesa.negada(m.bruno, "batalla bajas", regulares=2)
    assert "Esas bajas pagan 2 impactos y hay que pagar 1." in negada
    assert "Reglas de La Guerra del Anillo, «Retirando bajas»" in negada
    assert "el ejército tiene 2 regulares y 3 élites" in await mesa.negada(m.bruno, "batalla bajas", regulares=9)
    assert "Todavía quedan regulares" in await mesa.negada(m.bruno, "batalla bajas", sin_recambio=1)
    assert "Eso lo decide el bando de la Sombra." in await mesa.negada(m.alicia, "batalla bajas", regulares=1)
    await _a_prueba(mesa, "Degradar 1 élite")
    await _a_prueba(mesa, "Retirar 1 élite")
    await _a_prueba(mesa, "Seguir el ataque")
    negada = await mesa.negada(m.alicia, "batalla retirada", region="Lórien")
    assert "El defensor no puede retirarse a Lórien." in negada
    assert "Reglas de La Guerra del Anillo, «Retirada»" in negada
    await _a_prueba(mesa, "Aguantar otra ronda")
    await _a_prueba(mesa, "Encerrarse en el Baluarte")
    visto = await _a_prueba(mesa, "Entrar en Minas Tirith")
    assert "El atacante entra en la región. Sobra 1 unidad en el Baluarte." in visto
    negada = await mesa.negada(m.alicia, "batalla caben", regulares=4, elites=4)
    assert "Elige 5 unidades de las que hay: 2 regulares y 4 élites." in negada
    visto = await _a_prueba(mesa, "Se quedan 4 élites y 1 regular")
    assert "Bajo asedio: Minas Tirith" in visto
    assert (await mesa.estado()).batalla is None


Paso = Callable[[Mesa], Awaitable[object]]


def _orden(bando: Bando, comando: str, /, **campos: Any) -> Paso:
    return lambda mesa: mesa.orden(bando, comando, **campos)


DESHACER: dict[str, Paso] = {
    "fase": _orden(LIBRES, "guerra turno fin-compania"),
    "casilla": _orden(SOMBRA, "guerra turno asignar", dados=3),
    "dados de acción": _orden(SOMBRA, "guerra turno tirar"),
    "ficha especial": _orden(LIBRES, "guerra evento especial", ficha="redoma"),
    "avance político": _orden(SOMBRA, "guerra politica avanzar", nacion="sauron"),
    "captura": _orden(SOMBRA, "guerra ejercito mover", bando="sombra", naciones="Sauron", region="Pelargir"),
    "personaje": _orden(SOMBRA, "guerra personajes entrar", personaje="saruman"),
    "separarse": _orden(LIBRES, "compania separar", companeros="Boromir", region="Trollshaws"),
    "movimiento": _orden(LIBRES, "compania mover"),
    "Caza": _orden(SOMBRA, "caza", ejercito=True),
    "combate suelto": _orden(LIBRES, "combate", dados=2),
    "corrupción": _orden(LIBRES, "compania corrupcion", puntos=1),
    "ficha por evento": _orden(SOMBRA, "guerra evento ficha"),
}
"""Una orden de cada clase, por el orden en que se pueden dar."""


async def test_deshacer_y_rehacer_cada_clase_de_orden(m: Mundo) -> None:
    """Sin azar, cualquiera que juegue; con azar, hace falta la otra parte. Vuelve todo, y rehacer lo trae igual."""
    mesa = await abrir(m)
    await fondo_de_solo(mesa, "1")
    for clase, paso in DESHACER.items():
        antes = await mesa.libro()
        await paso(mesa)
        despues = await mesa.libro()
        assert (await m.otro.slash(m.canal, "partida deshacer")).ephemeral, clase
        pedido = await m.alicia.slash(m.canal, "partida deshacer")
        con_azar = despues.tiradas > antes.tiradas
        assert ("Aceptar" in botones(pedido)) == con_azar, clase
        if con_azar:
            assert (await mesa.estado()) == despues.estado, "propuesto no es deshecho"
            await m.bruno.click(pedido.response, label="Aceptar")
        assert await mesa.estado() == antes.estado, clase
        assert not (await m.bruno.slash(m.canal, "partida rehacer")).ephemeral
        assert await mesa.estado() == despues.estado, clase
        while (await mesa.estado()).caza is not None and clase != "movimiento":
            await mesa.deprisa(LIBRES, remedios.UsarElAnillo())


async def test_en_mordor_no_se_entra_de_cualquier_manera(m: Mundo) -> None:
    mesa = await abrir(m)
    negada = await mesa.negada(m.alicia, "compania mordor")
    assert "La Compañía solo entra en Mordor desde Morannon o Minas Morgul." in negada
    assert "Reglas de La Guerra del Anillo, «Entrando en Mordor»" in negada
    negada = await mesa.negada(m.alicia, "compania declarar", region="Morannon")
    assert "y la Compañía ha recorrido 0." in negada
    await en_mordor(mesa, paso=0)
    await termina_el_turno(mesa)
    negada = await mesa.negada(m.alicia, "compania declarar", region="Minas Morgul")
    assert "En Mordor la Compañía ya no se declara." in negada
    assert "En Mordor la Caza no se tira" in texto(await m.otro.slash(m.canal, "probabilidad caza"))
    await a_las_acciones(mesa)
    negada = await mesa.negada(
        m.alicia, "compania separar", companeros="Merry", region="Gorgoroth", dado="voluntad"
    )
    assert "En Mordor no se puede separar a nadie con un dado de acción." in negada
    visto = await mesa.orden(LIBRES, "compania separar", companeros="Merry")
    assert "Merry cae: no puede separarse en Mordor." in visto


async def test_descubierta_en_la_puerta_tiene_que_ocultarse_y_declararse(m: Mundo) -> None:
    """Aunque ese turno se hubiera declarado ya en otra región: 001:539."""
    mesa = await abrir(m)
    await fondo_de_solo(mesa, "1")
    await a_las_acciones(mesa)
    while (await mesa.estado()).compania.progreso < 12:
        await mesa.deprisa(LIBRES, compania.MoverCompania())
        if (await mesa.estado()).caza is not None:
            await mesa.deprisa(SOMBRA, resolucion.TirarCaza())
        if (await mesa.estado()).caza is not None:
            await mesa.deprisa(LIBRES, remedios.JugarCartaDeMesa(efecto="anula"))
    await termina_el_turno(mesa)
    await mesa.orden(LIBRES, "compania declarar", region="Dagorlad")
    await a_las_acciones(mesa)
    await mesa.deprisa(LIBRES, compania.MoverCompania())
    if (await mesa.estado()).caza is not None:
        await mesa.deprisa(SOMBRA, resolucion.TirarCaza())
    if (await mesa.estado()).caza is not None:
        await mesa.deprisa(LIBRES, remedios.JugarCartaDeMesa(efecto="anula"))
    await mesa.deprisa(SOMBRA, eventos.RevelarCompania())
    visto = await mesa.orden(LIBRES, "compania revelada", region="Morannon")
    assert "Hay que sacar 1 ficha más." in visto, "acaba en un Baluarte de la Sombra"
    visto = await mesa.pulsar(LIBRES, "Usar el Anillo: +1 de Corrupción")
    assert "entra en Mordor" not in visto
    assert "**revelada**, última posición Morannon" in visto
    await mesa.orden(LIBRES, "compania ocultar")
    await termina_el_turno(mesa)
    assert "La Compañía entra en Mordor desde Morannon." in await mesa.orden(
        LIBRES, "compania declarar", region="Morannon"
    )


async def test_sin_companeros_guia_gollum_y_niega_la_revelacion(m: Mundo) -> None:
    mesa = await abrir(m)
    await fondo_de_solo(mesa, "2-r")
    await a_las_acciones(mesa)
    todos = "Gandalf el Gris, Trancos, Boromir, Legolas, Gimli, Merry y Pippin"
    visto = await mesa.orden(LIBRES, "compania separar", companeros=todos, region="Vados del Bruinen")
    assert "Guía de la Compañía: Gollum." in visto
    negada = await mesa.negada(m.alicia, "compania separar", companeros="Merry", region="Trollshaws")
    assert "Merry no está en la Compañía: elige entre los que siguen en ella." in negada
    await mesa.orden(SOMBRA, "guerra evento ficha")
    assert "Baja al azar" not in botones(mesa.mensaje)
    negada = await mesa.negada(m.alicia, "guerra encajar baja", quien="azar")
    assert "Contra esta ficha no se puede perder a un Compañero." in negada
    visto = await _a_prueba(mesa, "Usar el Anillo: +2 de Corrupción")
    assert "· oculta, última posición Rivendel" in visto, "una ficha normal no la descubre"
    await mesa.orden(SOMBRA, "guerra evento ficha")
    await _a_prueba(mesa, "Gollum: −1 y descubre a la Compañía")
    await mesa.pulsar(LIBRES, "Usar el Anillo: +1 de Corrupción")
    visto = await mesa.elegir(LIBRES, "Revelarse en Rivendel")  # no ha recorrido nada: no hay otro sitio
    assert "La Compañía queda revelada en Rivendel." in visto
    assert (await mesa.estado()).compania.corrupcion == 3


@pytest.mark.parametrize(
    ("comando", "campos", "frase"),
    [
        ("combate", {"dados": 6}, "Los dados de combate van de 0 a 5, y has puesto 6."),
        ("combate", {"dados": 3, "modificador": -9}, "El modificador va de −5 a 5, y has puesto −9."),
        ("combate", {"dados": 3, "impacto_liderazgo": 1}, "El número para el Liderazgo va de 2 a 6"),
        ("liderazgo", {"fallos": 2, "liderazgo": 9}, "El Liderazgo va de 0 a 5, y has puesto 9."),
        ("caza", {"dados_sombra": 11}, "La Sombra puede tener de 0 a 10 dados en la casilla de Caza"),
        ("caza", {"dados_sombra": 1, "dados_pl": 7}, "Los Pueblos Libres pueden tener de 0 a 6 dados"),
    ],
)
async def test_sin_partida_lo_que_se_sale_de_las_reglas(
    m: Mundo, comando: str, campos: dict[str, int], frase: str
) -> None:
    r = await m.alicia.slash(m.canal, comando, **campos)
    assert r.ephemeral
    assert frase in texto(r)
    assert "Fuente: Reglas de La Guerra del Anillo, «" in texto(r)


async def test_lo_contradictorio_o_torpe_en_una_partida(m: Mundo) -> None:
    ella_sola = await m.alicia.slash(m.canal, "guerra nueva", rival=m.alicia)
    assert "Nadie puede llevar los dos bandos" in texto(ella_sola)
    mesa = await abrir(m, otro=m.bruno)
    assert (await mesa.estado()).jugadores[SOMBRA] == (2,), "quien se nombra dos veces juega una"
    assert "de 0 a 7 dados en la casilla, no 9" not in await mesa.negada(m.bruno, "guerra turno asignar", dados=9)
    await mesa.decide("Terminar la fase de la Compañía")
    negada = await mesa.negada(m.bruno, "guerra turno asignar", dados=9)
    assert "La Sombra puede poner de 0 a 7 dados en la casilla, no 9." in negada
    await mesa.decide("0 dados a la Caza")
    await mesa.decide("Tirar los dados de acción")
    torpes = {
        "compania separar": ({"companeros": ", ,", "region": "Bree"}, "Di quiénes se separan"),
        "compania guia": ({"companero": "saruman"}, "Saruman no puede ser Guía ahora."),
        "compania corrupcion": ({"puntos": 13}, "de 1 a 12"),
        "guerra encajar carta": ({"efecto": "reduce"}, "No hay ninguna Caza en curso"),
        "guerra personajes mover": ({"companeros": "Boromir", "region": "Bree"}, "fuera de la Compañía"),
        "guerra ejercito mover": ({"bando": "libres", "naciones": "Sauron", "region": "Bree"}, "Sauron no es del bando"),
        "guerra ejercito levantar": ({"region": "Lórien"}, "Nadie asedia Lórien."),
        "guerra politica reclutar": ({"nacion": "gondor", "regiones": "Edoras"}, "no tiene un asentamiento de Gondor"),
        "guerra evento retirar": ({"ficha": "redoma"}, "No se puede retirar la ficha «−2»"),
    }  # fmt: skip
    for comando, (campos, frase) in torpes.items():
        assert frase in await mesa.negada(m.alicia, comando, **campos), comando
    visto = await mesa.orden(LIBRES, "compania separar", companeros="Merry, merry", region="Bree", extra=3)
    assert "Merry se separa de la Compañía: a Bree." in visto


async def test_lo_que_quita_dados_no_deja_un_panel_sin_salida(m: Mundo) -> None:
    """Un asalto en que nadie tira ni impacta acaba y sigue el asedio."""
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(
        SOMBRA, "batalla abrir", atacante="sombra", region="Minas Tirith", atacan="1 regular, Sauron",
        defienden="1 regular, Gondor",
    )  # fmt: skip
    await mesa.decide("Jugar una carta")
    await mesa.decide("Sin carta")
    nada = {"propio": "dados -5", "rival": "dados -5"}
    visto = await mesa.rellenar(SOMBRA, "Efectos de la carta del atacante…", nada)
    assert "Batalla decidida: el atacante cesa el ataque." in visto
    assert "Bajo asedio: Minas Tirith" in visto
