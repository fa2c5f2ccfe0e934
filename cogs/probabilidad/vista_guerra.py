"""Cómo se ven las probabilidades de La Guerra del Anillo: la cifra, la tabla, el histograma y los supuestos."""

from collections.abc import Mapping
from fractions import Fraction

from cogs.comun.textos import numero, plural, porcentaje
from cogs.comun.vistas import Color, Panel
from servicios import dibujo
from servicios.guerra.combate import Mano, Papel
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.estado import TOPE_DE_CORRUPCION
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad import batalla as prob_batalla
from servicios.guerra.probabilidad import combate as prob_combate
from servicios.guerra.probabilidad import mordor as prob_mordor
from servicios.guerra.probabilidad.batalla import Encuentro
from servicios.guerra.probabilidad.caza import PronosticoDeCaza
from servicios.guerra.probabilidad.distribucion import al_menos
from servicios.guerra.probabilidad.mordor import Viaje

EXACTO = "Exacto: nada se simula"
EN_LA_BARRA = {
    Desenlace.DEFENSOR_ELIMINADO: "cae defensor",
    Desenlace.ATACANTE_ELIMINADO: "cae atacante",
    Desenlace.AMBOS_ELIMINADOS: "caen los dos",
    Desenlace.CESE: "cesa el ataque",
    Desenlace.RETIRADA: "se retira",
    Desenlace.A_CUBIERTO: "se encierra",
}
Reparto = Mapping[int, Fraction]


def combate(mano: Mano) -> Panel:
    """Los impactos de una tirada. Dibuja: mejor fuera del bucle."""
    pronostico = prob_combate.pronosticar(mano)
    panel = Panel(Color.GUERRA).titulo(f"Combate · {plural(mano.dados, 'dado')}, Liderazgo {mano.liderazgo}")
    panel.texto(f"De media, **{numero(float(pronostico.media), 2)} impactos**.")
    return _con_tabla(panel, pronostico.distribucion, "Impactos", "impactos", pronostico.supuestos)


def caza(pronostico: PronosticoDeCaza) -> Panel:
    """Una Caza: éxito, revelación y Daño."""
    panel = Panel(Color.GUERRA).titulo("Probabilidades de la Caza")
    panel.texto(
        f"Tiene éxito el **{porcentaje(float(pronostico.exito))}** de las veces, y revela a la Compañía el "
        f"**{porcentaje(float(pronostico.revelada))}**.\n"
        f"De media, {numero(float(pronostico.dano_medio), 2)} de Daño (0 si no hay éxito)."
    )
    return _con_tabla(panel, pronostico.dano, "Daño de la Caza", "Daño", pronostico.supuestos)


def mordor(viaje: Viaje) -> Panel:
    """Un viaje por Mordor."""
    pronostico = prob_mordor.pronosticar(viaje)
    panel = Panel(Color.GUERRA).titulo("Llegar al Monte del Destino")
    llega = float(pronostico.llega)
    panel.texto(
        f"Con menos de {TOPE_DE_CORRUPCION} de Corrupción llega el **{porcentaje(llega)}** de las veces; "
        f"cae por el camino el {porcentaje(1 - llega)}."
    )
    reparto = dict(pronostico.corrupcion)
    casos = [dibujo.Caso(str(final), float(p)) for final, p in reparto.items()]
    casos.append(dibujo.Caso("cae", 1 - llega))
    lineas = [f"Llega con {final}: {_parte(float(p))}" for final, p in reparto.items()]
    panel.texto("\n".join(lineas))
    datos = dibujo.Reparto("Corrupción al llegar", tuple(casos), que="Corrupción")
    return _cerrar(panel.imagen(dibujo.histograma(datos)), pronostico.supuestos)


def batalla(encuentro: Encuentro) -> Panel:
    """Cómo acaba una batalla."""
    pronostico = prob_batalla.pronosticar(encuentro)
    panel = Panel(Color.GUERRA).titulo(f"Batalla · {_frente(encuentro)}")
    desenlaces = sorted(pronostico.desenlaces.items(), key=lambda par: -par[1])
    panel.texto("\n".join(f"**{_parte(p)}** · {desenlace.nombre}" for desenlace, p in desenlaces))
    lineas = [
        f"El {papel.value} pierde de media **{numero(pronostico.bajas(papel), 2)}** unidades"
        + (
            f" y {numero(pronostico.elites_perdidas(papel), 2)} élites, caídas o degradadas"
            if encuentro.contendiente(papel).elites
            else ""
        )
        for papel in Papel
    ]
    panel.texto("\n".join([*lineas, f"Rondas que se esperan: {numero(pronostico.rondas, 2)}"]))
    panel.texto("\n".join(f"Quedan al {papel.value}: {_quedan(pronostico, papel)}" for papel in Papel))
    casos = tuple(dibujo.Caso(EN_LA_BARRA[desenlace], p) for desenlace, p in desenlaces)
    datos = dibujo.Reparto(f"Cómo acaba: {_frente(encuentro)}", casos, que="desenlace")
    return _cerrar(panel.imagen(dibujo.histograma(datos)), pronostico.supuestos)


def _frente(encuentro: Encuentro) -> str:
    partes: list[str] = []
    for papel in Papel:
        quien = encuentro.contendiente(papel)
        partes.append(Ejercito(regulares=quien.regulares, elites=quien.elites).composicion)
    return " contra ".join(partes)


def _quedan(pronostico: prob_batalla.PronosticoDeBatalla, papel: Papel) -> str:
    reparto = pronostico.quedan(papel)
    return " · ".join(f"**{unidades}** {porcentaje(p)}" for unidades, p in reparto.items() if p >= 0.0005)


def _con_tabla(panel: Panel, reparto: Reparto, titulo: str, que: str, supuestos: tuple[str, ...]) -> Panel:
    lineas = [
        f"**{_signo(valor)}**: {porcentaje(float(p))} · {_o_mas(reparto, valor)}" for valor, p in reparto.items()
    ]
    panel.texto("\n".join(lineas))
    casos = tuple(dibujo.Caso(_signo(valor), float(p)) for valor, p in reparto.items())
    datos = dibujo.Reparto(titulo, casos, que=que)
    return _cerrar(panel.imagen(dibujo.histograma(datos)), supuestos)


def _o_mas(reparto: Reparto, valor: int) -> str:
    return f"{_signo(valor)} o más, {_parte(float(al_menos(reparto, valor)))}"


def _parte(p: float) -> str:
    """«12,3 %», o «menos del 0,1 %» si se redondearía a nada."""
    return "menos del 0,1\N{NO-BREAK SPACE}%" if 0 < p < 0.0005 else porcentaje(p)


def _signo(valor: int) -> str:
    return str(valor).replace("-", "−")


def _cerrar(panel: Panel, supuestos: tuple[str, ...]) -> Panel:
    return panel.pie(f"Con: {'; '.join(supuestos)}").pie(f"{EXACTO} · docs/guerra.md")
