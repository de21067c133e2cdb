#!/bin/bash
# Jobs at service levels of their own: all packets of a job have its level; it keeps one job from holding up another where schemes tell levels apart, and only
# there; results depend neither on threads, idle cycles nor checkpoints.
. "$(dirname "$0")/lib/tap.sh"
. "$OLDPWD/tests/lib/ways.sh"

sim() { "$sluice" sim --k 4 --n 2 --traffic jobs "$@" >out 2>err; }
refused() { refuses 2 "$1" "$2" "$sluice" sim --k 4 --n 2 --traffic jobs "${@:3}"; }

# A job of short messages, and one of incasts whose ways cross its own.
jobs() {                # jobs LEVEL LEVEL
	cat <<-END
		job = quick
		ranks = 8
		nodes = 0-15:5,1-11:5,12
		level = $1
		repeat = 100
		compute = 500
		all-reduce = 256 doubling

		job = bulk
		ranks = 8
		level = $2
		repeat = 4
		gather = 65536 root=next
	END
}
for levels in "0 0" "0 3" "3 0" "0 4"; do jobs $levels >"${levels/ /-}.jobs"; done
sed '/^level/d' 0-0.jobs >none.jobs

# slowdown SCHEME FILE: of the first job, times 1000
slowdown() { sim --scheme $1 --job-file "$2" --json json && key json job0_slowdown | awk '{ print int(1000 * $1) }'; }
gains() {               # gains SCHEME FILE: the job of short messages takes less than before by half of what it took too long
	local before after
	before=$(slowdown "$1" none.jobs) after=$(slowdown "$1" "$2")
	[ -n "$after" ] && [ "$before" -gt 1200 ] && [ $((2 * (after - 1000))) -lt $((before - 1000)) ]
	ok $? "$1, $2: $before without, $after"
}
gains "pfc --queues 4" 0-3.jobs
gains "pfc --queues 4" 3-0.jobs
gains voqsw-qos 0-3.jobs
before=$(slowdown recn-qos none.jobs) after=$(slowdown recn-qos 0-4.jobs)
check "recn-qos, a virtual channel that is served after: $before without, $after" [ "$after" -lt "$before" ]
same() {                # same SCHEME FILE: as with one level
	[ "$(slowdown "$1" none.jobs)" = "$(slowdown "$1" "$2")" ] && [ "$(key json job1_level)" = 3 ]
	ok $? "$1, $2: the level is only counted"
}
same 1q 0-3.jobs
same fbicm 0-3.jobs
same recn-qos 0-3.jobs          # levels of the same VC

sim --scheme recn-qos --job-file 0-0.jobs --csv-jobs jobs.csv --csv-nodes nodes
sim --scheme recn-qos --job-file none.jobs --csv-jobs jobs2.csv --csv-nodes nodes2
cmp -s <(grep -v "^#" jobs.csv) <(grep -v "^#" jobs2.csv) && cmp -s <(grep -v "^#" nodes) <(grep -v "^#" nodes2) && ! grep -q level out
ok $? "level 0 is that of jobs without one"
for scheme in fbicm "pfc --queues 4" recn-qos; do
	sim --scheme $scheme --job-file 0-3.jobs --csv-levels levels.csv --json json
	all=$(key json packets_delivered)
	awk -F, -v all="$all" '/^[0-9]/ { n[$1] = $5; offered = offered $2; rows++ } END { exit !(rows == 4 && n[0] > 0 && n[3] > 0 && !n[1] && !n[2] && n[0] + n[3] == all && offered == "") }' levels.csv &&
		grep -q "^levels      0: load" out && grep -q "^ *bulk: 8 ranks, level 3, from cycle 0 " out
	ok $? "$scheme: packets by level"
done

for scheme in "fbicm" "pfc --queues 4" "pfc --queues 4 --injection fifo" recn-qos "voqsw-qos --nics"; do
	[[ $scheme = *nics ]] && scheme="recn-qos --nics"
	file=0-4.jobs
	[[ $scheme = pfc* ]] && file=3-0.jobs
	every_way "$scheme" 7000 --scheme $scheme --k 4 --n 2 --traffic jobs --job-file "$file" --cycles 30000 --csv-jobs w.j --csv-levels w.v
done

refused "a level that switches have not" "--job-file: level 4 of job 'bulk' is not below sls, 4, the service levels of the switches" --job-file 0-4.jobs --scheme recn-qos --sls 4
jobs 0 8 >eight.jobs
refused "a level that packets have not" "eight.jobs:11: level: '8' is not a number in 0\.\.7" --job-file eight.jobs
printf 'job = a\nbarrier\nlevel = 1\n' >late.jobs
refused "a level behind operations" "late.jobs:3: level: it has to stand before what the job does" --job-file late.jobs
refused "levels of all" "--levels: jobs say that themselves" --job-file 0-3.jobs --levels 2
plan
