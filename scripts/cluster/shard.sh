#!/bin/bash
# Plays one shard of a run that `niemen lab submit` wrote, as a task of a Slurm array, as a job of
# GNU parallel, or by hand:
#
#   shard.sh SHARD [ROUND]     SHARD counts from 0; "slurm": the task of the array
#
# Each shard is a run folder of its own, and the same command goes on with it. Asked to stop (the
# time is nearly up), niemen keeps what was played and exits with 75: under Slurm the task is then
# queued again, and so is one whose program was killed, five times at most.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=/dev/null
. "$here/settings.sh"
shard=$1
round=${2:-1}
[ "$shard" = slurm ] && shard=$SLURM_ARRAY_TASK_ID
cd "$work" || exit 1

after=()
[ -e "$run/merged/manifest.json" ] && after=(--after "$run/merged")
"$niemen" lab run "$here/experiment.toml" --out "$run/shard-$(printf %04d "$shard")" \
  --shard "$shard/$shards" "${after[@]}" --threads "${SLURM_CPUS_PER_TASK:-$threads}" \
  --progress lines --max-wall "$max_wall" --other-program &
child=$!
# Slurm signals this shell alone (B:TERM); a signal ends its wait, and the program still has to end.
told=
trap 'told=yes; kill -TERM "$child" 2>/dev/null' TERM INT
wait "$child"
status=$?
while [ -n "$told" ]; do
  told=
  wait "$child"
  status=$?
done

most_restarts=5
killed=128  # and more: ended by a signal
if [ "$status" -eq 0 ]; then
  touch "$here/done-$round-$shard"
elif [ -n "${SLURM_ARRAY_JOB_ID:-}" ]; then
  if [ "$status" -eq 75 ] ||
    { [ "$status" -gt "$killed" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$most_restarts" ]; }; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
  fi
fi
exit "$status"
