"""Prometheus metrics of the gateway."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

STREAMS = Gauge("baochuan_gateway_streams", "Streams of clients whose handlers run", ["kind"])
SEATS = Gauge("baochuan_gateway_seats", "Seats held by the streams of this gateway")
ANSWERS = Counter("baochuan_gateway_answers_total", "Answers of bots", ["result"])
CUT_OFF = Counter("baochuan_gateway_streams_cut_total", "Streams ended by the gateway", ["reason"])
TABLES = Counter("baochuan_gateway_tables_total", "Tables by what became of them", ["change"])
HEALS = Counter("baochuan_gateway_heals_total", "Comparisons of a seat or spectator with the rules service")
RELAYED = Counter("baochuan_gateway_lobby_relayed_total", "Changes of tables published on the stream LOBBY")
