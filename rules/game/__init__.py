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
| ``printed.py`` ``conditions.py`` | what every edition prints on a card; its Conditions as data |
| ``stored.py`` | decisions, checkpoints, and how an edition reads what its Encounters store |
| ``driver.py`` ``with_hand.py`` ``log.py`` | what drives procedures; acts by hand; follow, fold, undo |
| ``view.py`` ``narration.py`` | what a seat may see, from named public fields; the log as sentences |
| ``procedure/`` | questions, and the context of procedures |
| ``setup/`` | what is agreed; what a scenario is |
| ``table_access/`` | how procedures see the gaming table: a plain, or the exact one |
| ``league/`` | what only a league's Encounter knows: terms, withdrawal, claims |
| ``results/`` | the finished Encounter for the campaign |
| ``referee/`` | what people do with their own hands: one vocabulary for play and record |
| ``recording/`` | a real table recorded; ``RecordedEdition``, what an edition decides of that |
| ``playing.py`` | ``PlayedEdition``: what an edition decides of its Encounters on screen |
| ``pictures/`` ``shown/`` | the drawing of an Encounter; what a page shows of a moment |
| ``simulation/`` | what bots share, whole Encounters played by them, what must hold |
| ``rules.editions`` | each edition: its procedures, words, bots, records; nothing here imports one |

**How to add**

* *a fact*: a class in ``events/`` with ``on``; nothing else may change the state;
* *a procedure*: a generator ``(g, …) -> Proc[T]`` whose body reads like the rulebook's steps. It yields
  asks (by the functions of ``procedure/asks.py``), calls others with ``yield from``, and emits events. It
  never keeps a model across a ``yield`` and trusts it: ask ``g.model(id)`` again;
* *an edition that is recorded*: a ``RecordedEdition``; with one Strategy and a pool of Schemes it builds on
  ``OfSetup`` and ``SetupRecord``;
* *an edition that is played*: a ``DriverWithHand`` over its procedures, and a ``PlayedEdition``.

**What must hold** (tests and ``simulate`` prove it after every decision): no clock, no chance, no set
order, no input but answers; ``state == fold(events)``, the events follow
from the decisions; 54 cards a deck;
undo is a prefix; a view does not change when what its seat must not know does; at a boundary the state
alone goes on.
"""
