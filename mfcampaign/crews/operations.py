"""The only writer of Crews.

Every function is one act on one Crew. ``seen`` is the version its caller looked at: when another
write came between, the act is refused (``Stale``); ``None`` skips that check. The same act sent twice
with the same ``seen`` raises ``AlreadyDone`` and changes nothing. Unknown slugs are refused at once;
an illegal draft is kept and says so; only a legal Crew can be submitted. What a Crew was before a change is
kept with it (``past``), so that ``undo`` takes changes back one by one.

A Crew begun without an account has no owner. ``keep`` gives it to one; ``forget_abandoned`` deletes those
that nobody changed for ``KEPT_WITHOUT_ACCOUNT``.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person, Viewer
from mfcampaign.audit.operations import ActInProgress, forget_acts, operation
from mfcampaign.catalog.elsewhere import names_elsewhere
from mfcampaign.catalog.operations import keep_state
from mfcampaign.catalog.queries import catalogue_for, current_release, edition_choices, pack_choices
from mfcampaign.crews.collecting import collected
from mfcampaign.crews.models import Crew, CrewMember, CrewVersion, share_token
from mfcampaign.crews.queries import build, catalogue_of, crewlist_of, members_of, news, to_try
from mfcampaign.web.names import LONGEST_TAG, clean_tags, plain
from mfcampaign.web.resilience.quotas import expect_room
from rules.crews.catalogue import Catalogue, faction_name
from rules.crews.crewlist import STANDARD_SIZE, CrewList
from rules.crews.suggestions import filled, owned_of, started
from rules.crews.text.doubts import Doubt
from rules.crews.text.kinds import LONGEST_TEXT, edition_of_text, in_own_layout
from rules.crews.text.reading import (
    LARGEST_SIZE,
    MOST_MODELS,
    MOST_UPGRADES,
    Read,
    doubts_of,
    edition_by_names,
    read,
)
from rules.edition import Edition, edition_of, name_of, unnamed
from rules.refusal import Refusal
from rules.wording import counted, listed, spelled

LONGEST_NAME = 60
LONGEST_NOTES = 4_000
MOST_VERSIONS = 30
MOST_UNDONE, MOST_TRIED = 20, 12
HIGHEST_COST = 30
KEPT_WITHOUT_ACCOUNT = dt.timedelta(days=90)
FORGOTTEN_AT_ONCE = 100


class Stale(Refusal):
    """The Crew changed after the page was made."""

    def __init__(self) -> None:
        super().__init__(
            "This Crew was changed elsewhere meanwhile; nothing was saved.",
            fix="Look at it as it is now, then do it again.",
        )


def create(
    owner: Actor,
    *,
    faction: str,
    leader: str = "",
    size: int = STANDARD_SIZE,
    name: str = "",
    pack_id: int | None = None,
    dead_mans_hand: bool = False,
    start: bool = False,
    edition: str = "",
    format: str = "",
) -> Crew:
    """A draft over the current release of the edition of that code (empty: the unnamed one): the Leader, and
    with ``start`` what joins for nothing.

    ``owner`` may be a stranger: the Crew then belongs to nobody.
    """
    played = edition_of(edition) if edition else unnamed()
    release = current_release(played.code)
    _may_use(owner or AnonymousUser(), pack_id, played.code)
    catalogue = catalogue_for(release.pk, pack_id)
    written = CrewList(_faction(faction, played), leader, _size(size, played), format=_format(format, played))
    _name_of(catalogue, leader)
    if start:
        written = started(written, catalogue)
    title = name or _default_name(catalogue, faction, leader)
    return _insert(
        owner, written, name=title, release_id=release.pk, pack_id=pack_id, dead_mans_hand=dead_mans_hand
    )


def doubts(text: str, usual: str = "") -> tuple[Doubt, ...]:
    """The names in the text that the current release does not know, with those that may be meant."""
    return doubts_of(text, _figures_of(text, usual)[0])


def account_of(text: str, usual: str = "") -> Read:
    """What becomes of a text, line by line; ``Refusal`` with a violation for each bad line."""
    return _read_by_figures(text, usual)[0]


def _read_by_figures(text: str, usual: str) -> tuple[Read, Catalogue]:
    catalogue, guessed = _figures_of(text, usual)
    account = read(text, catalogue, lambda: names_elsewhere(catalogue.edition))
    if guessed:
        said = f"No line says the edition: it was read as the {name_of(catalogue.edition)}."
        account = msgspec.structs.replace(account, notes=(said, *account.notes))
    return account, catalogue


def _figures_of(text: str, usual: str) -> tuple[Catalogue, bool]:
    """The current figures of the edition that the text says, and whether it was guessed: where it says none,
    that of ``usual`` (empty: the unnamed one), or another that has plainly more of its names, or that reads
    it whole where ``usual`` does not."""
    if stated := edition_of_text(text[:LONGEST_TEXT]):
        return catalogue_for(current_release(stated).pk), False
    own = in_own_layout(text[:LONGEST_TEXT])
    figures = catalogue_for(current_release("" if own else usual).pk)
    if other := _other_edition(text, figures):
        return catalogue_for(current_release(other).pk), True
    return figures, not own and figures.edition != unnamed().code


def _other_edition(text: str, figures: Catalogue) -> str:
    """The code of another edition by which the text is read instead; empty for none."""
    try:
        if plainly := edition_by_names(text, figures, lambda: names_elsewhere(figures.edition)):
            return plainly
    except Refusal:
        return ""
    if _reads(text, figures):
        return ""
    others = (code for code, _ in edition_choices() if code != figures.edition)
    return next((code for code in others if _reads(text, catalogue_for(current_release(code).pk))), "")


def _reads(text: str, figures: Catalogue) -> bool:
    try:
        read(text, figures)
    except Refusal:
        return False
    return True


def import_text(owner: Actor, text: str, *, name: str = "", usual: str = "") -> Crew:
    """A draft from text (``rules.crews.text``); ``Refusal`` with a violation for each bad line. A text that
    says no edition is one of ``usual``."""
    imported, catalogue = _read_by_figures(text, usual)
    crew = imported.crew
    title = name or imported.name or _default_name(catalogue, crew.faction, crew.leader)
    release = current_release(catalogue.edition)
    return _insert(owner, crew, name=title, release_id=release.pk, kind="crew.import")


def duplicate(crew: Crew, actor: Actor) -> Crew:
    """A draft like ``crew``, over the same figures, with links of its own."""
    members = list(crew.members.all())
    written = crewlist_of(crew, members)
    return _insert(
        actor,
        written,
        name=f"{crew.name[: LONGEST_NAME - 7]} (copy)",
        release_id=crew.release_id,
        pack_id=crew.pack_id,
        dead_mans_hand=crew.dead_mans_hand,
        notes=crew.notes,
        leader_tried=crew.leader_tried,
        tried=[member.tried for member in members],
        kind="crew.duplicate",
    )


def add(crew: Crew, actor: Actor, slug: str, *, copies: int = 1, seen: int | None = None) -> CrewMember:
    """Hire one more model, or several ``copies``; the draft may become illegal by it. Returns the last."""
    with _changing(crew, actor, "crew.add", seen, slug, copies) as act:
        profile = _name_of(catalogue_of(act.row), slug)
        rows = _rows(act.row)
        if not profile:
            raise Refusal("No model was named.", fix="Tap a model to hire it.")
        if copies < 1 or len(rows) + copies > MOST_MODELS:
            raise Refusal(f"A Crew here holds at most {MOST_MODELS} models.", fix="Remove one first.")
        position = rows[-1].position + 1 if rows else 0
        for number in range(copies):
            member = CrewMember.objects.create(crew=act.row, slug=slug, position=position + number)
        joins = f"{profile} joins" if copies == 1 else f"{copies} of {profile} join"
        act.say(f"{joins} the Crew.", slug=slug)
        return member


def remove(crew: Crew, actor: Actor, member_id: int, *, seen: int | None = None) -> None:
    """Take one model out, with its Upgrades."""
    with _changing(crew, actor, "crew.remove", seen, member_id) as act:
        member = _member(act.row, member_id)
        member.delete()
        act.say(
            f"{_label(act.row, member.slug)} leaves the Crew.", slug=member.slug, upgrades=member.upgrades
        )


def set_upgrades(
    crew: Crew, actor: Actor, member_id: int | None, upgrades: Sequence[str], *, seen: int | None = None
) -> None:
    """Give a member (``None``: the Leader) exactly these Upgrades."""
    slugs = [slug for slug in upgrades if slug]
    with _changing(crew, actor, "crew.upgrade", seen, member_id, slugs) as act:
        catalogue = catalogue_of(act.row)
        _check_upgrades(catalogue, slugs)
        if member_id is None:
            act.row.leader_upgrades = slugs
            bearer = act.row.leader
        else:
            member = _member(act.row, member_id)
            member.upgrades = slugs
            member.save(update_fields=["upgrades"])
            bearer = member.slug
        names = ", ".join(catalogue.upgrade(slug).name for slug in slugs) or "no Upgrade"
        act.say(f"{_label(act.row, bearer)} has {names}.", slug=bearer, upgrades=slugs)


def change_settings(crew: Crew, actor: Viewer, *, seen: int | None = None, **changes: Any) -> None:
    """Change any of ``name``, ``faction``, ``leader``, ``size``, ``format``, ``notes``, ``dead_mans_hand``,
    ``pack_id``, ``folder``, ``tags``.

    A new Leader comes without the Upgrades of the old one.
    """
    known = "name faction leader size format notes dead_mans_hand pack_id folder tags"
    unknown = set(changes) - set(known.split())
    if unknown:
        raise TypeError(f"no such setting: {', '.join(sorted(unknown))}")
    with _changing(crew, actor, "crew.settings", seen, sorted(changes.items())) as act:
        row = act.row
        before = {field: getattr(row, field) for field in changes}
        if "pack_id" in changes and changes["pack_id"] != row.pack_id:
            _may_use(actor, changes["pack_id"], row.release.edition)
        for field, value in changes.items():
            setattr(row, field, value)
        edition = edition_of(row.release.edition)
        row.faction, row.size = _faction(row.faction, edition), _size(row.size, edition)
        row.format = _format(row.format, edition)
        row.name = _name(row.name) or str(before.get("name") or crew.name)
        if len(row.notes) > LONGEST_NOTES:
            raise Refusal(f"Notes have at most {LONGEST_NOTES} characters.", fix="Shorten them.")
        row.folder, row.tags = _folder(row.folder), clean_tags(row.tags)
        if row.leader != before.get("leader", row.leader):
            _name_of(catalogue_of(row), row.leader)
            row.leader_upgrades, row.leader_tried = [], []
        changed = {f: [old, getattr(row, f)] for f, old in before.items() if old != getattr(row, f)}
        act.say(_change_sentence(row, changed), changed=changed)


def fill(crew: Crew, actor: Actor, *, owned: bool = False, seen: int | None = None) -> None:
    """Hire for what is left: models of the Leader's Keyword first, a few stones kept for the pool. ``owned``:
    from the actor's collection alone."""
    with _changing(crew, actor, "crew.fill", seen, *(["owned"] if owned else [])) as act:
        edition = edition_of(act.row.release.edition)
        if not edition.hiring.fills:
            raise Refusal(f"Crews of the {edition.name} are not filled up.", fix="Hire by tapping models.")
        built = build(act.row)
        rows, written, offered = built.rows, built.spending, built.catalogue
        if owned:
            there = {slug: written.count(slug) for slug in (written.leader, *(row.slug for row in rows))}
            offered = owned_of(built.catalogue, there | collected(actor, edition.code))
        fuller = filled(written, offered, built.policies)
        hired = fuller.members[len(rows) :]
        if not hired:
            fix = "Remove somebody, or play a larger Encounter."
            raise Refusal("Nobody more can be hired.", fix="Hire from all models." if owned else fix)
        position = rows[-1].position + 1 if rows else 0
        CrewMember.objects.bulk_create(
            CrewMember(crew=act.row, slug=member.slug, position=position + number)
            for number, member in enumerate(hired)
        )
        models = "1 model joins" if len(hired) == 1 else f"{len(hired)} models join"
        act.say(f"{models} the Crew.", slugs=[member.slug for member in hired])


