"""Lo que se guarda de una persona: se le da entero y se borra sin rastro, y sus resultados quedan."""

import asyncio
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from servicios.dados.dia import DIA, Tirar
from servicios.dados.mesa import MESA, Abrir, Cerrar
from servicios.dados.secreto import SECRETO, Prometer
from servicios.dados.tirada import Dados
from servicios.deshacer import AceptarDeshacer, Deshacer
from servicios.diario import Diario, ejecucion
from servicios.diario.comprobacion import comprobar
from servicios.diario.esquema import bandeja
from servicios.diario.privacidad import PrivacidadDelDiario
from servicios.diario.respaldo import respaldar
from servicios.errores import YaHaCambiado
from servicios.guerra.agregado import GUERRA
from servicios.guerra.apertura import AbrirBatalla
from servicios.guerra.batalla import AnotarEfectos, CartaDeclarada, DeclararCarta, EfectosAnotados
from servicios.guerra.cartas import Ajuste, Efectos
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.modelo_batalla import ClaseDeBatalla
from servicios.guerra.partida import AbrirPartida, CerrarPartida
from servicios.guerra.piezas import Bando
from servicios.guerra.politica import AvanzarNacion
from servicios.guerra.turno import AsignarCaza, TerminarFaseDeCompania, TirarAcciones
from servicios.hechos import Actor, Agregado
from servicios.privacidad import AunTomaParte, Borrado, EnMarcha, Privacidad
from tests.diario.conftest import CANAL, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR
from tests.diario.contador import Abrir as Empezar
from tests.diario.contador import Anotar as Apuntar
from tests.diario.poblacion import ALICIA, BRUNO, todo

UNO, OTRO = 10, 11
"""Dos servidores."""
AGREGADOS = (MESA, DIA, SECRETO, CONTADOR)
DE_ALICIA = "el puente de Khazad-dûm"
DE_BRUNO = "¡no pasarás! (Bruno)"


@pytest.fixture
async def diario(abrir: AbrirDiario) -> Diario:
    return await abrir(AGREGADOS)


@pytest.fixture
def privacidad(diario: Diario, reloj: RelojManual) -> Privacidad:
    return Privacidad([PrivacidadDelDiario(diario)], reloj)


async def jugar(diario: Diario, reloj: RelojManual) -> tuple[str, str]:
    """Alicia y Bruno en una mesa de UNO; Alicia, además, tira un día en OTRO. Devuelve la mesa y el día."""
    await diario.persona(OTRO, 3)  # así los números de Alicia no son el mismo en los dos
    bruno = Actor(await diario.persona(UNO, BRUNO))
    alicia = Actor(await diario.persona(UNO, ALICIA))
    mesa = (await diario.crear(MESA, UNO, 20, Abrir(jugadores=(alicia.persona,)), bruno, "abre")).flujo
    await diario.ejecutar(mesa, Tirar(dados=Dados(cantidad=2), comentario=DE_ALICIA), alicia, "a")
    await diario.ejecutar(mesa, Tirar(dados=Dados(cantidad=2), comentario=DE_BRUNO), bruno, "b")
    await diario.ejecutar(mesa, Deshacer(), alicia, "c")
    await diario.ejecutar(mesa, AceptarDeshacer(), bruno, "d")
    fuera = Actor(await diario.persona(OTRO, ALICIA))
    dia, _ = await diario.dias.ejecutar(
        DIA, OTRO, 30, reloj().date(), Tirar(dados=Dados(), comentario=DE_ALICIA * 2), fuera, "e"
    )
    await diario.crear(SECRETO, UNO, 20, Prometer(dados=Dados(), comentario=DE_ALICIA * 3), alicia, "f")
    return mesa, dia.flujo


async def avisar(diario: Diario, flujo: str, persona: int, reloj: RelojManual) -> None:
    """Un aviso que menciona a esa persona."""
    fila = {
        "flujo": flujo, "clave": "ronda:1", "plantilla": "ronda", "datos": {}, "menciones": [persona, 77],
        "destino": "canal", "fijo": True, "estado": "enviado", "sobra": False, "creado": reloj(),
        "proximo": reloj(), "intentos": 1,
    }  # fmt: skip
    async with diario.motor.escribir() as con:
        await con.execute(insert(bandeja), fila)


async def exportado(privacidad: Privacidad, cuenta: int) -> dict[str, Any]:
    return json.loads(await privacidad.exportar(cuenta))


