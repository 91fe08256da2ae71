"""What a person owns: models of an edition, by model, Keyword or box, as a list to bring in and take along.

A line of the list is a model with its copies, as in ``2x Guild Hound``; ``Keyword: Guard`` is every model of
the Keyword in all its copies, ``Box: …`` what the box holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.audit.operations import operation
from mfcampaign.catalog.build.boxes import Box, boxes_of
from mfcampaign.catalog.queries import catalogue_for, current_release
from mfcampaign.crews.models import Collection
from rules.crews.catalogue import ANY_NUMBER, Catalogue, Profile
from rules.crews.text.lines import COPIES_AFTER, COPIES_BEFORE, cleaned
from rules.crews.text.names import letters_of, model_names
from rules.edition import edition_of
from rules.refusal import Refusal, Violation
from rules.wording import counted

LONGEST_LIST, MOST_COPIES = 40_000, 99
WHOLE = re.compile(r"^(keyword|box)\s*:\s*(.+)$", re.IGNORECASE)


def collected(person: Viewer | None, edition: str) -> dict[str, int]:
    """Copies by slug; nothing for a stranger. One query."""
    if person is None or person.pk is None:
        return {}
    row = (
        Collection.objects.filter(owner_id=person.pk, edition=edition).values_list("owned", flat=True).first()
    )
    return dict(row or {})


def figures_of(edition: str) -> Catalogue:
    return catalogue_for(current_release(edition_of(edition).code).pk)


def own(person: Person, edition: str, slug: str, copies: int) -> str:
    """Own so many copies of one model, 0 for none any more. The sentence of the act."""
    figures = figures_of(edition)
    if not figures.has_profile(slug):
        raise Refusal(
            f"{slug}: no such model of the {edition_of(edition).name}.", fix="Choose one of the list."
        )
    if not 0 <= copies <= MOST_COPIES:
        raise Refusal(f"{copies} copies are no number that is kept.", fix=f"0 to {MOST_COPIES}.")
    name = figures.profile(slug).full_name
    said = f"{copies} × {name}." if copies else f"{name} is no more among your models."
    return _write(person, edition, lambda owned: owned | {slug: copies}, said)


def bring_in(person: Person, edition: str, text: str, *, replace: bool = False) -> str:
    """Own what the list says besides what is owned, or instead of it. ``Refusal`` with a violation for each
    line that names nothing. The sentence of the act."""
    read, lacking = copies_in(text, edition)
    said = f"{counted(sum(read.values()), 'model')} brought in."
    if lacking:
        said += f" In a box, but in no figures: {', '.join(lacking)}."
    return _write(person, edition, lambda owned: read + Counter({} if replace else owned), said)


def _write(
    person: Person, edition: str, changed: Callable[[dict[str, int]], Mapping[str, int]], said: str
) -> str:
    """Write what ``changed`` makes of what is owned at that moment."""
    row, _ = Collection.objects.get_or_create(owner=person, edition=edition)
    with operation(row, person, kind="crew.collect") as act:
        owned = changed(dict(act.row.owned))
        if many := [slug for slug, copies in owned.items() if copies > MOST_COPIES]:
            sentence = f"More than {MOST_COPIES} copies: {', '.join(sorted(many))}."
            raise Refusal(sentence, fix=f"Keep at most {MOST_COPIES} of a model.")
        act.row.owned = {slug: copies for slug, copies in sorted(owned.items()) if copies}
        act.row.save()
        act.say(said)
    return said


def copies_in(text: str, edition: str) -> tuple[Counter[str], list[str]]:
    """The copies by slug that a list says, and the names of models in its boxes that no card has."""
    if len(text) > LONGEST_LIST:
        raise Refusal(f"The list is longer than {LONGEST_LIST} characters.", fix="Import it in parts.")
    figures, boxes = figures_of(edition), {letters_of(box.name): box for box in boxes_of(edition)}
    read: Counter[str] = Counter()
    lacking: list[str] = []
    wrong: list[Violation] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not (words := cleaned(line)) or words.startswith("#"):
            continue
        try:
            read.update(dict(_copies(words, figures, boxes)))
            lacking += _lacking(words, boxes)
        except Refusal as refusal:
            wrong.append(Violation("", f"Line {number}: {refusal.sentence}", refusal.fix, f"line {number}"))
    if wrong:
        raise Refusal.of(wrong)
    return read, lacking


def _lacking(words: str, boxes: Mapping[str, Box]) -> tuple[str, ...]:
    whole_of = WHOLE.match(words)
    box = boxes.get(letters_of(whole_of[2])) if whole_of and whole_of[1].casefold() == "box" else None
    return box.unknown if box else ()


def _copies(words: str, figures: Catalogue, boxes: Mapping[str, Box]) -> Iterator[tuple[str, int]]:
    if whole_of := WHOLE.match(words):
        yield from _whole(whole_of[1].casefold(), whole_of[2], figures, boxes)
        return
    before, after = COPIES_BEFORE.match(words), COPIES_AFTER.match(words)
    name, copies = words, 1
    if before:
        name, copies = before[3], int(before[1] or before[2])
    elif after:
        name, copies = after[1], int(after[2] or after[3])
    names = model_names(figures)
    slugs = names.find(name)
    if len(slugs) != 1:
        near = ", ".join(names.printed(slug) for slug in slugs or names.near(name))
        sentence = f"“{name[:60]}” is {'several models' if slugs else 'no model'} here."
        raise Refusal(sentence, fix=f"Perhaps {near}." if near else "Leave the line out.")
    yield slugs[0], copies


def _whole(kind: str, name: str, figures: Catalogue, boxes: Mapping[str, Box]) -> Iterator[tuple[str, int]]:
    if kind == "box":
        if (box := boxes.get(letters_of(name))) is None:
            raise Refusal(f"no box is called “{name[:60]}”.", fix="Write its models, one a line.")
        yield from box.models.items()
        return
    of = [p for p in figures.profiles() if letters_of(name) in map(letters_of, p.keywords)]
    if not of:
        raise Refusal(f"no Keyword is called “{name[:60]}”.", fix="Write its models, one a line.")
    yield from ((profile.slug, 1 if profile.limit == ANY_NUMBER else profile.limit) for profile in of)


def as_list(edition: str, owned: Mapping[str, int]) -> str:
    """The collection as a list to bring in again."""
    return "".join(f"{copies}x {profile.full_name}\n" for profile, copies in owned_models(edition, owned))


def owned_models(edition: str, owned: Mapping[str, int]) -> list[tuple[Profile, int]]:
    """What is owned by name; a model that the current figures do not have is left out."""
    figures = figures_of(edition)
    return [(profile, owned[profile.slug]) for profile in figures.profiles() if owned.get(profile.slug)]
