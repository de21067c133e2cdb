#!/bin/bash
# Words of a routing table get other values while packets pass, as soon as the switch allows it: model and RTL are the same, everything drains. RTL that
# keeps an old word, or a line that keeps the port of a destination that goes another way, is found.
. "$(dirname "$0")/lib/tap.sh"

small="--radix 3 --slots 12 --packet-flits 2 --nodes 9"
congested="--cfqs 2 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
"$sluice" gen $small --scheme fbicm --sorting head $congested --out fbicm >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm --sorting head --lists ram $congested --out swept >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm $congested --out sorted >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm --lists ram $congested --out sorted-swept >/dev/null || exit 1
"$sluice" gen $small --scheme obqa --queues 2 --out static >/dev/null || exit 1
lockstep() { "$sluice" lockstep --config "$1/sluice.conf" --cycles 20000 --traffic incast --injection "$2" "${@:3}" >out 2>err </dev/null; }

for of in fbicm swept sorted sorted-swept static; do
	for injection in fifo per-destination; do
		lockstep $of $injection && grep -Eq "^tables +[1-9][0-9]+ words written with another port while packets passed$" out
		ok $? "$of, $injection: words with another port"
	done
done
for scheme in 1q dbbm voqsw voqnet; do
	"$sluice" lockstep --backend c $small --scheme $scheme $([ $scheme != dbbm ] || echo --queues 2) --cycles 20000 --traffic incast >out 2>err &&
		grep -Eq "^tables +[1-9][0-9]+ words" out
	ok $? "$scheme"
done

# found DESCRIPTION OF UNIT EDIT PATTERN
found() {
	local what=$1 pattern=$5
	rm -rf bad
	cp -r "$2" bad
	sed -i "$4" "bad/rtl/sluice_$3.v"
	! cmp -s "bad/rtl/sluice_$3.v" "$2/rtl/sluice_$3.v"
	ok $? "$what: the fault is in"
	lockstep bad per-destination
	[ $? = 1 ] && grep -Eq "^ +[0-9]+ $pattern +model" out
	ok $? "$what: seen"
}

found "a line that is stopped keeps its port" fbicm dcam_in 's/if (take\[l\] | stop\[l\]) port_q/if (take[l]) port_q/' \
	'register g_in\[[0-2]\]\.iport\.dcam_in\.port_q'
found "a word keeps the value that it got first" static rt \
	's/^sluice_ram_1r1w/reg [8:0] is; reg [QUEUE_W+PORT_W-1:0] kept [0:8];\
always @(posedge clk) if (rst) is <= 0; else if (cfg_valid) begin is[cfg_address] <= 1; if (!is[cfg_address]) kept[cfg_address] <= cfg_data; end\
&/; s/\.wdata(cfg_data)/.wdata(is[cfg_address] ? kept[cfg_address] : cfg_data)/' 'memory   g_in\[[0-2]\]\.iport\.rt\.table_mem\[[0-8]\]'

plan
