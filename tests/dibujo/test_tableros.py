"""Los tableros, mirados en sus puntos y en sus rótulos: cada cosa está en su casilla y no depende del color."""

import io
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from servicios import dibujo
from servicios.dibujo import (
    batallas,
    carta_rumbo,
    estilo,
    etapas_asedio,
    mapa_isla,
    marcador_politico,
    panel_compania,
)
from servicios.dibujo.estilo import ANCHO, AZUL, BLANCO, MARGEN, ROJO, TINTA, UTIL, Acento, Color
from servicios.dibujo.lienzo import Lienzo


def textos(lienzo: Lienzo) -> list[str]:
    return [rotulo.texto for rotulo in lienzo.rotulos]


def color_en(lienzo: Lienzo, x: float, y: float) -> Color:
    punto = lienzo.imagen.getpixel((round(x), round(y)))
    assert isinstance(punto, tuple)
    return punto[0], punto[1], punto[2]


SIN_NADIE = dibujo.Compania("Rivendel", 0, True, 0, "Gollum")


@pytest.mark.parametrize("corrupcion", range(13))
def test_la_corrupcion_senala_una_sola_casilla(corrupcion: int) -> None:
    lienzo = panel_compania.trazar(replace(SIN_NADIE, corrupcion=corrupcion))
    y = next(r.y for r in lienzo.rotulos if r.texto == "12")
    paso = UTIL / 13
    rojas = [i for i in range(13) if color_en(lienzo, MARGEN + paso * i + 9, y) == ROJO]
    assert rojas == [corrupcion]
    marcada = next(r for r in lienzo.rotulos if r.y == y and r.letra.negrita)
    assert marcada.texto == str(corrupcion)


@pytest.mark.parametrize("mordor", [None, 0, 1, 2, 3, 4, 5])
def test_mordor_senala_el_paso_o_ninguno(mordor: int | None) -> None:
    lienzo = panel_compania.trazar(replace(SIN_NADIE, mordor=mordor))
    y = next(r.y for r in lienzo.rotulos if r.texto == "▲ 5")
    paso = UTIL / 6
    negras = [i for i in range(6) if color_en(lienzo, MARGEN + paso * i + 12, y) == TINTA]
    assert negras == ([] if mordor is None else [mordor])


def test_oculta_y_revelada_se_dicen_con_palabras() -> None:
    assert "Oculta" in textos(panel_compania.trazar(SIN_NADIE))
    assert "◉ Revelada" in textos(panel_compania.trazar(replace(SIN_NADIE, oculta=False)))


@pytest.mark.parametrize("pasos", range(4))
@pytest.mark.parametrize("activa", [True, False])
def test_la_nacion_esta_en_su_casilla_llena_o_hueca(pasos: int, activa: bool) -> None:
    nacion = dibujo.Nacion("Gondor", "libres", pasos, activa)
    lienzo = marcador_politico.trazar(dibujo.Politica((nacion,), 0, 0))
    fila = next(r.y for r in lienzo.rotulos if r.texto == "Gondor")
    columnas = {r.texto: r.x for r in lienzo.rotulos if r.texto in {"3", "2", "1", "guerra"}}
    mira = {nombre: color_en(lienzo, x, fila) for nombre, x in columnas.items()}
    donde = {3: "3", 2: "2", 1: "1", 0: "guerra"}[pasos]
    assert mira.pop(donde) == (AZUL if activa else BLANCO)
    assert AZUL not in mira.values()
    assert ("en guerra" if not pasos else "activa" if activa else "pasiva") in textos(lienzo)


def test_las_unidades_se_cuentan_por_su_signo() -> None:
    ejercito = dibujo.Ejercito("sombra", 3, 2, 4, ("el Rey Brujo",), antes=8)
    lienzo = batallas.trazar(dibujo.Batalla("B", ejercito, dibujo.Ejercito("libres", 1, 0)))
    escritos = textos(lienzo)
    assert [escritos.count(signo) for signo in ("É", "R", "✕")] == [2, 4, 3]
    assert "✕ 3 unidades perdidas" in escritos
    assert "★ el Rey Brujo" in escritos


