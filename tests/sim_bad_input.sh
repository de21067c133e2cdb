#!/bin/bash
# Bad input to sluice sim and trace: exit status 2, exactly one line on stderr that says why, nothing on stdout, nothing written.
. "$(dirname "$0")/lib/tap.sh"

refused() { refuses 2 "$1" "$2" timeout 20 "$sluice" "${@:3}"; }

sim() { local what=$1 pattern=$2; shift 2; refused "$what" "$pattern" sim --cycles 1000 "$@"; }

# The width of registers, from the environment.
SLUICE_WIDTH=48 sim "no width"  "SLUICE_WIDTH: '48' is not 64, 32, 16 or 0"
SLUICE_WIDTH= sim "empty width" "SLUICE_WIDTH: '' is not 64, 32, 16 or 0"

# Values.
sim "load above 1"              "--load: '1.01' is not a number in 0..1" --load 1.01
sim "load below 0"              "--load: '-0.1' is not a number in 0..1" --load=-0.1
sim "load in base 16"             "--load: '0x1p-1' is not a number in 0..1" --load 0x1p-1
sim "load behind a blank"         "--load: ' 0.5' is not a number in 0..1" --load ' 0.5'
sim "load that is none"         "--load: 'nan' is not a number in 0..1" --load nan
sim "unknown topology"          "--topology: 'x' is not one of: ktree bmin .*mesh hyperx dragonfly" --topology x
sim "unknown traffic"           "--traffic: 'x' is not one of: uniform .*trace jobs" --traffic x
sim "unknown injection"         "--injection: 'x' is not one of: per-destination fifo" --injection x
sim "unknown scheme"            "scheme: 'x' is not one of: recn-iq.*" --scheme x
sim "a parameter of another scheme" "saqs: scheme obqa has no such parameter; leave it out" --scheme obqa --saqs 2
sim "no switch"                 "scheme: recn-qos-nic is an interface of a host, not a switch" --scheme recn-qos-nic
sim "fewer slots than queues"   "slots: 64 is below nodes = 256, the number of queues in scheme voqnet" --scheme voqnet --slots 64 --k 4 --n 4
sim "more nodes than queues can be" "nodes: 4096 is above 256, .*" --scheme voqnet --k 16 --n 3 --slots 16384
sim "a routing table that is too short" "nodes: 10 words of a routing table do not do for the 64 nodes of the network" --scheme obqa --nodes 10
sim "no link delay"             "--link-delay: '0' is not a whole number in 1..256" --link-delay 0
sim "no cycles"                 "--cycles: 0 is of a trace or jobs, which have an end" --cycles 0
sim "seed"                      "--seed: '-1' is not a whole number.*" --seed=-1
sim "too many threads"          "--threads: '65' is not a whole number in 1..64" --threads 65
sim "warm-up as long as the run" "--warmup: 1000 leave nothing of 1000 --cycles to measure" --warmup 1000
sim "too many bins"             "--bin: .*" --bin 2 --cycles 100000000
sim "misspelt option"           "no option is called '--topolgy'; did you mean '--topology'\?" --topolgy ktree
sim "option of another command" "no option is called '--out'.*" --out x

# Topologies that do not fit.
sim "radix too small"           ".*radix.*" --k 4 --n 3 --radix 4
sim "radix above 64"            "--k: 40 needs switches of radix 80, which is outside 2..64" --k 40 --n 2
sim "route longer than the turnpool" "routes cross up to 7 switches and need turnpool_bits of 35; it is 31" --k 16 --n 4 --turnpool-bits 31
sim "numbers of nodes too long"   ".*node_bits.*" --k 32 --n 4 --node-bits 19
sim "arity 1"                   ".*" --k 1
sim "more nodes than ports"     ".*" --topology single --k 9 --radix 8
sim "pattern of bits, 9 nodes"  "traffic bit-reversal: 9 nodes are no power of two" --k 3 --n 2 --traffic bit-reversal
sim "transpose, 8 nodes"        "traffic transpose: 8 nodes are no square of a power of two" --k 2 --n 3 --traffic transpose

