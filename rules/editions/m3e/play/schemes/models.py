"""Schemes about one or two models: 10 Assassinate (M3E-SCHEME-14), 11 Deliver a Message (-15), 12 Claim Jump
(-16), 13 Vendetta (-17, -18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dialogue import Choice
from rules.editions.m3e.play.actions.general import Interaction, interaction
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, observer, reacts
from rules.editions.m3e.play.procedure.table_areas import centrepoint, near_point
from rules.editions.m3e.play.schemes.common import Plain, Secret, choosable, killed_by_its_own, written_down
from rules.editions.m3e.play.scoring.places import enemies, matters, scheme_markers, within
from rules.editions.m3e.play.scoring.registry import scheme
from rules.editions.m3e.play.scoring.score import can_reveal, may_hide, offer_reveal, reveal
from rules.editions.m3e.play.scoring.wants import A_VP, STEP_OF_SCHEME, Goal, Hunt, model_goal
from rules.editions.m3e.ruleset import half_of
from rules.game.events.announcements import Targeted
from rules.game.events.turns import Noted
from rules.game.narration import Names
from rules.game.procedure.asks import Proc
from rules.game.state import Model, Scheme, other


def leaders(g: Game, seat: int) -> list[Model]:
    """The enemy Leader while it is in play, Buried or not (M3E-SCHEME-20)."""
    return [model for model in g.state.crew_of(other(seat)) if model.leader and matters(g, model, seat)]


@scheme
class Assassinate(Plain):
    name, number = "Assassinate", 10

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return any(model.health <= half_of(model.most, g.policies) for model in leaders(g, seat))

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return not leaders(g, seat)

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        for leader in leaders(g, seat):
            yield Hunt(leader.id, A_VP, share=1.0 if scheme.revealed else 0.5)


MESSAGE_NAME = "Deliver a Message"
MESSAGE_REACH, MESSAGE_INCHES = 1.0, 2.0


@scheme
class DeliverAMessage(Plain):
    name, number, moment = MESSAGE_NAME, 11, "interact"

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for model in choosable(g, seat, own=False):
            if model.leader or g.card(model).station == "Master":
                yield Choice(f"model={model.id}", model.name, model.id)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """``False``: it is revealed by an Interact, see ``deliver``."""
        return False

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        model = written_down(g, secret)
        if model is None:
            return False
        if model.on_table and any(
            within(g, marker, model, MESSAGE_INCHES) for marker in scheme_markers(g, seat)
        ):
            return True
        return revealed and killed_by_its_own(g, model)

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """To whom it is for; once it is delivered, in the last Turns, a Scheme Marker near it."""
        target = written_down(g, scheme.secret)
        if target is None or not target.on_table:
            return
        if not scheme.revealed:
            yield model_goal(target, MESSAGE_REACH, 1.6 * STEP_OF_SCHEME, "deliver")
        elif g.state.turn >= g.rules.turns - 1 and not self.may_end(g, seat, scheme.secret, True):
            yield model_goal(target, MESSAGE_INCHES, STEP_OF_SCHEME, "drop")


@interaction
def deliver(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer an Interact to a model in its own Activation, within 1" and sight of the model written down,
    whose engagement does not prevent it. Offered only while it scores the VP (M3E-SCHEME-19)."""
    seat = model.seat
    if g.state.activating != model.id or not can_reveal(g, seat, MESSAGE_NAME) or not matters(g, model, seat):
        return
    held = next(scheme for scheme in g.crew(seat).schemes if scheme.name == MESSAGE_NAME)
    target = written_down(g, held.secret)
    if target is None or not target.on_table or not within(g, model, target, MESSAGE_REACH):
        return
    if g.table.sees(g.state, model, target):

        def perform() -> Proc[None]:
            g.emit(Targeted(model.id, "Interact", target.id))
            yield from reveal(g, seat, MESSAGE_NAME)

        yield Interaction("deliver", f"Deliver the message to {target.name}", perform, ignores=(target.id,))


CLAIM_NEAR, CLAIM_ALONE = 2.0, 3.0


