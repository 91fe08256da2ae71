"""Ready-made terrain: ``kinds`` to choose from, ``m2e`` (the Second Edition's guide), and ``samples`` of
whole tables."""