def test_los_dados_que_aciertan_van_llenos_y_en_negrita() -> None:
    tirada = dibujo.Tirada((dibujo.Dado(4, False), dibujo.Dado(5, True), dibujo.Dado(6, True)), (), 2, "5+")
    ejercitos = (dibujo.Ejercito("sombra", 3, 0), dibujo.Ejercito("libres", 3, 0))
    lienzo = batallas.trazar(dibujo.Batalla("B", *ejercitos, (dibujo.Ronda(1, tirada, None),)))
    dados = {r.texto: r for r in lienzo.rotulos if r.texto in {"4", "5", "6"}}
    assert [dados[valor].letra.negrita for valor in ("4", "5", "6")] == [False, True, True]
    fondos = [color_en(lienzo, dados[valor].x - 17, dados[valor].y) for valor in ("4", "5", "6")]
    assert fondos == [BLANCO, ROJO, ROJO]
    assert {"2 impactos (5+)", "aún no ha tirado"} <= set(textos(lienzo))


def test_solo_se_ven_las_cuatro_ultimas_rondas_y_se_dice() -> None:
    rondas = tuple(dibujo.Ronda(n, dibujo.Tirada((dibujo.Dado(1, False),))) for n in range(1, 7))
    ejercitos = (dibujo.Ejercito("sombra", 3, 0), dibujo.Ejercito("libres", 3, 0))
    escritos = textos(batallas.trazar(dibujo.Batalla("B", *ejercitos, rondas)))
    assert [texto for texto in escritos if texto.startswith("Ronda")] == [f"Ronda {n}" for n in range(3, 7)]
    assert "Antes: 2 rondas más." in escritos


def mapa(activo: str, alrededor: set[str]) -> dibujo.Isla:
    claves = [f"{fila}{columna}" for fila in "ABC" for columna in range(1, 6)]
    return dibujo.Isla(
        tuple(
            dibujo.Casilla(
                clave,
                "Isla Perdida",
                boca_arriba=clave == activo,
                activo=clave == activo,
                preparacion=clave in alrededor,
            )
            for clave in claves
        )
    )


@pytest.mark.parametrize(
    ("activo", "alrededor"), [("A1", {"A2", "B1"}), ("B3", {"A3", "C3", "B2", "B4"}), ("C5", {"B5", "C4"})]
)
def test_cada_lugar_de_la_isla_en_su_sitio_y_con_su_palabra(activo: str, alrededor: set[str]) -> None:
    """La fila va por la letra, la columna por el número; «Prep.» está solo en las que toca."""
    lienzo = mapa_isla.trazar(mapa(activo, alrededor))
    en_el_mapa = {r.texto: r for r in lienzo.rotulos if len(r.texto) == 2 and r.texto[0] in "ABC"}
    assert len(en_el_mapa) == 15
    for clave, rotulo in en_el_mapa.items():
        assert 5 * rotulo.x // ANCHO == int(clave[1]) - 1
        mira = color_en(lienzo, rotulo.x, rotulo.y + 24)
        assert (mira == Acento.LCG.color) == (clave == activo)
    assert [en_el_mapa[a].y < en_el_mapa[b].y for a, b in (("A1", "B1"), ("B1", "C1"))] == [True, True]
    preparadas = [r for r in lienzo.rotulos if r.texto == "▲ Prep."]
    debajo = {
        clave for clave, r in en_el_mapa.items() for p in preparadas if 0 < p.y - r.y < 140 and 0 < p.x - r.x < 140
    }
    assert debajo == alrededor


@pytest.mark.parametrize(
    ("casilla", "palabra"),
    [
        (dibujo.Casilla("A1", "Isla Perdida"), "Isla"),
        (dibujo.Casilla("A5", "El Templo de los Engañados"), "Templo"),
        (dibujo.Casilla("A1", "Isla Perdida", "Riscos"), "Mirado"),
        (dibujo.Casilla("A1", "Riscos", boca_arriba=True), "Volteado"),
        (dibujo.Casilla("A1", "Riscos", boca_arriba=True, explorado=True), "Explorado"),
        (dibujo.Casilla("A1", "Riscos", boca_arriba=True, explorado=True, activo=True), "Activo"),
    ],
)
def test_el_estado_de_un_lugar_se_lee_entero(casilla: dibujo.Casilla, palabra: str) -> None:
    lienzo = mapa_isla.trazar(dibujo.Isla((casilla,)))
    assert palabra in textos(lienzo)
    assert casilla.estado.signo in textos(lienzo)


