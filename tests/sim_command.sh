#!/bin/bash
# sluice sim: the command line of the manual runs; JSON and CSV hold what they should; results depend on the options that say so and on nothing else.
. "$(dirname "$0")/lib/tap.sh"

holds() {       # holds DESCRIPTION AWK-CONDITION: about the numbers in x.json, as v["name"]
	sed -n 's/^\t*"\([a-z0-9_]*\)":\t\([0-9.-]*\),*$/\1 \2/p' x.json | awk '{ if (!($1 in v)) v[$1] = $2 } END { exit !('"$2"') }'
	local good=$?
	ok $good "$1"
	[ $good = 0 ] || sed -n 's/^\t*\("[a-z_0-9]*":\t.*\)/# \1/p' x.json
}

run() { "$sluice" sim --cycles 20000 --warmup 5000 --json x.json "$@" >stdout 2>stderr; }

check "64 nodes at load 0.9" run --topology ktree --k 4 --n 3 --scheme recn-iq --saqs 4 --traffic uniform --load 0.9 --seed 1
[ ! -s stderr ] && [ "$(wc -l <stdout)" -ge 8 ]
ok $? "it says something, on stdout"
holds "offered and accepted load"       'v["offered_load"] == 0.9 && v["accepted_load"] > 0.87 && v["accepted_load"] < 0.92'
holds "latency"                         'v["latency_mean"] > 30 && v["latency_p99"] > v["latency_mean"] && v["latency_max"] >= v["latency_p99"]'
holds "nothing lost, all in order"      'v["packets_delivered"] > 130000 && v["packets_injected"] == v["packets_delivered"] && v["packets_lost"] == 0 && v["packets_out_of_order"] == 0'
holds "flit-hops"                       'v["flit_hops"] > 8 * 4 * v["packets_delivered"] && v["flit_hops"] < 8 * 5 * v["packets_delivered"]'
holds "SAQs were used"                  'v["saqs_peak"] > 0 && v["saqs_peak"] <= 48 * 8 * 4 && v["saqs_mean"] <= v["saqs_peak"] && v["detections"] > 0'
holds "processor time"                  'v["cpu_seconds"] > 0'
[ "$(key x.json drained)" = true ] && [ "$(key x.json state)" = '"steady"' ]
ok $? "drained, steady"
holds "the configuration, with the seed" 'v["seed"] == 1 && v["k"] == 4 && v["n"] == 3 && v["saqs"] == 4 && v["load"] == 0.9 && v["warmup"] == 5000 && v["radix"] == 8'
[ "$(key x.json topology)" = '"ktree"' ] && [ "$(key x.json injection)" = '"per-destination"' ] && [ "$(key x.json scheme)" = '"recn-iq"' ]
ok $? "the configuration, names"
"$sluice" sim --cycles 2000 --seed 18446744073709551615 --json x.json >stdout && [ "$(key x.json seed)" = 18446744073709551615 ]
ok $? "the largest seed, to its last digit"
"$sluice" sim --cycles 2000 --json - >x.json 2>stderr && [ "$(head -c 1 x.json)" = '{' ] && [ -s stderr ]
ok $? "--json -: stdout is JSON, words go to stderr"

run --topology single --traffic uniform --saqs 0 --injection fifo --load 1 --cycles 100000
holds "one switch of 8 ports, FIFO queues: Karol's 0.618" 'v["accepted_load"] > 0.605 && v["accepted_load"] < 0.63'
[ "$(key x.json state)" = '"saturated"' ] && [ "$(key x.json drained)" = true ]
ok $? "that is saturated, and drains"
run --topology single --traffic uniform --scheme 1q --injection fifo --load 1 --cycles 100000
holds "so does one static queue"        'v["accepted_load"] > 0.605 && v["accepted_load"] < 0.63'
run --topology single --traffic uniform --scheme voqsw --load 1 --cycles 100000
holds "a queue for each output is not held up" 'v["accepted_load"] > 0.97'
run --k 2 --n 3 --scheme fbicm --lists ram --nodes 16384 --hot-spot node=0,traffic=0.5 --load 0.9 --cycles 20000
holds "lists in memories are cleared before a network counts as not drained" 'v["drain_cycles"] > 16384'
run --topology single --k 8 --traffic shuffle --load 0.5
holds "fixed points of single send to themselves" 'v["generated_load"] > 0.48'
run --topology bmin --k 4 --n 2 --traffic complement --load 0.8 --arrivals bursty --random-length
holds "16 nodes, permutation without conflicts" 'v["accepted_load"] > 0.7'
run --topology xgft --down 4,4,8 --up 1,4,4 --scheme voqnet --slots 1024 --load 0.9
holds "folded butterfly: 128 nodes, 80 switches" 'v["nodes"] == 128 && v["switches"] == 80 && v["radix"] == 8 && v["accepted_load"] > 0.85 && v["hops_mean"] > 4.6'
tree() { "$sluice" sim --cycles 5000 --load 0.9 --scheme $1 --csv-series s.csv --csv-nodes n.csv --csv-histogram h.csv "${@:2}" >stdout && sed '/^#/d' s.csv n.csv h.csv; }
for scheme in recn-iq obqa; do
	tree $scheme --k 4 --n 3 >one && [ -s one ] && tree $scheme --topology xgft --down 4,4,4 --up 1,4,4 | cmp -s - one
	ok $? "$scheme: the 4-ary 3-tree under another name: the same statistics"
