#!/bin/bash
# The statistics of sluice sim do not depend on how they come about: cycles skipped or not, any number of threads, flits written out or not.
# Files are compared byte for byte. (RTL: sim_backend.sh.)
. "$(dirname "$0")/lib/tap.sh"

# run DIRECTORY OPTION...: all files, there; of JSON without what was asked for, times and memory
run() {
	local to=$1
	shift
	mkdir "$to" && "$sluice" sim "${network[@]}" "$@" --csv-series "$to/series" --csv-histogram "$to/histogram" --csv-links "$to/links" \
		--csv-nodes "$to/nodes" --json x.json >out 2>err || return 1
	grep -v '"\(cpu_seconds\|elapsed_seconds\|bytes\|threads\|every_cycle\|payload\)"' x.json >"$to/json"
	[ "$(wc -l <"$to/json")" -gt 60 ]
}

# exact NAME: of ${network[@]}
exact() {
	local name=$1 what
	rm -rf plain other
	check "$name" run plain
	for what in "--every-cycle" "--threads 2" "--threads 4" "--payload" "--payload --threads 2" "--payload --every-cycle --threads 4"; do
		rm -rf other
		run other $what && diff -r plain other >err
		ok $? "$name, $what: the same"
	done
}

network=(--k 4 --n 2 --cycles 6000 --load 0.9 --hot-spot node=3,traffic=0.3)
exact "tree with a hot spot"
grep -q '"detections":	[1-9]' plain/json && grep -q '"xoff_sent":	[1-9]' plain/json
ok $? "which did congest"
network=(--topology bmin --k 3 --n 3 --cycles 6000 --load 1 --injection fifo --random-length --link-delay 6 --saqs 2 --arrivals bursty)
exact "bursts over long links"
network=(--k 2 --n 3 --cycles 6000 --load 0.05 --packet-flits 1)
exact "hardly any traffic"
network=(--topology single --k 8 --cycles 6000 --load 1 --saqs 0 --injection fifo)
exact "one switch"

# What is compared does depend on the run.
rm -rf other
run other --seed 2 && ! cmp -s plain/series other/series && ! cmp -s plain/nodes other/nodes && ! cmp -s plain/json other/json
ok $? "another seed gives other files"

plan
