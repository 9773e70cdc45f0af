#!/bin/sh
# Starts a service in a container: settings that depend on the container, then the command itself.
set -eu
# Other containers reach this one by its host name, which is unique per replica.
if [ -z "${BAOCHUAN_ADVERTISE:-}" ] && [ -n "${BAOCHUAN_LISTEN:-}" ]; then
  BAOCHUAN_ADVERTISE=$(uname -n):${BAOCHUAN_LISTEN##*:}
  export BAOCHUAN_ADVERTISE
fi
exec "$@"
