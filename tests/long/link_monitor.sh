#!/bin/bash
# Monitors of links have nothing to say of a link that keeps its contract: lockstep of the sample switches of ICARUS and MANY_FAULTS, which are soon
# congested and have each scheme's units, under several traffics, with resets in the middle.
. "$(dirname "$0")/../lib/switches.sh"
rows=$(switches ICARUS && switches MANY_FAULTS) || exit
. "$(dirname "$0")/../lib/tap.sh"

while read -r options; do
	# shellcheck disable=SC2086
	"$sluice" gen --force $options --out watched >out 2>err || { ok 1 "$options"; continue; }
	for traffic in uniform hotspot incast bursty; do
		"$sluice" lockstep --config watched/sluice.conf --link-monitor --cycles 20000 --traffic $traffic --load 0.95 --resets 10 >out 2>err &&
			grep -q ", 0 mismatches$" out
		ok $? "$traffic, $options"
	done
	rm -rf watched
done <<<"$rows"
plan
