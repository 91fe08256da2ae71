"""The First Edition: hiring, set-up by cards, the score sheet, play on screen and record.

| place | what | |---|---| | ``hiring.py`` ``setup.py`` ``special.py`` | hiring; set-up by cards; features and
events | | ``readings.py`` ``table.py`` ``scoring.py`` | numbers and readings; the table's policies; VP and
the score sheet | | ``play/`` ``by_hand.py`` | the procedures; the referee's hand | | ``played.py``
``record.py`` | what pages and operations ask of it; a record of a real table | | ``shown.py`` ``pictures.py``
| what a page shows of a moment; its zones | | ``simulation/`` ``examples.py`` ``written.py`` | bots; practice
Crews; cards as the catalogue keeps them |"""
