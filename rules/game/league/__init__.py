"""What only a league's Encounter has: its terms, when a Crew may withdraw, and what may be claimed."""
