"""Reading Crews with a fixed number of queries.

``build`` asks one (its members), and one more for a pack's version; ``listed`` asks two for any number of
Crews, and one for each pack among them. Rows become the types of ``rules.crews``.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.catalog.changes import Change
from mfcampaign.catalog.queries import (
    ReleaseWithPack,
    catalogue_for,
    changes_between,
    charts,
    current_release,
    default_chart_set,
    newer_figures,
)
from mfcampaign.crews.models import Crew, CrewMember, CrewVersion
from rules.campaign.readings import usual_policies
from rules.campaign.tried import LEADER, Tried, TriedOn, injured, offered
from rules.campaign.tried.judged import extra_cost, judged, rating
from rules.crews.catalogue import MASTER, Catalogue, Profile, UpgradeProfile, faction_name
from rules.crews.crewlist import CrewList, Member
from rules.crews.hiring import HiringRules, check_crew, hiring_of
from rules.crews.offers import Candidate, UpgradeCandidate
from rules.crews.policies import HiringPolicies
from rules.crews.printed import Cards as PrintedCards
from rules.crews.report import HiringReport, MemberSheet
from rules.crews.suggestions import advice
from rules.crews.text.names import folded
from rules.crews.text.writing import write, write_as_app
from rules.edition import Edition, edition_of
from rules.refusal import Total, Violation
from rules.wording import listed as listed_in_words

PER_PAGE = 20
MOST_BARRED = 40
RESTORABLE = 5


@dataclass(frozen=True)
class CrewPlace:
    """One model of a Crew as a page shows it; ``member_id`` 0 is the Leader, ``index`` ``None`` too."""

    member_id: int
    index: int | None
    sheet: MemberSheet
    profile: Profile | None
    upgrades: tuple[UpgradeProfile, ...]
    violations: tuple[Violation, ...]
    offers: tuple[UpgradeCandidate, ...] = ()
    choices: int = 1
    tried: tuple[Tried, ...] = ()

    @property
    def slots(self) -> tuple[str, ...]:
        """One entry for each Upgrade the page asks for: the Upgrade attached there, empty for none yet."""
        return (*self.bought, *[""] * max(0, self.choices - len(self.bought)))

    @property
    def bought(self) -> tuple[str, ...]:
        return tuple(upgrade.slug for upgrade in self.upgrades)

    @property
    def boxes(self) -> range:
        """One for each point of Health, to tick on paper."""
        return range(self.profile.health or 0) if self.profile else range(0)


@dataclass(frozen=True)
class Group:
    """The candidates of one price rule, in an order that hiring does not change."""

    name: str
    title: str
    note: str
    candidates: tuple[Candidate, ...]
    rule: str = ""


@dataclass(frozen=True)
class HiredFor:
    """The drawn set-up that a Crew is hired for: addresses of its card, of playing it, of recording it."""

    card: str
    play: str
    record: str


@dataclass(frozen=True)
class Hall:
    """The models a Crew may hire, and those it may not; ``words``: what was searched for."""

    groups: tuple[Group, ...]
    barred: tuple[Candidate, ...]
    words: str

    @property
    def count(self) -> int:
        """How many can join now."""
        return sum(candidate.legal for group in self.groups for candidate in group.candidates)


@dataclass(frozen=True)
class Build:
    """A Crew with its judgement, read once and asked often."""

    crew: Crew
    written: CrewList
    rows: tuple[CrewMember, ...]
    catalogue: Catalogue
    policies: HiringPolicies
    tried: TriedOn

    @cached_property
    def report(self) -> HiringReport:
        if not self.tried:
            return self._hired(self.crew.size)
        policies = usual_policies(self.edition.code)
        return judged(self._hired, self.crew.size, self.tried, self.catalogue, policies)

    def _hired(self, size: int) -> HiringReport:
        """What hiring says of the Crew in an Encounter of that size, without what is tried."""
        return check_crew(replace(self.written, size=size), self.catalogue, self.policies)

    @cached_property
    def spending(self) -> CrewList:
        """The Crew with what is left for hiring beside what is tried."""
        return replace(self.written, size=max(1, self.crew.size - extra_cost(self.tried)))

    @property
    def rating(self) -> Total:
        """The Campaign Rating by what is tried."""
        models = {sheet.position: self._profile(sheet.slug) for sheet in self.report.lines}
        known = {position: profile for position, profile in models.items() if profile is not None}
        return rating(known, self.tried, usual_policies(self.edition.code))

    @property
    def edition(self) -> Edition:
        return edition_of(self.catalogue.edition)

    @property
    def hiring(self) -> HiringRules[Any]:
        return self.edition.hiring

    @property
    def printed(self) -> PrintedCards:
        """What the cards of these figures print and call it."""
        return self.edition.cards

    @property
    def stats(self) -> tuple[tuple[str, str], ...]:
        """Figures of a model's line with what the edition calls them."""
        return self.printed.stat_line

    @property
    def play_address(self) -> str:
        """Where an Encounter with this Crew begins."""
        return self._play_address()

    def _play_address(self, **more: str) -> str:
        asked = {"edition": self.edition.code, "own": self.crew.public_id}
        if self.format:
            asked |= {"size": str(self.crew.size), "format": self.format}
        return f"{reverse('play:new')}?{urlencode(asked | more)}"

    def hired_for(self, drawn: str) -> HiredFor | None:
        """The ways on to the set-up of that code; nothing for none."""
        if not drawn:
            return None
        card = reverse("setups:card", args=[drawn.partition("?")[0]])
        play, record = self._play_address(drawn=drawn), self._play_address(drawn=drawn, opponent="table")
        return HiredFor(card, play, record)

    @property
    def hires(self) -> str:
        """What the Encounter is called, where its edition has several."""
        return self.hiring.formats.get(self.format, "")

    @cached_property
    def format(self) -> str:
        return self.hiring.format_of(self.written, self.catalogue)

    @cached_property
    def leader(self) -> Profile | None:
        return self._profile(self.written.leader)

    @cached_property
    def leader_card(self) -> UpgradeProfile | None:
        """The card that the Leader brings."""
        return self.hiring.leader_card(self.written, self.catalogue)

    @property
    def faction_name(self) -> str:
        return faction_name(self.crew.faction, self.catalogue.edition)

    @property
    def pool_boxes(self) -> range:
        return range(self.report.pool)

    @property
    def hired_names(self) -> str:
        """The models besides the Leader, copies counted, in one line."""
        names = Counter(line.label for line in self.report.lines if line.position >= 0)
        return ", ".join(name if copies == 1 else f"{name} ×{copies}" for name, copies in names.items())

    @property
    def spent_beyond(self) -> int:
        return max(0, -self.report.left)

    @cached_property
    def count(self) -> int:
        """Models, the Leader included."""
        return len(self.rows) + bool(self.crew.leader)

    @cached_property
    def seats(self) -> tuple[CrewPlace, ...]:
        """Leader first, without the Upgrades that could be bought."""
        return tuple(self._seat(sheet) for sheet in self.report.lines)

    @cached_property
    def seats_with_offers(self) -> tuple[CrewPlace, ...]:
        return tuple(self._seat(sheet, offers=True) for sheet in self.report.lines)

    @cached_property
    def advice(self) -> tuple[Violation, ...]:
        return advice(self.written, self.catalogue, self.report)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.hiring.candidates(self.spending, self.catalogue, self.policies)

    def hall(self, words: str = "") -> Hall:
        """The models to hire, in groups; with ``words`` those found by them, of any Faction."""
        if not self.leader:
            return Hall((), (), words)
        offered = filtered(self._everyone, words) if words else self.candidates
        groups = [
            Group(group.name, group.title, group.note(self.leader), ordered, group.rule)
            for group, ordered in self.hiring.grouped(offered, self.printed.stations)
        ]
        barred = [c for c in offered if c.barred and c.profile.slug != self.crew.leader]
        return Hall(tuple(groups), tuple(barred[:MOST_BARRED] if words else barred), words)

    def candidate(self, slug: str) -> Candidate | None:
        """The model as a candidate of this Crew; ``None`` for one the figures do not have."""
        return next((candidate for candidate in self._everyone if candidate.profile.slug == slug), None)

    @cached_property
    def _everyone(self) -> tuple[Candidate, ...]:
        return self.hiring.candidates(self.spending, self.catalogue, self.policies, everyone=True)

    @cached_property
    def text(self) -> str:
        report = self._hired(self.crew.size) if self.tried else self.report
        return write(self.written, self.catalogue, name=self.crew.name, report=report) + self._tried_in_text

    @cached_property
    def app_text(self) -> str:
        """The Crew in the form that the official app exports."""
        report = self._hired(self.crew.size) if self.tried else self.report
        text = write_as_app(self.written, self.catalogue, name=self.crew.name, report=report)
        return text + self._tried_in_text

    @property
    def _tried_in_text(self) -> str:
        """A comment for each model on which something is tried: no list of a Crew has words for it."""
        worn = {
            seat.sheet.label: listed_in_words([each.upgrade.name for each in seat.tried])
            for seat in self.seats
        }
        return "".join(f"# Tried on {label}: {names}\n" for label, names in worn.items() if names)

    def _profile(self, slug: str) -> Profile | None:
        return self.catalogue.profile(slug) if self.catalogue.has_profile(slug) else None

    def _seat(self, sheet: MemberSheet, *, offers: bool = False) -> CrewPlace:
        index = None if sheet.position < 0 else sheet.position
        row = None if index is None else self.rows[index]
        worn = self.written.leader_upgrades if row is None else tuple(row.upgrades)
        upgrades = tuple(self.catalogue.upgrade(slug) for slug in worn if self.catalogue.has_upgrade(slug))
        offered: tuple[UpgradeCandidate, ...] = ()
        if offers:
            offered = self._offers(index, upgrades)
        profile, tried = self._profile(sheet.slug), self.tried.get(sheet.position, ())
        return CrewPlace(
            0 if row is None else row.pk,
            index,
            sheet,
            injured(profile, tried) if profile else None,
            upgrades,
            self.report.about(sheet.slug),
            offered,
            self._choices(sheet, offered, len(upgrades)),
            tried,
        )

    def _offers(self, index: int | None, worn: tuple[UpgradeProfile, ...]) -> tuple[UpgradeCandidate, ...]:
        """The Upgrades the model could have *instead* of those it has now."""
        bare = self.written.with_upgrades(index, ())
        left = self.report.left + sum(upgrade.cost for upgrade in worn)
        candidates = self.hiring.upgrade_candidates(bare, self.catalogue, index, self.policies, left=left)
        return tuple(offer for offer in candidates if not offer.upgrade.special)

    def _choices(self, sheet: MemberSheet, offers: Sequence[UpgradeCandidate], bought: int) -> int:
        """How many Upgrades the page asks for: the room there is, and one more where some need none."""
        if not self.catalogue.has_profile(sheet.slug) or not any(offer.legal for offer in offers):
            return bought
        room = self.hiring.slots(self.catalogue.profile(sheet.slug))
        return max(room, bought + 1) if self.hiring.free_attachments else room


