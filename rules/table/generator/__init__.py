"""Generated tables: ``generate`` searches for a good one, ``layout`` lays it piece by piece, ``themes`` say
of what."""
