"""Generated tables: ``generate`` searches for a good one, ``layout`` places the pieces, ``themes`` define the
kinds."""
