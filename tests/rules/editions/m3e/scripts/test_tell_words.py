"""Every word, selection, amount and test of card scripts, and each thing it can say, in its sentence."""

from __future__ import annotations

import pytest

from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.script import AbilityScript, ActionScript
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.statcards import Action, Trigger

RATS = s.Models(words=("Rat",))
ENEMY = s.Models(side="enemy")
SCRAP = s.Markers(kinds=("scrap",))
LURE = s.Acts(names=("Lure",))
DRAW = w.Draw()

SENTENCES = [
    (s.Stat(stat="lost", of="target"), "the target’s lost Health"),
    (s.ConditionValue(condition="burning"), "the value of Burning on the target"),
    (s.ConditionsOn(), "the number of Conditions on the target"),
    (s.TokensOn(name="soul"), "the number of Soul Tokens on this model"),
    (s.UpgradesOn(), "the number of attached Upgrades on this model"),
    (s.UpgradesOn(name="Mask", of="leader"), "the number of Mask Upgrades on the Leader"),
    (s.Suits(suit="any"), "the number of suits in this model’s final total"),
    (s.Suits(suit="chosen", of="target"), "the number of that suit in the target’s final total"),
    (s.Done(), "that many"),
    (s.ActionDamage(), "the damage that the target suffered from this Action"),
    (s.CardValue(), "the value of that card"),
    (s.TurnNumber(), "the number of the Turn"),
    (s.Difference(), "the difference of the totals"),
    (s.InHand(), "the number of cards in this model’s hand"),
    (s.RevealedSchemes(), "the number of revealed Schemes of its player"),
    (s.RevealedSchemes(opposing=True), "the number of revealed Schemes of the opponent"),
    (s.ActionStat(), "the stat of the Action"),
    (s.ResistStat(of="target"), "the stat by which the target resists"),
    (s.PassTokens(), "the number of Pass Tokens of this model"),
    (s.MostCards(of="target"), "the maximum hand of the player of the target"),
    (
        w.Aura(inches=None, side="enemy", part=w.Insignificant(), models=s.Models(engaged_by="self")),
        "each enemy model that is engaged by this model: Strategies and Schemes pass it over",
    ),
    (w.ChangeHit(moderate=True), "Severe damage becomes Moderate damage"),
    (
        w.DuelModifier(plus=1, exposed=True, against=ENEMY),
        "its duels against an enemy model without Cover and Concealment have +",
    ),
    (s.PassTokens(opposing=True), "the number of Pass Tokens of the opponent"),
    (
        s.HowManyMarkers(markers=s.Markers(kinds=("scheme",), besides=("target_marker",))),
        "the number of Scheme Markers besides the targeted Marker",
    ),
    (s.HowMany(models=s.Models(side="friendly", other=True)), "the number of other friendly models"),
    (s.Stones(), "the number of Soulstones of this model"),
    (s.NamedCost(), "the Cost of all that was named"),
    (s.HowMany(models=s.Models(side="enemy", engaged=True)), "the number of enemy models that is engaged"),
    (
        s.HowManyMarkers(markers=s.Markers(kinds=("scrap",), own=True)),
        "the number of Scrap Markers that this model dropped",
    ),
    (s.Sum(of=(1, s.TurnNumber())), "1 plus the number of the Turn"),
    (s.Times(amount=s.Done(), by=2), "2 times that many"),
    (s.Half(amount=s.Done()), "half that many, rounded up"),
    (s.Half(amount=s.Done(), by=3, down=True), "a third of that many, rounded down"),
    (s.Limit(amount=s.Done(), most=3, least=1), "that many, at most 3, at least 1"),
    (s.Chosen(), "any number"),
    (s.Chosen(least=2), "any number from 2"),
    (s.Chosen(most=4), "up to 4"),
    (s.IfCount(test=s.HasDone(), then=2, otherwise=1), "2 if that happened, else 1"),
    (2.5, "2.5"),
    (s.Models(side="enemy", which="one", optional=True), "up to one enemy model"),
    (
        s.Models(words=("Oni", "Rat"), which="one", chosen_by="target"),
        "an Oni or Rat model of the target’s choice",
    ),
    (s.Models(which="one", words=("Rat",)), "a Rat model"),
    (
        s.Models(all_words=("Living", "Guard"), which="some", number=2, not_words=("Master",)),
        "up to 2 Living Guard models that is no Master",
    ),
    (s.Models(which="nearest", side="enemy", of="target"), "the nearest enemy model"),
    (s.Models(buried=True, leader=True, besides=("target",)), "each Buried leading model besides the target"),
    (
        s.Models(leader=False, damaged=True, moved=True, passed=True, same_name=True, shares_keyword=True),
        (
            "each not leading model that was damaged by this Action that was moved by this Action that "
            "was moved through of the same name that shares a keyword with this model"
        ),
    ),
    (
        s.Models(engaged=False, activated=True, summoned=False, uses_stones=True),
        ("each model that is not engaged that has Activated that was not Summoned that may use Soulstones"),
    ),
    (
        s.Models(activated=False, summoned=True, uses_stones=False),
        "each model that has not Activated that was Summoned that may not use Soulstones",
    ),
    (
        s.Models(engaging="self", engaged_by="target", where=(s.HasDone(),)),
        "each model that engages this model that is engaged by the target where that happened",
    ),
    (
        s.Models(has=("burning", "poison"), lacks=("slow",), tokens="soul"),
        "each model with Burning or Poison without Slow with Soul Tokens",
    ),
    (
        s.Models(tokens="soul", tokens_least=2, upgrade="any", ability="armor", action="Lure"),
        "each model with at least 2 Soul Tokens with an Upgrade with Armor with the Action Lure",
    ),
    (
        s.Models(upgrade="Mask", no_upgrade="any", health="half", terrain="any"),
        ("each model with the Upgrade Mask without an Upgrade with half its Health or less in terrain"),
    ),
    (
        s.Models(no_upgrade="Mask", health="full", terrain="severe"),
        "each model without Mask with all its Health in Severe terrain",
    ),
    (
        s.Models(health="hurt", stats=(s.StatTest(stat="cost", is_="<=", than=5),)),
        "each model that is hurt with Cost at most 5",
    ),
    (
        s.Models(within=3, area="aura", beyond=1, in_range=True, sight_of="target", contact="leader"),
        (
            "each model in an aura of 3 inches farther than 1 inch from this model in range in "
            "sight of the target in base contact with the Leader"
        ),
    ),
    (s.Models(within=3, area="pulse", of="target"), "each model in a pulse of 3 inches of the target"),
    (
        s.Models(within=1.0, of=s.Markers(kinds=("scrap",), which="one")),
        "each model within 1 inch of a Scrap Marker",
    ),
    (s.Markers(), "each Marker"),
    (
        s.Markers(side="enemy", traits=("severe",), kinds=("scrap", "corpse"), which="one", optional=True),
        "up to one enemy Severe Scrap or Corpse Marker",
    ),
    (
        s.Markers(not_kinds=("scheme",), pieces=True, which="nearest", within=2),
        "the nearest Marker that is no scheme or terrain within 2 inches of this model",
    ),
    (s.Markers(which="some", number=2), "up to 2 Markers"),
    (s.Markers(which="one"), "a Marker"),
    (s.Is(who="it", like=ENEMY), "that model is an enemy model"),
    (s.ThereAre(models=s.Models(side="enemy", which="all")), "there is an enemy model"),
    (s.ThereAre(models=ENEMY, least=2), "there are at least 2 enemy models"),
    (s.ThereAreMarkers(markers=SCRAP), "there is a Scrap Marker"),
    (s.ThereAreMarkers(markers=SCRAP, least=3), "there are at least 3 Scrap Markers"),
    (s.Compare(left=s.Done(), is_="!=", right=2), "that many is other than 2"),
    (s.Not(test=s.HasDone()), "that did not happen"),
    (
        s.Every(tests=(s.HasDone(), s.Segment(least="severe"))),
        "that happened and the damage flip was at least severe",
    ),
    (
        s.Some(tests=(s.HasDone(), s.Segment(least="weak"))),
        "that happened or the damage flip was at least weak",
    ),
    (s.Acting(acts=LURE, by=ENEMY), "it comes from Lure Actions by an enemy model"),
    (
        s.Acting(acts=s.Acts(bonus=True, icons=("melee", "none"), kind="not_general")),
        "it comes from bonus melee or plain printed Actions",
    ),
    (
        s.Acting(acts=s.Acts(bonus=False, kind="attack", not_names=("Hit",), not_icons=("melee",))),
        "it comes from non-bonus attack Actions besides Hit that are not melee",
    ),
    (
        s.Acting(
            acts=s.Acts(generated_by=("Charge",), resist="df", targets=s.Models(side="enemy", which="one"))
        ),
        "it comes from Actions that Charge generates resisted by Df against an enemy model",
    ),
    (s.Acting(acts=s.Acts(generated=True)), "it comes from Actions that an effect generates"),
    (
        s.Acting(acts=s.Acts(generated=False, resist="luck")),
        "it comes from Actions that no effect generates resisted by luck",
    ),
    (s.InActivation(who="self"), "it is this model’s Activation"),
    (s.InActivation(who=s.Models(side="enemy", which="one")), "it is the Activation of an enemy model"),
    (s.Took(acts=s.Acts(names=("Charge",)), since="turn"), "this model has taken Charge Actions this Turn"),
    (s.Did(what="killed", to=ENEMY), "this model has killed an enemy model this Activation"),
    (s.Did(what="was_damaged", since="turn"), "this model has suffered damage this Turn"),
    (s.CardIs(), "the card is any"),
    (
        s.CardIs(suits=("ram", "chosen"), least=5, most=9),
        "the card is a Ram or of the chosen suit and 5 or more and 9 or less",
    ),
    (s.CardIs(joker="red"), "the card is the Red Joker"),
    (
        s.DuelWas(stats=("df", "luck"), opposed=True, won_by="self", cheated_by="opponent", plain=True),
        (
            "the duel uses Df or luck and the duel is opposed and this model won the duel and the"
            " opponent in the duel cheated and the flips have no modifiers"
        ),
    ),
    (s.SharedSuit(), "both totals have a suit in common"),
    (s.DuelWas(opposed=False, plain=False), "the duel is not opposed and a flip has a modifier"),
    (w.PayCards(cards=2, suit="ram", random=True), "discard 2 cards of Rams at random"),
    (w.PayStones(), "spend a Soulstone"),
    (w.PayStones(stones=2), "spend 2 Soulstones"),
    (w.PayDamage(amount=2), "suffer 2 damage"),
    (w.PayToken(name="soul"), "discard a Soul Token"),
    (w.PayToken(name="soul", number=2), "discard 2 Soul Tokens"),
    (w.PayMarker(kind="scrap", inches=3.0), "remove a Scrap Marker within 3 inches"),
    (w.PayCondition(condition="focused", value=2), "lower Focused by 2"),
    (w.PayPassToken(), "discard a Pass Token"),
    (w.PayPassToken(tokens=2), "discard 2 Pass Tokens"),
    (w.PayUpgrade(), "discard an attached Upgrade"),
    (w.PayUpgrade(upgrade="Mask"), "discard an attached Mask Upgrade"),
    (w.PayKill(models=s.Models(side="friendly", other=True)), "kill another friendly model"),
    (w.PayMarkers(markers=s.Markers(kinds=("scrap",), which="one")), "remove a Scrap Marker"),
    (w.PayOneOf(costs=(w.PayStones(), w.PayCards())), "spend a Soulstone or discard a card"),
    (
        w.DiscardUpgrade(upgrade="Mask", whom="self", after_current=True),
        "a Mask Upgrade of this model is discarded, chosen now, when that is resolved",
    ),
    (s.DuelWas(declared_by="target"), "the target declared a Trigger"),
    (s.Not(test=s.DuelWas(declared_by="target")), "the target declared no Trigger"),
    (w.Fate(turns_modifiers=True), "it treats + as − and − as +"),
    (
        w.Replace(
            card="Ox", together=s.Models(side="friendly", other=True, words=("Rat",), which="some", number=2)
        ),
        "this model and 2 other friendly Rat models are replaced by Ox",
    ),
    (w.PayUpTo(cost=w.PayCards(), most=3), "discard a card up to 3 times (X)"),
    (w.PayUpTo(cost=w.PayCards(), most=1), "discard a card up to 1 time (X)"),
    (w.PayUpTo(cost=w.PayToken(name="soul")), "discard a Soul Token as often as it likes (X)"),
    (w.TargetIs(side="enemy", word="Living", other=True), "only another enemy Living"),
    (w.TargetIs(marker="Scrap Marker"), "only Scrap Marker"),
    (w.TargetIs(), "only model"),
    (w.TargetHas(condition="burning"), "only with Burning on the target"),
    (w.SelfHas(condition="focused"), "only with Focused on this model"),
    (w.NotEngaged(), "only while not engaged"),
    (w.OnlyEngaged(), "only while engaged"),
    (w.OnlyMarkers(markers=SCRAP), "only on a Scrap Marker"),
    (w.OnlyIf(test=s.HasDone()), "only if that happened"),
    (w.Armor(amount=2), "damage to this model is 2 lower, but not below 1"),
    (w.HardToKill(), "damage that would kill it at 2 Health or more leaves it at 1"),
    (w.HardToWound(), "damage flips against it have −"),
    (w.Insignificant(), "Strategies and Schemes pass it over"),
    (w.Terrifying(tn=12), "an enemy that attacks it first needs a Wp duel against 12"),
    (w.Stealthy(inches=6), "enemies farther than 6 inches cannot target it"),
    (w.NoInjury(condition="slow"), "it never has Slow"),
    (w.StatBonus(stat="mv", amount=2, while_has="burning"), "it has +2 Mv while it has Burning"),
    (
        w.DuelModifier(plus=2, when="attacking", icon="melee", stats=("df", "luck"), opposed=True),
        "its opposed melee Df/luck attack duels have ++",
    ),
    (
        w.DuelModifier(
            minus=1, when="resisting", opposed=False, total=2, suits=("ram",), acts=LURE, against=ENEMY
        ),
        ("its simple resisting duels with Lure Actions against an enemy model have − and +2 and a Ram"),
    ),
    (w.Manipulative(), "until it has Activated, enemies that target it have −"),
    (w.Nerve(plus=1), "its duels against Terrifying have +"),
    (w.Nerve(cost=(w.PayCards(),)), "it may discard a card to ignore a failed duel against Terrifying"),
    (w.FirstInitiative(), "the first Initiative flip of the game has +"),
    (w.MoreBonus(), "it may take a second, different bonus Action each Activation"),
    (w.Unanswered(moments=("moved",)), "enemy models do not react after it moved"),
    (w.SameCondition(whom="it"), "that model gains the same Condition"),
    (s.DuelWas(joker="black"), "this model flipped the Black Joker"),
    (s.Models(within=4, of="centre"), "each model within 4 inches of the centre of the table"),
    (w.Ruthless(), "Terrifying and Manipulative do not stop it"),
    (w.UsesStones(), "it may use Soulstones"),
    (w.Barred(action="Interact"), "it cannot take Interact"),
    (w.AlwaysFinishedOff(), "its fall always finishes it off"),
    (w.Reduce(amount=2), "damage to it is 2 lower"),
    (
        w.Reduce(amount=1, floor=0, sources=("blast", "pulse"), by=ENEMY, acts=LURE),
        (
            "damage to it from blasts or pulses from Lure Actions dealt by an enemy model is 1 lower "
            "(down to 0)"
        ),
    ),
    (w.Reduce(nothing=True, sources=("falling",)), "it suffers no damage from falling"),
    (
        w.DamageModifier(
            plus=1, minus=1, more=1, irreducible=True, ignoring=("hard_to_kill",), cheatable=True
        ),
        (
            "its damage has + and − on the flip and is 1 higher and cannot be lowered and ignores"
            " Hard to kill and may be cheated"
        ),
    ),
    (
        w.DamageModifier(
            when="suffering", minus=1, cheatable=False, acts=s.Acts(icons=("melee",)), against=ENEMY
        ),
        (
            "damage against it with melee Actions against an enemy model has − on the flip and "
            "cannot be cheated"
        ),
    ),
    (w.ReachModifier(inches=2), "its Actions reach 2 inches farther"),
    (
        w.ReachModifier(acts=LURE, as_icon="melee", as_inches=1.0),
        "its Lure Actions may be melee with a range of 1 inch",
    ),
    (w.TreatAsBonus(acts=LURE), "it may take Lure Actions as bonus Actions"),
    (
        w.TreatAsBonus(acts=LURE, cost=(w.PayStones(),)),
        "it may take Lure Actions as bonus Actions (spend a Soulstone)",
    ),
    (w.NoLimit(acts=LURE), "it may take Lure Actions as often as it likes"),
    (w.ChargeWith(icon="missile"), "its Charge may end in a missile Action"),
    (w.ChargeWith(icon="none"), "its Charge may end in a plain Action"),
    (w.Ignores(what=("cover", "friendly_fire")), "it ignores Cover and Friendly fire"),
    (
        w.Ignores(what=("severe",), of=ENEMY, markers=SCRAP, acts=s.Acts(names=("Walk",))),
        "it ignores Severe of each enemy model of Scrap Markers with Walk Actions",
    ),
    (w.Passable(), "other models may move through it"),
    (w.Cannot(what="act", acts=LURE), "it cannot take Lure Actions"),
    (w.Cannot(what="act"), "it cannot take Actions"),
    (w.Cannot(what="be_moved", optional=True), "its player may say that it is not moved"),
    (
        w.Cannot(what="be_targeted", acts=s.Acts(kind="attack"), against=ENEMY),
        "it cannot be targeted by attack Actions by an enemy model",
    ),
    (w.Cannot(what="be_targeted"), "it cannot be targeted by Actions"),
    (
        w.Cannot(what="trigger", unless=(w.PayCards(), w.PayStones())),
        ("it cannot declare Triggers unless its player chooses to discard a card and spend a Soulstone"),
    ),
    (w.Cannot(what="gain_condition", conditions=("slow", "stunned")), "it cannot gain Slow and Stunned"),
    (w.Cannot(what="lose_condition"), "it cannot lose Conditions"),
    (w.Cannot(what="be_moved"), "it cannot be moved"),
    (
        w.Gives(what="hazardous", condition="burning", value=1),
        "the ground there counts as Hazardous (Burning +1)",
    ),
    (w.Gives(what="severe"), "the ground there counts as Severe"),
    (w.Gives(what="no_cover", icon="missile"), "it has No cover against missile Actions"),
    (w.CountsAs(words=("Living", "Beast")), "it counts as Living and Beast"),
    (w.CountsAs(marker="scrap", acts=LURE), "it counts as a Scrap Marker for Lure Actions"),
    (w.CountsAs(), "it counts as a friend"),
    (w.CountsAs(words=("Undead",), instead_of=("Living",)), "it counts as Undead instead of Living"),
    (w.CountsAs(leaders_keywords=True), "it has the Keywords of its Leader"),
    (
        w.DrawsFrom(models=s.Models(side="friendly"), sight_only=True),
        "its Actions may draw sight from each friendly model",
    ),
    (w.DrawsFrom(markers=SCRAP), "its Actions may draw range and sight from each Scrap Marker"),
    (
        w.InsteadOfMoving(kind="place", inches=3),
        "for Walk it may be placed completely within 3 inches instead",
    ),
    (
        w.InsteadOfMoving(names=("Walk", "Charge"), kind="push", contact="target", even_engaged=True),
        ("for Walk or Charge it may be pushed into base contact with the target instead, even if engaged"),
    ),
    (
        w.ActionModifier(acts=s.Acts(names=("Charge",)), inches=2, even_engaged=True, after_disengage=True),
        (
            "its Charge Actions go 2 inches farther and may be taken while engaged and may be "
            "taken after a Disengage"
        ),
    ),
    (
        w.ActionModifier(acts=LURE, while_buried=True, target_buried=True, tn=-2, triggers=("Drag",)),
        (
            "its Lure Actions may be taken while Buried and may target Buried models and have "
            "their TN changed by -2 and also have Drag"
        ),
    ),
    (w.HandSize(amount=1), "its Crew may hold 1 more card"),
    (w.HandSize(amount=2), "its Crew may hold 2 more cards"),
    (w.Leaves(nothing=True), "it leaves no Marker when killed"),
    (
        w.Leaves(markers=("scrap", "corpse"), instead=True),
        "when killed it leaves a Scrap Marker and a Corpse Marker instead",
    ),
    (w.Leaves(markers=("scheme",)), "when killed it leaves a Scheme Marker besides"),
    (w.Deploys(buried=True), "it is deployed Buried"),
    (
        w.Deploys(anywhere=True, beyond_zone=6.0, beyond_models=4.0, no_interact=True),
        (
            "it may be deployed anywhere, not within 6 inches of the enemy zone, not within 4 "
            "inches of enemies; no Interact on Turn 1"
        ),
    ),
    (w.Deploys(farther=6), "it may be deployed up to 6 inches beyond its zone"),
    (
        w.Hiring(
            cost=0,
            keywords=("Guard",),
            not_with=("Lady",),
            only_with=("Sonnia",),
            when_leader="Sonnia",
            text="one of them",
        ),
        (
            "hired for a Cost of 0; has the Keyword Guard when hiring; not hired together with "
            "Lady; hired only together with Sonnia; if the Leader is Sonnia; one of them"
        ),
    ),
    (w.Hiring(), "concerns hiring only"),
    (
        w.ConditionRule(condition="burning", heals=True, not_lowered=True, more_damage=1, no_effect=True),
        (
            "Burning heals it instead and does not drop by itself and does 1 more damage and has "
            "no effect on it"
        ),
    ),
    (
        w.Fate(black_as_red=True, cheats_last=True, acts=s.Acts(kind="attack"), against=ENEMY),
        "it treats Black Jokers as Red and cheats last with attack Actions against an enemy model",
    ),
    (
        w.Fate(flip_from_discard=True, cost=(w.PayDamage(),)),
        "it may flip from the discard pile where no fate modifier is left (suffer 1 damage)",
    ),
    (
        w.Fate(red_as_black=True, of_opponent=True),
        "an enemy in an opposed duel with it treats Red Jokers as Black",
    ),
    (w.EngagementRange(), "it engages nobody"),
    (w.EngagementRange(inches=2.0), "it engages within 2 inches"),
    (
        w.While(tests=(s.HasDone(), s.Segment(least="weak")), part=w.Armor()),
        (
            "while that happened and the damage flip was at least weak, damage to this model is 1"
            " lower, but not below 1"
        ),
    ),
    (
        w.Damage(
            amount=2, of="burning", irreducible=True, ignoring=("armor",), plus=1, minus=2, cheatable=False
        ),
        (
            "the target suffers 2 damage from Burning that cannot be lowered ignoring Armor with + and "
            "−− on the flip without cheating"
        ),
    ),
    (
        w.Damage(amount=s.Done(), whom=s.Models(side="enemy", which="some", number=2)),
        "up to 2 enemy models suffer that many damage",
    ),
    (w.ChangeDamage(plus=1), "the damage of this Action has + on its flip"),
    (w.ChangeDamage(minus=s.Done()), "the damage of this Action has − (that many) on its flip"),
    (
        w.ChangeDamage(blasts=1, irreducible=True, ignoring=("armor",), cheatable=False),
        (
            "the damage of this Action has 1 more blast and cannot be lowered and ignores Armor "
            "and cannot be cheated"
        ),
    ),
    (
        w.ChangeDamage(blasts=2, reduce=2, floor=0, cheatable=True),
        (
            "the damage of this Action has 2 more blasts and may be cheated in spite of − and is "
            "2 lower, but not below 0"
        ),
    ),
    (w.ChangeDamage(nothing=True, also_kill=True), "the damage of this Action does nothing and kills"),
    (w.Heal(amount=(1, 2, 3), plus=1), "the target heals 1/2/3 with +"),
    (w.Gain(condition="adversary", of="Guard"), "the target gains Adversary (Guard)"),
    (
        w.Gain(condition="burning", value=s.Done(), whom=s.Models(which="some", number=2)),
        "up to 2 models gain Burning + (that many)",
    ),
    (w.Lose(condition="burning"), "the target loses Burning"),
    (w.Lose(condition="burning", value=2), "the target lowers its Burning by 2"),
    (w.EndConditions(number=None, whom="self"), "all Conditions on this model end"),
    (
        w.EndConditions(conditions=("burning", "poison"), optional=True, move_to="self"),
        "Burning or Poison on the target ends; this model gains it",
    ),
    (w.Draw(player="both", cards=2), "both players draw 2 cards"),
    (w.Draw(player="opposing"), "the opponent draws a card"),
    (w.DiscardCards(player="both", suit="ram", random=True), "both players discard a card of Rams at random"),
    (w.DiscardCards(cards=s.Done(), whom="target"), "the target discards that many cards"),
    (
        w.ArrangeCards(cards=3, discard=1, suits=("ram",), aside=1, draw=1, bottom=1),
        (
            "this model looks at the top 3 cards of the deck of this model, discards up to 1 (a Ram), "
            "sets 1 aside, draws 1, puts up to 1 at the bottom, puts the rest back in any order"
        ),
    ),
    (
        w.ArrangeCards(cards=1, discard=1, must_discard=True, reveal=True, reorder=False, deck="target"),
        "this model shows the top card of the deck of the target, discards 1",
    ),
    (
        w.TakeFromDiscard(cards=2, to="top"),
        "this model takes the top 2 cards from its discard pile on the deck",
    ),
    (
        w.TakeFromDiscard(any=True),
        "this model takes a card of its choice from its discard pile into the hand",
    ),
    (w.HandToDeck(cards=2, to="bottom", optional=True), "this model may put 2 cards under its deck"),
    (w.HandToDeck(), "this model puts a card on its deck"),
    (w.ShuffleDiscard(), "this model shuffles its discard pile into the deck"),
    (w.FlipCard(cheatable=False), "this model flips a card without cheating"),
    (w.FlipCard(how="reveal", cheatable=False), "this model shows its top card"),
    (w.ChooseSuit(), "this model names a suit"),
    (
        w.Move(kind="push", inches=2, way="away", of="self", optional=True),
        "the target may be pushed up to 2 inches away from this model",
    ),
    (
        w.Move(kind="place", within=True, inches=3, of="target", whom="self", ignoring=("models",)),
        "this model is placed within 3 inches of the target, ignoring Models",
    ),
    (
        w.Move(
            kind="move", inches=4, way="toward", of="leader", end_within=1, chosen_by="mover", in_range=True
        ),
        (
            "the target is moved up to 4 inches toward the Leader anywhere in range, ending "
            "within 1 inch of the Leader, as its own player likes"
        ),
    ),
    (
        w.Move(kind="place", anywhere=True, whom=s.Models(side="enemy", which="some", number=2)),
        "up to 2 enemy models are placed anywhere",
    ),
    (w.Swap(), "this model and the target change places"),
    (
        w.DropMarker(kind="scheme", side="enemy", whom="target", chooser="target"),
        "the target drops an enemy Scheme Marker touching the target",
    ),
    (
        w.DropMarker(kind="ice pillar", create=True, traits=("blocking",), height=4),
        "this model creates a Ht 4 Blocking Ice Pillar Marker touching this model",
    ),
    (
        w.DropMarker(kind="scheme", number=2, optional=True, anywhere=True),
        "this model may drop 2 Scheme Markers anywhere",
    ),
    (
        w.DropMarker(kind="pyre", traits=("hazardous",), hazard="burning", mm=50, in_range=True, create=True),
        "this model creates a 50 mm Hazardous Pyre Marker (Burning +1) anywhere in range",
    ),
    (
        w.DropMarker(
            kind="pit trap",
            traits=("hazardous",),
            hazard="injured",
            hazard_damage=1,
            anywhere=True,
            beyond_zone=3,
        ),
        (
            "this model drops a Hazardous Pit Trap Marker (1 damage and Injured +1) "
            "anywhere that is not within 3 inches of the enemy Deployment Zone"
        ),
    ),
    (
        w.DropMarker(kind="scrap", inches=3, apart=4),
        (
            "this model drops a Scrap Marker within 3 inches of this model, "
            "at least 4 inches from other Markers"
        ),
    ),
    (
        w.DropMarker(kind="scrap", name="junk", centred=True, whom="target", create=True, optional=True),
        "this model may create a Junk Marker on the target",
    ),
    (
        w.RemoveMarkers(kind="scrap", inches=2.0, most=2),
        "up to 2 Scrap Markers within 2 inches of the target go",
    ),
    (w.Remove(markers="target_marker"), "the targeted Marker is removed"),
    (
        w.MoveMarkers(markers="it_marker", kind="push", inches=3, way="away", of="self"),
        "that Marker is pushed up to 3 inches away from this model",
    ),
    (
        w.MoveMarkers(
            markers=s.Markers(which="one"), kind="place", contact="self", in_range=True, optional=True
        ),
        "a Marker may be placed into base contact with this model in range",
    ),
    (w.MoveMarkers(markers="it_marker", way="toward", of="target"), "that Marker is moved toward the target"),
    (w.TurnMarkers(markers="it_marker", side="neutral"), "that Marker becomes nobody’s"),
    (w.TurnMarkers(markers="it_marker", kind="scrap"), "that Marker becomes a Scrap Marker"),
    (w.Token(name="soul", all=True), "the target loses its Soul Tokens"),
    (w.Token(name="soul", number=-2), "the target loses 2 Soul Tokens"),
    (w.Token(name="soul", number=s.Done(), optional=True), "the target may gain that many Soul Tokens"),
    (w.Token(name="soul", number=-1, optional=True), "the target may lose a Soul Token"),
    (w.MoveTokens(name="soul"), "all Soul Tokens go from this model to the target"),
    (w.MoveTokens(name="soul", number=2, to="leader"), "2 Soul Tokens go from this model to the Leader"),
    (w.PassToken(player="both", number=2), "both players gain 2 Pass Tokens"),
    (w.PassToken(), "this player gains a Pass Token"),
    (w.PassToken(number=-1), "this player loses a Pass Token"),
    (
        w.PassToken(number=s.Times(amount=s.PassTokens(opposing=True), by=-1), player="opposing"),
        "the opponent loses Pass Tokens (the number of Pass Tokens of the opponent)",
    ),
    (
        w.Draw(cards=s.Sum(of=(s.InHand(), 1))),
        "this model draws cards (the number of cards in this model’s hand plus 1)",
    ),
    (
        w.TakeFromDiscard(cards=s.Chosen(most=3), any=True, to="shuffled"),
        "this model takes up to 3 cards of its choice from its discard pile and shuffles them into the deck",
    ),
    (
        w.Either(branches=((w.Draw(),), (w.Kill(),)), chooser="opposing"),
        "the opponent chooses: this model draws a card or the target is killed",
    ),
    (w.TakeAction(again=True), "this model may take this Action again"),
    (
        w.TakeAction(name="Lure", on_target=True, plus=1, damage_minus=1, optional=False),
        "this model takes Lure against the same target, with + on the duel, with − on damage",
    ),
    (
        w.TakeAction(acts=s.Acts(kind="attack"), different=True, total=2, no_triggers=True),
        ("this model may take one of its attack Actions against another target, with +2, without Triggers"),
    ),
    (
        w.TakeAction(icon="aura", upon="target", ignoring=("range",), controlled_by="self", whom="target"),
        ("the target may take an aura Action against the target, ignoring Range, as this model says"),
    ),
    (w.TakeAction(), "this model may take a printed Action"),
    (
        w.CopyAction(models=s.Models(side="friendly", other=True)),
        "this model may take an Action of each other friendly model",
    ),
    (w.CopyAction(models=ENEMY, optional=False), "this model takes an Action of each enemy model"),
    (
        w.CopyAction(models="target", until="end_phase", own_stat=True, plain=True, printed="card"),
        "until the End Phase, this model has an Action that names no model of the card of the target as its "
        "own with the stat of this Action",
    ),
    (
        w.CopyAction(models=ENEMY, printed="upgrade", upgrade="style", stat_modifier=-1),
        "this model may take an Action of a Style Upgrade of each enemy model with −1 to its stat",
    ),
    (
        w.Pulse(inches=2, effects=(w.Heal(amount=1, whom="it"),), side="enemy"),
        "for each enemy model in a pulse of 2 inches of this model: that model heals 1",
    ),
    (
        w.Pulse(inches=1, effects=(w.Kill(whom="it"),)),
        "for each model in a pulse of 1 inch of this model: that model is killed",
    ),
    (w.Each(models=ENEMY, effects=(w.Kill(whom="it"),)), "for each enemy model: that model is killed"),
    (w.EachMarker(markers=SCRAP, effects=(DRAW,)), "for each Scrap Marker: this model draws a card"),
    (w.If(test=s.HasDone(), effects=(DRAW,)), "if that happened, this model draws a card"),
    (w.Repeat(times=2, effects=(DRAW,)), "2 times: this model draws a card"),
    (w.SetX(amount=s.Done()), "X is that many"),
    (
        w.Later(when="next_activation", effects=(DRAW,), whom="target"),
        "at the start of the target’s next Activation, this model draws a card",
    ),
    (w.Later(when="after_current", effects=(DRAW,)), "when that is resolved, this model draws a card"),
    (
        w.Grant(
            marker="it_marker",
            until="game",
            part=w.Aura(inches=2, side="any", part=w.Gives(what="no_cover")),
        ),
        "for the rest of the game, for that Marker: each model in an aura of 2 inches: it has No cover",
    ),
    (
        w.Grant(
            marker="it_marker",
            until="game",
            part=w.Cannot(what="be_removed", but_by=s.Acts(names=("Blow It to Hell",))),
        ),
        "for the rest of the game, for that Marker: it cannot be removed but by Blow It to Hell Actions",
    ),
    (
        w.Cannot(
            what="remove_markers",
            markers=s.Markers(kinds=("scheme",), side="friendly", within=4, area="aura"),
        ),
        "it cannot remove friendly Scheme Markers in an aura of 4 inches",
    ),
    (
        w.DropMarker(kind="blown apart", in_range=True, own=True),
        "this model drops a Blown Apart Marker of its own anywhere in range",
    ),
    (
        w.DropMarker(kind="dust devil", mm=40, traits=("severe", "hazardous"), in_range=True, credited=True),
        (
            "this model drops a 40 mm Severe Hazardous Dust Devil Marker anywhere in range; whom it kills "
            "counts as killed by this model"
        ),
    ),
    (
        w.Reaction(
            moment="would_kill",
            optional=True,
            by=ENEMY,
            effects=(w.CountsAsKiller(whom=s.Models(side="friendly", words=("Seamus",), which="one")),),
        ),
        (
            "Before this model counts as the killer of an enemy model: this player may choose that a "
            "friendly Seamus model counts as the killer."
        ),
    ),
    (
        w.Reaction(
            moment="would_be_killed",
            optional=True,
            about="others",
            side="enemy",
            sources=("burning",),
            effects=(w.CountsAsKiller(whom="self"),),
        ),
        (
            "Before it is settled who killed another enemy model from Burning: this player may choose that "
            "this model counts as the killer."
        ),
    ),
    (
        w.TakeAction(icon="melee", on_target=True, credit=True),
        (
            "this model may take a melee Action against the same target; if it kills the target, this model "
            "may count as the killer"
        ),
    ),
    (w.DuelModifier(no_minus=True, against=ENEMY), "its duels against an enemy model have no −"),
    (w.DamageModifier(ignores_minus="all"), "its damage ignores each − on the flip"),
    (w.DamageModifier(ignores_minus="X"), "its damage ignores X − on the flip"),
    (w.Cannot(what="act", acts=s.Acts(kind="card")), "it cannot take Actions of its Stat Card"),
    (
        w.Aura(inches=2, side="enemy", part=w.InteractsFor()),
        (
            "each enemy model in an aura of 2 inches: this model controls its Interact Actions, which it "
            "takes as a friendly model"
        ),
    ),
    (
        w.MoveMarkers(markers="target_marker", kind="push", inches=8, full=True, way="toward"),
        "the targeted Marker is pushed 8 inches toward this model",
    ),
    (
        w.Duel(stat="mv", tn=s.DuelTotal(), failure=(w.Damage(amount=2),)),
        (
            "the target makes a Mv duel against this Action’s final duel total; if it fails, the target "
            "suffers 2 damage"
        ),
    ),
    (
        w.WhileBuried(
            moments=("activation_begins",), effects=(w.Duel(stat="wp", tn=13, success=(w.Unbury(),)),)
        ),
        (
            "as long as the target stays Buried, at the start of the Activation of the target: the target "
            "makes a Wp duel against 13; if it passes, the target is Unburied"
        ),
    ),
    (
        w.WhileBuried(moments=("killed", "buried"), about="self", effects=(w.Unbury(contact="self"),)),
        (
            "as long as the target stays Buried, when this model is killed or after this model is Buried: "
            "the target is Unburied into base contact with this model"
        ),
    ),
    (
        w.Shockwave(inches=1, stat="mv", tn=12, penalty=(w.Damage(amount=2, whom="it"),)),
        ("a Shockwave Marker: who is within 1 inch needs Mv against 12, or that model suffers 2 damage"),
    ),
    (
        w.Shockwave(
            inches=1,
            stat="luck",
            tn=12,
            penalty=(w.Damage(amount=2, whom="it"),),
            markers=2,
            on="target_marker",
            may_ignore=ENEMY,
        ),
        (
            "2 Shockwave Markers on the targeted Marker: who is within 1 inch needs luck against 12, or "
            "that model suffers 2 damage; each enemy model may ignore it"
        ),
    ),
    (
        w.Shockwave(
            inches=2,
            stat="mv",
            tn=13,
            penalty=(w.Damage(amount=2),),
            may_ignore=s.Models(side="friendly"),
            instead=(DRAW,),
        ),
        (
            "a Shockwave Marker: who is within 2 inches needs Mv against 13, or the target suffers 2 damage; "
            "each friendly model may ignore it, so that instead this model draws a card"
        ),
    ),
    (
        w.Duel(stat="mv", tn=13, minus=1, failure=(DRAW,)),
        "the target makes a Mv duel against 13 with −; if it fails, this model draws a card",
    ),
    (
        w.Replace(words=("Minion",), not_words=("Undead",), killed=True, declared=True),
        "this model is replaced by Minion that is no Undead of its Crew that was killed, named on declaring",
    ),
    (w.HarderDuels(amount=2), "simple duels that it generates have +2 to their TN"),
    (w.ActivateNext(whom="it", must=True), "that model must Activate next"),
    (
        w.TakeAction(name="Lure", unengaged_by="self"),
        "this model may take Lure, as if not engaged by this model",
    ),
    (w.ShuffleDiscard(player="both"), "both players shuffle their discard piles into their decks"),
    (w.ShuffleDiscard(player="opposing"), "the opponent shuffles its discard pile into the deck"),
    (w.Cannot(what="gain_tokens", tokens=("brilliance",)), "it cannot gain Brilliance Tokens"),
    (w.Cannot(what="gain_tokens"), "it cannot gain Tokens"),
    (w.PassToken(number=-1, player="opposing"), "the opponent loses a Pass Token"),
    (
        w.If(test=s.Not(test=s.Repeated()), effects=(DRAW,)),
        "if that Action was not declared before in this Activation, this model draws a card",
    ),
    (
        w.Kill(whom=s.Models(side="enemy", which="one", chosen_by="opposing")),
        "an enemy model of the opponent’s choice is killed",
    ),
    (w.AtShockwave(effects=(DRAW,)), "once the Shockwave Markers are dropped, this model draws a card"),
    (w.AtShockwave(effects=(DRAW,), when="leaving"), "before they are removed, this model draws a card"),
    (w.CountsAsKiller(), "that model counts as the killer of whom this Action kills"),
    (w.ChangeHit(reduce=2, floor=1), "it is 2 lower, but not below 1"),
    (
        w.DrawsFrom(markers=SCRAP, no_triggers=True, unless=(w.PayCards(),)),
        (
            "its Actions may draw range and sight from each Scrap Marker, then without Triggers unless its "
            "player chooses to discard a card"
        ),
    ),
    (
        w.DrawsFrom(models=RATS, total=-1),
        "its Actions may draw range and sight from each Rat model, then with −1 on its duel",
    ),
    (w.GivesTN(tn=12), "attack Actions without a TN that target it have a TN of 12"),
    (w.NotDistracting(), "enemies that target it with attack Actions ignore their Distracted"),
    (w.DiscardCards(suit="chosen", whom="target"), "the target discards a card of the chosen suit"),
    (
        w.DiscardCards(cards=2, whom="target", chooser="self"),
        "the target discards 2 cards of this model’s choice",
    ),
    (w.FlipCard(how="discarded"), "this model takes one of the discarded cards"),
    (
        w.Move(kind="push", inches=2, full=True, whom="self", chosen_by="opposing"),
        "this model is pushed 2 inches, as the opponent likes",
    ),
    (w.IgnoreTrigger(), "the effects of that Trigger are ignored"),
    (w.NoTarget(acts=LURE), "it may take Lure Actions without a target"),
    (w.ResisterCannot(plus=True), "who resists has no + on its flip"),
    (w.Instead(effects=(DRAW,)), "instead of the Action’s own effects this model draws a card"),
    (
        w.Instead(effects=(DRAW,), optional=True),
        "this player may choose that instead of the Action’s own effects this model draws a card",
    ),
    (w.MoreHealing(amount=2), "the healing is 2 higher"),
    (w.MoreHealing(amount=s.Done()), "the healing is that much higher"),
    (w.ChangeHit(reduce=s.MomentDamage()), "it is lowered to 0"),
    (w.Damage(amount=s.MomentDamage()), "the target suffers damage equal to that damage"),
    (
        w.Token(name="power", number=s.Times(amount=s.Chosen(most=None), by=-1), whom="self"),
        "this model loses any number of Power Tokens",
    ),
    (
        w.Token(name="power", number=s.Times(amount=s.Chosen(most=2), by=-1), whom="self"),
        "this model loses up to 2 Power Tokens",
    ),
    (
        w.If(test=s.Stands(on="enemy_half"), effects=(DRAW,)),
        "if this model is on the enemy half, this model draws a card",
    ),
    (
        w.If(test=s.Not(test=s.Stands(on="centreline")), effects=(DRAW,)),
        "if this model is not on the centreline, this model draws a card",
    ),
    (
        w.Remove(markers=s.Markers(kinds=("egg",), besides=("it_marker",))),
        "each Egg Marker besides that Marker is removed",
    ),
    (w.MoreShockwaves(number=2), "2 more Shockwave Markers"),
    (w.MoreShockwaves(number=0, tn=2), "+2 to the TN of its Shockwave"),
    (
        w.Duel(stat="wp", tn=12, success=(DRAW,), failure=(w.Kill(),)),
        (
            "the target makes a Wp duel against 12; if it passes, this model draws a card; if it "
            "fails, the target is killed"
        ),
    ),
    (w.Duel(stat="luck", tn=12, whom=ENEMY), "each enemy model makes a luck duel against 12"),
    (
        w.May(effects=(DRAW,), cost=(w.PayStones(), w.PayCards()), otherwise=(w.Kill(),)),
        (
            "this model may spend a Soulstone and discard a card so that this model draws a card;"
            " if not, the target is killed"
        ),
    ),
    (w.May(effects=(DRAW,)), "this model may draw a card"),
    (w.May(effects=(), cost=(w.PayStones(),)), "this model may spend a Soulstone"),
    (
        w.Either(branches=((DRAW,), (w.Kill(), w.Draw()))),
        ("the target chooses: this model draws a card or the target is killed, then this model draws a card"),
    ),
    (w.FlipNumber(profile=(1, 2, 3)), "this model flips 1/2/3, which is X"),
    (w.Stone(), "this player gains a Soulstone"),
    (w.Stone(number=2, player="both"), "both players gain 2 Soulstones"),
    (
        w.Kill(no_demise=True, no_markers=True),
        "the target is killed without its Demise and leaves no Markers",
    ),
    (w.Kill(whom=s.Models(which="some", number=2)), "up to 2 models are killed"),
    (w.Sacrifice(), "this model is sacrificed"),
    (w.NoMarkers(), "the target leaves no Markers"),
    (w.NoMarkers(kind="scrap"), "the target leaves no Markers but a Scrap Marker"),
    (
        w.Summon(card="Hound", number=2, upgrade="Leash", anywhere=True, optional=True),
        "this model may summon 2 Hound anywhere with Leash",
    ),
    (
        w.Summon(
            words=("Rat", "Dog"),
            all_words=("Minion",),
            cost_most=4,
            in_range=True,
            effects=(w.Gain(condition="slow", whom="it"),),
        ),
        ("this model summons a Minion Rat or Dog of Cost 4 or less in range, then that model gains Slow"),
    ),
    (
        w.Summon(declared=True, contact="target"),
        "this model summons what was named into base contact with the target",
    ),
    (
        w.Summon(card="Hound", within=2, of="target"),
        "this model summons a Hound within 2 inches of the target",
    ),
    (w.Summon(card="Hound"), "this model summons a Hound"),
    (
        w.Replace(
            card="Ox",
            stats=(s.StatTest(stat="cost", is_=">", than=4),),
            effects=(w.Heal(amount=1, whom="it"),),
        ),
        "this model is replaced by Ox with Cost above 4, then that model heals 1",
    ),
    (
        w.Replace(cards=("Rat", "Dog"), together_with=("target",), optional=True),
        "this model and the target may be replaced by Rat and Dog",
    ),
    (w.Replace(words=("Rat",), all_words=("Minion",)), "this model is replaced by Minion Rat"),
    (w.Replace(), "this model is replaced by a model"),
    (w.Bury(), "the target is Buried"),
    (w.Unbury(contact="self"), "the target is Unburied into base contact with this model"),
    (
        w.Unbury(within=2, of="target", optional=True),
        "the target may be Unburied within 2 inches of the target",
    ),
    (w.Unbury(anywhere=True), "the target is Unburied anywhere"),
    (w.Attach(upgrade="Mask"), "this model attaches Mask to this model"),
    (w.Attach(upgrade="Mask", optional=True, whom="target"), "this model may attach Mask to the target"),
    (
        w.DiscardUpgrade(upgrade="Mask", number=None, to="self"),
        "all Mask Upgrades of the target go to this model",
    ),
    (w.DiscardUpgrade(optional=True), "up to one Upgrade of the target is discarded"),
    (w.ActivateNext(), "another friendly model within 6 inches Activates next"),
    (
        w.ActivateNext(whom="target", cost=(w.PayStones(), w.PayCards())),
        "the target Activates next, for which its player must spend a Soulstone and discard a card",
    ),
    (w.ActivateNext(models=RATS), "a Rat model Activates next"),
    (w.EndActivation(whom="target"), "the target’s Activation ends"),
    (w.MoreActions(), "this model has 1 more Action this Activation"),
    (w.MoreActions(number=-2), "this model has 2 fewer Actions this Activation"),
    (w.FailAction(), "the Action fails"),
    (w.NewTarget(whom="self"), "the Action now targets this model"),
    (w.ChangeCondition(), "it does not happen"),
    (w.ChangeCondition(less=1), "it is 1 lower"),
    (w.ChangeCondition(condition="poison", value=2), "it becomes Poison +2 instead"),
    (w.ChangeHit(onto="leader"), "the Leader suffers it instead"),
    (w.ChangeHit(nothing=True), "it is not suffered"),
    (w.ChangeHit(reduce=2), "it is 2 lower"),
    (w.Reflip(), "this model flips again"),
    (w.Reflip(plus=1), "this model flips again with +"),
    (
        w.ModifyDuel(plus=1, total=2, suits=("ram", "any"), damage_minus=1),
        (
            "this model has + on the flip and has 2 more in its total and adds a Ram and a suit of its "
            "choice and has − on the damage flip in this duel"
        ),
    ),
    (
        w.ModifyDuel(whom="opponent", cannot_cheat=True, cannot_trigger=True, card_value=0, no_suits=True),
        (
            "the opponent in the duel cannot cheat and cannot declare Triggers and has a card of "
            "0 and has no suits in this duel"
        ),
    ),
    (
        w.Grant(ability="Armor", value=2, kind="Family", until="turn"),
        "until the end of the Turn, the target has Armor +2 (Family)",
    ),
    (w.Grant(ability="Stealth"), "until the End Phase, the target has Stealth"),
    (
        w.Grant(part=w.Armor(), until="game", whom="self"),
        ("for the rest of the game, for this model: damage to this model is 1 lower, but not below 1"),
    ),
    (w.TakeControl(), "this player controls the target until the End Phase"),
    (w.LookAt(cards=2), "this player sees the top 2 cards of the deck of this model"),
    (w.LookAt(source="hand", both=True, whom="target"), "both players see the hand of the target"),
    (w.UseUp(upgrade="coffee"), "this Upgrade is used up"),
    (w.SetAside(), "the top card of the discard pile of this model leaves the game"),
    (w.Prompted(text="Shout."), "Shout"),
    (w.Registered(key="tests:one"), "as the rule tests:one says"),
    (w.ByHand(text="Shout."), "Shout"),
    (
        w.Reaction(
            moment="damaged",
            about="any",
            effects=(DRAW,),
            cost=(w.PayStones(),),
            once="turn",
            after_current=True,
        ),
        (
            "Once a Turn, after any model suffers damage, once that is resolved: this player may spend "
            "a Soulstone so that this model draws a card."
        ),
    ),
    (
        w.Reaction(
            moment="gained_condition",
            effects=(DRAW,),
            conditions=("burning",),
            by=ENEMY,
            acts=s.Acts(kind="attack"),
            where=(s.HasDone(),),
        ),
        (
            "After this model gains Burning by an enemy model with an attack Action, if that happened: "
            "this model draws a card."
        ),
    ),
    (
        w.Reaction(
            moment="marker_dropped",
            about="others",
            side="friendly",
            inches=3,
            models=RATS,
            markers=SCRAP,
            effects=(DRAW,),
        ),
        "After a Scrap Marker is dropped: this model draws a card.",
    ),
    (
        w.Reaction(moment="damaged", sources=("blast", "pulse"), stats=("wp", "luck"), effects=(DRAW,)),
        ("After this model suffers damage from blasts or pulses on Wp/luck: this model draws a card."),
    ),
    (
        w.Aura(inches=3, side="any", part=w.Armor()),
        "each model in an aura of 3 inches: damage to this model is 1 lower, but not below 1",
    ),
    (
        w.Aura(inches=1, side="enemy", includes_self=False, part=w.Armor(), models=RATS, around=SCRAP),
        (
            "each other enemy Rat model in an aura of 1 inch of each Scrap Marker: damage to this model"
            " is 1 lower, but not below 1"
        ),
    ),
    (
        AbilityScript(parts=(w.Armor(), w.HardToKill())),
        (
            "Damage to this model is 1 lower, but not below 1. Damage that would kill it at 2 "
            "Health or more leaves it at 1."
        ),
    ),
    (
        w.Ability(name="Two", parts=(w.Armor(), w.ByHand(text=""))),
        "Damage to this model is 1 lower, but not below 1.",
    ),
    (
        Trigger(name="More", timing="immediately", parts=(w.DamageModifier(plus=1),)),
        "At once, its damage has + on the flip.",
    ),
    (
        Trigger(name="More", timing="after_killing", once="game", effects=(DRAW,)),
        "Once a game: once the target is killed, this model draws a card.",
    ),
    (
        Action(
            name="Act", counted_tn=s.Done(), resist_any=("df", "luck"), once="target", cost=(w.PayStones(),)
        ),
        (
            "Once an Activation for each target: spend a Soulstone: the TN is that many. Resisted by "
            "Df or luck."
        ),
    ),
    (
        Action(name="Act", triggers_must=True, parts=(w.DuelModifier(plus=1),)),
        "Its Triggers must be declared if they can be. Its duels have +.",
    ),
    (Action(name="Act"), ""),
    (ActionScript(tn=12, effects=(DRAW,)), "The TN is 12. This model draws a card."),
]


@pytest.mark.parametrize(("script", "sentence"), SENTENCES, ids=lambda value: str(value)[:40])
def test_what_a_script_says(script, sentence):
    assert tell(script) == sentence
