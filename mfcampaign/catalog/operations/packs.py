"""The only writer of packs: an organiser's house models and changed figures. Every write records the former
value."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import acts_of
from mfcampaign.catalog import queries
from mfcampaign.catalog.models import Pack, PackEntry
from mfcampaign.catalog.pack_figures import WRITTEN, check_entry, house_slug
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.web.names import plain
from mfcampaign.web.resilience.quotas import expect_room
from rules.crews.catalogue import MASTER
from rules.edition import choices, edition_of, is_known, meant_by
from rules.refusal import Refusal, Violation

MOST_ENTRIES = 300
REMOVED = "pack.removed"


class NameTaken(Refusal):
    """The owner has a pack of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"You have a pack called {name} already.", fix="Choose another name.")


def create_pack(owner: Person, name: str, *, public: bool = False, edition: str = "") -> Pack:
    """A new, empty pack. ``Refusal`` when the name is empty or the owner has one of that name."""
    name, edition = plain(name)[:60], meant_by(edition)
    if not name:
        raise Refusal("A pack needs a name.")
    if not is_known(edition):
        raise Refusal(
            "A pack is of one edition.", fix=f"Choose one of {', '.join(name for _, name in choices())}."
        )
    own = Pack.objects.filter(owner=owner, kept_at=None)
    expect_room("packs", own.count(), "Change one that you have.")
    try:
        with transaction.atomic():
            pack = Pack.objects.create(owner=owner, name=name, public=public, edition=edition)
            with operation(pack, owner, kind="pack.created") as act:
                act.say(f"{owner} began the pack {name}.")
    except IntegrityError as twice:
        raise NameTaken(name) from twice
    return pack


def change_pack(pack: Pack, actor: Actor, *, name: str, public: bool) -> Pack:
    """Rename it, or show it to everyone or nobody. The figures stay, so the version does too."""
    name = plain(name)[:60]
    if not name:
        raise Refusal("A pack needs a name.")
    try:
        with operation(pack, actor, kind="pack.changed") as act:
            _own(act.row, actor)
            act.row.name, act.row.public = name, public
            act.row.save(update_fields=["name", "public"])
            act.say(f"{actor} changed the pack {name}.", public=public)
    except IntegrityError as twice:
        raise NameTaken(name) from twice
    return act.row


def set_figures(
    pack: Pack,
    actor: Actor,
    slug: str,
    body: Mapping[str, Any],
    *,
    kind: str = "model",
    key: str | None = None,
) -> PackEntry:
    """Replace figures of a printed card, or all figures of a house model that the pack has.

    An empty ``body`` for a printed card is refused; use ``remove_entry`` to take the change back.
    """
    with operation(pack, actor, kind="pack.figures", key=key) as act:
        _own(act.row, actor)
        entry = PackEntry.objects.filter(pack=pack, kind=kind, slug=slug).first()
        house = bool(entry and entry.house)
        if not house and slug not in _printed(act.row, kind):
            raise Refusal(f"The catalogue has no {kind} {slug!r}.", fix="Choose one from the catalogue.")
        _check(act.row, kind, body, house=house)
        before = entry.body if entry else {}
        if entry is None:
            _room_for_one_more(act.row)
            entry = PackEntry(pack=act.row, kind=kind, slug=slug)
        entry.body = {key: before[key] for key in WRITTEN if key in before} | dict(body)
        entry.save()
        _rise(act.row)
        act.say(f"{actor} changed figures of {slug}.", slug=slug, before=before, after=entry.body)
    return entry