async def test_se_le_da_todo_lo_suyo_y_nada_de_las_demas(
    diario: Diario, privacidad: Privacidad, reloj: RelojManual
):
    mesa, dia = await jugar(diario, reloj)
    await avisar(diario, mesa, 2, reloj)
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    archivo = await privacidad.exportar(ALICIA)
    dado = json.loads(archivo)
    assert dado["cuenta"] == str(ALICIA)
    assert [(s["servidor"], s["persona"]) for s in dado["servidores"]] == [(str(UNO), 2), (str(OTRO), 2)]

    (de_la_mesa, del_secreto), (del_dia,) = (servidor["flujos"] for servidor in dado["servidores"])
    assert (de_la_mesa["flujo"], de_la_mesa["canal"], de_la_mesa["abierto"]) == (mesa, "20", False)
    assert list(de_la_mesa["textos"].values()) == [DE_ALICIA]
    assert [orden["orden"] for orden in de_la_mesa["ordenes"]] == [1, 2, 3, 4, 5, 6], "la ha jugado: va entera"
    assert [orden["la_diste_tu"] for orden in de_la_mesa["ordenes"]] == [False, True, False, True, False, False]
    relatos = [hecho["relato"] for orden in de_la_mesa["ordenes"] for hecho in orden["hechos"]]
    assert relatos[4].endswith("a propuesta de persona 2 (tú) y con el acuerdo de persona 1.")
    assert DE_ALICIA in relatos[1]
    assert "[texto de otra persona]" in relatos[2]
    assert [aviso["aviso"] for aviso in de_la_mesa["avisos"]] == ["ronda:1"]
    assert list(del_secreto["textos"].values()) == [DE_ALICIA * 3]
    assert (del_dia["flujo"], list(del_dia["textos"].values())) == (dia, [DE_ALICIA * 2])

    texto = archivo.decode()
    for ajeno in (str(BRUNO), DE_BRUNO, *[fila["semilla"].hex() for fila in (await todo(diario))["semillas"]]):
        assert ajeno not in texto


async def test_de_lo_que_no_ha_jugado_solo_lo_que_la_nombra(
    diario: Diario, privacidad: Privacidad, reloj: RelojManual
):
    """En el flujo de un día tiran muchos: a cada cual, lo suyo."""
    for n, cuenta in enumerate((ALICIA, BRUNO, ALICIA, BRUNO)):
        quien = Actor(await diario.persona(UNO, cuenta))
        orden = Tirar(dados=Dados(), comentario=f"tirada {n}")
        await diario.dias.ejecutar(DIA, UNO, 30, reloj().date(), orden, quien, f"t{n}")
    (servidor,) = (await exportado(privacidad, BRUNO))["servidores"]
    (flujo,) = servidor["flujos"]
    assert [orden["orden"] for orden in flujo["ordenes"]] == [2, 4]
    assert list(flujo["textos"].values()) == ["tirada 1", "tirada 3"]


async def test_mientras_se_juega_no_se_da_la_carta_que_el_rival_tiene_boca_abajo(
    abrir: AbrirDiario, reloj: RelojManual
):
    diario = await abrir([GUERRA])
    privacidad = Privacidad([PrivacidadDelDiario(diario)], reloj)
    alicia, bruno = Actor(await diario.persona(UNO, ALICIA)), Actor(await diario.persona(UNO, BRUNO))
    abierta = AbrirPartida(libres=(alicia.persona,), sombra=(bruno.persona,))
    guerra = (await diario.crear(GUERRA, UNO, 20, abierta, bruno, "abre")).flujo
    ataque = AbrirBatalla(
        clase=ClaseDeBatalla.CAMPAL,
        atacante=Bando.SOMBRA,
        region="eastemnet",
        atacan=Ejercito(regulares=3, naciones=("sauron",)),
        defienden=Ejercito(regulares=2, naciones=("rohan",)),
    )
    tapada = AnotarEfectos(papel=Papel.ATACANTE, efectos=Efectos(propio=Ajuste(dados=1)))
    for n, (quien, orden) in enumerate(
        [
            (alicia, TerminarFaseDeCompania()),
            (bruno, AsignarCaza(dados=0)),
            (alicia, TirarAcciones()),
            (bruno, AvanzarNacion(nacion="sauron")),
            (bruno, ataque),
            (bruno, DeclararCarta(juega=True)),
            (alicia, DeclararCarta(juega=True)),
            (bruno, tapada),
        ]
    ):
        await diario.ejecutar(guerra, orden, quien, f"o{n}")

    async def datos(cuenta: int) -> list[Any]:
        """Lo que se le da de las dos últimas: la declaración de Alicia y la carta que Bruno tiene boca abajo."""
        (servidor,) = (await exportado(privacidad, cuenta))["servidores"]
        (flujo,) = servidor["flujos"]
        return [orden["hechos"][0].get("datos") for orden in flujo["ordenes"][7:9]]

    declarada = Agregado.escribir(CartaDeclarada(papel=Papel.DEFENSOR, juega=True))
    anotada = Agregado.escribir(EfectosAnotados(papel=Papel.ATACANTE, efectos=tapada.efectos))
    assert await datos(ALICIA) == [declarada, None]
    assert await datos(BRUNO) == [None, anotada]
    await diario.ejecutar(guerra, CerrarPartida(), bruno, "cierra")
    assert await datos(ALICIA) == await datos(BRUNO) == [declarada, anotada]


