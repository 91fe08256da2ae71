"""The API: one way in for programs, through the operations, queries and doors that the pages use.

``endpoint`` declares, ``serving`` answers, ``schema`` describes. What there is to ask stands in the
``api`` room of each portal app.
"""
