"""Consultas que no buscan ninguna carta: otros juegos, charla, frases de todos los días.

Se reparten alternas: las pares sirvieron para ajustar los umbrales, las impares solo se usan en el examen.
"""

OTROS_JUEGOS = """
black lotus; lightning bolt; counterspell; tarmogoyf; jace el escultor mental; liliana del velo; teferi
chandra; nissa revane; llanowar elves; dark confidant; birds of paradise; fuerza de voluntad
espadas en guadañas; ira de dios; bola de fuego; serra angel; dragón shivano; sol ring; mox esmeralda
tormenta cerebral; urza; karn liberado; emrakul; pantano de sangre; bosque básico; tierra madre
mazo commander; draft de theros; exodia; dark magician; mago oscuro; dragón blanco de ojos azules
monstruo renacido; kuriboh; yugi muto; kaiba; olla de la codicia; espejo de fuerza; pikachu; charizard
bulbasaur; mewtwo; eevee; profesor oak; equipo rocket; pokébola; energía de agua; poké ball; snorlax
jaina valiente; ragnaros; hearthstone; piromante salvaje; leeroy jenkins; illidan; thrall; arthas
sylvanas; garrosh; cazador de demonios; teemo; yasuo; ahri; katarina; garen; draven; lux; ezreal
heimerdinger; mago de batalla; paladín; bárbaro; clérigo; hechicero; druida; beholder; mind flayer
drizzt; waterdeep; puerta de baldur; strahd; tirada de iniciativa; clase de armadura; misil mágico
vampiro; hombre bestia del caos; space marine; ultramarines; necrones; tiránidos; eldar oscuro
karl franz; archaon; bretonia; codex; catan; carcassonne; pandemic; risk; monopoly; ajedrez; parchís
la oca; mus; póquer; tute; dominó; enroque; jaque mate; camino más largo; ladrón de catan; netrunner
jinteki; haas bioroid; arkham horror; roland banks; cthulhu; nyarlathotep; mazo de encuentros
ficha de recurso; investigador; hermione; harry potter; dumbledore; voldemort; quidditch; darth vader
luke skywalker; chewbacca; estrella de la muerte; tyrion lannister; jon nieve; daenerys; invernalia
khal drogo; geralt de rivia; yennefer; gwent; triss merigold; master chief; mario bros; zelda; link
donkey kong; sonic; lara croft; minecraft; creeper; fortnite; naruto; goku; vegeta; luffy; batman
spiderman; iron man; thanos; capitán américa
"""

CHARLA = """
hola a todos; buenos días; buenas tardes; buenas noches; qué tal; muchas gracias; de nada; hasta luego
nos vemos; feliz cumpleaños; jajaja; jajajaja; xd; lol; ok; vale; venga; claro que sí; ni idea; no lo sé
perdón; por favor; quién juega hoy; a qué hora quedamos; alguien para una partida; busco rival
me apunto; yo también; cuándo empieza; cuánto cuesta; precio; envío gratis; comprar cartas
vendo colección; cambio cartas; tienda de madrid; barcelona; sevilla; buenos aires; ciudad de méxico
santiago de chile; torneo del sábado; clasificación; emparejamientos; ronda 3; mesa 4; quién ha ganado
empate; me rindo; revancha; buena partida; mala suerte; qué suerte; tira los dados; dado; lista de mazos
sube la foto; no funciona; el bot se ha caído; ayuda; comandos; configuración; permisos; reglamento
descargar pdf; fundas; tapete; contador de vida; youtube; twitch; discord; whatsapp; instagram; enlace
correo; contraseña; usuario; moderador; administrador; expulsar; silenciar; canal de voz; micrófono
no te oigo; internet; ordenador; teléfono; móvil; tortilla de patatas; paella; cerveza; café con leche
pizza; chocolate; bocadillo; fútbol; real madrid; liga; mundial; baloncesto; película; serie; netflix
música; guitarra; concierto; vacaciones; playa; montaña nevada; trabajo; oficina; jefe; lunes
fin de semana; navidad; médico; hospital; farmacia; coche; autobús; metro; avión; aeropuerto; hotel
supermercado; lavadora; zapatos; camiseta; abuela; hermano; vecino; perro; gato; bicicleta; examen
universidad; profesor; deberes; biblioteca; lluvia; mañana; ayer; verano; invierno; otoño; primavera
me gusta mucho; no me lo puedo creer; estoy cansado; voy llegando; ahora vuelvo; un momento
te llamo luego; cómo se juega; qué hace esta carta; cuántas cartas robo; se puede jugar online; asdfgh
qwerty; aaaa; zzzzz; 12345; test; prueba; foo bar; lorem ipsum; null; undefined; hello world
good morning; thank you; see you later; what time
"""


def _lista(*bloques: str) -> tuple[str, ...]:
    return tuple(f.strip() for bloque in bloques for f in bloque.replace("\n", ";").split(";") if f.strip())


AJENAS = _lista(OTROS_JUEGOS, CHARLA)
DE_AJUSTE, DE_EXAMEN = AJENAS[::2], AJENAS[1::2]
