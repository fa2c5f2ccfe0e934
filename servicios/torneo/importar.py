"""Traer un torneo exportado: se comprueba todo antes de guardar nada, y la clasificación tiene que coincidir."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from pydantic import ValidationError

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Rol
from servicios.texto import cuenta
from servicios.torneo import exportar
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.documento import LARGO_DE_MOTIVO, Documento, MesaDeRonda, ResultadoDeMesa, RondaDelTorneo
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import clave_de_nombre, escapado, limpio
from servicios.torneo.playoff import podio
from servicios.torneo.puntos import AFORO_MAXIMO, POR_PUNTOS, puntos_de_descanso
from servicios.torneo.valores import (
    Bases,
    Descanso,
    Fase,
    Mesa,
    Parte,
    Participante,
    Resultado,
    Ronda,
    Sancion,
    Situacion,
)

reglas = Reglas[Torneo]()

ID_MAXIMO = 900_000
"""Por debajo del que admite el formato: quien se inscriba después recibe los siguientes, y también se exporta."""


class Importar(Orden):
    """Empezar un torneo a partir de un archivo ya leído con `leer`."""

    documento: Documento
    canal: int | None = None


class TorneoImportado(Hecho):
    tipo = "torneo_importado"
    frontera = True

    nombre: int
    bases: Bases
    fase: Fase
    coordina: int
    rondas_previstas: int | None
    participantes: tuple[Participante, ...]
    rondas: tuple[Ronda, ...]
    sanciones: tuple[Sancion, ...]
    canal: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return (
            f"{nombres.persona(self.coordina)} importa el torneo «{nombres.texto(self.nombre)}»: "
            f"{cuenta(len(self.participantes), 'participante')}, {cuenta(len(self.rondas), 'ronda')}."
        )


def leer(archivo: bytes) -> Documento:
    """El documento de un archivo JSON.

    Raises:
        ErrorDeDominio: si no es JSON o no cumple el formato; la letra pequeña dice dónde.
    """
    try:
        return Documento.model_validate_json(archivo, strict=True)
    except ValidationError as fallo:
        primero = fallo.errors(include_input=False, include_url=False)[0]
        donde = escapado(limpio(".".join(str(paso) for paso in primero["loc"]))) or "el archivo entero"
        raise ErrorDeDominio(
            "El archivo no es un torneo de Concilio (concilio-torneo/1) o está dañado.",
            f"El primer problema está en «{donde}».",
        ) from fallo


@reglas.decide(Importar)
def importar(torneo: Torneo, orden: Importar, contexto: Contexto) -> list[Hecho]:
    """Crea el torneo del archivo, si es coherente.

    Raises:
        ErrorDeDominio: si el archivo se contradice; la frase dice en qué.
        SinPermiso: si no es de la coordinación del servidor.
    """
    if torneo.fase is not Fase.NUEVO:
        raise ErrorDeDominio("En este canal ya hay un torneo abierto.")
    if not contexto.actor.es(Rol.MODERADOR, Rol.COORDINADOR):
        raise SinPermiso("Importa torneos quien tiene el rol de coordinación o puede gestionar el servidor.")
    revisar(orden.documento)
    hecho = _hecho(orden, contexto)
    nuevo = importado(torneo, hecho)
    _exigir(exportar.rondas(nuevo) == orden.documento.rondas, "Los puntos de alguna mesa no salen de sus PV.")
    _exigir(
        exportar.filas(nuevo) == orden.documento.clasificacion,
        "La clasificación del archivo no es la que sale de sus partidas.",
    )
    return [hecho]


def revisar(documento: Documento) -> None:
    """Comprueba que el documento no se contradice.

    Raises:
        ErrorDeDominio: al primer problema.
    """
    ids = [p.id for p in documento.participantes]
    nombres = [clave_de_nombre(p.nombre) for p in documento.participantes]
    _exigir(len(set(ids)) == len(ids), "Hay dos participantes con el mismo número.")
    _exigir(max(ids, default=0) <= ID_MAXIMO, "Hay un participante con un número demasiado alto.")
    _exigir(all(nombres), "Hay un participante sin nombre visible.")
    for quien in documento.participantes:
        _exigir(
            (quien.estado == "activo") == (quien.ronda_baja is None),
            f"«{escapado(limpio(quien.nombre))}»: el estado y la ronda de baja se contradicen.",
        )
    numeros = [ronda.numero for ronda in documento.rondas]
    _exigir(numeros == list(range(1, len(numeros) + 1)), "Las rondas no van seguidas desde la 1.")
    _revisar_vida(documento, len(numeros))
    bajas = {quien.id: quien.ronda_baja for quien in documento.participantes}
    for ronda in documento.rondas:
        _revisar_ronda(ronda, bajas)
    pasadas = documento.rondas if documento.torneo.estado == "cerrado" else documento.rondas[:-1]
    _exigir(all(map(_completa, pasadas)), "A una ronda le faltan resultados y hay otra detrás, o el cierre.")
    _exigir(
        all(ronda.estado == "cerrada" for ronda in pasadas), "Hay una ronda sin cerrar y otra detrás, o el cierre."
    )
    mesas = {(ronda.numero, mesa.mesa): (mesa.a, mesa.b) for ronda in documento.rondas for mesa in ronda.mesas}
    for sancion in documento.sanciones:
        quienes = mesas.get((sancion.ronda, sancion.mesa), ())
        _exigir(sancion.participante in quienes, "Hay una sanción en una mesa donde no se jugó.")


def _revisar_vida(documento: Documento, rondas: int) -> None:
    estado, previstas = documento.torneo.estado, documento.torneo.rondas_previstas
    _exigir(previstas is not None or not rondas, "Hay rondas jugadas y no se dice cuántas estaban previstas.")
    _exigir(rondas <= (previstas or 0), "Hay más rondas jugadas que previstas.")
    _exigir(estado != "cerrado" or bool(rondas), "El torneo está cerrado y no tiene ninguna ronda.")
    _exigir(
        estado != "inscripcion" or previstas is None, "Un torneo en inscripción aún no tiene rondas previstas."
    )
    _exigir(
        estado != "en_juego" or previstas is not None, "El torneo está en juego y no dice cuántas rondas tiene."
    )
    activos = sum(quien.estado == "activo" for quien in documento.participantes)
    _exigir(activos <= AFORO_MAXIMO, f"Hay más de {AFORO_MAXIMO} participantes activos.")


def _completa(ronda: RondaDelTorneo) -> bool:
    return all(mesa.resultado is not None and mesa.resultado.estado == "firme" for mesa in ronda.mesas)


def _revisar_ronda(ronda: RondaDelTorneo, bajas: Mapping[int, int | None]) -> None:
    n = ronda.numero
    veces = Counter(quien for mesa in ronda.mesas for quien in (mesa.a, mesa.b))
    if ronda.descanso is not None:
        veces[ronda.descanso.participante] += 1
        _exigir(
            ronda.descanso.puntos == puntos_de_descanso(n),
            f"Ronda {n}: el descanso vale {puntos_de_descanso(n)} puntos.",
        )
    _exigir(veces.keys() <= bajas.keys(), f"Ronda {n}: juega alguien que no está en la lista.")
    se_fueron = (bajas[quien] or n for quien in veces)
    _exigir(all(n <= baja for baja in se_fueron), f"Ronda {n}: juega alguien que ya había dejado el torneo.")
    _exigir(all(v == 1 for v in veces.values()), f"Ronda {n}: alguien aparece dos veces.")
    mesas = [mesa.mesa for mesa in ronda.mesas]
    _exigir(mesas == list(range(1, len(mesas) + 1)), f"Ronda {n}: las mesas no van seguidas desde la 1.")
    for mesa in ronda.mesas:
        resultado = mesa.resultado
        if resultado is not None:
            con_ganador = resultado.fin in POR_PUNTOS or resultado.ganador in (mesa.a, mesa.b)
            _exigir(con_ganador, f"Ronda {n}, mesa {mesa.mesa}: falta quién ganó.")
    _exigir(_completa(ronda) or ronda.estado == "publicada", f"Ronda {n}: está cerrada y le faltan resultados.")


def _exigir(bien: bool, frase: str) -> None:
    if not bien:
        raise ErrorDeDominio(frase, "No se ha importado nada.")


def _hecho(orden: Importar, contexto: Contexto) -> TorneoImportado:
    documento, ficha = orden.documento, orden.documento.torneo
    anotar = contexto.textos.anotar
    return TorneoImportado(
        nombre=anotar(limpio(ficha.nombre) or "Torneo"),
        bases=Bases(formato=ficha.formato, modalidad=ficha.modalidad),
        fase=Fase(ficha.estado),
        coordina=contexto.actor.persona,
        rondas_previstas=ficha.rondas_previstas,
        participantes=tuple(
            Participante(
                id=quien.id,
                nombre=anotar(limpio(quien.nombre)),
                situacion=Situacion(quien.estado),
                ronda_baja=quien.ronda_baja,
            )
            for quien in documento.participantes
        ),
        rondas=tuple(_ronda(ronda, contexto.ahora) for ronda in documento.rondas),
        sanciones=tuple(
            Sancion(
                participante=s.participante,
                ronda=s.ronda,
                mesa=s.mesa,
                pv=s.pv,
                motivo=anotar(limpio(s.motivo, LARGO_DE_MOTIVO)),
            )
            for s in documento.sanciones
        ),
        canal=orden.canal,
    )


def _ronda(ronda: RondaDelTorneo, ahora: datetime) -> Ronda:
    descanso = ronda.descanso
    return Ronda(
        numero=ronda.numero,
        mesas=tuple(_mesa(mesa, ahora) for mesa in ronda.mesas),
        descanso=Descanso(participante=descanso.participante, puntos=descanso.puntos) if descanso else None,
        cerrada=ronda.estado == "cerrada",
    )


def _mesa(mesa: MesaDeRonda, ahora: datetime) -> Mesa:
    hecha = Mesa(numero=mesa.mesa, a=mesa.a, b=mesa.b)
    if mesa.resultado is None:
        return hecha
    resultado = _resultado(mesa.resultado)
    if mesa.resultado.estado == "firme":
        return hecha.con(resultado=resultado)
    # El archivo no dice quién lo comunicó: se toma el primero, y el arbitraje decide si nadie confirma.
    return hecha.con(parte=Parte(resultado=resultado, de=mesa.a, cuando=ahora))


def _resultado(leido: ResultadoDeMesa) -> Resultado:
    return Resultado(
        pv_a=leido.pv_a,
        pv_b=leido.pv_b,
        fin=leido.fin,
        ganador=None if leido.fin in POR_PUNTOS else leido.ganador,
    )


@reglas.aplica(TorneoImportado)
def importado(torneo: Torneo, hecho: TorneoImportado) -> Torneo:
    nuevo: Torneo = torneo.con(
        fase=hecho.fase,
        nombre=hecho.nombre,
        bases=hecho.bases,
        rondas_previstas=hecho.rondas_previstas,
        participantes={quien.id: quien for quien in hecho.participantes},
        ultimo_id=max((quien.id for quien in hecho.participantes), default=0),
        rondas=hecho.rondas,
        traidas=None if hecho.fase is Fase.INSCRIPCION else sum(ronda.cerrada for ronda in hecho.rondas),
        sanciones=hecho.sanciones,
        coordinadores=frozenset({hecho.coordina}),
        canal=hecho.canal,
    )
    if hecho.fase is not Fase.CERRADO:
        return nuevo
    return nuevo.con(clasificacion_final=clasificar(nuevo), podio=podio(nuevo))