@dataclass(frozen=True)
class News:
    """Newer figures than the Crew's, what they change for the Crew, and how it stands by them."""

    figures: ReleaseWithPack
    changes: tuple[Change, ...]
    report: HiringReport

    @property
    def standing(self) -> str:
        """How the Crew stands by these figures: ``54 of 50 Soulstones: 4 over``."""
        spent, over = self.report.total.amount, -self.report.left
        if self.report.legal:
            judged = "legal"
        elif over > 0:
            judged = f"{over} over"
        else:
            judged = "not legal"
        return f"{spent} of {spent - over} Soulstones: {judged}"


def build(crew: Crew) -> Build:
    return _built(crew, tuple(crew.members.all()))


def _built(crew: Crew, rows: tuple[CrewMember, ...]) -> Build:
    catalogue = catalogue_of(crew)
    written, policies = crewlist_of(crew, rows), policies_of(crew, catalogue)
    return Build(crew, written, rows, catalogue, policies, tried_of(crew, rows))


def own(user: Viewer) -> QuerySet[Crew]:
    """The Crews of a person, deleted ones left out."""
    return Crew.objects.filter(owner_id=user.pk, deleted_at=None)


_SHARE_LINK = re.compile(r"/crews/s/([\w-]{1,40})")


def edition_of_link(text: str) -> str:
    """The edition of the Crew whose share link ``text`` holds; empty where it holds none."""
    link = _SHARE_LINK.search(text)
    if link is None:
        return ""
    crews = Crew.objects.filter(share_token=link[1], deleted_at=None)
    return crews.values_list("release__edition", flat=True).first() or ""


