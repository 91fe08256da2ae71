"""The Second Edition's data files and their builders."""
