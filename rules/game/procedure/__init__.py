"""The base of every procedure: ``Game`` (``context.py``), questions (``asks.py``), moments and registries
(``hooks.py``), timing, cards, reach, and what is being resolved (``in_progress.py``)."""