def set_cost(crew: Crew, actor: Actor, slug: str, cost: int | None, *, seen: int | None = None) -> None:
    """The player's own figure for a Cost that the catalogue does not know; ``None`` takes it back.

    ``Refusal`` where the catalogue, or the pack over it, knows the Cost.
    """
    with _changing(crew, actor, "crew.cost", seen, slug, cost) as act:
        act.row.own_costs.pop(slug, None)
        catalogue = catalogue_of(act.row)
        name, rule = _name_of(catalogue, slug), edition_of(catalogue.edition).rows["hire.cost"]
        if not name:
            raise Refusal("No model was named.", fix="Choose one.")
        if cost is None:
            act.say(f"{name} has no Cost of your own any more.", slug=slug)
            return
        profile = catalogue.profile(slug)
        if profile.cost is not None:
            raise Refusal(f"The Cost of {name} is known: {profile.cost}.", rule=rule)
        if edition_of(catalogue.edition).cards.needs_no_cost(profile.station):
            raise Refusal(f"{name} has no Cost: its card prints none.", rule=rule)
        if not 0 <= cost <= HIGHEST_COST:
            raise Refusal(f"A Cost is 0 to {HIGHEST_COST}.", rule=rule, fix="Read it off the card.")
        act.row.own_costs[slug] = cost
        act.say(f"{name} costs {cost}, by your own figure.", slug=slug, cost=cost)