def leaders_named(texts: Iterable[str], edition: str) -> dict[str, str]:
    """The Leader of each Crew that was declared, as a text or by its share link; texts that name none are
    left out. Of a text it is the first line that holds the whole name of a Master. At most two queries."""
    texts = set(texts) - {""}
    if not texts:
        return {}
    catalogue = catalogue_for(current_release(edition).pk)
    tokens = {text: link[1] for text in texts if (link := _SHARE_LINK.search(text))}
    crews = Crew.objects.filter(share_token__in=tokens.values(), deleted_at=None, release__edition=edition)
    led = dict(crews.values_list("share_token", "leader"))
    named = {
        text: catalogue.profile(led[token]).full_name
        for text, token in tokens.items()
        if catalogue.has_profile(led.get(token, ""))
    }
    masters = [(folded(p.full_name), p.full_name) for p in catalogue.profiles() if p.station == MASTER]
    masters.sort(key=lambda master: -len(master[0]))
    for text in texts - tokens.keys():
        lines = (folded(line) for line in text.splitlines())
        matches = (name for line in lines for short, name in masters if short in line)
        if (leader := next(matches, None)) is not None:
            named[text] = leader
    return named


def playable(user: Viewer, edition: str) -> QuerySet[Crew]:
    """Those of the edition that an Encounter is played by."""
    return own(user).filter(release__edition=edition)


