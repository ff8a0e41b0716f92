#!/bin/bash
# After the array of a round: shards that did not end are queued again; when all have, they are
# joined, and either the next round is queued or the verdict is written.
#
#   gather.sh ROUND [ATTEMPT]
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=/dev/null
. "$here/settings.sh"
round=$1
attempt=${2:-1}
cd "$work" || exit 1

missing=$("$here/missing.sh" "$round")
if [ -n "$missing" ]; then
  if [ "$attempt" -ge "$attempts" ]; then
    echo "shards $missing did not end in $attempt attempts; see the .log files in $here, then give" \
      "the command again: $here/submit.sh" >&2
    exit 1
  fi
  exec "$here/submit.sh" "$round" $((attempt + 1))
fi
status=0
"$niemen" lab merge "$run/merged" "$run"/shard-* --round --threads "${SLURM_CPUS_PER_TASK:-$threads}" \
  --progress lines --other-program || status=$?
case $status in
  0 | 2) touch "$here/finished" ;;
  75) exec "$here/submit.sh" $((round + 1)) ;;
esac
exit "$status"
