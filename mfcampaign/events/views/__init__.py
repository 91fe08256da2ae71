"""The pages of events: thin, each fetches what one may see, asks one loader or calls one operation."""
