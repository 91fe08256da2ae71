"""Actions: ``deed.py`` one being resolved, ``take.py`` its six steps, ``targets.py`` what it may target,
``menu.py`` what a model may do now, ``engagement.py``, and one file for each general Action in
``general/``."""
