"""*Rising Names*, the house name of the campaign for the Fourth Edition in which Leaders grow.

charts      Equipment, Injuries, Lucky Misses and the advancements of four tiers, as data
leader      the five archetypes, and what a Leader may be built of
arsenal     what a player owns; its value, the rating, the pool and the largest Encounter
hires       the starting Arsenal and the hires of a week
aftermath   hand, Payday, Barter, advancement, doctor and Injuries, as questions and answers
experience  the track, and what a game brings on it
forecast    simulated seasons

Rows: docs/rules/rising.md (M4-CAMP).
"""