async def test_de_quien_no_se_sabe_nada_se_da_un_archivo_vacio(privacidad: Privacidad):
    assert (await exportado(privacidad, 404))["servidores"] == []
    assert await privacidad.borrar(404) == Borrado(0, 0)


async def test_borrada_no_queda_rastro_y_los_resultados_siguen(
    diario: Diario, privacidad: Privacidad, reloj: RelojManual, tmp_path: Path
):
    mesa, dia = await jugar(diario, reloj)
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    estados = [(await diario.leer(flujo)).estado for flujo in (mesa, dia)]
    antes = await todo(diario)

    assert await privacidad.borrar(ALICIA) == Borrado(servidores=2, textos=3)

    escrito = await volcado(diario, tmp_path, reloj)
    for rastro in (str(ALICIA), DE_ALICIA):
        assert rastro not in escrito
    if diario.motor.es_sqlite:
        crudo = b"".join(archivo.read_bytes() for archivo in tmp_path.glob("concilio.sqlite3*"))
        assert DE_BRUNO.encode() in crudo, "se busca donde están las cosas"
        assert DE_ALICIA.encode() not in crudo
        assert ALICIA.to_bytes(8) not in crudo
    for ajeno in (str(BRUNO), DE_BRUNO):
        assert ajeno in escrito

    assert [(await diario.leer(flujo)).estado for flujo in (mesa, dia)] == estados
    assert await diario.discord_de(UNO, [1, 2]) == {1: BRUNO, 2: None}
    assert list((await diario.textos(mesa)).values()) == [DE_BRUNO]
    despues = await todo(diario)
    for tabla in antes.keys() - {"personas", "textos", "parametros"}:
        assert despues[tabla] == antes[tabla]
    assert await comprobar(diario.motor, AGREGADOS) == []
    assert (await exportado(privacidad, ALICIA))["servidores"] == []
    assert await diario.persona(UNO, ALICIA) == 3, "si vuelve, es alguien nuevo"


async def volcado(diario: Diario, carpeta: Path, reloj: RelojManual) -> str:
    archivo, _ = await respaldar(diario.motor, carpeta / "volcado.zip", reloj())
    with zipfile.ZipFile(archivo) as paquete:
        return "\n".join(paquete.read(nombre).decode() for nombre in paquete.namelist())


async def test_quien_juega_no_se_borra_y_se_le_dice_donde(
    diario: Diario, privacidad: Privacidad, reloj: RelojManual
):
    mesa, _ = await jugar(diario, reloj)
    bruno = Actor(await diario.persona(OTRO, BRUNO))
    await diario.crear(MESA, OTRO, 40, Abrir(), bruno, "otra")
    antes = await todo(diario)
    for cuenta, donde in (
        (ALICIA, [EnMarcha(UNO, 20, "dados", 1)]),
        (BRUNO, [EnMarcha(UNO, 20, "dados", 1), EnMarcha(OTRO, 40, "dados", 1)]),
    ):
        with pytest.raises(AunTomaParte) as negativa:
            await privacidad.borrar(cuenta)
        assert list(negativa.value.en_marcha) == donde
    assert await todo(diario) == antes
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    assert (await privacidad.borrar(ALICIA)).servidores == 2


