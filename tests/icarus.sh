#!/bin/bash
# Icarus Verilog agrees with the C model at every register, output and written memory word, in the sample switches of ICARUS; and where the
# RTL is made to differ, the first cycle and the signal are reported.
. "$(dirname "$0")/lib/switches.sh"
rows=$(switches ICARUS) || exit
. "$(dirname "$0")/lib/tap.sh"

# agrees CYCLES TRAFFIC PARAMETER...: monitors of links have nothing to say, and nothing is left behind
agrees() {
	local cycles=$1 traffic=$2
	shift 2
	rm -rf same
	"$sluice" gen --out same "$@" >out 2>err &&
		"$sluice" icarus --config same/sluice.conf --link-monitor --cycles "$cycles" --traffic "$traffic" >out 2>err &&
		[ ! -s err ] && [ ! -e same/icarus ] &&
		grep -Exq "icarus: $cycles cycles, [1-9][0-9]+ state bits, 0 mismatches" out
	ok $? "$traffic, $*"
}

# differs DESCRIPTION FILE EDIT PATTERN...: the edit of RTL changes it; the report's first lines match, the last is the verdict
differs() {     # with a status of its own: expected=N
	local what=$1 file=bad/rtl/sluice_$2.v edit=$3 line=1 status good=0
	shift 3
	rm -rf bad
	cp -r good bad
	sed -i "$edit" "$file"
	cmp -s "$file" "good/${file#bad/}" && good=1
	"$sluice" icarus --config bad/sluice.conf --cycles 300 >out 2>err
	status=$?
	[ $status = "${expected:-1}" ] || good=1
	for pattern; do
		sed -n ${line}p out | grep -Exq "$pattern" || good=1
		line=$((line + 1))
	done
	ok $good "$what"
}

# Half of them with a hot spot.
kinds=(hotspot bursty incast uniform hotspot hotspot hotspot permutation)
while read -r options; do
	# shellcheck disable=SC2086
	agrees 600 "${kinds[n % ${#kinds[@]}]}" $options
done <<<"$rows"

"$sluice" gen --out good --radix 4 --slots 8 --xoff_threshold 4 --xon_threshold 2 --detect_threshold 3 >out 2>err
verdict="icarus: model and RTL differ at cycle [0-9]+: [1-9][0-9]* mismatches"
differs "a register" mmu "s/credit_q  *<= credit_goes.*;/credit_q <= 1'b0;/" \
	"cycle [0-9]+: g_in\[[0-3]\]\.iport\.mmu\.credit_q: model 1, RTL 0" "cycle [0-9]+: rx_credit\[([0-3]):\1\]: model 1, RTL 0" \
	"$verdict"
differs "a register without reset" mmu "s/^ *credit_q  *<= 1'b0;//" \
	"cycle 0: g_in\[0\]\.iport\.mmu\.credit_q: model 0, RTL x"
differs "an output that no register shows" mmu "s/assign rx_credit  *= credit_q/assign rx_credit = ~credit_q/" \
	"cycle 0: rx_credit\[0:0\]: model 0, RTL 1"
differs "a register too wide" mmu "s/reg  *credit_q;/reg [1:0] credit_q;/; s/rx_credit  *= credit_q;/rx_credit = credit_q[0];/" \
	"cycle 0: g_in\[0\]\.iport\.mmu\.credit_q: model 0, RTL [0-3]"
differs "a word written to a memory" mmu "s/\.wdata(rx_store)/.wdata(~rx_store)/" \
	"cycle [0-9]+: g_in\[[0-3]\]\.iport\.mmu\.data_mem\[0\]: model [0-9a-f]{16}, RTL [0-9a-f]{16}"
differs "use of a pin that means nothing" mmu "s/arrive *= rx_valid & rx_head/arrive = rx_head/" \
	"cycle 1: g_in\[0\]\.iport\..*: model [0-9a-f]+, RTL [0-9a-fxX]+"
tail -n 1 out | grep -Exq "$verdict" && grep -Exq "sluice: the bench and its record are in $dir/bad/icarus/sluice-icarus-.*" err
ok $? "the verdict is the last line, and the bench is kept"
differs "a check in the RTL that stops the simulation" mmu "s/^always @(posedge clk) if (!rst) begin/& if (arrive) \$stop;/"
tail -n 1 out | grep -Fxq "icarus: the simulation ended before its last cycle"
ok $? "... has a verdict too"
differs "an assertion that fails" mmu "s/if (arrive \&\& free_q == {SLOTS{1'b0}})/if (arrive)/" "FATAL: .*: a header arrived without a free slot" \
	" *Time: [0-9]+ +Scope: bench\.dut\.g_in\[[0-3]\]\.iport\.mmu"
tail -n 1 out | grep -Exq "icarus: an assertion of the RTL failed at cycle [0-9]+"
ok $? "... is the verdict"
expected=3 differs "Verilog that Icarus refuses" mmu "s/^endmodule/endmodul/"

rm -rf bad/icarus
refuses 3 "no Icarus" "iverilog is not installed, .*" env PATH="$dir" "$sluice" icarus --config bad/sluice.conf
refuses 2 "other parameters than those of the Verilog" ".*was generated with radix = 4, not 5" "$sluice" icarus --config good/sluice.conf --radix 5
refuses 2 "unknown traffic" "--traffic: 'hotpot' is not one of: .*" "$sluice" icarus --config good/sluice.conf --traffic hotpot
plan
