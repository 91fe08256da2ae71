"""Judging a Crew of the First Edition: sizes, Masters and their Caches, copies, Mercenaries, Totems, the pool
(M1-ENC-01, -02, -09 to -16).

>>> from rules.crews.catalogue import Catalogue, Profile
>>> from rules.crews.crewlist import CrewList
>>> guild = Catalogue(
...     [
...         Profile("chief", "Chief", "", ("guild",), (), "Master", None, cache=4),
...         Profile("hound", "Hound", "", ("guild",), (), "Minion", 3, limit=2),
...     ],
...     edition="m1e",
... )
>>> report = check_crew(CrewList("guild", "chief", 25).add("hound").add("hound"), guild, SCRAP)
>>> report.legal, report.total.amount, report.left, report.pool
(True, 6, 19, 8)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.catalogue import MASTER, Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import HiringRules
from rules.crews.offers import Candidate, PriceGroup
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport, MemberSheet
from rules.editions.m1e.factions import FACTIONS
from rules.refusal import Refusal, Total, TotalLine, Violation
from rules.wording import counted, span

STANDARD = HiringPolicies()
OUTCASTS = "outcasts"
MERCENARY, UNIQUE, AVATAR = "Mercenary", "Unique", "Avatar"
MOST_MERCENARIES = 2  # M1-ENC-12
SURCHARGE = 1  # M1-ENC-13
FOR_A_MASTER = 10  # M1-ENC-11: Soulstones for a Master that is not taken
BRAWLS_MASTERS = 2
USUAL_SOULSTONES = 35


class Size(Struct, frozen=True):
    """The limits of one size of Encounter: Soulstones ``least`` to ``most``, cards in hand, Masters, pool,
    Schemes at most; ``copies`` is how often the Rare number may be hired (M1-ENC-01, -02, -09)."""

    slug: str
    name: str
    least: int
    most: int
    hand: int
    masters: int
    pool: int
    schemes: int
    copies: int


SCRAP = Size("scrap", "Scrap", 1, 45, hand=6, masters=1, pool=8, schemes=2, copies=1)
BRAWL = Size("brawl", "Brawl", 30, 70, hand=7, masters=2, pool=10, schemes=3, copies=2)
SIZES = {size.slug: size for size in (SCRAP, BRAWL)}


def sizes_of(soulstones: int) -> tuple[Size, ...]:
    """The sizes that so many Soulstones fit; from 30 to 45 both do, and the players choose.

    >>> [size.name for size in sizes_of(40)]
    ['Scrap', 'Brawl']
    """
    return tuple(size for size in SIZES.values() if size.least <= soulstones <= size.most)


def size_for(slug: str, soulstones: int) -> Size:
    """The size called ``slug``; ``Refusal`` where it does not take so many Soulstones."""
    size = SIZES.get(slug)
    if size is None:
        raise Refusal(f"No size is called {slug!r}.", rule="M1-ENC-01", fix="Scrap or Brawl.")
    if not size.least <= soulstones <= size.most:
        rule = "M1-ENC-01" if size == SCRAP else "M1-ENC-02"
        raise Refusal(
            f"A {size.name} is played with {span(size.least, size.most)} Soulstones, not {soulstones}.",
            rule=rule,
            fix="Choose another number, or the other size.",
        )
    return size


def is_unique(profile: Profile) -> bool:
    """Masters are (M1-CARD-08)."""
    return profile.station == MASTER or UNIQUE in profile.characteristics


def is_mercenary(profile: Profile) -> bool:
    return MERCENARY in profile.characteristics


def never_hired(profile: Profile) -> bool:
    """Whether it comes into play by another card only, as an Avatar does (M1R-AV-01)."""
    return profile.hiring.never or AVATAR in profile.characteristics


def leads(profile: Profile, faction: str) -> bool:
    """Whether it is a Master that a Crew of that faction may have: of the faction, or a Mercenary where
    Outcasts do not hire (M1-ENC-10, -14)."""
    if profile.station != MASTER or never_hired(profile):
        return False
    return faction in profile.factions or (faction != OUTCASTS and is_mercenary(profile))


def most_copies(profile: Profile, size: Size) -> int:
    """The Rare number, in a Brawl twice; of a Unique model one (M1-ENC-09)."""
    return 1 if is_unique(profile) else profile.limit * size.copies


def price(profile: Profile, faction: str) -> Total:
    """A Master costs nothing; a Minion from outside the faction one more (M1-CARD-10, M1-ENC-13)."""
    if profile.station == MASTER:
        return Total.of([TotalLine(profile.full_name, 0, "M1-ENC-10")])
    lines = [TotalLine(profile.full_name, profile.cost or 0, "M1-CARD-10")]
    if faction not in profile.factions:
        lines.append(TotalLine("from outside the faction", SURCHARGE, "M1-ENC-13"))
    return Total.of(lines)


def pool(left: int, caches: int, size: Size) -> int:
    """What is unspent and the Caches of the Masters, at most the size's (M1-ENC-16)."""
    return min(size.pool, max(0, left) + caches)


