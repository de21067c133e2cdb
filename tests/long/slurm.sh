#!/bin/bash
# A sweep of 50 points as a job array of Slurm, one of them killed, submitted again: collected, it is the bytes of one command. Where no Slurm runs, this is skipped (packages slurm-wlm, munge).
. "$(dirname "$0")/../lib/tap.sh"

command -v sbatch >/dev/null && sinfo -h -t idle,mix,alloc 2>/dev/null | grep -q . || skip "no Slurm runs here (packages slurm-wlm, munge)"

# ended JOBS: until none of them is in the queue.
ended() { local i; for i in {1..600}; do [ -z "$(squeue -h -j "$1" 2>/dev/null)" ] && return; sleep 1; done; return 1; }
jobs_of() { sed -n 's/^job array \([0-9]*\); job \([0-9]*\) collects.*/\1,\2/p' "$1"; }

cat >s.sweep <<'END'
k = 4
n = 2
cycles = 600000
warmup = 5000
scheme = 1q, voqsw
load = 0.1..0.5:0.1
seed = 1..5
columns = accepted_load, latency_mean
END
"$sluice" sweep s.sweep --out some --submit slurm >first
check "submitted" [ $? = 0 -a -n "$(jobs_of first)" ]
for i in {1..600}; do
	victim=$(pgrep -f "s.sweep --out some --jobs 1 --point [1-9][0-9]*\.\." | head -1)
	[ -n "$victim" ] && break
	sleep 0.1
done
check "a task is killed" kill -KILL "$victim"
check "the array ends" ended "$(jobs_of first)"
check "what is missing is said" grep -Eqx 'sluice: points that are missing: 1: [0-9]+; .*' some/s.slurm.log
"$sluice" sweep s.sweep --out some --submit slurm >second
check "one point is submitted again" grep -Eqx '#SBATCH --array=[0-9]+' some/s.slurm
check "it ends" ended "$(jobs_of second)"
"$sluice" sweep s.sweep --out whole >/dev/null
check "the bytes of one command" [ -z "$(for f in s.csv s-mean.csv s.md; do cmp whole/$f some/$f 2>&1; done)" ]
plan
