#!/bin/bash
# Networks whose nodes are hosts of network interfaces that count slots: the model, the RTL, and both in lockstep say the same, for every scheme.
. "$(dirname "$0")/../lib/tap.sh"

while read -r options; do
	for backend in c rtl both; do
		# shellcheck disable=SC2086
		"$sluice" sim --topology ktree --k 2 --n 2 --nics --load 0.9 --hot-spot node=1,traffic=0.3 --cycles 6000 --random-length --link-delay 2 --source-slots 2 \
			--host-slots 3 --scheme $options --backend $backend --json $backend.json --csv-histogram $backend.csv >$backend.out 2>err
		ok $? "$options, $backend"
		grep -v '"\(cpu_seconds\|elapsed_seconds\|bytes\|backend\|threads\)"' $backend.json >$backend.figures
	done
	for backend in rtl both; do
		cmp $backend.figures c.figures >err && cmp <(sed '/^#/d' $backend.csv) <(sed '/^#/d' c.csv) >>err
		ok $? "$options, $backend: the same figures"
	done
	tail -n 1 both.out | grep -Exq "lockstep: 4 network interfaces, .* 0 mismatches"
	ok $? "$options: the last line"
done <<'END'
recn-iq --saqs 2 --slots 16
recn-iq --saqs 0 --slots 16
fbicm --cfqs 2 --slots 16
pfc --queues 2 --slots 64 --link-cycles 3
1q --slots 6
obqa --queues 2 --slots 8
dbbm --queues 3 --slots 10
voqsw --slots 16
voqnet --slots 64
END

plan
