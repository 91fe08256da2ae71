"""13 Vendetta (M3E-SCHEME-17, -18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.arithmetic import half_of
from rules.core.game.context import Game
from rules.core.game.events.turns import Noted
from rules.core.game.hooks import Happening, Reaction, reacts, witness
from rules.core.game.options import Choice
from rules.core.game.schemes.plain import Plain, Secret, choosable, written_down
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import enemies, matters
from rules.core.game.scoring.score import may_hide, offer_reveal
from rules.core.game.state import Model

NAME = "Vendetta"


def foes(g: Game, friend: Model) -> list[Model]:
    """The enemies that may be written down with that friend: no Leader, of a higher Cost."""
    return [
        enemy
        for enemy in choosable(g, friend.seat, own=False)
        if not enemy.leader and g.card(enemy).cost > g.card(friend).cost
    ]


@scheme
class Vendetta(Plain):
    name, number, moment = NAME, 13, "activation_ends"

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for friend in choosable(g, seat, own=True):
            if not g.card(friend).totem_for and not g.card(friend).is_a("Totem"):
                for enemy in foes(g, friend):
                    yield Choice(f"friend={friend.id} enemy={enemy.id}", f"{friend.name} on {enemy.name}")

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Only when the friend's Activation ends: see ``after_its_activation``."""
        return False

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        friend, enemy = written_down(g, secret, "friend"), written_down(g, secret, "enemy")
        return friend is not None and enemy is not None and friend.in_play and not enemy.in_play


def _key(friend: str, enemy: str) -> str:
    return f"vendetta {friend} {enemy}"


@witness
def damage_dealt(g: Game, happening: Happening) -> None:
    """Who hurt whom, and in which Turn's own Activation; 0 for any other time."""
    hurt, by = happening.model, happening.by
    if happening.moment != "damaged" or NAME not in g.state.pool or hurt is None or by is None:
        return
    if by.seat != hurt.seat and hurt in foes(g, by):
        during = g.state.turn if g.state.activating == by.id else 0
        if during > int(g.state.notes.get(_key(by.id, hurt.id), "-1")):
            g.emit(Noted(_key(by.id, hurt.id), str(during)))


def hurt_by(g: Game, friend: Model) -> list[Model]:
    """The enemies in play with half their Health or less that it has dealt damage to: in this very
    Activation, or ever (policy ``vendetta_damage``)."""
    rivals = {model.id for model in enemies(g, friend.seat)}
    found = []
    for enemy in g.state.models.values():
        noted = g.state.notes.get(_key(friend.id, enemy.id), "")
        ever = g.policies.vendetta_damage == "ever" and noted
        if (ever or noted == str(g.state.turn)) and enemy.in_play:
            buried = enemy.where == "buried" and matters(g, enemy, friend.seat)
            if (enemy.id in rivals or buried) and enemy.health <= half_of(enemy.most, g.policies):
                found.append(enemy)
    return found


@reacts
def after_its_activation(g: Game, happening: Happening) -> Iterator[Reaction]:
    friend = happening.model
    if happening.moment != "activation_ends" or friend is None or not may_hide(g, friend.seat, NAME):
        return
    seat, found = friend.seat, [enemy.id for enemy in hurt_by(g, friend)]
    if not found or not matters(g, friend, seat):
        return
    held = next((scheme for scheme in g.crew(seat).schemes if scheme.name == NAME), None)
    secret = held.secret if held is not None else {}
    meant = secret.get("friend") == friend.id and secret.get("enemy") in found
    yield Reaction(
        f"vendetta:{friend.id}",
        seat,
        "Reveal a Scheme",
        lambda: offer_reveal(g, seat, NAME, meant),
        rule="M3E-SCHEME-17",
    )
