# Sourced by scripts, before lib/tap.sh: what a gather finds out (lib/gather.v), of the side band of scheme wormhole as it is generated.
#
# Three laws together say that all nodes know the sums over all nodes at the end of a gather, for any counts, whatever was before:
#   together   all nodes are in one cycle of a gather: so after reset, and in the cycle after one in which it is so
#   known      if one node has counts and the others have none, all know these counts at the end of a gather
#   added      what a gather makes of sums of counts is the sum of what it makes of each
gather_v=$(realpath "$(dirname "${BASH_SOURCE[0]}")/gather.v")

# gather_gen DIR OPTION...: routers with a side band in DIR
gather_gen() {
	"$sluice" gen --scheme wormhole --throttle tuned "${@:2}" --out "$1" >out 2>err
}

# gather_parameters DIR: sets ARY, DIMS, TORUS, SIDE_CYCLES and BUFFERS to those of the gather in DIR
gather_parameters() {
	local name
	for name in ARY DIMS TORUS SIDE_CYCLES BUFFERS; do
		declare -g $name="$(sed -n "s/^  parameter $name *= \([0-9]*\),*\$/\1/p" "$1/rtl/sluice_switch.v")"
	done
}

# gather_read DIR MODULE BLOCK COUNT REGISTERS [NAME VALUE]...: prints what reads a module of lib/gather.v into Yosys, with other parameters of its own.
# Its blocks BLOCK[0] to BLOCK[COUNT - 1] hold a gather each, and show REGISTERS of it.
gather_read() {
	local name at i
	printf 'read_verilog -DSYNTHESIS %s/rtl/sluice_gather.v %s/rtl/sluice_onehot_mux.v\nread_verilog %s\nchparam' "$1" "$1" "$gather_v"
	for name in ARY DIMS TORUS SIDE_CYCLES BUFFERS; do printf ' -set %s %s' $name "${!name}"; done
	[ $# -eq 5 ] || printf ' -set %s %s' "${@:6}"
	printf ' %s\nhierarchy -top %s\nproc\nflatten\ncd %s\n' "$2" "$2" "$2"
	for ((i = 0; i < $4; i++)); do
		for at in $5; do echo "connect -nounset -set $3[$i].$at $3[$i].gather.$at"; done
	done
	printf 'cd ..\nopt -fast\n'
}

# gather_band DIR DELAY SOURCE: prints what reads the side band of all nodes
gather_band() {
	gather_read "$1" side_band g_node $((ARY ** DIMS)) "hop_q step_q dim_q begun_q" DELAY "$2" SOURCE "$3"
}

# gather_script DIR LAW DELAY SOURCE: prints what has Yosys prove a law. unknown: that no gather ends as `known` says. `added` is of one node.
gather_script() {
	local cycles
	local -A value=([known]=1 [unknown]=0)
	gather_parameters "$1"
	cycles=$((DIMS * (TORUS ? ARY / 2 : ARY - 1) * SIDE_CYCLES))
	case $2 in
	together)
		gather_band "$1" "$3" "$4"
		echo "sat -seq 2 -prove-skip 1 -set-at 1 from_together 1 -prove together 1 side_band"
		;;
	known | unknown)
		gather_band "$1" "$3" "$4"
		echo "sat -seq $((2 * cycles + 1)) -prove-skip $((2 * cycles)) -set rst 0 -set-at 1 together 1 -set-at 1 snapshot 1" \
			"-prove known ${value[$2]} side_band"
		;;
	added)
		gather_read "$1" superposition g_copy 3 "hop_q step_q dim_q begun_q come_q flow_q full_sum_q flow_sum_q come_full_q come_flow_q"
		echo "sat -seq 2 -prove-skip 1 -set-at 1 from_added 1 -prove added 1 superposition"
		;;
	esac
}

# gather_ends ANSWER DIR LAW DELAY SOURCE: does Yosys give this answer?
gather_ends() {
	gather_script "${@:2}" >gather.ys
	yosys gather.ys >out 2>err && grep -Fxq "SAT proof finished - $1!" out
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
