"""The ledger of Scrip: ``operations`` is its only writer, ``queries`` reads balances, earnings and debts."""