done
run --topology xgft --down 6,6,3 --up 1,2,2 --load 0.1
holds "tapered: 108 nodes, 28 switches, as fast as 2 links up allow" 'v["nodes"] == 108 && v["switches"] == 28 && v["accepted_load"] > 0.09'
run --topology xgft --down 6,6,3 --up 1,2,2 --load 0.5
holds "and no faster"                   'v["accepted_load"] < 0.3'
run --hot-spot node=6,sources=0.25,load=1,from=8000,to=9000 --traffic uniform --load 0.3 --csv-series s.csv --csv-histogram h.csv --csv-links l.csv --csv-nodes n.csv
ok $? "hot spot, with all CSV files"

# rows FILE: without comments and header
rows() { grep -v '^#' "$1" | tail -n +2; }
[ "$(rows s.csv | wc -l)" = 20 ] && [ "$(rows n.csv | wc -l)" = 64 ] && [ "$(rows l.csv | wc -l)" = 384 ]
ok $? "a row a bin, a node, a link in use"
rows s.csv | awk -F , '{ wanted[$1] = $3 } END { exit !(wanted[8000] > wanted[7000] + 0.2 && wanted[9000] < wanted[8000] - 0.2 && wanted[0] < 0.25) }'
ok $? "the series shows when the hot spot was"
packets=$(rows h.csv | awk -F , '{ a += $3; b += $4 } END { print a; exit a != b }') && [ "$packets" -gt 10000 ] && [ "$packets" -lt "$(key x.json packets_delivered)" ]
ok $? "the histogram holds the packets after warm-up"
rows l.csv | awk -F , '$4 == "node" { sum += $8 } END { print sum / 64 }' >links
rows n.csv | awk -F , '{ sum += $3 } END { print sum / 64 }' >nodes
awk -v a="$(cat links)" -v b="$(cat nodes)" -v c="$(key x.json accepted_load)" 'BEGIN { exit !((a - b) ^ 2 < 0.0001 && (b - c) ^ 2 < 1e-9 && b > 0.2) }'
ok $? "links to nodes carry what nodes receive"
grep -qx '# seed = 1' s.csv && grep -qx '# hot_spot = node=6,sources=0.25,load=1,from=8000,to=9000' l.csv && grep -qx '# saqs = 4' h.csv
ok $? "CSV files hold the configuration"

