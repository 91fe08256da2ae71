"""Generated tables: ``generate`` searches for a good one, ``layout`` places it piece by piece, ``themes`` say
of what."""
