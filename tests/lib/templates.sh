#!/bin/bash
# Prints a line for each template and each combination of features that it tells apart, out of those that some scheme has:
# description | arguments for Verilator | arguments for Icarus. Runs at the top of the repository.

# Combinations: architecture, features, and the parameters that follow from them.
combinations() {
	cat <<-END
		route_cam SET_ASIDE REQ_W=7
		route_cam SET_ASIDE STAMPS REQ_W=18
		route_cam ONE_QUEUE SAQS=0 QUEUES=1 REQ_W=7
		route_cam ONE_QUEUE STAMPS SAQS=0 QUEUES=1 REQ_W=18
		destination_cam SET_ASIDE REQ_W=7
		destination_cam SET_ASIDE STAMPS REQ_W=18
		destination_cam SET_ASIDE LISTS_RAM REQ_W=13 HDR_W=9
		destination_cam SET_ASIDE LISTS_RAM STAMPS REQ_W=24 HDR_W=9
		priority PRIORITIES REQ_W=7
		priority PRIORITIES STAMPS REQ_W=18
		priority PRIORITIES ONE_QUEUE SAQS=0 QUEUES=1 REQ_W=7
		priority PRIORITIES ONE_QUEUE STAMPS SAQS=0 QUEUES=1 REQ_W=18
		static STATIC_QUEUES
		static STATIC_QUEUES STAMPS
		static STATIC_QUEUES ONE_QUEUE QUEUES=1
		static STATIC_QUEUES ONE_QUEUE STAMPS QUEUES=1
	END
}

# said FILE ARCHITECTURE WORD...: print the line of one combination. A unit gets only the features that it tests, and their parameters.
said() {
	local file=$1 directory=rtl_gen/wiring/$2 top name= verilator= icarus= word
	local needs='SAQS=0:SET_ASIDE QUEUES=1:ONE_QUEUE HDR_W=9:SET_ASIDE REQ_W='
	shift 2
	top=$(basename "$file" .v)
	for word in "$@" "ARBITER=$arbiter"; do
		case $word in
		ARBITER=none) ;;
		ARBITER=*) verilator+=" -D$word"; icarus+=" -D$word"; name+=" $word" ;;
		*=*)
			grep -q "parameter ${word%=*} " "$file" || continue
			case $needs in *"$word:"*)
				local feature=${needs#*"$word:"}
				[[ $file == */wiring/* ]] || grep -q "\`if.*def ${feature%% *}" "$file" || continue ;;
			esac
			verilator+=" -G$word"; icarus+=" -P$top.$word" ;;
		*)
			[[ $file == */wiring/* ]] || grep -Eq "\`(ifn?def|elsif) $word$" "$file" || continue
			verilator+=" -D$word"; icarus+=" -D$word"; name+=" $word" ;;
		esac
	done
	[[ $file == */wiring/* ]] && verilator+=" -y $directory" && icarus+=" -y $directory"
	echo "template ${file#rtl_gen/}$name|-y rtl_gen/units$verilator $file|-y rtl_gen/units$icarus -s $top $file"
}

for file in rtl_gen/units/*.v rtl_gen/wiring/*/*.v; do
	arbiters=none
	[[ $file == */wiring/* ]] && arbiters=arbiter_round_robin
	grep -q '`ARBITER' "$file" && arbiters="arbiter_round_robin arbiter_matrix"
	for arbiter in $arbiters; do
		while read -r architecture words; do
			# shellcheck disable=SC2086
			[[ $file == */units/* || $file == */"$architecture"/* ]] && said "$file" "$architecture" $words
		done < <(combinations)
	done
done | sort -u -t'|' -k1,1
