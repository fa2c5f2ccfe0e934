"""Lo que se escribe en una batalla: ejércitos, efectos de una carta y detalles de un ataque."""

import pytest

from cogs.guerra import lectura, lectura_de_batalla
from servicios.errores import ErrorDeDominio
from servicios.guerra.cartas import Ajuste, preparar
from servicios.guerra.combate import Papel, Situacion, mano
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.modelo_batalla import ClaseDeBatalla


@pytest.mark.parametrize(
    ("escrito", "leido"),
    [
        ("tirada +1", Ajuste(modificador=1, modificador_liderazgo=1)),
        ("−2 a cada dado", Ajuste(modificador=-2, modificador_liderazgo=-2)),
        ("combate +1", Ajuste(modificador=1)),
        ("relance +1", Ajuste(modificador_liderazgo=1)),
        ("combate +1, relance −1", Ajuste(modificador=1, modificador_liderazgo=-1)),
        ("dados -5; Liderazgo −3\nimpacta 4", Ajuste(dados=-5, liderazgo=-3, objetivo=4)),
        ("relanza con 6", Ajuste(objetivo_liderazgo=6)),
        ("2 impactos", Ajuste(impactos=2)),
        ("", Ajuste()),
    ],
)  # fmt: skip
def test_los_efectos_de_una_carta(escrito: str, leido: Ajuste) -> None:
    assert lectura_de_batalla.ajuste(escrito) == leido


@pytest.mark.parametrize("escrito", ["tirada +1, relance +1", "tirada +1, tirada +1", "combate +1, tirada +2"])
def test_nada_se_dice_dos_veces(escrito: str) -> None:
    with pytest.raises(ErrorDeDominio, match="No entiendo") as negado:
        lectura_de_batalla.ajuste(escrito)
    assert "va también al relanzamiento (001, «Modificadores a las tiradas»)" in str(negado.value.detalle)


@pytest.mark.parametrize("mas", range(-5, 6))
def test_lo_que_suma_una_carta_a_la_tirada_vale_lo_mismo_en_una_batalla_que_en_combate(mas: int) -> None:
    """001:67-69: se añade a cada dado que se lanza, también al relanzar."""
    ajuste = lectura_de_batalla.ajuste(f"tirada {mas}") if mas else Ajuste()
    lista = preparar(Ejercito(regulares=4, lideres=2), Papel.ATACANTE, Situacion.CIUDAD, 1, (ajuste,))
    assert lista.mano == mano(4, 2, situacion=Situacion.CIUDAD, modificador=mas)


@pytest.mark.parametrize(
    ("escrito", "leido"),
    [
        (None, {}),
        ("desde Osgiliath", {"desde": "osgiliath"}),
        ("Desde los Vados del Isen; reserva 2", {"desde": "fords-of-isen", "reserva": 2}),
        ("2 en reserva, 1 jefe, Escape", {"reserva": 2, "jefes_en_reserva": 1, "clase": ClaseDeBatalla.ESCAPE}),
        ("jefes 3, ayuda", {"jefes_en_reserva": 3, "clase": ClaseDeBatalla.SOCORRO}),
    ],
)  # fmt: skip
def test_los_detalles_de_un_ataque(escrito: str | None, leido: dict[str, object]) -> None:
    assert lectura_de_batalla.detalles(escrito) == leido


def test_los_ejemplos_que_se_ensenan_valen() -> None:
    assert lectura_de_batalla.ejercito(lectura_de_batalla.EJEMPLO).unidades == 6
    assert lectura_de_batalla.ajuste(lectura_de_batalla.EJEMPLO_DE_EFECTO).impactos == 1
    assert lectura_de_batalla.detalles(lectura_de_batalla.EJEMPLO_DE_DETALLES).keys() == {
        "desde",
        "reserva",
        "jefes_en_reserva",
        "clase",
    }


@pytest.mark.parametrize(
    ("escrito", "frase"),
    [
        ("con prisa", "No entiendo «con prisa» en los detalles"),
        ("reserva", "No entiendo «reserva»"),
        ("escape, ayuda", "Has dicho dos veces lo de «ayuda»"),
        ("desde Osgiliat", "¿Querías decir «Osgiliath»"),
    ],
)
def test_los_detalles_que_no_se_entienden(escrito: str, frase: str) -> None:
    with pytest.raises(ErrorDeDominio, match=frase.replace("?", r"\?")):
        lectura_de_batalla.detalles(escrito)


def test_a_quien_se_nombra_dos_veces_se_le_cuenta_una() -> None:
    assert lectura.companeros("Merry, merry y Pippin") == ("merry", "pippin")
