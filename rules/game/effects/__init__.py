"""What effects do: damage and killing, healing, Conditions, markers, areas, moves, models that arrive
(Summon, Replace, Unbury), effects that last."""
