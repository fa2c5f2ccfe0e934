"""Órdenes al azar de una partida: cualquiera de ellas da hechos o un `ErrorDeDominio`, nunca otra cosa."""

from hypothesis import strategies as st

from servicios.guerra import (
    anillos,
    apertura,
    asedio,
    asentamientos,
    batalla,
    compania,
    corrupcion,
    dados,
    eventos,
    mordor,
    partida,
    personajes,
    politica,
    remedios,
    resolucion,
    sueltas,
    turno,
    victoria,
)
from servicios.guerra.cartas import Ajuste, Efectos
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Bajas, Ejercito
from servicios.guerra.modelo_batalla import ClaseDeBatalla
from servicios.guerra.piezas import CARAS, Bando
from servicios.guerra.tablas import tablas
from servicios.hechos import Orden

REGIONES = st.sampled_from(
    ["rivendell", "fords-of-bruinen", "trollshaws", "minas-tirith", "morannon", "moria", "edoras", "osgiliath",
     "lorien", "dale", "dol-guldur", "orthanc", "pelargir", "minas-morgul", "hollin", "en-ninguna-parte"]
)  # fmt: skip
QUIENES = st.sampled_from([*tablas().personajes, "tom-bombadil"])
NACIONES = st.sampled_from([*tablas().naciones])
FICHAS = st.sampled_from([*tablas().fichas])
BANDOS = st.sampled_from(Bando)
CARAS_ = st.sampled_from(CARAS)
DADO = st.none() | CARAS_
POCOS = st.integers(0, 6)
VARIOS = st.lists(st.sampled_from(["merry", "pippin", "boromir", "trancos", "saruman"]), max_size=2).map(tuple)
EJERCITOS = st.builds(
    Ejercito,
    regulares=st.integers(0, 6),
    elites=st.integers(0, 4),
    lideres=st.integers(0, 3),
    personajes=st.lists(QUIENES, max_size=1).map(tuple),
    naciones=st.lists(NACIONES, max_size=1).map(tuple),
)
AJUSTES = st.builds(Ajuste, dados=st.integers(-5, 5), modificador=st.integers(-5, 5), impactos=st.integers(0, 3))

