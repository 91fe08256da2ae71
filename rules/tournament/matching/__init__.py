"""Perfect matchings of least cost, with their proof. Pure, exact integers, the same answer every time."""
