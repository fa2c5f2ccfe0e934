"""Sacar un torneo: JSON para otros programas y CSV para hojas de cálculo. Los borradores nunca salen."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol
from unicodedata import normalize

from servicios.torneo.clasificacion import CRITERIOS, clasificar, partidas
from servicios.torneo.documento import (
    DescansoDeRonda,
    Documento,
    FichaDelTorneo,
    FilaDeClasificacion,
    MesaDeRonda,
    ParticipanteDelTorneo,
    ResultadoDeMesa,
    RondaDelTorneo,
    SancionDelTorneo,
)
from servicios.torneo.estado import Torneo, valorar
from servicios.torneo.frases import clave_de_nombre
from servicios.torneo.valores import Mesa, Ronda, Situacion

Ajustes = Mapping[tuple[int, int], int]
"""PV de sanciones de cada (ronda, participante)."""


class Llamados(Protocol):
    """De dónde salen los textos guardados."""

    def texto(self, numero: int) -> str: ...


@dataclass(frozen=True, slots=True)
class Sello:
    """Lo que el diario sabe del torneo y el estado no: identificador, compromiso y, al cerrar, la semilla."""

    id: str
    compromiso: str
    semilla: str | None = None


def documento(torneo: Torneo, textos: Llamados, sello: Sello) -> Documento:
    """El torneo en el formato `concilio-torneo/1`."""
    return Documento(
        torneo=FichaDelTorneo(
            id=sello.id,
            nombre=textos.texto(torneo.nombre),
            formato=torneo.bases.formato,
            modalidad=torneo.bases.modalidad,
            rondas_previstas=torneo.rondas_previstas,
            estado=torneo.fase.value,  # pyright: ignore[reportArgumentType]
            compromiso=sello.compromiso,
            semilla=sello.semilla,
        ),
        participantes=[
            ParticipanteDelTorneo(
                id=quien.id,
                nombre=textos.texto(quien.nombre),
                estado=quien.situacion.value,  # pyright: ignore[reportArgumentType]
                ronda_baja=quien.ronda_baja,
            )
            for quien in torneo.inscritos()
        ],
        rondas=rondas(torneo),
        sanciones=[
            SancionDelTorneo(
                participante=s.participante, ronda=s.ronda, mesa=s.mesa, pv=s.pv, motivo=textos.texto(s.motivo)
            )
            for s in torneo.sanciones
        ],
        clasificacion=filas(torneo),
    )


def rondas(torneo: Torneo) -> list[RondaDelTorneo]:
    """Las rondas publicadas, con lo que vale cada mesa."""
    ajustes = torneo.ajustes()
    return [_ronda(torneo, ronda, ajustes) for ronda in torneo.rondas]


def filas(torneo: Torneo) -> list[FilaDeClasificacion]:
    """La clasificación presente."""
    return [FilaDeClasificacion.model_validate(fila.model_dump()) for fila in clasificar(torneo)]


def _ronda(torneo: Torneo, ronda: Ronda, ajustes: Ajustes) -> RondaDelTorneo:
    descanso = ronda.descanso
    return RondaDelTorneo(
        numero=ronda.numero,
        estado="cerrada" if ronda.cerrada else "publicada",
        descanso=DescansoDeRonda(participante=descanso.participante, puntos=descanso.puntos) if descanso else None,
        mesas=[
            MesaDeRonda(mesa=mesa.numero, a=mesa.a, b=mesa.b, resultado=_resultado(torneo, ronda, mesa, ajustes))
            for mesa in ronda.mesas
        ],
    )


def _resultado(torneo: Torneo, ronda: Ronda, mesa: Mesa, ajustes: Ajustes) -> ResultadoDeMesa | None:
    resultado = mesa.resultado or (mesa.parte.resultado if mesa.parte else None)
    if resultado is None:
        return None
    mas = ajustes.get((ronda.numero, mesa.a), 0), ajustes.get((ronda.numero, mesa.b), 0)
    vale = valorar(mesa, resultado, torneo.bases.modalidad, mas)
    return ResultadoDeMesa(
        pv_a=resultado.pv_a,
        pv_b=resultado.pv_b,
        fin=resultado.fin,
        ganador=None if vale.gana is None else mesa.a if vale.gana == "a" else mesa.b,
        pt_a=vale.a,
        pt_b=vale.b,
        estado="firme" if mesa.resultado else "pendiente",
    )


def hojas(torneo: Torneo, textos: Llamados) -> dict[str, bytes]:
    """Los CSV, por nombre de archivo: UTF-8 con BOM y punto y coma, como los abre Excel en español."""
    llamado = {quien.id: textos.texto(quien.nombre) for quien in torneo.inscritos()}
    archivos = {
        "clasificacion.csv": _csv(_clasificacion(torneo, llamado)),
        "partidas.csv": _csv(_partidas(torneo, llamado)),
    }
    if torneo.ronda is not None:
        archivos["donde_juego.csv"] = _csv(_donde_juego(torneo.ronda, llamado))
    return archivos


def _clasificacion(torneo: Torneo, llamado: dict[int, str]) -> Iterable[list[object]]:
    yield ["Puesto", "Nombre", "PT", "PV", "Victorias", "Anillos", "6-0", "5-1", "4-2", "3-3", "Desempate"]
    for fila in clasificar(torneo):
        quien = torneo.participantes[fila.participante]
        puesto = quien.situacion.value if quien.situacion is not Situacion.ACTIVO else fila.puesto
        cuentas = [fila.victorias, fila.anillos, fila.v60, fila.v51, fila.v42, fila.e33]
        criterio = CRITERIOS.get(fila.decidido_por or "", "")
        yield [puesto, llamado[fila.participante], fila.pt, fila.pv, *cuentas, criterio]


def _partidas(torneo: Torneo, llamado: dict[int, str]) -> Iterable[list[object]]:
    yield ["Ronda", "Jugador", "PV", "PT", "Rival", "PV del rival", "PT del rival"]
    for p in partidas(torneo):
        yield [p.ronda, llamado[p.a], p.pv_a, p.vale.a, llamado[p.b], p.pv_b, p.vale.b]
    for ronda in torneo.rondas:
        if ronda.descanso is not None:
            descanso = ronda.descanso
            yield [ronda.numero, llamado[descanso.participante], "", descanso.puntos, "descansa", "", ""]


def _donde_juego(ronda: Ronda, llamado: dict[int, str]) -> Iterable[list[object]]:
    """Lista alfabética de la ronda en curso, para colgarla en la sala."""
    yield ["Nombre", "Mesa", "Rival"]
    filas: list[tuple[int, object, str]] = []
    for mesa in ronda.mesas:
        filas += [(quien, mesa.numero, llamado[mesa.rival(quien)]) for quien in mesa.jugadores]
    if ronda.descanso is not None:
        filas.append((ronda.descanso.participante, "descansa", ""))
    for quien, donde, rival in sorted(filas, key=lambda fila: clave_de_nombre(llamado[fila[0]])):
        yield [llamado[quien], donde, rival]


def _csv(filas: Iterable[list[object]]) -> bytes:
    salida = io.StringIO(newline="")
    escritor = csv.writer(salida, delimiter=";", lineterminator="\r\n")
    escritor.writerows([[_inerte(celda) for celda in fila] for fila in filas])
    return salida.getvalue().encode("utf-8-sig")


def _inerte(celda: object) -> object:
    """Un texto que una hoja de cálculo no puede tomar por fórmula, tampoco con los signos anchos (＝, ＋, －, ＠)."""
    peligrosa = isinstance(celda, str) and normalize("NFKC", celda[:1]) in ("=", "+", "-", "−", "@")
    return f"'{celda}" if peligrosa else celda
