"""Pages of tables: ``pages`` finding and generating, ``editor`` drawing, ``sight`` “Can I see it?”,
``movement`` “Where does it end?”."""
