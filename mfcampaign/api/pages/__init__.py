"""Acts as pages do them: ``forms`` reads a form as an act's body, ``serving`` does the act, says its
sentence and returns to the page."""