# Wormhole networks.
cube() { local what=$1 pattern=$2; shift 2; sim "cube: $what" "$pattern" --topology torus --scheme wormhole --k 4 --n 2 --vcs 3 "$@"; }
sim "dragonfly of routers"      "--topology dragonfly: torus or mesh, with scheme wormhole" --topology dragonfly --scheme wormhole
sim "cube: sizes"               "--sizes: not with scheme wormhole, .*" --topology torus --scheme wormhole --vcs 3 --sizes 4,4
cube "nodes of a router"        "--p: not with scheme wormhole, whose routers have a node each" --p 2
sim "tree of routers"           "--topology ktree: torus or mesh, with scheme wormhole" --scheme wormhole
sim "VCs of sources without routers" "--source-vcs: with scheme wormhole only" --source-vcs 2
cube "another arity"            "ary: 8 is not 4, that of the network" --ary 8
cube "another number of dimensions" "dims: 3 is not 2, that of the network" --dims 3
cube "the other grid"           "grid: mesh is not torus, that of the network" --grid mesh
cube "a row of one"             "ary: 1 is outside 2..64 \(router\)" --k 1
cube "too many dimensions"      "dims: 5 is outside 1..4 \(dimension\)" --n 5
cube "more routers than there can be" ".*16384.*" --k 64 --n 3
cube "links longer than a hop of the side band" "side_cycles: 2 is below 3, 2 more than --link-delay" --throttle tuned --link-delay 1 --side-cycles 2
cube "... and than any hop"     "--link-delay: '63' is not a whole number in 0..62" --throttle static --link-delay 63
cube "VCs of sources"           "source VCs are 4; links have 3" --source-vcs 4
cube "queues of sources"        "--injection: a node of a wormhole network has one queue" --injection fifo
cube "service levels"           "--levels: packets of scheme wormhole have no service level" --levels 2
cube "network interfaces"       "--nics: there are no network interfaces for this scheme" --nics

# Intervals and phases.
sim "interval below a cycle"    "--interval: a node wants at most a packet in each cycle" --interval 0.5
sim "interval and load"         "--interval: it takes the place of --load" --interval 15 --load 0.5
sim "interval of bursts"        "--interval: with --arrivals bernoulli or fixed only" --interval 15 --arrivals bursty
sim "interval of levels"        "--interval: with one service level only" --interval 15 --scheme pfc --slots 256 --levels 2
sim "phases and interval"       "--phases: it takes the place of --interval" --interval 15 --phases interval=10
sim "phases and hot spot"       "--phases: not with --hot-spot" --phases interval=10 --hot-spot node=1,traffic=0.1
sim "phase without interval"    "--phases: 'cycles=3' has neither interval=CYCLES nor load=L" --phases cycles=3
sim "phase with both"           "--phases: 'interval=9,load=1' has both interval= and load=" --phases interval=9,load=1
sim "phase without end"         "--phases: the phase before 'interval=8' lacks cycles=N" --phases interval=9+interval=8
sim "phase of a trace"          "--phases: 'traffic=trace' is not cycles=N, .*" --phases interval=9,traffic=trace
sim "phase of a pattern that does not fit" "traffic shuffle: 9 nodes are no power of two" --k 3 --n 2 --phases interval=9,traffic=shuffle
sim "no phase"                  "--phases: '\+' names none" --phases +

