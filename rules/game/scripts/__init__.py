"""Card scripts: Stat Cards as data (``statcards.py``) in a typed vocabulary (``words.py``), read and
checked (``load.py``), made from catalogue records (``catalogue.py``) and registered by printed name
(``registry.py``)."""
