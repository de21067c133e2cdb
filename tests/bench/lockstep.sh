#!/bin/bash
# Speed of lockstep at radix 8. The aims are 300000 cycles/s, and at most 1.5 times the processor time of the RTL alone. The RTL runs under
# the same stimulus, built without access to its registers: as Verilator builds it by itself, and as lockstep has it built, which is faster.
# Processor time is that of one thread. All but --no-assertions are built with the assertions of the RTL, and the last with monitors of the links. Best of ten runs each, taken in turn, so that all see the same load of the machine.
set -euo pipefail
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cycles=200000

run() {         # run NAME OPTION...: cycles/s, and processor time
	"$sluice" lockstep --config s/sluice.conf --cycles $cycles --no-drain "${@:2}" |
		sed -nE "s|^speed +([0-9]+) cycles/s, ([0-9.]+) s of processor time|$1 \1 \2|p"
}

for sorting in arrival head; do
	"$sluice" gen --radix 8 --sorting $sorting --out s --force >/dev/null
	for i in {1..10}; do
		run two --threads 2
		run one --threads 1
		run rtl --backend rtl
		run flat --backend rtl --flatten
		run bare --backend rtl --no-assertions
		run seen --backend rtl --link-monitor
	done | awk -v n=$cycles -v sorting=$sorting '
		$2 > speed[$1] { speed[$1] = $2 }
		!($1 in best) || $3 < best[$1] { best[$1] = $3 }
		END {
			printf "lockstep: %.0f cycles/s at radix 8, sorting %s, in one thread %.0f\n", speed["two"], sorting, speed["one"]
			printf "  %.2f times the RTL alone, with its assertions, as Verilator builds it by itself, %.0f cycles/s\n", best["one"] / best["flat"], n / best["flat"]
			printf "  %.2f times the RTL alone, with its assertions, as lockstep has it built, %.0f cycles/s\n", best["one"] / best["rtl"], n / best["rtl"]
			printf "  of that the assertions are %.1f %% (without: %.0f cycles/s)\n", 100 - 100 * best["bare"] / best["rtl"], n / best["bare"]
			printf "  with monitors of all links %.2f times that (%.0f cycles/s)\n", best["seen"] / best["rtl"], n / best["seen"] }'
done