# Fat trees.
fat() { local what=$1 pattern=$2; shift 2; sim "fat tree: $what" "$pattern" --topology xgft "$@"; }
fat "no ports down"             "--topology xgft: --down LIST is missing" --up 1,4
fat "no ports up"               "--topology xgft: --up LIST is missing" --down 4,4
fat "an arity"                  "--k: not with --topology xgft, which has --down and --up" --k 4 --down 4,8 --up 1,4
fat "a number of stages"        "--n: not with --topology xgft, which has as many stages as numbers in --down" --n 2 --down 4,8 --up 1,4
fat "lists of other lengths"    "--up: '1,4' is a list of 2, --down of 3; both have a number for each stage" --down 4,4,8 --up 1,4
fat "two links of a node"       "--up: '2,4' begins with 2; a node has 1 link up" --down 4,8 --up 2,4
fat "a number that is none"     "--down: 'x' is not a whole number in 1..64" --down 4,x --up 1,4
fat "a number out of range"     "--up: '65' is not a whole number in 1..64" --down 4,4 --up 1,65
fat "an empty place"            "--down: '' is not a whole number in 1..64" --down 4, --up 1,4
fat "too many stages"           "--down: more than 20 numbers" --down 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 --up 1
fat "one node"                  "the ports down make 1 node; a network has at least 2" --down 1,1 --up 1,1
fat "radix above 64"            "--down and --up need switches of radix 80, which is above 64" --down 40,2 --up 1,40
fat "more ports than there are" "switches of stage 1 need 9 ports; they have 8" --down 4,9 --up 1,4 --radix 8
fat "route longer than the turnpool" "routes cross up to 11 switches and need turnpool_bits of 33; it is 31" --down 4,4,4,4,4,8 --up 1,4,4,4,4,4 --turnpool-bits 31
sim "ports down of another topology" "--down: with --topology xgft only" --down 4,8
sim "ports up of another topology"   "--up: with --topology xgft only" --topology single --up 1
sim "sizes of another topology" "--sizes: with --topology torus, mesh or hyperx only" --sizes 4,4
sim "nodes of a switch of a tree"    "--p: with --topology torus, mesh, hyperx or dragonfly only" --p 2
sim "groups of another topology"     "--g: with --topology dragonfly only" --topology hyperx --g 3
sim "groups of a tree"               "--a: with --topology dragonfly only" --a 4
sim "global links of a tree"         "--h: with --topology dragonfly only" --h 2
sim "dragonfly: an arity"            "--k: not with --topology dragonfly, which has --p, --a, --h and --g" --topology dragonfly --k 4
sim "dragonfly: dimensions"          "--n: not with --topology dragonfly, which has --p, --a, --h and --g" --topology dragonfly --n 4
sim "dragonfly: too many groups"     "10 groups; with 8 global links of a group they must be 2\.\.9" --topology dragonfly --g 10
sim "dragonfly: a group of three"    "groups of 3 switches; they must be 1, or 4\.\.63: .*" --topology dragonfly --a 3
sim "dragonfly: too many ports"      "--topology dragonfly: its options need switches of radix 89, which is above 64" --topology dragonfly --a 60 --h 20 --p 10
sim "dragonfly: long routes"         "routes cross up to 7 switches and need turnpool_bits of 35; it is 31" --topology dragonfly --h 5 --turnpool-bits 31
sim "grid: sizes and an arity"       "--k: --sizes has the switches of a row of each dimension" --topology torus --k 4 --sizes 4,4
sim "grid: sizes and dimensions"     "--n: there are as many dimensions as numbers in --sizes" --topology mesh --n 2 --sizes 4,4
sim "grid: a size of 1"              "--sizes: '1' is not a whole number in 2\.\.1048576" --topology hyperx --sizes 4,1
sim "grid: no list"                  "--sizes: 'x' is not .*" --topology hyperx --sizes 4,x
sim "grid: too many ports"           "--topology hyperx: its options need switches of radix 65, which is above 64" --topology hyperx --sizes 60,6 --p 1
sim "grid: an arity of 1"            "dimension 0 has 1 switches; it must have 2 or more" --topology mesh --k 1

# Hot spots.
hot() { local what=$1 pattern=$2 spots=$3; shift 3; sim "hot spot: $what" "$pattern" --hot-spot "$spots" "$@"; }
hot "no such node"      "hot spot: there is no node 64; the last one is 63" node=64,traffic=0.1
hot "no node"           "--hot-spot: 'traffic=0.1' lacks node=N" traffic=0.1
hot "no share"          "--hot-spot: 'node=6' lacks traffic=SHARE or sources=SHARE" node=6
hot "share above 1"     "--hot-spot: 'traffic=1.5' is not node=N, .*" node=6,traffic=1.5
hot "two shares"        "--hot-spot: 'sources=0.1' is not node=N, .*" node=6,traffic=0.5,sources=0.1
hot "unknown key"       "--hot-spot: 'nod=6' is not node=N, .*" nod=6,traffic=0.5
hot "no value"          "--hot-spot: 'node' is not node=N, .*" node
hot "nothing"           "--hot-spot: '' names none" ""
hot "load of a share of the traffic" "--hot-spot: load= is of sources=SHARE;.*" node=6,traffic=0.5,load=1
hot "ends before it begins" "hot spot at node 6: it ends before it begins" node=6,traffic=0.5,from=5,to=5
hot "shares above 1 in all" "hot spots: their shares of the traffic add up to 1.2, which is above 1" node=6,traffic=0.6+node=7,traffic=0.6
hot "too many"          "--hot-spot: more than 16" "$(printf 'node=6,traffic=0+%.0s' {1..17})"

hot "no such service level" "hot spot at node 6: there is no service level 4; the last one is 3" node=6,traffic=0.5,sl=4 --levels 4
hot "a service level that is none" "--hot-spot: 'sl=8' is not node=N, .*" node=6,traffic=0.5,sl=8 --levels 8
hot "sources of no service level" "hot spot at node 6: with several service levels, a share of the sources needs sl=N" node=6,sources=0.5 --levels 2
hot "shares of a level above 1" "hot spots: their shares of the traffic add up to 1.2, which is above 1" node=6,traffic=0.6+node=7,traffic=0.6,sl=1 --levels 2

