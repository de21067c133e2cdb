#!/bin/bash
# What is generated is a function of the parameters and nothing else, and says them so that they can be read back.
. "$(dirname "$0")/lib/tap.sh"

identical() { diff -r "$1" "$2" >difference; local good=$?; ok $good "$3"; [ $good = 0 ] || head -20 difference | sed 's/^/# /'; }

i=0
for options in "" "--radix 2 --saqs 0" "--radix 33 --saqs 7 --name big --arbiter matrix --flit-bits 96" \
	"--scheme fbicm --cfqs 7 --radix 5 --nodes 9 --hops 3" "--scheme fbicm --lists ram --nodes 1000" "--scheme dbbm --queues 7 --radix 5 --nodes 9 --arbiter matrix" "--scheme obqa --arbiter oldest-first" "--scheme voqnet --radix 4" "--radix 64 --saqs 32 --slots 1024 --packet-flits 1 --detect-threshold 1024 --xoff-threshold 1024" \
	"--scheme recn-qos-nic --nodes 9" "--sorting head" "--scheme fbicm --sorting head --cfqs 7 --radix 5 --nodes 9 --hops 3"; do
	i=$((i + 1))
	"$sluice" gen $options --out a$i >line || { ok 1 "gen $options"; continue; }
	check "gen $options: prints one line" [ "$(wc -l <line)" = 1 ]
	mkdir elsewhere$i
	(cd elsewhere$i && umask 077 && TZ=UTC+9 LC_ALL=C SOURCE_DATE_EPOCH=1 "$sluice" gen $options --out b) >/dev/null
	identical a$i elsewhere$i/b "gen $options: the same again, in another place"
	"$sluice" gen --config a$i/sluice.conf --out c$i >/dev/null
	identical a$i c$i "gen $options: the same from its sluice.conf"
	same=0
	while read -r file; do
		"$sluice" gen --config "a$i/$file" --out d$i --force >/dev/null 2>error || "$sluice" gen --config "a$i/$file" --out d$i >/dev/null || same=1
		diff -r a$i d$i >/dev/null || { same=1; echo "# $file"; }
	done <a$i/sluice.f
	ok $same "gen $options: the same from the first lines of each Verilog file"
done

# Options stand above the file, wherever they are.
"$sluice" gen --config a2/sluice.conf --radix 5 --out e >/dev/null
"$sluice" gen --radix=5 --config=a2/sluice.conf --out=f >/dev/null
identical e f "options override --config regardless of order"
grep -qx 'radix = 5' e/sluice.conf && grep -qx 'saqs = 0' e/sluice.conf
ok $? "the file gives what the options leave open"
"$sluice" gen --detect-threshold 3 --out g >/dev/null && "$sluice" gen --detect_threshold=3 --out h >/dev/null
identical g h "dash and underscore are the same"

# The file list is complete and in it the top is last.
(cd a1 && find rtl -type f | sort) >found
sort a1/sluice.f | cmp -s - found
ok $? "sluice.f lists every Verilog file"
check "the top module's file is the last one" [ "$(tail -n 1 a3/sluice.f)" = rtl/big_switch.v ]

plan
