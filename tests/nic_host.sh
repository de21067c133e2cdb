#!/bin/bash
# Network interfaces with their adapters, in Icarus, in the testbench that comes with them: contents, order, refusal, stops, credits, routes and queues, and
# the pace of links are right; and where the Verilog is made to differ, it is said. That no cycle is lost is for the models' tests (cmodel_adapters.c,
# cmodel_slot_nic.c).
. "$(dirname "$0")/lib/tap.sh"

simulate() { (cd "$1" && iverilog "${@:2}" -g2005 -o ../simulation -f sluice.f tb/sluice_tb.v && vvp -n ../simulation) >out 2>err; }    # simulate DIR OPTION...

# good SCHEME PARAMETER...
good() {
	rm -rf good
	"$sluice" gen --scheme "$@" --out good >out 2>err && simulate good && [ ! -s err ] && grep -Exq "sluice_tb: [1-9][0-9]{2,} packets, 0 errors" out
	ok $? "$*"
}

# bad DESCRIPTION FILE EDIT MESSAGE OPTION...: said by the testbench, a monitor of a link or a check in the Verilog. monitored=: without the monitors
bad() {
	local found=1
	rm -rf bad
	cp -r good bad
	sed -i "$3" "bad/rtl/sluice_$2.v"
	cmp -s "bad/rtl/sluice_$2.v" "good/rtl/sluice_$2.v" || { simulate bad $monitored "${@:5}"; grep -Eq "^(cycle [0-9]+|FATAL: .*): $4" out && found=0; }
	ok $found "a planted fault is seen: $1"
}

monitored=
long=-Psluice_tb.PACKETS=500
refusal="a refusal where none should be, or no refusal"
network="--radix 4 --vc_saqs 2 --flit_bits 72 --turnpool_bits 12 --nic_lines 3"
good recn-qos-nic $network --nodes 16 --sls 4 --vcs 2 --line_levels vc --cells 16 --cell_flits 4 --packet_cells 2 --nic_cells 12 --host_cells 16 \
	--detect_cells 10 --detect_xon_cells 2 --speedup 1
good recn-qos-nic $network --nodes 5 --sls 1 --vcs 1 --cells 16 --cell_flits 1 --packet_cells 1 --nic_cells 4 --host_cells 12 --detect_cells 4 \
	--detect_xon_cells 4 --speedup 1
bad "a packet without credits"           host_send    "s/{{(CELLS_W-NEED_W){1'b0}}, need} <= spare_of_sl/1'b1/" "more cells promised than there are"
good recn-qos-nic $network --nodes 11 --sls 3 --vcs 2 --cells 16 --cell_flits 2 --packet_cells 3 --nic_cells 8 --host_cells 12 --detect_cells 6 \
	--detect_xon_cells 2
bad "the source"                         host_send    "s/{node, flits_q/{~node, flits_q/"                      "a flit to the network that has not to come"
bad "a packet for a stopped queue"       host_send    "s/~|(stopped_of_sl & dest_onehot)/1'b1/"                ".*sent-while-stopped" $long
bad "a buffer that is overwritten"       host_send    "s/send_ready   = .*/send_ready = 1'b1;/"                "(a flit behind the last of its packet|.*packet-too-long)"
bad "a destination that is not there"    host_send    "s/({1'b0, send_destination} < ALL_NODES)/1'b1/"         "$refusal"
bad "a packet that is too long"          host_send    "s/~known : wr_flits_q == MOST_FLITS/~known : 1'b0/"     "$refusal"
bad "a refusal that nobody is told"      host_send    "s/refused_q <= take .*/refused_q <= 1'b0;/"             "$refusal"
bad "a gap inside a packet"              host_send    "s/may : 1'b1)/may : ~rd_flits_q[1])/"                   ".*gap-in-packet"
bad "a host that is slow, and loses one" host_receive "s/shown_q & ~receive_ready)/1'b0)/"                     "a header in a packet, or a flit outside of one"
bad "packets that mix"                   host_receive "s/goes_on ? rd_vc_q & there :/1'b0 ? rd_vc_q :/"        "a flit to the host that has not to come"
bad "credits that do not come back"      host_receive "s/taken & (last | place_q == LAST_FLIT)/taken \& place_q == LAST_FLIT/" "nothing comes any more"
bad "a header without its route"         lport        "s/put & rd_head_q ?/1'b0 \& put \& rd_head_q ?/" ".*no-turns-left"
bad "the filter"                         nsu          "s/= judged & ~stopped & ~short & idle/= judged \& ~short \& idle/" "a packet leaves that is stopped"
bad "the newer buffer first"             host_send    "s/rd_q          <= 1'b0;/rd_q <= 1'b1;/"               "a flit to the network that has not to come"

