"""What every rules procedure stands on: ``Game`` (``context.py``), questions (``asks.py``), moments and
registries (``hooks.py``), timing, cards, who is in reach of whom, what is being resolved
(``in_progress.py``)."""
