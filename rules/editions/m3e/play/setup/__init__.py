"""The lettered steps up to the first Turn, and hiring in the Encounter."""
