"""The Second Edition as far as a league needs it beside the Crews: its set-up by cards (``scenario``),
choosing Schemes (``schemes``), what is asked at the table (``encounter``).

Its Encounters are played at real tables, recorded there (``rules.game.recording.second_edition``) or reported
at the end.
"""
