#!/bin/bash
# Prints the shards that have not ended their part of a round, as "3,7".
#
#   missing.sh ROUND
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/settings.sh"
missing=
for ((shard = 0; shard < shards; ++shard)); do
  [ -e "$here/done-$1-$shard" ] || missing=$missing${missing:+,}$shard
done
echo "$missing"
