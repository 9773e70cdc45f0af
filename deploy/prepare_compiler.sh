#!/bin/sh
# In the image's build stage: a C compiler, Python's headers and mypyc, beside the environment that is kept.
set -eu
headers=$(python -c 'import os, sysconfig; print(os.path.exists(sysconfig.get_path("include") + "/Python.h"))')
packages="gcc libc6-dev"
[ "$headers" = True ] || packages="$packages python3-dev"
apt-get update -qq
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
rm -rf /var/lib/apt/lists/*

python -m venv /opt/compiler
kept=$(/opt/baochuan/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
own=$(/opt/compiler/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$kept" > "$own/kept.pth"
/opt/compiler/bin/pip install -q 'mypy[mypyc]>=1.15' 'setuptools>=77'
