#!/bin/sh
# Compose (v2 as `docker compose`, else docker-compose) for this platform, from any folder, with the
# settings in deploy/.env: deploy/compose.sh ps | logs -f gateway | restart nats | down ...
set -eu
cd "$(dirname "$0")/.."
if [ -f deploy/.env ]; then set -- --env-file deploy/.env "$@"; fi
if docker compose version >/dev/null 2>&1; then
  exec docker compose "$@"
elif command -v docker-compose >/dev/null; then
  exec docker-compose "$@"
fi
echo "neither \`docker compose\` nor docker-compose was found: install Docker with Compose" >&2
exit 1
