#!/bin/bash
# Lockstep at radix 8: the aims are 300000 cycles/s, and 1.5 times the processor time of the same RTL alone, built without
# access to its registers, under the same stimulus. Best of five each, in turn, so that both see the same neighbours on the machine.
set -eu
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cycles=500000
"$sluice" gen --radix 8 --out s >/dev/null

run() {         # run BACKEND: processor time
	"$sluice" lockstep --config s/sluice.conf --backend "$1" --cycles $cycles --no-drain |
		sed -nE "s/^speed .*, ([0-9.]+) s of processor time/$1 \1/p"
}

for i in 1 2 3 4 5; do
	run both
	run rtl
done | awk -v n=$cycles '
	!($1 in best) || $2 < best[$1] { best[$1] = $2 }
	END {
		printf "lockstep: %.0f cycles/s at radix 8; the RTL alone %.0f cycles/s; %.2f times its time\n",
		       n / best["both"], n / best["rtl"], best["both"] / best["rtl"] }'
