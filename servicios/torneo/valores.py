"""Las piezas de un torneo: participantes, mesas, rondas… Valores inmutables, sin ninguna decisión."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal
from zlib import crc32

from pydantic import Field

from servicios.azar import Sorteo
from servicios.hechos import Valor
from servicios.torneo.puntos import MINUTOS, Fin, Formato, Modalidad


class Fase(StrEnum):
    NUEVO = "nuevo"
    INSCRIPCION = "inscripcion"
    EN_JUEGO = "en_juego"
    CERRADO = "cerrado"
    CANCELADO = "cancelado"


class Situacion(StrEnum):
    ESPERA = "espera"
    ACTIVO = "activo"
    RETIRADO = "retirado"
    EXPULSADO = "expulsado"


class Permiso(StrEnum):
    """Lo que la coordinación puede consentir cuando una ronda no tiene salida, o no quiere esperar."""

    REPETIR = "repetir"
    SEGUNDO_DESCANSO = "segundo_descanso"
    SIN_RESPUESTA = "sin_respuesta"


class Bases(Valor):
    """Reglas del torneo, fijadas al crearlo.

    Attributes:
        rondas: las pedidas, o `None` si las dice la tabla del reglamento al iniciar.
        aforo: máximo de participantes; los siguientes esperan.
        plazo: días de cada ronda si se juega a distancia; `None` si hay reloj.
        zona: zona horaria del servidor, para que el plazo venza a las 23:59 de allí.
        seguir: si se pregunta «Sigo en la próxima» antes de cada ronda (000:391).
        hilos: si cada mesa tiene su hilo.
        sin_consultas: si las consultas se responden con «pregunta al árbitro» durante la ronda (000:362).
        silencio: minutos sin respuesta antes de que un resultado pase al arbitraje.
    """

    formato: Formato
    modalidad: Modalidad
    rondas: int | None = None
    aforo: int | None = None
    plazo: int | None = None
    zona: str = "UTC"
    seguir: bool = False
    hilos: bool = False
    sin_consultas: bool = False
    silencio: int = 10

    @property
    def minutos(self) -> int:
        return MINUTOS[self.modalidad]


class Participante(Valor):
    """Quien juega. `nombre` es un número de texto; `persona`, el número de quien tiene cuenta de Discord.

    Attributes:
        ronda_baja: primera ronda que ya no jugó, o no terminó; `None` si sigue.
        tardio: si entró con el torneo empezado.
        estuvo_en_espera: si entró al quedar una plaza libre.
    """

    id: int
    nombre: int
    persona: int | None = None
    situacion: Situacion = Situacion.ACTIVO
    ronda_baja: int | None = None
    tardio: bool = False
    estuvo_en_espera: bool = False


class Resultado(Valor):
    """PV finales de una mesa y cómo acabó. `ganador` solo cuando no lo deciden los PV."""

    pv_a: int
    pv_b: int
    fin: Fin = Fin.NORMAL
    ganador: int | None = None
    nota: int | None = None


class Parte(Valor):
    """Lo que ha comunicado un jugador y espera al otro."""

    resultado: Resultado
    de: int
    cuando: datetime


class Motivo(Valor):
    """Por qué se juega una mesa. `motivos.frase` lo dice con palabras."""

    clase: Literal["mismo_grupo", "impar", "enfrentados", "encaje", "prevision", "repetida", "a_mano"]
    desde: int = 0
    hasta: int = 0
    baja: int | None = None
    otro: int | None = None
    ronda: int | None = None


class Mesa(Valor):
    """Una partida de una ronda.

    Attributes:
        resultado: el firme, si lo hay.
        parte: lo comunicado por un jugador; `contraria`, lo que el otro comunicó y no coincide.
        extra: minutos añadidos solo a esta mesa.
    """

    numero: int
    a: int
    b: int
    motivo: Motivo | None = None
    resultado: Resultado | None = None
    parte: Parte | None = None
    contraria: Parte | None = None
    extra: int = 0

    @property
    def version(self) -> int:
        """Huella de quién juega y lo comunicado. Un botón antiguo solo vale si la mesa dice lo mismo que decía."""
        return crc32(self.model_dump_json(include={"a", "b", "parte", "contraria", "resultado"}).encode())

    @property
    def jugadores(self) -> tuple[int, int]:
        return self.a, self.b

    def rival(self, participante: int) -> int:
        return self.b if participante == self.a else self.a


class Descanso(Valor):
    """Quien descansa y por qué: `subio` grupos por encima del más bajo que podía descansar."""

    participante: int
    puntos: int
    subio: int = 0
    repetido: bool = False
    a_mano: bool = False


class Foto(Valor):
    """Lo que miró el sorteo de una ronda: con esto se vuelve a comprobar aunque luego haya correcciones."""

    numero: int
    repeticion: int
    sorteo: Sorteo
    orden: tuple[int, ...]
    puntos: dict[int, int]
    permisos: frozenset[Permiso] = frozenset()
    prevision: bool = False


class Borrador(Valor):
    """Emparejamiento preparado y aún sin publicar."""

    foto: Foto
    mesas: tuple[Mesa, ...]
    descanso: Descanso | None = None
    a_mano: bool = False

    @property
    def version(self) -> int:
        """Huella de mesas y descanso: se publica lo que se ha visto, no lo que otra persona cambió después."""
        return crc32(self.model_dump_json(include={"mesas", "descanso"}).encode())


class Reloj(Valor):
    """Tiempo de una ronda. En marcha tiene `fin`; en pausa, los segundos que quedan.

    Attributes:
        empezado: cuándo empezó la ronda.
        desde: cuándo se fijó el fin actual: un aviso anterior a ese instante ya no tiene sentido.
    """

    empezado: datetime
    desde: datetime
    fin: datetime | None = None
    resta: int = 0
    por_suspension: bool = False


class AvisoDado(Valor):
    """Un aviso de reloj que ya venció. `mesas`: las que faltaban entonces; `mudo`: llegó sin sentido."""

    clave: str
    cual: Literal["previo", "tiempo"]
    mesa: int = 0
    fin: datetime
    tarde: int = 0
    mesas: tuple[int, ...] = ()
    mudo: bool = False


class Prorroga(Valor):
    """Minutos añadidos; `mesa` 0 es la ronda entera."""

    minutos: int
    mesa: int = 0


class Ronda(Valor):
    """Una ronda publicada. `sin_hilo`: mesas cuyo hilo no se pudo abrir, con el texto del motivo."""

    numero: int
    foto: Foto | None = None
    mesas: tuple[Mesa, ...]
    descanso: Descanso | None = None
    cerrada: bool = False
    reloj: Reloj | None = None
    a_mano: bool = False
    descartados: int = 0
    avisos: tuple[AvisoDado, ...] = ()
    prorrogas: tuple[Prorroga, ...] = ()
    sin_hilo: dict[int, int] = Field(default_factory=dict)

    @property
    def repeticion(self) -> int:
        return self.foto.repeticion if self.foto else 0

    def faltan(self) -> tuple[Mesa, ...]:
        """Mesas sin resultado firme."""
        return tuple(mesa for mesa in self.mesas if mesa.resultado is None)

    def mesa_de(self, participante: int) -> Mesa | None:
        return next((mesa for mesa in self.mesas if participante in mesa.jugadores), None)

    def descansa(self, participante: int) -> bool:
        return self.descanso is not None and self.descanso.participante == participante

    def fin_de(self, mesa: Mesa | None = None) -> datetime | None:
        """Cuándo se acaba el tiempo, o `None` si el reloj no anda."""
        if self.reloj is None or self.reloj.fin is None:
            return None
        return self.reloj.fin + timedelta(minutes=mesa.extra if mesa else 0)


class Sancion(Valor):
    """PV con signo que el arbitraje suma a una partida."""

    participante: int
    ronda: int
    mesa: int
    pv: int
    motivo: int


class Llamada(Valor):
    """Algo que espera al arbitraje, con el tiempo que lleva."""

    id: int
    ronda: int
    mesa: int
    causa: Literal["jugador", "contradiccion", "rechazo", "silencio", "sin_cuenta"]
    cuando: datetime
    de: int | None = None
    nota: int | None = None
    toma: int | None = None
    resuelta: bool = False
    anulada: bool = False


class PartidaDePlayoff(Valor):
    a: int
    b: int
    resultado: Resultado | None = None

    @property
    def version(self) -> int:
        """Huella de quién juega y cómo quedó."""
        return crc32(self.model_dump_json().encode())


class Playoff(Valor):
    """Partidas entre quienes siguen empatados en el primer puesto: no entran en la clasificación."""

    jugadores: tuple[int, ...]
    partidas: tuple[PartidaDePlayoff, ...]


class Fila(Valor):
    """Una línea de la clasificación. El orden de los campos es el de la exportación."""

    puesto: int | None
    participante: int
    pt: int = 0
    pv: int = 0
    victorias: int = 0
    anillos: int = 0
    v60: int = 0
    v51: int = 0
    v42: int = 0
    e33: int = 0
    decidido_por: str | None = None
