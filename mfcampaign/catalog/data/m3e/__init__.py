"""The Third Edition's data files and their builders."""
