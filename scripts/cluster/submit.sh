#!/bin/bash
# Queues what comes next of a run in Slurm: an array of the shards that have not ended, and what
# joins them when the array is over. Given again it goes on where the run stands.
#
#   submit.sh [ROUND [ATTEMPT]]
#
# With NIEMEN_DRY_RUN=1 it prints the commands and queues nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/settings.sh"
cd "$work"
if [ -e "$here/finished" ]; then
  echo "finished: $run/merged/results/verdict.txt"
  exit
fi
round=${1:-$(cat "$here/round" 2>/dev/null || echo 1)}
attempt=${2:-1}
if [ -z "${NIEMEN_DRY_RUN:-}" ] && ! command -v sbatch >/dev/null; then
  echo "sbatch is not here: give $here/submit.sh where Slurm is, or play with $here/parallel.sh" >&2
  exit 1
fi

# queue OPTION... COMMAND: prints the number of the job.
queue() {
  if [ -n "${NIEMEN_DRY_RUN:-}" ]; then
    printf ' %q' sbatch --parsable "$@" >&2
    echo >&2
    echo "JOB"
  else
    sbatch --parsable "$@" | cut -d ';' -f 1
  fi
}

shards_left=$("$here/missing.sh" "$round")
[ -n "${NIEMEN_DRY_RUN:-}" ] || echo "$round" >"$here/round"
dependency=()
if [ -n "$shards_left" ]; then
  job=$(queue --job-name="$name" --array="$shards_left" --cpus-per-task="$threads" --time="$minutes" \
    --requeue --signal="B:TERM@$signal_before" --open-mode=append --output="$here/shard-%a.log" \
    "${sbatch_options[@]}" --wrap="exec $(printf %q "$here/shard.sh") slurm $round")
  dependency=(--dependency="afterany:$job")
fi
gather=$(queue --job-name="$name-gather" "${dependency[@]}" --cpus-per-task="$gather_threads" \
  --time="$minutes" --requeue --open-mode=append --output="$here/gather.log" "${sbatch_options[@]}" \
  --wrap="exec $(printf %q "$here/gather.sh") $round $attempt")
[ -n "${NIEMEN_DRY_RUN:-}" ] ||
  echo "round $round: shards ${shards_left:-none} as job ${job:-none}, then job $gather"