monitored=-DSLUICE_NO_LINK_MONITOR
good pfc-nic --queues 1 --nodes 16 --slots 36 --source_slots 9 --host_slots 12 --packet_flits 2
good pfc-nic --queues 3 --nodes 12 --slots 36 --source_slots 9 --host_slots 12 --packet_flits 4
bad "the filter, by priority"            npf    "s/stopped = |(stop_q & cand)/stopped = 1'b0/"        "a packet leaves that is stopped"
bad "a queue that is not there"          source "s/< ALL_QUEUES;/<= ALL_QUEUES;/"                     "$refusal"

good static-nic --queues 1 --nodes 5 --slots 36 --source_slots 3 --host_slots 12 --packet_flits 1
good static-nic --queues 3 --nodes 12 --slots 6 --source_slots 3 --host_slots 12 --packet_flits 3
bad "a header without its queue"         lport  "s/put & rd_head_q ?/1'b0 \& put \& rd_head_q ?/"         "a flit to the network that has not to come"
bad "the credits of another queue"       ncu    "s/|(out & of_cand)/\&out/"                           "a packet without credits" $long

good fbicm-nic --cfqs 3 --hops 5 --nodes 13 --slots 24 --source_slots 3 --host_slots 12 --packet_flits 8
bad "the filter, by destination"         ndf    "s/match\[l\] = |(list & cand)/match[l] = 1'b0/"      "a packet leaves that is stopped"
bad "an Xon that is not heard"           nsj    "s/parked_q\[q\] & ~ends/parked_q[q]/"                "nothing comes any more"

good recn-iq-nic --radix 4 --saqs 0 --turnpool_bits 12 --nodes 16 --slots 24 --source_slots 4 --host_slots 12 --packet_flits 4
good recn-iq-nic --radix 4 --saqs 1 --turnpool_bits 12 --nodes 16 --slots 4 --source_slots 1 --host_slots 12 --packet_flits 1
bad "a ring that is overwritten"         source "s/refuse_q | fill != ALL_FLITS/1'b1/" "a flit to the network that has not to come" $long
bad "a packet without a credit"          source "s/|(to_queue & send_room)/1'b1/"                     "a header arrived for a queue without a free slot"
good recn-iq-nic --radix 4 --saqs 3 --turnpool_bits 12 --nodes 11 --slots 24 --source_slots 3 --host_slots 12 --packet_flits 5
bad "the filter, by route"               nlf    "s/(length <= route_left)/(length < route_left)/"     "a packet leaves that is stopped" $long
bad "a header without its route"         lport  "s/put & rd_head_q ?/1'b0 \& put \& rd_head_q ?/"         "a flit to the network that has not to come"
bad "the source"                         source "s/node, flits, fields}/~node, flits, fields}/"       "a flit to the network that has not to come"
bad "a ring of one packet"               source "s/localparam RING_FLITS = 2 \* /localparam RING_FLITS = /" "nothing comes any more"
bad "what is refused stays in the ring"  source "s/refuse ? start_q : next_at/next_at/"               "an unknown value at a pin"
bad "a destination that is not there"    source "s/assign known = .*/assign known = 1'b1;/"           "$refusal"
bad "a packet that is too long"          source "s/: stored_q == MOST_FLITS)/: 1'b0)/"                "$refusal"
bad "a refusal that nobody is told"      source "s/refused_q <= take .*/refused_q <= 1'b0;/"          "$refusal"
bad "a host that is slow, and loses one" sink   "s/shown_q & ~receive_ready)/1'b0)/"                  "a packet from another source"
bad "credits that do not come back"      sink   "s/credit_goes(first, receive_last)/receive_last \& first/" \
	"nothing comes any more"
bad "a credit for each flit"             sink   "s/taken & credit_goes(first, receive_last)/taken/" "a credit too many"
plan