def set_card(
    pack: Pack,
    actor: Actor,
    slug: str,
    figures: Mapping[str, Any],
    *,
    kind: str = "model",
    seen: int | None = None,
    key: str | None = None,
) -> PackEntry:
    """Abilities, Actions and Triggers of one model or Upgrade, of the house or printed, all of them at once.

    ``seen`` is the version of the pack that the writer looked at. ``Refusal`` names every fault.
    """
    with operation(pack, actor, kind="pack.card", key=key) as act:
        _own(act.row, actor)
        if seen is not None and act.row.version != seen:
            raise Refusal("The pack was changed meanwhile; nothing was saved.", fix="Look at it again.")
        entry = PackEntry.objects.filter(pack=pack, kind=kind, slug=slug).first()
        if entry is None:
            if slug not in _printed(act.row, kind):
                raise Refusal(f"The catalogue has no {kind} {slug!r}.", fix="Choose one from the catalogue.")
            _room_for_one_more(act.row)
            entry = PackEntry(pack=act.row, kind=kind, slug=slug)
        before = entry.body.get("figures", {})
        body = {**entry.body, "figures": dict(figures)}
        _check(act.row, kind, body, house=entry.house)
        entry.body = {**body, "figures": _completed(act.row, figures)}
        entry.save()
        _rise(act.row)
        act.say(
            f"{actor} changed abilities and Actions of {slug}.",
            slug=slug,
            before=before,
            after=entry.body["figures"],
        )
    return entry


def add_form(pack: Pack, actor: Actor, slug: str, title: str, *, key: str | None = None) -> PackEntry:
    """Another form of a model of the house: a card of its own with the same figures under another title. It
    is never hired and comes into play by Replace."""
    base = PackEntry.objects.filter(pack=pack, kind="model", slug=slug, house=True).first()
    if base is None or base.body.get("form_of"):
        raise Refusal("Only a model of the house has further forms.", fix="Choose one of the pack.")
    title = " ".join(title.split())
    if not title or title.casefold() == str(base.body.get("title", "")).casefold():
        raise Refusal("A form needs a title of its own.", fix="Say what it is then: Enraged, Dismounted.")
    body = {name: value for name, value in base.body.items() if name not in ("is_totem", "totem_for")}
    return add_house(pack, actor, body | {"title": title, "form_of": slug}, key=key)


def set_many(
    pack: Pack, actor: Actor, rows: Iterable[Mapping[str, Any]], *, key: str | None = None
) -> list[str]:
    """Figures of many models at once, each row with its ``slug``; figures that a row leaves out stay as they
    are in the pack. A row without one that says its ``factions`` is a model of the house, new unless the pack
    has one of that name. The slugs that changed come back; ``Refusal`` names every fault, and then nothing
    changed."""
    with operation(pack, actor, kind="pack.many", key=key) as act:
        _own(act.row, actor)
        printed = _printed(act.row, "model")
        held = {entry.slug: entry for entry in PackEntry.objects.filter(pack=pack, kind="model")}
        check, rule = _checker(act.row), edition_of(act.row.edition).rows["card.figures"]
        faults: list[Violation] = []
        changed: dict[str, dict[str, Any]] = {}
        for number, row in enumerate(rows, 1):
            named, place = str(row.get("slug", "")), f"row {number}"
            slug = named or house_slug(row)
            body = {name: value for name, value in row.items() if name != "slug"}
            entry = held.get(slug)
            house = bool(entry and entry.house) or (not named and bool(row.get("factions")))
            if slug not in printed and not house:
                sentence = f"The catalogue has no model {slug[:80]!r}."
                faults.append(Violation(rule, f"Row {number}: {sentence}", subject=place))
                continue
            if "form_of" in body:
                sentence = f"Row {number}: another form is made on the card's page, not in a table."
                faults.append(Violation(rule, sentence, subject=place))
                del body["form_of"]
            whole = {**(changed.get(slug) or (entry.body if entry else {})), **body}
            wrong = check("model", whole, house=house)
            faults += [
                Violation(fault.rule, f"Row {number} ({slug}): {fault.sentence}", fault.fix, place)
                for fault in wrong
            ]
            changed[slug] = whole
        if faults:
            raise Refusal.of(faults)
        changed = {
            slug: body for slug, body in changed.items() if slug not in held or held[slug].body != body
        }
        if len(held) + len(changed.keys() - held.keys()) > MOST_ENTRIES:
            raise Refusal(f"A pack holds at most {MOST_ENTRIES} entries.", fix="Begin another pack.")
        for slug, body in changed.items():
            new = slug not in printed
            entry = held.get(slug) or PackEntry(pack=act.row, kind="model", slug=slug, house=new)
            entry.body = body
            if "figures" in body:
                entry.body["figures"] = _completed(act.row, body["figures"])
            entry.save()
        if changed:
            _rise(act.row)
        models = f"{len(changed)} model{'' if len(changed) == 1 else 's'}"
        act.say(f"{actor} entered figures of {models}.", slugs=sorted(changed))
    return sorted(changed)


