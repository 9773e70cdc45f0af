"""The gateway: lobby, seats, tokens, bot streams and spectators. It knows no rules.

Nothing important lives in one process only: tables, seats and tokens are in Redis, and any number of
gateways share them. The README beside this file has the picture.
"""
