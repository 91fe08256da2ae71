"""What the models of one Crew may not be together, in the words of every edition that asks it: each function
takes the row of the edition that does.

>>> from rules.crews.catalogue import Profile
>>> hound = Profile("hound", "Guild Hound", "", ("guild",), ("Guard",), "Minion", 3, limit=1)
>>> [each.sentence for each in too_many_copies([hound, hound], "M3E-HIRE-12")]
['Guild Hound: 2 in the Crew, at most 1.']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.refusal import Violation


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


def over_size(size: int, spent: int, rule: str, *, hired: str = "models or Upgrades") -> Iterator[Violation]:
    """A Crew that costs more than the Encounter's size; ``hired`` is what may be removed."""
    if spent > size:
        sentence = f"The Crew costs {spent}; the Encounter's size is {size}."
        yield Violation(rule, sentence, f"Remove {hired} worth {spent - size}.")