def add_house(
    pack: Pack, actor: Actor, body: Mapping[str, Any], *, kind: str = "model", key: str | None = None
) -> PackEntry:
    """A whole model (or Upgrade) of the house. Its slug begins with ``house-``, so that it never meets a
    printed one."""
    with operation(pack, actor, kind="pack.house", key=key) as act:
        _own(act.row, actor)
        _room_for_one_more(act.row)
        _check(act.row, kind, body, house=True)
        words = f"{body['name']} {body.get('title', '')}"
        slug = house_slug(body)
        if PackEntry.objects.filter(pack=pack, kind=kind, slug=slug).exists():
            raise Refusal(f"This pack has a {words.strip()} already.", fix="Change that one, or its title.")
        entry = PackEntry.objects.create(pack=act.row, kind=kind, slug=slug, house=True, body=dict(body))
        _rise(act.row)
        act.say(f"{actor} added {words.strip()}.", slug=slug, after=entry.body)
    return entry


def remove_entry(pack: Pack, actor: Actor, slug: str, *, kind: str = "model") -> None:
    """Take one entry out: the printed figures count again, a house model is gone (see ``put_back``)."""
    with operation(pack, actor, kind=REMOVED) as act:
        _own(act.row, actor)
        entry = PackEntry.objects.filter(pack=pack, kind=kind, slug=slug).first()
        if entry is None:
            raise Refusal(f"This pack holds nothing about {slug!r}.")
        if forms := PackEntry.objects.filter(pack=pack, body__form_of=slug).values_list("slug", flat=True):
            raise Refusal(f"It has other forms: {', '.join(forms)}.", fix="Remove those first.")
        act.say(f"{actor} removed {slug}.", slug=slug, entry_kind=kind, house=entry.house, before=entry.body)
        entry.delete()
        _rise(act.row)


def put_back(pack: Pack, actor: Actor, slug: str, *, kind: str = "model") -> PackEntry:
    """Undo the last ``remove_entry`` of that slug; the entry has its figures of that time again."""
    with operation(pack, actor, kind="pack.put_back") as act:
        _own(act.row, actor)
        removed = next(
            (
                past.facts
                for past in acts_of(pack, organiser=True).filter(kind=REMOVED)
                if past.facts["slug"] == slug and past.facts["entry_kind"] == kind
            ),
            None,
        )
        if removed is None or PackEntry.objects.filter(pack=pack, kind=kind, slug=slug).exists():
            raise Refusal(f"There is nothing to put back about {slug!r}.")
        _room_for_one_more(act.row)
        _check(act.row, kind, removed["before"], house=removed["house"])
        entry = PackEntry.objects.create(
            pack=act.row, kind=kind, slug=slug, house=removed["house"], body=removed["before"]
        )
        _rise(act.row)
        act.say(f"{actor} restored {slug}.", slug=slug, after=entry.body)
    return entry