async def test_si_empieza_a_jugar_mientras_se_mira_no_se_borra(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    mesa, _ = await jugar(diario, reloj)
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    custodio = PrivacidadDelDiario(diario)
    mirar, veces = custodio._mirar, iter(range(9))

    async def mirar_y_que_pase_algo(cuenta: int) -> Any:
        visto = await mirar(cuenta)
        if next(veces) == 0:
            await diario.crear(MESA, UNO, 21, Abrir(jugadores=(2,)), Actor(1), "deprisa")
        return visto

    monkeypatch.setattr(custodio, "_mirar", mirar_y_que_pase_algo)
    with pytest.raises(AunTomaParte):
        await custodio.borrar(ALICIA)
    assert await diario.discord_de(UNO, [2]) == {2: ALICIA}


async def test_lo_que_pasa_en_las_partidas_ajenas_no_impide_borrar(
    diario: Diario, privacidad: Privacidad, abrir: AbrirDiario, reloj: RelojManual
):
    """Ni una partida de otros, ni una de una clase que este programa ya no lleva."""
    mesa, _ = await jugar(diario, reloj)
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    await diario.crear(MESA, UNO, 21, Abrir(), Actor(1), "ajena")
    sin_mesas = await abrir([DIA])
    olvidadizo = Privacidad([PrivacidadDelDiario(sin_mesas)], reloj)
    dado = await exportado(olvidadizo, ALICIA)
    assert list(dado["servidores"][0]["flujos"][0]["textos"].values()) == [DE_ALICIA]
    assert (await olvidadizo.borrar(ALICIA)).textos == 3


async def test_los_demas_procesos_tambien_olvidan(diario: Diario, abrir: AbrirDiario, reloj: RelojManual):
    otro = await abrir(AGREGADOS)
    mesa, _ = await jugar(diario, reloj)
    await diario.ejecutar(mesa, Cerrar(), Actor(1), "cierra")
    assert DE_ALICIA in (await otro.textos(mesa)).values()
    assert await otro.persona(UNO, ALICIA) == 2
    vigia = PrivacidadDelDiario(otro)
    await vigia.al_dia()
    await PrivacidadDelDiario(diario).borrar(ALICIA)
    await vigia.al_dia()
    assert DE_ALICIA not in (await otro.textos(mesa)).values()
    assert await otro.persona(UNO, ALICIA) == 3


async def test_quien_se_borro_en_otro_proceso_no_deja_textos_sin_dueno(abrir: AbrirDiario, reloj: RelojManual):
    uno, otro = await abrir([CONTADOR]), await abrir([CONTADOR])
    await otro.persona(UNO, ALICIA)
    flujo = (await otro.crear(CONTADOR, UNO, CANAL, Empezar(), Actor(9), "abre")).flujo
    await PrivacidadDelDiario(uno).borrar(ALICIA)
    escribir = Apuntar(texto="mi secreto nuevo")
    with pytest.raises(YaHaCambiado, match="Acabas de borrar tus datos"):
        await otro.ejecutar(flujo, escribir, Actor(await otro.persona(UNO, ALICIA)), "b")
    await otro.ejecutar(flujo, escribir, Actor(await otro.persona(UNO, ALICIA)), "b")
    dado = await Privacidad([PrivacidadDelDiario(otro)], reloj).exportar(ALICIA)
    assert "mi secreto nuevo" in dado.decode()


@pytest.mark.postgresql
async def test_borrar_espera_a_lo_que_se_esta_escribiendo(
    url_postgres: str, tmp_path: Path, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    """Un comentario de Alicia está a medio guardar cuando ella lo borra todo: no puede quedar detrás."""
    diario = await Diario.abrir(url_postgres, tmp_path, AGREGADOS, reloj)
    alicia = Actor(await diario.persona(UNO, ALICIA))
    orden = Tirar(dados=Dados(), comentario=DE_ALICIA)
    await diario.dias.hoy(DIA, UNO, 30, reloj().date())
    escribiendo, sigue, guardar = asyncio.Event(), asyncio.Event(), ejecucion.textos.guardar

    async def despacio(*cosas: Any) -> None:
        escribiendo.set()
        await sigue.wait()
        await guardar(*cosas)

    monkeypatch.setattr(ejecucion.textos, "guardar", despacio)
    tira = asyncio.create_task(diario.dias.ejecutar(DIA, UNO, 30, reloj().date(), orden, alicia, "t"))
    await escribiendo.wait()
    borra = asyncio.create_task(PrivacidadDelDiario(diario).borrar(ALICIA))
    await asyncio.wait({borra}, timeout=0.5)
    sigue.set()
    try:
        await asyncio.gather(tira, borra)
        assert [fila["texto"] for fila in (await todo(diario))["textos"]] == [None]
    finally:
        await diario.cerrar()
