#!/bin/bash
# sluice sim that is told to stop: what was measured until then, marked as incomplete, and the same as that of a run of so many cycles.
. "$(dirname "$0")/lib/tap.sh"

rows() { sed '/^#/d' "$@"; }
figures() { grep -v 'seconds\|"complete"\|"cycles"' "$1"; }                    # figures FILE: of a JSON, without what tells a stopped run from a shorter one

endless() {     # endless SIGNAL OPTION...
	stopped_after 1 "$1" "$sluice" sim --cycles 1e12 --warmup 1000 --bin 10000000 --json x.json --csv-series s.csv --csv-nodes n.csv "${@:2}" >stdout 2>stderr
}

# stopped DESCRIPTION SIGNAL STATUS OPTION...
stopped() {
	local cycles

	endless "$2" "${@:4}"
	[ $? = "$3" ] && [ "$(key x.json complete)" = false ] && [ "$(key x.json drained)" = true ] && [ "$(key x.json good)" = true ] && [ ! -s stderr ]
	ok $? "$1: status $3, drained, complete is false"
	cycles=$(key x.json traffic_cycles)
	grep -q "^incomplete  stopped by a signal after cycle $cycles of 1000000000000$" stdout && grep -q "^# incomplete: stopped after cycle $cycles of" s.csv n.csv
	ok $? "$1: words and files say so, with the cycle"
	"$sluice" sim --cycles "$cycles" --warmup 1000 --bin 10000000 --json y.json --csv-series t.csv --csv-nodes m.csv "${@:4}" >stdout
	[ $? = 0 ] && [ "$(key y.json complete)" = true ] && [ "$(figures x.json)" = "$(figures y.json)" ] && [ "$(rows s.csv n.csv)" = "$(rows t.csv m.csv)" ]
	ok $? "$1: figures of a run of so many cycles"
	! grep -q incomplete stdout t.csv
	ok $? "$1: which is complete"
}
stopped SIGINT INT 130 --k 4 --n 2 --load 0.8
stopped SIGTERM TERM 143 --k 4 --n 2 --load 0.8 --threads 2
stopped wormhole INT 130 --topology torus --k 4 --n 2 --scheme wormhole --vcs 3 --packet-flits 16 --deadlock recovery --throttle tuned --arrivals fixed --interval 20

endless INT --warmup 999999999999 --levels 2 --scheme pfc --queues 2 --slots 128 --csv-levels v.csv
[ $? = 130 ] && [ "$(key x.json accepted_load)" = null ] && [ "$(key x.json latency_p99)" = null ] && [ "$(key x.json state)" = '"short"' ] && [ "$(key x.json packets_lost)" = 0 ]
ok $? "in the warm-up: null, and what does not need a measurement"
grep -q '^load        nothing was measured: statistics begin in cycle 999999999999$' stdout && ! grep -qi nan stdout x.json s.csv n.csv v.csv
ok $? "... in words"
[ "$(rows n.csv | sed -n 2p)" = 0,,, ] && [[ "$(rows v.csv | sed -n 2p)" =~ ^0,0.250000,,,[0-9]+,,,,$ ]]
ok $? "... empty cells"

printf '0,0,1,80\n1000000000000,1,2,8\n' >trace.csv
stopped_after 0.1 INT "$sluice" sim --k 2 --n 2 --traffic trace --trace trace.csv --trace-unit cycles --bin 10000000 --json x.json >stdout 2>stderr
[ $? = 130 ] && [ "$(key x.json complete) $(key x.json trace_messages_left) $(key x.json trace_packets_left)" = "false 1 0" ] &&
	grep -q "^incomplete  stopped by a signal after cycle $(key x.json traffic_cycles) of at least 1000000000001$" stdout
ok $? "a trace before its end"

# All traffic is for one node: the network drains for a thousand times as long as there was traffic.
timeout -k 60 --preserve-status -s INT 4 "$sluice" sim --every-cycle --k 4 --n 5 --slots 1024 --packet-flits 64 --hot-spot node=0,sources=1,load=1 --cycles 2000 --json drained.json >stdout 2>stderr
[ $? = 130 ] && [ ! -e drained.json ] && [ ! -s stdout ]
ok $? "while it drains: ended at once"

# It hangs in writing rows that nobody reads.
mkfifo pipe
exec 3<>pipe
"$sluice" sim --k 2 --n 1 --cycles 1e8 --bin 110 --csv-series - >&3 2>stderr &
catches $!
sleep 1
kill -TERM $!
sleep 1
kill -0 $! && kill -TERM $!
ok $? "a run that was stopped and cannot end"
wait $!
[ $? = 143 ] && grep -q ^incomplete stderr
ok $? "... is ended by a second signal"

# In the background a script has SIGINT ignored.
"$sluice" sim --k 2 --n 1 --cycles 2e7 --json x.json >stdout &
sleep 0.3
kill -INT $!
wait $!
[ $? = 0 ] && [ "$(key x.json complete)" = true ]
ok $? "a signal that is ignored when the command begins stays so"

plan
