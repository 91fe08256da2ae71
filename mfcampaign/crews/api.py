"""Endpoints of saved Crews, and the check of a list against the hiring rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import UNSET, Meta, Struct, UnsetType

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import acts, asks, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import from_validation
from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import access, operations, queries
from mfcampaign.crews.models import Crew, CrewVersion
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.policies import HiringPolicies
from rules.crews.report import HiringReport
from rules.crews.text.kinds import LONGEST_TEXT
from rules.crews.text.reading import LARGEST_SIZE
from rules.edition import edition_of, editions, unnamed

Slug = Annotated[str, Meta(max_length=80, pattern=r"^[a-z0-9-]*$")]
Named = Annotated[str, Meta(max_length=operations.LONGEST_NAME)]
Size = Annotated[int, Meta(ge=1, le=LARGEST_SIZE)]
Label = Annotated[str, Meta(max_length=operations.LONGEST_TAG)]
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
    tags: Annotated[tuple[Label, ...], Meta(max_length=operations.MOST_TAGS)] | UnsetType = UNSET
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


@acts(
    "post",
    "crews/",
    CrewView,
    body=NewCrew,
    status=201,
    tag=TAG,
    example={"faction": "guild", "leader": "lady-justice", "size": 50, "name": "Saturday"},
)
def new_crew(call: PersonCall) -> CrewView:
    """Begin a Crew."""
    crew = operations.create(call.user, **msgspec.structs.asdict(call.body))
    return view_of(call, crew)


@acts(
    "post",
    "crews/import/",
    CrewView,
    body=CrewText,
    example={"text": "Guild\nLady Justice\nGuild Hound"},
    status=201,
    tag=TAG,
)
def import_crew(call: PersonCall) -> CrewView:
    """Begin a Crew from text; what cannot be read is named line by line."""
    return view_of(call, operations.import_text(call.user, call.body.text, name=call.body.name))


@get("crews/<slug:crew>/", CrewView, tag=TAG)
def crew(call: PersonCall, crew: str) -> CrewView:
    """One of your Crews, with its report."""
    return view_of(call, _own(call, crew))


@acts("patch", "crews/<slug:crew>/", body=CrewChange, example={"name": "Sunday"}, tag=TAG)
def change_crew(call: PersonCall, crew: str) -> None:
    """Change name, Faction, Leader, size, notes, pack, folder, tags. A new Leader comes without Upgrades."""
    changes = {name: value for name, value in msgspec.structs.asdict(call.body).items() if value is not UNSET}
    operations.change_settings(_own(call, crew), call.user, **changes)


@acts("delete", "crews/<slug:crew>/", tag=TAG)
def delete_crew(call: PersonCall, crew: str) -> None:
    """Delete a Crew; it can be restored."""
    operations.delete(_own(call, crew), call.user)


@acts("post", "crews/<slug:crew>/restore/", tag=TAG)
def restore_crew(call: PersonCall, crew: str) -> None:
    """Restore a deleted Crew."""
    operations.restore(call.about(access.deleted_or_404(call.user, crew)), call.user)


@acts("post", "crews/<slug:crew>/members/", body=NewMember, tag=TAG, example={"slug": "guild-hound"})
def add_member(call: PersonCall, crew: str) -> None:
    """Hire one more model; if the draft becomes illegal, its report says why."""
    operations.add(_own(call, crew), call.user, call.body.slug)


@acts("delete", "crews/<slug:crew>/members/<int:member>/", tag=TAG)
def remove_member(call: PersonCall, crew: str, member: int) -> None:
    """Remove a model, with its Upgrades."""
    operations.remove(_own(call, crew), call.user, member)


@acts(
    "put",
    "crews/<slug:crew>/members/<int:member>/upgrades/",
    body=MemberUpgrades,
    example={"upgrades": []},
    tag=TAG,
)
def set_upgrades(call: PersonCall, crew: str, member: int) -> None:
    """Give a model exactly these Upgrades; member 0 is the Leader."""
    operations.set_upgrades(_own(call, crew), call.user, member or None, call.body.upgrades)


@acts("post", "crews/<slug:crew>/submit/", tag=TAG)
def submit_crew(call: PersonCall, crew: str) -> None:
    """Declare a legal Crew ready; an illegal one is refused with every reason."""
    operations.submit(_own(call, crew), call.user)


@acts("post", "crews/<slug:crew>/unsubmit/", tag=TAG)
def unsubmit_crew(call: PersonCall, crew: str) -> None:
    """Make a submitted Crew a draft again."""
    operations.unsubmit(_own(call, crew), call.user)


@acts("post", "crews/<slug:crew>/duplicate/", CrewView, status=201, tag=TAG)
def duplicate_crew(call: PersonCall, crew: str) -> CrewView:
    """Copy a Crew as a draft, with links of its own."""
    return view_of(call, operations.duplicate(_own(call, crew), call.user))


@get("crews/<slug:crew>/versions/", tuple[KeptVersion, ...], tag=TAG)
def crew_versions(call: PersonCall, crew: str) -> tuple[KeptVersion, ...]:
    """The saved versions of a Crew, the newest first."""
    return tuple(_version(row) for row in _own(call, crew).versions.all())


def _version(row: CrewVersion) -> KeptVersion:
    return KeptVersion(row.pk, row.name, row.kept_at)


@acts(
    "post",
    "crews/<slug:crew>/versions/",
    KeptVersion,
    body=VersionName,
    status=201,
    example={"name": "Before the cup"},
    tag=TAG,
)
def keep_crew_version(call: PersonCall, crew: str) -> KeptVersion:
    """Save the present state of a Crew as a named version, to compare with or return to."""
    return _version(operations.keep_version(_own(call, crew), call.user, call.body.name))


@get("crews/<slug:crew>/versions/<int:kept>/", KeptVersionView, tag=TAG)
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


@acts("post", "crews/<slug:crew>/versions/<int:kept>/use/", tag=TAG)
def use_crew_version(call: PersonCall, crew: str, kept: int) -> None:
    """Restore a Crew to a version."""
    operations.use_version(_own(call, crew), call.user, kept)


@acts("delete", "crews/<slug:crew>/versions/<int:kept>/", tag=TAG)
def delete_crew_version(call: PersonCall, crew: str, kept: int) -> None:
    """Delete a version; the Crew stays as it is."""
    operations.delete_version(_own(call, crew), call.user, kept)


@acts("post", "crews/<slug:crew>/undo/", tag=TAG)
def undo_crew_change(call: PersonCall, crew: str) -> None:
    """Undo the last change of models, Upgrades, Leader, Faction or size."""
    operations.undo(_own(call, crew), call.user)


@acts("post", "crews/<slug:crew>/fill/", tag=TAG)
def fill_crew(call: PersonCall, crew: str) -> None:
    """Hire models for the remaining Soulstones, those of the Leader's Keyword first; not in every edition."""
    operations.fill(_own(call, crew), call.user)


@acts("put", "crews/<slug:crew>/cost/", body=OwnCost, example={"slug": "guild-hound", "cost": 3}, tag=TAG)
def set_own_cost(call: PersonCall, crew: str) -> None:
    """Enter a Cost that the catalogue does not know; null removes it."""
    operations.set_cost(_own(call, crew), call.user, call.body.slug, call.body.cost)


@acts("post", "crews/<slug:crew>/link/", CrewView, tag=TAG)
def renew_crew_link(call: PersonCall, crew: str) -> CrewView:
    """Create a new share link; the old one no longer works."""
    row = _own(call, crew)
    operations.renew_share(row, call.user)
    return view_of(call, access.crew_or_404(call.user, crew))


@acts("post", "crews/<slug:crew>/release/", tag=TAG)
def move_crew_to_release(call: PersonCall, crew: str) -> None:
    """Update the Crew to the newest figures of its edition."""
    row = _own(call, crew)
    operations.use_release(row, call.user, catalog.current_release(row.release.edition).pk)


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
        place = str(error).replace("`$", "`$.policies")
        raise from_validation(msgspec.ValidationError(place)) from None
    return policies
