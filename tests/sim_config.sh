#!/bin/bash
# sluice sim --config: a file has options of the run beside parameters of the switches, and the JSON of a run repeats it.
. "$(dirname "$0")/lib/tap.sh"

timeless() { sed 's/\("\(cpu\|elapsed\)_seconds":\t\)[0-9.]*/\1/' "$1"; }

# repeated DESCRIPTION OPTION...: the JSON of a run, given back, makes the same JSON and the same CSV
repeated() {
	local what=$1
	shift
	"$sluice" sim --json a.json --csv-series a.csv --csv-nodes an.csv --csv-links al.csv "$@" >stdout 2>stderr &&
		"$sluice" sim --config a.json --json b.json --csv-series b.csv --csv-nodes bn.csv --csv-links bl.csv >stdout 2>stderr &&
		timeless a.json >a && timeless b.json | cmp -s a - && cmp -s a.csv b.csv && cmp -s an.csv bn.csv && cmp -s al.csv bl.csv
	ok $? "repeated: $what"
}
printf '0,0,1,80\n100,3,2,4000\n700,1,2,8\n' >trace.csv
"$sluice" gen --topology ktree --k 2 --n 2 --scheme recn-iq --saqs 2 --link-registers 1 --endpoints axis --source-slots 9 --out fabric >stdout 2>stderr
while IFS=: read -r what options; do
	repeated "$what" --cycles 3000 $options
done <<-'END'
	defaults:
	options of all kinds:--k 2 --n 3 --load 0.83 --seed 18446744073709551615 --hold --own-node --warmup 0 --bin 77 --link-delay 3 --hot-spot node=6,traffic=0.1+node=1,sources=0.2,load=1,from=50,to=900
	fixed arrivals:--k 2 --n 2 --arrivals fixed --interval 20
	phases:--k 2 --n 2 --phases cycles=667,interval=150+cycles=667,interval=15,traffic=shuffle+interval=100
	a butterfly:--topology xgft --down 6,6,3 --up 1,2,2 --scheme obqa --queues 4
	service levels:--k 2 --n 2 --scheme pfc --queues 4 --slots 128 --levels 3 --sl-load 0.1,0.2,0.3 --threads 2 --every-cycle
	network interfaces:--k 2 --n 2 --scheme recn-iq --nics --source-slots 4 --host-slots 5
	virtual channels:--k 2 --n 2 --scheme recn-qos --flit-bits 72 --nics --vc-saqs 2 --cells 16 --packet-cells 4 --detect-cells 8 --detect-xon-cells 4 --xoff-cells 4 --xon-cells 2 --nic-cells 12 --nic-lines 2 --host-cells 5 --arrivals on-off --burst-bytes 1024
	a torus:--topology torus --k 3 --n 2 --scheme wormhole --vcs 3 --packet-flits 16 --deadlock recovery --throttle tuned --load 0.2
	a torus with slow links:--topology torus --k 4 --n 2 --scheme wormhole --vcs 3 --link-delay 1 --side-cycles 3
	a dragonfly:--topology dragonfly --h 2 --p 1 --a 5 --g 6 --scheme fbicm
	a dragonfly of default sizes:--topology dragonfly --load 0.2
	a grid:--topology hyperx --sizes 4,3 --p 2 --scheme obqa
	a trace:--k 2 --n 2 --traffic trace --trace trace.csv --trace-unit cycles --trace-compression 2.5
	one switch:--topology single --k 0 --radix 6
	payload:--k 2 --n 2 --payload
	a generated network:--config fabric/sluice.conf
END
check "... with the parameters of its network interfaces" [ "$(key a.json source_slots)" = 9 ]
cp fabric/manifest.json kept.json
for edit in 's/("link_registers":\t).*/${1}1e300,/' 's/("link_registers":\t).*/$1-1,/' 's/("interface_parameters":\t)\{[^}]*\}/$1\[1\]/'; do
	perl -0pe "$edit" kept.json >fabric/manifest.json
	refuses 2 "a manifest that was edited: $edit" "manifest.json: link_registers or interface_parameters are not .*" "$sluice" sim --config fabric/sluice.conf --cycles 100
