#!/bin/bash
# sluice routes: tables as files, read back and checked; broken ones are found out, a cycle is printed; bad input is one line, exit 2.
. "$(dirname "$0")/lib/tap.sh"

# says DESCRIPTION STATUS LINE ARGUMENT...: exits with it, and prints that line (extended regular expression)
says() {
	local what=$1 status=$2 line=$3
	shift 3
	"$sluice" routes "$@" >out 2>err
	[ $? = "$status" ] && [ ! -s err ] && grep -Exq "$line" out
	ok $? "$what"
}

refused() { refuses 2 "$1" "$2" "$sluice" routes "${@:3}"; }

# Every topology and scheme.
for topology in ktree bmin bmin-butterfly single; do
	for scheme in 1q "obqa --queues 3" "dbbm --queues 4" voqsw "voqnet --slots 64"; do
		says "$topology, $scheme" 0 "no cycle of links that wait for each other: yes, in .*" --topology $topology --scheme $scheme
	done
done

for scheme in "obqa --queues 3" "pfc" "fbicm"; do
	says "folded butterfly, $scheme" 0 "every node reaches every node: yes, 16384 pairs, by way of at most 5 switches" --topology xgft --down 4,4,8 --up 1,4,4 --scheme $scheme
	says "tapered, $scheme" 0 "no cycle of links that wait for each other: yes, in .*" --topology xgft --down 6,6,3 --up 1,2,2 --scheme $scheme
done

for scheme in "obqa --queues 3" "voqnet --slots 128" "fbicm"; do
	says "dragonfly, $scheme" 0 "every node reaches every node: yes, 5184 pairs, by way of at most 8 switches" --topology dragonfly --scheme $scheme
	says "torus, $scheme" 0 "no cycle of links that wait for each other: yes, in .*" --topology torus --sizes 5,4 --p 2 --scheme $scheme
	says "mesh, $scheme" 0 "routes are shortest: yes" --topology mesh --sizes 5,4 --p 2 --scheme $scheme
	says "hyperx, $scheme" 0 "every node reaches every node: yes, 1296 pairs, by way of at most 3 switches" --topology hyperx --sizes 4,3 --p 3 --scheme $scheme
done
says "8 queues follow the nodes" 0 "every node reaches every node: yes, 64 pairs, by way of at most 5 switches" --scheme voqnet --slots 16 --k 2 --n 3
says "slots for the radix of the network" 0 "every node reaches every node: yes, 16 pairs, .*" --scheme voqsw --slots 4 --k 2 --n 2
says "longer routes" 0 "routes are no longer than those of the topology, some of which are not shortest: yes" --topology dragonfly --scheme 1q
says "tables of a dragonfly" 0 "fly: tables of 36 switches, 72 destinations, 4 queues" --topology dragonfly --scheme obqa --queues 4 --out fly
says "they are sound" 0 "no cycle of links that wait for each other: yes, in .*" --topology dragonfly --config fly/sluice.conf --check fly

# Files.
says "tables of 48 switches" 0 "t: tables of 48 switches, 64 destinations, 4 queues" --scheme obqa --queues 4 --out t
[ "$(ls t | wc -l)" = 97 ] && [ "$(cat t/*.hex | wc -l)" = $((48 * 64)) ]
ok $? "a file of words and a CSV for each, and the parameters"
paste -d, <(sed 1d t/switch-21.csv) t/switch-21.hex | awk -F, '{ split("0123456789abcdef", x, ""); w = $2 + 8 * $3; exit !($5 == x[int(w / 16) + 1] x[w % 16 + 1]) }'
ok $? "words are output and queue"
"$sluice" gen --config t/sluice.conf --out switch >out 2>err
ok $? "the parameters are those of a switch"
says "they are sound" 0 "every node reaches every node: yes, 4096 pairs, by way of at most 5 switches" --config t/sluice.conf --check t
says "the same for another scheme are not" 1 "queues are those that the scheme assigns: no, .*" --scheme dbbm --queues 4 --check t
"$sluice" routes --scheme obqa --queues 4 --force --out t >out 2>err
ok $? "--force replaces them"
says "tables of a fat tree" 0 "fat: tables of 28 switches, 108 destinations, 4 queues" --topology xgft --down 6,6,3 --up 1,2,2 --scheme obqa --out fat
says "they are sound" 0 "output ports are digits of the destination's number: yes" --topology xgft --down 6,6,3 --up 1,2,2 --config fat/sluice.conf --check fat
says "16-ary 3-tree" 0 "every node reaches every node: yes, 16777216 pairs, .*" --k 16 --scheme obqa --queues 8