# Service levels: level 1 goes to one node; in PFC its priority is the level modulo the queues.
levels() { run --levels 4 --load 0.4 --hot-spot node=6,traffic=1,sl=1 --csv-levels v.csv "$@"; }
levels --scheme pfc --queues 4 --slots 128
holds "PFC with a queue for each level: a hot level harms no other" 'v["sl0_latency_mean"] < 100 && v["sl2_latency_mean"] < 100 && v["sl3_latency_mean"] < 100 && v["sl1_latency_mean"] > 1000'
holds "levels add up"                   '(v["sl0_accepted_load"] + v["sl1_accepted_load"] + v["sl2_accepted_load"] + v["sl3_accepted_load"] - v["accepted_load"]) ^ 2 < 1e-10 && v["sl0_packets_delivered"] + v["sl1_packets_delivered"] + v["sl2_packets_delivered"] + v["sl3_packets_delivered"] == v["packets_delivered"]'
holds "and have equal shares of the load" 'v["sl3_offered_load"] == 0.1 && v["sl3_generated_load"] > 0.09 && v["sl3_generated_load"] < 0.11 && v["sl3_accepted_load"] > 0.09 && v["offered_load"] == 0.4'
[ "$(rows v.csv | wc -l)" = 4 ] && [ "$(rows v.csv | sed -n 3p | cut -d, -f1,2,5)" = "2,0.100000,$(key x.json sl2_packets_delivered)" ] && grep -q '^levels      0: load' stdout && grep -q '^            3: load 0' stdout
ok $? "a row and a line a level"
levels --scheme pfc --queues 2 --slots 128
holds "levels of one priority share it" 'v["sl0_latency_mean"] < 100 && v["sl2_latency_mean"] < 100 && v["sl3_latency_mean"] > 1000'
check "switches keep the order of each priority" levels --scheme pfc --queues 4 --slots 128 --payload
levels --scheme 1q
holds "one queue: it harms all"         'v["sl0_latency_mean"] > 1000 && v["packets_out_of_order"] == 0'
run --levels 3 --sl-load 0.1,0,0.4 --arrivals on-off --burst-bytes 256,256,1024 --pareto-lengths 16,64,1.3
holds "loads by level"                  'v["offered_load"] == 0.5 && v["sl0_accepted_load"] > 0.08 && v["sl0_accepted_load"] < 0.12 && v["sl1_packets_delivered"] == 0 && v["sl2_accepted_load"] > 0.37 && v["sl2_accepted_load"] < 0.43'
holds "longer bursts wait longer"       'v["sl2_latency_mean"] > 1.5 * v["sl0_latency_mean"]'
# Virtual channels: loads are of the link, which is slower than the clock; levels are those of the switches.
qos() { run --scheme recn-qos --flit-bits 72 --arrivals on-off --burst-bytes 1024 --pareto-lengths 64,2048,1.3 "$@"; }
qos --load 0.6 --cycles 60000
holds "recn-qos takes its load, eight levels in two VCs" 'v["generated_load"] > 0.55 && v["accepted_load"] > 0.55 && v["accepted_load"] < 0.65 && v["sl7_accepted_load"] > 0.06 && v["vc1_accepted_load"] > 0.27 && v["packets_out_of_order"] == 0 && v["packets_refused"] == 0'
holds "VCs are sums of levels"          '(v["sl0_accepted_load"] + v["sl1_accepted_load"] + v["sl2_accepted_load"] + v["sl3_accepted_load"] - v["vc0_accepted_load"]) ^ 2 < 1e-10 && v["vc0_packets_delivered"] + v["vc1_packets_delivered"] == v["packets_delivered"]'
[ "$(key x.json drained)" = true ] && grep -q '^VCs         0: load' stdout && grep -q 'Xoffs to end nodes (lost' stdout && grep -q ', 8 service levels' stdout
ok $? "drained; a line a VC"
qos --load 0.8 --hot-spot node=6,traffic=0.5,sl=5 --vc-saqs 4 --cycles 60000
holds "a hot level is stopped up to the nodes, and QoS is not harmed" 'v["node_xoff_received"] > 10 && v["saqs_peak"] > 4 && v["sl5_latency_mean"] > 3000 && v["sl0_latency_mean"] < 1500'
small="--vc-saqs 2 --cells 16 --packet-cells 4 --detect-cells 8 --detect-xon-cells 4 --xoff-cells 4 --xon-cells 2 --nic-cells 12 --nic-lines 2 --host-cells 5"
nics() { run --scheme recn-qos --flit-bits 72 --nics $small --load 0.9 --hot-spot node=1,traffic=0.2 --cycles 20000 "$@"; }
nics; cp x.json nics.json
holds "interfaces with little memory: nothing is lost, and order is kept" 'v["packets_delivered"] > 1000 && v["packets_delivered"] == v["packets_injected"] && v["packets_lost"] == 0 && v["packets_out_of_order"] == 0 && v["xoff_sent"] > 10'
check "... drained" [ "$(key x.json drained)" = true ]
same=1
for how in "--threads 2" "--threads 3" --every-cycle; do
	nics $how
	[ "$(grep -v 'seconds\|"bytes"\|threads\|every_cycle' x.json)" = "$(grep -v 'seconds\|"bytes"\|threads\|every_cycle' nics.json)" ] || same=0
