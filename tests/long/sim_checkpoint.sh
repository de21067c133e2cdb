#!/bin/bash
# Networks of every scheme, every kind of node and of traffic: runs that go on from a checkpoint of 1 or 2 threads, or 2 processes, by 1 or 3 threads, or 2
# processes, have the output of one that was never broken off.
. "$(dirname "$0")/../lib/ranks.sh"
. "$(dirname "$0")/../lib/networks.sh"
. "$(dirname "$0")/../lib/tap.sh"
have_ranks

goes_on() {     # goes_on NAME OPTION...
	local name=$1 from
	shift
	check "$name" run plain "$sluice" sim "$@"
	same "$name: one thread writes" "$sluice" sim "$@" --checkpoint one --every 701
	same "$name: two threads write" "$sluice" sim "$@" --checkpoint two --every 701 --threads 2
	same "$name: two processes write" $(ranks 2) "$sluice" sim "$@" --checkpoint processes --every 701
	for from in one two processes; do
		same "$name: one thread goes on from $from" "$sluice" sim "$@" --restart $from
		same "$name: three threads go on from $from" "$sluice" sim "$@" --restart $from --threads 3
		same "$name: two processes go on from $from" $(ranks 2) "$sluice" sim "$@" --restart $from
	done
}
each_network goes_on

# So many switches that one process has them in memory in another way than each of three: equal slots of all side by side; without such slots, each by itself.
large() {       # large NAME OPTION...
	local name=$1 from
	shift
	check "$name" run plain "$sluice" sim "$@"
	same "$name: one process writes" "$sluice" sim "$@" --checkpoint one --every 211
	same "$name: three processes write" $(ranks 3) "$sluice" sim "$@" --checkpoint three --every 211
	for from in one three; do
		same "$name: two threads go on from $from" "$sluice" sim "$@" --restart $from --threads 2
		same "$name: three processes go on from $from" $(ranks 3) "$sluice" sim "$@" --restart $from
	done
}
large "16,384 nodes" --topology ktree --k 4 --n 7 --turnpool-bits 45 --flit-bits 128 --load 0.5 --cycles 300 --warmup 100
large "4,096 nodes, 1q" --topology ktree --k 4 --n 6 --scheme 1q --slots 256 --load 0.3 --cycles 300 --warmup 100
plan
