#!/bin/bash
# Networks of RTL switches: alone, and in lockstep with the C model. Statistics are those of the C model, to the byte; a bit that differs is found.
. "$(dirname "$0")/lib/tap.sh"
shared=${XDG_CACHE_HOME:-$HOME/.cache}/sluice/verilator
export XDG_CACHE_HOME=$dir/cache
built=cache/sluice/lockstep             # where switches are compiled that no config names

small="--k 2 --n 2 --saqs 2 --slots 10 --packet-flits 3 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
network() { "$sluice" sim $small --random-length --cycles 4000 --load 0.9 --hot-spot node=1,traffic=0.4 "$@" </dev/null; }
sim() { network "$@" >out 2>err; }

# files NAME OPTION...: a run, with all files
files() { sim "${@:2}" --json "$1.json" --csv-series "$1.series" --csv-histogram "$1.histogram" --csv-links "$1.links" --csv-nodes "$1.nodes"; }

refused() { refuses "$1" "$2" "$3" network "${@:4}"; }             # refused STATUS DESCRIPTION PATTERN OPTION...

# planted DESCRIPTION BACKEND FAULT PATTERN...: the run fails, and says so in lines of each pattern, but not how much was the same
planted() {
	local status pattern
	sim --backend "$2" --plant "$3"
	status=$?
	for pattern in "${@:4}" "^FAILED "; do grep -Eq "$pattern" out || status=0; done
	[ $status = 1 ] && ! grep -q "RTL alone\|0 mismatches" out
	ok $? "$1"
}

# counted DESCRIPTION KEY...: none of these is 0
counted() {
	local key good=0

	for key in "${@:2}"; do grep -q "\"$key\":	[0-9.]*[1-9]" c.json || good=1; done
	ok $good "$1"
}

refused 2 "unknown backend"        "--backend: 'vhdl' is not one of: c rtl both" --backend vhdl
refused 2 "plant in the model"     "--plant needs --backend both or rtl" --plant 0:g_in[0].iport.smu.count_q:0@5
refused 2 "plant without a switch" "--plant: 'g_in\[0\].iport.smu.count_q:0@5' is not SWITCH:REGISTER:BIT@CYCLE" --backend both --plant g_in[0].iport.smu.count_q:0@5
refused 2 "plant without a cycle"  "--plant: '0:g_in\[0\].iport.smu.count_q:0' is not .*" --backend both --plant 0:g_in[0].iport.smu.count_q:0
refused 2 "plant in a switch that is not there" "--plant: the network has 4 switches, but no switch 4" --backend both --plant 4:g_in[0].iport.smu.count_q:0@5
refused 2 "plant in nothing"       "--plant: no register or memory word g_in\[4\].iport.smu.count_q in this switch" --backend both --plant 1:g_in[4].iport.smu.count_q:0@5
refused 2 "build directory that is a device" "cannot build in '/dev/full': Not a directory" --backend rtl --build-dir /dev/full
refused 2 "build directory that cannot be made" "cannot build in '/proc/none': .*" --backend rtl --build-dir /proc/none
check "all that is refused before anything is built" [ ! -e cache ]
mkdir empty
refuses 3 "no Verilator" "verilator is not installed.*" env PATH="$dir/empty" "$sluice" sim $small --cycles 100 --backend rtl

