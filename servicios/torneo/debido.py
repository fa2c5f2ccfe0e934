"""Lo que un torneo debe decir y recordar según su estado. La bandeja lo envía una sola vez por clave."""

from collections.abc import Iterable, Iterator

from servicios.hechos import Aviso, Debido
from servicios.torneo.estado import Torneo
from servicios.torneo.plazos import recordatorios
from servicios.torneo.valores import AvisoDado, Fase, Mesa, Ronda

MESAS_POR_AVISO = 20
"""Con 20 mesas un anuncio queda lejos de los 100 avisados, 4000 caracteres y 40 componentes de Discord."""

OTRA_VEZ = ":otra:"


def debido(torneo: Torneo) -> Debido:
    """Avisos (también los ya dados y aún ciertos) y recordatorios."""
    if torneo.fase is Fase.NUEVO:
        return Debido()
    if torneo.fase is Fase.CANCELADO:
        return Debido(avisos=(Aviso(clave="cancelado", plantilla="cancelado"),))
    avisos = [*_de_la_vida(torneo), *_de_las_rondas(torneo), *_del_arbitraje(torneo), *_del_final(torneo)]
    return Debido(avisos=tuple(_otra_vez(torneo, aviso) for aviso in avisos), recordatorios=recordatorios(torneo))


def _otra_vez(torneo: Torneo, aviso: Aviso) -> Aviso:
    """Lo que no llegó antes de reponer el panel es otro aviso: la bandeja no repite los que ya han fallado."""
    veces = torneo.repetidos.get(aviso.clave)
    return aviso.con(clave=f"{aviso.clave}{OTRA_VEZ}{veces}") if veces else aviso


def _de_la_vida(torneo: Torneo) -> Iterator[Aviso]:
    if torneo.traidas is None:
        yield Aviso(clave="inscripcion", plantilla="inscripcion")
    for quien in torneo.participantes.values():
        if quien.estuvo_en_espera and quien.persona is not None:
            yield Aviso(
                clave=f"plaza:{quien.id}",
                plantilla="plaza",
                datos={"participante": quien.id},
                menciones=(quien.persona,),
            )
    if torneo.rondas_previstas is not None and torneo.traidas is None:
        yield Aviso(clave="inicio", plantilla="inicio", datos={"rondas": torneo.rondas_previstas})
    if torneo.suspendido is not None:
        yield Aviso(
            clave=f"suspendido:{torneo.suspensiones}",
            plantilla="suspendido",
            datos={"causa": torneo.suspendido, "suspension": torneo.suspensiones},
            destino="coordinacion",
        )
        for persona in sorted(torneo.coordinadores) if torneo.en_privado == torneo.suspensiones else ():
            yield Aviso(
                clave=f"suspendido:{torneo.suspensiones}:{persona}",
                plantilla="suspendido_en_privado",
                destino=f"persona:{persona}",
            )
    if torneo.reposiciones:
        yield Aviso(clave=f"panel:{torneo.reposiciones}", plantilla="panel")


def _de_las_rondas(torneo: Torneo) -> Iterator[Aviso]:
    for ronda in torneo.rondas:
        yield from _publicada(torneo, ronda)
        raiz = _raiz(ronda)
        if ronda.reloj is not None:
            datos = {"ronda": ronda.numero}
            yield Aviso(clave=f"{raiz}:empieza", plantilla="empieza", datos=datos)
        for i, prorroga in enumerate(ronda.prorrogas, start=1):
            mesas = [ronda.mesas[prorroga.mesa - 1]] if prorroga.mesa else []
            yield Aviso(
                clave=f"{raiz}:prorroga:{i}",
                plantilla="prorroga",
                datos={"ronda": ronda.numero, "mesa": prorroga.mesa, "minutos": prorroga.minutos},
                menciones=_personas(torneo, mesas),
            )
        for aviso in ronda.avisos:
            if not aviso.mudo:
                yield from _de_reloj(torneo, ronda, aviso)
        if ronda.cerrada and not (ronda.foto is None and ronda.numero <= (torneo.traidas or 0)):
            yield Aviso(clave=f"{raiz}:cerrada", plantilla="ronda_cerrada", datos={"ronda": ronda.numero})