ORDENES: st.SearchStrategy[Orden] = st.one_of(
    st.just(turno.TerminarFaseDeCompania()),
    st.builds(turno.AsignarCaza, dados=st.integers(-1, 9)),
    st.just(turno.TirarAcciones()),
    st.just(turno.TerminarTurno()),
    st.builds(dados.UsarDado, bando=BANDOS, dado=CARAS_),
    st.builds(dados.DejarDados, bando=BANDOS),
    st.builds(anillos.UsarAnilloElfico, bando=BANDOS, de=CARAS_, a=CARAS_),
    st.builds(compania.MoverCompania, dado=DADO, habilidad=st.booleans()),
    st.builds(compania.OcultarCompania, dado=DADO),
    st.builds(compania.DeclararCompania, region=REGIONES),
    st.builds(compania.ElegirGuia, companero=QUIENES),
    st.builds(resolucion.TirarCaza, ejercito=st.booleans(), nazgul=st.booleans()),
    st.builds(remedios.JugarCartaDeMesa, efecto=st.sampled_from(["reduce", "otra", "anula"]), puntos=POCOS),
    st.builds(remedios.UsarHabilidadDelGuia, puntos=POCOS, separa=st.booleans(), region=st.none() | REGIONES),
    st.builds(remedios.DarBaja, quien=st.sampled_from(["guia", "azar"])),
    st.just(remedios.UsarElAnillo()),
    st.builds(remedios.MoverRevelada, region=REGIONES, fichas_de_evento=st.integers(0, 2)),
    st.builds(corrupcion.AjustarCorrupcion, puntos=st.integers(-13, 13), carta=st.none() | st.just("Carta")),
    st.just(mordor.EntrarEnMordor()),
    st.builds(eventos.SacarFicha, por=st.sampled_from(["evento", "declaracion"])),
    st.just(eventos.RevelarCompania()),
    st.builds(eventos.PonerFichaEspecial, ficha=FICHAS),
    st.builds(eventos.RetirarFicha, ficha=FICHAS),
    st.builds(personajes.Separar, companeros=VARIOS, region=st.none() | REGIONES, dado=DADO),
    st.builds(personajes.MoverCompaneros, companeros=VARIOS, region=REGIONES, dado=DADO),
    st.builds(personajes.EntrarEnJuego, personaje=QUIENES),
    st.builds(personajes.EliminarPersonaje, personaje=QUIENES),
    st.builds(politica.ActivarNacion, nacion=NACIONES),
    st.builds(politica.AvanzarNacion, nacion=NACIONES, dado=DADO, habilidad_en=st.none() | REGIONES),
    st.builds(politica.Reclutar, nacion=NACIONES, regiones=st.lists(REGIONES, max_size=2).map(tuple), dado=DADO),
    st.builds(
        asentamientos.MoverEjercito,
        bando=BANDOS,
        naciones=st.lists(NACIONES, max_size=2).map(tuple),
        region=REGIONES,
        dado=DADO,
        con_jefe=st.booleans(),
    ),
    st.builds(asentamientos.LevantarAsedio, region=REGIONES),
    st.builds(
        apertura.AbrirBatalla,
        clase=st.sampled_from(ClaseDeBatalla),
        atacante=BANDOS,
        region=REGIONES,
        desde=st.none() | REGIONES,
        atacan=EJERCITOS,
        defienden=EJERCITOS,
        reserva=st.integers(0, 2),
        jefes_en_reserva=st.integers(0, 1),
        dado=DADO,
    ),
    st.builds(batalla.DeclararCarta, juega=st.booleans()),
    st.builds(
        batalla.AnotarEfectos,
        papel=st.sampled_from(Papel),
        efectos=st.builds(Efectos, propio=AJUSTES, rival=AJUSTES),
    ),
    st.builds(
        batalla.ElegirBajas,
        bajas=st.builds(Bajas, regulares=POCOS, degradadas=POCOS, elites=POCOS, sin_recambio=POCOS),
        quedan_regulares=st.none() | POCOS,
    ),
    st.builds(batalla.SeguirAtaque, sigue=st.booleans()),
    st.builds(asedio.ElegirCampo, encerrarse=st.booleans()),
    st.builds(asedio.DecidirRetirada, region=st.none() | REGIONES),
    st.builds(asedio.AvanzarTrasBatalla, avanza=st.booleans()),
    st.builds(asedio.ElegirQuienCabe, regulares=POCOS, elites=POCOS),
    st.builds(
        partida.NombrarJugadores,
        bando=BANDOS,
        personas=st.lists(st.integers(1, 4), min_size=1, max_size=2).map(tuple),
    ),
    st.builds(victoria.Abandonar, bando=BANDOS),
    st.builds(sueltas.TirarCombate, dados=POCOS, liderazgo=POCOS, modificador=st.integers(-6, 6)),
    st.builds(sueltas.TirarLiderazgo, fallos=POCOS, liderazgo=POCOS),
)


def _batalla(donde: str, nacion: str, atacante: Bando) -> st.SearchStrategy[apertura.AbrirBatalla]:
    def ejercito(bando: Bando) -> st.SearchStrategy[Ejercito]:
        return st.builds(
            Ejercito,
            regulares=st.integers(1, 4),
            elites=st.integers(0, 2),
            lideres=st.integers(0, 3),
            naciones=st.just((nacion if bando is Bando.LIBRES else "sauron",)),
        )

    return st.builds(
        apertura.AbrirBatalla,
        clase=st.sampled_from(ClaseDeBatalla),
        atacante=st.just(atacante),
        region=st.just(donde),
        atacan=ejercito(atacante),
        defienden=ejercito(atacante.rival),
        reserva=st.integers(0, 1),
    )


BUENAS_BATALLAS: st.SearchStrategy[apertura.AbrirBatalla] = st.tuples(
    st.sampled_from(
        [("minas-tirith", "gondor"), ("edoras", "rohan"), ("osgiliath", "gondor"), ("lorien", "elfos")]
    ),
    st.sampled_from(Bando),
).flatmap(lambda cual: _batalla(*cual[0], cual[1]))
"""Batallas que las reglas suelen aceptar si hay guerra, para que las órdenes al azar lleguen dentro."""
