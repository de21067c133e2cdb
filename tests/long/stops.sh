#!/bin/bash
# The law of stops of scheme recn-qos (tests/stops.sh) for more shapes, and links of 0 to 3 cycles; and more faults.
. "$(dirname "$0")/../lib/stops.sh"
. "$(dirname "$0")/../lib/plant.sh"
. "$(dirname "$0")/../lib/tap.sh"

while read -r options; do
	rm -rf switch
	# shellcheck disable=SC2086
	"$sluice" gen --scheme recn-qos --cell-flits 1 --packet-cells 2 --turnpool-bits 4 $options --out switch >out 2>err
	for delay in 0 1 2 3; do
		stops_prove "$options, a link of $delay" switch $delay kept apart
	done
done <<'END'
--radix 2 --vcs 1 --sls 1 --vc-saqs 1 --cells 2 --detect-cells 1 --detect-xon-cells 2 --xoff-cells 1 --xon-cells 2
--radix 2 --vcs 2 --sls 8 --vc-saqs 2 --cells 16 --detect-cells 4 --detect-xon-cells 2 --xoff-cells 3 --xon-cells 2
--radix 2 --vcs 3 --sls 5 --sl-vcs 01210 --line-levels vc --vc-saqs 2 --cells 5 --detect-cells 3 --detect-xon-cells 2 --xoff-cells 2 --xon-cells 1
--radix 2 --vcs 1 --sls 3 --vc-saqs 3 --cells 4 --detect-cells 3 --detect-xon-cells 4 --xoff-cells 3 --xon-cells 4
--radix 3 --vcs 2 --sls 3 --vc-saqs 2 --cells 8 --detect-cells 2 --detect-xon-cells 2 --xoff-cells 1 --xon-cells 1
END

stops_gen two --sls 3 --vcs 2 --vc-saqs 1
stops_gen line --sls 3 --vcs 2 --sl-vcs 101 --line-levels vc --vc-saqs 2
stops_gen one --sls 2 --vcs 1 --vc-saqs 2 --xon-cells 2 --detect-xon-cells 3
stops_prove "two VCs, three service levels, a link of no cycle" two 0 kept apart
stops_prove "... of two" two 2 kept apart
stops_prove "lines of VCs, a link of one" line 1 kept apart
stops_prove "one VC, two service levels, a link of three" one 3 kept apart
stops_refute "an input's line can be stopped" two 0 'unstopped[0]'
stops_refute "the line of an output can be stopped" two 0 'unstopped[1]'
plant_fault two reused scam '~xoff_q & ~sent_q & ~waiting' '~xoff_q & ~waiting'
stops_refute "a line that stops its upstream is taken for another point: so too" reused 0 stop_ends
plant_fault two nameless sfcu 'stops ? entered_level : dq_levels | saq_levels' 'stops ? entered_level : saq_levels'
stops_refute "an Xon names no level: so too" nameless 0 stop_ends
plant_fault two close switch 'DETECT_XON_CELLS = 2' 'DETECT_XON_CELLS = 4'
stops_refute "thresholds cross: a queue is over and under at once" close 0 apart
stops_prove "... which the law of stops does not need" close 0 kept
plant_fault two astray mbus 'src_msg_q     <= src_entered_q' "src_msg_q     <= {PORT_W{1'b0}}"
stops_refute "messages of all packets go to input 0: two Xoffs at once" astray 0 notified_once
plan
