"""Charts as tables for people: ``chart`` and ``cells`` are the tables, ``pages`` and ``forms`` show and edit
them, ``csv_file`` and ``json_file`` read and write them, ``changes`` compares two. Their rows and checks
are in ``rules.campaign.charts``."""
