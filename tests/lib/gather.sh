# Sourced by scripts, before lib/tap.sh: what a gather finds out (lib/gather.v), by the side band of scheme wormhole or by metapackets, as
# they are generated.
#
# Three laws together say that all nodes know the sums over all nodes at the end of a gather, for any counts, whatever was before:
#   together   all nodes are in one cycle of a gather: so after reset, and in the cycle after one in which it is so; with metapackets, nothing is left of
#              the last gather as one begins: so after reset, and a gather after a cycle in which it is so
#   known      if one node has counts and the others have none, all know these counts at the end of a gather
#   added      what a gather makes of sums of counts is the sum of what it makes of each
gather_v=$(realpath "$(dirname "${BASH_SOURCE[0]}")/gather.v")

# gather_gen DIR OPTION...: routers with a side band in DIR
gather_gen() {
	"$sluice" gen --scheme wormhole --throttle tuned "${@:2}" --out "$1" >out 2>err
}

# gather_parameters DIR: sets the parameters of the gather in DIR, `unit`, its module, and `cycles` that it takes
gather_parameters() {
	local name
	SIDE_CYCLES=2 unit=gather
	[ ! -e "$1/rtl/sluice_metapackets.v" ] || unit=metapackets
	for name in $(grep -oE '^  parameter (ARY|DIMS|TORUS|SIDE_CYCLES|FLOW_CYCLES|BUFFERS) ' "$1/rtl/sluice_switch.v" | cut -c13-); do
		declare -g $name="$(sed -n "s/^  parameter $name *= \([0-9]*\),*\$/\1/p" "$1/rtl/sluice_switch.v")"
	done
	[ $unit = gather ] && cycles=$FLOW_CYCLES || cycles=$((FLOW_CYCLES / 2))
}

# gather_read DIR MODULE BLOCK COUNT REGISTERS [NAME VALUE]...: prints what reads a module of lib/gather.v into Yosys, with other parameters of its own.
# Its blocks BLOCK[0] to BLOCK[COUNT - 1] hold a gather each, and show REGISTERS of it.
gather_read() {
	local name at i
	printf 'read_verilog -DSYNTHESIS %s/rtl/sluice_%s.v %s/rtl/sluice_onehot_mux.v\nread_verilog -D%s %s\nchparam' "$1" $unit "$1" ${unit^^} "$gather_v"
	for name in ARY DIMS TORUS SIDE_CYCLES FLOW_CYCLES BUFFERS; do printf ' -set %s %s' $name "${!name}"; done
	[ $# -eq 5 ] || printf ' -set %s %s' "${@:6}"
	printf ' %s\nhierarchy -top %s\nproc\nflatten\ncd %s\n' "$2" "$2" "$2"
	for ((i = 0; i < $4; i++)); do
		for at in $5; do echo "connect -nounset -set $3[$i].$at $3[$i].gather.$at"; done
	done
	printf 'cd ..\nopt -fast\n'
}

# gather_nodes DIR DELAY SOURCE: prints what reads the gathers of all nodes
gather_nodes() {
	local -A shown=([gather]="hop_q step_q dim_q begun_q" [metapackets]="timer_q parity_q dim_q begun_q done_q got_q come_q send_q latch")
	gather_read "$1" network g_node $((ARY ** DIMS)) "${shown[$unit]}" DELAY "$2" SOURCE "$3"
}

# gather_script DIR LAW DELAY SOURCE: prints what has Yosys prove a law. unknown: that no gather ends as `known` says. `added` is of one node.
gather_script() {
	local cycles unit
	local -A value=([known]=1 [unknown]=0) begins=([gather]="-set-at 1 snapshot 1" [metapackets]=)
	local -A shown=([gather]="hop_q step_q dim_q begun_q come_q flow_q full_sum_q flow_sum_q come_full_q come_flow_q"
		[metapackets]="timer_q due_q parity_q dim_q begun_q done_q got_q come_q come_parity_q send_q flow_q part_full_q part_flow_q sum_full_q sum_flow_q
			come_full_q come_flow_q send_full_q send_flow_q")
	gather_parameters "$1"
	case $2 in
	together)
		gather_nodes "$1" "$3" "$4"
		if [ $unit = metapackets ]; then
			echo "sat -seq 2 -prove-skip 1 -set-at 1 rst 1 -prove together 1 network"
			echo "sat -seq $((cycles + 1)) -prove-skip $cycles -set rst 0 -set-at 1 together 1 -prove together 1 network"
		else
			echo "sat -seq 2 -prove-skip 1 -set-at 1 from_together 1 -prove together 1 network"
		fi
		;;
	known | unknown)
		gather_nodes "$1" "$3" "$4"
		echo "sat -seq $((2 * cycles + 1)) -prove-skip $((2 * cycles)) -set rst 0 -set-at 1 together 1 ${begins[$unit]}" \
			"-prove known ${value[$2]} network"
		;;
	added)
		gather_read "$1" superposition g_copy 3 "${shown[$unit]}"
		echo "sat -seq 2 -prove-skip 1 -set-at 1 from_added 1 -prove added 1 superposition"
		;;
	esac
}

# gather_ends ANSWER DIR LAW DELAY SOURCE: does Yosys give this answer?
gather_ends() {
	gather_script "${@:2}" >gather.ys
	yosys gather.ys >out 2>err && [ "$(grep -F 'SAT proof finished - ' out | sort -u)" = "SAT proof finished - $1!" ]
}

# gather_prove DESCRIPTION DIR LAW DELAY SOURCE...: of each source
gather_prove() {
	local source good=0
	for source in "${@:5}"; do
		gather_ends 'no model found: SUCCESS' "${@:2:3}" "$source" || good=1
	done
	ok $good "$1"
}

# gather_refute DESCRIPTION DIR LAW DELAY SOURCE
gather_refute() {
	check "$1" gather_ends 'model found: FAIL' "${@:2}"
}
