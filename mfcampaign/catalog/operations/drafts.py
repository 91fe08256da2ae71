"""Charts of an organiser's own: copied, edited row by row, frozen when a league uses them.

A frozen set never changes: editing it makes the next version, a draft. A draft may have faults between
charts, but each of its rows is well formed, and only a valid draft is frozen. The caller checks whether
``actor`` may edit the charts of the league.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.catalog.charts.chart import (
    OF,
    Chart,
    Plain,
    factions,
    faults_of,
    flat_rows,
    printed_of,
    with_rows,
)
from mfcampaign.catalog.models import ChartSet
from mfcampaign.catalog.operations.charts import MOST_SETS, digest
from mfcampaign.web.names import looks
from rules.campaign.charts import MOST_ROWS
from rules.campaign.charts.rows import LINE
from rules.refusal import Refusal, Violation


def fork_charts(source: ChartSet, campaign_id: int, actor: Person | None, name: str) -> ChartSet:
    """A draft copy of ``source`` for one league under a ``name`` of its own, version 1."""
    name = " ".join(name.split())
    if len(name) > 80:
        raise Refusal("A name of charts has at most 80 characters.", fix="Shorten it.")
    if printed_of(source.body):
        raise Refusal("These charts are not edited row by row.", fix="Download them, and upload your own.")
    if not name or not re.match(LINE, name):
        raise Refusal("Charts need a name of visible characters.", fix="Write how your league calls them.")
    with transaction.atomic():
        _expect_room(campaign_id)
        others = ChartSet.objects.filter(campaign_id=campaign_id).values_list("name", flat=True)
        if looks(name) in map(looks, others):
            raise Refusal(f"The league has charts called “{name}” already.", fix="Choose another name.")
        return _copied(source, campaign_id, actor, name=name, version=1)


def copy_for(source: ChartSet, campaign_id: int, actor: Person | None) -> ChartSet:
    """Frozen charts of another league for this one as they are, frozen too; everybody's are simply used."""
    if source.campaign_id in (None, campaign_id):
        return source
    with transaction.atomic():
        version = int(source.body["version"])
        sha256 = digest(_renamed(source, source.name, version))
        earlier = ChartSet.objects.filter(campaign_id=campaign_id, sha256=sha256).first()
        if earlier is None:
            earlier = _copied(source, campaign_id, actor, name=source.name, version=version)
        freeze(earlier)
    return earlier


def forget_charts(campaign_id: int) -> None:
    """Delete the charts of a league that is deleted itself, the later versions first. Part of an act."""
    for chart_set in ChartSet.objects.filter(campaign_id=campaign_id).order_by("-pk"):
        chart_set.delete()


def draft_of(chart_set: ChartSet, actor: Person | None) -> ChartSet:
    """Where edits of ``chart_set`` go: itself while it is a draft, else the next version of it.

    The next version that somebody began already is gone on with.
    """
    if chart_set.frozen_at is None:
        return chart_set
    if chart_set.campaign_id is None:
        raise Refusal("These charts are everybody’s.", fix="Copy them for your league, then edit the copy.")
    with transaction.atomic():
        ChartSet.objects.select_for_update().get(pk=chart_set.pk)
        line = ChartSet.objects.filter(campaign_id=chart_set.campaign_id, name=chart_set.name)
        begun = line.filter(frozen_at=None).order_by("-id").first()
        if begun is not None:
            return begun
        _expect_room(chart_set.campaign_id)
        newest = max(int(draft.body["version"]) for draft in line)
        return _copied(chart_set, chart_set.campaign_id, actor, name=chart_set.name, version=newest + 1)


def _expect_room(campaign_id: int) -> None:
    if ChartSet.objects.filter(campaign_id=campaign_id).count() >= MOST_SETS:
        raise Refusal(f"A league keeps at most {MOST_SETS} versions of charts.", fix="Use one of them.")


def _renamed(source: ChartSet, name: str, version: int) -> Plain:
    return {**source.body, "name": name, "slug": slugify(name)[:80] or "charts", "version": version}


def _copied(source: ChartSet, campaign_id: int, actor: Person | None, *, name: str, version: int) -> ChartSet:
    body = _renamed(source, name, version)
    copy = ChartSet(
        kind=source.kind,
        name=name,
        version=str(version),
        source=ChartSet.Source.FORK,
        body=body,
        sha256=digest(body),
        campaign_id=campaign_id,
        forked_from=source,
        made_by=actor,
    )
    try:
        with transaction.atomic():
            copy.save()
    except IntegrityError as twice:
        raise Refusal(f"{name} {version} is there already.", fix="Look at the list of charts.") from twice
    with operation(copy, actor, kind="charts.forked") as act:
        act.say(f"{actor} made {copy} from {source}.", source=source.pk)
    return copy


