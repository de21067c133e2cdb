#!/bin/bash
# Wormhole networks at full load for a million cycles: none stalls, and all of them drain. Tori of 4 to 16 routers a row in one to three dimensions,
# 2 to 4 VCs, with avoidance and with recovery, adaptive and in dimension order. SLUICE_CYCLES: other cycles.
. "$(dirname "$0")/../lib/tap.sh"
cycles=${SLUICE_CYCLES:-1000000}

full_load()
{
	"$sluice" sim --scheme wormhole --packet-flits 16 --load 1 --cycles "$cycles" --warmup 1000 "$@" >out 2>err
	check "$*: drained" grep -q '^drained' out
}

for torus in '4 1' '5 1' '8 1' '11 1' '16 1' '4 2' '7 2' '16 2' '4 3' '5 3' '8 3'; do
	read -r ary dims <<<"$torus"
	for deadlock in avoidance recovery; do
		for routing in adaptive dimension-order; do
			for vcs in 2 3 4; do
				full_load --topology torus --k "$ary" --n "$dims" --deadlock "$deadlock" --routing "$routing" --vcs "$vcs"
			done
		done
	done
done
full_load --topology torus --k 16 --n 3 --deadlock avoidance --vcs 3
full_load --topology torus --k 16 --n 3 --deadlock recovery --vcs 3
full_load --topology mesh --k 16 --n 2 --deadlock avoidance --vcs 2
full_load --topology mesh --k 16 --n 2 --deadlock recovery --vcs 2
plan
