"""The figures of an event with their bounds, which its forms, the API and the operations hold to."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mfcampaign.play.clocks import MOST_MINUTES

Soulstones = Annotated[int, Meta(ge=20, le=200)]
Rounds = Annotated[int, Meta(ge=1, le=40)]
RoundMinutes = Annotated[int, Meta(ge=10, le=600)]
ClockEach = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
Cut = Annotated[int, Meta(ge=0, le=64)]
Groups = Annotated[int, Meta(ge=1, le=64)]
Places = Annotated[int, Meta(ge=2, le=1024)]
Tables = Annotated[int, Meta(ge=0, le=600)]
TeamSize = Annotated[int, Meta(ge=0, le=12)]
Rating = Annotated[int, Meta(ge=0, le=9999)]
