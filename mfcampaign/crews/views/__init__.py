"""Pages of Crews: ``lists`` a person's Crews, ``builder`` one Crew being built, ``sheets`` Crews to read."""
