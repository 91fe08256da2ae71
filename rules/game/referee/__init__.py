"""The referee's hand: what people do themselves with models, cards and markers, during play and beside a real
table. ``commands.py`` has a class for each command: what makes it impossible, its events, its words and the
fields of its forms. ``hand.py`` is what an edition decides, ``open_question.py`` what an act leaves of a
question. How an engine carries a command out is the edition's."""