done
repeated "a trace to its end" --k 2 --n 2 --traffic trace --trace trace.csv --trace-unit cycles
refuses 2 "options that do not fit those of the JSON" "--trace: with --traffic trace only" \
	"$sluice" sim --config a.json --seed 2 --load 0.4 --traffic uniform --json b.json
"$sluice" sim --k 2 --n 2 --cycles 3000 --json - 2>stderr | "$sluice" sim --config /dev/stdin --seed 2 --load 0.4 --saqs 1 --json b.json >stdout
[ $? = 0 ] && [ "$(key b.json k) $(key b.json cycles) $(key b.json seed) $(key b.json load) $(key b.json saqs)" = "2 3000 2 0.4 1" ]
ok $? "from a pipe; options override it"

cat >own.conf <<'END'
# The lab.
load = 0.9
k = 2
n = 3
own-node = yes
hold = no
saqs = 2
hot_spot = node=1,traffic=0.2
END
"$sluice" sim --config own.conf --cycles 3000 --json a.json >stdout 2>stderr
[ $? = 0 ] && [ "$(key a.json nodes) $(key a.json load) $(key a.json own_node) $(key a.json hold) $(key a.json saqs) $(key a.json hot_spot)" = '8 0.9 true false 2 "node=1,traffic=0.2"' ]
ok $? "options and parameters in a file"
"$sluice" sim --k 2 --n 3 --load 0.9 --own-node --saqs 2 --hot-spot node=1,traffic=0.2 --cycles 3000 --json b.json >stdout
check "... are those of the command line" [ "$(timeless a.json)" = "$(timeless b.json)" ]
"$sluice" sim --load 0.1 --config own.conf --saqs 1 --n 2 --cycles 3000 --json a.json >stdout 2>stderr
[ $? = 0 ] && [ "$(key a.json nodes) $(key a.json load) $(key a.json saqs)" = '4 0.1 1' ]
ok $? "... which overrides them"
echo 'load = 0.3' >load.conf
"$sluice" sim --config load.conf --k 2 --n 2 --cycles 3000 --json a.json >stdout 2>stderr
[ $? = 0 ] && [ "$(key a.json load)" = 0.3 ]
ok $? "options alone"

# refused DESCRIPTION PATTERN LINE: a file with this line
refused() { printf '%b\n' "$3" >bad.conf; refuses 2 "$1" "$2" "$sluice" sim --config bad.conf --cycles 100; }
refused "out of range"             "bad.conf:1: --load: '2' is not a number in 0..1" "load = 2"
refused "no choice"                "bad.conf:1: --traffic: 'x' is not one of: .*" "traffic = x"
refused "a flag that is no flag"   "bad.conf:1: hold: 'on' is not yes or no" "hold = on"
refused "twice"                    "bad.conf:2: own_node: the file sets this option twice" 'own-node = yes\nown_node = no'
refused "where results go"         "bad.conf:1: no parameter is called 'json'.*" "json = x"
refused "the trace alone"          "--trace: with --traffic trace only" "trace = x"
refused "a JSON of something else" "--config: 'bad.conf' is JSON, but not that of a run of 'sluice sim'" '{ "config": { "load": 1 } }'
refused "a JSON that breaks off"   "--config: 'bad.conf' is JSON, but not that of a run of 'sluice sim'" '{ "config": '
sed 's/":/" :/g' a.json >spaced.json
"$sluice" sim --config spaced.json --json b.json >stdout 2>stderr && [ "$(timeless a.json)" = "$(timeless b.json)" ]
ok $? "a JSON with blanks before its colons"
refused "... with something behind it" "--config: 'bad.conf' is JSON, but not that of a run of 'sluice sim'" "$(<a.json) x"
refused "... with a list" "bad.conf:1: --load: 'neither text nor a number' is not a number in 0..1" '{ "config": { "load": [1], "switch": { "saqs": 3 } } }'
refused "... with a value that is wrong" "bad.conf:1: --load: '7' is not a number in 0..1" '{ "config": { "load": 7, "switch": { "saqs": 3 } } }'
for command in gen lockstep icarus synth area routes tradeoff; do
	refuses 2 "sluice $command refuses options of a run" ".*" "$sluice" $command --config own.conf --out no
done

plan
