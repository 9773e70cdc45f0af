"""The `baochuan` command: matches through the platform or in process, and the embedded deployment."""
