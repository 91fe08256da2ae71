"""An Encounter as it is drawn: who stands where (``board``), what a question offers (``offered``)."""
