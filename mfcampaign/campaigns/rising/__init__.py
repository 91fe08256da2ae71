"""Leagues of *Rising Names*: the Leader that a player builds, and what becomes of it.

    drafts      the draft of Leader and Arsenal, and the purchase
    queries     everything that may be chosen; the Leader as it stands
    growth      the only writer of what is kept beside the Arsenal (``LeaderGrowth``)
    effects     writes what follows from an Aftermath
    exchange    whom a Traitor joins
    leaders     a Leader in a few words, for comparisons and biographies

Weeks, pairing, games, hires and the Aftermath itself are those of every league: they ask the campaign's
record (``rules.campaign.system``).
"""
