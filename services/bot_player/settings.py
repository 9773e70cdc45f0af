"""Configuration of the bot player: environment, prefix BAOCHUAN_."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from bot_player.catalogue import games, named
from bot_player.policies import policies
from servicekit.settings import ServiceSettings, SettingsError


class BotSettings(ServiceSettings):
    """What the bot player takes beside the common settings."""

    policies: str = "random,greedy,mcts"  # which asks it answers
    workers: int = Field(default=0, ge=0, le=256)  # processes for policies that think; 0: in the event loop
    editions: str = ""  # "ming_voyages=/path/edition.toml,...": the same files as the rules services have

    def policy_names(self) -> list[str]:
        """Raises `SettingsError` for an unknown one."""
        names = [name.strip() for name in self.policies.split(",") if name.strip()]
        for name in names:
            if name not in policies():
                raise SettingsError(f'BAOCHUAN_POLICIES: unknown policy "{name}"; known: {", ".join(policies())}')
        if not names:
            raise SettingsError("BAOCHUAN_POLICIES: no policy")
        return names

    def edition_paths(self) -> dict[str, Path]:
        """Raises `SettingsError` for what is not game=path, or an unknown game."""
        try:
            paths = named(self.editions, "BAOCHUAN_EDITIONS")
        except ValueError as e:
            raise SettingsError(str(e)) from e
        for key in paths:
            if key not in games():
                raise SettingsError(f'BAOCHUAN_EDITIONS: unknown game "{key}"; known: {", ".join(games())}')
        return {key: Path(path) for key, path in paths.items()}