def check_crew(crew: CrewList, catalogue: Catalogue, size: Size, *, exchanged: bool = False) -> HiringReport:
    """Judge ``crew``; never raises, whatever the list says. ``exchanged``: ten Soulstones instead of a Master
    of a Brawl (M1-ENC-11). The leader is one of the Masters."""
    slugs = [slug for slug in (crew.leader, *(member.slug for member in crew.members)) if slug]
    known = [catalogue.profile(slug) for slug in slugs if catalogue.has_profile(slug)]
    hired = [profile for profile in known if not never_hired(profile)]
    masters = [profile for profile in hired if profile.station == MASTER]
    sheets = tuple(_sheets(crew, catalogue))
    total = Total.of(TotalLine(sheet.label, sheet.total.amount) for sheet in sheets)
    budget = crew.size + (FOR_A_MASTER if exchanged else 0)
    left = budget - total.amount
    violations = {
        *_size(crew, size, left),
        *_unknown(slugs, catalogue),
        *_never(known),
        *_masters(crew, masters, size, exchanged=exchanged),
        *_minions(crew, hired),
        *_copies(hired, size),
        *_totems(hired, masters),
    }
    ordered = tuple(sorted(violations, key=lambda v: (v.rule, v.subject, v.sentence)))
    caches = sum(profile.cache for profile in masters)
    return HiringReport(ordered, total, budget, left, sheets, pool(left, caches, size))


def size_of(crew: CrewList, catalogue: Catalogue) -> Size:
    """What a list is hired for: its ``format``. Where it says none a Brawl if its Soulstones are too many for
    a Scrap, or if it has a second Master; both sizes take 30 to 45 (M1-ENC-01, -02)."""
    if crew.format in SIZES:
        return SIZES[crew.format]
    slugs = (crew.leader, *(member.slug for member in crew.members))
    masters = sum(catalogue.has_profile(slug) and catalogue.profile(slug).station == MASTER for slug in slugs)
    return BRAWL if crew.size > SCRAP.most or (masters > 1 and crew.size >= BRAWL.least) else SCRAP


def judged(crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD) -> HiringReport:
    """``check_crew`` by the size that its Soulstones say. In a Brawl the second Master may be exchanged: a
    list of one has the ten Soulstones (M1-ENC-11)."""
    size = size_of(crew, catalogue)
    return check_crew(crew, catalogue, size, exchanged=_exchanges(crew, catalogue, size))


def _exchanges(crew: CrewList, catalogue: Catalogue, size: Size) -> bool:
    hired = (member.slug for member in crew.members if catalogue.has_profile(member.slug))
    return size == BRAWL and not any(catalogue.profile(slug).station == MASTER for slug in hired)


def _sheets(crew: CrewList, catalogue: Catalogue) -> Iterator[MemberSheet]:
    places = (*(((-1, crew.leader),) if crew.leader else ()), *_members(crew))
    for position, slug in places:
        if catalogue.has_profile(slug):
            profile = catalogue.profile(slug)
            yield MemberSheet(position, slug, profile.full_name, price(profile, crew.faction))
        else:
            unknown = Total.of([TotalLine(slug, 0, "M1-ENC-12", "not in this release of the catalogue")])
            yield MemberSheet(position, slug, slug, unknown)


def _members(crew: CrewList) -> tuple[tuple[int, str], ...]:
    return tuple((position, member.slug) for position, member in enumerate(crew.members))


