"""Campaigns of weeks, games and Arsenals: *Shifting Loyalties* and what it shares. Pure: facts in, what
follows out.

system          what a campaign is: one record, found by its code; ``systems``: the list of them

policies        every house rule (``Policies``); ``readings``: what is usual in an edition, the presets
start, restart  the starting Arsenal; what a later newcomer or a player who starts again gets
arsenal         what a player owns: models, Upgrades, Skills, Injuries, Scrip; its value, its Leader
hires           the week's hires, paid in Scrip; ``candidates``: what may be bought and why not
calendar        when a week ends; ``weekly_events``: the Weekly Event of all players
crew            the Crew hired for an Encounter, its Campaign Rating and Soulstone Pool
encounter       what an Arsenal brings into an Encounter, what the report may say, and the step from the
                ``EncounterResult`` to the facts of the Aftermath
aftermath       the phases after a game, as one procedure of questions and answers
payday          the Scrip a game, a bye and an unplayed game bring
charts          Barter, Campaign Upgrades, Injuries, Lucky Misses, Rewards, Bounties, Weekly Events, Avatars
rising          the second campaign, *Rising Names*: its own charts, Leaders, Arsenal and Aftermath
rulings         what an organiser's ruling changes, and how each change is taken back
forecast        what settings and charts would do to a league, by simulated seasons

What the campaign adds to an Encounter itself is in ``rules.game.league``: Strategic
Withdrawals, what a Bounty needs, claims, Weekly Events, the terms of the league.
"""
