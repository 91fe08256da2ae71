"""What only a league's Encounter has: its terms, Strategic Withdrawal, Finished Off flips, and claims."""
