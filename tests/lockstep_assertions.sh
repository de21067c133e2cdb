#!/bin/bash
# An assertion of the RTL that fails ends lockstep, with its text, its place and its cycle, and exit status 1; so does RTL that stops the simulation
# by itself, or that Verilator gives up on. Nothing of it ends the process.
. "$(dirname "$0")/lib/tap.sh"

small="--radix 2 --slots 8 --packet-flits 2"
"$sluice" gen $small --saqs 1 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2 --out good >/dev/null || exit 1
"$sluice" gen $small --scheme dbbm --queues 2 --nodes 4 --out static >/dev/null || exit 1
lockstep() { "$sluice" lockstep --config "$@" --cycles 2000 --traffic hotspot >out 2>err </dev/null; }

# changed DIRECTORY FROM UNIT EDIT
changed() {
	cp -r "$2" "$1"
	sed -i "$4" "$1/rtl/sluice_$3.v"
	! cmp -s "$1/rtl/sluice_$3.v" "$2/rtl/sluice_$3.v"
}

# fails DESCRIPTION PATTERN LOCKSTEP-ARGUMENT...
fails() {
	local what=$1 pattern=$2
	shift 2
	lockstep "$@"
	[ $? = 1 ] && [ ! -s err ] && grep -Exq "an assertion of the RTL failed at cycle [0-9]+: $pattern" out && ! grep -q "^lockstep:" out
	ok $? "$what"
}

check "no assertion fails in a good switch" lockstep good/sluice.conf

# The memory has less room than the sender is told. Model and RTL are the same in every cycle but for that.
changed full good mmu "s/if (arrive && free_q == {SLOTS{1'b0}})/if (arrive \&\& free_q[6:0] == 7'b0)/"
ok $? "the fault is in"
fails "a header without a free slot" 'g_in\[[01]\]\.iport\.mmu: a header arrived without a free slot' full/sluice.conf --threads 1
sed '/^speed/d; s/ --threads 1//' out >one
cycle=$(sed -n 's/^an assertion of the RTL failed at cycle \([0-9]*\):.*/\1/p' out)
again=$(sed -n 's/^rerun with waves: sluice //p' out)
fails "... by two threads" 'g_in\[[01]\]\.iport\.mmu: .*' full/sluice.conf --threads 2
sed '/^speed/d; s/ --threads 2//' out | diff one - >err
ok $? "... which say the same"
eval "\"$sluice\" $again" >out 2>err
[ $? = 1 ] && grep -q "^an assertion of the RTL failed at cycle $cycle:" out && [ -s full/lockstep/sluice-waves.fst ]
ok $? "the rerun line finds it again, and writes the waveform"
fails "... in code that ports do not share" 'g_in\[[01]\]\.iport\.mmu: a header arrived without a free slot' full/sluice.conf --flatten
fails "... by the RTL alone" '.*mmu: a header arrived without a free slot' full/sluice.conf --backend rtl
"$sluice" icarus --config full/sluice.conf --cycles 2000 --traffic hotspot >out 2>err
[ $? = 1 ] && grep -q "a header arrived without a free slot" out && tail -n 1 out | grep -xq "icarus: an assertion of the RTL failed at cycle $cycle"
ok $? "... by Icarus, in the same cycle"
check "--no-assertions leaves them out" lockstep full/sluice.conf --no-assertions

changed format full mmu 's/"a header arrived without a free slot"/"no slot, header %0d", rx_head/'
fails "a text with values" 'g_in\[[01]\]\.iport\.mmu: no slot, header 1' format/sluice.conf

changed queue static qmu "s/if ((gnt_queue & ~ready) != {QUEUES{1'b0}})/if (gnt_queue[1])/"
fails "static queues" 'g_in\[[01]\]\.iport\.qmu: granted a head that was not ready' queue/sluice.conf

changed stop good mmu "s/^always @(posedge clk) if (!rst) begin/& if (arrive) \$stop;/"
fails '$stop' '\$stop at .*/sluice_mmu\.v:[0-9]+' stop/sluice.conf
changed loop good mmu 's/^endmodule/wire round = ~round \& (round === round) \& arrive; always @(posedge clk) if (round) $display("%b", round);\n&/'
fails "a loop that does not settle" '.*did.*not converge.*' loop/sluice.conf

# A bit flipped in the registers of a network's RTL, which runs without a model that could differ.
"$sluice" sim --k 2 --n 2 --saqs 2 --slots 12 --cycles 3000 --load 0.9 --backend rtl --plant '0:g_in[0].iport.mmu.free_q:2@500' >out 2>err
[ $? = 1 ] && grep -Eq 'switch 0: an assertion of the RTL failed at cycle [0-9]+: g_in\[0\]\.iport\.mmu: a slot was freed twice' out
ok $? "a network of RTL"

plan
