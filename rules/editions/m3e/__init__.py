"""The Third Edition: hiring, set-up, play on screen, card scripts and record.

| place | what |
|---|---|
| ``hiring/`` ``arsenal/`` | Crews and their prices; whom a league hires |
| ``ruleset.py`` ``table.py`` ``scoring.py`` | numbers and policies; the table's; VP |
| ``setup.py`` | the scenario flips |
| ``statcards.py`` ``scripts/`` ``stored.py`` | cards as data: figures, the vocabulary, reading, telling |
| ``play/`` | the procedures |
| ``conditions.py`` ``hand.py`` | its Conditions; what the referee's hand may do |
| ``played.py`` ``record.py`` ``reminders.py`` ``result.py`` | what is asked of it; a record and its end |
| ``shown.py`` ``pictures.py`` | what a page shows of a moment; zones and auras |
| ``simulation/`` ``examples/`` | bots; practice Crews and Encounters |
"""
