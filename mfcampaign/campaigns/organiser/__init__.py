"""The organisers' console: ``views`` has each action (``ORGANISER_ACTIONS``), ``queries`` what it would
do."""
