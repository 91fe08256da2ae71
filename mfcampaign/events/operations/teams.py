"""Teams of an event: who is in which, and their captains."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.events.models import Event, Game, Player, Team, TeamMatch
from mfcampaign.web.names import looks, plain
from rules.refusal import Refusal
from rules.wording import counted, listed

LONGEST_NAME = 40
CHOOSE = "Choose another team, or a name of your own."


def put_in_team(event: Event, actor: Actor, number: int, name: str) -> Player:
    """Put a player into the team of that name, a new one where there is none; out of theirs where the name
    is empty. Who has played stays where they are."""
    with operation(event, actor, kind="team.joined") as act:
        player = _player(act.row, number)
        join(act.row, player, name)
        team = player.team
        said = f"{player.name} plays for {team.name}." if team else f"{player.name} is in no team."
        act.say(said, player=number)
    return player


def change_team(event: Event, actor: Actor, number: int, name: str, captain: int) -> Team:
    """Give a team another name, or another captain of its own players."""
    with operation(event, actor, kind="team.changed") as act:
        team = act.row.teams.filter(number=number).first()
        if team is None:
            raise Refusal("There is no such team.", fix="Look at the teams again.")
        others = act.row.teams.exclude(pk=team.pk)
        name = _checked_name(name)
        if looks(name) in {looks(each.name) for each in others}:
            raise Refusal(f"A team called {name} is there already.", fix="Choose another name.")
        if captain not in {player.number for player in _members(team)}:
            raise Refusal("A captain plays for the team.", fix="Choose one of its players.")
        team.name, team.captain = name, captain
        team.save(update_fields=["name", "captain"])
        act.say(f"{name}: {_player(act.row, captain).name} is the captain.", player=captain)
    return team


def join(event: Event, player: Player, name: str) -> None:
    """Put a player into a team, within an operation. ``Refusal`` where it is full, or they have played."""
    if not name.strip() and player.team is None:
        return
    if not event.of_teams:
        raise Refusal("Everybody plays for themselves here.", fix="Leave the team out.")
    before = player.team
    team = _team_called(event, name) if name.strip() else None
    if team == before:
        return
    if _has_played(player):
        raise Refusal(f"{player.name} has played for {before} already.", fix="Let them stay there.")
    if team is not None and _is_full(event, team):
        raise Refusal(f"{team.name} is full: it has {counted(event.team_size, 'player')}.", fix=CHOOSE)
    player.team = team
    player.save(update_fields=["team"])
    for each in filter(None, (before, team)):
        see_to_captain(each)
    if before is not None and not before.players.exists() and not _matches(before):
        before.delete()


def come_back(event: Event, player: Player) -> str:
    """Who comes back is in their team again, unless it is full by now; then what became of it."""
    team = player.team
    if team is None:
        return ""
    if team.players.exclude(pk=player.pk).exclude(state=Player.State.OUT).count() < event.team_size:
        see_to_captain(team)
        return ""
    if _has_played(player):
        raise Refusal(f"{team.name} is full by now.", fix="Drop one of its players first.")
    player.team = None
    player.save(update_fields=["team"])
    return f" {team.name} is full by now."


def see_to_captain(team: Team) -> None:
    """A team without a captain who plays gets the first of its players."""
    players = _members(team)
    if team.captain not in {player.number for player in players}:
        team.captain = players[0].number if players else 0
        team.save(update_fields=["captain"])


def refuse_without_teams(event: Event) -> None:
    """``Refusal`` where an event of teams cannot begin with those who are here."""
    here = list(event.players.filter(state=Player.State.HERE).select_related("team"))
    if alone := [player.name for player in here if player.team is None]:
        verb = "is" if len(alone) == 1 else "are"
        raise Refusal(f"{listed(alone[:6])} {verb} in no team.", fix="Put them into one: see Teams.")
    if len({player.team_id for player in here}) < 2:
        raise Refusal("Two teams are needed.", fix="Check the players of another team in.")


def faults_of(event: Event, names: Iterable[str]) -> list[str]:
    """Why so many more players cannot join the teams of these names; nothing is written."""
    wanted: dict[str, list[str]] = {}
    for name in names:
        if name.strip():
            wanted.setdefault(looks(name), []).append(name)
    if not wanted:
        return []
    if not event.of_teams:
        return ["Everybody plays for themselves here: leave the teams out."]
    there = {looks(team.name): len(_members(team)) for team in event.teams.all()}
    return [
        f"{more[0]} would have {count} players; a team has {event.team_size}."
        for look, more in wanted.items()
        if (count := there.get(look, 0) + len(more)) > event.team_size
    ]


def _team_called(event: Event, name: str) -> Team:
    name = _checked_name(name)
    for team in event.teams.all():
        if looks(team.name) == looks(name):
            return team
    last = event.teams.aggregate(last=Max("number"))["last"] or 0
    return Team.objects.create(event=event, number=last + 1, name=name)


def _checked_name(name: str) -> str:
    name = plain(name)
    if not name or len(name) > LONGEST_NAME:
        raise Refusal(f"The name of a team has 1 to {LONGEST_NAME} characters.")
    return name


def _members(team: Team) -> list[Player]:
    return list(team.players.exclude(state=Player.State.OUT).order_by("number"))


def _is_full(event: Event, team: Team) -> bool:
    return len(_members(team)) >= event.team_size


def _has_played(player: Player) -> bool:
    return (Game.objects.filter(a=player) | Game.objects.filter(b=player)).exists()


def _matches(team: Team) -> bool:
    return (TeamMatch.objects.filter(a=team) | TeamMatch.objects.filter(b=team)).exists()


def _player(event: Event, number: int) -> Player:
    player = event.players.filter(number=number).select_related("team").first()
    if player is None:
        raise Refusal("Nobody here has that number.", fix="Look at the players again.")
    return player