def _size(crew: CrewList, size: Size, left: int) -> Iterator[Violation]:
    """M1-ENC-01, -02."""
    rule = "M1-ENC-02" if size.masters == BRAWLS_MASTERS else "M1-ENC-01"
    if not size.least <= crew.size <= size.most:
        sentence = f"A {size.name} is played with {span(size.least, size.most)} Soulstones, not {crew.size}."
        yield Violation(rule, sentence, "Choose another number, or the other size.")
    if left < 0:
        sentence = f"The Crew costs {counted(-left, 'Soulstone')} too many."
        yield Violation(rule, sentence, f"Remove models worth {-left}.")


def _unknown(slugs: Sequence[str], catalogue: Catalogue) -> Iterator[Violation]:
    for slug in slugs:
        if not catalogue.has_profile(slug):
            sentence = f"{slug}: no such model in this release of the catalogue."
            yield Violation("M1-ENC-12", sentence, "Remove it, or choose another release.", slug)
        elif catalogue.profile(slug).cost is None and catalogue.profile(slug).station != MASTER:
            sentence = f"{catalogue.profile(slug).full_name}: its cost is not known."
            yield Violation("M1-CARD-10", sentence, "Enter its cost in a pack, or remove it.", slug)


def _never(known: Sequence[Profile]) -> Iterator[Violation]:
    """M1R-AV-01."""
    for profile in dict.fromkeys(known):
        if never_hired(profile):
            sentence = f"{profile.full_name} comes into play by another card; it is never hired."
            yield Violation("M1R-AV-01", sentence, "Hire the Master, or remove it.", profile.slug)


def _masters(
    crew: CrewList, masters: Sequence[Profile], size: Size, *, exchanged: bool
) -> Iterator[Violation]:
    """M1-ENC-10, -11."""
    rule = "M1-ENC-02" if size.masters == BRAWLS_MASTERS else "M1-ENC-01"
    if crew.faction not in FACTIONS:
        sentence = "A Crew is of one of the five factions."
        yield Violation("M1-ENC-10", sentence, "Choose a faction.", crew.faction)
    if not masters:
        yield Violation(rule, "The Crew has no Master.", "Choose a Master.")
    if exchanged and size.masters < BRAWLS_MASTERS:
        sentence = f"In a {size.name} no Master is exchanged for Soulstones."
        yield Violation("M1-ENC-11", sentence, "Play a Brawl, or keep the Master.")
    most = size.masters - (exchanged and size.masters > 1)
    if len(masters) > most:
        sentence = f"{counted(len(masters), 'Master')}, and a {size.name} has {most}" + (
            " beside the one exchanged." if exchanged else "."
        )
        yield Violation("M1-ENC-11" if exchanged else rule, sentence, f"Remove {len(masters) - most}.")
    for profile in masters:
        if crew.faction in profile.factions:
            continue
        if crew.faction == OUTCASTS:
            sentence = f"{profile.full_name} is no Outcast, and Outcasts hire Outcasts only."
            yield Violation("M1-ENC-14", sentence, "Choose an Outcast.", profile.slug)
        elif not is_mercenary(profile):
            sentence = f"{profile.full_name} is neither of the faction nor a Mercenary."
            yield Violation("M1-ENC-10", sentence, "Choose a Master of the faction.", profile.slug)


def _minions(crew: CrewList, hired: Sequence[Profile]) -> Iterator[Violation]:
    """M1-ENC-12, -14; Masters are not counted among the Mercenaries (Q-12)."""
    strangers = [p for p in hired if p.station != MASTER and crew.faction not in p.factions]
    for profile in dict.fromkeys(strangers):
        if crew.faction == OUTCASTS:
            sentence = f"{profile.full_name} is no Outcast, and Outcasts hire Outcasts only."
            yield Violation("M1-ENC-14", sentence, "Hire an Outcast.", profile.slug)
        elif not is_mercenary(profile):
            sentence = f"{profile.full_name} is neither of the faction nor a Mercenary."
            yield Violation("M1-ENC-12", sentence, "Hire one of the faction.", profile.slug)
    if crew.faction != OUTCASTS and len(strangers) > MOST_MERCENARIES:
        sentence = f"{counted(len(strangers), 'Mercenary', 'Mercenaries')}, at most {MOST_MERCENARIES}."
        yield Violation("M1-ENC-12", sentence, f"Remove {len(strangers) - MOST_MERCENARIES}.")


