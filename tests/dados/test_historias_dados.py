"""Historias de dados: a la vista, en secreto, en una mesa, y lo que cualquiera puede comprobar después."""

import hashlib
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.dados import cog, presentacion
from servicios.libro import Libro
from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto


async def test_una_tirada_ensena_cada_dado_su_suma_y_su_numero(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", cantidad=2, modificador=1)
    visto = texto(r)
    assert not r.ephemeral
    uno, otro = map(int, re.search(r"^(\d) · (\d)$", visto, re.MULTILINE).groups())  # pyright: ignore[reportOptionalMemberAccess]
    assert f"Total: {uno + otro} + 1 = **{uno + otro + 1}**" in visto
    assert re.search(r"de las veces · tirada 1 · \w{6} · comprobable con /partida verificar", visto)


async def test_el_primer_dia_dice_que_no_hubo_compromiso_previo(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados")
    anuncio = texto(m.canal.last_message)
    assert "sin compromiso previo" in anuncio
    assert len(re.findall(r"`[0-9a-f]{64}`", anuncio)) == 2


async def test_los_exitos_van_en_negrita_y_se_cuentan(m: Mundo) -> None:
    visto = texto(await m.alicia.slash(m.canal, "dados", cantidad=20, exito=5))
    negritas = re.findall(r"\*\*(\d)\*\*", visto.splitlines()[1])
    assert all(int(v) >= 5 for v in negritas)
    assert f"**{len(negritas)} éxito" in visto


async def test_los_numeros_van_seguidos_y_repetir_es_otra_tirada(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", cantidad=3)
    otra = await m.bruno.click(r.response, label="Repetir")
    assert "tirada 2" in texto(otra)
    assert texto(otra).startswith("## 3d6\n")


async def test_dos_a_la_vez_son_dos_tiradas_distintas(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", cantidad=3)
    uno, otro = await pulsar_a_la_vez("Repetir", r.response, m.alicia, m.bruno)
    numeros = {re.search(r"tirada (\d)", texto(x)).group(1) for x in (uno, otro)}  # pyright: ignore[reportOptionalMemberAccess]
    assert numeros == {"2", "3"}


async def test_lo_que_no_cabe_se_rechaza_en_privado(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", caras=6, exito=9)
    assert r.ephemeral
    assert texto(r) == "El éxito tiene que estar entre 1 y 6, las caras del dado."


async def test_una_tirada_secreta_se_compromete_y_solo_la_revela_su_autor(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", cantidad=4, secreto=True)
    assert "Total" not in texto(r)
    compromiso = re.search(r"[0-9a-f]{64}", texto(r)).group()  # pyright: ignore[reportOptionalMemberAccess]
    privada = r.followups[0]
    assert privada.ephemeral
    total = re.search(r"Total: \*\*(\d+)\*\*", texto(privada)).group(1)  # pyright: ignore[reportOptionalMemberAccess]
    ajeno = await m.bruno.click(r.response, label="Revelar")
    assert ajeno.ephemeral
    assert "Solo quien hizo la tirada secreta" in texto(ajeno)
    visto = texto(await m.alicia.click(r.response, label="Revelar"))
    assert f"Total: **{total}**" in visto
    semilla = bytes.fromhex(re.search(r"Semilla: ([0-9a-f]{64})", visto).group(1))  # pyright: ignore[reportOptionalMemberAccess]
    assert hashlib.sha256(semilla).hexdigest() == compromiso
    repetida = await m.alicia.click(r.response, label="Revelar")
    assert repetida.ephemeral


async def test_al_dia_siguiente_se_verifica_el_anterior(m: Mundo) -> None:
    for _ in range(3):
        await m.alicia.slash(m.canal, "dados", cantidad=5)
    hoy = texto(await m.bruno.slash(m.canal, "partida verificar"))
    assert "sin compromiso previo" in hoy
    siguiente = re.findall(r"`([0-9a-f]{64})`", hoy)[1]
    await m.pasar(horas=24)
    await m.alicia.slash(m.canal, "dados")
    r = await m.bruno.slash(m.canal, "partida verificar")
    visto = texto(r)
    assert "**Cuadran todas**: 3 tiradas recalculadas" in visto
    assert f"Compromiso de hoy\n`{siguiente}`" in visto


async def test_mesa_de_dados_de_principio_a_fin(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    assert "0 puntos" in texto(r)
    assert "Compromiso del azar" in texto(r)
    await m.alicia.slash(m.canal, "dados", cantidad=2)
    fuera = await m.otro.slash(m.canal, "dados")
    assert fuera.ephemeral
    assert "No estás en esta mesa" in texto(fuera)
    await m.otro.click(r.response, label="Sentarme")
    assert m.otro.mention in texto(r.response)

    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert "deshace" in texto(propuesta).lower()  # sentarse no pide acuerdo
    await m.reiniciar()
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert set(botones(propuesta)) == {"Aceptar", "No deshacer"}
    ella = await m.alicia.click(propuesta.response, label="Aceptar")
    assert ella.ephemeral
    acepta = await m.bruno.click(propuesta.response, label="Aceptar")
    assert "tirada 1" in texto(acepta)
    assert "0 puntos" in texto(await m.bruno.slash(m.canal, "partida estado"))
    await m.bruno.click(acepta.response, label="Rehacer")

    historial = texto(await m.otro.slash(m.canal, "partida historial"))
    assert "abre la mesa" in historial
    assert "(deshecha)" in historial
    sin_revelar = texto(await m.otro.slash(m.canal, "partida verificar"))
    assert "Sigue abierta" in sin_revelar
    cerrada = await m.bruno.slash(m.canal, "partida cerrar")
    assert "Semilla publicada" in texto(cerrada)
    verificada = await m.otro.click(cerrada.response, label="Verificar")
    assert "**Cuadran todas**: 1 tirada recalculada" in texto(verificada)
    assert "ninguna partida abierta" in texto(await m.bruno.slash(m.canal, "partida estado"))


async def test_el_comentario_no_avisa_a_nadie(m: Mundo) -> None:
    visto = texto(await m.alicia.slash(m.canal, "dados", comentario="@everyone **mirad** <@123456789012345678>"))
    assert "@everyone" not in visto
    assert "<@1" not in visto


async def test_estadisticas_con_pocos_y_con_muchos_dados(m: Mundo) -> None:
    nada = await m.otro.slash(m.canal, "partida estadisticas")
    assert nada.ephemeral
    assert "aún no se ha tirado ningún d6" in texto(nada)
    await m.alicia.slash(m.canal, "dados", cantidad=50)
    pocos = texto(await m.otro.slash(m.canal, "partida estadisticas"))
    assert "50 dados. **Insuficientes**" in pocos
    for _ in range(6):
        await m.alicia.slash(m.canal, "dados", cantidad=50)
    await m.env.advance_time(40)
    r = await m.otro.slash(m.canal, "partida estadisticas")
    assert "350 dados." in texto(r)
    assert "χ² =" in texto(r)
    veces = [int(v) for v in re.findall(r"- \*\*\d\*\*: (\d+) ve", texto(r))]
    assert sum(veces) == 350
    assert r.response.attachments[0].description


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize(
    ("donde", "dicho", "tiradas"),
    [("antes", "no se ha guardado nada", 0), ("después", "está hecho y guardado", 1)],
)
async def test_un_fallo_dice_la_verdad_sobre_lo_guardado(
    m: Mundo, monkeypatch: pytest.MonkeyPatch, donde: str, dicho: str, tiradas: int
) -> None:
    """Si la tirada ya está en el diario, decir «vuelve a intentarlo» haría que se tirara dos veces."""

    def romperse(*_args: object) -> None:
        raise ConnectionResetError

    await m.alicia.slash(m.canal, "partida nueva", clase="dados")
    with monkeypatch.context() as parche:
        objeto, nombre = (Libro, "decidir") if donde == "antes" else (presentacion, "tirada")
        parche.setattr(objeto, nombre, romperse)
        r = await m.alicia.slash(m.canal, "dados")
    assert r.ephemeral
    assert dicho in texto(r)
    (ficha,) = await m.bot.diario.buscar(m.servidor.id, clases=["dados"])
    assert (await m.bot.diario.leer(ficha.flujo)).tiradas == tiradas


async def test_repetir_tambien_tiene_un_limite(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados")
    for _ in range(20):
        await m.alicia.click(r.response, label="Repetir")
    de_mas = await m.alicia.click(r.response, label="Repetir")
    assert de_mas.ephemeral
    assert re.search(r"Vas muy deprisa: espera \d+ s", texto(de_mas))
    assert "tirada 22" in texto(await m.bruno.click(r.response, label="Repetir"))
    await m.env.advance_time(11)
    assert "tirada 23" in texto(await m.alicia.click(r.response, label="Repetir"))


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize("estado", [403, 429, 503])
async def test_si_discord_no_deja_ensenar_lo_guardado_se_dice_que_esta_hecho(
    m: Mundo, monkeypatch: pytest.MonkeyPatch, estado: int
) -> None:
    async def negarse(*_args: object, **_opciones: object) -> None:
        respuesta: Any = SimpleNamespace(status=estado, reason="No")
        clase = {403: discord.Forbidden, 503: discord.DiscordServerError}.get(estado, discord.HTTPException)
        raise clase(respuesta, "no")

    with monkeypatch.context() as parche:
        parche.setattr(cog, "responder", negarse)
        guardada = await m.alicia.slash(m.canal, "dados")
        parche.setattr(cog, "en_el_dia", negarse)
        perdida = await m.alicia.slash(m.canal, "dados")
    assert "está hecho y guardado" in texto(guardada)
    assert re.search("me falta algún permiso|espera un minuto|espera un poco", texto(perdida))


async def test_con_una_partida_abierta_se_ve_tambien_la_semilla_del_dia(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados")
    (del_dia,) = re.findall(
        r"Compromiso de hoy\n`(\w{64})`", texto(await m.otro.slash(m.canal, "partida verificar"))
    )
    await m.alicia.slash(m.canal, "partida nueva", clase="dados")
    visto = texto(await m.otro.slash(m.canal, "partida verificar"))
    assert "Sigue abierta" in visto
    assert f"va aparte, con la semilla del día. Su compromiso\n`{del_dia}`" in visto
