"""Writes a league file: one line of canonical JSON for each row, the same bytes for the same league."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.transfer import renumbering, sealing
from mfcampaign.campaigns.transfer.schema import FORMAT
from mfcampaign.campaigns.transfer.tables import CHARTS, GROWTH, PERSON, TABLES, Table, target
from mfcampaign.catalog.operations import portable
from rules.refusal import Refusal

# Joined in the same query, for the questions that ``sealing`` asks of a row.
BESIDE = {"side": ("game",), "decision": ("aftermath__side__game__week",)}


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and nothing that could be written in two ways."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def write(campaign: Campaign, *, phrase: str = "") -> bytes:
    """The file of ``campaign`` as it is now. What is hidden is encrypted with ``phrase``, or left out
    where none is given; such a file can be read but not played on."""
    with transaction.atomic():
        league = Campaign.objects.select_for_update().get(pk=campaign.pk)
        lines = _Writer(league).lines()
    return lines.file(phrase)


class Lines(NamedTuple):
    """A league as it was at one moment: its file's head, its rows, what is hidden, and the totals."""

    head: dict[str, Any]
    rows: list[dict[str, Any]]
    sealed: list[list[Any]]
    totals: dict[str, Any]

    def file(self, phrase: str) -> bytes:
        state = "nothing" if not self.sealed else "encrypted" if phrase else "left out"
        text = b"".join(canonical(line) + b"\n" for line in ({**self.head, "sealed": state}, *self.rows))
        if state == "encrypted":
            salt = hashlib.sha256(text).digest()
            box = sealing.close(canonical(self.sealed), phrase, salt)
            text += canonical({"is": "sealed", "box": box}) + b"\n"
        return text + canonical({**self.totals, "sha256": hashlib.sha256(text).hexdigest()}) + b"\n"


class _Writer:
    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.rows = {table.name: list(self._query(table)) for table in TABLES}
        self.number_of: dict[str, dict[int, int]] = {
            name: {row.pk: number for number, row in enumerate(table_rows, 1)}
            for name, table_rows in self.rows.items()
        }
        self.referred: dict[str, dict[int, int]] = {PERSON: {}, CHARTS: {}}
        self.sealed: list[list[Any]] = []

    def _query(self, table: Table) -> Any:
        rows = table.rows(self.campaign).select_related(*BESIDE.get(table.name, ()))
        return rows.prefetch_related(*(field.name for field in table.many))

    def lines(self) -> Lines:
        body = [self._row(table, row) for table in TABLES for row in self.rows[table.name]]
        rows = [*self._people(), *self._charts(), *body]
        return Lines(self._head(), rows, self.sealed, self._totals())

    def _head(self) -> dict[str, Any]:
        league = self.campaign
        named = {} if league.played.unnamed else {"system": league.system}
        return {
            "is": "league",
            "format": FORMAT,
            **named,
            "name": league.name,
            "fate_name": league.fate_name,
            "release": {"edition": league.edition, "sha256": league.release.sha256},
            "pack": portable.pack_content(league.pack_id) if league.pack_id else None,
        }

    def _people(self) -> Iterator[dict[str, Any]]:
        from django.contrib.auth import get_user_model

        people = get_user_model().objects.in_bulk(self.referred[PERSON])
        for pk, number in self.referred[PERSON].items():
            yield {"is": PERSON, "n": number, "name": str(people[pk])}

    def _charts(self) -> Iterator[dict[str, Any]]:
        for pk, number in self.referred[CHARTS].items():
            yield {"is": CHARTS, "n": number, **portable.charts_content(pk)}

    def _row(self, table: Table, row: Any) -> dict[str, Any]:
        number = self.number_of[table.name][row.pk]
        line: dict[str, Any] = {"is": table.name, "n": number}
        for field in table.fields:
            value = self._value(table, field, getattr(row, field.attname))
            if sealing.hidden(table.name, field.name, row):
                self.sealed.append([table.name, number, field.name, value])
            else:
                line[field.name] = value
        for field in table.many:
            numbered = self.number_of[target(field) or ""]
            line[field.name] = sorted(numbered[each.pk] for each in getattr(row, field.name).all())
        return line

    def _value(self, table: Table, field: Any, value: Any) -> Any:
        to = target(field)
        if value is None:
            return None
        if to is not None:
            return self._numbered(to, value)
        if isinstance(value, bytes | memoryview):
            return bytes(value).hex()
        if (table.name, field.name) == GROWTH:
            return self.campaign.played.start.renumbered(value, self._numbered)
        if isinstance(value, dict | list):
            return renumbering.value(value, self._numbered, self.campaign.played.start, column=field.name)
        if field.name in renumbering.KEYED:
            return renumbering.key(value, self._numbered)
        if isinstance(value, dt.datetime):
            return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
        if isinstance(value, dt.date | dt.time):
            return value.isoformat()
        return value

    def _numbered(self, table: str, pk: int) -> int:
        if table in self.referred:
            seen = self.referred[table]
            return seen.setdefault(pk, len(seen) + 1)
        try:
            return self.number_of[table][pk]
        except KeyError:
            raise Refusal(
                f"This league refers to {table} {pk}, which is not its own; it cannot be written to a file.",
                fix="Ask the operator of the portal: a stored value is wrong.",
            ) from None

    def _totals(self) -> dict[str, Any]:
        return {
            "is": "totals",
            "rows": {table.name: len(self.rows[table.name]) for table in TABLES},
            "players": totals_of(self.campaign, self.number_of["entry"]),
        }


COUNTED = ("rank", "wins", "draws", "losses", "byes", "vp", "difference", "scrip", "arsenal_value")


def totals_of(campaign: Campaign, numbered: dict[int, int]) -> list[dict[str, int]]:
    """The standings as the file's last line has them; ``numbered`` are the entries' numbers."""
    rows = league_page.standings(campaign)
    totals = [{"entry": numbered[row.entry], **{n: getattr(row, n) for n in COUNTED}} for row in rows]
    return sorted(totals, key=lambda row: row["entry"])


__all__ = ["COUNTED", "canonical", "totals_of", "write"]
