"""House bots: policies, the catalogue of games, play in process, and the service that answers asks."""
