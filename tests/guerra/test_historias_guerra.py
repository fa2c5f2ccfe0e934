"""La historia entera de una partida: viaje, Cazas, política, asedio y ayuda, deshacer, reinicio, victoria y semilla."""

import re

from servicios.guerra.mapa import distancia
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.piezas import Bando
from servicios.guerra.revelacion import destinos
from servicios.guerra.tablas import region
from tests.apoyo.mundo import Mundo, botones, texto
from tests.guerra.panel import Mesa, abrir

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA
META = "morannon"


async def test_una_partida_entera(m: Mundo) -> None:
    mesa = await abrir(m)
    await _empieza_el_turno(mesa)
    await _primer_movimiento_con_su_dado(mesa)
    await _deshacer_una_caza(mesa)
    await _viaje(mesa)
    await _termina_el_turno(mesa)
    await _entra_en_mordor(mesa)
    await _una_nacion_a_la_guerra(mesa)
    await _asedio(mesa)
    await _ayuda(mesa)
    await _victoria_militar(mesa)
    await _semilla_verificada(mesa)


async def _empieza_el_turno(mesa: Mesa) -> None:
    await mesa.decide("Terminar la fase de la Compañía")
    assert f"Decide **la Sombra** ({mesa.m.bruno.mention}) · la asignación de la Caza" in mesa.texto
    await mesa.decide("1 dado a la Caza")
    visto = await mesa.decide("Tirar los dados de acción")
    assert re.search(r"Tirada de acción\. Los Pueblos Libres: .+\. La Sombra: .+\.", visto)
    assert re.search(r"tirada \d+ · \w{6} · tirada \d+ · \w{6} · comprobable con /partida verificar", visto)


async def _primer_movimiento_con_su_dado(mesa: Mesa) -> None:
    """Con un dado de Personaje (o uno que un Anillo élfico cambie), que al acabar la Caza va a la casilla."""
    tiene = (await mesa.estado()).bolsas[LIBRES].disponibles
    if "personaje" not in tiene:
        visto = await mesa.rellenar(
            LIBRES, "Usar un Anillo élfico (Pueblos Libres)…", {"de": [tiene[0]], "a": ["personaje"]}
        )
        assert "Los Pueblos Libres usan un Anillo élfico" in visto
    antes = (await mesa.estado()).caja
    visto = await mesa.pulsar(LIBRES, "Mover la Compañía (Personaje)")
    assert "La Compañía avanza: 1 región desde su última posición." in visto
    await mesa.m.reiniciar()  # con la Caza por tirar y el panel a la vista
    visto = await mesa.pulsar(SOMBRA, "Tirar: hay Nazgûl")
    assert f"**Caza del Anillo · nivel {antes.sombra}**" in visto
    assert re.search(r"Una Caza así tiene éxito el \d+,\d % de las veces", visto)
    exitos = int(re.search(r"\*\*(\d+) éxitos?\.\*\*", visto).group(1))  # pyright: ignore[reportOptionalMemberAccess]
    dados = "\n".join(linea for linea in visto.splitlines() if linea.startswith(("Tirada ", "Relanzamiento ")))
    assert len(re.findall(r"\*\*\d\*\*", dados)) == exitos, "los aciertos van en negrita"
    await _resuelve(mesa)
    assert (await mesa.estado()).caja == antes.con(libres=1)


async def _deshacer_una_caza(mesa: Mesa) -> None:
    """La tirada se deshace solo si la otra parte acepta; después se vuelve a tirar, con otro número."""
    m = mesa.m
    await _se_mueve(mesa)
    visto = await mesa.orden(SOMBRA, "caza", ejercito=True)
    numero = int(re.findall(r"tirada (\d+) ·", visto)[-1])
    propuesta = await m.bruno.slash(m.canal, "partida deshacer")
    assert set(botones(propuesta)) == {"Aceptar", "No deshacer"}
    assert (await m.bruno.click(propuesta.response, label="Aceptar")).ephemeral
    assert (await m.otro.click(propuesta.response, label="Aceptar")).ephemeral
    await m.alicia.click(propuesta.response, label="Aceptar")
    visto = await mesa.orden(LIBRES, "guerra ver")
    assert "Decide **la Sombra**" in visto
    assert (await mesa.estado()).caza_abierta.paso is PasoDeCaza.TIRAR
    visto = await mesa.pulsar(SOMBRA, "Tirar la Caza")
    assert int(re.findall(r"tirada (\d+) ·", visto)[0]) > numero, "los números deshechos no se reutilizan"
    await _resuelve(mesa)


