#!/bin/sh
# Makes a git repository of a whole kernel from Debian's linux-source-6.1, once, outside of the checkout: some minutes and
# 2 GB. The benches of the model that need a tree of full size look for it there.
set -eu
release=linux-source-6.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/giveback
[ -f "$cache/full/.git/refs/tags/v6.1" ] && exit 0
[ -f "/usr/src/$release.tar.xz" ] || { apt-get update -qq && apt-get install -y -qq "$release"; }
rm -rf "$cache/full" && mkdir -p "$cache/full"
tar -C "$cache/full" --strip-components=1 -xJf "/usr/src/$release.tar.xz"
cd "$cache/full"
unset GIT_DIR GIT_INDEX_FILE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git init -q .
# One pack at once, instead of eighty thousand files that are packed afterwards.
git -c core.bigFileThreshold=1 -c core.compression=1 -c gc.auto=0 add -A -f .
git -c user.name=bench -c user.email=bench@example.org commit -qm v6.1
git -c user.name=bench -c user.email=bench@example.org tag -a v6.1 -m v6.1