# Broken: the packets for node 2 go by a detour from switch 4 over 0 to 5, those for node 1 from 5 over 1 to 4.
small=(--k 2 --scheme 1q)
"$sluice" routes "${small[@]}" --out two >/dev/null
says "sound" 0 "no cycle .*: yes, in .*" "${small[@]}" --check two
sed -i 3s/./0/ two/switch-04.hex
sed -i 3s/./3/ two/switch-00.hex
sed -i 2s/./1/ two/switch-05.hex
sed -i 2s/./2/ two/switch-01.hex
says "a cycle is found" 1 "no cycle of links that wait for each other: no, there is a cycle of 4 links:" "${small[@]}" --check two
check "and printed" [ "$(sed -n '/there is a cycle/,$p' out | sed 1d | sort | tr '\n' ,)" = "  switch 0 port 3,  switch 1 port 2,  switch 4 port 0,  switch 5 port 1," ]
check "though all nodes are connected" grep -q '^every node reaches every node: yes, 64 pairs' out
grep -q "^output ports are digits of the destination's number: no, " out && grep -q '^routes are shortest: no, ' out
ok $? "and DET is broken"
sed -i 6s/./0/ two/switch-00.hex
says "packets that do not arrive" 1 "every node reaches every node: no, 2 violations, the first: from node 0 to 5: switch 0 sends it to node 0" "${small[@]}" --check two

# Bad input.
refused "a scheme without tables" "scheme: switches of recn-iq have no routing tables" --out x
refused "no such topology"      "--topology: 'x' is not one of: ktree bmin bmin-butterfly single xgft torus mesh hyperx dragonfly" --scheme obqa --topology x
refused "arity"                 "k is 1; it must be 2..32" --scheme obqa --k 1
refused "stages"                "--n: '21' is not a whole number in 1..20" --scheme obqa --n 21
refused "ports"                 "k = 8 needs switches of radix 16; this one has 8 ports" --scheme obqa --k 8 --radix 8
refused "too many nodes"        "nodes: 65536 is outside 2..16384 \(node\)" --scheme obqa --k 16 --n 4
refused "too few words"         "nodes: 63 words of a routing table do not do for the 64 nodes of the network" --scheme obqa --nodes 63
refused "both"                  "--out and --check exclude each other" --scheme obqa --out x --check x
refused "there already"         "'t' exists; --force replaces it" --scheme obqa --out t
mkdir other
refused "not ours"              "'other' exists and was not generated by sluice; not replaced" --scheme obqa --out other --force
refused "gigabytes"             "--out: the tables have 469762048 entries; at most 134217728 are written" --scheme 1q --k 4 --n 7 --out x
refused "no tables"             "--check: none/switch-00.hex: No such file or directory" --scheme 1q --check none
echo zz >>two/switch-11.hex
refused "too long"              "two/switch-11.hex:9: more words than the network has nodes, 8" "${small[@]}" --check two
sed -i '4,$d' two/switch-11.hex
refused "too short"             "two/switch-11.hex:4: the file ends after 3 words of 8" "${small[@]}" --check two
sed -i 2s/./g/ two/switch-11.hex
refused "no word"               "two/switch-11.hex:2: 'g' is not a hexadecimal word of 3 bits" "${small[@]}" --check two
check "nothing is left behind" [ ! -e x ]
plan
