"""The Second Edition, whose Encounters are played at real tables, and recorded or reported here.

| place | what | |---|---| | ``hiring/`` | Crews, Upgrades, and what a league adds | | ``setup.py``
``schemes.py`` ``encounter.py`` | set-up by cards; the choice of Schemes; facts of an Encounter | |
``scoring.py`` ``table.py`` ``zones.py`` ``terrain.py`` | VP; the table's policies, zones and terrain | |
``recorded.py`` ``record.py`` ``upgrades.py`` | what is asked of it; a record; its reminders |"""