def try_on(crew: Crew, actor: Actor, member_id: int | None, slug: str, *, seen: int | None = None) -> None:
    """Try one Injury or Campaign Upgrade on a member (``None``: the Leader), as if the Crew were of a league;
    it may become illegal by it."""
    with _changing(crew, actor, "crew.try", seen, member_id, slug) as act:
        tried = next((each for each in to_try(act.row) if each.upgrade.slug == slug), None)
        if tried is None:
            raise Refusal("The charts hold no such Injury or Upgrade.", fix="Choose one of the list.")
        label = _change_tried(act.row, member_id, lambda worn: [*worn, msgspec.to_builtins(tried)])
        act.say(f"{label} tries {tried.upgrade.name}.", slug=slug)


def try_no_more(
    crew: Crew, actor: Actor, member_id: int | None, slug: str, *, seen: int | None = None
) -> None:
    """Take an Injury or Campaign Upgrade that is tried off a member (``None``: the Leader)."""
    with _changing(crew, actor, "crew.try_no_more", seen, member_id, slug) as act:

        def without(worn: list[Any]) -> list[Any]:
            left = [each for each in worn if each["upgrade"]["slug"] != slug]
            if left == worn:
                raise Refusal("That is not tried any more.", fix="Look at the Crew as it is now.")
            return left

        label = _change_tried(act.row, member_id, without)
        act.say(f"{label} does without it.", slug=slug)