async def _se_mueve(mesa: Mesa) -> None:
    """Por un evento, sin gastar dado; antes se cura y se oculta, si hace falta."""
    compania = (await mesa.estado()).compania
    if compania.corrupcion > 3:
        visto = await mesa.orden(LIBRES, "compania corrupcion", puntos=-compania.corrupcion, carta="Athelas")
        assert f"Corrupción −{compania.corrupcion}: por una carta (Athelas)." in visto
    if not compania.oculta:
        assert "La Compañía se oculta." in await mesa.orden(LIBRES, "compania ocultar")
    await mesa.orden(LIBRES, "compania mover")


async def _resuelve(mesa: Mesa) -> None:
    """Lo que quede de la Caza: baja al azar si el Daño es grande, el Anillo si no, y revelarse hacia Mordor."""
    while (caza := (await mesa.estado()).caza) is not None:
        estado = await mesa.estado()
        if caza.paso is PasoDeCaza.REVELAR:
            adonde = min(destinos(estado), key=lambda donde: distancia(donde, META))
            visto = await mesa.orden(LIBRES, "compania revelada", region=region(adonde).nombre)
            assert f"La Compañía queda revelada en {region(adonde).nombre}." in visto
        elif caza.dano > 2 and "Baja al azar" in botones(mesa.mensaje):
            assert "elegido al azar, cae en la Caza" in await mesa.pulsar(LIBRES, "Baja al azar")
        elif caza.dano > 0:
            visto = await mesa.pulsar(LIBRES, f"Usar el Anillo: +{caza.dano} de Corrupción")
            assert f"El Portador usa el Anillo: Corrupción +{caza.dano}." in visto
        else:
            await mesa.pulsar(LIBRES, "Seguir")


async def _viaje(mesa: Mesa) -> None:
    """Hasta que el Progreso alcance Morannon."""
    while True:
        compania = (await mesa.estado()).compania
        if compania.oculta and distancia(compania.region, META) <= compania.progreso:
            return
        if distancia(compania.region, META) <= compania.progreso:
            await mesa.orden(LIBRES, "compania ocultar")
            continue
        await _se_mueve(mesa)
        await mesa.orden(SOMBRA, "caza", nazgul=True)
        await _resuelve(mesa)


async def _termina_el_turno(mesa: Mesa) -> None:
    for bando, bolsa in (await mesa.estado()).bolsas.items():
        if bolsa.disponibles:
            await mesa.orden(bando, "guerra turno dejar", bando=bando.value)
    await mesa.orden(LIBRES, "guerra turno terminar")


async def _entra_en_mordor(mesa: Mesa) -> None:
    visto = await mesa.orden(LIBRES, "compania declarar", region="Morannon")
    assert "La Compañía entra en Mordor desde Morannon." in visto
    assert "en Mordor, paso **0** de 5" in visto
    await _empieza_el_turno(mesa)
    estado = await mesa.estado()
    await _se_mueve(mesa)
    visto = mesa.texto
    assert "Tirada" not in visto.split("Decide")[0], "en Mordor no se tira: se saca una ficha"
    assert "Ficha del Fondo: **" in visto
    if "Ojo" in visto:
        assert f"en Mordor el Ojo vale todos los dados de la casilla: {estado.caja.total}" in visto
    await _resuelve(mesa)
    assert (await mesa.estado()).compania.mordor == 1


async def _una_nacion_a_la_guerra(mesa: Mesa) -> None:
    """El Norte, pasivo, no llega a la guerra hasta que se activa; los Elfos, que ya lo están, llegan."""
    m = mesa.m
    for _ in range(2):
        await mesa.orden(LIBRES, "guerra politica avanzar", nacion="norte")
    r = await m.alicia.slash(m.canal, "guerra politica avanzar", nacion="norte")
    assert r.ephemeral
    assert "El Norte está pasiva y no puede llegar a «En guerra»: actívala antes." in texto(r)
    assert "Reglas de La Guerra del Anillo, «Entrando en la guerra»" in texto(r)
    assert "El Norte se activa" in await mesa.orden(LIBRES, "guerra politica activar", nacion="norte")
    assert "El Norte entra en guerra" in await mesa.orden(LIBRES, "guerra politica avanzar", nacion="norte")
    for _ in range(3):
        await mesa.orden(LIBRES, "guerra politica avanzar", nacion="elfos")
    assert "Sauron entra en guerra" in await mesa.orden(SOMBRA, "guerra politica avanzar", nacion="sauron")
    visto = texto(await m.otro.slash(m.canal, "guerra politica ver"))
    assert "- El Norte: **en guerra**" in visto
    assert "- Gondor: pasiva, a 2 pasos de la guerra" in visto