def put_row(
    chart_set: ChartSet,
    actor: Person | None,
    table: Chart,
    number: int | None,
    row: Mapping[str, Any],
    stands: str,
) -> ChartSet:
    """Row ``number`` (from 1; ``None``: a new one at the end) becomes ``row``; the draft comes back.

    ``stands`` is the digest of what the person saw: what somebody else changed meanwhile is not lost.
    """

    def change(rows: list[Plain]) -> list[Plain]:
        if number is None:
            return [*rows, dict(row)]
        return [*rows[: number - 1], dict(row), *rows[number:]]

    what = f"row {number}" if number is not None else "a new row"
    return _changed(chart_set, actor, table, change, stands, what, number)


def take_row_out(
    chart_set: ChartSet, actor: Person | None, table: Chart, number: int, stands: str
) -> ChartSet:
    """The draft without row ``number``; the act keeps what it was."""

    def change(rows: list[Plain]) -> list[Plain]:
        return rows[: number - 1] + rows[number:]

    return _changed(chart_set, actor, table, change, stands, f"without row {number}", number)


def put_chart(
    chart_set: ChartSet, actor: Person | None, table: Chart, rows: Sequence[Mapping[str, Any]]
) -> ChartSet:
    """All rows of one chart at once, as an upload brings them; the draft comes back."""
    return _changed(chart_set, actor, table, lambda _: [dict(row) for row in rows], "", f"{len(rows)} rows")


def _changed(
    chart_set: ChartSet,
    actor: Person | None,
    table: Chart,
    change: Any,
    stands: str,
    what: str,
    number: int | None = None,
) -> ChartSet:
    if stands and stands != chart_set.sha256:
        raise Refusal(
            "Somebody changed these charts since you opened them.",
            fix="Look at the row again, then edit it.",
        )
    with transaction.atomic():
        draft = draft_of(chart_set, actor)
        with operation(draft, actor, kind="charts.edited") as act:
            row = act.row
            if stands and chart_set.pk == row.pk and row.sha256 != stands:
                raise Refusal("Somebody changed these charts since you opened them.", fix="Look again.")
            if row.frozen_at is not None:
                raise Refusal("A league flips on these charts now.", fix="Edit them again: a new version.")
            rows = flat_rows(row.body, table)
            if stands and row.pk != chart_set.pk and rows != flat_rows(chart_set.body, table):
                raise Refusal(
                    f"{row} has been begun, and this chart differs in it.", fix="Edit that version."
                )
            if number is not None and not 1 <= number <= len(rows):
                raise Refusal(f"{table.title} has no row {number}.", fix="Look at the chart again.")
            before = rows[number - 1] if number is not None else None
            after = change(rows)
            _expect_short(row.body, table, after)
            row.body = with_rows(row.body, table, after)
            row.sha256 = digest(row.body)
            _expect_new(row)
            row.save(update_fields=["body", "sha256"])
            act.say(f"{actor} edited {row}: {table.title}, {what}.", chart=table.key, before=before)
    return row


def _expect_new(row: ChartSet) -> None:
    same = ChartSet.objects.filter(campaign_id=row.campaign_id, sha256=row.sha256).exclude(pk=row.pk).first()
    if same is not None:
        raise Refusal(f"With this edit the charts are exactly {same}.", fix="Use these instead.")


def _expect_short(body: Mapping[str, Any], table: Chart, rows: Sequence[Plain]) -> None:
    if len(rows) > MOST_ROWS:
        raise Refusal(f"{table.title}: more than {MOST_ROWS} rows.", fix="Charts are short tables.")
    allowed = {*factions(body)} | ({"generic"} if table.key == "rewards" else set())
    wrong = {str(row.get(OF)) for row in rows} - allowed if table.keyed else set()
    if wrong:
        raise Refusal(f"{table.title}: there is no faction {', '.join(sorted(wrong))}.", fix="Fix the row.")


def freeze(chart_set: ChartSet) -> None:
    """From now on these charts never change. ``Refusal`` with every fault of an unsound draft.

    Call inside the operation of the league that begins to use them.
    """
    fresh = ChartSet.objects.select_for_update().get(pk=chart_set.pk)
    if fresh.frozen_at is None:
        if faults := faults_of(fresh.body):
            raise Refusal.of(
                Violation(
                    "",
                    f"{fault.table.title}, row {fault.row}: {fault.sentence}"
                    if fault.table and fault.row
                    else fault.sentence,
                    fault.fix,
                )
                for fault in faults
            )
        fresh.frozen_at = timezone.now()
        fresh.save(update_fields=["frozen_at"])
    chart_set.frozen_at = fresh.frozen_at
