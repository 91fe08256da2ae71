"""Views of Encounters: creation, playing, recording, the referee's hand, replay, proof, watching."""
