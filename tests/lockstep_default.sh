#!/bin/bash
# The default switch, and that which sorts heads, under every traffic: RTL and model are the same at every register of every cycle,
# nothing is lost, everything drains; and each alone sees the same traffic and does the same with it.
. "$(dirname "$0")/lib/tap.sh"
cycles=${CYCLES:-30000}

lockstep() { "$sluice" lockstep --config switch/sluice.conf "$@" </dev/null; }

# every_traffic OPTIONS BITS PATTERN: a switch of so many bits; of its congestion, what the pattern says
every_traffic() {
	local options=$1 what=${1:-default} bits=$2 congested=$3 t
	rm -rf switch
	"$sluice" gen $options --out switch >/dev/null || exit 1
	lockstep --cycles "$cycles" --traffic all >out 2>err
	ok $? "$what: all traffics"
	check "$what: nothing on stderr" [ ! -s err ]
	[ "$(grep -Exc "lockstep: $cycles cycles, $bits state bits, [1-9][0-9]{4,} packets, 0 mismatches" out)" = 5 ]
	ok $? "$what: five times $bits state bits, 0 mismatches"
	check "$what: all drained" [ "$(grep -c '^drained .* all queues, lines and credits at reset values' out)" = 5 ]
	check "$what: the verdict is the last line" [ "$(tail -n 1 out | cut -d' ' -f1)" = lockstep: ]
	for t in uniform hotspot permutation bursty incast; do
		grep -Eq "^traffic     $t, load 0.8, " out && grep -Eq "^rerun .* --seed 1 --traffic $t " out
		ok $? "$what, $t: seed and rerun line"
	done
	grep -A 4 '^traffic     hotspot' out | grep -Eq "$congested"
	ok $? "$what: there was congestion, by the hundred"

	# The same stimulus and the same results for all backends.
	for backend in both rtl c; do
		lockstep --cycles 20000 --traffic hotspot --injection fifo --seed 5 --backend $backend >$backend || echo "# $backend failed"
		grep -E '^(traffic|throughput|links)' $backend >$backend.facts
	done
	[ -s both.facts ] && cmp -s both.facts rtl.facts && cmp -s both.facts c.facts
	ok $? "$what: model alone, RTL alone and both: the same throughput to the last packet"
}

hundreds='([3-9][0-9]{2}|[1-9][0-9]{3,})'            # a thousand in 100,000 cycles
# 504 registers of 7976 bits; 16 memories of 8 * (64 * 8 * 64 + 64 * (6 + 3 + 4)) bits
every_traffic "" 276776 "detections $hundreds, notifications $hundreds .* set aside $hundreds,"
# 496 registers of 7504 bits; 24 memories of 8 * (64 * 8 * 64 + 64 * (6 + 3 + 4) + 64 * (30 + 4)) bits
every_traffic "--sorting head" 293712 "detections $hundreds, notifications $hundreds .* set aside $hundreds,"

plan