done
check "... the same by any number of threads, and stepped in every cycle" [ $same = 1 ]
rival() { run --flit-bits 128 --cells 64 --arrivals on-off --burst-bytes 1024 --pareto-lengths 64,2048,1.3 --load 0.6 --cycles 30000 --scheme "$@"; }
rival voqsw-qos --payload
holds "a VC for each level"             'v["accepted_load"] > 0.55 && v["vc7_packets_delivered"] == v["sl7_packets_delivered"] && v["vc7_packets_delivered"] > 100 && v["sl0_latency_mean"] < v["sl7_latency_mean"] && v["packets_out_of_order"] == 0'
grep -q 'voqsw-qos, 8 queues and 64 cells of 8 flits a VC and side, 8 VCs' stdout && ! grep -q SAQ stdout
ok $? "queues of a VC, and no set-aside queue"
rival voqnet-qos --payload --hot-spot node=6,traffic=0.3,sl=5
holds "a VC for each level and destination: a hot level harms no other" 'v["sl5_latency_mean"] > 1000 && v["sl0_latency_mean"] < 500 && v["sl6_latency_mean"] < 1500 && !("vc0_accepted_load" in v) && v["packets_out_of_order"] == 0'
qos --sls 4 --vcs 4 --levels 2 --load 0.4
holds "fewer levels than switches have" 'v["sl1_accepted_load"] > 0.15 && v["vc2_packets_delivered"] == 0 && v["vc3_packets_delivered"] == 0 && v["vc1_packets_delivered"] > 100'
qos --source-packets 4 --load 1
holds "sources with little room refuse" 'v["packets_refused"] > 100'
check "every flit arrives" qos --load 0.5 --payload
qos --speedup 1 --load 0.6 --levels 1 --injection fifo
holds "without speed-up, in order of arrival" 'v["accepted_load"] > 0.5'

run --csv-levels v.csv
[ "$(rows v.csv)" = "0,0.500000,$(key x.json generated_load),$(key x.json accepted_load),$(key x.json packets_delivered),$(rows v.csv | cut -d, -f6-)" ] && ! grep -q sl0 x.json
ok $? "one level: a row for all"

files() {       # files OPTION...: the statistics of a run
	"$sluice" sim --cycles 6000 --load 0.8 --hot-spot node=3,traffic=0.2 --csv-series s --csv-histogram h --csv-links l --csv-nodes n "$@" >stdout && cat s h l n
}
files >one
[ -s one ] && files --threads 2 | cmp -s - one
ok $? "two threads: the same files"
[ -s one ] && files --threads 3 --every-cycle | cmp -s - one
ok $? "three threads, no cycle skipped: the same files"
files --levels 8 --arrivals on-off --burst-bytes 400 --scheme pfc --queues 4 --slots 128 --csv-levels v >one && cat v >>one && files --levels 8 --arrivals on-off --burst-bytes 400 --scheme pfc --queues 4 --slots 128 --csv-levels v --threads 3 | cat - v | cmp -s - one
ok $? "service levels, three threads: the same files"
for how in "--threads 3" --every-cycle; do
	files --scheme recn-qos --flit-bits 72 --arrivals on-off --burst-bytes 4000 --csv-levels v >one && cat v >>one && files --scheme recn-qos --flit-bits 72 --arrivals on-off --burst-bytes 4000 --csv-levels v $how | cat - v | cmp -s - one
	ok $? "virtual channels, $how: the same files"
done
files >one
! files --seed 2 | grep -v '^#' | cmp -s - <(grep -v '^#' one)
ok $? "another seed: other files"

