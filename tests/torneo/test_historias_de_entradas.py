"""Quien llega tarde, quien espera plaza, quienes se llaman igual, quien no tiene nombre y quien no debe entrar."""

from tests.apoyo.mundo import Mundo, texto
from tests.torneo.mesa_de_torneo import Evento, convocar, iniciar


async def test_quien_llega_antes_de_la_segunda_ronda_entra_con_cero_puntos(m: Mundo) -> None:
    e = await iniciar(m, 6)
    assert (await e.torneo()).rondas_previstas == 4
    anuncio = await e.publica()
    por_su_cuenta = await m.bruno.slash(m.canal, "torneo inscribir")
    assert por_su_cuenta.ephemeral
    assert "pide a la coordinación que te inscriba" in texto(por_su_cuenta)
    await e.juega(anuncio, {1: (20, 5), 2: (20, 5), 3: (20, 5)})
    await e.manda("ronda", accion="siguiente")
    assert (await e.torneo()).borrador is not None
    entra = await e.manda("torneo inscribir", persona=m.bruno)
    assert "se inscribe con el torneo empezado, con 0 puntos" in texto(entra)
    torneo = await e.torneo()
    assert torneo.borrador is None  # contaba con los de antes
    assert torneo.rondas_previstas == 4
    tabla = texto(await e.manda("clasificacion"))
    assert "bruno · **0** PT" in tabla
    assert "entró con el torneo empezado" in texto(await m.otro.slash(m.canal, "torneo lista"))
    segunda = await e.publica()
    assert m.bruno.mention in texto(segunda)
    ronda = (await e.torneo()).ronda
    assert ronda is not None
    assert ronda.descanso is not None  # ahora son siete
    tarde = await e.manda("torneo inscribir", persona=m.otro)
    assert tarde.ephemeral
    assert "ya se ha publicado la segunda ronda" in texto(tarde)
    assert len((await e.torneo()).activos) == 7


async def test_la_lista_de_espera_avanza_por_orden_y_no_se_pasa_del_aforo(m: Mundo) -> None:
    e = await convocar(m, 4, aforo=4)
    panel = e.ultimo("Inscribirme")
    for persona in (m.bruno, m.otro):
        await persona.click(panel, label="Inscribirme")
    panel = e.ultimo("Inscribirme")
    assert "**Inscripción abierta** · 4 de 4" in texto(panel)
    assert "En espera: bruno y forastero" in texto(panel)
    ya = await m.bruno.click(panel, label="Inscribirme")
    assert "ya está en la lista de espera" in texto(ya)
    await m.reiniciar()
    await e.jugadores["Carla"].click(panel, label="Darme de baja")
    assert m.bruno.mention in texto(e.ultimo("hay una plaza libre"))
    assert "En espera: forastero" in texto(e.ultimo("Inscribirme"))
    await m.otro.click(e.ultimo("Inscribirme"), label="Darme de baja")
    await m.otro.click(e.ultimo("Inscribirme"), label="Inscribirme")
    await e.manda("torneo iniciar", rondas=2)
    torneo = await e.torneo()
    assert (len(torneo.activos), len(torneo.en_espera)) == (4, 1)
    anuncio = await e.publica()
    assert m.otro.mention not in texto(anuncio)  # quien espera no juega
    lleno = await e.manda("torneo inscribir", persona=m.otro)
    assert "Las 4 plazas están ocupadas" in texto(lleno)
    sin_jugar = await m.otro.click(anuncio, label="Comunicar mi resultado")
    assert "No juegas en esta ronda" in texto(sin_jugar)
    await e.manda("torneo baja", jugador="Diego")
    admitido = await e.manda("torneo inscribir", persona=m.otro)
    assert "pasa de la lista de espera a una plaza libre" in texto(admitido)


async def test_dos_que_se_llaman_igual_se_distinguen_por_su_numero(m: Mundo) -> None:
    e = await convocar(m, 2)
    for cuenta in ("uno", "dos"):
        persona = m.servidor.add_member(m.env.create_user(cuenta, global_name="Ana"))
        await persona.click(e.ultimo("Inscribirme"), label="Inscribirme")
    duda = await e.manda("torneo baja", jugador="ana")
    assert "«ana» puede ser Ana (n.º 3) o Ana (n.º 4)" in texto(duda)
    sugeridas = await m.coordinadora.autocomplete(m.canal, "torneo baja", "jugador", "ana")
    assert [s["name"] for s in sugeridas] == ["Ana · n.º 3", "Ana · n.º 4"]
    await e.manda("torneo baja", jugador=sugeridas[1]["value"])
    assert sorted((await e.torneo()).activos) == [1, 2, 3]