mkdir -p cache/sluice "$shared" && ln -s "$shared" cache/sluice/verilator          # what all switches have is compiled already
files both --backend both
ok $? "lockstep"
tail -n 1 out | grep -Exq "lockstep: 4 switches, [0-9]{4,} state bits each, [0-9]{5,} cycles of a switch compared, 0 mismatches"
ok $? "its last line"
compared=$(sed -n 's/.* \([0-9]*\) cycles of a switch compared.*/\1/p' out)
drained=$(sed -n 's/.*"drain_cycles":\t\([0-9]*\),/\1/p' both.json)
check "every switch in every cycle" [ "$compared" = $((4 * (4000 + drained))) ]
[ "$(ls $built | grep -c '\.so$')" = 1 ] && [ "$(ls $built | wc -l)" = 1 ] && [ ! -e lockstep ]
ok $? "one shared object, in the cache, nothing else left"
before=$(ls -l --time-style=full-iso $built)
files rtl --backend rtl
ok $? "RTL alone"
check "which is not built again" [ "$before" = "$(ls -l --time-style=full-iso $built)" ]
refuses 2 "no place to compile in" "--build-dir is missing: there is no cache.*" env -u XDG_CACHE_HOME -u HOME "$sluice" sim $small --cycles 100 --backend rtl
"$sluice" gen --radix 4 --saqs 2 --out four >out && "$sluice" sim --config four/sluice.conf --k 2 --n 1 --cycles 100 --backend rtl >out 2>err && ls four/lockstep/*.so >out
ok $? "the switch of a directory that sluice gen wrote: beside its config"
echo 'saqs = 2' >own.conf
"$sluice" sim --config own.conf --k 2 --n 1 --cycles 100 --backend rtl >out 2>err && [ ! -e lockstep ] && [ "$(ls $built | wc -l)" = 2 ]
ok $? "... of another config: in the cache"
files two --backend both --threads 2
ok $? "lockstep by two threads"
files c
ok $? "the C model"
for what in both rtl two; do
	for file in series histogram links nodes; do
		cmp $what.$file c.$file >err
		ok $? "$what: the same $file"
	done
	for f in $what c; do
		grep -v '"\(cpu_seconds\|elapsed_seconds\|bytes\|backend\|threads\)"' $f.json >$f.figures
	done
	diff $what.figures c.figures >err
	ok $? "$what: the same figures in JSON"
done
counted "there was congestion" detections notifications xon_sent

planted "a planted fault: switch, cycle, register" both 2:g_in[1].iport.smu.count_q:1@777 "^FAILED +switch 2: model and RTL differ at cycle 777$" \
	"^   1 register g_in\[1\]\.iport\.smu\.count_q +model 0x[0-9a-f]+ rtl 0x[0-9a-f]+ xor 0x0*2$"
cp out first
again=$(sed -n 's/^rerun: sluice //p' out)
eval "\"$sluice\" $again" >out 2>err
[ $? = 1 ] && diff <(sed -n '/^FAILED/,$p' first) <(sed -n '/^FAILED/,$p' out) >err
ok $? "the rerun line finds it again"
planted "a word of a memory" both 0:g_in[0].iport.mmu.data_mem[0]:7@500 "^FAILED +switch 0: model and RTL differ at cycle 5[0-9][0-9]$" data_mem

# Without a model beside it, RTL that is wrong fails by what it does.
changed="(flit [0-9] of the packet|header changed)"
planted "RTL alone: a payload bit" rtl 0:g_in[0].iport.mmu.data_mem[0]:7@501 "^FAILED +switch 0: cycle [0-9]+, output [0-3]: $changed"
planted "RTL alone: a credit" rtl 1:g_out[0].oport.credits_q:3@900

# The three backends say the same in all files. $1: of what; $2: the last line is about these.
all_the_same() {
	for backend in c rtl both; do
		files $backend --backend $backend
		ok $? "$1, $backend"
		grep -v '"\(cpu_seconds\|elapsed_seconds\|bytes\|backend\|threads\)"' $backend.json >$backend.figures
	done
	tail -n 1 out | grep -Exq "lockstep: $2, .* 0 mismatches"
	ok $? "$1: the last line"
	for backend in rtl both; do
		for file in series histogram links nodes figures; do
			cmp $backend.$file c.$file >err
			ok $? "$1, $backend: the same $file"
		done
	done
}

# Static queues: routing tables, credits by queue.
small="--k 2 --n 2 --scheme obqa --queues 2 --slots 5 --packet-flits 3"
all_the_same "static queues" "4 switches"
planted "a word of a routing table" both 3:g_in[1].iport.rt.table_mem[1]:0@777 "^FAILED +switch 3: model and RTL differ at cycle [0-9]+" "rt.table_mem"
planted "RTL alone: that sends packets astray" rtl 3:g_in[1].iport.rt.table_mem[1]:0@777 "^FAILED +switch 3: .*lost its way"

# Queues at inputs and outputs: credits by VC, links slower than the clock, stops by service level, several levels of traffic.
small="--k 2 --n 2 --scheme recn-qos --sls 4 --vc-saqs 2 --flit-bits 72 --cells 8 --cell-flits 2 --packet-cells 3 --link-delay 3"
small="$small --detect-cells 3 --detect-xon-cells 2 --xoff-cells 2 --xon-cells 1"
all_the_same cells "4 switches"
counted "there was congestion" detections notifications_lost xon_sent
planted "a line of an output" both 3:g_out[1].side.scam.xoff_q:1@777 "^FAILED +switch 3: model and RTL differ at cycle 777$" "g_out\[1\].side.scam.xoff_q"
planted "RTL alone: a payload bit in a cell" rtl 0:g_out[0].side.cmu.data_mem[0]:7@509 "^FAILED +switch 0: cycle [0-9]+, output 0: $changed"
planted "RTL alone: a credit for a cell" rtl 1:g_out[0].credits.taken_q:3@850

# The same with a network interface before each node.
small="$small --nics --nic-cells 5 --nic-lines 2 --host-cells 4"
all_the_same "network interfaces" "4 network interfaces"

# Wormhole routers: flits of several packets on a link, credits of several VCs at a time, the token beside the links, counts and estimates from registers.
small="--topology torus --k 3 --n 2 --scheme wormhole --vcs 2 --buffer-flits 3 --packet-flits 6 --deadlock recovery --throttle tuned"
all_the_same wormhole "9 switches"
counted "packets were recovered, and sources throttled" packets_recovered full_peak throttled
planted "a threshold" both 5:tuner.threshold_q:2@777 "^FAILED +switch 5: model and RTL differ at cycle 777$" "tuner.threshold_q"
planted "RTL alone: a packet in the lane that is not there" rtl 5:rlu.lane_left_q:0@900 "^FAILED .*switch 5"

plan
