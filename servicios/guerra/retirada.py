"""Retirarse de una batalla: a una región adyacente o, si la hay, al propio Baluarte."""

from servicios.guerra.asentamientos import es_baluarte, sitiador
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import DENTRO_DE_UN_BALUARTE
from servicios.guerra.estado import Estado
from servicios.guerra.modelo_batalla import Batalla, ClaseDeBatalla, PasoDeBatalla
from servicios.guerra.piezas import Bando
from servicios.guerra.tablas import region


def puede_encerrarse(estado: Estado, batalla: Batalla) -> bool:
    """Si el defensor tiene en la región un Baluarte suyo, sin asediar, donde encerrarse.

    Fuente: 001, «Atacando un Baluarte», «Retirada».
    """
    defensor = batalla.bando(Papel.DEFENSOR)
    donde = batalla.region
    return batalla.clase is ClaseDeBatalla.CAMPAL and es_baluarte(donde) and estado.controla(donde) is defensor


def puede_recibir(estado: Estado, donde: str, bando: Bando) -> bool:
    """Si un ejército de ese bando puede retirarse ahí, por lo que el bot sabe.

    Ni un asentamiento en manos del enemigo ni un Baluarte aliado que el enemigo asedia. Si hay enemigos en
    campo abierto, lo dicen los jugadores. Fuente: 001, «Retirada».
    """
    return estado.controla(donde) is not bando.rival and sitiador(estado, donde) is not bando.rival


def refugios(estado: Estado, batalla: Batalla) -> tuple[str, ...]:
    """Las regiones adyacentes a las que puede retirarse el defensor."""
    if batalla.clase is ClaseDeBatalla.ASEDIO:
        return ()
    defensor = batalla.bando(Papel.DEFENSOR)
    return tuple(r for r in region(batalla.region).adyacentes if puede_recibir(estado, r, defensor))


def sobran(batalla: Batalla) -> int:
    """Unidades del defensor que no caben en el Baluarte."""
    return max(0, batalla.ejercitos[Papel.DEFENSOR].unidades - DENTRO_DE_UN_BALUARTE)


def empieza_ronda(batalla: Batalla, estado: Estado) -> Batalla:
    """La batalla al empezar una ronda: en un Baluarte propio, el defensor elige antes si se encierra."""
    encierra = puede_encerrarse(estado, batalla)
    paso = PasoDeBatalla.CAMPO_O_ASEDIO if encierra else PasoDeBatalla.CARTA_ATACANTE
    return batalla.con(paso=paso, juegan=(), efectos={}, tiradas={}, impactos={}, elegidas={})
