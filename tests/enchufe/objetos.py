"""Los objetos de Discord, con todos los campos que da de verdad. Los comprueba su descripción OpenAPI."""

from typing import Any

Objeto = dict[str, Any]


def usuario(identidad: str, nombre: str, *, bot: bool = False) -> Objeto:
    """Un usuario tal como lo ve cualquiera."""
    return {
        "id": identidad,
        "username": nombre.lower(),
        "global_name": None if bot else nombre,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "bot": bot,
        "primary_guild": None,
    }


def miembro(persona: Objeto, desde: str) -> Objeto:
    """La persona como miembro de un servidor, sin cargos todavía."""
    return {
        "user": persona,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": desde,
        "premium_since": None,
        "communication_disabled_until": None,
        "flags": 0,
        "pending": False,
        "mute": False,
        "deaf": False,
    }


def cargo(identidad: str, nombre: str, permisos: int) -> Objeto:
    """Un rol del servidor."""
    return {
        "id": identidad,
        "name": nombre,
        "permissions": str(permisos),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def servidor(identidad: str, nombre: str, duena: str, permisos: int) -> Objeto:
    """Un servidor sin nada dentro: solo el rol de todos, que lleva su mismo identificador."""
    nulos = (
        "icon description home_header splash discovery_splash banner application_id afk_channel_id "
        "system_channel_id widget_channel_id max_presences vanity_url_code rules_channel_id "
        "safety_alerts_channel_id public_updates_channel_id incidents_data"
    )
    ceros = (
        "system_channel_flags verification_level default_message_notifications mfa_level "
        "explicit_content_filter premium_tier premium_subscription_count nsfw_level"
    )
    return {
        **dict.fromkeys(nulos.split()),
        **dict.fromkeys(ceros.split(), 0),
        "id": identidad,
        "name": nombre,
        "owner_id": duena,
        "features": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": False,
        "roles": [cargo(identidad, "@everyone", permisos)],
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": "es-ES",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "emojis": [],
        "stickers": [],
    }


def canal_de_texto(identidad: str, nombre: str, servidor: str, posicion: int) -> Objeto:
    """Un canal de texto de un servidor."""
    return {
        "id": identidad,
        "type": 0,
        "name": nombre,
        "guild_id": servidor,
        "position": posicion,
        "flags": 0,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
    }


def hilo(identidad: str, cuerpo: Objeto, padre: Objeto, dueno: str, ahora: str) -> Objeto:
    """Un hilo recién abierto. Sin `type`, y sin mensaje del que cuelgue, Discord lo hace privado."""
    return {
        "id": identidad,
        "type": cuerpo.get("type") or 12,
        "name": cuerpo["name"],
        "guild_id": padre["guild_id"],
        "parent_id": padre["id"],
        "owner_id": dueno,
        "flags": 0,
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": cuerpo.get("rate_limit_per_user") or 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": ahora,
            "auto_archive_duration": cuerpo.get("auto_archive_duration") or 4320,
            "locked": False,
            "create_timestamp": ahora,
        },
    }


def aplicacion(bot: Objeto, duena: Objeto) -> Objeto:
    """La aplicación del bot, vista por él mismo."""
    return {
        "id": bot["id"],
        "name": "Concilio",
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot": bot,
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": duena,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
