"""An Encounter played by its rules: pure, headless, and readable beside the rulebook.

**Where each thing belongs**

| file or room | what |
|---|---|
| ``setup.py`` ``statcards.py`` ``abilities/words.py`` | what is agreed before: Crews, Stat Cards, effects |
| ``state.py`` | everything an Encounter is at one moment; frozen |
| ``events/`` | facts: each one class that says what changes and who may hear it |
| ``asks.py`` ``options.py`` | questions, and objects that list, contain and sample the answers |
| ``context.py`` | ``Game``: what a procedure holds; it reads ``g.state``, and only ``g.emit`` changes it |
| ``play.py`` ``log.py`` ``undo.py`` | the driver; replay and fold; taking back |
| ``view.py`` | what a seat may see, built from named public fields |
| ``commands.py`` ``record.py`` | table commands, and a real table recorded with them |
| ``hooks.py`` ``timing.py`` | moments and standing changes; sequential and simultaneous effects |
| ``cards.py`` | flips, draws, discards, cheating |
| ``duels/`` | steps A to F, fate modifiers, triggers |
| ``turn/`` | set-up, the three Phases, their lettered steps |
| ``actions/`` | the six steps, targets, engagement, ``general/`` one file each |
| ``effects/`` | damage, healing, killing, Conditions, markers, areas, moves, Summon, Replace, Bury |
| ``abilities/`` | how words are carried out; costs, restrictions; what is always on; what reacts |
| ``setup_steps.py`` | set-up, steps A to H: hired Crews become an Encounter that can begin |
| ``hiring.py`` ``turn/hire.py`` | steps E to H where both hire in the Encounter, in secret until then |
| ``scoring/`` | the order and caps of scoring; the protocols of Strategies and Schemes; where they look |
| ``strategies/`` ``schemes/`` | the four and the thirteen, one file each |
| ``ground.py`` ``open_field.py`` ``exact_table.py`` | the one window to the table; a plain; the exact one |
| ``exact_ways.py`` | where a base may go on the exact one, as answers |
| ``pictures/`` | the drawing of an Encounter, and what a question offers in it |
| ``bots/`` ``simulate.py`` ``invariants.py`` | players made of code, and what must hold |
| ``ruleset.py`` ``rules.editions`` | numbers, and one policy for each row that reads two ways |
| ``terms.py`` ``turn/withdraw.py`` ``turn/claims.py`` | what only a league's Encounter knows |
| ``result.py`` ``scenario.py`` ``ending.py`` | a finished Encounter for the campaign; scenario flips |

**How to add**

* *a fact*: a class in ``events/`` with ``on``; nothing else may change the state;
* *a procedure*: a generator ``(g, …) -> Proc[T]`` whose body reads like the rulebook's steps. It yields
  asks (by the helpers of ``asks.py``), calls others with ``yield from``, and emits events. It never keeps a
  model across a ``yield`` and trusts it: ask ``g.model(id)`` again;
* *a Condition*: a row of ``effects/conditions.py``;
* *a word*: a class in ``abilities/words.py`` and a handler with ``@carries_out``;
* *a moment*: a line in ``hooks.MOMENTS`` and a ``happen`` where it comes;
* *a standing change*: ``@duel_modifier``, ``@stat_modifier``, ``@hit_modifier``, ``@reduction``;
* *a Strategy or Scheme*: see ``scoring/__init__.py``; *an Interact*: ``@interaction``;
* *an odd ability*: ``@odd("key")`` in ``abilities/odd_*.py``. Import the module in ``content.py``.

**What must hold** (tests and ``simulate`` prove it after every decision): no clock, no chance, no set
order, no input but answers; ``state == fold(events)``, ``events == replay(decisions)``; 54 cards a deck;
undo is a prefix; a view does not change when what its seat must not know does; at a boundary the state
alone goes on.

>>> from rules.game.examples.encounters import duel_of_two
>>> play = duel_of_two()
>>> ask = play.asks[0]
>>> ask.seat, ask.kind, ask.options.size
(1, 'cut', 54)
"""
