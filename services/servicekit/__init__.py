"""servicekit: what every service of Baochuan shares: settings, logs, errors, gRPC server, bus, store, metrics."""
