"""First Edition Encounters: their own procedures on the state, events, table and driver of every edition.

| place | what |
|---|---|
| ``figures.py`` | a printed model with its talents |
| ``match.py`` | what is agreed; what a procedure holds while it runs; stats as they are now |
| ``flips.py`` ``cards.py`` ``duels.py`` | what a flip is worth; cards as they move; duels, Triggers |
| ``damage.py`` ``strikes.py`` | wounds, death, healing, Modifiers; Strikes and Blasts |
| ``movement.py`` ``morale.py`` ``magic.py`` | Walk, Charge, falls, falling back; fear; spells |
| ``events.py`` | special events as they act in play |
| ``actions.py`` ``turn.py`` ``play.py`` | AP and the menu; the run of an Encounter; playing it |
| ``places.py`` | where models are deployed; what is counted at the end |
| ``hire.py`` ``ground/`` | hiring in the Encounter; terrain and features |

>>> from rules.editions.m1e.examples import encounter_of
>>> from rules.editions.m1e.play.play import PlayM1
>>> from rules.fate.dealer import KeyDealer
>>> play = PlayM1(encounter_of("a prompt"), KeyDealer(bytes(range(32))))
>>> [choice.key for choice in play.asks[0].options.choices]
['south', 'north']
"""
