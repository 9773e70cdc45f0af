"""What a bot author installs: the stubs of the API, a typed client, and the one-method bot."""
