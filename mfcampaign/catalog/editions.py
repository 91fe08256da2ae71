"""An edition of the game in a query or a body: its code, one of those there are."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rules.edition import choices, meant_by

EditionCode = Annotated[
    str,
    Meta(
        description=f"{', '.join(name for _, name in choices())}; figures of two are never mixed",
        extra_json_schema={"enum": [code for code, _ in choices()], "default": meant_by()},
    ),
]
"""The caller gives it to ``edition_of``, whose ``Refusal`` answers an unknown one."""
