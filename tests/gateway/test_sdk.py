"""A bot written with the SDK plays through the gateway."""

from __future__ import annotations

from typing import Any

import baochuan
from tests.gateway.harness import Platform, fresh, lobby


class Last(baochuan.Bot):
    def choose(self, view: dict[str, Any], decision: baochuan.Decision, options: list[dict[str, Any]]) -> int:
        return len(options) - 1


async def test_a_bot_of_the_sdk(platform: Platform) -> None:
    address = platform.gateways[1].address
    async with lobby(address) as op:
        token = await op.token(fresh())
    results = await baochuan.run_async(
        Last(), server=address, token=token, game="toy", mode="two", opponents=["random"], matches=6
    )
    assert len(results) == 6
    assert sum(r.faults for r in results) == 0
