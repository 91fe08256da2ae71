"""Ready-made terrain: ``kinds`` of pieces to choose from, and ``samples`` of whole tables."""
