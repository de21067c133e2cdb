#!/bin/bash
# Networks whose nodes are hosts of network interfaces, of all schemes that count slots: nothing is lost, order is kept, what is accepted is what nodes with
# ideal queues accept, and results depend neither on threads nor on skipped cycles.
. "$(dirname "$0")/lib/tap.sh"

run() { "$sluice" sim --topology ktree --k 4 --n 2 --load 0.9 --cycles 16000 --json x.json "$@" >stdout 2>stderr; }
figures() { grep -v 'seconds\|"bytes"\|threads\|every_cycle' x.json; }

# of SCHEME OPTION...: a network, with interfaces and without
of() {
	local scheme=$1 how same=1
	local hot="--scheme $* --hot-spot node=6,traffic=0.1"

	check "$scheme: without interfaces" run $hot
	local ideal
	ideal=$(key x.json accepted_load)
	run $hot --nics
	[ $? = 0 ] && [ "$(key x.json drained)" = true ] && [ "$(key x.json packets_lost)" = 0 ] && [ "$(key x.json packets_out_of_order)" = 0 ] &&
		[ "$(key x.json packets_delivered)" = "$(key x.json packets_injected)" ]
	ok $? "$scheme: with interfaces, drained, nothing lost, in order"
	awk -v a="$(key x.json accepted_load)" -v b="$ideal" 'BEGIN { print "# accepted " a ", without interfaces " b; exit !(a > 0.75 && a - b < 0.02 && b - a < 0.02) }'
	ok $? "$scheme: they accept what nodes with ideal queues do"
	run $hot --nics --cycles 3000 --csv-links links
	[ $? = 0 ] && grep -v '^#' links | awk -F , '$1 == "node" { n++; used += $7 > 0 } END { exit !(n == 16 && used == 16) }'
	ok $? "$scheme: links from interfaces to switches are counted"
	for how in "--threads 1" "--threads 2" "--threads 3" --every-cycle; do
		run --scheme "$@" --nics --random-length --link-delay 3 --source-slots 1 --host-slots 2 --hot-spot node=1,traffic=0.3 --cycles 3000 $how || same=0
		[ "$how" = "--threads 1" ] && figures >first
		figures | cmp -s - first || same=0
	done
	check "$scheme: the same by any number of threads, and stepped in every cycle, with a slot for each queue" [ $same = 1 ]
}

of recn-iq --saqs 8
of fbicm --cfqs 8
of pfc --queues 4 --slots 200 --link-cycles 3
of 1q
of obqa --queues 4
of dbbm --queues 8
of voqsw
of voqnet
run --scheme pfc --queues 4 --slots 200 --levels 4 --nics
[ $? = 0 ] && [ "$(key x.json packets_lost)" = 0 ] && [ "$(key x.json packets_out_of_order)" = 0 ]
ok $? "levels have priorities of their own"
run --scheme obqa --nics --injection fifo --load 0.5
[ $? = 0 ] && [ "$(key x.json drained)" = true ] && [ "$(key x.json packets_lost)" = 0 ]
ok $? "a host with one queue"

plan
