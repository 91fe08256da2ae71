"""What an Arsenal may hold by the Third Edition's figures."""
