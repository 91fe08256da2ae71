"""The Arsenal sheet on paper: everything a player owns on one side of A4 (SL-BOUNTY-05, ledger section 5)."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalBounty, ArsenalUpgrade, Entry
from mfcampaign.campaigns.queries import arsenal_page
from rules.refusal import Total


class Ticked(Struct, frozen=True):
    """One portion of the Bounty under way."""

    goal: str
    done: int
    needed: int


class Paper(Struct, frozen=True):
    """What the sheet shows. ``tight`` where many lines have to fit."""

    entry: Entry
    models: tuple[arsenal_page.OwnedRow, ...]
    upgrades: tuple[ArsenalUpgrade, ...]
    value: Total
    scrip: int
    bounty: str
    portions: tuple[Ticked, ...]
    accomplished: tuple[str, ...]

    @property
    def lines(self) -> int:
        bound = sum(len(row.skills) + len(row.injuries) for row in self.models)
        return len(self.models) + bound + len(self.upgrades) + len(self.portions)

    @property
    def tight(self) -> bool:
        return self.lines > 18


def paper(entry: Entry) -> Paper:
    """At most ten queries whatever the Arsenal holds."""
    sheet = arsenal_page.sheet(entry)
    held = loading.active_bounties([entry.pk]).get(entry.pk)
    accomplished = ArsenalBounty.objects.filter(
        entry=entry, roster=entry.roster, state=ArsenalBounty.State.ACCOMPLISHED
    )
    portions = tuple(Ticked(p.goal, held.done.get(p.id, 0), p.repeat) for p in held.portions) if held else ()
    return Paper(
        entry=entry,
        models=sheet.models,
        upgrades=sheet.upgrades,
        value=sheet.value,
        scrip=sheet.scrip,
        bounty=held.name if held else "",
        portions=portions,
        accomplished=tuple(accomplished.values_list("name", flat=True)),
    )


def by_token(token: str) -> Entry | None:
    """The entry whose sheet the holder of this link may read."""
    if not token:
        return None
    return Entry.objects.select_related("user", "campaign").filter(sheet_token=token).first()
