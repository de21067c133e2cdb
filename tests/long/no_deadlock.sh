#!/bin/bash
# Wormhole networks at full load for a million cycles: none stalls, and all of them drain. Tori of 4 to 16 routers a row in one to three dimensions,
# 2 to 4 VCs, with avoidance and with recovery, adaptive and in dimension order. And a hundred random networks of each way in which VCs are reused and allocated: tori and
# meshes of 2 to 8 routers in a row, 2 to 4 in two rows. SLUICE_CYCLES: other cycles.
. "$(dirname "$0")/../lib/tap.sh"
cycles=${SLUICE_CYCLES:-1000000}

full_load()
{
	"$sluice" sim --scheme wormhole --load 1 --cycles "$cycles" --warmup 1000 "$@" >out 2>err
	check "$*: drained" grep -q '^drained' out
}

for torus in '4 1' '5 1' '8 1' '11 1' '16 1' '4 2' '7 2' '16 2' '4 3' '5 3' '8 3'; do
	read -r ary dims <<<"$torus"
	for deadlock in avoidance recovery; do
		for routing in adaptive dimension-order; do
			for vcs in 2 3 4; do
				full_load --packet-flits 16 --topology torus --k "$ary" --n "$dims" --deadlock "$deadlock" --routing "$routing" --vcs "$vcs"
			done
		done
	done
done
full_load --packet-flits 16 --topology torus --k 16 --n 3 --deadlock avoidance --vcs 3
full_load --packet-flits 16 --topology torus --k 16 --n 3 --deadlock recovery --vcs 3
full_load --packet-flits 16 --topology mesh --k 16 --n 2 --deadlock avoidance --vcs 2
full_load --packet-flits 16 --topology mesh --k 16 --n 2 --deadlock recovery --vcs 2

RANDOM=1
for ((i = 0; i < 100; i++)); do
	for way in 'queued port 0' 'queued port 1' 'queued one 0' 'atomic port 0' 'atomic port 1'; do
		read -r reuse rate speculate <<<"$way"
		torus=$((RANDOM % 2)) dims=$((1 + RANDOM % 2)) vcs=$((1 + RANDOM % 4)) topology=mesh
		[ $torus = 0 ] || { topology=torus; vcs=$((vcs < 2 ? 2 : vcs)); }
		full_load --topology $topology --k $((2 + RANDOM % (dims == 1 ? 7 : 3))) --n $dims --routing dimension-order --vc-reuse "$reuse" --route-rate "$rate" \
			--speculate "$speculate" --vcs $vcs --buffer-flits $((2 + RANDOM % 7)) --packet-flits $((1 + RANDOM % 16)) --injection-vcs $((1 + RANDOM % vcs)) \
			--delivery-vcs $((1 + RANDOM % vcs)) --link-delay $((RANDOM % 3)) --seed "$i"
	done
done
plan
