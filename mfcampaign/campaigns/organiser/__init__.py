"""The organisers' console: ``views`` has the page and what needs one, ``api`` its acts, ``queries`` what each
would do."""