async def _asedio(mesa: Mesa) -> None:
    """La Sombra ataca Minas Tirith: el defensor se encierra, sobran dos unidades y un asalto no la toma."""
    ataque = {
        "region": "minas tirith",
        "atacan": "6 regulares, 2 élites, 2 Nazgûl, Sauron",
        "defienden": "6 regulares, 1 élite, 1 líder, Gondor",
        "dado": ["sombra/evento0"],
    }
    visto = await mesa.rellenar(SOMBRA, "Abrir una batalla…", ataque)
    assert "Gondor se activa: su ejército es atacado en Minas Tirith." in visto
    assert "Batalla en Minas Tirith" in visto.splitlines()[0]
    await mesa.decide("Encerrarse en el Baluarte")
    visto = await mesa.decide("Entrar en Minas Tirith")
    assert "Sobran 2 unidades en el Baluarte." in visto
    visto = await mesa.decide("Se quedan 1 élite y 4 regulares")
    assert "Bajo asedio: Minas Tirith" in visto
    await mesa.orden(
        SOMBRA,
        "batalla abrir",
        atacante="sombra",
        region="Minas Tirith",
        atacan="1 regular, 1 élite, Sauron",
        defienden="4 regulares, 1 élite, Gondor",
        reserva=5,
    )
    await mesa.decide("Jugar una carta de combate")
    await mesa.decide("Sin carta")
    rotulo = "Efectos de la carta del atacante…"
    visto = await mesa.rellenar(SOMBRA, rotulo, {"propio": "tirada +1", "rival": "dados -4"})
    assert "Carta del atacante: para sí, +1 a cada dado; para el rival, dados −4." in visto
    assert "**Ronda 1**" in visto
    assert "quien ataca en un asedio solo impacta con 6" in visto
    assert re.search(r"-# Defensor: .* de las veces", visto)
    await _hasta_el_final(mesa)
    assert "Bajo asedio: Minas Tirith" in mesa.texto
    assert (await mesa.estado()).naciones["gondor"].en_guerra


async def _hasta_el_final(mesa: Mesa) -> None:
    """Decide siempre lo primero que se ofrece, hasta que la batalla acaba."""
    while (batalla := (await mesa.estado()).batalla) is not None:
        assert batalla.ronda < 60
        await mesa.decide("")


async def _ayuda(mesa: Mesa) -> None:
    """Un ejército de Gondor socorre Minas Tirith desde Lossarnach."""
    m = mesa.m
    sin_clase = {"atacante": "libres", "region": "Minas Tirith", "atacan": "8 regulares, 5 líderes, Gondor"}
    r = await m.alicia.slash(m.canal, "batalla abrir", **sin_clase, defienden="1 regular, Sauron")
    assert "di si lo atacas desde fuera («ayuda») o desde dentro («escape»)" in texto(r)
    visto = await mesa.orden(
        LIBRES, "batalla abrir", **sin_clase, defienden="1 regular, Sauron", clase="socorro", desde="Lossarnach"
    )
    assert "Ayuda al Baluarte asediado en Minas Tirith" in visto
    vistos = []
    while (await mesa.estado()).batalla is not None:
        vistos.append(await mesa.decide(""))
    assert any("Termina el asedio de Minas Tirith" in visto for visto in vistos)
    assert "Bajo asedio" not in mesa.texto


async def _victoria_militar(mesa: Mesa) -> None:
    elfos = {"bando": "libres", "naciones": "Elfos"}
    visto = await mesa.orden(LIBRES, "guerra ejercito mover", **elfos, region="Moria")
    assert "Los Pueblos Libres capturan Moria (+2 puntos de victoria)." in visto
    assert "Pueblos Libres 2 de 4" in visto
    await mesa.orden(LIBRES, "guerra ejercito mover", **elfos, region="Dol Guldur")
    assert (await mesa.estado()).final is None, "las victorias militares se miran al final del turno"
    await _termina_el_turno(mesa)
    assert mesa.texto.startswith("## La Guerra del Anillo · ganan los Pueblos Libres")
    assert "controlan asentamientos de la Sombra por 4 puntos de victoria (V4)" in mesa.texto
    r = await mesa.m.bruno.slash(mesa.m.canal, "compania mover")
    assert "La partida ha terminado" in texto(r)


async def _semilla_verificada(mesa: Mesa) -> None:
    m = mesa.m
    tiradas = (await m.bot.diario.leer(f"{m.servidor.id}/guerra/1")).tiradas
    cerrada = await m.bruno.slash(m.canal, "partida cerrar")
    assert "Semilla publicada" in texto(cerrada)
    verificada = texto(await m.otro.click(cerrada.response, label="Verificar"))
    assert f"**Cuadran todas**: {tiradas} tiradas recalculadas" in verificada
