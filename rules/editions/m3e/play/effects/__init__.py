"""What effects do: damage, killing, healing, Conditions, markers, areas, moves, arrivals (Summon, Replace,
Unbury), and effects that last."""
