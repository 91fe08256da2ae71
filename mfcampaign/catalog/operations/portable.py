"""Packs and charts in a league file: their content for the export; on import, found by content or created."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.catalog.models import ChartSet, Pack, Release
from mfcampaign.catalog.operations import packs
from mfcampaign.catalog.operations.charts import digest
from mfcampaign.web.names import MOST_AT_ONCE
from rules.campaign.system import system_of
from rules.edition import meant_by
from rules.refusal import Refusal


def pack_content(pack_id: int) -> dict[str, Any]:
    """A pack's name and all its entries, in one order."""
    pack = Pack.objects.get(pk=pack_id)
    entries = pack.entries.order_by("kind", "slug").values("slug", "kind", "house", "body")
    return {"name": pack.name, "entries": list(entries)}


def charts_content(chart_set_id: int) -> dict[str, Any]:
    """One version of charts, whole."""
    charts = ChartSet.objects.get(pk=chart_set_id)
    names = ("kind", "name", "version", "source", "sha256", "body")
    return {name: getattr(charts, name) for name in names}


def release_id(edition: str, sha256: str) -> int:
    """The release of that content; a ``Refusal`` where this portal does not have it."""
    release = Release.objects.filter(edition=edition, sha256=sha256).values_list("pk", flat=True).first()
    if release is None:
        raise Refusal(
            f"The league plays by figures of {edition} that this portal does not hold ({sha256[:12]}…).",
            fix="Bring both portals to the same version; `manage.py load_catalogue` loads its figures.",
        )
    return release


def pack_for(owner: Person, content: dict[str, Any], edition: str = "") -> int:
    """A pack of ``owner`` for that edition that holds exactly this: theirs if there is one, or a new one."""
    edition = meant_by(edition)
    content = {**content, "entries": list(content["entries"])}
    for _ in range(MOST_AT_ONCE):
        own = Pack.objects.filter(owner=owner, edition=edition)
        for pk in own.order_by("pk").values_list("pk", flat=True):
            if pack_content(pk) == content:
                return pk
        taken = set(Pack.objects.filter(owner=owner).values_list("name", flat=True))
        stem = content["name"]
        name = next(n for n in (stem, *(f"{stem[:54]} ({i})" for i in range(2, 999))) if n not in taken)
        try:
            pack = packs.create_pack(owner, name, edition=edition)
        except packs.NameTaken:  # by another file at the same moment
            continue
        packs.fill(pack, owner, content["entries"])
        return pack.pk
    raise packs.NameTaken(content["name"])


def charts_for(campaign_id: int, content: dict[str, Any]) -> int:
    """Charts of exactly this content: the shared ones if they are here, else the campaign's own.

    Everything is checked as an upload is; a ``Refusal`` names each fault.
    """
    if digest(content["body"]) != content["sha256"]:
        raise Refusal("The charts in the file are not those its checksum speaks of.")
    system_of(str(content["body"].get("campaign") or "")).charts.load(content["body"], in_use=True)
    same = ChartSet.objects.filter(kind=content["kind"], sha256=content["sha256"])
    charts = same.filter(campaign_id=None).first() or same.filter(campaign_id=campaign_id).first()
    if charts is None:
        charts = ChartSet.objects.create(campaign_id=campaign_id, frozen_at=timezone.now(), **content)
    return charts.pk
