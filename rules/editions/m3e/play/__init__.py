"""The Third Edition played on screen, from set-up to the last Turn.

| place | what |
|---|---|
| ``play.py`` ``turn.py`` | playing it; the run of an Encounter: the three Phases and their lettered steps |
| ``procedure/`` | ``Game``, moments and registries, timing, cards, reach, what is in progress |
| ``setup/`` | hiring in the Encounter, steps A to K |
| ``actions/`` | which may be taken and at what, the six steps, the general Actions |
| ``duels/`` | steps A to F, fate modifiers, Triggers |
| ``effects/`` | damage, healing, killing, Conditions, markers, areas, moves, Summon, Replace, Bury |
| ``abilities/`` | how words are carried out; costs, restrictions; what is passive; what reacts |
| ``scoring/`` ``strategies/`` ``schemes/`` | order and caps; the four Strategies; the thirteen Schemes |
| ``league/`` ``finished_off.py`` | withdrawal and claims; Finished Off flips |
| ``by_hand/`` | the referee's hand carried out |
| ``content.py`` | everything that registers itself, imported once |

**How to add**

* *a Condition*: a row of ``conditions.py``;
* *a word*: a class in ``scripts/words.py`` and a handler with ``@executes`` in ``abilities/*_words.py``;
* *a moment*: a line in ``procedure/hooks.MOMENTS`` and a ``happen`` where it comes;
* *a passive change*: ``@duel_modifier``, ``@stat_modifier``, ``@hit_modifier``, ``@reduction``;
* *a Strategy or Scheme*: see ``scoring/registry.py``; *an Interact*: ``@interaction``;
* *a custom ability*: ``@custom("key")``, in a module that ``content.py`` imports.
"""
