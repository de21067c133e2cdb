#!/bin/bash
# A switch from parameters to gates: `make demo`. Usage: docs/demo.sh SLUICE DIR; writes below DIR, which must be new or of an earlier demo.
set -euo pipefail
sluice=$(realpath "$1")
mark=.sluice-demo
if [ -n "$(ls -A "$2" 2>/dev/null)" ] && [ ! -f "$2/$mark" ]; then
	echo "sluice: '$2' is there and is no demo; not replaced" >&2
	exit 2
fi
rm -rf "$2"
mkdir -p "$2"
cd "$2"
touch "$mark"

step() { printf '\n== %s\n' "$1"; }
bits() { perl -ne "print \$1 if /\"$1\":\\s*(\\d+)/" switch8/manifest.json; }

step "1. Generate: 8 ports, 4 set-aside queues a port"
echo "\$ sluice gen --radix 8 --saqs 4 --out switch8"
"$sluice" gen --radix 8 --saqs 4 --out switch8
lines=$(cat switch8/rtl/*.v | wc -l)
registers=$(($(bits register_bits) + $(bits read_register_bits))) memory=$(bits memory_bits)

step "2. Lint: Verilator and Icarus, all warnings"
# Lines that begin with "- " are what newer ones report of themselves.
verilator --lint-only -Wall --top-module sluice_switch -F switch8/sluice.f 2>&1 | sed '/^- /d' | tee lint.log
(cd switch8 && iverilog -Wall -g2005 -t null -s sluice_switch -f sluice.f) 2>&1 | tee -a lint.log
[ ! -s lint.log ]
echo "no warning"

step "3. Check: Verilog against C model under a hot spot, everything compared in every cycle"
echo "\$ sluice lockstep --config switch8/sluice.conf --cycles 1000000 --traffic hotspot"
"$sluice" lockstep --config switch8/sluice.conf --cycles 1000000 --traffic hotspot 2>&1 | tee lockstep.log
proof=$(tail -n 1 lockstep.log)
grep -q ' 0 mismatches$' <<<"$proof"

step "4. Synthesize one input port: Yosys, two-input gates, memories as black boxes"
cat >synth.ys <<'END'
read_verilog -DSYNTHESIS switch8/rtl/*.v
blackbox sluice_ram_1r1w
synth -flatten -top sluice_iport
abc -g NAND,NOR
tee -q -o gates.txt select -count t:$_NAND_ t:$_NOR_ t:$_NOT_
tee -q -o flops.txt select -count t:$_DFF* t:$_SDFF*
tee -q -o rams.txt select -count t:*ram_1r1w*
END
yosys -q synth.ys
gates=$(cut -d ' ' -f 1 gates.txt) flops=$(cut -d ' ' -f 1 flops.txt) rams=$(cut -d ' ' -f 1 rams.txt)
[ "$gates" -gt 0 ] && [ "$flops" -gt 0 ] && [ "$rams" -gt 0 ]
echo "$gates gates, $flops flip-flops, $rams memories"

step "What you have now, in $PWD/switch8"
cat <<END
  Verilog      $lines lines in rtl/, no warning from two tools
  state        $registers register bits and $memory memory bits in the whole switch
  lockstep     $proof
               Each cycle every register, output and memory of the Verilog equalled the C model's,
               and every packet came out once, in order, intact.
  silicon      $gates two-input gates, $flops flip-flops, $rams memories per input port
  connect it   docs/use/user-guide.md; what is in it: manifest.json
END
