#!/bin/sh
# In the image's build stage: compiles the rules and puts the result beside the installed sources.
set -eu
/opt/compiler/bin/python deploy/compile_rules.py
site=$(/opt/baochuan/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
cd services
found=$(find . -name '*.so')
[ -n "$found" ] || { echo "no compiled module was made" >&2; exit 1; }
# shellcheck disable=SC2086 # names of modules have no spaces
cp --parents $found "$site"
