#!/bin/bash
# The default switch under every traffic: RTL and model are the same at every register of every cycle, nothing is lost,
# everything drains; and each alone sees the same traffic and does the same with it.
. "$(dirname "$0")/lib/tap.sh"
cycles=${CYCLES:-100000}

"$sluice" gen --out switch >/dev/null || exit 1
lockstep() { "$sluice" lockstep --config switch/sluice.conf "$@" </dev/null; }

lockstep --cycles "$cycles" --traffic all >out 2>err
ok $? "all traffics"
[ ! -s err ]
ok $? "nothing on stderr"
# 496 registers of 7504 bits; 24 memories of 8 * (64 * 8 * 64 + 64 * (6 + 3 + 4) + 64 * (30 + 4)) bits
[ "$(grep -Exc "lockstep: $cycles cycles, 293712 state bits, [1-9][0-9]{4,} packets, 0 mismatches" out)" = 5 ]
ok $? "five times 293712 state bits, 0 mismatches"
[ "$(grep -c '^drained .* all queues, lines and credits at reset values' out)" = 5 ]
ok $? "all drained"
[ "$(tail -n 1 out | cut -d' ' -f1)" = lockstep: ]
ok $? "the verdict is the last line"
for t in uniform hotspot permutation bursty incast; do
	grep -Eq "^traffic     $t, load 0.8, " out && grep -Eq "^rerun .* --seed 1 --traffic $t " out
	ok $? "$t: seed and rerun line"
done
grep -A 4 '^traffic     hotspot' out | grep -Eq 'detections [1-9][0-9]{3,}, notifications [1-9][0-9]{3,} .* moves [1-9][0-9]{3,}'
ok $? "there was congestion: detections, notifications and moves by the thousand"

# The same stimulus and the same results for all backends.
for backend in both rtl c; do
	lockstep --cycles 20000 --traffic hotspot --injection fifo --seed 5 --backend $backend >$backend || echo "# $backend failed"
	grep -E '^(traffic|throughput|links)' $backend >$backend.facts
done
[ -s both.facts ] && cmp -s both.facts rtl.facts && cmp -s both.facts c.facts
ok $? "model alone, RTL alone and both: the same throughput to the last packet"

plan
