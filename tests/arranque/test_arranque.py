"""El arranque como lo ve quien lo instala: una frase clara, su código de salida y ningún volcado."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bot import leer_argumentos
from servicios.ajustes import PREFIJO, Ajustes, leer_ajustes
from servicios.errores import ErrorDePuestaEnMarcha

RAIZ = Path(__file__).resolve().parents[2]


def arrancar(carpeta: Path, *argumentos: str, **entorno: str) -> subprocess.CompletedProcess[str]:
    limpio = {k: v for k, v in os.environ.items() if not k.startswith((PREFIJO, "DISCORD_"))}
    return subprocess.run(
        [sys.executable, str(RAIZ / "bot.py"), *argumentos],
        cwd=carpeta,
        env=limpio | entorno,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_sin_token_dice_cual_falta_y_que_hacer(tmp_path: Path) -> None:
    fin = arrancar(tmp_path)
    assert fin.returncode == 2
    assert "DISCORD_TOKEN" in fin.stderr
    assert "--local" in fin.stderr
    assert "Traceback" not in fin.stderr
    assert len(fin.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("variable", "valor"),
    [
        ("CONCILIO_FRAGMENTOS", "muchos"),
        ("CONCILIO_FRAGMENTOS", "0"),
        ("CONCILIO_REGISTRO_NIVEL", "GRITOS"),
        ("CONCILIO_REGISTRO_FORMATO", "xml"),
        ("CONCILIO_FRAGMENTOS_PROPIOS", "1,dos"),
    ],
)
def test_un_ajuste_mal_escrito_se_nombra(tmp_path: Path, variable: str, valor: str) -> None:
    fin = arrancar(tmp_path, **{variable: valor, "DISCORD_TOKEN": "secretísimo"})
    assert fin.returncode == 2
    assert variable in fin.stderr
    assert "Traceback" not in fin.stderr
    assert "secretísimo" not in fin.stderr


def test_datos_rotos_se_nombran(tmp_path: Path) -> None:
    copia = tmp_path / "copia"
    shutil.copytree(RAIZ, copia, ignore=shutil.ignore_patterns(".venv", ".git", "tests", "docs", "__pycache__"))
    erratas = copia / "datos" / "satm" / "erratas.yaml"
    erratas.write_text(erratas.read_text(encoding="utf-8").replace("tipo: sustituir", "tipo: sustuir", 1), "utf-8")
    fin = subprocess.run(
        [sys.executable, "bot.py", "--local"], cwd=copia, capture_output=True, text=True, timeout=60, check=False
    )
    assert fin.returncode == 2
    assert "erratas.yaml" in fin.stderr
    assert "Traceback" not in fin.stderr


def test_el_token_es_secreto() -> None:
    ajustes = Ajustes(DISCORD_TOKEN="secretísimo", _env_file=None)  # pyright: ignore[reportCallIssue]
    assert "secretísimo" not in repr(ajustes)
    assert "secretísimo" not in str(ajustes.model_dump())


def test_el_ejemplo_tiene_todos_los_ajustes_y_solo_esos() -> None:
    lineas = (RAIZ / ".env.example").read_text(encoding="utf-8").splitlines()
    escritos = [linea.partition("=")[0] for linea in lineas if re.match(r"[A-Z_]+=", linea)]
    esperados = ["DISCORD_TOKEN" if n == "token" else f"{PREFIJO}{n.upper()}" for n in Ajustes.model_fields]
    assert escritos == esperados
    for i, linea in enumerate(lineas):
        if re.match(r"[A-Z_]+=", linea):
            assert lineas[i - 1].startswith("# "), f"{linea} no tiene explicación"


def test_el_ejemplo_sin_tocar_vale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [v for v in os.environ if v.startswith((PREFIJO, "DISCORD_"))]:
        monkeypatch.delenv(variable)
    shutil.copy(RAIZ / ".env.example", tmp_path / ".env")
    monkeypatch.chdir(tmp_path)
    ajustes = leer_ajustes()
    assert ajustes.token is None
    assert ajustes.fragmentos is None


def test_un_ajuste_del_entorno_mal_puesto_da_su_frase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONCILIO_FRAGMENTOS", "x")
    with pytest.raises(ErrorDePuestaEnMarcha, match="CONCILIO_FRAGMENTOS"):
        leer_ajustes()


@pytest.mark.parametrize(("total", "propios"), [(None, "0"), ("2", "2"), ("2", "0,5"), ("2", "-1")])
def test_los_fragmentos_propios_caben_en_el_total(
    monkeypatch: pytest.MonkeyPatch, total: str | None, propios: str
) -> None:
    if total:
        monkeypatch.setenv("CONCILIO_FRAGMENTOS", total)
    monkeypatch.setenv("CONCILIO_FRAGMENTOS_PROPIOS", propios)
    with pytest.raises(ErrorDePuestaEnMarcha, match="CONCILIO_FRAGMENTOS_PROPIOS"):
        leer_ajustes()


def test_los_fragmentos_propios_que_caben_valen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONCILIO_FRAGMENTOS", "3")
    monkeypatch.setenv("CONCILIO_FRAGMENTOS_PROPIOS", "0,2")
    assert leer_ajustes().fragmentos_propios == (0, 2)


@pytest.mark.parametrize("puerto", ["70000", "0", "-1", "uno"])
def test_un_puerto_que_no_lo_es_se_dice(puerto: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as fin:
        leer_argumentos(["--local", "--puerto", puerto])
    assert fin.value.code == 2
    assert f"«{puerto}» no es un puerto" in capsys.readouterr().err


def test_importar_no_hace_nada(tmp_path: Path) -> None:
    codigo = (
        "import socket, asyncio, os\n"
        "socket.socket.connect = None\n"
        "antes = set(os.listdir('.'))\n"
        f"import sys; sys.path.insert(0, {str(RAIZ)!r})\n"
        "import bot\n"
        "b = bot.crear_bot(bot.Ajustes(_env_file=None))\n"
        "assert set(os.listdir('.')) == antes\n"
        "print(type(b).__name__)\n"
    )
    fin = subprocess.run([sys.executable, "-c", codigo], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert fin.stdout.strip() == "Concilio", fin.stderr


@pytest.mark.parametrize("senal", [signal.SIGTERM, signal.SIGINT])
def test_el_modo_local_sirve_la_pagina_y_se_cierra_con_orden(tmp_path: Path, senal: signal.Signals) -> None:
    limpio = {k: v for k, v in os.environ.items() if not k.startswith((PREFIJO, "DISCORD_"))}
    with subprocess.Popen(
        [sys.executable, str(RAIZ / "bot.py"), "--local"],
        cwd=tmp_path,
        env=limpio,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as proceso:
        assert proceso.stdout is not None
        direccion = proceso.stdout.readline().split("local: ")[1].strip()
        with urllib.request.urlopen(direccion.split("#")[0], timeout=10) as pagina:  # noqa: S310
            assert pagina.status == 200
        proceso.send_signal(senal)
        _, errores = proceso.communicate(timeout=20)
    assert proceso.returncode == 0, errores
    assert "Traceback" not in errores
