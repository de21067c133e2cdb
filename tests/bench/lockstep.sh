#!/bin/bash
# Speed of lockstep at radix 8. The aims, of the default switch: in one thread at most 1.2 times the time of the bare RTL, in two at most 1.0 times, and 10 M
# cycles in 30 s. Bare is the RTL under the same stimulus, compared with nothing, as Verilator builds it by itself (--flatten): a copy of the code for each port,
# reset on a pin. It has -O2, where Verilator's own default is -Os, and the bench's registers before its inputs; both make it faster. "As lockstep has it
# built" is faster still: the cost of the comparison alone. All but --no-assertions have the assertions of the RTL. Rounds of all runs in turn, so that they
# see the same load of the machine; ratios are of runs of one round, of processor time, or with two threads of elapsed time, and the median round counts.
set -euo pipefail
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cycles=400000 rounds=5

run() {         # run NAME CYCLES OPTION...: name, elapsed time, processor time, in us per cycle
	"$sluice" lockstep --config s/sluice.conf --no-drain --cycles "$2" "${@:3}" |
		sed -nE "s|^speed +([0-9]+) cycles/s, ([0-9.]+) s of processor time|$1 $2 \1 \2|p" | awk '{ print $1, 1e6 / $3, 1e6 * $4 / $2 }'
}

for sorting in arrival head; do
	"$sluice" gen --radix 8 --sorting $sorting --out s --force >/dev/null
	for ((i = 0; i <= rounds; i++)); do     # the first compiles, and is left out
		run bare $cycles --backend rtl --flatten
		run one $cycles --threads 1
		run two $cycles --threads 2
		run rtl $cycles --backend rtl
		run unchecked $cycles --backend rtl --no-assertions
		run seen $cycles --backend rtl --link-monitor
	done | awk -v rounds=$rounds -v sorting=$sorting '
		{ round = n[$1]++; elapsed[$1, round] = $2; processor[$1, round] = $3 }
		function median(time, what, of,    i, j, x, v) {        # time of `what`, or its ratio to that of `of`
			for (i = 1; i <= rounds; i++) {
				x = time[what, i] / (of ? time[of, i] : 1)
				for (j = i - 1; j && v[j] > x; j--)
					v[j + 1] = v[j]
				v[j + 1] = x
			}
			return v[int((rounds + 1) / 2)]
		}
		function speed(what) { return sprintf("%.0f cycles/s", 1e6 / median(elapsed, what)) }
		END {
			printf "lockstep at radix 8, sorting %s: bare RTL %s\n", sorting, speed("bare")
			printf "  one thread: %s, %.2f times the time of the bare RTL\n", speed("one"), median(processor, "one", "bare")
			printf "  two threads: %s, %.2f times\n", speed("two"), median(elapsed, "two", "bare")
			printf "  the RTL as lockstep has it built: %s; one thread takes %.2f times that\n", speed("rtl"), median(processor, "one", "rtl")
			printf "  ... without assertions %.2f times its time, with monitors of all links %.2f times\n", median(processor, "unchecked", "rtl"), median(processor, "seen", "rtl") }'
	run long 10000000 --threads 2 | awk '{ printf "  10 M cycles in two threads: %.1f s elapsed, %.1f s of processor time\n", 10 * $2, 10 * $3 }'
done