def _publicada(torneo: Torneo, ronda: Ronda) -> Iterator[Aviso]:
    """Los anuncios de una ronda: cada participante se menciona en uno y solo uno."""
    if ronda.foto is None:
        return
    tandas = [ronda.mesas[i : i + MESAS_POR_AVISO] for i in range(0, len(ronda.mesas), MESAS_POR_AVISO)] or [()]
    for parte, mesas in enumerate(tandas, start=1):
        ultima = parte == len(tandas)
        descansa = [ronda.descanso.participante] if ultima and ronda.descanso else []
        yield Aviso(
            clave=f"{_raiz(ronda)}:publicada:{parte}",
            plantilla="ronda",
            datos={
                "ronda": ronda.numero,
                "desde": mesas[0].numero if mesas else 1,
                "hasta": mesas[-1].numero if mesas else 0,
                "parte": parte,
                "partes": len(tandas),
            },
            menciones=_personas(torneo, mesas, descansa),
        )
    if torneo.bases.hilos:
        for mesa in ronda.mesas:
            clave = f"{_raiz(ronda)}:mesa:{mesa.numero}"
            datos = {"ronda": ronda.numero, "repeticion": ronda.repeticion, "mesa": mesa.numero}
            yield Aviso(clave=f"{clave}:hilo", plantilla="hilo", datos=datos, destino=f"hilo:{clave}")
    if ronda.sin_hilo:
        yield Aviso(
            clave=f"{_raiz(ronda)}:sin_hilos",
            plantilla="sin_hilos",
            datos={"ronda": ronda.numero},
            destino="coordinacion",
        )


def _de_reloj(torneo: Torneo, ronda: Ronda, aviso: AvisoDado) -> Iterator[Aviso]:
    """El aviso de tiempo. En sala ya están todos; con plazo en días se menciona a quienes aún no han jugado, en
    tantos mensajes como pidan los límites de Discord."""
    avisa = torneo.bases.plazo is not None
    tandas = [aviso.mesas[i : i + MESAS_POR_AVISO] for i in range(0, len(aviso.mesas), MESAS_POR_AVISO)]
    for parte, numeros in enumerate(tandas if avisa and tandas else [aviso.mesas], start=1):
        faltan = [ronda.mesas[numero - 1] for numero in numeros]
        yield Aviso(
            clave=f"aviso:{aviso.clave}" + (f":{parte}" if parte > 1 else ""),
            plantilla="tiempo" if aviso.cual == "tiempo" else "queda_poco",
            datos={
                "ronda": ronda.numero,
                "mesa": aviso.mesa,
                "fin": aviso.fin.isoformat(),
                "tarde": aviso.tarde,
                "mesas": list(numeros),
            },
            menciones=_personas(torneo, faltan) if avisa else (),
        )


def _del_arbitraje(torneo: Torneo) -> Iterator[Aviso]:
    for llamada in (ll for ll in torneo.llamadas if not ll.anulada):
        yield Aviso(
            clave=f"llamada:{llamada.id}",
            plantilla="llamada_de_jugador" if llamada.causa == "jugador" else "llamada",
            datos={"llamada": llamada.id},
            destino="coordinacion",
        )


def _del_final(torneo: Torneo) -> Iterator[Aviso]:
    for i, playoff in enumerate(torneo.playoffs, start=1):
        yield Aviso(
            clave=f"playoff:{torneo.anuladas}:{i}",
            plantilla="playoff",
            datos={"playoff": i},
            menciones=_personas(torneo, (), playoff.jugadores),
        )
    if torneo.fase is Fase.CERRADO:
        yield Aviso(clave="cierre", plantilla="cierre")
        yield Aviso(clave="final", plantilla="final")


def _raiz(ronda: Ronda) -> str:
    return f"ronda:{ronda.numero}:{ronda.repeticion}"


def _personas(torneo: Torneo, mesas: Iterable[Mesa], otros: Iterable[int] = ()) -> tuple[int, ...]:
    """Las personas con cuenta de esas mesas, y de esos otros participantes."""
    ids = [*(jugador for mesa in mesas for jugador in mesa.jugadores), *otros]
    personas = (torneo.participantes[jugador].persona for jugador in ids)
    return tuple(persona for persona in personas if persona is not None)
