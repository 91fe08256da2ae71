"""Endpoints of saved Crews, and the check of a list against the hiring rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, UnsetType

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import from_validation
from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import access, collecting, operations, queries
from mfcampaign.crews.models import Crew, CrewVersion
from mfcampaign.web.names import LONGEST_TAG, MOST_TAGS
from rules.campaign.tried import Tried
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport
from rules.crews.text.kinds import LONGEST_TEXT
from rules.crews.text.reading import LARGEST_SIZE
from rules.edition import edition_of, editions, unnamed
from rules.refusal import Total

Slug = Annotated[str, Meta(max_length=80, pattern=r"^[a-z0-9-]*$")]
Named = Annotated[str, Meta(max_length=operations.LONGEST_NAME)]
Size = Annotated[int, Meta(ge=1, le=LARGEST_SIZE)]
Label = Annotated[str, Meta(max_length=LONGEST_TAG)]
Id = Annotated[int, Meta(ge=1, le=2**53)]
FORMATS = {
    slug: f"{name} of the {each.name}" for each in editions() for slug, name in each.hiring.formats.items()
}
Format = Annotated[
    str,
    Meta(
        max_length=12,
        description=f"{', '.join(FORMATS.values())}; empty: what the size says",
        extra_json_schema={"enum": ["", *FORMATS]},
    ),
]
TAG = "Crews"
CREW = "crews/<slug:crew>/"
programs = partial(act, access=access.crew_or_404, tag=TAG)
"""Acts whose forms have views: these answer with the changed parts of the builder, or come back filled in."""
changes = partial(programs, page="crews:crew", no_account=True)


class CrewRow(Struct, frozen=True):
    """A saved Crew in a list. ``version`` rises with every change; ``folder`` may be empty."""

    id: str
    name: str
    faction: str
    leader: str
    size: int
    state: str
    version: int
    updated_at: dt.datetime
    folder: str
    tags: tuple[str, ...]


class CrewsQuery(PageQuery, frozen=True):
    """Which Crews: those in ``folder``, those with ``tag``; empty leaves none out."""

    folder: Label = ""
    tag: Label = ""


class MemberRow(Struct, frozen=True):
    """A hired model with its Upgrades; ``id`` 0 is the Leader."""

    id: int
    slug: str
    upgrades: tuple[str, ...]


class CrewView(Struct, frozen=True):
    """A saved Crew, judged by the rules as it stands."""

    crew: CrewRow
    edition: EditionCode
    members: tuple[MemberRow, ...]
    report: HiringReport
    legal: bool
    text: str
    share: str


class KeptVersion(Struct, frozen=True):
    """What a Crew was when it was kept under a name."""

    id: int
    name: str
    kept_at: dt.datetime


class KeptVersionView(Struct, frozen=True):
    """A kept version, judged by the rules as it stood."""

    kept: KeptVersion
    faction: str
    leader: str
    size: int
    members: tuple[MemberRow, ...]
    report: HiringReport
    legal: bool
    text: str


class CrewNews(Struct, frozen=True):
    """Newer figures than the Crew's by name, what they change, and how it stands by them; empty: there are
    none."""

    figures: str = ""
    shown: str = ""
    changes: tuple[str, ...] = ()
    legal: bool = True
    standing: str = ""


class ShownFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The newer figures that were looked at, as ``shown`` names them; empty: whatever is newest."""

    shown: Annotated[str, Meta(max_length=60)] = ""


class TriedUpgrade(Struct, frozen=True):
    """An Injury or Campaign Upgrade tried on a model; ``member`` 0 is the Leader."""

    member: int
    slug: str
    name: str
    kind: str
    ss_cost: int
    effect: str


class NewTried(Struct, frozen=True, forbid_unknown_fields=True):
    """The slug of an Injury or Campaign Upgrade of the charts."""

    slug: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[a-z0-9-]+$")]


class TriedView(Struct, frozen=True):
    """What is tried in a Crew, its Campaign Rating by it, and what can be: ``offered`` has ``member`` -1."""

    tried: tuple[TriedUpgrade, ...]
    rating: Total
    offered: tuple[TriedUpgrade, ...]


