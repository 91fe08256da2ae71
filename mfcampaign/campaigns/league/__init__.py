"""The pages of a league as a whole: list, home, people, standings, diary, Fate; and everybody's next action.

``next_actions`` decides what each person has to do, ``organiser_step`` the organiser's next step, ``news``
what people are notified of, ``home`` what the home page shows.
"""
