#!/bin/bash
# Networks of every scheme, every kind of node and of traffic, by 1 to 4 processes of 1 and 2 threads: the same to the bit as by one process.
. "$(dirname "$0")/../lib/ranks.sh"
. "$(dirname "$0")/../lib/networks.sh"
. "$(dirname "$0")/../lib/tap.sh"
have_ranks

alike() {       # alike NAME OPTION...
	local name=$1 processes threads
	shift
	check "$name" run plain "$sluice" sim "$@"
	for processes in 1 2 3 4; do
		for threads in 1 2; do
			same "$name: $processes processes of $threads threads" $(ranks $processes) "$sluice" sim "$@" --threads $threads
		done
	done
}
each_network alike
plan
