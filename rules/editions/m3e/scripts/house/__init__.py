"""House cards: what a pack writes on a model's card, in the vocabulary of card scripts.

``cards`` is the written form, ``shapes`` describes any word by its fields and their choices, ``faults`` names
every fault of written data at once.
"""
