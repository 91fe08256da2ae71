"""Plans of rulings: one module for each kind of request."""
