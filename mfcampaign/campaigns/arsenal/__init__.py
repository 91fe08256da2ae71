"""What a player owns: the starting Arsenal (SL-START), New Hires (SL-HIRE), Bounties (SL-BOUNTY), the sheet,
the purse."""
