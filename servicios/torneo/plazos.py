"""Lo que pasa cuando vence algo: el aviso previo, el tiempo, el plazo, el silencio."""

from datetime import timedelta

from servicios.hechos import Contexto, Hecho, Nombres, Recordatorio, Reglas, Vencido
from servicios.torneo.estado import Torneo
from servicios.torneo.resultados import silencio, vence_el_silencio
from servicios.torneo.valores import AvisoDado, Fase, Mesa, Ronda

reglas = Reglas[Torneo]()

ANTES_CON_RELOJ = timedelta(minutes=5)
ANTES_CON_PLAZO = timedelta(hours=24)


class AvisoDeReloj(Hecho):
    """Un aviso de tiempo que ha vencido, con lo que la presentación necesita para decirlo."""

    tipo = "aviso_de_reloj"

    ronda: int
    aviso: AvisoDado

    def relato(self, nombres: Nombres) -> str:
        que = "se acaba el tiempo" if self.aviso.cual == "tiempo" else "se avisa de que queda poco tiempo"
        donde = f", mesa {self.aviso.mesa}" if self.aviso.mesa else ""
        tarde = " (con retraso)" if self.aviso.tarde else ""
        return f"Ronda {self.ronda}{donde}: {que}{tarde}."


def recordatorios(torneo: Torneo) -> tuple[Recordatorio, ...]:
    """Lo que está por vencer en la ronda en curso."""
    ronda = torneo.ronda
    if torneo.fase is not Fase.EN_JUEGO or ronda is None or ronda.cerrada:
        return ()
    return (*_de_reloj(torneo, ronda), *_de_silencio(torneo, ronda))


def _de_reloj(torneo: Torneo, ronda: Ronda) -> list[Recordatorio]:
    faltan = ronda.faltan()
    casos: list[Mesa | None] = [mesa for mesa in faltan if mesa.extra]
    if any(not mesa.extra for mesa in faltan):
        casos.append(None)
    dados = {aviso.clave for aviso in ronda.avisos}
    todos = [recordatorio for caso in casos for recordatorio in _de_un_reloj(torneo, ronda, caso)]
    return [recordatorio for recordatorio in todos if recordatorio.clave not in dados]


def _de_un_reloj(torneo: Torneo, ronda: Ronda, mesa: Mesa | None) -> list[Recordatorio]:
    fin, reloj = ronda.fin_de(mesa), ronda.reloj
    if fin is None or reloj is None:
        return []
    numero = mesa.numero if mesa else 0
    # Con el reloj parado y vuelto a andar, lo que ya se había acabado no se acaba otra vez.
    if fin <= reloj.desde and any((a.cual, a.mesa) == ("tiempo", numero) for a in ronda.avisos):
        return []
    raiz = f"reloj:{ronda.numero}:{ronda.repeticion}:{numero}"
    marca = int(fin.timestamp())
    previo = fin - (ANTES_CON_RELOJ if torneo.bases.plazo is None else ANTES_CON_PLAZO)
    tiempo = Recordatorio(clave=f"{raiz}:tiempo:{marca}", vence=fin)
    if previo <= reloj.desde:
        return [tiempo]
    return [Recordatorio(clave=f"{raiz}:previo:{marca}", vence=previo), tiempo]


def _de_silencio(torneo: Torneo, ronda: Ronda) -> list[Recordatorio]:
    avisadas = {
        llamada.mesa
        for llamada in torneo.llamadas
        if llamada.causa == "silencio" and llamada.ronda == ronda.numero and not llamada.resuelta
    }
    raiz = f"silencio:{ronda.numero}:{ronda.repeticion}"
    return [
        Recordatorio(clave=f"{raiz}:{mesa.numero}:{mesa.version}", vence=vence)
        for mesa in ronda.mesas
        if mesa.numero not in avisadas and (vence := vence_el_silencio(torneo, mesa)) is not None
    ]


@reglas.decide(Vencido)
def vencido(torneo: Torneo, orden: Vencido, contexto: Contexto) -> list[Hecho]:
    """Lo que trae un recordatorio; nada, si ya no hace falta."""
    if all(pendiente.clave != orden.clave for pendiente in recordatorios(torneo)):
        return []
    clase, ronda, _, mesa, *resto = orden.clave.split(":")
    if clase == "silencio":
        return silencio(torneo, int(ronda), int(mesa), int(resto[0]), contexto)
    return [_aviso(torneo, orden, int(mesa), previo=resto[0] == "previo", contexto=contexto)]


def _aviso(torneo: Torneo, orden: Vencido, numero: int, *, previo: bool, contexto: Contexto) -> Hecho:
    ronda = torneo.rondas[-1]
    mesa = ronda.mesas[numero - 1] if numero else None
    fin = ronda.fin_de(mesa) or contexto.ahora
    faltan = [numero] if numero else [m.numero for m in ronda.faltan() if not m.extra]
    aviso = AvisoDado(
        clave=orden.clave,
        cual="previo" if previo else "tiempo",
        mesa=numero,
        fin=fin,
        tarde=orden.tarde,
        mesas=tuple(faltan),
        # Si el bot vuelve cuando ya no queda tiempo, solo el aviso final dice algo cierto.
        mudo=previo and contexto.ahora >= fin,
    )
    return AvisoDeReloj(ronda=ronda.numero, aviso=aviso)


@reglas.aplica(AvisoDeReloj)
def aviso_de_reloj(torneo: Torneo, hecho: AvisoDeReloj) -> Torneo:
    ronda = torneo.rondas[hecho.ronda - 1]
    return torneo.con_ronda(ronda.con(avisos=(*ronda.avisos, hecho.aviso)))
