#!/bin/bash
# Static queues of every scheme, from one queue to one for each destination, at radix 4 to 32: RTL and model are the same at every
# register of every cycle, nothing is lost, everything drains. Fewer cycles of large switches, of which a cycle takes longer.
. "$(dirname "$0")/../lib/tap.sh"

for radix in 4 5 8 32; do
	cycles=$((1600000 / radix / radix))
	while read -r options; do
		rm -rf switch
		"$sluice" gen $options --radix $radix --out switch >/dev/null </dev/null &&
			"$sluice" lockstep --config switch/sluice.conf --cycles $cycles --traffic all >out 2>err </dev/null &&
			[ ! -s err ] && [ "$(grep -Ec "^lockstep: $cycles cycles, .* 0 mismatches" out)" = 5 ] &&
			[ "$(grep -c '^drained .* at reset values' out)" = 5 ]
		ok $? "radix $radix: $options"
	done <<-END
		--scheme 1q
		--scheme obqa --queues 1 --slots 4 --packet-flits 1
		--scheme dbbm --queues 2
		--scheme obqa --queues 3
		--scheme dbbm --queues 4 --slots 21 --arbiter matrix
		--scheme obqa --queues 8 --slots 40
		--scheme obqa --queues $radix
		--scheme dbbm --queues 16 --nodes 16
		--scheme voqsw
		--scheme voqnet
		--scheme voqnet --nodes 20 --arbiter oldest-first
		--scheme voqnet --nodes 11 --slots 12 --packet-flits 2
	END
done

plan
