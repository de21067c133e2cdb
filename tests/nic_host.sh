#!/bin/bash
# The network interface with its adapter, in Icarus: two of them, linked, with hosts that are fast, slow, and halt within packets. Contents, order by
# service level and destination, refusal, stops, credits, routes, and the pace of links are right (lib/nic_bench.v); and where the RTL is made to
# differ, the bench fails.
lib=$(realpath "$(dirname "$0")/lib")
. "$(dirname "$0")/lib/tap.sh"
. "$lib/plant.sh"

# simulate DIRECTORY: the bench around the Verilog in it, with its parameters
simulate() {
	local parameters
	parameters=$(sed -n 's/^ *parameter \([A-Z_]*\) *= *\([0-9]*\).*/-Pbench.\1=\2/p' "$1/rtl/sluice_nic.v" | grep -v DETECT)
	# shellcheck disable=SC2086
	iverilog -g2005 -I "$lib" -s bench $parameters -o simulation "$lib"/nic_{bench,link_check}.v "$1"/rtl/*.v >err 2>&1 && vvp -n simulation >out 2>>err
}

# good PARAMETER...
good() {
	rm -rf good
	"$sluice" gen --scheme recn-qos-nic --out good "$@" >out 2>err && simulate good && [ ! -s err ] &&
		grep -Exq "PASSED: [1-9][0-9]{2,} packets, [1-9][0-9]+ refused; .*" out
	ok $? "$*"
}

bad() { planted "$@"; }

network="--radix 4 --vc_saqs 2 --flit_bits 72 --turnpool_bits 12 --nic_lines 3"
good $network --nodes 16 --sls 4 --vcs 2 --line_levels vc --cells 16 --cell_flits 4 --packet_cells 2 --nic_cells 12 --host_cells 16 \
	--detect_cells 10 --detect_xon_cells 2 --speedup 1
good $network --nodes 5 --sls 1 --vcs 1 --cells 16 --cell_flits 1 --packet_cells 1 --nic_cells 8 --host_cells 12 --detect_cells 6 \
	--detect_xon_cells 5 --speedup 1
good $network --nodes 11 --sls 3 --vcs 2 --cells 16 --cell_flits 2 --packet_cells 3 --nic_cells 8 --host_cells 12 --detect_cells 6 \
	--detect_xon_cells 2

bad "the source"                         host_send    "s/{node, flits_q/{~node, flits_q/"                      "a packet has not its source"
bad "a packet without credits"           host_send    "s/{{(CELLS_W-NEED_W){1'b0}}, need} <= spare_of_sl/1'b1/" "more cells promised than there are"
bad "a packet for a stopped queue"       host_send    "s/~|(stopped_of_sl & dest_onehot)/1'b1/"                "the adapter sends what is stopped"
bad "a buffer that is overwritten"       host_send    "s/send_ready   = .*/send_ready = 1'b1;/"                "(other contents than were sent|a packet is lost)"
bad "a destination that is not there"    host_send    "s/({1'b0, send_destination} < ALL_NODES)/1'b1/"         "(a destination that is not there|a packet is refused)"
bad "a packet that is too long"          host_send    "s/~known : wr_flits_q == MOST_FLITS/~known : 1'b0/"     "a packet is refused"
bad "a refusal that nobody is told"      host_send    "s/refused_q <= take .*/refused_q <= 1'b0;/"             "a packet is refused"
bad "a gap inside a packet"              host_send    "s/may : 1'b1)/may : ~rd_flits_q[1])/"                   "(a gap inside a packet|the link stalls inside a packet)"
bad "a host that is slow, and loses one" host_receive "s/shown_q & ~receive_ready)/1'b0)/"                     "a flit goes away"
bad "packets that mix"                   host_receive "s/goes_on ? rd_vc_q & there :/1'b0 ? rd_vc_q :/"        "(other contents|the last flit of a packet|the first flit of a packet)"
bad "credits that do not come back"      host_receive "s/taken & (last | place_q == LAST_FLIT)/taken \& place_q == LAST_FLIT/" "not all packets came"
bad "a header without its route"         lport        "s/fresh = reroute & rd_head_q/fresh = 1'b0 \& reroute \& rd_head_q/" "a packet has not its route"
bad "the filter"                         nsu          "s/= judged & ~stopped & ~short & idle/= judged \& ~short \& idle/" "a packet leaves for a stopped point"
bad "the newer buffer first"             host_send    "s/rd_q          <= 1'b0;/rd_q <= 1'b1;/"               "a packet is lost, or out of order"
plan
