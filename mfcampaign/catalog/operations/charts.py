"""Loads the house charts of the project, and the charts that an organiser uploads for a league."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.charts.json_file import parse, with_lines
from mfcampaign.catalog.models import ChartSet, chart_kind
from rules.campaign.system import system_of, systems_for
from rules.edition import meant_by, name_of
from rules.refusal import Refusal

LARGEST_FILE = 512 * 1024
MOST_SETS = 40


def load_house_charts(directory: Path | None = None) -> list[ChartSet]:
    """Every file of house charts in ``directory`` that is not loaded yet; changed charts are a new set,
    old ones stay. Those of an edition that no league plays are left aside."""
    created = []
    directory = directory or folder_of() / "charts"
    for path in sorted(directory.glob("*.json")):
        body = read_charts(path.read_text(encoding="utf-8"))
        edition, system = str(body.get("edition") or ""), str(body.get("campaign") or "")
        charts = system_of(system).charts.load(body)
        if system_of(system) not in systems_for(meant_by(edition)):
            continue
        chart_set, new = ChartSet.objects.get_or_create(
            kind=chart_kind(edition, system),
            sha256=digest(body),
            campaign_id=None,
            defaults={
                **_described(charts, body, ChartSet.Source.HOUSE),
                "frozen_at": timezone.now(),
            },
        )
        if new:
            created.append(chart_set)
    return created


def upload_charts(
    campaign_id: int,
    file: IO[bytes] | bytes | str,
    *,
    actor: Person | None,
    edition: str = "",
    system: str = "",
) -> ChartSet:
    """The charts of ``file`` (JSON) for a league of ``edition`` and ``system``. The same content finds the
    first set.

    ``Refusal`` carries every fault with its line. Whether ``actor`` organises the campaign is for the
    caller to know.
    """
    text, edition = _text(file), meant_by(edition)
    body = _of_edition(_of_campaign(read_charts(text), system), edition)
    charts = _charts(body, text)
    with transaction.atomic():
        earlier = ChartSet.objects.filter(campaign_id=campaign_id, sha256=digest(body)).first()
        if earlier is not None:
            return earlier
        if ChartSet.objects.filter(campaign_id=campaign_id).count() >= MOST_SETS:
            raise Refusal(f"A campaign keeps at most {MOST_SETS} uploaded charts.", fix="Use one of them.")
        chart_set = ChartSet.objects.create(
            kind=chart_kind(edition, system),
            sha256=digest(body),
            campaign_id=campaign_id,
            made_by=actor,
            **_described(charts, body, ChartSet.Source.UPLOAD),
        )
        with operation(chart_set, actor, kind="charts.uploaded") as act:
            act.say(f"{actor} uploaded the charts {chart_set}.", campaign=campaign_id)
    return chart_set


def read_charts(text: str) -> dict[str, Any]:
    """The document, or a ``Refusal`` that names the line of the slip."""
    body = parse(text)
    if not isinstance(body, dict):
        raise Refusal("Line 1: charts are one object with a list for each chart.", fix="Begin with {.")
    return body


def _of_edition(body: dict[str, Any], edition: str) -> dict[str, Any]:
    """The document as a league of that edition keeps it: the edition says which Factions it has rows for."""
    said = str(body.get("edition") or edition)
    if said != edition:
        raise Refusal(
            f"These charts are of the {name_of(said)}, the league is of the {name_of(edition)}.",
            fix="Download the charts of this league as a pattern.",
        )
    return body | {"edition": edition}


def _of_campaign(body: dict[str, Any], system: str) -> dict[str, Any]:
    """The document as a league of that campaign keeps it; the usual one is not named."""
    said, wanted = system_of(str(body.get("campaign") or "")), system_of(system)
    if said != wanted:
        raise Refusal(
            f"These charts are of {said.name}, the league plays {wanted.name}.",
            fix="Download the charts of this league as a pattern.",
        )
    return body


def digest(body: Mapping[str, Any]) -> str:
    canonical = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _charts(body: Mapping[str, Any], text: str) -> Any:
    try:
        return system_of(str(body.get("campaign") or "")).charts.load(body)
    except Refusal as refusal:
        raise Refusal.of(with_lines(refusal.violations, text)) from refusal


def _text(file: IO[bytes] | bytes | str) -> str:
    content = file if isinstance(file, bytes | str) else file.read(LARGEST_FILE + 1)
    raw = content.encode() if isinstance(content, str) else content
    if len(raw) > LARGEST_FILE:
        raise Refusal(f"The file is larger than {LARGEST_FILE // 1024} KiB.", fix="Charts are short tables.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as slip:
        line = raw.count(b"\n", 0, slip.start) + 1
        raise Refusal(f"Line {line}: this is not UTF-8 text.", fix="Save the file as UTF-8.") from slip


def _described(charts: Any, body: Mapping[str, Any], source: str) -> dict[str, Any]:
    named = {"name": charts.name, "version": str(body.get("version") or "1")}
    for what, most in (("name", 80), ("version", 20)):
        if len(named[what]) > most:
            raise Refusal(f"The {what} of these charts is longer than {most} characters.", fix="Shorten it.")
    return {**named, "source": source, "body": body}
