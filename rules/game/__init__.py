"""An Encounter played by its rules: pure, headless, and readable beside the rulebook.

>>> from rules import duel_of_two, sentence_of
>>> play = duel_of_two()
>>> ask = play.asks[0]
>>> ask.seat, ask.kind, ask.options.size
(1, 'cut', 54)
>>> sentence_of(play.answer(ask.seat, 0)[-1], play.state)
'Woe’s deck is shuffled (54 cards).'

**Where each thing lies**

| place | what |
|---|---|
| ``rules.dialogue`` | questions, options, answers: shared with the campaign |
| ``state.py`` | everything an Encounter is at one moment; frozen |
| ``events/`` | facts: each one class that says what changes and who may hear it |
| ``driver.py`` ``play.py`` ``log.py`` | what drives procedures; the Third Edition's; replay, fold, undo |
| ``view.py`` ``narration.py`` | what a seat may see, from named public fields; the log as sentences |
| ``ruleset.py`` ``rules.editions`` | numbers, and one policy for each row that reads two ways |
| ``procedure/`` | ``Game``, asks, moments and registries, timing, cards, reach, what is in progress |
| ``setup/`` | what is agreed, the scenario flips, hiring in the Encounter, steps A to K |
| ``turn.py`` | the run of an Encounter: the three Phases and their lettered steps |
| ``actions/`` | which may be taken and at what, the six steps, the seven general Actions |
| ``duels/`` | steps A to F, fate modifiers, Triggers |
| ``effects/`` | damage, healing, killing, Conditions, markers, areas, moves, Summon, Replace, Bury |
| ``scripts/`` | cards as data: Stat Cards, the vocabulary, reading, the registry by printed name |
| ``abilities/`` | how words are carried out; costs, restrictions; what is passive; what reacts |
| ``scoring/`` ``strategies/`` ``schemes/`` | order and caps; the four Strategies; the thirteen Schemes |
| ``table_access/`` | how procedures see the gaming table: a plain, or the exact one |
| ``league/`` | what only a league's Encounter knows: terms, withdrawal, Finished Off, claims |
| ``results/`` | the finished Encounter for the campaign |
| ``referee/`` | what people do with their own hands: one vocabulary for play and record |
| ``recording/`` | a real table recorded |
| ``pictures/`` | the drawing of an Encounter, and what a question offers in it |
| ``simulation/`` | bots, whole Encounters played by them, what must hold |
| ``first_edition/`` | the First Edition: its own procedures, set-up by cards, the score sheet |
| ``content.py`` | everything that registers itself, imported once |

**How to add**

* *a fact*: a class in ``events/`` with ``on``; nothing else may change the state;
* *a procedure*: a generator ``(g, …) -> Proc[T]`` whose body reads like the rulebook's steps. It yields
  asks (by the functions of ``procedure/asks.py``), calls others with ``yield from``, and emits events. It
  never keeps a model across a ``yield`` and trusts it: ask ``g.model(id)`` again;
* *a Condition*: a row of ``effects/conditions.py``;
* *a word*: a class in ``scripts/words.py`` and a handler with ``@executes`` in ``abilities/*_words.py``;
* *a moment*: a line in ``hooks.MOMENTS`` and a ``happen`` where it comes;
* *a passive change*: ``@duel_modifier``, ``@stat_modifier``, ``@hit_modifier``, ``@reduction``;
* *a Strategy or Scheme*: see ``scoring/registry.py``; *an Interact*: ``@interaction``;
* *a custom ability*: ``@custom("key")``, in a module that ``content.py`` imports.

**What must hold** (tests and ``simulate`` prove it after every decision): no clock, no chance, no set
order, no input but answers; ``state == fold(events)``, ``events == replay(decisions)``; 54 cards a deck;
undo is a prefix; a view does not change when what its seat must not know does; at a boundary the state
alone goes on.
"""
