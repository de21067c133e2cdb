#!/bin/bash
# Ten million cycles of each traffic on switches that sort packets on arrival, as they do by default: packets of one flit, of 1 to 8, of 8.
. "$(dirname "$0")/../lib/tap.sh"
cycles=${CYCLES:-10000000}

for options in "--scheme recn-iq" "--scheme fbicm" "--scheme fbicm --lists ram"; do
	while read -r flits lengths; do
		rm -rf switch
		"$sluice" gen $options --packet-flits "$flits" --out switch >/dev/null </dev/null &&
			"$sluice" lockstep --config switch/sluice.conf --cycles "$cycles" --traffic all $lengths >out 2>err </dev/null &&
			[ ! -s err ] && [ "$(grep -Ec "^lockstep: $cycles cycles, .* 0 mismatches" out)" = 5 ] &&
			[ "$(grep -c '^drained .* at reset values' out)" = 5 ]
		ok $? "$options: packets of $flits flits at most${lengths:+, all of one length}: $cycles cycles of each traffic"
	done <<-END
		1
		8
		8 --fixed-length
	END
done

plan
