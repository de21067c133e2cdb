# Sourced by scripts, before lib/tap.sh: the law of stops (lib/stops.v) of a generated switch of scheme recn-qos.
stops_v=$(realpath "$(dirname "${BASH_SOURCE[0]}")/stops.v")

# What a side shows, unit and name; what an output shows beside it.
side_shows=(
	hru.valid_q hru.sl_q cqu.fill_q sfcu.told_q sfcu.entered_q sfcu.entered_level_q scam.sent_q scam.xoff_q scam.len_q scam.level_q scam.turns_q
	scam.out_queue_q scam.notify_q scam.notify_level_q scam.notify_turns_q scam.notify_queue_q scam.stop scam.xon
)
message_shows=(msg_q msg_xoff_q msg_levels_q msg_queue_q)
source_shows=(mbus.src_enter_q mbus.src_entered_q mbus.src_msg_q xout.xb_head_q xout.xb_src_q)

# stops_side NUMBER SIDE: prints what connects a side of lib/stops.v.
stops_side() {
	local at
	for at in "${side_shows[@]}"; do echo "connect -nounset -set g_side[$1].${at#*.} $2.side.$at"; done
}

# stops_script DIR DELAY: prints what reads the switch in DIR into Yosys, with a link of DELAY cycles. What memories answer is free.
stops_script() {
	local top=$1/rtl/sluice_switch.v radix name port at
	radix=$(sed -n 's/^radix = //p' "$1/sluice.conf")
	printf 'read_verilog -DSYNTHESIS %s/rtl/*.v\nread_verilog %s\nchparam -set DELAY %s' "$1" "$stops_v" "$2"
	for name in RADIX SAQS SLS VCS LEVELS LEVEL_MAP CELLS DETECT_CELLS DETECT_XON_CELLS XOFF_CELLS XON_CELLS FLIT_BITS TURNPOOL_BITS; do
		printf ' -set %s %s' "$name" "$(sed -n "s/^  parameter $name *= \([0-9]*\),*\$/\1/p" "$top")"
	done
	printf ' stops\nhierarchy -top stops\nproc\ndelete t:*sluice_ram_1r1w*\nflatten\ncd stops\n'
	for ((port = 0; port < radix; port++)); do
		stops_side $port "down.g_in[$port]"
		stops_side $((radix + port)) "down.g_out[$port]"
		for at in "${message_shows[@]}"; do echo "connect -nounset -set g_output[$port].$at down.g_out[$port].side.sfcu.$at"; done
		for at in "${source_shows[@]}"; do echo "connect -nounset -set g_way[$port].${at#*.} down.g_out[$port].$at"; done
		echo "connect -nounset -set g_xin[$port].to_q down.g_in[$port].xin.to_q"
	done
	stops_side $((2 * radix)) "up.g_out[0]"
	printf 'cd ..\nopt -fast\n'
}

# stops_prove DESCRIPTION DIR DELAY LAW...: the laws hold after reset, and in the cycle after one in which they hold.
stops_prove() {
	local what=$1
	{
		stops_script "$2" "$3"
		printf 'sat -tempinduct -maxsteps 1 -verify -set contract 1%s stops\n' "$(printf -- ' -prove %s 1' "${@:4}")"
	} >stops.ys
	yosys stops.ys >out 2>err && grep -Fxq 'Induction step proven: SUCCESS!' out
	ok $? "$what"
}

# stops_refute DESCRIPTION DIR DELAY LAW: a run of a few cycles from reset breaks it.
stops_refute() {
	{
		stops_script "$2" "$3"
		printf 'sat -tempinduct -tempinduct-baseonly -maxsteps 12 -falsify -set contract 1 -prove %s 1 stops\n' "$4"
	} >stops.ys
	yosys stops.ys >out 2>err && grep -Fxq 'SAT temporal induction proof finished - model found for base case: FAIL!' out
	ok $? "$1"
}

# stops_gen DIR OPTION...: a switch of few cells, so that few cycles reach what there is. Packets of two cells, and thresholds as close as they may be.
stops_gen() {
	local to=$1
	shift
	"$sluice" gen --scheme recn-qos --radix 2 --cells 4 --cell-flits 1 --packet-cells 2 --turnpool-bits 2 --speedup 1 --detect-cells 2 \
		--detect-xon-cells 2 --xoff-cells 1 --xon-cells 1 "$@" --out "$to" >out 2>err
}