# Service levels, bursts, lengths.
sim "no service level"          "--levels: '-1' is not a whole number in 0..8" --levels -1
sim "too many service levels"   "--levels: '9' is not a whole number in 0..8" --levels 9
sim "more than switches have"   "--levels: 3 are more than sls, 2, the service levels of the switches" --scheme recn-qos --sls 2 --levels 3
sim "levels of switches without" "sls: scheme recn-iq has no such parameter; leave it out" --sls 2
sim "loads of fewer levels"     "--sl-load: '0.1,0.2' is a list of 2, for 3 service levels" --levels 3 --sl-load 0.1,0.2
sim "loads of more levels"      "--sl-load: '0.1,0.2' is a list of 2, for 1 service level" --sl-load 0.1,0.2
sim "load of a level above 1"   "--sl-load: '1.5' is not a number in 0..1" --levels 2 --sl-load 0.1,1.5
sim "loads above 1 in all"      "--sl-load: the loads add up to 1.2, which is above 1" --levels 2 --sl-load 0.6,0.6
sim "loads beside a load"       "--load: --sl-load has the load of each service level" --levels 2 --sl-load 0.1,0.1 --load 0.2
sim "levels of a trace"         "--levels: a trace says that itself" --traffic trace --trace none.csv --levels 2
sim "no length of bursts"       "--arrivals on-off: --burst-bytes LIST is missing" --arrivals on-off
sim "bursts of other arrivals"  "--burst-bytes: with --arrivals on-off only" --burst-bytes 512
sim "bursts of nothing"         "--burst-bytes: '0' is not a whole number in 1..4294967295" --arrivals on-off --burst-bytes 0
sim "interfaces of another scheme" "--nics: there are no network interfaces for this scheme" --scheme voqsw-qos --flit-bits 72 --nics
sim "slots of no interface"     "source_slots: scheme pfc has no such parameter; leave it out" --scheme pfc --source-slots 2
sim "interfaces with too much memory" "queues of the send side \* source_slots: 16384 is above the most slots of the send side, which is 4096" --scheme 1q --k 4 --n 4 --nics --source-slots 64
sim "interfaces and one queue"  "--nics: with --injection per-destination only, since an interface stops destinations" --scheme recn-qos --flit-bits 72 --nics --injection fifo
sim "interfaces, not asked for" "nic_cells: scheme recn-qos has no such parameter; leave it out" --scheme recn-qos --nic-cells 64
sim "interfaces too small"      "packet_cells: 32 is above nic_cells, which is 16" --scheme recn-qos --flit-bits 72 --nics --nic-cells 16 --packet-cells 32
sim "bursts of fewer levels"    "--burst-bytes: '512,512' is a list of 2, for 3 service levels" --arrivals on-off --levels 3 --burst-bytes 512,512
lengths() { local what=$1 pattern=$2; shift 2; sim "lengths: $what" "$pattern" --pareto-lengths "$@"; }
lengths "two numbers"           "--pareto-lengths: '16,64' is not MIN,MAX,A" 16,64
lengths "four numbers"          "--pareto-lengths: more than 3 numbers" 16,64,1.3,1
lengths "no number"             "--pareto-lengths: 'x' is not a number in 0..1e\+09" 16,x,1.3
lengths "tail index"            "--pareto-lengths: tail index 1 is outside 1.05..2" 16,64,1
lengths "longest below shortest" "--pareto-lengths: the shortest packet, 64 bytes, is not shorter than the longest, 16" 64,16,1.3
lengths "less than a flit"      "--pareto-lengths: 4 bytes are less than a flit, 8" 4,64,1.3
lengths "longer than packets are" "--pareto-lengths: 65 bytes are more than packet_flits, 8, of 8 bytes" 16,65,1.3
lengths "beside others"         "--random-length and --pareto-lengths exclude each other" 16,64,1.3 --random-length

