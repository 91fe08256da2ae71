"""A league from its opening to its first week: organisers, invitations, entries."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.names import known_zones
from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.divisions import queries as divisions
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Invitation, Organiser, Restart, Week
from mfcampaign.campaigns.models.league import HIRE_DAYS, WEEKS_TOTAL, usual_edition
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.settings.labels import WORDS
from mfcampaign.campaigns.settings.operations import differing
from mfcampaign.catalog import queries as catalog
from mfcampaign.live.revocation import end_person
from mfcampaign.web.names import looks, with_free_slug
from mfcampaign.web.resilience.quotas import expect_room
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.policies import POLICIES, declarable, policies_as_dict, policies_from
from rules.campaign.system import CampaignSystem, expect_playable, system_of
from rules.edition import edition_of, name_of
from rules.refusal import Refusal
from rules.wording import counted, listed

INVITATION_DAYS = 60
# First words of addresses beside the leagues' own.
RESERVED = frozenset({"new", "join", "import", "templates", "sheets"})


def open_league(
    user: Person,
    *,
    name: str,
    starts_on: dt.date,
    turnover_time: dt.time,
    zone: str,
    weeks_total: int = WEEKS_TOTAL,
    hire_days: int = HIRE_DAYS,
    edition: str = "",
    system: str = "",
    season: str = "",
    description: str = "",
    listed: bool = True,
    policies: dict[str, Any] | None = None,
    pack_id: int | None = None,
) -> Campaign:
    """A new league, open for registration, with ``user`` as its organiser and its ledger opened.

    ``edition`` is that of its figures, its Strategies and Schemes (``season``; empty: its usual ones) and its
    pack; ``system`` the campaign that is played (empty: the usual one). Neither ever changes. ``policies``
    are laid over what is usual in the edition and in the campaign; those that the ledger's defaults say too
    are named where these usually read otherwise.
    """
    edition = edition or usual_edition()
    arsenal_of(edition)
    played = system_of(system)
    expect_playable(played.code, edition)
    season = season or edition_of(edition).setup.usual_season
    expect_edition(edition, season, pack_id)
    if unknown := without_use(played, policies or {}, edition):
        raise Refusal(
            f"{played.name} has no use for “{WORDS[unknown[0]][0]}”.",
            fix="Leave that setting alone, or choose another campaign.",
        )
    policies = {**edition_of(edition).readings.usual, **played.policies.usual, **(policies or {})}
    expect_schedule(zone, weeks_total, hire_days)
    policies_from(policies)
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=user.pk)  # two at once are counted one after the other
        held = Organiser.objects.filter(user=user).exclude(campaign__state__in=Campaign.OVER).count()
        expect_room("leagues", held, "End one, or hand it over to another organiser.")
        facts: dict[str, Any] = {
            "name": name,
            "description": description,
            "weeks_total": weeks_total,
            "timezone": zone,
            "starts_on": starts_on,
            "turnover_time": turnover_time,
            "hire_days": hire_days,
            "edition": edition,
            "system": played.code,
            "season": season,
            "policies": differing(policies),
            "release": catalog.current_release(edition),
            "pack_id": pack_id,
            "charts": catalog.default_chart_set(edition, played.code),
            "listed": listed,
        }
        campaign = with_free_slug(
            Campaign,
            name,
            lambda slug: Campaign.objects.create(slug=slug, **facts),
            usual="league",
            reserved=RESERVED,
            listed=listed,
        )
        Organiser.objects.create(campaign=campaign, user=user)
        ledger.open_accounts(campaign)
        with operation(campaign, user, kind="league.opened") as act:
            act.say(f"{user} opened the league {name}, {name_of(edition)}, for registration.")
    return campaign


def without_use(played: CampaignSystem, policies: dict[str, Any], edition: str) -> list[str]:
    """The settings among ``policies`` that are otherwise than usual and that the campaign has no use for."""
    usual = {**policies_as_dict(POLICIES), **edition_of(edition).readings.usual, **played.policies.usual}
    return [
        name
        for name, value in policies.items()
        if name in played.policies.not_asked and value != usual.get(name)
    ]


def expect_schedule(zone: str, weeks_total: int, hire_days: int) -> None:
    """``Refusal`` for a zone that is none, and for weeks that no league has."""
    if zone not in known_zones():
        raise Refusal(f"{zone!r} is not a time zone that we know.", fix="Choose one from the list.")
    if not 1 <= weeks_total <= 20:
        raise Refusal("A league lasts between 1 and 20 weeks.", fix="Six weeks are usual.")
    if not 0 <= hire_days <= 6:
        raise Refusal("Hires stay open between 0 and 6 days of the week.")


def expect_edition(edition: str, season: str, pack_id: int | None) -> None:
    """Figures, Strategies and house figures are of one edition: their numbers are never mixed."""
    name = name_of(edition)
    if catalog.season(season).edition != edition:
        raise Refusal(
            f"These Strategies and Schemes are not of the {name}.", fix="Choose one of its own seasons."
        )
    if pack_id is not None and catalog.pack_edition(pack_id) != edition:
        raise Refusal(f"This pack is not for figures of the {name}.", fix="Choose one of this edition.")


def add_organiser(campaign: Campaign, actor: Person | None, user: Person) -> None:
    """One more person who may do everything an organiser may."""
    with operation(campaign, actor, kind="league.organiser_added") as act:
        _, new = Organiser.objects.get_or_create(campaign=campaign, user=user)
        if not new:
            raise Refusal(f"{user} organises this league already.")
        act.say(f"{user} became an organiser.")


def remove_organiser(campaign: Campaign, actor: Person | None, user: Person) -> None:
    """The last organiser cannot leave: nobody could correct a league without one."""
    with operation(campaign, actor, kind="league.organiser_removed") as act:
        if campaign.organisers.count() < 2:
            raise Refusal(
                "A league needs an organiser, and this is the last one.", fix="Add another organiser first."
            )
        end_person(user.pk)
        if not campaign.organisers.filter(user=user).delete()[0]:
            raise Refusal(f"{user} does not organise this league.")
        act.say(f"{user} is no longer an organiser.")


def invite(campaign: Campaign, actor: Person | None, *, days: int = INVITATION_DAYS) -> str:
    """A new invitation; the token is returned once and never stored."""
    token = secrets.token_urlsafe(16)
    with operation(campaign, actor, kind="league.invited") as act:
        Invitation.objects.create(
            campaign=campaign,
            token_hash=_hash(token),
            created_by=actor,
            expires_at=timezone.now() + dt.timedelta(days=days),
        )
        act.say(f"{actor} made an invitation link.", organisers_only=True)
    return token


def revoke_invitations(campaign: Campaign, actor: Actor) -> int:
    """Every link given out so far stops working; the number of links is returned."""
    with operation(campaign, actor, kind="league.invitations_revoked") as act:
        count = campaign.invitations.filter(revoked_at=None).update(revoked_at=timezone.now())
        act.say(f"{actor} revoked {counted(count, 'invitation link')}.", organisers_only=True)
    return count


def invitation(token: str) -> Invitation | None:
    """The invitation of that token if it can still be used: one answer for unknown, used, expired."""
    return (
        Invitation.objects.select_related("campaign")
        .filter(token_hash=_hash(token), revoked_at=None, expires_at__gt=timezone.now(), uses_left__gt=0)
        .first()
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def join(
    campaign: Campaign,
    user: Person,
    *,
    faction: str,
    token: str = "",
    crew_name: str = "",
    by: Person | None = None,
) -> Entry:
    """Enter the league under one faction, which is locked until it ends (SL-START-01).

    Needs a usable invitation, or to be an organiser of the league, or to be entered ``by`` one, or to have
    played the season before.
    Joining twice finds the first entry.
    """
    entries = Entry.objects.filter(campaign=campaign, user=user)
    if (earlier := entries.first()) is not None:
        return _come_back(earlier, user) if came_away(earlier) else earlier
    with operation(campaign, by or user, kind="league.joined") as act:
        campaign = act.row
        if (earlier := entries.first()) is not None:  # a second tap waited for the lock
            return earlier
        _use_invitation(campaign, by or user, token)
        late = campaign.state == Campaign.State.RUNNING
        factions = expect_joinable(campaign, user, faction, crew_name)
        entry = Entry.objects.create(
            campaign=campaign,
            user=user,
            faction=faction,
            crew_name=crew_name,
            division=divisions.division_for(campaign, user),
        )
        ledger.open_purse(entry)
        sentence = f"{entry.label} joined, playing {factions[faction]}."
        if late:
            entry.campaign = campaign
            restart = restarting.enter(entry, Restart.Why.LATE)
            sentence += f" With a finished Arsenal they can play from week {restart.begun_week} on."
        act.say(sentence, entry=entry.pk)
        return entry


def expect_joinable(campaign: Campaign, user: Person, faction: str, crew_name: str) -> dict[str, str]:
    """The Factions of the league, one of which must be declared; ``Refusal`` where nobody joins any more."""
    if campaign.state in Campaign.OVER:
        raise Refusal("This league has ended.", rule=campaign.played.restart.asked_rule)
    factions = declarable(campaign.rules, campaign.edition)
    if faction not in factions:
        unasked = edition_of(campaign.edition).readings.not_asked
        never = "" if "dead_mans_hand" in unasked else "; Dead Man's Hand is never one of them"
        sentence = f"Declare one of this league's {len(factions)} Factions{never}."
        raise Refusal(sentence, rule=campaign.played.rows.faction)
    _expect_own_name(campaign, crew_name or str(user))
    return factions


def came_away(entry: Entry) -> bool:
    """Whether somebody left a league that has not begun, and may come back by an invitation."""
    return entry.state == Entry.State.RETIRED and entry.campaign.state in Campaign.BEFORE_FIRST_WEEK


def _come_back(entry: Entry, user: Person) -> Entry:
    """The Faction stays as it was declared, and so does an Arsenal that was built (SL-START-01)."""
    with operation(entry.campaign, user, kind="league.joined") as act:
        fresh = Entry.objects.select_for_update().select_related("campaign", "user").get(pk=entry.pk)
        if came_away(fresh):
            built = fresh.models.owned().exists()
            fresh.state = Entry.State.READY if built else Entry.State.BUILDING
            fresh.save(update_fields=["state"])
            act.say(f"{fresh.label} is back.", entry=fresh.pk)
    return fresh


@computes
def leave(entry: Entry, actor: Actor) -> None:
    """A player leaves: played games count, no later week pairs them. An organiser can bring them back
    once the league runs, an invitation before."""
    with operation(entry.campaign, actor, kind="league.left") as act:
        fresh = Entry.objects.select_for_update().select_related("user").get(pk=entry.pk)
        if fresh.state == Entry.State.RETIRED:
            raise Refusal("You have left this league already.")
        if act.row.state in Campaign.OVER:
            raise Refusal("This league has ended; there is nothing to leave.")
        fresh.state = Entry.State.RETIRED
        fresh.save(update_fields=["state"])
        act.say(f"{fresh.label} left the league.", entry=fresh.pk)
        if (week := act.row.weeks.filter(state=Week.State.NEW_HIRES).first()) is not None:
            week.campaign = act.row
            hires.close_when_done(week)


def _expect_own_name(campaign: Campaign, label: str) -> None:
    """No two players of a league go by names that could be taken for each other."""
    for other in campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user"):
        if looks(other.label) == looks(label):
            raise Refusal(
                f"Somebody plays in this league as {other.label} already.", fix="Choose another Crew name."
            )


def _use_invitation(campaign: Campaign, user: Person, token: str) -> None:
    if campaign.organisers.filter(user=user).exists() or divisions.is_placed(campaign, user):
        return
    row = invitation(token) if token else None
    if row is None or row.campaign_id != campaign.pk:
        raise Refusal(
            "This invitation cannot be used: it may have expired or been revoked.",
            fix="Ask an organiser for a new link.",
        )
    row.uses_left -= 1
    row.save(update_fields=["uses_left"])


def rename_crew(entry: Entry, actor: Actor, crew_name: str) -> None:
    """The name under which tables and diary show this player."""
    with operation(entry.campaign, actor, kind="entry.renamed") as act:
        old = entry.label
        entry.crew_name = crew_name
        entry.save(update_fields=["crew_name"])
        act.say(f"{old} now goes by the name {entry.label}.", entry=entry.pk)


@transaction.atomic
def renew_guest_link(guest: Person, actor: Person) -> str:
    """A new sign-in link of a guest; the earlier one ends. Every league of theirs reads in its diary who made
    it: whoever holds it sees what the guest sees and plays in their name."""
    for entry in Entry.objects.filter(user=guest).select_related("campaign", "user").order_by("campaign_id"):
        with operation(entry.campaign, actor, kind="league.guest_linked") as act:
            act.say(f"{actor} made a new sign-in link for {entry.label}; the earlier one ended.")
    return accounts.new_guest_link(guest, actor)


def close_registration(campaign: Campaign, actor: Actor) -> None:
    """No more joining by link; everybody finishes their Arsenal (ledger 4.1)."""
    with operation(campaign, actor, kind="league.registration_closed") as act:
        if act.row.state != Campaign.State.REGISTRATION:
            raise Refusal("Registration is closed already.")
        if act.row.entries.exclude(state=Entry.State.RETIRED).count() < 2:
            raise Refusal("A league needs at least two players.", fix="Send the invitation link around.")
        _set_state(act.row, Campaign.State.ARSENAL_BUILD)
        act.say("Registration closed; the Arsenals are being built.")


def cancel(campaign: Campaign, actor: Actor, reason: str) -> None:
    """End a league for good; it stays readable. Whatever is open in it, an Aftermath or a new start, ends
    where it stands."""
    with operation(campaign, actor, kind="league.cancelled", reason=reason) as act:
        if act.row.state in Campaign.OVER:
            raise Refusal("This league has ended already.")
        act.row.cancelled_reason = reason
        act.row.state = Campaign.State.CANCELLED
        act.row.save(update_fields=["state", "cancelled_reason"])
        under_way = Aftermath.objects.filter(
            side__game__week__campaign=act.row, state=Aftermath.State.OPEN
        ).select_related("side__entry__user")
        names = list(dict.fromkeys(row.side.entry.label for row in under_way.order_by("pk")))
        sentence = f"{actor} cancelled the league: {reason}"
        if names:
            stop = "" if reason.endswith((".", "!", "?")) else "."
            sentence += f"{stop} The open Aftermath of {listed(names)} ends where it stands."
        act.say(sentence)


def _set_state(campaign: Campaign, state: str) -> None:
    campaign.state = state
    campaign.save(update_fields=["state"])


def announce(campaign: Campaign, actor: Person, text: str, *, key: str | None = None) -> None:
    """A word to all: on the league's front until the next one, in inboxes, mails and webhooks. An empty one
    takes the last away."""
    said = text.strip()
    kind = "league.announced" if said else "league.announcement_taken_away"
    with operation(campaign, actor, kind=kind, key=key) as act:
        league = act.row
        league.announcement, league.announced_at = said, timezone.now() if said else None
        league.save(update_fields=["announcement", "announced_at"])
        if said:
            act.say(f"{actor} to all: {said}", text=said)
        else:
            act.say(f"{actor} took the announcement away.", organisers_only=True)
