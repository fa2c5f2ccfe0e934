"""La imagen lleva lo que hace falta para arrancar, y escribe donde está el volumen. Se lee: aquí no hay motor."""

import fnmatch
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

RAIZ = Path(__file__).resolve().parents[2]
DOCKERFILE = (RAIZ / "Dockerfile").read_text(encoding="utf-8")
VOLUMEN = "/var/lib/concilio"


def copiados() -> list[str]:
    """Lo que pasa del proyecto a la imagen."""
    return [linea[1] for linea in re.findall(r"^(COPY) (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)]


def test_con_lo_que_lleva_la_imagen_arranca(tmp_path: Path) -> None:
    for nombre in copiados():
        origen = RAIZ / nombre
        if origen.is_dir():
            shutil.copytree(origen, tmp_path / nombre, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origen, tmp_path / nombre)
    fin = subprocess.run(
        [sys.executable, "bot.py"],
        cwd=tmp_path,
        env={"PATH": "", "CONCILIO_DATOS": str(tmp_path / "var")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (fin.returncode, "DISCORD_TOKEN" in fin.stderr) == (2, True), fin.stderr
    codigo = "import bot; bot.crear_bot()"
    fin = subprocess.run([sys.executable, "-c", codigo], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert fin.returncode == 0, fin.stderr


def test_el_contexto_deja_pasar_lo_que_se_copia() -> None:
    patrones = (RAIZ / ".dockerignore").read_text(encoding="utf-8").split()
    dejan = [p.removeprefix("!") for p in patrones if p.startswith("!")]
    assert patrones[0] == "*"
    assert [c for c in copiados() if not any(fnmatch.fnmatch(c, p) for p in dejan)] == []


def test_se_escribe_en_el_volumen_aunque_el_env_diga_otra_cosa() -> None:
    """`.env.example` pone otra carpeta, y `env_file` mandaría sobre la de la imagen, cuyo disco es de solo lectura."""
    servicio = yaml.safe_load((RAIZ / "compose.yaml").read_text(encoding="utf-8"))["services"]["concilio"]
    assert servicio["environment"]["CONCILIO_DATOS"] == VOLUMEN
    assert servicio["volumes"] == [f"concilio:{VOLUMEN}"]
    assert f"CONCILIO_DATOS={VOLUMEN}" in DOCKERFILE
    assert f"find {VOLUMEN}/latido" in DOCKERFILE
    assert re.search(r"^USER (?!root)\w+", DOCKERFILE, re.MULTILINE)
