# Sourced by scripts: simulates a switch with AXI-Stream ports in its bench (lib/axis_bench.v), with Icarus.
axis_bench=$(realpath "$(dirname "${BASH_SOURCE[0]}")/axis_bench.v")

# axis_features SCHEME: what its network interface has, for the bench
axis_features() {
	case $1 in
	recn-iq) echo "-DROUTES -DPARKS" ;;
	fbicm) echo -DLISTS ;;
	pfc) echo -DPRIORITIES ;;
	recn-qos) echo -DNIC ;;
	*) echo -DNEXT_QUEUES ;;
	esac
}

# axis_parameters DIRECTORY SCHEME: of the bench, from the Verilog; with cells it has no packets in slots
axis_parameters() {
	local slots='\|FRAME_FLITS\|SLOTS\|QUEUES'
	[ "$2" != recn-qos ] || slots=
	cat "$1"/rtl/sluice_{axis,ni_axis_node}.v |
		sed -n "s/^ *parameter \(SEND_LEVELS\|NODES\|AXIS_[A-Z_]*\|FLIT_BITS\|FRAME_BEATS$slots\|SPEED_[ND]\) *= *\([0-9]*\).*/-Pbench.\1=\2/p" |
		sed "s/SEND_//" | sort -u
}

# axis_simulate DIRECTORY SCHEME PARAMETER=VALUE...: parameters are those of the bench. Without monitors of links, which take longer than the switch.
axis_simulate() {
	local dir=$1 scheme=$2
	shift 2
	# shellcheck disable=SC2046
	iverilog -g2005 -DSLUICE_NO_LINK_MONITOR -s bench $(axis_features "$scheme") $(axis_parameters "$dir" "$scheme") "${@/#/-Pbench.}" -o simulation "$axis_bench" "$dir"/rtl/*.v >err 2>&1 &&
		vvp -n simulation >out 2>>err
}
