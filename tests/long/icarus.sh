#!/bin/bash
# Icarus agrees with the C model over longer runs than tests/icarus.sh has, and in larger switches. Each run has half an hour, and takes one to seven minutes; one
# that takes longer is killed and has failed.
. "$(dirname "$0")/../lib/tap.sh"
limit=1800

# agrees CYCLES TRAFFIC PARAMETER...
agrees() {
	local cycles=$1 traffic=$2 began=$SECONDS status
	shift 2
	rm -rf same
	echo "# at most $limit s: $cycles cycles, $traffic, $*"
	"$sluice" gen --out same "$@" >out 2>err &&
		timeout --kill-after=10 $limit "$sluice" icarus --config same/sluice.conf --cycles "$cycles" --traffic "$traffic" >out 2>err
	status=$?
	[ $status != 124 ] || echo "# killed after $limit s"
	[ $status = 0 ] && [ ! -s err ] && grep -Exq "icarus: $cycles cycles, [1-9][0-9]+ state bits, 0 mismatches" out
	ok $? "$cycles cycles, $traffic, $* ($((SECONDS - began)) s)"
}

agrees 20000 hotspot --radix 8
agrees 20000 hotspot --radix 8 --scheme fbicm
agrees 20000 hotspot --radix 8 --scheme fbicm --lists ram --arbiter matrix
agrees 500 hotspot --radix 33
agrees 20000 hotspot --radix 8 --sorting head
agrees 20000 incast --radix 8 --sorting head --saqs 2 --arbiter oldest-first --slots 16 --detect_threshold 2 --xoff_threshold 4 --xon_threshold 2
agrees 20000 hotspot --radix 8 --scheme fbicm --sorting head
agrees 20000 hotspot --radix 8 --scheme fbicm --sorting head --lists ram --arbiter matrix
agrees 20000 bursty --radix 8 --scheme voqsw
agrees 2000 hotspot --radix 16 --sorting head --saqs 8
agrees 2000 incast --radix 16 --scheme fbicm --sorting head --lists ram
agrees 2000 hotspot --radix 16 --scheme obqa --arbiter oldest-first
agrees 500 hotspot --radix 33 --sorting head
agrees 500 uniform --radix 33 --scheme dbbm --nodes 100
plan
