"""Un Discord de prueba con enchufes de verdad: REST y pasarela en 127.0.0.1, y el bot como proceso aparte.

SimCord (las historias) corre en el mismo proceso y no sabe de redes; este sí: conexiones que caen, límites,
errores 5xx, procesos que mueren a media orden. Todo lo que recibe y lo que contesta se comprueba.

    sala                        lo que usa una prueba: Discord, gente y el bot, que al acabar no dejan nada
    actor                       la gente: `usar`, `sugerencias`, `pulsar`, `elegir`, `rellenar`…
    proceso, lanzador, criadero el bot como proceso: arrancarlo, pedirle que acabe, matarlo
    averias                     lo que falla en REST; los cortes son métodos de `pasarela`
    caos, carga                 matarlo muchas veces; muchas órdenes a la vez
    discord_local               el servidor; detrás, `rest`, `interacciones`, `envios`, `pasarela` y `sesion`
    estado, objetos, mensajes   el mundo y cómo lo cuenta Discord
    crudo                       un cliente sin modales, para ver que este Discord rechaza lo que debe
"""
