"""How people come in: what allauth asks of the portal, and what slows down whoever guesses."""