MOST_RECENT = 5


def recent(user: Person) -> QuerySet[Crew]:
    """A person's Crews changed last; one query, members not read."""
    return own(user)[:MOST_RECENT]


def listed(user: Viewer, page: str | int = 1, *, folder: str = "", tag: str = "") -> Page[Crew]:
    """One page of a person's Crews, newest first, members read along, of one folder or tag where asked for;
    ``page`` may be nonsense."""
    crews = sorted_under(user, folder=folder, tag=tag).prefetch_related("members")
    return Paginator(crews, PER_PAGE).get_page(page)


def sorted_under(user: Viewer, *, folder: str = "", tag: str = "") -> QuerySet[Crew]:
    """A person's Crews of one folder or tag where asked for."""
    crews = own(user)
    if folder:
        crews = crews.filter(folder=folder)
    if tag:
        # No database searches in JSON like the other; a person's Crews are few (quota).
        crews = crews.filter(pk__in=[pk for pk, tags in own(user).values_list("pk", "tags") if tag in tags])
    return crews


def folders_and_tags(user: Viewer) -> tuple[list[str], list[str]]:
    """The folders and the tags of a person's Crews, by name; one query."""
    if user.pk is None:
        return [], []
    kept = list(own(user).exclude(folder="", tags=[]).values_list("folder", "tags"))
    folders = {folder for folder, _tags in kept if folder}
    tags = {tag for _folder, tags in kept for tag in tags}
    return sorted(folders, key=str.casefold), sorted(tags, key=str.casefold)


def version_build(crew: Crew, version: CrewVersion) -> Build:
    """The Crew as that version had it; nothing of it is saved."""
    stood = version.stood
    was = copy(crew)
    was.name = version.name
    for field, value in stood.items():
        if field != "members":
            setattr(was, field, value)
    rows = tuple(
        CrewMember(crew=was, position=position, **member) for position, member in enumerate(members_of(stood))
    )
    return _built(was, rows)


