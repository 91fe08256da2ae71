"""What a house writes on a card: ``shapes`` describes any struct by its fields and their choices, ``faults``
names every fault of written data at once. Which structs a card is written in, each edition says."""
