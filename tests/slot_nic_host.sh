#!/bin/bash
# The network interfaces for slots with their adapters, in Icarus: two of them, linked by a switch, with hosts that are fast, slow, and halt within
# packets. A flit leaves in every cycle where it can, whatever the length of packets; contents, order, refusal, stops, credits, routes and queues are
# right (lib/slot_nic_bench.v); and where the RTL is made to differ, the bench fails.
lib=$(realpath "$(dirname "$0")/lib")
. "$(dirname "$0")/lib/tap.sh"
. "$lib/plant.sh"

# simulate DIRECTORY OPTION...: the bench around the Verilog in it, with its parameters and features
simulate() {
	local parameters features
	parameters=$(sed -n 's/^ *parameter \([A-Z_]*\) *= *\([0-9]*\).*/-Pbench.\1=\2/p' "$1/rtl/sluice_nic.v")
	features=$(perl -MJSON::PP -e 'local $/; print map { "-D$_ " } @{decode_json(<>)->{features}}' "$1/manifest.json")
	# shellcheck disable=SC2086
	iverilog -g2005 -I "$lib" -s bench "${@:2}" $features $parameters -o simulation "$lib"/{slot_nic_bench{,_host},nic_link_check}.v "$1"/rtl/*.v >err 2>&1 &&
		vvp -n simulation >out 2>>err
}

# good SCHEME PARAMETER...
good() {
	rm -rf good
	"$sluice" gen --scheme "$@" --flit_bits 96 --out good >out 2>err && simulate good && [ ! -s err ] &&
		grep -Exq "PASSED: [1-9][0-9]{2,} packets, [1-9][0-9]* refused; .*" out
	ok $? "$*"
}

# bad DESCRIPTION FILE EDIT MESSAGE: without the monitors of links
bad() { planted "$@" -DSLUICE_NO_LINK_MONITOR; }

good pfc-nic --queues 1 --nodes 16 --slots 36 --source_slots 9 --host_slots 12 --packet_flits 2
good pfc-nic --queues 3 --nodes 12 --slots 36 --source_slots 9 --host_slots 12 --packet_flits 4
bad "the filter, by priority"            npf    "s/stopped = |(stop_q & cand)/stopped = 1'b0/"        "a packet leaves for a stopped point"
bad "a queue that is not there"          source "s/< ALL_QUEUES;/<= ALL_QUEUES;/" "(a packet is refused|a header for a queue that is not there)"

good static-nic --queues 1 --nodes 5 --slots 36 --source_slots 3 --host_slots 12 --packet_flits 1
good static-nic --queues 3 --nodes 12 --slots 36 --source_slots 3 --host_slots 12 --packet_flits 3
bad "a header without its queue"         nlo    "s/put & rd_head ?/1'b0 \& put \& rd_head ?/"         "a packet has not its queue"
bad "the credits of another queue"       ncu    "s/|(out & of_cand)/\&out/" "(granted without a credit|a packet without a credit)"

good fbicm-nic --cfqs 3 --hops 5 --nodes 13 --slots 24 --source_slots 3 --host_slots 12 --packet_flits 8
bad "the filter, by destination"         ndf    "s/match\[l\] = |(list & cand)/match[l] = 1'b0/"      "a packet leaves for a stopped point"
bad "an Xon that is not heard"           nsj    "s/parked_q\[q\] & ~ends/parked_q[q]/"                "not all packets came"

good recn-iq-nic --radix 4 --saqs 0 --turnpool_bits 12 --nodes 16 --slots 24 --source_slots 4 --host_slots 12 --packet_flits 4
good recn-iq-nic --radix 4 --saqs 1 --turnpool_bits 12 --nodes 16 --slots 24 --source_slots 4 --host_slots 12 --packet_flits 1
good recn-iq-nic --radix 4 --saqs 3 --turnpool_bits 12 --nodes 11 --slots 24 --source_slots 3 --host_slots 12 --packet_flits 5
bad "the filter, by route"               nlf    "s/(length <= route_left)/(length < route_left)/"     "a packet leaves for a stopped point"
bad "a header without its route"         nlo    "s/put & rd_head ?/1'b0 \& put \& rd_head ?/"         "a packet has not its route"
bad "the source"                         source "s/node, flits, fields}/~node, flits, fields}/"       "a packet has not its source"
bad "a packet without a credit"          source "s/|(to_queue & send_room)/1'b1/" "(the adapter sends without a credit|a header arrived for a queue)"
bad "a ring that is overwritten"         source "s/refuse_q | fill != ALL_FLITS/1'b1/" \
	"(other contents|a packet is lost|a packet has not its route|a gap inside a packet)"
bad "a ring of one packet"               source "s/localparam RING_FLITS = 2 \* /localparam RING_FLITS = /" "a link is idle while everybody is fast"
bad "what is refused stays in the ring"  source "s/refuse ? start_q : next_at/next_at/" \
	"(other contents|a packet is lost|a packet has not its route|a gap inside a packet)"
bad "a destination that is not there"    source "s/assign known = .*/assign known = 1'b1;/" \
	"(a packet is refused|a header for a queue that is not there)"
bad "a packet that is too long"          source "s/: stored_q == MOST_FLITS)/: 1'b0)/" "(a packet is refused|a length that no packet has)"
bad "a refusal that nobody is told"      source "s/refused_q <= take .*/refused_q <= 1'b0;/"          "a packet is refused"
bad "a bubble between packets"           nsj    "s/cand_q <= first;/cand_q <= first \& {SEND_QUEUES{~go}};/" "a link is idle while everybody is fast"
bad "a host that is slow, and loses one" sink   "s/shown_q & ~receive_ready)/1'b0)/"                  "a flit goes away"
bad "credits that do not come back"      sink   "s/credit_q <= taken & receive_last/credit_q <= taken \& receive_last \& receive_first/" \
	"a link is idle while everybody is fast"
bad "a credit for each flit"             sink   "s/credit_q <= taken & receive_last/credit_q <= taken/" "(a credit too many|a flit without room)"
plan