def members_of(stood: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The members of what a Crew was (``Crew.past``), by the fields of ``CrewMember``. What was kept before
    anything could be tried has no third."""
    return [
        {"slug": slug, "upgrades": upgrades, "tried": tried[0] if tried else []}
        for slug, upgrades, *tried in stood["members"]
    ]


def deleted(user: Viewer) -> list[Crew]:
    """The last few Crews that can be restored."""
    gone = Crew.objects.filter(owner_id=user.pk, deleted_at__isnull=False)
    return list(gone.order_by("-deleted_at")[:RESTORABLE])


def news(build: Build) -> News | None:
    """What a newer release, or the pack of which the Crew has a kept state, would change for it; ``None``
    when it has the newest of both."""
    crew, written = build.crew, build.written
    newer = newer_figures(crew.owner_id, crew.release, crew.pack)
    if newer is None:
        return None
    slugs = {crew.leader, *(member.slug for member in written.members), *written.bought()} - {""}
    packs = (crew.pack_id, newer.pack.pk if newer.pack else None)
    changes = changes_between(crew.release_id, newer.release.pk, slugs, packs)
    figures = newer.catalogue.with_costs(crew.own_costs)
    by_them = dataclasses.replace(build, catalogue=figures, policies=policies_of(crew, figures))
    return News(newer, tuple(changes), by_them.report)


def of_nobody(public_ids: Sequence[str]) -> QuerySet[Crew]:
    """Those of these Crews that belong to nobody, with their members."""
    crews = Crew.objects.filter(public_id__in=public_ids, owner=None, deleted_at=None)
    return crews.prefetch_related("members")


def filtered(candidates: tuple[Candidate, ...], words: str) -> tuple[Candidate, ...]:
    """Those whose names, Keywords, station or Characteristics hold every word typed."""
    wanted = folded(words).split()
    return tuple(
        candidate for candidate in candidates if all(w in _searchable(candidate.profile) for w in wanted)
    )


def _searchable(profile: Profile) -> str:
    parts = (profile.full_name, profile.station, *profile.keywords, *profile.characteristics)
    return folded(" ".join((*parts, "Versatile") if profile.versatile else parts))


def last_copy(crew: Crew, slug: str) -> int:
    """The id of the member of that model hired last; 0 for none."""
    ids = CrewMember.objects.filter(crew=crew, slug=slug).order_by("-position").values_list("pk", flat=True)
    return ids.first() or 0


def masters(
    catalogue: Catalogue, faction: str = "", words: str = ""
) -> list[tuple[str, list[tuple[str, list[Profile]]]]]:
    """Who leads most Crews: Factions with their Masters, each with all its titles. A Master of two Factions
    stands in both. With ``words`` whoever may lead, Henchmen too, and is found by them; Factions without one
    are left out."""
    hiring, shown = hiring_of(catalogue), []
    wanted = folded(words).split()
    for slug in [faction] if faction else hiring.factions:
        named: dict[str, list[Profile]] = {}
        for profile in leaders(catalogue, slug):
            if wanted:
                fits = all(word in _searchable(profile) for word in wanted)
            else:
                fits = profile.station == MASTER and not hiring.needs_consent(profile)
            if fits:
                named.setdefault(profile.name, []).append(profile)
        if named or not wanted:
            shown.append((slug, sorted(named.items())))
    return shown


def leaders(catalogue: Catalogue, faction: str) -> tuple[Profile, ...]:
    """The possible Leaders of a Faction: Masters first, then Henchmen, by name (M3E-HIRE-01, M1-ENC-10)."""
    leads = hiring_of(catalogue).leads
    profiles = [profile for profile in catalogue.profiles() if leads(profile, faction)]
    return tuple(sorted(profiles, key=lambda p: p.station != MASTER))


def catalogue_of(crew: Crew) -> Catalogue:
    """The figures this Crew was built with, the player's own where nobody knows a Cost."""
    return catalogue_for(crew.release_id, crew.pack_id).with_costs(crew.own_costs)


def crewlist_of(crew: Crew, members: Sequence[CrewMember]) -> CrewList:
    """The Crew for the rules; the order of ``members`` is kept, so indexes fit both."""
    return CrewList(
        faction=crew.faction,
        leader=crew.leader,
        size=crew.size,
        members=tuple(Member(row.slug, tuple(row.upgrades)) for row in members),
        leader_upgrades=tuple(crew.leader_upgrades),
        format=crew.format,
    )


def tried_of(crew: Crew, members: Sequence[CrewMember]) -> TriedOn:
    """What is tried, by position; models without anything are left out."""
    every = [(LEADER, crew.leader_tried), *((n, row.tried) for n, row in enumerate(members))]
    return {n: msgspec.convert(tried, tuple[Tried, ...]) for n, tried in every if tried}


def to_try(crew: Crew) -> tuple[Tried, ...]:
    """The Injuries and Campaign Upgrades of the newest house charts of the Crew's edition; nothing where it
    has no campaign. Two queries at most."""
    edition = crew.release.edition
    if edition_of(edition).arsenal is None:
        return ()
    return offered(charts(default_chart_set(edition).pk), usual_policies(edition))


def policies_of(crew: Crew, catalogue: Catalogue) -> HiringPolicies:
    """What an organiser decided for the Crew, by the edition of its figures."""
    policies: HiringPolicies = hiring_of(catalogue).policies(consent=crew.dead_mans_hand)
    return policies
