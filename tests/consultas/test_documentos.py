"""Las citas de los documentos se leen por su título, y lo demás queda como estaba."""

import pytest

from servicios.consultas.documentos import por_su_titulo, titulos
from tests.apoyo.mundo import Mundo, texto


def test_una_cita_se_lee_por_el_titulo_del_documento() -> None:
    assert por_su_titulo("Fuente: 001, «Retirada».") == "Fuente: Reglas de La Guerra del Anillo, «Retirada»."
    dos = por_su_titulo("000, «Arbitraje»; 003, «Navegación»")
    assert all(f"{titulos()[clave]}, «" in dos for clave in ("000", "003"))


@pytest.mark.parametrize(
    "escrito", ["999, «No existe»", "El 001 y el 1001, «no»", "tirada 001 · 7F3K", "«001», dice"]
)
def test_lo_que_no_es_una_cita_no_se_toca(escrito: str) -> None:
    assert por_su_titulo(escrito) == escrito


async def test_una_negativa_nombra_su_fuente_por_el_titulo(m: Mundo) -> None:
    await m.coordinadora.slash(
        m.canal, "torneo crear", nombre="Otoño", formato="mago-mago", modalidad="dos-barajas"
    )
    negada = texto(await m.otro.slash(m.canal, "torneo iniciar"))
    assert f"Fuente: {titulos()['000']}, «Coordinador de Torneos»." in negada
