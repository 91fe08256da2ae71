"""Biographies of models, histories of players, and the games between two players, from the record."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns.history.record import Gain, Life, Missed, Person, Record, SeasonGame
from rules.game.results.result import Casualty
from rules.wording import counted, listed


class Outing(Struct, frozen=True):
    """One game of a model: against whom, how it ended, and what became of the model."""

    game: SeasonGame
    opponent: Person | None
    vp: int
    opponent_vp: int
    won: bool | None
    fell: Casualty | None
    # The models of the opponent it is written to have killed, by name.
    kills: tuple[str, ...] = ()
    killer: str = ""

    @property
    def outcome(self) -> str:
        return {True: "won", False: "lost", None: "drew"}[self.won]


class Moment(Struct, frozen=True):
    """Something in a model's life that a sentence says; ``sad`` what hurt or ended it."""

    week: int
    sentence: str
    sad: bool = False


class Biography(Struct, frozen=True):
    """All that the record knows of one model."""

    life: Life
    owner: Person
    outings: tuple[Outing, ...]
    gains: tuple[Gain, ...]

    @property
    def deaths(self) -> int:
        return sum(outing.fell is not None for outing in self.outings)

    @property
    def kills(self) -> int:
        """As far as reports say by whose hand models fell."""
        return sum(len(outing.kills) for outing in self.outings)

    @property
    def finished_off(self) -> int:
        return sum(outing.fell is not None and outing.fell.finished_off for outing in self.outings)

    @property
    def wins(self) -> int:
        return sum(outing.won is True for outing in self.outings)

    @property
    def injuries(self) -> tuple[Gain, ...]:
        return tuple(gain for gain in self.gains if gain.kind == "injury")

    @property
    def skills(self) -> tuple[Gain, ...]:
        return tuple(gain for gain in self.gains if gain.kind == "skill")

    @property
    def story(self) -> tuple[Moment, ...]:
        """Its life in order: the hire, games, what it gained, its end."""
        life = self.life
        moments = [Moment(life.since, f"Hired for {counted(life.cost, 'Soulstone')}.")]
        moments += [
            Moment(outing.game.week, _sentence_of(outing), outing.fell is not None) for outing in self.outings
        ]
        for gain in self.gains:
            hurt, effect = gain.kind == "injury", f": {gain.effect.rstrip('.')}" if gain.effect else ""
            moments.append(Moment(gain.since, f"{'Suffers' if hurt else 'Gains'} {gain.name}{effect}.", hurt))
            if gain.gone is not None and gain.gone != life.gone:
                moments.append(Moment(gain.gone, f"{gain.name} is gone."))
        if life.gone is not None:
            ended = "Annihilated" if life.annihilated else "Left behind"
            moments.append(Moment(life.gone, f"{ended}. {life.why}".strip(), sad=True))
        return tuple(sorted(moments, key=lambda moment: moment.week))

    def weeks(self, now: int) -> int:
        """In how many weeks it was in the Arsenal."""
        return max(0, (self.life.gone or now) - max(self.life.since, 1) + 1)


def biography(record: Record, model: int) -> Biography | None:
    """``None`` for a model that is not of this league."""
    life = record.lives.get(model)
    if life is None or life.entry not in record.people:
        return None
    played = [(game, seat) for game, seat in record.games_of(life.entry) if model in game.sides[seat].crew]
    return Biography(
        life=life,
        owner=record.people[life.entry],
        outings=tuple(_outing(record, game, seat, model) for game, seat in played),
        gains=tuple(gain for gain in record.gains if gain.bearer == model),
    )


def _sentence_of(outing: Outing) -> str:
    """The game as this model lived it."""
    against = f" against {outing.opponent.label}" if outing.opponent else ""
    sentence = f"{outing.outcome.capitalize()} {outing.vp}–{outing.opponent_vp}{against}"
    if outing.kills:
        sentence += f"; killed {listed(outing.kills)}"
    if outing.fell is not None:
        ended = "killed and Finished Off" if outing.fell.finished_off else "killed"
        sentence += f"; {ended}{f' by {outing.killer}' if outing.killer else ''}"
    return f"{sentence}."


def biographies(record: Record, entry: int) -> tuple[Biography, ...]:
    """Every model of a player, those who live first."""
    lives = sorted(record.lives_of(entry), key=lambda life: (life.gone is not None, not life.leader))
    written = (biography(record, life.model) for life in lives)
    return tuple(each for each in written if each is not None)


def _outing(record: Record, game: SeasonGame, seat: int, model: int | None = None) -> Outing:
    own, other = game.sides[seat], game.sides[1 - seat]
    fell = next((c for c in own.casualties if c.model_id == model), None)
    there = record.people.get(other.entry)
    return Outing(
        game=game,
        opponent=replace(there, label=other.label) if there is not None else None,
        vp=own.vp,
        opponent_vp=other.vp,
        won=game.won_by(seat),
        fell=fell,
        kills=tuple(
            record.lives[c.model_id].label
            for c in other.casualties
            if model is not None and c.killed_by == model and c.model_id in record.lives
        ),
        killer=_named(record, fell.killed_by) if fell is not None else "",
    )


def _named(record: Record, model: int | None) -> str:
    return record.lives[model].label if model is not None and model in record.lives else ""


class Rivalry(Struct, frozen=True):
    """What two players made of their meetings, as the first sees it."""

    person: Person
    games: tuple[Outing, ...]

    @property
    def tally(self) -> tuple[int, int, int]:
        """Won, drawn, lost."""
        won = [game.won for game in self.games]
        return (won.count(True), won.count(None), won.count(False))

    @property
    def difference(self) -> int:
        return sum(game.vp - game.opponent_vp for game in self.games)


class History(Struct, frozen=True):
    """A player's way through the league."""

    person: Person
    games: tuple[Outing, ...]
    rivals: tuple[Rivalry, ...]
    present: tuple[Life, ...]
    gone: tuple[Life, ...]
    byes: tuple[int, ...]
    missed: tuple[Missed, ...]
    # Scrip that rulings gave and took, beside what was earned in play.
    ruled: int

    @property
    def tally(self) -> tuple[int, int, int]:
        won = [game.won for game in self.games]
        return (won.count(True), won.count(None), won.count(False))

    @property
    def fallen(self) -> int:
        """Own models killed in games."""
        return sum(
            len(game.game.sides[game.game.seat_of(self.person.entry) or 0].casualties) for game in self.games
        )

    @property
    def kills(self) -> int:
        """Models of opponents killed in games."""
        return sum(
            len(game.game.sides[1 - (game.game.seat_of(self.person.entry) or 0)].casualties)
            for game in self.games
        )


def history(record: Record, entry: int) -> History | None:
    """``None`` for someone who has not entered this league, or has no Arsenal yet."""
    person = record.people.get(entry)
    if person is None:
        return None
    games = tuple(_outing(record, game, seat) for game, seat in record.games_of(entry))
    # Whoever took an entry over is another opponent than who had it before.
    met: dict[Person, list[Outing]] = {}
    for game in games:
        if game.opponent is not None:
            met.setdefault(game.opponent, []).append(game)
    lives = record.lives_of(entry)
    return History(
        person=person,
        games=games,
        rivals=tuple(Rivalry(other, tuple(meetings)) for other, meetings in met.items()),
        present=tuple(life for life in lives if life.gone is None),
        gone=tuple(life for life in lives if life.gone is not None),
        byes=record.byes.get(entry, ()),
        missed=record.missed.get(entry, ()),
        ruled=record.ruled.get(entry, 0),
    )
