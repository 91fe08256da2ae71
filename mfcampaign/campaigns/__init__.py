"""Leagues, by feature: a folder for each, with its operations, queries, forms, views, api and urls.

    opening         open a league, invitations, requests to join, templates
    league          the list of leagues, a league's home, people, standings and diary; everybody's next action
    week            a week's calendar, Weekly Event, scenario and sealed fate; opening and closing it
    pairing         pairings, their proof, changes by hand, preferences, stand-ins
    arsenal         the starting Arsenal, New Hires, Bounties, the sheet, the purse
    game            one game: size, Crews, Encounter, report, confirmation; additional games; written Schemes
    aftermath       the Aftermath of one side: its questions, answers and effects; countersigned cards
    restart         a new Arsenal in a running league, and late entries
    rising          Leaders that players build: founding, growth, effects of an Aftermath, traitors
    ledger          Scrip as double entry
    charts          the charts of a league
    settings        house rules, charts and figures, and when a change takes effect
    rulings         an organiser's corrections: planned, shown, carried out, undone
    organiser       the organisers' console
    divisions       divisions, and the next season with promotion and relegation
    playoffs        the play-offs at the end of a season
    history         everything computed from the record of finished games
    forecast        simulated seasons
    transfer        a league as a file
    calculator      the campaign's sums as questions of the API
    scripted        choices made by the portal for the demo, benches and tests

A league asks the record of its campaign, ``Campaign.played``, wherever campaigns differ.
``access`` is the permission check of all features, ``loading`` turns rows into the structs of ``rules``,
``snapshots`` are rows as frozen values for caches, ``reactions`` what the end of a step sets off in its week,
``clock`` when the ticker looks at a league, ``handlers`` the commands of the workers.
"""
