"""Pairing: rounds over everybody at once with reasons and proof, and the formats that need no search.

Pure: facts in, pairs out; the same input, in whatever order, has the same output.
"""

from mfcampaign.organizing.pairing.certificate import Certificate
from mfcampaign.organizing.pairing.field import NO_WISHES, Candidate, Wish, Wishes
from mfcampaign.organizing.pairing.swiss import Pair, Round, pair_round

__all__ = ["NO_WISHES", "Candidate", "Certificate", "Pair", "Round", "Wish", "Wishes", "pair_round"]
