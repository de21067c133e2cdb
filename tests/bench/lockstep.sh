#!/bin/bash
# Lockstep at radix 8: the aims are 300000 cycles/s, and 1.5 times the processor time of the same RTL alone, built without
# access to its registers, under the same stimulus. Best of three each.
set -eu
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cycles=500000
"$sluice" gen --radix 8 --out s >/dev/null

seconds() {     # seconds BACKEND: processor time
	for i in 1 2 3; do
		"$sluice" lockstep --config s/sluice.conf --backend "$1" --cycles $cycles --no-drain
	done | sed -nE 's/^speed .*, ([0-9.]+) s of processor time/\1/p' | sort -n | head -n 1
}

both=$(seconds both)
rtl=$(seconds rtl)
awk -v both="$both" -v rtl="$rtl" -v n=$cycles 'BEGIN {
	printf "lockstep: %.0f cycles/s at radix 8; the RTL alone %.0f cycles/s; %.2f times its time\n", n / both, n / rtl, both / rtl }'
