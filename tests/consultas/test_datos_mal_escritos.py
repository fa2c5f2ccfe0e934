"""Datos mal escritos: el bot no arranca y una sola frase nombra archivo, entrada y campo."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from servicios.consultas.carga import Saber, cargar
from servicios.errores import ErrorDePuestaEnMarcha

ERRATAS = "satm/erratas.yaml"
ACLARACIONES = "satm/aclaraciones/a.yaml"
TEMA = "satm/temas/turno.yaml"
CATALOGO = "satm/cartas.tsv"
DOCUMENTOS = "documentos.yaml"

COLUMNAS = "id\tnombre_es\tnombre_en\ttipo\tsubtipo\talineamiento\tcoleccion\tunica"
BUENOS = {
    DOCUMENTOS: '- {clave: "000", titulo: Erratas, juego: satm}\n',
    CATALOGO: f"{COLUMNAS}\tmente\n"
    "TW-1\tSecuestrador\tAbductor\tcriatura\t\tNeutral\tLos Magos\t\t\n"
    "TW-251\tGwaihir\tGwaihir\taliado\t\tHéroe\tLos Magos\tsí\t4\n",
    ERRATAS: """\
- id: gwaihir
  encabezado: Gwaihir
  cartas: [TW-251]
  fuente: {documento: "000", seccion: Aliados}
  operaciones:
    - tipo: sustituir
      antes: Descarta
      despues: Puedes descartar
""",
    ACLARACIONES: """\
- id: secuestrador
  encabezado: Secuestrador
  cartas: [TW-1]
  no_aplica: [{cartas: [TW-251], texto: No es suyo}]
  fuente: {documento: "000", seccion: Aclaraciones}
  puntos:
    - Primero.
    - {texto: Segundo., repite_errata: gwaihir}
""",
    TEMA: """\
id: turno
juego: satm
titulo: El turno
resumen: Siete fases.
secciones:
  - id: fases
    titulo: Fases
    texto: Son siete.
    fuente: {documento: "000", seccion: Secuencia}
