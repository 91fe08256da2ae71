"""A league written to a file by one of its organisers; everybody can read that it was."""

from __future__ import annotations

from typing import Any

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.export.write import write
from mfcampaign.campaigns.models import Campaign


def export(campaign: Campaign, actor: Any, *, phrase: str = "") -> bytes:
    """The file of the league as it stands before this very act (see ``export.write``)."""
    content = write(campaign, phrase=phrase)
    with operation(campaign, actor, kind="league.exported") as act:
        hidden = ", what is hidden under a pass-phrase" if phrase else ", without what is hidden"
        act.say(f"{actor} wrote the league to a file{hidden}.")
    return content