def _change_tried(crew: Crew, member_id: int | None, changed: Callable[[list[Any]], list[Any]]) -> str:
    """Write what becomes of what a member tries; who that is. The caller saves the Crew's row."""
    if member_id is None:
        if not crew.leader:
            raise Refusal("The Crew has no Leader yet.", fix="Choose one first.")
        crew.leader_tried = _bounded(changed(crew.leader_tried))
        return _label(crew, crew.leader)
    member = _member(crew, member_id)
    member.tried = _bounded(changed(member.tried))
    member.save(update_fields=["tried"])
    return _label(crew, member.slug)


def _bounded(tried: list[Any]) -> list[Any]:
    if len(tried) > MOST_TRIED:
        raise Refusal(f"At most {MOST_TRIED} are tried on one model.", fix="Take one away first.")
    return tried


def undo(crew: Crew, actor: Actor, *, seen: int | None = None) -> None:
    """Take the last change of the Crew's models, Upgrades, Leader, Faction or size back."""
    with _changing(crew, actor, "crew.undo", seen) as act:
        if not act.row.past:
            raise Refusal("There is nothing to undo in this Crew.")
        before = act.row.past[-1]
        _write(act.row, before["was"])
        act.say(f"Undone: {before['done']}")
        act.row.past = act.row.past[:-1]


def keep_version(crew: Crew, actor: Actor, name: str = "", *, seen: int | None = None) -> CrewVersion:
    """Keep what the Crew is now under a name, to compare with it or go back to it."""
    with _changing(crew, actor, "crew.keep_version", seen, name, locked=False) as act:
        if act.row.versions.count() >= MOST_VERSIONS:
            raise Refusal(
                f"This Crew has {counted(MOST_VERSIONS, 'version')}, as many as are kept.",
                fix="Delete one first.",
            )
        title = _name(name) or f"Version {act.row.versions.count() + 1}"
        version = CrewVersion.objects.create(crew=act.row, name=title, stood=_stands(act.row))
        act.say(f"{title} of {act.row.name} was saved.")
        return version