def test_la_etapa_mas_al_este_es_la_ultima_que_sigue_en_juego() -> None:
    nombres = ("Erebor", "Valle", "Tierras", "Este")
    etapas = tuple(dibujo.Etapa(nombre, 3, 10, abandonada=nombre == "Este") for nombre in nombres)
    lienzo = etapas_asedio.trazar(dibujo.Asedio(etapas))
    cajas = {r.texto: r for r in lienzo.rotulos if r.texto in nombres}
    marcadas = [n for n, r in cajas.items() if color_en(lienzo, r.x, r.y - 26) == TINTA]
    assert marcadas == ["Tierras"]
    assert [cajas[a].x < cajas[b].x for a, b in pairwise(nombres)] == [True] * 3
    assert textos(lienzo).count("abandonada") == 1
    assert textos(lienzo).count("daño 3/10") == 3


@pytest.mark.parametrize("dano", range(11))
def test_la_barra_de_dano_crece_con_el_dano(dano: int) -> None:
    lienzo = etapas_asedio.trazar(dibujo.Asedio((dibujo.Etapa("Erebor", dano, 10),)))
    y = next(r.y for r in lienzo.rotulos if r.texto == f"daño {dano}/10") - 31
    fila = np.asarray(lienzo.imagen)[round(y)]
    largo = int((fila == np.array(ROJO)).all(axis=1).sum())
    assert abs(largo - dano / 10 * (UTIL - 24)) <= 2


def test_las_cuatro_caras_del_rumbo_se_distinguen_en_gris() -> None:
    """Sin color siguen siendo distintas: no dependen de él."""
    grises = [carta_rumbo.icono(cara, 90).convert("LA") for cara in dibujo.CaraDeRumbo]
    planos = [np.asarray(gris).astype(int) for gris in grises]
    for i, uno in enumerate(planos):
        for otro in planos[i + 1 :]:
            assert (np.abs(uno - otro).max(axis=2) > 40).mean() > 0.01


def test_el_cambio_de_rumbo_va_de_izquierda_a_derecha() -> None:
    datos = dibujo.Rumbo(dibujo.CaraDeRumbo.SOLEADO, dibujo.CaraDeRumbo.TORMENTA)
    sitios = {r.texto: r.x for r in carta_rumbo.trazar(datos).rotulos if r.texto in {"antes", "ahora"}}
    assert sitios["antes"] < ANCHO / 2 < sitios["ahora"]


def luminancia(color: Color) -> float:
    """Luminancia relativa de WCAG 2."""
    lineales = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * lineales[0] + 0.7152 * lineales[1] + 0.0722 * lineales[2]


def contraste(uno: Color, otro: Color) -> float:
    claro, oscuro = sorted((luminancia(uno), luminancia(otro)), reverse=True)
    return (claro + 0.05) / (oscuro + 0.05)


FONDOS_Y_LETRAS = [
    *(
        (fondo, letra)
        for fondo in (estilo.PAPEL, estilo.CEBRA, estilo.VACIO, BLANCO)
        for letra in (TINTA, estilo.SUAVE)
    ),
    (estilo.LINEA, TINTA),
    (AZUL, BLANCO),
    (ROJO, BLANCO),
    (TINTA, estilo.PAPEL),
    (estilo.PAPEL, AZUL),
    (estilo.PAPEL, ROJO),
    *((acento.color, acento.encima) for acento in Acento),
]


@pytest.mark.parametrize(("fondo", "letra"), FONDOS_Y_LETRAS)
def test_todo_texto_contrasta_con_su_fondo(fondo: Color, letra: Color) -> None:
    """4,5 a 1, el nivel AA de las pautas de accesibilidad web para texto corriente."""
    assert contraste(fondo, letra) >= 4.5


DALTONISMOS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices de Machado, Oliveira y Fernandes (2009) para la ceguera completa a un color."""


@pytest.mark.parametrize("cual", DALTONISMOS)
def test_los_colores_de_los_bandos_se_distinguen_con_daltonismo(cual: str) -> None:
    vistos = [np.clip(np.array(DALTONISMOS[cual]) @ np.array(color), 0, 255) for color in (AZUL, ROJO)]
    assert float(np.linalg.norm(vistos[0] - vistos[1])) > 60


def test_la_tarjeta_es_opaca_y_no_depende_del_tema() -> None:
    abierta = Image.open(io.BytesIO(dibujo.rumbo(dibujo.Rumbo(dibujo.CaraDeRumbo.SOLEADO)).png))
    assert abierta.mode == "P"
    assert "transparency" not in abierta.info
