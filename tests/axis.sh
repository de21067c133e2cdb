#!/bin/bash
# Switches with AXI-Stream ports (lib/axis_bench.v), in Icarus: frames of any length, with stalls on both sides, come whole, in order
# and unmixed; those that are too long, or go nowhere, are dropped and counted; TREADY is low in reset; permutations are as fast as over the links of the
# switch alone. Where the RTL is made to differ, the bench fails.
example=$(realpath "$(dirname "$0")/../examples/axis_switch/axis_switch.v")
. "$(dirname "$0")/lib/axis.sh"
. "$(dirname "$0")/lib/tap.sh"
. "$OLDPWD/tests/lib/plant.sh"

simulate() { axis_simulate "$1" "$2" CYCLES=800 WARM=150 MEASURE=160; }

# good SCHEME PARAMETER...
good() {
	rm -rf good
	scheme=$1
	"$sluice" gen --ports axis --scheme "$@" --out good >out 2>err && simulate good "$scheme" && grep -Eq "^PASSED: [1-9][0-9]+ frames, [1-9][0-9]* dropped" out
	ok $? "$*: $(grep -o '[0-9.]* %' out | tr '\n' ' ')"
}

# bad DESCRIPTION FILE EDIT MESSAGE
bad() { planted "$1" "ni_$2" "$3" ".*$4" "$scheme"; }

small="--radix 3 --axis-bytes 4 --frame-bytes 120 --axis-id-bits 5 --axis-user-bits 3"
good fbicm $small --cfqs 2 --packet_flits 4 --slots 32
good pfc $small --queues 2 --packet_flits 8 --slots 40
good obqa $small --queues 2 --packet_flits 32 --slots 16
good recn-qos $small --sls 2 --vcs 2 --vc_saqs 2 --packet_cells 2 --cell_flits 4 --cells 16 --nic_cells 32 --host_cells 16 --detect_cells 8 --detect_xon_cells 4 \
	--xoff_cells 8 --xon_cells 4
good recn-iq $small --saqs 2 --packet_flits 8 --slots 32
good 1q $small --packet_flits 8 --slots 8
bad "a frame that is too long, and is not dropped" axis_send    "s/{bad, s_axis_tlast/{1'b0, s_axis_tlast/"          "(other contents|TLAST|TDEST)"
bad "what is dropped stays in the ring"            axis_receive "s/bad ? begin_q\[/bad ? wr_q[/"        "(other contents|TLAST|TDEST|not all)"
bad "frames that mix"                              axis_receive "s/goes_on ? rd_flow_q : picked/picked/"           "(not all|other contents|TLAST|TDEST)"
bad "a ring that is overwritten"                   axis_receive "s/receive_ready        = .*/receive_ready = 1'b1;/" "(other contents|TLAST|TDEST|not all)"
bad "a beat that goes away"                        axis_receive "s/shown_q & ~m_axis_tready)/1'b0)/"               "(a beat goes away|other contents)"
bad "the TID of another beat"                      axis_send    "s/id    = begun_q ? id_q :/id    = /"             "(TDEST or TID|not all)"
bad "a node that is not there"                     axis_send    "s/unknown  *= ~begun_q & .*/unknown = 1'b0;/"       "frames dropped"
bad "TREADY in reset"                              axis_send    "s/run_q     <= 1'b0/run_q <= 1'b1/"               "TREADY in reset"
bad "a beat lost between packets"                  axis_send    "s/run_q & (drop/1'b1 \& (drop/"                   "(TREADY in reset|not all)"

# The switch by the names of another project.
for base in -GUPDATE_TID=1 "-GM_BASE=9'b010001000"; do
	verilator --lint-only -Wall -Wno-UNUSED -Wno-PINCONNECTEMPTY --top-module axis_switch -GS_COUNT=3 -GM_COUNT=3 -GDATA_WIDTH=32 -GS_ID_WIDTH=4 -GUSER_WIDTH=3 "$base" \
		"$example" -F good/sluice.f >out 2>err && [ ! -s err ]
	ok $? "examples/axis_switch lints, $base"
done

# One parameter set makes all again; a file makes what it is of. The other commands take the switch.
"$sluice" gen --config good/sluice.conf --out again >out 2>err && diff -r good again >>out
ok $? "sluice.conf makes all again"
"$sluice" gen --config good/rtl/sluice_switch.v --out alone >out 2>err && for f in alone/rtl/*; do cmp "$f" good/rtl/"${f##*/}" || break; done >>out
ok $? "the switch of it is the switch alone"
for s in wormhole voqsw-qos; do
	"$sluice" gen --ports axis --scheme $s --out none >out 2>err
	[ $? = 2 ] && [ ! -e none ] && grep -qx "sluice: ports: scheme $s has no network interface, and so no AXI-Stream ports" err
	ok $? "$s is refused"
done
"$sluice" gen --ports axis --flit_bits 128 --out none >out 2>err
[ $? = 2 ] && grep -q "^sluice: flit_bits: it follows from" err
ok $? "flit_bits follows"
plan
