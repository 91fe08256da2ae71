"""What is asked in a league's Encounter alone: Strategic Withdrawal and claims."""
