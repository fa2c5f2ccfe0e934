"""La receta de docs/azar.md, ejecutada tal como está escrita, sobre lo que el bot adjunta."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.apoyo.mundo import Mundo, texto

DOCUMENTO = Path(__file__).resolve().parents[2] / "docs" / "azar.md"


def receta_escrita() -> str:
    """El programa que da el documento."""
    codigo = re.search(r"```python\n(.*?)```", DOCUMENTO.read_text(encoding="utf-8"), re.DOTALL)
    assert codigo is not None
    return codigo.group(1)


def seguir(carpeta: Path, pruebas: bytes) -> subprocess.CompletedProcess[str]:
    """Copia el programa del documento, aparte del proyecto, y lo aplica a unas pruebas."""
    receta, datos = carpeta / "receta.py", carpeta / "tiradas.json"
    receta.write_text(receta_escrita(), encoding="utf-8")
    datos.write_bytes(pruebas)
    return subprocess.run(
        [sys.executable, "-I", str(receta), str(datos)], capture_output=True, text=True, check=False
    )


async def test_la_receta_cuadra_y_caza_lo_cambiado(m: Mundo, tmp_path: Path) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    for quien, caras in ((m.alicia, 2), (m.bruno, 6), (m.alicia, 7), (m.bruno, 1000)):
        await quien.slash(m.canal, "dados", cantidad=10, caras=caras)
        await quien.slash(m.canal, "partida sal", texto=f"Mellon{caras}")  # la primera tirada va sin sal
    cerrada = await m.alicia.slash(m.canal, "partida cerrar")
    verificada = await m.otro.click(cerrada.response, label="Verificar")
    pruebas, adjunta = [await a.read() for a in verificada.response.attachments]
    assert adjunta.decode() == receta_escrita()

    bien = seguir(tmp_path, pruebas)
    assert bien.stdout.strip() == "Cuadran las 4 tiradas.", bien.stderr

    datos = json.loads(pruebas)
    datos["tiradas"][2]["valores"][3] = datos["tiradas"][2]["valores"][3] % 7 + 1
    assert "la tirada 3 no cuadra" in seguir(tmp_path, json.dumps(datos).encode()).stderr

    datos = json.loads(pruebas)
    datos["tiradas"][2]["sal"] = ""
    assert "la tirada 3 no cuadra" in seguir(tmp_path, json.dumps(datos).encode()).stderr

    datos = json.loads(pruebas)
    del datos["tiradas"][1]
    assert "falta la tirada 2" in seguir(tmp_path, json.dumps(datos).encode()).stderr

    datos = json.loads(pruebas)
    tirada = datos["tiradas"][0]  # los mismos números de la semilla, pero empezando donde convenía
    tirada |= {campo: tirada[campo][1:] for campo in ("caras", "valores")} | {"desde": tirada["desde"] + 1}
    assert "la tirada 1 se salta números" in seguir(tmp_path, json.dumps(datos).encode()).stderr

    datos = json.loads(pruebas)
    datos["semilla"] = "00" * 32
    assert "no es la comprometida" in seguir(tmp_path, json.dumps(datos).encode()).stderr


async def test_la_sal_la_pone_quien_juega_y_se_ve(m: Mundo) -> None:
    assert "no hay ninguna partida abierta" in texto(await m.alicia.slash(m.canal, "partida sal", texto="Mellon"))
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    puesta = await m.bruno.slash(m.canal, "partida sal", texto="Mellon")
    assert not puesta.ephemeral
    assert "-Mellon`" in texto(puesta)
    assert "Ya has puesto tu sal" in texto(await m.bruno.slash(m.canal, "partida sal", texto="otra"))
    ajena = await m.otro.slash(m.canal, "partida sal", texto="trampa")
    assert ajena.ephemeral
    assert "La sal la pone quien juega" in texto(ajena)
    assert "letras sin tilde o cifras" in texto(await m.alicia.slash(m.canal, "partida sal", texto="dos palabras"))
    await m.reiniciar()
    assert re.search(
        r"Sal de los jugadores\n`\d+-Mellon`", texto(await m.otro.slash(m.canal, "partida verificar"))
    )
    assert "pone su sal: Mellon." in texto(await m.alicia.slash(m.canal, "partida historial"))


async def test_solo_lo_secreto_lleva_una_etiqueta_que_no_es_la_de_su_orden(m: Mundo) -> None:
    """Quien eligiera la etiqueta elegiría lo que sale: si una no es la de su orden, se dice."""
    secreta = await m.alicia.slash(m.canal, "dados", secreto=True)
    await m.alicia.click(secreta.response, label="Revelar")
    await m.alicia.slash(m.canal, "partida nueva", clase="dados")
    await m.alicia.slash(m.canal, "dados")
    await m.alicia.slash(m.canal, "partida cerrar")
    dicho = {
        ficha.clase: texto(await m.otro.slash(m.canal, "partida verificar", partida=ficha.flujo))
        for ficha in await m.bot.diario.buscar(m.servidor.id, abierto=False)
    }
    assert dicho.keys() == {"dados", "secreto"}
    assert all("**Cuadran todas**: 1 tirada recalculada" in visto for visto in dicho.values())
    assert "1 tirada no lleva el identificador de su orden" in dicho["secreto"]
    assert "identificador de su orden" not in dicho["dados"]
