"""Exports a league to a file and imports one: checked on trial first, then in one transaction, or not at all.

The people of the file become guests with the same names; an organiser gives them links, with which they claim
an account. The person who imports the league may take one person's place. Acts, transfers and flips retain
the times at which they happened elsewhere.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.computing import computed, computes
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.models import Aftermath, AftermathDecision, Campaign, Entry, LeagueFile
from mfcampaign.campaigns.opening.operations import RESERVED
from mfcampaign.campaigns.pairing.stand_ins import weeks_of
from mfcampaign.campaigns.transfer import facts, renumbering
from mfcampaign.campaigns.transfer.read import Document, read
from mfcampaign.campaigns.transfer.tables import APART, CHARTS, GROWTH, LATER, PERSON, TABLES, Table, target
from mfcampaign.campaigns.transfer.trial import on_trial
from mfcampaign.campaigns.transfer.write import totals_of, write
from mfcampaign.campaigns.week import set_ups
from mfcampaign.campaigns.week.scenario import scenario_of
from mfcampaign.catalog.operations import portable
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web import cache
from mfcampaign.web.names import with_free_slug
from mfcampaign.web.refusals import in_words
from mfcampaign.web.resilience import cost
from rules.refusal import Refusal

IMPORT = "league.import"
MOST_WAITING = 5


# -- the file on its way ------------------------------------------------------------------------------


def upload(owner: Person, name: str, content: bytes, *, phrase: str = "") -> LeagueFile:
    """Check a file and keep it, its sealed part opened; nothing of the league is written yet."""
    document = computed(_opened, content, phrase)
    if LeagueFile.objects.filter(owner=owner, state=LeagueFile.State.READ).count() >= MOST_WAITING:
        LeagueFile.objects.filter(owner=owner, state=LeagueFile.State.READ).update(
            state=LeagueFile.State.REFUSED, problem="Another file was chosen.", content=b""
        )
    with transaction.atomic():
        league_file = LeagueFile.objects.create(
            owner=owner,
            name=document.head.name,
            sha256=hashlib.sha256(content).hexdigest(),
            content=msgspec.json.encode(document),
        )
        with operation(league_file, owner, kind="league.file_read") as act:
            act.say(f"{owner} looked at a file of the league {league_file.name}.", sha256=league_file.sha256)
    return league_file


def _opened(content: bytes, phrase: str) -> Document:
    return read(content).opened(phrase)


def order(file: LeagueFile, actor: Actor, person: int | None) -> None:
    """Have a file that was looked at brought in by the workers; ``person`` is whose place one takes."""
    with operation(file, actor, kind="league.import_ordered") as act:
        fresh = act.row
        if fresh.state != LeagueFile.State.READ:
            raise Refusal("This file is on its way already, or has arrived.")
        if person is not None and not 1 <= person <= len(document_of(fresh).people):
            raise Refusal("There is nobody of that number in the file.")
        fresh.state, fresh.person = LeagueFile.State.WAITING, person
        fresh.save(update_fields=["state", "person"])
        act.say(f"{actor} confirmed the import of {fresh.name}.")
        dispatch.submit(
            IMPORT, f"league-file:{fresh.pk}", {"file": fresh.pk}, subject=f"{fresh.name} arrives"
        )


def document_of(file: LeagueFile) -> Document:
    """What the kept file holds."""
    return msgspec.json.decode(bytes(file.content), type=Document)


@computes
def arrive(file_id: int) -> LeagueFile:
    """The worker's part: bring the file in once. What refuses it is kept on the file; then nothing of it
    was written."""
    file = LeagueFile.objects.select_for_update(of=("self",)).select_related("owner").get(pk=file_id)
    if file.state != LeagueFile.State.WAITING:
        return file
    with operation(file, file.owner, kind="league.imported") as act:
        row = act.row
        try:
            row.campaign = import_league(document_of(file), file.owner, person=file.person)
        except Refusal as refusal:
            row.state, row.problem = LeagueFile.State.REFUSED, in_words(refusal)
            act.say(f"The league {file.name} could not be imported: {refusal.sentence}")
        else:
            row.state = LeagueFile.State.DONE
            act.say(f"The league {file.name} was imported.", campaign=row.campaign.pk)
        row.content, row.done_at = b"", timezone.now()
        row.save(update_fields=["state", "problem", "campaign", "content", "done_at"])
    return row


def withdraw(campaign: Campaign, actor: Actor) -> None:
    """End a league that was imported and list it no more, whatever state its file left it in. What its people
    did here stays readable to them as far as it can be shown."""
    with operation(campaign, actor, kind="league.import_withdrawn") as act:
        file = LeagueFile.objects.select_for_update().filter(campaign=act.row).first()
        if file is None:
            raise Refusal("This league was not imported from a file.", fix="Cancel it instead.")
        if file.state == LeagueFile.State.UNDONE:
            raise Refusal("This import is withdrawn already.")
        act.row.state, act.row.listed = Campaign.State.CANCELLED, False
        act.row.cancelled_reason = "Its import was withdrawn."
        act.row.save(update_fields=["state", "listed", "cancelled_reason"])
        file.state = LeagueFile.State.UNDONE
        file.save(update_fields=["state"])
        act.say(f"{actor} withdrew the import: the league ends here.")


# -- the league ---------------------------------------------------------------------------------------


@computes
def import_league(document: Document, by: Person, *, person: int | None = None) -> Campaign:
    """The league of an opened document. ``Refusal`` says what of it cannot be; then nothing is written."""
    with transaction.atomic():
        computed(_try, document, by, person)
        campaign = _Arrival(document, by, person).write()
        _expect_totals(campaign, document)
        _go_on(campaign)
    return campaign


def _try(document: Document, by: Person, person: int | None) -> None:
    """Write the league on trial, check its facts and read its pages; totals counted again must equal those
    that the file tells.

    The checks are those of the code that writes and reads leagues, and need rows. Nobody waits for them
    (``on_trial``), they are charged to whoever imports, and the size of a file bounds them (``read``).
    """
    campaign: Campaign | None = None
    with cost.charged(str(by.pk)), on_trial():
        try:
            campaign = _Arrival(document, by, person, trial=True).write()
            facts.expect_sound(campaign)
            _expect_totals(campaign, document)
            facts.expect_readable(campaign)
        except Refusal:
            raise
        except (
            IntegrityError,
            DataError,
            ValueError,
            TypeError,
            KeyError,
            LookupError,
            msgspec.ValidationError,
        ) as error:
            raise Refusal(
                f"The league does not hold together: {type(error).__name__}: {str(error)[:200]}",
                fix="The file may have been changed by hand.",
            ) from error
        finally:
            if campaign is not None:
                cache.forget(campaign)  # its number goes to the next


class _Arrival:
    """One document on its way into rows; ``ids`` are the new ids by table and number. One on ``trial`` takes
    no address that another league waits for."""

    def __init__(self, document: Document, by: Person, person: int | None, *, trial: bool = False) -> None:
        self.document = document
        self.trial = trial
        self.by = by
        pack, edition = document.head.pack, document.head.release.code
        # Before ids are reserved: a new pack leaves acts of its own.
        self.pack_id = portable.pack_for(by, msgspec.to_builtins(pack), edition) if pack else None
        self.ids: dict[str, list[int]] = {
            table.name: reserve(table.model, len(document.rows[table.name])) for table in TABLES
        }
        self.ids[PERSON] = [
            by.pk if each.n == person else self._guest(each.name, each.n) for each in document.people
        ]

    def _guest(self, name: str, number: int) -> int:
        try:
            guest, _ = accounts.create_guest(name, self.by)
        except ValidationError:
            guest, _ = accounts.create_guest(f"Player {number}", self.by)
        return guest.pk

    def new(self, table: str, number: int) -> int:
        new_ids = self.ids[table]
        if not 1 <= number <= len(new_ids):
            raise Refusal(f"A stored value names {table} {number}; there are {len(new_ids)}.")
        return new_ids[number - 1]

    def write(self) -> Campaign:
        campaign_id = self.ids["campaign"][0]
        self.ids[CHARTS] = [self._charts_for(campaign_id, row) for row in self.document.charts]
        for table in TABLES:
            for number, row in enumerate(self.document.rows[table.name], 1):
                self._insert(table, number, row)
        return Campaign.objects.get(pk=campaign_id)

    def _charts_for(self, campaign_id: int, row: Any) -> int:
        played, edition = self.document.head.played, self.document.head.release.code
        if row.kind != played.charts.kind(edition):
            raise Refusal(f"The charts {row.name} in the file are not for its campaign.")
        return portable.charts_for(campaign_id, _charts(row))

    def _insert(self, table: Table, number: int, row: dict[str, Any]) -> None:
        instance = table.model(pk=self.ids[table.name][number - 1])
        for field in table.fields:
            if field.name not in row and field.name in LATER.get(table.model, ()):
                continue
            if field.name not in row:
                raise Refusal(f"{table.name} {number} has no “{field.name}”.")
            setattr(instance, field.attname, self._value(table, field, row[field.name]))
        for name, value in self._apart(table).items():
            setattr(instance, name, value)
        if table.model is Campaign:
            self._insert_league(instance)
        else:
            # As it was elsewhere: no column is filled in by the hour of its arrival.
            instance.save_base(raw=True, force_insert=True)
        for field in table.many:
            to = target(field) or ""
            getattr(instance, field.name).set([self.new(to, each) for each in row.get(field.name, [])])

    def _insert_league(self, league: Any) -> None:
        name = self.document.head.fate_name

        def save(slug: str) -> None:
            league.slug, league.sealed_as = slug, "" if slug == name else name
            league.save_base(raw=True, force_insert=True)

        listed = not self.trial and self.document.rows["campaign"][0].get("listed", False)
        with_free_slug(Campaign, name, save, usual="league", reserved=RESERVED, listed=listed)

    def _apart(self, table: Table) -> dict[str, Any]:
        """What the head of the file says, or this installation."""
        if table.model not in APART:  # columns of its own are as they begin
            return {}
        head = self.document.head
        if table.model is Act:
            return {"aggregate": f"campaign:{self.ids['campaign'][0]}"}
        return {
            "edition": head.release.code,
            "system": head.played.code,
            "release_id": portable.release_id(head.release.code, head.release.sha256),
            "pack_id": self.pack_id,
            "acts": len(self.document.rows["act"]),
        }

    def _value(self, table: Table, field: Any, stored: Any) -> Any:
        to = target(field)
        if stored is None:
            return None
        if to is not None:
            return self.new(to, stored)
        if isinstance(field, models.BinaryField):
            return bytes.fromhex(stored)
        if (table.name, field.name) == GROWTH:
            return self.document.head.played.start.renumbered(stored, self.new)
        if isinstance(field, models.JSONField):
            return renumbering.value(stored, self.new, self.document.head.played.start, column=field.name)
        if field.name in renumbering.KEYED:
            return renumbering.key(stored, self.new)
        return field.to_python(stored)


def _charts(row: Any) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(row)
    return {name: built[name] for name in ("kind", "name", "version", "source", "sha256", "body")}


def reserve(model: type[models.Model], count: int) -> list[int]:
    """``count`` ids of ``model`` that nobody else gets. SQLite has one writer at a time, and this is it."""
    if not count:
        return []
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [f'"{table}"', column, count],
            )
            return sorted(row[0] for row in cursor.fetchall())
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        used = (cursor.fetchone() or (0,))[0]
    highest = model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0
    first = max(used, highest) + 1
    return list(range(first, first + count))


# -- afterwards ---------------------------------------------------------------------------------------


def _expect_totals(campaign: Campaign, document: Document) -> None:
    """The standings counted again from what was written are those that the file tells."""
    numbered = {pk: n for n, pk in enumerate(campaign.entries.order_by("pk").values_list("pk", flat=True), 1)}
    totals = [msgspec.to_builtins(row) for row in document.totals.players]
    for counts, wanted in zip(totals_of(campaign, numbered), totals, strict=True):
        wrong = [name for name in wanted if counts[name] != wanted[name]]
        if wrong:
            raise Refusal(
                f"Entry {wanted['entry']}: the file tells {wrong[0]} {wanted[wrong[0]]}, "
                f"its rows come to {counts[wrong[0]]}."
            )


def _go_on(campaign: Campaign) -> None:
    """Scenarios have a link of their own here, too; cards that fate owed elsewhere are drawn here: the same
    ones, from the same seed."""
    answered = AftermathDecision.objects.filter(aftermath=OuterRef("pk"))
    waiting = Aftermath.objects.filter(
        Q(waiting_for="fate") | ~Exists(answered),
        side__game__week__campaign=campaign,
        state=Aftermath.State.OPEN,
    )
    for week in campaign.weeks.exclude(scenario={}).order_by("number"):
        week.campaign = campaign
        set_ups.rebuild(week, scenario_of(week))
    if campaign.state != Campaign.State.RUNNING:
        return
    for row in waiting.select_related("side__entry__user", "side__game__week__campaign"):
        aftermath.resume(row)


def _sealed(content: bytes) -> bool:
    head = msgspec.json.decode(content.partition(b"\n")[0])
    return bool(head["sealed"] == "encrypted")


def _plays(campaign: Campaign, actor: Actor) -> bool:
    """Whether that person plays from now on, or as a stand-in."""
    person = getattr(actor, "pk", None)
    own = campaign.entries.exclude(state=Entry.State.RETIRED).filter(user=person)
    for_others = campaign.entries.filter(
        availabilities__stand_in=person, availabilities__week__in=weeks_of(campaign)
    )
    return person is not None and (own.exists() or for_others.exists())


def export_league(campaign: Campaign, actor: Actor, *, phrase: str = "") -> bytes:
    """The file of the league just before this act (see ``transfer.write``). ``Refusal`` for a sealed one to
    somebody who plays: the phrase is theirs, and with it seeds to come and hidden Crews."""
    content = write(campaign, phrase=phrase)
    if _sealed(content) and _plays(campaign, actor):
        raise Refusal(
            "You play in this league: with the pass-phrase you could read what is still hidden.",
            fix="Export it without one. An organiser who does not play, or the operator, can seal it.",
        )
    with operation(campaign, actor, kind="league.exported") as act:
        hidden = ", what is hidden under a pass-phrase" if phrase else ", without what is hidden"
        act.say(f"{actor} exported the league{hidden}.")
    return content
