"""A person's journal: private notes and tags on the games they played and on their opponents."""