# Traces.
trace() { local what=$1 pattern=$2; shift 2; sim "trace: $what" "$pattern" --traffic trace "$@"; }
given() { local what=$1 text=$2 pattern=$3; printf '%b' "$text" >x.csv; trace "$what" "$pattern" --trace x.csv; }
trace "no file"         "--traffic trace: --trace FILE is missing"
trace "missing"         "cannot read 'none.csv': No such file or directory" --trace none.csv
trace "directory"       "\.:1: cannot be read: Is a directory" --trace .
given "destination out of range" '0,1,2,64\n5,1,64,8\n' "x.csv:2: destination: '64' is not a node in 0..63"
given "unsorted"        '0,1,2,64\n5,1,2,8\n4,1,2,8\n' "x.csv:3: time: 4 is before that of the message above; sort the file by time"
given "truncated"       '0,1,2,64\n5,1,2' "x.csv:2: the file breaks off: the line has no end"
given "binary"          '0,1,2,64\n5,\0000,2,1\n' "x.csv:2: a NUL byte: not a text file"
given "control characters" '0,1,2\033[1m,64\n' "x.csv:1: destination: '2\?\[1m' is not a node.*"
given "empty"           '' "x.csv:1: there is no message in it"
"$sluice" trace --duration-us 100000 --out t.csv >/dev/null
head -n 50 t.csv >x.csv; trace "of ours, truncated between lines" "x.csv:51: the file breaks off: its last line, '# end', is missing" --trace x.csv
trace "with a load"     "--load: a trace says that itself" --trace t.csv --load 0.5
trace "with a hot spot" "hot spots: a trace says itself where its messages go" --trace t.csv --hot-spot node=1,traffic=0.1
sim   "trace without --traffic trace" "--trace: with --traffic trace only" --trace t.csv
refused "trace: no --out"       "--out FILE is missing" trace
refused "trace: servers only"   "--servers: '64' is not a whole number in 1..63" trace --servers 64 --out o
refused "trace: a switch has nothing to do with it" "no option is called '--radix'.*" trace --radix 8 --out o

# What is written.
mkdir locked
for option in json csv-series csv-histogram csv-links csv-nodes csv-levels; do
	sim "--$option in a missing directory" "--$option: cannot write 'no/file': No such file or directory" "--$option" no/file
	sim "--$option is a directory" "--$option: cannot write 'locked': Is a directory" "--$option" locked
done
sim "--json without a name"     "--json: cannot write '': No such file or directory" --json ''
for same in "--csv a --json a" "--csv-links ./a --json a" "--json locked/../a --csv-histogram $PWD/a" "--csv - --json -" "--csv - --json /dev/stdout" \
	"--json locked/report.html --report locked" "--checkpoint a --every 10 --json a" "--load 0.1,0.2 --csv a --json a"; do
	sim "two options for one file: $same" "--[a-z-]+ and --[a-z-]+ name the same file, '.*'" $same
done
echo 'saqs = 4' >in
printf 'job = a\nranks = 4\nall-reduce = 1000\n' >in.jobs
for same in "--config in --json in" "--traffic trace --trace in --csv ./in" "--restart in --json in" "--traffic jobs --job-file in.jobs --checkpoint in.jobs --every 10"; do
	sim "a file that is read as well: $same" "--[a-z-]+ and --[a-z-]+ name the same file, '.*'" $same
done
check "... stays as it is" [ "$(cat in)" = 'saqs = 4' ]
ln -s a b; echo old >a
sim "... by way of a link"      "--csv and --json name the same file, 'b'" --csv a --json b
"$sluice" sim --cycles 100 --csv /dev/null --json /dev/null --csv-links c --csv-nodes d >stdout 2>stderr && [ "$(cat a)" = old ] && [ -s c ] && [ -s d ]
ok $? "... but /dev/null may be of several"
rm a b c d
sim "no good file before a bad one" "--json: cannot write 'no/file': .*" --csv-series s.csv --json no/file
refused "trace into a missing directory" "--out: cannot write 'no/file': No such file or directory" trace --out no/file
echo precious >mine
refused "the bad trace leaves the old file" "x.csv:51: .*" sim --traffic trace --trace x.csv --json mine

# A disk that is full when the run is over: file size limit of 1 KiB.
(trap '' XFSZ; ulimit -f 1; "$sluice" sim --cycles 1000 --json mine >stdout 2>stderr)
status=$?
[ $status = 3 ] && [ "$(wc -l <stderr)" = 1 ] && grep -qx "sluice: --json: cannot write 'mine': File too large" stderr && [ "$(cat mine)" = precious ] && [ -z "$(find . -name '*.sluice-*')" ]
ok $? "the old file survives a full disk"
"$sluice" sim --cycles 100 --json - >/dev/full 2>stderr
[ $? = 3 ] && [ "$(tail -n 1 stderr)" = "sluice: cannot write: No space left on device" ]
ok $? "JSON that cannot be written to stdout"

plan