def use_version(crew: Crew, actor: Actor, version_id: int, *, seen: int | None = None) -> None:
    """Make the Crew what it was in that version; what it was until now can be undone to."""
    with _changing(crew, actor, "crew.use_version", seen, version_id) as act:
        version = _version(act.row, version_id)
        _write(act.row, version.stood)
        act.say(f"{act.row.name} is {version.name} again.")


def delete_version(crew: Crew, actor: Actor, version_id: int, *, seen: int | None = None) -> None:
    """Forget a version; the Crew stays as it is."""
    with _changing(crew, actor, "crew.delete_version", seen, version_id, locked=False) as act:
        version = _version(act.row, version_id)
        version.delete()
        act.say(f"{version.name} of {act.row.name} was deleted.")


def keep(crew: Crew, person: Person) -> None:
    """A Crew begun without an account becomes that person's. ``Refusal`` for one that has an owner."""
    with operation(crew, person, kind="crew.keep") as act:
        if act.row.owner_id is not None:
            raise Refusal("This Crew has an owner already.")
        _expect_room(person)
        act.row.owner = person
        act.row.version += 1
        act.row.save()
        act.say(f"{act.row.name} belongs to {person} now.")


def forget_abandoned(now: dt.datetime) -> bool:
    """Delete Crews without an owner that nobody changed for long, a few at a time; true: there are more."""
    old = Crew.objects.filter(owner=None, updated_at__lt=now - KEPT_WITHOUT_ACCOUNT).order_by("pk")
    crews = list(old[:FORGOTTEN_AT_ONCE])
    if crews:
        with transaction.atomic():
            forget_acts(crews)
            Crew.objects.filter(pk__in=[crew.pk for crew in crews]).delete()
    return len(crews) == FORGOTTEN_AT_ONCE


def use_newest_figures(crew: Crew, actor: Actor, shown: str = "", *, seen: int | None = None) -> str:
    """Take the Crew to the newest release and the present state of its pack; ``shown`` names those that the
    player looked at (``News.shown``; empty: whatever is newest). A finished Crew stays finished while it is
    legal by them, and is a draft otherwise. Returns what became of it."""
    with _changing(crew, actor, "crew.release", seen, shown, locked=False) as act:
        row = act.row
        newest = news(build(row))
        if newest is None:
            raise Refusal("The Crew uses the newest figures.")
        if shown and shown != newest.figures.shown:
            raise Refusal("There are newer figures than those.", fix="Look at the changes again.")
        before = row.release_id
        row.release, row.pack = newest.figures.release, newest.figures.pack
        became = ""
        if not row.is_draft and newest.report.legal:
            _finish(row)
        elif not row.is_draft:
            row.state, row.finished_at = Crew.State.DRAFT, None
            became = f" It is a draft again, {newest.standing}."
        sentence = f"The Crew now uses {newest.figures.label}.{became}"
        act.say(sentence, before=before, after=row.release_id, pack=row.pack_id)
    return sentence


def submit(crew: Crew, actor: Actor, *, seen: int | None = None) -> None:
    """Declare the Crew ready. ``Refusal`` with every violation when it is not legal."""
    with _changing(crew, actor, "crew.submit", seen) as act:
        report = build(act.row).report
        if not report.legal:
            raise Refusal.of(report.violations)
        _finish(act.row)
        act.say(
            f"The Crew is finished: {report.total.amount} of {act.row.size} Soulstones, pool {report.pool}.",
            total=report.total.amount,
            pool=report.pool,
        )


def _finish(crew: Crew) -> None:
    """It has the figures of now from here on, whatever becomes of its pack; the caller saves the row."""
    crew.state, crew.finished_at = Crew.State.SUBMITTED, timezone.now()
    if crew.pack_id is not None:
        crew.pack = keep_state(crew.pack_id)


def unsubmit(crew: Crew, actor: Actor, *, seen: int | None = None) -> None:
    """Make a submitted Crew a draft again, over the figures that it was finished with."""
    with _changing(crew, actor, "crew.unsubmit", seen, locked=False) as act:
        if act.row.is_draft:
            raise Refusal("This Crew is a draft already.")
        act.row.state, act.row.finished_at = Crew.State.DRAFT, None
        act.say("The Crew is a draft again.")