def fill(pack: Pack, actor: Actor, entries: Iterable[Mapping[str, Any]]) -> None:
    """Many entries at once, as a file of a league holds them; each is checked as if it were written here."""
    with operation(pack, actor, kind="pack.filled") as act:
        _own(act.row, actor)
        pack_entries = [PackEntry(pack=act.row, **entry) for entry in entries]
        if len(pack_entries) > MOST_ENTRIES:
            raise Refusal(f"A pack holds at most {MOST_ENTRIES} entries.")
        PackEntry.objects.bulk_create(pack_entries)
        for entry in pack_entries:
            if not entry.house and entry.slug not in _printed(act.row, entry.kind):
                raise Refusal(f"The catalogue has no {entry.kind} {entry.slug!r}.")
            _check(act.row, entry.kind, entry.body, house=entry.house)
            if "figures" in entry.body:
                entry.body["figures"] = _completed(act.row, entry.body["figures"])
                entry.save(update_fields=["body"])
        _rise(act.row)
        act.say(f"{actor} filled the pack {pack.name} from a file.", entries=len(pack_entries))


def keep_state(pack_id: int) -> Pack:
    """The pack's state of today as a pack that never changes, the same one for the same version. Part of the
    act of those who play by it from now on."""
    pack = Pack.objects.select_for_update().get(pk=pack_id)
    if pack.kept_at is not None:
        return pack
    kept = Pack.objects.filter(state_of=pack, version=pack.version).first()
    if kept is not None:
        return kept
    stem = f"{pack.name[:40]}, version {pack.version}"
    taken = set(
        Pack.objects.filter(owner_id=pack.owner_id, name__startswith=stem).values_list("name", flat=True)
    )
    name = next(n for n in (stem, *(f"{stem} ({i})" for i in range(2, 999))) if n not in taken)
    kept = Pack.objects.create(
        owner_id=pack.owner_id,
        name=name,
        edition=pack.edition,
        version=pack.version,
        public=pack.public,
        state_of=pack,
        kept_at=timezone.now(),
    )
    PackEntry.objects.bulk_create(
        PackEntry(pack=kept, slug=entry.slug, kind=entry.kind, house=entry.house, body=entry.body)
        for entry in PackEntry.objects.filter(pack=pack)
    )
    return kept


def _own(pack: Pack, actor: Actor) -> None:
    if pack.kept_at is not None:
        raise Refusal("That state of the pack is kept as others play by it.", fix="Change the pack itself.")
    if pack.owner_id != getattr(actor, "pk", None):
        raise Refusal("Only its owner may change a pack.", fix="Make one of your own.")


def _printed(pack: Pack, kind: str) -> Mapping[str, Any]:
    read = cards_of_release(queries.current_release(pack.edition).pk)
    return read.cards if kind == "model" else read.upgrades


def _check(pack: Pack, kind: str, body: Mapping[str, Any], *, house: bool) -> None:
    faults = _checker(pack)(kind, body, house=house)
    if faults:
        raise Refusal.of(faults)


def _checker(pack: Pack) -> Callable[..., list[Violation]]:
    """What judges entries of the pack; reads Factions, models and Masters once. A Totem may be linked to
    printed Masters and to those of the pack (M3E-HIRE-14, M1-CARD-07)."""
    cards, _ = queries.cards_with_pack(queries.current_release(pack.edition).pk, pack.pk)
    return functools.partial(
        check_entry,
        factions=tuple(queries.faction_names(pack.edition)),
        masters=frozenset(card.name for card in cards.values() if card.station == MASTER),
        slugs=frozenset(cards),
        edition=pack.edition,
    )


def _completed(pack: Pack, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Sound figures with all that their readers look at."""
    written = edition_of(pack.edition).cards.written
    return dict(figures) if written is None else written().completed(figures)


def _room_for_one_more(pack: Pack) -> None:
    if PackEntry.objects.filter(pack=pack).count() >= MOST_ENTRIES:
        raise Refusal(f"A pack holds at most {MOST_ENTRIES} entries.", fix="Begin another pack.")


def _rise(pack: Pack) -> None:
    pack.version += 1
    pack.save(update_fields=["version"])
