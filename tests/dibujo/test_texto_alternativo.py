"""Los hechos que dice el texto alternativo de cada imagen, con ejemplos escritos a mano."""

from fractions import Fraction

from servicios import dibujo
from servicios.dibujo import CaraDeRumbo, Dado


def test_recuento_de_dados() -> None:
    caras = tuple(dibujo.Cara(str(i), veces, Fraction(60, 6)) for i, veces in enumerate((9, 11, 8, 12, 10, 10), 1))
    imagen = dibujo.histograma(dibujo.Recuento("Los d6 del canal", caras, "Insuficientes: 60 dados"))
    assert imagen.descripcion == (
        "Histograma. Los d6 del canal. Insuficientes: 60 dados. Cara 1: 9 veces (10 esperadas). "
        "Cara 2: 11 veces (10 esperadas). Cara 3: 8 veces (10 esperadas). Cara 4: 12 veces (10 esperadas). "
        "Cara 5: 10 veces (10 esperadas). Cara 6: 10 veces (10 esperadas)."
    )


def test_reparto_con_la_tirada_senalada() -> None:
    """Dos dados que impactan con 5+: 4/9, 4/9 y 1/9."""
    casos = tuple(dibujo.Caso(str(i), Fraction(n, 9)) for i, n in enumerate((4, 4, 1)))
    imagen = dibujo.histograma(dibujo.Reparto("Dos dados, 5+", casos, destacado=2, que="impactos"))
    assert imagen.descripcion.replace("\N{NO-BREAK SPACE}", " ") == (
        "Histograma de impactos. Dos dados, 5+. Tu tirada: 2 (11,1 %). 0: 44,4 %. 1: 44,4 %. 2: 11,1 %."
    )


def test_tabla_en_dos_imagenes_con_una_baja() -> None:
    columnas = (dibujo.Columna("#"), dibujo.Columna("Jugador", numerica=False), dibujo.Columna("PT"))
    filas = tuple(dibujo.Fila((str(i), f"Jugador {i}", str(60 - i))) for i in range(1, 30))
    filas = (*filas, dibujo.Fila(("–", "Elena", "3"), dibujo.Marca.BAJA))
    primera, segunda = dibujo.tabla(dibujo.Tabla("Clasificación", columnas, filas, "ronda 3"))
    assert primera.descripcion.startswith(
        "Tabla. Clasificación · ronda 3 · filas 1–15 de 30. 1, Jugador 1, PT 59. 2, Jugador 2, PT 58."
    )
    assert "16, Jugador 16" not in primera.descripcion
    assert segunda.descripcion.endswith("29, Jugador 29, PT 31. –, Elena, PT 3 (retirado o expulsado).")
    assert [primera.nombre, segunda.nombre] == ["tabla-1.png", "tabla-2.png"]


def test_cuadro_cruzado() -> None:
    alicia = dibujo.Cruzado("Alicia", "11", (dibujo.Encuentro(2, 1, "5"), dibujo.Encuentro(1, None, "6")))
    bruno = dibujo.Cruzado("Bruno", "1", (dibujo.Encuentro(2, 0, "1"),))
    imagen = dibujo.cruzada(dibujo.Cruzada("Otoño", (alicia, bruno)))
    assert imagen.descripcion == (
        "Cuadro cruzado. Otoño. 1, Alicia, 11: r1 6 descansa, r2 5 contra 2. 2, Bruno, 1: r2 1 contra 1."
    )


def test_compania_en_mordor_con_gollum() -> None:
    datos = dibujo.Compania(
        "Minas Morgul", 0, False, 11, "Gollum", mordor=3, dados_sombra=1, dados_libres=2, fichas=1
    )
    assert dibujo.compania(datos).descripcion == (
        "La Compañía del Anillo. La Compañía está revelada. Última posición conocida: Minas Morgul; progreso: 0. "
        "Corrupción: 11 de 12. Mordor: paso 3 de 5. Guía: Gollum. No quedan Compañeros. "
        "Casilla de Caza: 1 dado de la Sombra y 2 de los Pueblos Libres. Fondo de Caza: 1 ficha."
    )


def test_compania_oculta_con_companeros() -> None:
    companeros = (dibujo.Companero("Trancos", 3), dibujo.Companero("Merry", 1), dibujo.Companero("Gimli"))
    dicho = dibujo.compania(dibujo.Compania("Rivendel", 2, True, 0, "Trancos", companeros)).descripcion
    assert "La Compañía está oculta." in dicho
    assert "Mordor: todavía no ha entrado." in dicho
    assert "Guía: Trancos. Compañeros: Trancos (nivel 3), Merry (nivel 1) y Gimli." in dicho
    assert "Casilla de Caza: vacía." in dicho


