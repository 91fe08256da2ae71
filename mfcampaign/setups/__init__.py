"""Set-ups of Encounters drawn by cards: one, or one for each table or round; shared by a short link that
proves the draw."""
