"""The first game of a newcomer: what is explained, one screen a step, beside a practice Encounter."""

from __future__ import annotations

from rules.game.playing import FirstGame, GuideStep

STEPS = (
    GuideStep(
        "Two Crews, two decks",
        (
            "You lead a Crew of models, your opponent another. Each of you has a deck of 54 cards in "
            "place of dice: four suits from 1 to 13, a Red Joker that is the best card and a Black Joker "
            "that is the worst.",
            "The player with more Victory Points after five Turns wins. Killing is a way, not the aim.",
        ),
        "Start the practice Encounter: two models a side, against the easy bot.",
        ("M3E-GEN-01", "M3E-FATE-01"),
    ),
    GuideStep(
        "What is played for",
        (
            "Both Crews play for the same Strategy. Besides, each picks two Schemes in secret from the "
            "same pool.",
            "A Scheme scores when you reveal it, and once more at the end of the game.",
        ),
        "Read the Schemes that you are offered and take two.",
        ("M3E-SETUP-15", "M3E-SCHEME-01"),
    ),
    GuideStep(
        "Onto the table",
        ("Every model begins wholly in its Deployment Zone. Distances are in inches, from base to base.",),
        "Tap a place in your zone for each model, or let the rest be deployed for you.",
        ("M3E-SETUP-19", "M3E-MEAS-02"),
    ),
    GuideStep(
        "A Turn begins",
        (
            "Both draw six cards: your hand, which nobody else sees. Then both flip a card for "
            "Initiative; the higher goes first.",
            "After that you take turns: one of your models acts, then one of theirs, until all have.",
        ),
        "Keep your high cards: the hand is your luck for the whole Turn.",
        ("M3E-TURN-03", "M3E-TURN-04", "M3E-TURN-12"),
    ),
    GuideStep(
        "A model acts",
        (
            "A model that Activates has two Actions: it may Walk, Charge, attack, Interact, or do what "
            "its card offers. Actions marked as bonus come on top, one an Activation.",
        ),
        "Activate a model and Walk towards the enemy: a tap shows how far it may go.",
        ("M3E-ACT-01", "M3E-ACT-03"),
    ),
    GuideStep(
        "A duel",
        (
            "An attack is a duel: each side flips a card and adds a stat of its model. Who attacks wins a"
            " tie.",
            "Whoever is behind may cheat: put a card from the hand in the place of the flipped one. The "
            "lower total decides first.",
        ),
        "Attack, and cheat only where the card changes who wins.",
        ("M3E-DUEL-07", "M3E-DUEL-08", "M3E-FATE-23"),
    ),
    GuideStep(
        "Damage",
        (
            "A hit flips once more for damage: a low card is weak, a middling one moderate, a high one "
            "severe. The further you won by, the better that flip.",
            "A model without Health is killed. Soulstones help your Master and Henchmen to prevent damage.",
        ),
        "Look at the Health on the tokens after a hit.",
        ("M3E-DMG-05", "M3E-DMG-06", "M3E-STONE-01"),
    ),
    GuideStep(
        "Scoring",
        (
            "At the end of a Turn the Strategy scores first, then the Schemes; the player with Initiative"
            " before the other.",
            "Markers that models drop by Interacting are what most Schemes count.",
        ),
        "Walk a model to where your Scheme wants it, and Interact there.",
        ("M3E-TURN-19",),
    ),
    GuideStep(
        "And then",
        (
            "Play the Turns out; the log says what each card did, and a small question mark opens the "
            "rule behind it.",
            "Next time take a practice Crew of your Faction, and the bot’s second level. Or send the link"
            " to a friend.",
        ),
        "Finish the practice Encounter, or begin a larger one.",
    ),
)
FIRST_GAME = FirstGame(crews="two", opponent="greedy", steps=STEPS)