class VersionName(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a version; without one it is numbered."""

    name: Named = ""


class NewCrew(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Crew starts with; ``leader`` may be empty."""

    faction: Slug
    leader: Slug = ""
    size: Size = 50
    name: Named = ""
    pack_id: Id | None = None
    dead_mans_hand: bool = False
    edition: EditionCode = unnamed().code
    format: Format = ""


class CrewChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    name: Named | UnsetType = UNSET
    faction: Slug | UnsetType = UNSET
    leader: Slug | UnsetType = UNSET
    size: Size | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    notes: Annotated[str, Meta(max_length=operations.LONGEST_NOTES)] | UnsetType = UNSET
    folder: Label | UnsetType = UNSET
    tags: Annotated[tuple[Label, ...], Meta(max_length=MOST_TAGS)] | UnsetType = UNSET
    dead_mans_hand: bool | UnsetType = UNSET
    pack_id: Id | UnsetType | None = UNSET


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    """The slug of a model."""

    slug: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[a-z0-9-]+$")]


class MemberUpgrades(Struct, frozen=True, forbid_unknown_fields=True):
    """Exactly these Upgrades, by slug; none takes them away."""

    upgrades: Annotated[tuple[Slug, ...], Meta(max_length=20)]


class CrewText(Struct, frozen=True, forbid_unknown_fields=True):
    """A Crew as text, one model a line."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    name: Named = ""


def _policy_fields() -> dict[str, Any]:
    """The fields that an edition's ``HiringRules.policies`` has, each with its schema."""
    kinds = [each.hiring.policies for each in editions()]
    shapes, components = msgspec.json.schema_components(kinds, ref_template="{name}")

    def inlined(shape: Any) -> Any:
        if isinstance(shape, list):
            return [inlined(each) for each in shape]
        if not isinstance(shape, dict):
            return shape
        if "$ref" in shape:
            return inlined(components[shape["$ref"]])
        return {name: inlined(each) for name, each in shape.items() if name != "title"}

    return {name: field for shape in shapes for name, field in inlined(shape)["properties"].items()}


Decided = Annotated[dict[str, Any], Meta(extra_json_schema={"properties": _policy_fields()})]


class HiringQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A list and what an organiser decides of hiring it; what another edition would ask is not looked at."""

    crew: CrewList
    policies: Decided = {}
    edition: EditionCode = unnamed().code


class OwnCost(Struct, frozen=True, forbid_unknown_fields=True):
    """A model, and what you say it costs."""

    slug: Annotated[str, Meta(min_length=1, max_length=120)]
    cost: Annotated[int, Meta(ge=0, le=99)] | None = None


class HiringAnswer(Struct, frozen=True):
    """Whether the list is a legal Crew, everything that is wrong with it, and its bill."""

    legal: bool
    report: HiringReport


def row_of(crew: Crew) -> CrewRow:
    return CrewRow(
        crew.public_id,
        crew.name,
        crew.faction,
        crew.leader,
        crew.size,
        crew.state,
        crew.version,
        crew.updated_at,
        crew.folder,
        tuple(crew.tags),
    )


def view_of(call: PortalCall, crew: Crew) -> CrewView:
    built = queries.build(crew)
    share = call.link(f"/crews/s/{crew.share_token}/")
    report = built.report
    return CrewView(
        row_of(crew), built.edition.code, _members(built), report, report.legal, built.text, share
    )


def _members(built: queries.Build) -> tuple[MemberRow, ...]:
    """The Leader first; a model of a kept version has the ``id`` that it is listed at."""
    crew = built.crew
    leader = [MemberRow(0, crew.leader, tuple(crew.leader_upgrades))] if crew.leader else []
    hired = [
        MemberRow(row.pk or place, row.slug, tuple(row.upgrades)) for place, row in enumerate(built.rows, 1)
    ]
    return (*leader, *hired)


def _own(call: PortalCall, crew: str) -> Crew:
    row: Crew = call.about(access.crew_or_404(call.user, crew))
    return row


def _rows(rows: Iterable[Crew]) -> list[CrewRow]:
    return [row_of(crew) for crew in rows]


@get("crews/", Page[CrewRow], query=CrewsQuery, tag=TAG)
def crews(call: PersonCall) -> Page[CrewRow]:
    """Your saved Crews, or those in a folder or with a tag, the newest first."""
    rows = queries.sorted_under(call.user, folder=call.query.folder, tag=call.query.tag)
    return by_key(rows, call.query, _rows)


@act(
    "post",
    "crews/",
    signed_in,
    status=201,
    tag=TAG,
    example={"faction": "guild", "leader": "lady-justice", "size": 50, "name": "Saturday"},
)
def new_crew(call: PersonCall, user: Person, body: NewCrew) -> Done[CrewView]:
    """Begin a Crew."""
    return Done("", view_of(call, operations.create(user, **msgspec.structs.asdict(body))))


@act(
    "post",
    "crews/import/",
    signed_in,
    status=201,
    tag=TAG,
    example={"text": "Guild\nLady Justice\nGuild Hound"},
)
def import_crew(call: PersonCall, user: Person, body: CrewText) -> Done[CrewView]:
    """Begin a Crew from text; what cannot be read is named line by line."""
    return Done("", view_of(call, operations.import_text(user, body.text, name=body.name)))


class CollectionQuery(Struct, frozen=True):
    """Of which edition."""

    edition: EditionCode = unnamed().code


class CollectedModel(Struct, frozen=True):
    """A model, and how many of it you own."""

    slug: str
    name: str
    copies: int


class CollectionView(Struct, frozen=True):
    """The models that you own, by name, and the same as a list to bring in again."""

    edition: EditionCode
    models: tuple[CollectedModel, ...]
    text: str


class CollectionList(Struct, frozen=True, forbid_unknown_fields=True):
    """Models, one a line with their copies; “Keyword: …” and “Box: …” are whole ones. ``replace``: instead of
    what is there."""

    text: Annotated[str, Meta(min_length=1, max_length=collecting.LONGEST_LIST)]
    edition: EditionCode = unnamed().code
    replace: bool = False


class OwnedCopies(Struct, frozen=True, forbid_unknown_fields=True):
    """Copies of the model, 0 for none any more."""

    copies: Annotated[int, Meta(ge=0, le=collecting.MOST_COPIES)]
    edition: EditionCode = unnamed().code


@get("collection/", CollectionView, query=CollectionQuery, tag=TAG)
def collection(call: PersonCall) -> CollectionView:
    """The models of an edition that you own."""
    edition = call.query.edition
    owned = collecting.collected(call.user, edition)
    models = collecting.owned_models(edition, owned)
    return CollectionView(
        edition,
        tuple(CollectedModel(profile.slug, profile.full_name, copies) for profile, copies in models),
        collecting.as_list(edition, owned),
    )


@act(
    "post",
    "collection/",
    signed_in,
    tag=TAG,
    page="crews:collection",
    example={"text": "2x Guild Hound", "edition": unnamed().code},
)
def enter_collection(call: PersonCall, user: Person, body: CollectionList) -> str:
    """Own the models of a list besides what you own, or instead of it; what cannot be read is named line by
    line."""
    return collecting.bring_in(user, body.edition, body.text, replace=body.replace)


@act(
    "put",
    "collection/models/<slug:slug>/",
    signed_in,
    tag=TAG,
    page="crews:collection",
    example={"copies": 2, "edition": unnamed().code},
)
def own_model(call: PersonCall, user: Person, slug: str, body: OwnedCopies) -> str:
    """Own so many copies of a model."""
    return collecting.own(user, body.edition, slug, body.copies)


@get(CREW, CrewView, tag=TAG)
def crew(call: PersonCall, crew: str) -> CrewView:
    """One of your Crews, with its report."""
    return view_of(call, _own(call, crew))


@programs("patch", CREW, example={"name": "Sunday"})
def change_crew(call: PersonCall, crew: Crew, body: CrewChange) -> str:
    """Change name, Faction, Leader, size, notes, pack, folder, tags. A new Leader comes without Upgrades."""
    changed = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}
    operations.change_settings(crew, call.user, **changed)
    return ""


@changes("delete", CREW)
def delete_crew(call: PersonCall, crew: Crew) -> Done[None]:
    """Delete a Crew; it can be restored."""
    operations.delete(crew, call.user, seen=call.seen)
    undo = reverse("act:restore_crew", args=[crew.public_id])
    return Done(f"{crew.name} was deleted.", None, reverse("crews:list"), undo)


@changes("post", f"{CREW}restore/", access=access.deleted_or_404)
def restore_crew(call: PersonCall, crew: Crew) -> str:
    """Restore a deleted Crew."""
    operations.restore(crew, call.user)
    return f"{crew.name} is back."


@programs("post", f"{CREW}members/", example={"slug": "guild-hound"})
def add_member(call: PersonCall, crew: Crew, body: NewMember) -> str:
    """Hire one more model; if the draft becomes illegal, its report says why."""
    operations.add(crew, call.user, body.slug)
    return ""


@programs("delete", f"{CREW}members/<int:member>/")
def remove_member(call: PersonCall, crew: Crew, member: int) -> str:
    """Remove a model, with its Upgrades."""
    operations.remove(crew, call.user, member)
    return ""


@programs("put", f"{CREW}members/<int:member>/upgrades/", example={"upgrades": []})
def set_upgrades(call: PersonCall, crew: Crew, member: int, body: MemberUpgrades) -> str:
    """Give a model exactly these Upgrades; member 0 is the Leader."""
    operations.set_upgrades(crew, call.user, member or None, body.upgrades)
    return ""


@get(f"{CREW}tried/", TriedView, tag=TAG)
def tried_in_crew(call: PersonCall, crew: str) -> TriedView:
    """The Injuries and Campaign Upgrades that are tried in a Crew, and those that can be."""
    row = _own(call, crew)
    built = queries.build(row)
    tried = (_tried(seat.member_id, each) for seat in built.seats for each in seat.tried)
    return TriedView(tuple(tried), built.rating, tuple(_tried(-1, each) for each in queries.to_try(row)))


def _tried(member: int, tried: Tried) -> TriedUpgrade:
    own = tried.upgrade
    return TriedUpgrade(member, own.slug, own.name, own.kind, own.ss_cost, tried.effect)


@changes(
    "post",
    f"{CREW}members/<int:member>/tried/",
    page="crews:tried",
    example={"slug": "broken-arm"},
)
def try_in_crew(call: PersonCall, crew: Crew, member: int, body: NewTried) -> str:
    """Try an Injury or Campaign Upgrade on a model, as in a league; member 0 is the Leader."""
    access.limit_changes(call.request)
    operations.try_on(crew, call.user, member or None, body.slug, seen=call.seen)
    return ""


@changes(
    "delete",
    f"{CREW}members/<int:member>/tried/<slug:slug>/",
    page="crews:tried",
)
def try_no_more_in_crew(call: PersonCall, crew: Crew, member: int, slug: str) -> str:
    """Take an Injury or Campaign Upgrade that is tried off a model."""
    access.limit_changes(call.request)
    operations.try_no_more(crew, call.user, member or None, slug, seen=call.seen)
    return ""


@changes("post", f"{CREW}submit/")
def submit_crew(call: PersonCall, crew: Crew) -> str:
    """Declare a legal Crew ready; an illegal one is refused with every reason."""
    operations.submit(crew, call.user, seen=call.seen)
    return f"{crew.name} is finished."


@changes("post", f"{CREW}unsubmit/")
def unsubmit_crew(call: PersonCall, crew: Crew) -> str:
    """Make a submitted Crew a draft again."""
    operations.unsubmit(crew, call.user, seen=call.seen)
    return ""


@changes("post", f"{CREW}duplicate/", status=201)
def duplicate_crew(call: PersonCall, crew: Crew) -> Done[CrewView]:
    """Copy a Crew as a draft, with links of its own."""
    access.limit_beginnings(call.request)
    copy = operations.duplicate(crew, call.user)
    access.remember(call.request, copy)
    return Done(f"{copy.name}: a draft of its own.", view_of(call, copy), copy.get_absolute_url())


@get(f"{CREW}versions/", tuple[KeptVersion, ...], tag=TAG)
def crew_versions(call: PersonCall, crew: str) -> tuple[KeptVersion, ...]:
    """The saved versions of a Crew, the newest first."""
    return tuple(_version(row) for row in _own(call, crew).versions.all())


def _version(row: CrewVersion) -> KeptVersion:
    return KeptVersion(row.pk, row.name, row.kept_at)


@changes(
    "post", f"{CREW}versions/", page="crews:crew#versions", status=201, example={"name": "Before the cup"}
)
def keep_crew_version(call: PersonCall, crew: Crew, body: VersionName) -> Done[KeptVersion]:
    """Save the present state of a Crew as a named version, to compare with or return to."""
    return Done("", _version(operations.keep_version(crew, call.user, body.name, seen=call.seen)))


@get(f"{CREW}versions/<int:kept>/", KeptVersionView, tag=TAG)
def crew_version(call: PersonCall, crew: str, kept: int) -> KeptVersionView:
    """One version of a Crew, with its report."""
    own_crew = _own(call, crew)
    version = get_object_or_404(own_crew.versions, pk=kept)
    built = queries.version_build(own_crew, version)
    was = built.crew
    return KeptVersionView(
        _version(version),
        was.faction,
        was.leader,
        was.size,
        _members(built),
        built.report,
        built.report.legal,
        built.text,
    )


@changes("post", f"{CREW}versions/<int:kept>/use/", page="crews:crew#versions")
def use_crew_version(call: PersonCall, crew: Crew, kept: int) -> str:
    """Restore a Crew to a version."""
    operations.use_version(crew, call.user, kept, seen=call.seen)
    return ""


@changes("delete", f"{CREW}versions/<int:kept>/", page="crews:crew#versions")
def delete_crew_version(call: PersonCall, crew: Crew, kept: int) -> str:
    """Delete a version; the Crew stays as it is."""
    operations.delete_version(crew, call.user, kept, seen=call.seen)
    return ""


@programs("post", f"{CREW}undo/")
def undo_crew_change(call: PersonCall, crew: Crew) -> str:
    """Undo the last change of models, Upgrades, Leader, Faction or size."""
    operations.undo(crew, call.user)
    return ""


@programs("post", f"{CREW}fill/")
def fill_crew(call: PersonCall, crew: Crew) -> str:
    """Hire models for the remaining Soulstones, those of the Leader's Keyword first; not in every edition."""
    operations.fill(crew, call.user)
    return ""


@programs("put", f"{CREW}cost/", example={"slug": "guild-hound", "cost": 3})
def set_own_cost(call: PersonCall, crew: Crew, body: OwnCost) -> str:
    """Enter a Cost that the catalogue does not know; null removes it."""
    operations.set_cost(crew, call.user, body.slug, body.cost)
    return ""


@changes("post", f"{CREW}link/")
def renew_crew_link(call: PersonCall, crew: Crew) -> Done[CrewView]:
    """Create a new share link; the old one no longer works."""
    operations.renew_share(crew, call.user, seen=call.seen)
    fresh = access.crew_or_404(call.user, crew.public_id)
    return Done("The old share link no longer works.", view_of(call, fresh))


@get(f"{CREW}release/", CrewNews, tag=TAG)
def crew_news(call: PersonCall, crew: str) -> CrewNews:
    """What the newest figures would change for a Crew."""
    newest = queries.news(queries.build(_own(call, crew)))
    if newest is None:
        return CrewNews()
    changes = tuple(change.sentence for change in newest.changes)
    return CrewNews(newest.figures.label, newest.figures.shown, changes, newest.report.legal, newest.standing)


@changes("post", f"{CREW}release/", example={"shown": ""})
def move_crew_to_release(call: PersonCall, crew: Crew, body: ShownFigures) -> str:
    """Update the Crew to the newest figures of its edition and its pack. A finished one that is not legal by
    them is a draft again."""
    return operations.use_newest_figures(crew, call.user, body.shown, seen=call.seen)


@get("crews/shared/<slug:token>/", CrewView, open=True, tag=TAG)
def shared_crew(call: PortalCall, token: str) -> CrewView:
    """A Crew by its share link."""
    return view_of(call, access.shared_or_404(token))


@asks(
    "calculator/hiring/",
    HiringAnswer,
    body=HiringQuestion,
    open=True,
    tag="Calculator",
    example={"crew": {"faction": "guild", "leader": "lady-justice", "members": [{"slug": "guild-hound"}]}},
)
def check_hiring(call: PortalCall) -> HiringAnswer:
    """Whether a list is a legal Crew, and what it costs, by the current release of the figures."""
    question: HiringQuestion = call.body
    policies = _decided(question)
    figures = catalog.catalogue_for(catalog.current_release(question.edition).pk)
    report = check_crew(question.crew, figures, policies)
    return HiringAnswer(report.legal, report)


def _decided(question: HiringQuestion) -> HiringPolicies:
    """The policies as the edition asked knows them; ``Problem`` 422 for those it cannot read."""
    kind = edition_of(question.edition).hiring.policies
    try:
        policies: HiringPolicies = msgspec.convert(question.policies, kind)
    except msgspec.ValidationError as error:
        raise from_validation(error, kind, "policies") from None
    return policies
