"""What effects do, one file each: ``hit.py`` and ``damage.py`` the six steps of damage, ``heal.py``,
``kill.py``, ``conditions.py``, ``stones.py``, ``markers.py``, ``areas.py``, ``movement.py``, ``summon.py``,
``replace.py``, ``bury.py``. All are procedures of plain arguments, so that abilities, general Actions,
Strategies and the players' table commands use the same ones."""
