"""What only a league's Encounter knows: its terms, Strategic Withdrawal, Finished Off flips, claims written
down."""
