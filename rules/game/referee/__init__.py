"""The referee's hand: what people do themselves with models, cards and markers, during play and beside a real
table. ``commands.py`` is the vocabulary, ``checks.py`` what is impossible, ``facts.py`` the events of each
command, ``performing.py`` how the engine carries it out, ``sentences.py`` its words."""