def renew_share(crew: Crew, actor: Actor, *, seen: int | None = None) -> None:
    """A new share link; the old one leads nowhere from now on."""
    with _changing(crew, actor, "crew.share", seen, locked=False) as act:
        act.row.share_token = share_token()
        act.say("The share link was renewed.")


def delete(crew: Crew, actor: Actor, *, seen: int | None = None) -> None:
    """Put the Crew away; ``restore`` brings it back."""
    with _changing(crew, actor, "crew.delete", seen, locked=False) as act:
        act.row.deleted_at = timezone.now()
        act.say(f"{act.row.name} was deleted.")


def restore(crew: Crew, actor: Actor) -> None:
    """Bring a deleted Crew back as it was."""
    with operation(crew, actor, kind="crew.restore") as act:
        act.row.deleted_at = None
        act.row.version += 1
        act.row.save()
        act.say(f"{act.row.name} is back.")


@contextmanager
def _changing(
    crew: Crew, actor: Actor, kind: str, seen: int | None, *facts: Any, locked: bool = True
) -> Iterator[ActInProgress[Crew]]:
    """One act: version checked, a submitted Crew left alone when ``locked``, version raised, row saved."""
    with operation(crew, actor, kind=kind, key=_key(kind, seen, facts)) as act:
        if seen is not None and act.row.version != seen:
            raise Stale
        if act.row.deleted_at is not None:
            raise Refusal("This Crew was deleted.", fix="Restore it from the list of your Crews.")
        if locked and not act.row.is_draft:
            raise Refusal("This Crew is finished.", fix="Choose “Edit again” first.")
        was = _stands(act.row)
        yield act
        if kind != "crew.undo" and _stands(act.row) != was:
            done = act.act.sentence
            act.row.past = [*act.row.past, {"was": was, "done": done}][-MOST_UNDONE:]
        act.row.version += 1
        act.row.save()
    # The caller's row must not go on with what was true before the lock.
    for field in Crew._meta.concrete_fields:
        setattr(crew, field.attname, getattr(act.row, field.attname))


def _key(kind: str, seen: int | None, facts: Sequence[Any]) -> str | None:
    """The same act on the same version is the same key: a double click is one act."""
    if seen is None:
        return None
    digest = hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:24]
    return f"{kind}:{seen}:{digest}"


def _insert(
    owner: Actor,
    written: CrewList,
    *,
    name: str,
    release_id: int,
    kind: str = "crew.create",
    tried: Sequence[list[Any]] = (),
    **fields: Any,
) -> Crew:
    person = owner if isinstance(owner, Person) else None
    with transaction.atomic():
        if person is not None:
            _expect_room(person)
        crew = Crew.objects.create(
            owner=person,
            name=_name(name) or faction_name(written.faction, catalogue_for(release_id).edition),
            release_id=release_id,
            faction=written.faction,
            leader=written.leader,
            leader_upgrades=list(written.leader_upgrades),
            size=written.size,
            format=written.format,
            **fields,
        )
        with operation(crew, owner, kind=kind) as act:
            CrewMember.objects.bulk_create(
                CrewMember(
                    crew=crew,
                    slug=member.slug,
                    position=position,
                    upgrades=list(member.upgrades),
                    tried=tried[position] if tried else [],
                )
                for position, member in enumerate(written.members)
            )
            act.say(f"{crew.name} was created.", faction=crew.faction, leader=crew.leader, size=crew.size)
        return crew


def _expect_room(person: Person) -> None:
    expect_room("crews", Crew.objects.filter(owner=person, deleted_at=None).count(), "Delete one first.")


def _version(crew: Crew, version_id: int) -> CrewVersion:
    version = crew.versions.filter(pk=version_id).first()
    if version is None:
        raise Refusal("That version is not kept any more.", fix="Load the page again.")
    return version


def _stands(crew: Crew) -> dict[str, Any]:
    """What the Crew is, as ``past`` keeps it."""
    return {
        "faction": crew.faction,
        "leader": crew.leader,
        "leader_upgrades": list(crew.leader_upgrades),
        "leader_tried": list(crew.leader_tried),
        "size": crew.size,
        "format": crew.format,
        "members": [[row.slug, list(row.upgrades), list(row.tried)] for row in _rows(crew)],
    }


