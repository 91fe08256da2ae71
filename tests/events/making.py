"""Events made through the operations, for tests of this room and of others."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils import timezone

from mfcampaign.events.ladder import rungs
from mfcampaign.events.loading import record
from mfcampaign.events.models import Event, Game
from mfcampaign.events.operations import creation, ladder, people, results, rounds, teams

NAMES = ("Mara", "Ilse", "Tobin", "Greta", "Anselm", "Rook", "Perpetua", "Silas", "Odile", "Cormac")


class Day:
    """An event with its organiser, and what organisers do by the dozen."""

    def __init__(self, host: Any, players: int = 8, **options: Any) -> None:
        self.host = host
        options = {"name": "Shop Cup", "starts_at": timezone.now() + dt.timedelta(hours=2)} | options
        self.event = creation.create_event(host, **options)
        creation.open_registration(self.event, host)
        for number in range(players):
            name = NAMES[number] if number < len(NAMES) else f"Player {number + 1}"
            people.sign_up(self.event, host, name=name, by_organiser=True)

    def begin(self) -> None:
        people.all_here(self.event, self.host)
        creation.begin(self.event, self.host)
        self.event.refresh_from_db()

    def round(self, *, play: bool = True) -> int:
        number = rounds.pair(self.event, self.host).number
        rounds.publish(self.event, self.host, number)
        if play:
            self.play(number)
        return number

    def play(self, number: int) -> None:
        """The lower number wins every game that is not settled."""
        for game in self.games(number):
            if game.state != Game.State.CONFIRMED:
                vp = (5, 2) if game.a.number < game.b.number else (2, 5)
                results.rule(self.event, self.host, number, game.pk, vp=vp)

    def games(self, number: int) -> list[Game]:
        rows = Game.objects.filter(round__event=self.fresh(), round__number=number)
        return list(rows.select_related("round__event", "a", "b").order_by("table", "pk"))

    def fresh(self) -> Event:
        self.event.refresh_from_db()
        return self.event

    def player(self, number: int) -> Any:
        return self.event.players.get(number=number)


def running_event(host: Any) -> dict[str, Any]:
    """What addresses of events name: an event of four with its first round being played, one of two teams
    whose captains choose, and a ladder of four with a challenge to be played and one to be answered."""
    day = Day(host, 4, listed=False)
    day.begin()
    day.round(play=False)
    pairs = Day(host, 4, name="Long Teams", team_size=2, listed=False)
    for number in range(1, 5):
        teams.put_in_team(pairs.event, host, number, ("Tower", "Anvil")[number % 2])
    pairs.begin()
    pairs.round(play=False)
    climb = Day(host, 4, name="Long Ladder", format="ladder", listed=False)
    creation.begin(climb.event, host)
    first, second, third, fourth = rungs(record(climb.fresh()))
    ladder.challenge(climb.event, None, second, first)
    ladder.answer(climb.event, None, first, accept=True)
    ladder.challenge(climb.event, None, fourth, third)
    return {
        "event": day.event.slug,
        "event_number": 1,
        "event_game": day.games(1)[0].pk,
        "event_code": day.player(1).code,
        "team_event": pairs.event.slug,
        "ladder": climb.event.slug,
        "ladder_code": climb.player(fourth).code,
        "ladder_challenge": 2,
    }
