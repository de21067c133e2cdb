#!/bin/bash
# Builds the example below DIR, which must not exist: run.sh DIR. Steps as arguments behind it (generate simulate map route) are the only ones done.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$1
mhz=40
shift
steps=${*:-generate simulate map route}
design=({pattern,source,check,top}.v)

does() { [[ " $steps " = *" $1 "* ]]; }

if does generate; then
	mkdir "$dir"
	"$sluice" gen --radix 2 --saqs 1 --slots 16 --packet_flits 4 --turnpool_bits 6 --node_bits 4 --out "$dir/switch"
	cp "${design[@]/#/$here/}" "$dir"       # Yosys takes a path apart at its blanks, and option -p at commas
fi
cd "$dir"
if does simulate; then
	iverilog -g2005 -o bench.vvp "${design[@]}" "$here/bench.v" switch/rtl/*.v
	vvp -n bench.vvp | tee bench.txt
	grep -q 'passed$' bench.txt
fi
if does map; then
	yosys -q -l yosys.log -p "read_verilog -DSYNTHESIS ${design[*]} switch/rtl/*.v; synth_ice40 -top top -json top.json"
fi
if does route; then
	nextpnr-ice40 --hx8k --package ct256 --pcf "$here/hx8k.pcf" --json top.json --asc top.asc --freq $mhz --seed 1 --timing-allow-fail --log route.log --quiet
	icepack top.asc fpga.bin
	grep -E 'ICESTORM_(LC|RAM):' route.log | head -n 2
	grep 'Max frequency for clock' route.log | tail -n 1 | tee clock.txt
	grep -q PASS clock.txt
fi
