"""Card scripts: Stat Cards as data (``statcards.py``) in a typed vocabulary (``words.py``), loaded and
checked (``load.py``), made from catalogue records (``catalogue.py``) and looked up by printed name
(``registry.py``)."""