@scheme
class ClaimJump(Plain):
    name, number = "Claim Jump", 12

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        for model in choosable(g, seat, own=True):
            if not model.leader:
                yield Choice(f"model={model.id}", model.name, model.id)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        model = written_down(g, secret)
        return (
            model is not None
            and model.on_table
            and near_point(model, centrepoint(g), CLAIM_NEAR)
            and not any(within(g, enemy, model, CLAIM_ALONE) for enemy in enemies(g, seat))
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        model = written_down(g, secret)
        return (
            model is not None
            and model.on_table
            and model.health >= half_of(model.most, g.policies)
            and near_point(model, centrepoint(g), CLAIM_NEAR)
        )

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        x, y = centrepoint(g)
        who = frozenset((scheme.secret.get("model", "-"),))
        yield Goal(x, y, CLAIM_NEAR, 1.6 * STEP_OF_SCHEME, "", who)


VENDETTA_NAME = "Vendetta"


def foes(g: Game, friend: Model) -> list[Model]:
    """The enemies that may be written down with that friend: no Leader, of a higher Cost. Who
    Replaced another may be meant whatever it costs (M3E-REPL-04)."""
    return [
        enemy
        for enemy in choosable(g, friend.seat, own=False)
        if not enemy.leader
        and (g.card(enemy).cost > g.card(friend).cost or _is_heir(g, friend) or _is_heir(g, enemy))
    ]


def _is_heir(g: Game, model: Model) -> bool:
    """Whether it Replaced a model of its own Crew."""
    return _heir(model.id) in g.state.notes


def _heir(model: str) -> str:
    return f"vendetta {model}"


@observer("replaced")
def replaced(g: Game, happening: Happening) -> None:
    """Record who Replaced a model of its own Crew."""
    new, old = happening.model, happening.by
    if VENDETTA_NAME not in g.state.pool or new is None or old is None:
        return
    if new.seat == old.seat:
        g.emit(Noted(_heir(new.id), "heir"))


@scheme
class Vendetta(Plain):
    name, number, moment = VENDETTA_NAME, 13, "activation_ends"

    def secrets(self, g: Game, seat: int) -> Iterator[Choice]:
        names = Names(g.state)
        for friend in choosable(g, seat, own=True):
            if not g.card(friend).totem_for and not g.card(friend).is_a("Totem"):
                for enemy in foes(g, friend):
                    label = f"{names(friend.id)} on {names(enemy.id)}"
                    yield Choice(f"friend={friend.id} enemy={enemy.id}", label)

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """``False``: it is revealed when the friend's Activation ends, by ``after_its_activation``."""
        return False

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        friend, enemy = written_down(g, secret, "friend"), written_down(g, secret, "enemy")
        return friend is not None and enemy is not None and friend.in_play and not enemy.in_play

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        if enemy := scheme.secret.get("enemy"):
            yield Hunt(enemy, 0.5 * A_VP, scheme.secret["friend"], A_VP, 1.0 if scheme.revealed else 0.5)


def _key(friend: str, enemy: str) -> str:
    return f"vendetta {friend} {enemy}"


@observer("damaged")
def damage_dealt(g: Game, happening: Happening) -> None:
    """Record which model hurt which, and the Turn if it was in the model's own Activation; 0 otherwise."""
    hurt, by = happening.model, happening.by
    if VENDETTA_NAME not in g.state.pool or hurt is None or by is None:
        return
    if by.seat != hurt.seat and hurt in foes(g, by):
        during = g.state.turn if g.state.activating == by.id else 0
        if during > int(g.state.notes.get(_key(by.id, hurt.id), "-1")):
            g.emit(Noted(_key(by.id, hurt.id), str(during)))


def hurt_by(g: Game, friend: Model) -> list[Model]:
    """The enemies in play with half their Health or less to which the friend has dealt damage: in this
    Activation, or ever (policy ``vendetta_damage``)."""
    rivals = {model.id for model in enemies(g, friend.seat)}
    hurt = []
    for enemy in g.state.models.values():
        noted = g.state.notes.get(_key(friend.id, enemy.id), "")
        ever = g.policies.vendetta_damage == "ever" and noted
        if (ever or noted == str(g.state.turn)) and enemy.in_play:
            buried = enemy.where == "buried" and matters(g, enemy, friend.seat)
            if (enemy.id in rivals or buried) and enemy.health <= half_of(enemy.most, g.policies):
                hurt.append(enemy)
    return hurt


@reacts("activation_ends")
def after_its_activation(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    friend = happening.model
    if friend is None or not may_hide(g, friend.seat, VENDETTA_NAME):
        return
    seat, enemies = friend.seat, [enemy.id for enemy in hurt_by(g, friend)]
    if not enemies or not matters(g, friend, seat):
        return
    held = next((scheme for scheme in g.crew(seat).schemes if scheme.name == VENDETTA_NAME), None)
    secret = held.secret if held is not None else {}
    meant = secret.get("friend") == friend.id and secret.get("enemy") in enemies
    yield PendingReaction(
        f"vendetta:{friend.id}",
        seat,
        "Reveal a Scheme",
        lambda: offer_reveal(g, seat, VENDETTA_NAME, meant),
        rule="M3E-SCHEME-17",
    )
