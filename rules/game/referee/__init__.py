"""The referee's hand: what people do themselves with models, cards and markers, during play and beside a real
table. ``commands.py`` is the vocabulary, ``hand.py`` what an edition decides, ``checks.py`` what is
impossible, ``facts.py`` the events of each command, ``open_question.py`` what an act leaves of a question,
``sentences.py`` its words. How an engine carries a command out is the edition's."""
