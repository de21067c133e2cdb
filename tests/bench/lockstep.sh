#!/bin/bash
# Lockstep at radix 8: the aims are 300000 cycles/s, and 1.5 times the processor time of the bare RTL under the same stimulus, built
# without access to its registers: as Verilator builds it by itself, and as lockstep has it built, which is faster. Best of ten each,
# in turn, so that all see the same neighbours on the machine.
set -eu
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cycles=200000
"$sluice" gen --radix 8 --out s >/dev/null

run() {         # run NAME OPTION...: processor time
	"$sluice" lockstep --config s/sluice.conf --cycles $cycles --no-drain "${@:2}" |
		sed -nE "s/^speed .*, ([0-9.]+) s of processor time/$1 \1/p"
}

for i in {1..10}; do
	run both --backend both
	run rtl --backend rtl
	run flat --backend rtl --flatten
done | awk -v n=$cycles '
	!($1 in best) || $2 < best[$1] { best[$1] = $2 }
	END {
		printf "lockstep: %.0f cycles/s at radix 8\n", n / best["both"]
		printf "  %.2f times the bare RTL as Verilator builds it by itself, %.0f cycles/s\n", best["both"] / best["flat"], n / best["flat"]
		printf "  %.2f times the bare RTL as lockstep has it built, %.0f cycles/s\n", best["both"] / best["rtl"], n / best["rtl"] }'
