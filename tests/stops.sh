#!/bin/bash
# The law of stops of scheme recn-qos is proven for unbounded time, inside a switch and over a link; a switch that breaks a rule breaks it.
. "$(dirname "$0")/lib/stops.sh"
. "$(dirname "$0")/lib/tap.sh"

# gen DIR OPTION...: few cells, so that few cycles reach what there is. Packets of two cells, and thresholds as close as they may be.
gen() {
	local to=$1
	shift
	"$sluice" gen --scheme recn-qos --radix 2 --cells 4 --cell-flits 1 --packet-cells 2 --turnpool-bits 2 --speedup 1 --detect-cells 2 \
		--detect-xon-cells 2 --xoff-cells 1 --xon-cells 1 "$@" --out "$to" >out 2>err
}
gen two --sls 3 --vcs 2 --vc-saqs 1
gen line --sls 3 --vcs 2 --sl-vcs 101 --line-levels vc --vc-saqs 2
gen one --sls 2 --vcs 1 --vc-saqs 2 --xon-cells 2 --detect-xon-cells 3

stops_prove "two VCs, three service levels, a link of no cycle" two 0 kept apart
stops_prove "the same, a link of two" two 2 kept apart
stops_prove "lines of VCs, a link of one" line 1 kept apart
stops_prove "one VC, two service levels, a link of three" one 3 kept apart
stops_refute "an input's line can be stopped" two 0 'unstopped[0]'
stops_refute "the line of an output can be stopped" two 0 'unstopped[1]'

# fault NAME UNIT FROM TO: a switch `two` with a fault
fault() {
	cp -r two "$1"
	stops_plant "$1" "${@:2}"
	ok $? "fault $1 is planted"
}
fault overtaken xon_lines 'overtaken = hit[LINES]' "overtaken = 1'b0"
stops_refute "an Xoff that is overtaken is carried out: a stop without end" overtaken 0 stop_ends
fault reused scam '~xoff_q & ~sent_q & ~waiting' '~xoff_q & ~waiting'
stops_refute "a line that stops its upstream is taken for another point: so too" reused 0 stop_ends
fault nameless sfcu 'stops ? entered_level : dq_levels | saq_levels' 'stops ? entered_level : saq_levels'
stops_refute "an Xon names no level: so too" nameless 0 stop_ends
fault astray mbus 'src_msg_q     <= src_entered_q' "src_msg_q     <= {PORT_W{1'b0}}"
stops_refute "messages of all packets go to input 0: two Xoffs at once" astray 0 notified_once
fault close switch 'DETECT_XON_CELLS = 2' 'DETECT_XON_CELLS = 4'
stops_refute "thresholds cross: a queue is over and under at once" close 0 apart
stops_prove "... which the law of stops does not need" close 0 kept
plan
