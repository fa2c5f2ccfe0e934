"""La Corrupción del Portador: sube y baja entre 0 y 12."""

from servicios.guerra.estado import TOPE_DE_CORRUPCION, Estado, Fase
from servicios.guerra.mesa import exigir_en_curso, exigir_jugador, exigir_sin_pendientes
from servicios.guerra.rechazo import rechazo
from servicios.guerra.texto import con_signo
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class AjustarCorrupcion(Orden):
    """Un evento o una habilidad suma o quita Corrupción. `carta`: cuál, si se quiere decir."""

    puntos: int
    carta: str | None = None


class CorrupcionCambiada(Hecho):
    """La Corrupción sube o baja. `texto`: número del nombre de la carta que lo hizo."""

    tipo = "corrupcion_cambiada"

    puntos: int
    por: str
    texto: int | None = None

    def relato(self, nombres: Nombres) -> str:
        carta = f" ({nombres.texto(self.texto)})" if self.texto is not None else ""
        return f"Corrupción {con_signo(self.puntos)}: {self.por}{carta}."


def sumar(corrupcion: int, puntos: int) -> int:
    """La Corrupción tras un cambio: nunca menos de 0 ni más de 12. Fuente: 001, «Corrupción»."""
    return max(0, min(TOPE_DE_CORRUPCION, corrupcion + puntos))


@reglas.decide(AjustarCorrupcion)
def ajustar(estado: Estado, orden: AjustarCorrupcion, contexto: Contexto) -> list[Hecho]:
    """Cambia la Corrupción por una carta."""
    exigir_jugador(estado, contexto.actor)
    exigir_en_curso(estado)
    exigir_sin_pendientes(estado)
    if not orden.puntos or abs(orden.puntos) > TOPE_DE_CORRUPCION:
        raise rechazo(
            "Di cuántos puntos de Corrupción suma o quita la carta, de 1 a 12.",
            "La Corrupción va de 0 a 12.",
            "Corrupción",
        )
    texto = contexto.textos.anotar(orden.carta, contexto.actor.persona) if orden.carta else None
    return [CorrupcionCambiada(puntos=orden.puntos, por="por una carta", texto=texto)]


@reglas.aplica(CorrupcionCambiada)
def corrupcion_cambiada(estado: Estado, hecho: CorrupcionCambiada) -> Estado:
    compania = estado.compania.con(corrupcion=sumar(estado.compania.corrupcion, hecho.puntos))
    if estado.fase is Fase.FINAL:
        compania = compania.con(intento=True)  # la carga de este turno ya está cobrada
    return estado.con(compania=compania)