""",
}


def _escribir(carpeta: Path, archivos: dict[str, str]) -> Path:
    for nombre, texto in archivos.items():
        ruta = carpeta / "datos" / nombre
        ruta.parent.mkdir(parents=True, exist_ok=True)
        ruta.write_text(texto, encoding="utf-8")
    return carpeta / "datos"


def test_los_datos_de_muestra_valen(tmp_path: Path) -> None:
    saber = cargar(_escribir(tmp_path, BUENOS))
    assert saber.cartas["TW-251"].detalles == (("mente", "4"),)
    assert saber.aclaraciones["secuestrador"].puntos[1].repite_errata == "gwaihir"
    assert list(saber.temas) == ["turno"]


@pytest.mark.parametrize(
    ("archivo", "bien", "mal", "resto"),
    [
        (
            ERRATAS,
            "      despues: Puedes descartar\n",
            "",
            ", entrada «gwaihir», campo «operaciones.1.sustituir.despues»: falta.",
        ),
        (ERRATAS, "encabezado: Gwaihir", "encavezado: Gwaihir", ", entrada «gwaihir», campo «encabezado»: falta."),
        (
            ERRATAS,
            "  cartas: [TW-251]\n",
            "  cartas: [TW-251]\n  nota: Ojo\n",
            ", entrada «gwaihir», campo «nota»: no existe; mira cómo se escribe en datos/README.md.",
        ),
        (
            ERRATAS,
            "tipo: sustituir",
            "tipo: cambiar",
            (
                ", entrada «gwaihir», campo «operaciones.1»: no conoce el tipo «cambiar»; "
                "vale sustituir, añadir, retirar, texto completo, valor, tipo, norma."
            ),
        ),
        (
            ERRATAS,
            "antes: Descarta",
            "nota: Descarta",
            (
                ", entrada «gwaihir», campo «operaciones.1.sustituir»: "
                "«sustituir» lleva «antes» o «parte», uno de los dos."
            ),
        ),
        (
            ERRATAS,
            "antes: Descarta",
            "antes: ",
            ", entrada «gwaihir», campo «operaciones.1.sustituir.antes»: está vacío.",
        ),
        (
            ERRATAS,
            "[TW-251]",
            "[TW-999]",
            ", entrada «gwaihir», campo «cartas»: no hay ninguna carta «TW-999» en el catálogo.",
        ),
        (ERRATAS, "[TW-251]", "[XX-1]", ", entrada «gwaihir», campo «cartas.1»: no puede ser «XX-1»."),
        (ERRATAS, "[TW-251]", "TW-251", ", entrada «gwaihir», campo «cartas»: tiene que ser una lista."),
        (ERRATAS, "[TW-251]", "[]", ", entrada «gwaihir», campo «cartas»: necesita algún elemento."),
        (
            ERRATAS,
            "id: gwaihir",
            "id: Gwaihir Señor",
            ", entrada «Gwaihir Señor», campo «id»: no puede ser «Gwaihir Señor».",
        ),
        (
            ERRATAS,
            '"000"',
            '"009"',
            ", entrada «gwaihir», campo «fuente.documento»: no hay ningún documento «009» en documentos.yaml.",
        ),
        (
            ERRATAS,
            "  cartas:",
            " cartas:",
            ": no se entiende el YAML cerca de la línea 3; mira la sangría, las comillas y los dos puntos.",
        ),
        (
            ERRATAS,
            "  encabezado: Gwaihir\n",
            "  encabezado: Gwaihir\n  encabezado: Gwahir\n",
            ", campo «encabezado»: está dos veces, la segunda en la línea 3.",
        ),
        (
            ERRATAS,
            "- id: gwaihir",
            "  id: gwaihir",
            ": tiene que ser una lista de entradas, cada una con «- » delante.",
        ),
        (
            ACLARACIONES,
            "repite_errata: gwaihir",
            "repite_errata: gwahir",
            ", entrada «secuestrador», campo «puntos.2.repite_errata»: no hay ninguna errata «gwahir».",
        ),
        (
            ACLARACIONES,
            "cartas: [TW-251], texto",
            "cartas: [TW-1], texto",
            ", entrada «secuestrador», campo «no_aplica.1.cartas»: la carta «TW-1» está dos veces.",
        ),
        (
            TEMA,
            "juego: satm",
            "juego: lcg",
            ", entrada «turno», campo «juego»: dice «lcg», pero el archivo está en la carpeta «satm».",
        ),
        (
            TEMA,
            "juego: satm",
            "juego: mus",
            ", entrada «turno», campo «juego»: no puede ser «mus»; vale satm, guerra o lcg.",
        ),
        (
            TEMA,
            '"000"',
            '"007"',
            (
                ", entrada «turno», campo «secciones.1.fuente.documento»: "
                "no hay ningún documento «007» en documentos.yaml."
            ),
        ),
        (DOCUMENTOS, "clave", "clabe", ", entrada «n.º 1», campo «clave»: falta."),
        (CATALOGO, "TW-251\tGwaihir\t", "TW-251\t\t", ", entrada «TW-251», campo «nombre_es»: está vacío."),
        (CATALOGO, "\tsí\t", "\tno\t", ", entrada «TW-251», campo «unica»: vale «sí» o se deja vacío."),
        (
            CATALOGO,
            "sí\t4",
            "sí",
            ", entrada «TW-251»: tiene 8 columnas y la tabla 9; mira si falta o sobra un tabulador.",
        ),
        (
            CATALOGO,
            "TW-1\t",
            "TW-251\t",
            ", entrada «TW-251», campo «id»: «TW-251» ya está en datos/satm/cartas.tsv.",
        ),
        (
            CATALOGO,
            "id\tnombre_es\t",
            "nombre_es\tid\t",
            (
                ": las primeras columnas tienen que ser id, nombre_es, nombre_en, "
                "tipo, subtipo, alineamiento, coleccion, unica."
            ),
        ),
    ],
)
def test_la_frase_nombra_al_culpable(tmp_path: Path, archivo: str, bien: str, mal: str, resto: str) -> None:
    original = BUENOS[archivo]
    assert bien in original
    carpeta = _escribir(tmp_path, BUENOS | {archivo: original.replace(bien, mal, 1)})
    with pytest.raises(ErrorDePuestaEnMarcha) as error:
        cargar(carpeta)
    assert str(error.value) == f"datos/{archivo}{resto}"


def test_id_repetido_en_dos_archivos(tmp_path: Path) -> None:
    repetida = {"satm/aclaraciones/b.yaml": BUENOS[ACLARACIONES]}
    with pytest.raises(ErrorDePuestaEnMarcha) as error:
        cargar(_escribir(tmp_path, BUENOS | repetida))
    assert str(error.value) == (
        "datos/satm/aclaraciones/b.yaml, entrada «secuestrador», campo «id»: «secuestrador» ya está en "
        "datos/satm/aclaraciones/a.yaml."
    )


@pytest.mark.parametrize("archivo", [DOCUMENTOS, CATALOGO, ERRATAS])
def test_falta_un_archivo(tmp_path: Path, archivo: str) -> None:
    carpeta = _escribir(tmp_path, BUENOS)
    (carpeta / archivo).unlink()
    with pytest.raises(ErrorDePuestaEnMarcha, match=rf"^datos/{archivo}: no se puede leer"):
        cargar(carpeta)


def test_archivo_en_otra_codificacion(tmp_path: Path) -> None:
    carpeta = _escribir(tmp_path, BUENOS)
    (carpeta / "satm/cartas.tsv").write_bytes(BUENOS[CATALOGO].encode("latin-1"))
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"^datos/satm/cartas.tsv: no está guardado en UTF-8\.$"):
        cargar(carpeta)


def test_sin_catalogo_el_bot_arranca(tmp_path: Path) -> None:
    """Lo que promete datos/AVISO.md a quien no puede cumplir las condiciones del catálogo."""
    vacios = {CATALOGO: f"{COLUMNAS}\tmente\n", ERRATAS: "# nada\n", ACLARACIONES: ""}
    saber = cargar(_escribir(tmp_path, BUENOS | vacios))
    assert (len(saber.cartas), len(saber.erratas), len(saber.aclaraciones)) == (0, 0, 0)
    assert saber.temas


def test_el_yaml_no_adivina_tipos(tmp_path: Path) -> None:
    """`+7` y `000` sin comillas son texto, no los números 7 y 0."""
    texto = BUENOS[ERRATAS].replace("Puedes descartar", "+7").replace('"000"', "000")
    errata = cargar(_escribir(tmp_path, BUENOS | {ERRATAS: texto})).erratas["gwaihir"]
    assert errata.fuente.documento == "000"
    assert errata.operaciones[0].model_dump()["despues"] == "+7"


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(archivo=st.sampled_from(sorted(BUENOS)), datos=st.data())
def test_lo_mal_escrito_da_saber_o_una_frase(tmp_path: Path, archivo: str, datos: st.DataObject) -> None:
    """Un tajo o un pegote en cualquier sitio: o se carga, o una sola frase dice qué archivo mirar."""
    original = BUENOS[archivo]
    desde = datos.draw(st.integers(0, len(original)))
    hasta = datos.draw(st.integers(desde, len(original)))
    pegote = datos.draw(st.text(max_size=8) | st.sampled_from(["\t", "- ", ": ", "[", "&a ", "*a", "\n", "{"]))
    carpeta = _escribir(tmp_path, BUENOS)
    (carpeta / archivo).write_text(original[:desde] + pegote + original[hasta:], encoding="utf-8")
    try:
        saber = cargar(carpeta)
    except ErrorDePuestaEnMarcha as error:
        frase = str(error)
        assert frase.startswith("datos/")
        assert frase.endswith(".")
        assert str(tmp_path) not in frase
    else:
        assert isinstance(saber, Saber)
