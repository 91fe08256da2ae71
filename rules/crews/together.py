"""What the models of one Crew may not be together, in the words of every edition that asks it: each function
takes the row of the edition that does.

>>> from rules.crews.catalogue import Profile
>>> hound = Profile("hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=1)
>>> [each.sentence for each in too_many_copies([hound, hound], "M3E-HIRE-12")]
['Guild Hound: 2 in the Crew, at most 1.']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.refusal import Total, Violation


def unknown_models(crew: CrewList, catalogue: Catalogue, rule: str) -> Iterator[Violation]:
    """The Leader and the models that these figures do not have."""
    for slug in (crew.leader, *(member.slug for member in crew.members)):
        if slug and not catalogue.has_profile(slug):
            sentence = f"{slug}: no such model in this release of the catalogue."
            yield Violation(rule, sentence, "Remove it or choose another release.", slug)


def too_many_copies(
    profiles: Iterable[Profile], rule: str, *, limit: str = "at most", remove: str = "Remove {}."
) -> Iterator[Violation]:
    """The models of which there are more than their limit, the Leader counted; ``limit`` is what that is
    called, ``remove`` the way out with the place of the number."""
    copies: dict[str, list[Profile]] = defaultdict(list)
    for profile in profiles:
        copies[profile.slug].append(profile)
    for slug, (profile, *more) in copies.items():
        if (over := 1 + len(more) - profile.limit) > 0:
            sentence = f"{profile.full_name}: {1 + len(more)} in the Crew, {limit} {profile.limit}."
            yield Violation(rule, sentence, remove.format(over), slug)


def several_titles(profiles: Iterable[Profile], rule: str) -> Iterator[Violation]:
    """The characters of which there is more than one version, the Leader counted; no title is a version of
    its own."""
    versions: dict[str, dict[str, Profile]] = defaultdict(dict)
    for profile in profiles:
        versions[profile.name][profile.title] = profile
    for name, profiles_by_title in versions.items():
        if len(profiles_by_title) > 1:
            listed = ", ".join(title or "no title" for title in sorted(profiles_by_title))
            yield Violation(
                rule,
                f"{name} is in the Crew in {len(profiles_by_title)} versions ({listed}).",
                "Keep one version.",
                min(profile.slug for profile in profiles_by_title.values()),
            )


def no_further_copy(profile: Profile, copies: int, leader: str, rule: str) -> Iterator[Violation]:
    """Why a Crew that has so many ``copies`` may not hire one more; ``leader`` is the slug of its Leader."""
    if copies >= profile.limit:
        leads = profile.slug == leader and profile.limit == 1
        why = "leads already" if leads else f"{copies} in the Crew, at most {profile.limit}"
        yield Violation(rule, f"{profile.full_name}: {why}.", "Choose another model.", profile.slug)


def titles_by_name(profiles: Iterable[Profile]) -> Mapping[str, set[str]]:
    """The titles that are in the Crew of each character."""
    titles: dict[str, set[str]] = defaultdict(set)
    for profile in profiles:
        titles[profile.name].add(profile.title)
    return titles


def another_title(profile: Profile, titles: Mapping[str, set[str]], rule: str) -> Iterator[Violation]:
    """Why the model may not join another title of its character."""
    if titles.get(profile.name, set()) - {profile.title}:
        sentence = f"{profile.name} is in the Crew in another version."
        yield Violation(rule, sentence, "Remove that version first.", profile.slug)


def too_dear(
    profile: Profile,
    total: Total | None,
    left: int,
    rule: str,
    *,
    fix: str = "Remove something first, or play a larger Encounter.",
) -> Iterator[Violation]:
    """Why what is ``left`` does not hire the model."""
    if total is not None and total.amount > 0 and total.amount > left:
        sentence = f"{profile.full_name} costs {total.amount}; {max(left, 0)} left."
        yield Violation(rule, sentence, fix, profile.slug)


def over_size(size: int, spent: int, rule: str, *, hired: str = "models or Upgrades") -> Iterator[Violation]:
    """A Crew that costs more than the Encounter's size; ``hired`` is what may be removed."""
    if spent > size:
        sentence = f"The Crew costs {spent}; the Encounter's size is {size}."
        yield Violation(rule, sentence, f"Remove {hired} worth {spent - size}.")
