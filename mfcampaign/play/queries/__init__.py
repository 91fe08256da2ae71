"""The pages of Encounters: ``encounter_page`` while it is played, ``record_page``, ``replay_page``,
``watched_page``, and their parts."""
