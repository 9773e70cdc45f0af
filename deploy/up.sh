#!/bin/sh
# Brings the platform up in containers and waits until every one is healthy. The first time it makes
# the operator's token (deploy/.env). Arguments go to `compose up`: --scale ming-voyages=2 ...
set -eu
cd "$(dirname "$0")/.."
wait_seconds=${BAOCHUAN_UP_SECONDS:-180}
env_file=deploy/.env

fail() { echo "up: $*" >&2; exit 1; }
sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }
setting() { sed -n "s/^$1=//p" "$env_file" 2>/dev/null | tail -n 1; }

docker info >/dev/null 2>&1 || fail "no Docker engine answers (is it running, and may this user speak with it?)"

if [ -z "${BAOCHUAN_OPERATOR_TOKEN_SHA256:-}" ] && [ -z "$(setting BAOCHUAN_OPERATOR_TOKEN_SHA256)" ]; then
  token=$(od -An -v -tx1 -N 24 /dev/urandom | tr -d ' \n')
  (
    umask 077
    {
      echo "# The operator's token and its SHA-256; the gateway is given the latter alone."
      echo "BAOCHUAN_OPERATOR_TOKEN=$token"
      echo "BAOCHUAN_OPERATOR_TOKEN_SHA256=$(printf %s "$token" | sha256)"
    } >>"$env_file"
  )
  echo "up: made an operator's token; it is kept in $env_file"
fi

deploy/compose.sh build || fail "the image was not built"
deploy/compose.sh up --detach "$@" || fail "not started; deploy/compose.sh logs says why"

left=$wait_seconds
while :; do
  bad=
  for id in $(deploy/compose.sh ps -q); do
    state=$(docker inspect -f '{{.Name}} {{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}' "$id")
    [ "${state##* }" = healthy ] || bad="$bad ${state#/}"
  done
  [ -n "$bad" ] || break
  [ "$left" -gt 0 ] || fail "not healthy after $wait_seconds s:$bad (deploy/compose.sh logs says why)"
  left=$((left - 1))
  sleep 1
done

address=$(deploy/compose.sh port gateway 50051)
echo
echo "up: every service is healthy; the gateway is at $address"
if [ -n "${BAOCHUAN_OPERATOR_TOKEN_SHA256:-}" ]; then
  echo "  operator token: the one you gave (BAOCHUAN_OPERATOR_TOKEN_SHA256)"
elif [ -n "$(setting BAOCHUAN_OPERATOR_TOKEN)" ]; then
  echo "  export BAOCHUAN_TOKEN=$(setting BAOCHUAN_OPERATOR_TOKEN)"
fi
echo "  .venv/bin/baochuan run ming_voyages --players greedy,random --server $address"
echo "  make down                   # stops it and keeps the data"