def _copies(hired: Sequence[Profile], size: Size) -> Iterator[Violation]:
    """M1-ENC-09."""
    for profile, count in Counter(hired).items():
        most = most_copies(profile, size)
        if count > most:
            sentence = f"{profile.full_name}: {count} in the Crew, at most {most} in a {size.name}."
            yield Violation("M1-ENC-09", sentence, f"Remove {count - most}.", profile.slug)


def _totems(hired: Sequence[Profile], masters: Sequence[Profile]) -> Iterator[Violation]:
    """M1-ENC-15: each has its Master here."""
    names = {profile.name for profile in masters}
    for profile in dict.fromkeys(hired):
        if profile.is_totem and profile.totem_for not in names:
            sentence = f"{profile.full_name} is linked to {profile.totem_for or 'a Master'}, who is not here."
            yield Violation("M1-ENC-15", sentence, "Hire that Master, or remove the Totem.", profile.slug)


def candidates(
    crew: CrewList, catalogue: Catalogue, size: Size, *, exchanged: bool = False
) -> tuple[Candidate, ...]:
    """What could be added, at which price, and why not: the legal first. A model is legal when the Crew with
    it breaks nothing that it does not break already."""
    return _tried(crew, catalogue, size, lambda each: check_crew(each, catalogue, size, exchanged=exchanged))


def offered(
    crew: CrewList, catalogue: Catalogue, policies: HiringPolicies = STANDARD, *, everyone: bool = False
) -> tuple[Candidate, ...]:
    """The same by the size that its Soulstones say (``judged``); they are ``everyone`` there is."""
    return _tried(crew, catalogue, size_of(crew, catalogue), lambda each: judged(each, catalogue, policies))


def _tried(
    crew: CrewList, catalogue: Catalogue, size: Size, judge: Callable[[CrewList], HiringReport]
) -> tuple[Candidate, ...]:
    before = judge(crew)
    stood = {(violation.rule, violation.subject) for violation in before.violations}
    tried = []
    for profile in catalogue.profiles():
        after = judge(crew.add(profile.slug))
        own = crew.faction in profile.factions
        tried.append(
            Candidate(
                replace(profile, limit=most_copies(profile, size)),
                after.lines[-1].total,
                max(0, most_copies(profile, size) - crew.count(profile.slug)),
                own,
                tuple(v for v in after.violations if (v.rule, v.subject) not in stood),
                group=SECOND_MASTER if _makes_a_brawl(crew, profile, size) else "other",
                left=before.left,
                barred=never_hired(profile)
                or profile.slug == crew.leader
                or (not own and (crew.faction == OUTCASTS or not is_mercenary(profile))),
            )
        )
    return tuple(sorted(tried, key=lambda candidate: not candidate.legal))


def _makes_a_brawl(crew: CrewList, profile: Profile, size: Size) -> bool:
    """Whether hiring a second Master makes a Scrap's list one of a Brawl: where its format leaves that open,
    and its Soulstones fit both (``size_of``)."""
    return profile.station == MASTER and size == SCRAP and not crew.format and crew.size >= BRAWL.least


SECOND_MASTER = "second-master"
HIRING = HiringRules(
    factions=FACTIONS,
    faction_rule="M1-ENC-10",
    leads=leads,
    pool_limit=BRAWL.pool,
    slots=lambda bearer: 0,
    free_attachments=False,
    policies=HiringPolicies,
    check_crew=judged,
    candidates=offered,
    upgrade_candidates=lambda crew, catalogue, index, policies=STANDARD, *, left=None: (),
    formats={size.slug: size.name for size in SIZES.values()},
    groups=(
        PriceGroup(name="other", title="To hire"),
        PriceGroup(
            name=SECOND_MASTER,
            title="A second Master: it makes a Brawl",
            note=lambda leader: "30 to 70 Soulstones, a hand of 7, a pool of up to 10, up to 3 Schemes",
            rule="M1-ENC-02",
        ),
    ),
    format_rule="M1-ENC-01",
    format_note="A Scrap has one Master and 1 to 45 Soulstones, a Brawl two and 30 to 70; a second Master "
    "that is not taken is worth 10 Soulstones. Rules M1-ENC-01, -02, -11.",
    format_of=lambda crew, catalogue: size_of(crew, catalogue).slug,
    size=USUAL_SOULSTONES,
)