"$sluice" trace --nodes 16 --servers 4 --duration-us 200000 --seed 3 --out t.csv >stdout && "$sluice" trace --nodes 16 --servers 4 --duration-us 200000 --seed 3 --out - | cmp -s - t.csv
ok $? "a trace is a function of its options"
"$sluice" sim --k 4 --n 2 --traffic trace --trace t.csv --trace-compression 20 --cycles 1500000 --json x.json >stdout
ok $? "a trace runs"
messages=$(rows t.csv | wc -l)
flits=$(rows t.csv | awk -F , '{ f += int(($4 + 7) / 8) } END { print f }')
packets=$(rows t.csv | awk -F , '{ p += int(($4 + 63) / 64) } END { print p }')
[ "$messages" -gt 1000 ] && [ "$(key x.json packets_delivered)" = "$packets" ] && [ "$(key x.json packets_refused)" = 0 ]
ok $? "all its messages arrive, cut into packets"
holds "at the load that it has" '(v["generated_load"] - '"$flits"' / 16 / 1500000) ^ 2 < 1e-11'
"$sluice" sim --k 4 --n 2 --traffic trace --trace <(cat t.csv) --trace-compression 20 --cycles 1500000 --json y.json >stdout
[ "$(key y.json latency_mean)" = "$(key x.json latency_mean)" ] && [ -n "$(key x.json latency_mean)" ]
ok $? "a trace from a pipe: the same"
[ "$(key x.json trace_messages_left)" = 0 ] && ! grep -q 'messages of the trace left' stdout
ok $? "nothing is left of it"
trace() { "$sluice" sim --k 4 --n 2 --traffic trace --trace t.csv --trace-compression 20 --json z.json "$@" >stdout; }
trace
[ $? = 0 ] && [ "$(key z.json packets_delivered)" = "$packets" ] && [ "$(key z.json trace_messages_left)" = 0 ]
ok $? "without --cycles it runs to its end"
last=$(rows t.csv | grep -v '^#' | awk -F , '{ last = $1 > last ? $1 : last } END { print int(last / 160) }')
[ "$(key z.json traffic_cycles)" -gt "$last" ] && [ "$(key z.json traffic_cycles)" -lt $((last + 100000)) ] && [ "$(key z.json cycles) $(key z.json state)" = '0 "trace"' ]
ok $? "... and not much longer"
trace --cycles 600000
later=$(rows t.csv | awk -F , '$1 >= 600000 * 160' | wc -l)
[ "$later" -gt 100 ] && [ "$(key z.json trace_messages_left)" = "$later" ] && grep -q "^            $later messages of the trace left, after the last cycle" stdout
ok $? "with fewer cycles, the messages after them are counted"
# Compressed further, its sources are held back.
trace --trace-compression 2000 --scheme 1q
cycles=$(key z.json traffic_cycles)
[ "$(key z.json packets_injected) $(key z.json trace_packets_left) $(key z.json complete)" = "$packets 0 true" ] && ! grep -q 'of the trace left' stdout
ok $? "a loaded network: it runs until the last packet has entered"
figures() { grep -v 'seconds\|"cycles"\|"bytes"\|"threads"' z.json; }
figures >whole
trace --trace-compression 2000 --scheme 1q --threads 2 && figures | cmp -s - whole
ok $? "... the same with two threads"
trace --trace-compression 2000 --scheme 1q --cycles "$cycles" && figures | cmp -s - whole
ok $? "... and with so many --cycles"
trace --trace-compression 2000 --scheme 1q --cycles 20000
left=$(key z.json trace_packets_left)
[ "$left" -gt 1000 ] && [ $(($(key z.json packets_injected) + left)) = "$packets" ] && grep -q "^            $left packets of the trace left, at their sources" stdout
ok $? "... and with fewer, says how many packets never entered"
trace --cycles 15e5
[ "$(key z.json state)" = '"trace"' ] && grep -qx 'state       that of a trace, which is not judged' stdout
ok $? "a trace has no state"
refuses 2 "a pipe needs --cycles" "--cycles is missing: '/dev/stdin' cannot be read twice, to find its end first" \
	"$sluice" sim --k 4 --n 2 --traffic trace --trace /dev/stdin < <(cat t.csv)
check "other traffic leaves no messages" [ "$("$sluice" sim --cycles 100 --json - 2>stderr | grep -c trace_messages)" = 0 ]

echo precious >keep; ln -s keep link
"$sluice" sim --cycles 1000 --json link >stdout && [ -L link ] && [ "$(head -c 1 keep)" = '{' ]
ok $? "a symbolic link is followed"
check "no temporary file is left behind" [ -z "$(find . -name '*.sluice-*')" ]

# One static queue is a cold queue without set-aside queues; where heads are sorted, it is known apart by packets of one flit.
statistics() { run --load 1 "$@" --csv-series s.csv --csv-nodes n.csv --csv-histogram h.csv && sed '/^#/d' s.csv n.csv h.csv; }
statistics --scheme 1q >one
for sorting in arrival head; do
	statistics --saqs 0 --sorting $sorting >cold && cmp cold one >err
	ok $? "1q: the statistics of recn-iq without SAQs, sorting $sorting"
done
statistics --scheme 1q --packet-flits 1 --slots 4 >one && statistics --saqs 0 --packet-flits 1 --slots 4 >cold && cmp cold one >err
ok $? "with packets of one flit and few slots, too"
statistics --saqs 0 --sorting head --packet-flits 1 --slots 4 >cold && ! cmp cold one >err
ok $? "... but others if heads are sorted"
run --scheme obqa --queues 4 --load 0.9
holds "static queues: nothing lost, no SAQs" 'v["packets_delivered"] > 130000 && v["packets_injected"] == v["packets_delivered"] && v["packets_out_of_order"] == 0 && v["saqs_peak"] == 0 && v["queues"] == 4 && v["nodes"] == 64'
grep -q "^switches    obqa, 4 queues of 16 slots a port," stdout && ! grep -q SAQ stdout
ok $? "and so it says"

plan
