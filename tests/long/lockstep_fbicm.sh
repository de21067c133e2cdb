#!/bin/bash
# Ten million cycles of each traffic on FBICM that sorts heads, with either kind of lists, and a network of its RTL switches under a hot spot.
. "$(dirname "$0")/../lib/tap.sh"
cycles=${CYCLES:-10000000}

for options in "--lists registers" "--lists ram --arbiter oldest-first"; do
	rm -rf switch
	"$sluice" gen --scheme fbicm --sorting head $options --out switch >/dev/null </dev/null &&
		"$sluice" lockstep --config switch/sluice.conf --cycles "$cycles" --traffic all >out 2>err </dev/null &&
		[ ! -s err ] && [ "$(grep -Ec "^lockstep: $cycles cycles, .* 0 mismatches" out)" = 5 ] &&
		[ "$(grep -c '^drained .* at reset values' out)" = 5 ]
	ok $? "$options: $cycles cycles of each traffic"
done

for lists in registers ram; do
	"$sluice" sim --topology ktree --k 4 --n 3 --scheme fbicm --sorting head --lists $lists --load 1 --hot-spot node=32,sources=0.25,load=1,from=5000,to=60000 \
		--cycles 100000 --warmup 5000 --backend both >out 2>err </dev/null &&
		[ ! -s err ] && grep -Eq '^lockstep: 48 switches, .* compared, 0 mismatches' out && grep -q '^drained ' out
	ok $? "$lists: 64 nodes behind 48 RTL switches, 100,000 cycles"
done

plan
