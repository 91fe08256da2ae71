"""Leagues of *Rising Names*: the Leader that a player builds, and what becomes of it.

    drafts      the draft of Leader and Arsenal, and the purchase
    queries     everything that may be chosen; the Leader as it stands
    growth      the only writer of what is kept beside the Arsenal (``LeaderGrowth``)
    effects     writes what follows from an Aftermath
    exchange    whom a Traitor joins
    rulings     what rulings change of a Leader, and what a corrected or void game takes back
    leaders     what shared pages and rulings ask of all this (``built_leaders``)

Weeks, pairing, games, hires and the Aftermath itself are those of every league: they ask the campaign's
record (``rules.campaign.system``).
"""