async def test_opciones_que_no_valen_al_crear_y_al_inscribir(m: Mundo) -> None:
    bases = {"formato": "mago-mago", "modalidad": "dos-barajas"}
    vacio = await m.coordinadora.slash(m.canal, "torneo crear", nombre="\u200b\u202e ", **bases)
    assert "alguna letra visible" in texto(vacio)
    assert vacio.ephemeral
    nada = await m.alicia.slash(m.canal, "torneo inscribir")
    assert "no hay ningún torneo abierto" in texto(nada)
    largo = "Ñ" * 100
    await m.coordinadora.slash(m.canal, "torneo crear", nombre=largo, **bases)
    e = Evento(m)
    casos = {
        "alguna letra visible": await e.manda("torneo inscribir", nombre="\u200b"),
        "Solo la coordinación": await m.alicia.slash(m.canal, "torneo inscribir", nombre="Otro"),
        "aún no ha empezado": await e.manda("ronda", accion="siguiente"),
        "al menos 2": await e.manda("torneo iniciar"),
        "No encuentro": await e.manda("torneo baja", jugador="nadie"),
        "No estás en este torneo": await m.alicia.slash(m.canal, "torneo baja"),
    }
    for trozo, r in casos.items():
        assert r.ephemeral, texto(r)
        assert trozo in texto(r), texto(r)


async def test_un_nombre_que_no_se_ve_es_el_de_la_cuenta(m: Mundo) -> None:
    await convocar(m, 0)
    for n, nombre in enumerate(("\u3164", "\u2800\u200d", "\u0301")):
        quien = m.servidor.add_member(m.env.create_user(f"sin_nombre{n}", global_name=nombre))
        await quien.click(Evento(m).ultimo("Inscribirme"), label="Inscribirme")
        escrito = await m.coordinadora.slash(m.canal, "torneo inscribir", nombre=nombre)
        assert "Escribe un nombre con alguna letra visible" in texto(escrito)
    visto = texto(await m.otro.slash(m.canal, "torneo lista")).replace("\\", "")
    assert all(f"{n + 1}. sin_nombre{n}" in visto for n in range(3))


async def test_antes_de_empezar_se_echa_a_alguien_y_no_vuelve(m: Mundo) -> None:
    e = await convocar(m, 3)
    echa = {"jugador": "Alicia", "motivo": "Insultos en la sala"}
    sin_vetar = await e.manda("torneo expulsar", **echa)
    assert "o añade vetar" in texto(sin_vetar)
    echada = await e.manda("torneo expulsar", **echa, vetar=True)
    assert "Se quita de la lista a Alicia: Insultos en la sala" in texto(echada)
    panel = e.ultimo("Inscribirme")
    assert "Bruno y Carla" in texto(panel)
    vuelve = await e.jugadores["Alicia"].click(panel, label="Inscribirme")
    assert "prohibido participar" in texto(vuelve)
    await e.manda("torneo levantar-veto", persona=e.jugadores["Alicia"])
    await e.jugadores["Alicia"].click(panel, label="Inscribirme")
    assert len((await e.torneo()).activos) == 3


async def test_seis_que_empiezan_y_se_van_todos(m: Mundo) -> None:
    e = await iniciar(m, 6, rondas=4)
    await e.publica()

    async def se_va(nombre: str) -> None:
        duda = await e.jugadores[nombre].slash(m.canal, "torneo baja")
        await e.jugadores[nombre].click(duda.response, label="Dejar el torneo")

    *primeros, ultimo = e.jugadores
    for nombre in primeros:
        await se_va(nombre)
    torneo = await e.torneo()
    assert len(torneo.activos) == 1
    assert torneo.ronda is not None
    assert not torneo.ronda.faltan()
    assert "si no entra nadie más, usa /torneo cerrar" in texto(await e.manda("ronda", accion="siguiente"))
    await se_va(ultimo)
    pregunta = await e.manda("torneo cerrar")
    await m.coordinadora.click(pregunta.response, label="Terminar antes")
    filas = (await e.torneo()).clasificacion_final
    assert [fila.puesto for fila in filas] == [None] * 6
    assert sum(fila.pt for fila in filas) == 18