def _write(crew: Crew, stood: dict[str, Any]) -> None:
    """Make the Crew what it was; the caller saves the row."""
    for field, value in stood.items():
        if field != "members":
            setattr(crew, field, value)
    CrewMember.objects.filter(crew=crew).delete()
    CrewMember.objects.bulk_create(
        CrewMember(crew=crew, position=position, **member)
        for position, member in enumerate(members_of(stood))
    )


def _rows(crew: Crew) -> list[CrewMember]:
    return list(CrewMember.objects.filter(crew=crew).order_by("position"))


def _member(crew: Crew, member_id: int) -> CrewMember:
    member = CrewMember.objects.filter(crew=crew, pk=member_id).first()
    if member is None:
        raise Refusal("That model is not in this Crew any more.", fix="Look at the Crew as it is now.")
    return member


def _faction(slug: str, edition: Edition) -> str:
    hiring = edition.hiring
    if slug not in hiring.factions:
        sentence = f"A Crew declares one of the {spelled(len(hiring.factions))} Factions."
        raise Refusal(sentence, rule=hiring.faction_rule, fix="Choose one.")
    return slug


def _format(slug: str, edition: Edition) -> str:
    hiring = edition.hiring
    if slug and slug not in hiring.formats:
        fix = f"{listed(hiring.formats.values(), 'or')}." if hiring.formats else "Leave it out."
        raise Refusal(f"No Encounter is called {slug[:20]!r} here.", rule=hiring.format_rule, fix=fix)
    return slug


def _size(size: int, edition: Edition) -> int:
    if not 1 <= size <= LARGEST_SIZE:
        sentence = f"The size is a number of Soulstones from 1 to {LARGEST_SIZE}."
        raise Refusal(sentence, rule=edition.rows["setup.size"])
    return size


def _name(name: object) -> str:
    return plain(str(name))[:LONGEST_NAME]


def _folder(name: object) -> str:
    folder = " ".join(str(name).split())
    if len(folder) > LONGEST_TAG:
        raise Refusal(f"The name of a folder has at most {LONGEST_TAG} characters.", fix="Shorten it.")
    return folder


def _name_of(catalogue: Catalogue, slug: str) -> str:
    """The full name of the model; empty for no slug; ``Refusal`` for one nobody knows."""
    if not slug:
        return ""
    if not catalogue.has_profile(slug):
        rule = edition_of(catalogue.edition).rows["card.figures"]
        raise Refusal(f"The catalogue holds no model {slug[:80]!r}.", rule=rule, fix="Choose another.")
    return catalogue.profile(slug).full_name


def _check_upgrades(catalogue: Catalogue, slugs: Sequence[str]) -> None:
    if len(slugs) > MOST_UPGRADES:
        rule = edition_of(catalogue.edition).rows["hire.upgrades"]
        raise Refusal("A model buys one Upgrade when hired.", rule=rule, fix="Choose one.")
    for slug in slugs:
        if not catalogue.has_upgrade(slug):
            rule = edition_of(catalogue.edition).rows["card.upgrade"]
            raise Refusal(f"The catalogue holds no Upgrade {slug[:80]!r}.", rule=rule, fix="Choose another.")


def _may_use(user: Viewer, pack_id: int | None, edition: str) -> None:
    """A pack must be the person's own or public; others are as good as unknown."""
    if pack_id is not None and pack_id not in {pk for pk, _ in pack_choices(user, edition)}:
        raise Refusal("There is no such pack of house figures.", fix="Choose another, or none.")


def _label(crew: Crew, slug: str) -> str:
    catalogue = catalogue_of(crew)
    return catalogue.profile(slug).full_name if catalogue.has_profile(slug) else slug


def _default_name(catalogue: Catalogue, faction: str, leader: str) -> str:
    return (
        f"{_name_of(catalogue, leader)}'s Crew"
        if leader
        else f"{faction_name(faction, catalogue.edition)} Crew"
    )


def _change_sentence(crew: Crew, changed: dict[str, list[Any]]) -> str:
    if not changed:
        return "Nothing was changed."
    consent = edition_of(crew.release.edition).hiring.consent
    words = {"pack_id": "pack", "dead_mans_hand": consent.name if consent else "the organiser's consent"}
    return f"{crew.name}: changed {', '.join(words.get(field, field) for field in changed)}."