def test_politica() -> None:
    naciones = (
        dibujo.Nacion("Elfos", "libres", 3, True),
        dibujo.Nacion("Rohan", "libres", 1, False),
        dibujo.Nacion("Sauron", "sombra", 0, True),
    )
    assert dibujo.politica(dibujo.Politica(naciones, 1, 9)).descripcion == (
        "Política y victoria. Pueblos Libres: 1 punto de victoria de 4. Sombra: 9 puntos de victoria de 10. "
        "Elfos: activa, faltan 3 pasos. Rohan: pasiva, falta 1 paso. Sauron: en guerra."
    )


def test_batalla() -> None:
    """La última ronda va delante: si algo no cabe, que sea lo más viejo."""
    ataque = dibujo.Tirada((Dado(2, False), Dado(6, True)), (Dado(5, True),), 2, "5+")
    defensa = dibujo.Tirada((Dado(1, False),), (), 0, "5+")
    datos = dibujo.Batalla(
        "Batalla en Osgiliath",
        dibujo.Ejercito("sombra", 3, 1, 2, ("el Rey Brujo",), 4),
        dibujo.Ejercito("libres", 0, 0, 0, (), 1),
        (dibujo.Ronda(1, ataque, defensa), dibujo.Ronda(2, ataque, None)),
        "El defensor ha sido eliminado",
    )
    assert dibujo.batalla(datos).descripcion == (
        "Batalla en Osgiliath. Ataque: Sombra, 3 regulares, 1 élite, Liderazgo 2 y el Rey Brujo. "
        "Defensa: Pueblos Libres, 0 regulares, 0 élites y Liderazgo 0; al empezar, 1 unidad. "
        "El defensor ha sido eliminado. Ronda 2, ataque: 2, 6; relanza 5; 2 impactos. "
        "Ronda 1, ataque: 2, 6; relanza 5; 2 impactos. Ronda 1, defensa: 1; 0 impactos."
    )


def test_isla() -> None:
    casillas = (
        dibujo.Casilla(
            "A1", "Ruinas inundadas", None, 5, 5, 3, boca_arriba=True, explorado=True, preparacion=True
        ),
        dibujo.Casilla("A2", "Cavernas sinuosas", None, 2, 6, 2, boca_arriba=True, activo=True),
        dibujo.Casilla("A3", "Isla Perdida", "Riscos afilados", 0, None, 2, preparacion=True),
        dibujo.Casilla("A4", "Isla Perdida", None, 0, None, 2),
        dibujo.Casilla("A5", "El Templo de los Engañados"),
        dibujo.Casilla("B1", "Senda de la selva", None, 0, 4, 4, boca_arriba=True),
    )
    assert dibujo.isla(dibujo.Isla(casillas)).descripcion == (
        "Mapa de la isla, tres filas (A a C) de cinco. El Templo de los Engañados. "
        "Lugar activo: A2, Cavernas sinuosas, progreso 2 de 6, Amenaza 2. "
        "En preparación: A1, Ruinas inundadas, explorado, progreso 5 de 5, Amenaza 3; "
        "A3, Riscos afilados, mirado, Amenaza 2. "
        "B1, Senda de la selva, volteado, progreso 0 de 4, Amenaza 4. Boca abajo: A4, A5."
    )


def test_asedio() -> None:
    etapas = (
        dibujo.Etapa("Erebor", 2, 10),
        dibujo.Etapa(
            "Valle", 7, 10, "Puente", ("Carromatos", "Arquero"), ("Jinete",), ("Muralla",), ("Alicia", "Bruno")
        ),
        dibujo.Etapa("Las Defensas del Este", 10, 10, abandonada=True),
    )
    assert dibujo.asedio(dibujo.Asedio(etapas)).descripcion == (
        "El Asedio de Erebor. De oeste a este: Erebor, daño 2 de 10; Valle, daño 7 de 10, con Alicia y Bruno; "
        "Las Defensas del Este, abandonada. "
        "Valle: lugar activo, Puente; preparación, Carromatos y Arquero; enfrentados, Jinete; "
        "misión secundaria, Muralla; jugadores, Alicia y Bruno."
    )


def test_rumbo() -> None:
    def dicho(ahora: CaraDeRumbo, antes: CaraDeRumbo | None, motivo: str = "") -> str:
        return dibujo.rumbo(dibujo.Rumbo(ahora, antes, motivo)).descripcion

    mejor = dicho(CaraDeRumbo.SOLEADO, CaraDeRumbo.LLUVIOSO, "2 timones")
    assert mejor == "Rumbo. Lluvioso → Soleado: mejora 2 niveles, en rumbo. 2 timones."
    assert (
        dicho(CaraDeRumbo.LLUVIOSO, CaraDeRumbo.NUBLADO) == "Rumbo. Nublado → Lluvioso: empeora 1 nivel, desviado."
    )
    assert dicho(CaraDeRumbo.TORMENTA, CaraDeRumbo.TORMENTA) == "Rumbo. Sigue Tormenta: desviado."
    assert dicho(CaraDeRumbo.SOLEADO, None) == "Rumbo. Soleado: en rumbo."
