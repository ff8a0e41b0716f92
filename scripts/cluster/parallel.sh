#!/bin/bash
# Plays the whole run with GNU parallel, here or over ssh on machines that share the folder, round
# by round to the verdict. Given again it goes on where the run stands.
#
#   parallel.sh [OPTION OF PARALLEL...]     e.g. --sshlogin node1,node2 --jobs 1
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=/dev/null
. "$here/settings.sh"
cd "$work" || exit 1
if ! command -v parallel >/dev/null; then
  echo "GNU parallel is not here" >&2
  exit 1
fi
round=$(cat "$here/round" 2>/dev/null || echo 1)
while [ ! -e "$here/finished" ]; do
  echo "$round" >"$here/round"
  for ((attempt = 1; attempt <= attempts; ++attempt)); do
    missing=$("$here/missing.sh" "$round")
    [ -z "$missing" ] && break
    tr ',' '\n' <<<"$missing" | parallel --will-cite --jobs 1 "${parallel_options[@]}" "$@" \
      --joblog "$here/jobs-$round-$attempt" "$(printf %q "$here/shard.sh") {} $round"
  done
  missing=$("$here/missing.sh" "$round")
  if [ -n "$missing" ]; then
    echo "shards $missing did not end in $attempts attempts" >&2
    exit 1
  fi
  status=0
  "$niemen" lab merge "$run/merged" "$run"/shard-* --round --threads "$threads" --progress lines \
    --other-program || status=$?
  case $status in
    0 | 2) touch "$here/finished" ;;
    75) round=$((round + 1)) ;;
    *) exit "$status" ;;
  esac
done
echo "finished: $run/merged/results/verdict.txt"
