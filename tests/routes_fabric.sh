#!/bin/bash
# sluice routes --fabric: fabrics and forwarding tables as InfiniBand's tools print them are read and checked; tables are computed and written so that
# they are read back the same; bad input is one line with file and line, exit 2.
. "$(dirname "$0")/lib/tap.sh"
cp -r "$OLDPWD/tests/fabrics/"* .
tools=$OLDPWD/tests/lib

routes() { "$sluice" routes "$@" >out 2>err; }

# says DESCRIPTION STATUS LINE ARGUMENT...: exits with it, and prints that line (extended regular expression)
says() {
	local what=$1 status=$2 line=$3
	shift 3
	routes "$@"
	[ $? = "$status" ] && [ ! -s err ] && grep -Exq -- "$line" out
	ok $? "$what"
}

refused() { refuses 2 "$1" "$2" "$sluice" routes "${@:3}"; }

same() { check "$1" cmp -s "$2" "$3"; }

# The tables of dump_fts as OpenSM dumps them: recorded of one fabric in each format, of others made of this file.
lfts() { sed -n "s/^Unicast lids .* guid \(0x[0-9a-f]*\) (\(.*\)):/Unicast lids [0-17] of switch Lid 1 guid \1 ('\2'):/p; s/^\(0x[0-9a-f]* ...\) : (\(.*\))/\1 # \2/p" "$1/dump_fts.txt"; }
fdbs() { sed -n "s/^Unicast lids .* guid \(0x[0-9a-f]*\) .*/dump_ucast_routes: Switch \1/p; s/^\(0x[0-9a-f]*\) \(...\) .*/\1 : \2  : 00   : yes/p" "$1/dump_fts.txt"; }
for net in ring adapters; do lfts $net >$net/opensm-lfts.dump; done
for net in ring tree; do fdbs $net >$net/opensm.fdbs; done
for i in 1 2 3 4; do sed "s/200000,/20000$i,/; s/ring0/ring$i/; s/100001/10000$((2 * i + 1))/; s/n0/n$i/" "$OLDPWD/tests/fabrics/lanes/opensm-sl2vl.dump"; done >>lanes/opensm-sl2vl.dump

# Every format of a fabric and of tables.
for tables in opensm-lfts.dump dump_fts.txt opensm.fdbs; do
	says "ftree, $tables" 0 "pairs of an end node and a LID of one: 256 connected, by way of at most 3 switches" \
		--fabric tree/ibnetdiscover.txt --routes tree/$tables --csv $tables.csv
	grep -qx "no cycle of links that wait for each other: yes, in 64 dependencies" out && grep -qx "tables: tree/$tables, 0 entries of other switches or LIDs" out
	ok $? "... and has no cycle"
	same "... and is the same" $tables.csv opensm-lfts.dump.csv
done
says "opensm-subnet.lst" 0 "fabric: 6 switches, 16 end nodes, 22 LIDs" --fabric tree/opensm-subnet.lst --routes tree/opensm.fdbs --csv subnet.csv
same "... the same" subnet.csv opensm.fdbs.csv
sed 's/^\(0x[0-9a-f]* [0-9]*\) .*/\1 /' tree/dump_fts.txt >numeric
says "without names of destinations, as of ibroute -n" 0 "packets arrive: yes" --fabric tree/ibnetdiscover.txt --routes numeric
says "two ports, two LIDs each" 0 "fabric: 4 switches, 6 end nodes, 16 LIDs" --fabric adapters/ibnetdiscover.txt --routes adapters/opensm-lfts.dump
says "opensm-subnet.lst has the first LIDs" 0 "tables: .*, 24 entries of other switches or LIDs" --fabric adapters/opensm-subnet.lst --routes adapters/opensm.fdbs
"$tools/ibsim_net.pl" tree 4 3 >tree64.net
says "input of ibsim" 0 "fabric: 48 switches, 64 end nodes, 112 LIDs" --fabric tree64.net

# Tables that are not sound.
for tables in opensm-lfts.dump dump_fts.txt opensm.fdbs; do
	says "minhop on a ring, $tables" 1 "no cycle of links that wait for each other: no, there is a cycle of 5 links:" --fabric ring/ibnetdiscover.txt --routes ring/$tables --csv none
	[ "$(tail -n 5 out | tr '\n' ,)" = "  switch ring0 port 2,  switch ring1 port 3,  switch ring2 port 3,  switch ring3 port 3,  switch ring4 port 3," ] && [ ! -e none ]
	ok $? "... is named, and nothing written"
done
leaf=$(grep -n "(leaf0)" tree/dump_fts.txt | cut -d: -f1)
lid=$(sed -n 's/.*"H7" lid \([0-9]*\) .*/\1/p' tree/ibnetdiscover.txt | head -n 1)
printf -v hex 0x%04x "$lid"
edit() { sed "$leaf,$((leaf + 30))s/^$hex .../$hex $1/" tree/dump_fts.txt >edited; }
edit 001
says "a wrong port" 1 "packets arrive: no, 4 pairs, the first: from switch leaf0 to LID $lid \(H7\): switch leaf0 sends it to H0" --fabric tree/ibnetdiscover.txt --routes edited
edit 255
says "no port" 1 "packets arrive: no, 4 pairs, the first: from switch leaf0 to LID $lid \(H7\): switch leaf0 has no entry" --fabric tree/ibnetdiscover.txt --routes edited
edit 000
says "the switch itself" 1 "packets arrive: no, 4 pairs, the first: from switch leaf0 to LID $lid \(H7\): switch leaf0 keeps it" --fabric tree/ibnetdiscover.txt --routes edited
sed '/^0x/s/^\(0x[0-9a-f]* \).../\1255/' tree/dump_fts.txt >edited
says "no entries at all" 1 "pairs of an end node and a LID of one: 0 connected, by way of at most 0 switches" --fabric tree/ibnetdiscover.txt --routes edited
printf 'router 0 node 0 router 1\nrouter 1 node 1\n' >two
printf 'switch,destination,port\nrouter 0,node 0,2\nrouter 0,node 1,2\nrouter 1,node 1,2\nrouter 1,node 0,1\n' >round
says "packets that go round" 1 "packets do not go round: no, 2 pairs, the first: from switch router 0 to LID 1 \(node 0\): router 0 port 2, router 1 port 1, router 0 again" \
	--fabric two --routes round
printf 'switch,destination,port\nrouter 0,node 0,1\nrouter 0,node 1,2\nrouter 1,node 1,2\nrouter 1,node 0,1\n' >sound
says "BookSim's anynet, routes by names" 0 "pairs of an end node and a LID of one: 4 connected, by way of at most 2 switches" --fabric two --routes sound
printf 'router 0 node 0 router 1 5 node 2\nrouter 1 router 0 5 node 1 3 router 2\nrouter 2 router 3\nnode 3 router 3\n' >any
says "... with latencies, links from both ends" 0 "fabric: 4 switches, 4 end nodes, 8 LIDs" --fabric any --links any.csv
check "... each link once" [ "$(wc -l <any.csv)" = 8 ]

printf '\xef\xbb\xbf"peer_port",peer,peer_kind,port,name,"kind"\r\n1,"b ""c"", d",node,1,s,switch\r\n1,\xc3\xa9,node,2,s,switch\r\n' >any
printf '\xef\xbb\xbfport,"destination",switch\r\n1,"b ""c"", d",s\r\n2,\xc3\xa9,s\r\n' >sound
says "CSV of a spreadsheet: columns in any order, quotes, byte order mark, CRLF" 0 "pairs of an end node and a LID of one: 4 connected, by way of at most 1 switch" \
	--fabric any --routes sound
printf 'kind,name,guid,port,peer_kind,peer,peer_port,rate\nswitch,s,0x1A,1,node,a,1,1234.567\nswitch,s,01a,2,node,b,1,4xHDR\n' >any
says "a GUID in two spellings" 0 "fabric: 1 switch, 2 end nodes, 3 LIDs" --fabric any --links links
check "... and rates to the Mbit/s are written again" [ "$(cut -d, -f3,13 links | tail -n 2 | tr '\n' ' ')" = "0x000000000000001a,1234.567 0x000000000000001a,4xHDR " ]
printf 'kin,kinds,name\n' >w
refused "... no column of a kind" "w:1: neither ibnetdiscover's output, .*" --fabric w

# Virtual lanes.
lanes=(--fabric ring/ibnetdiscover.txt --routes ring/dump_fts.txt)
says "dfsssp on a ring, in one lane" 1 "no cycle of links that wait for each other: no, there is a cycle of 5 links:" "${lanes[@]}"
says "... in the lanes of level 0" 1 "  switch ring[0-4] port [23] VL 0" "${lanes[@]}" --sl2vl lanes/opensm-sl2vl.dump
while IFS=, read -r slid dlid sl; do
	sed "s/\(slid\.*\)9/\1$slid/; s/\(dlid\.*\)8/\1$dlid/; s/\(sl\.*0x\)1/\1$sl/" lanes/saquery.txt
done < <(sed 1d lanes/paths.csv) >records
says "... in the lanes of its levels" 0 "no cycle of links that wait for each other: yes, in 28 dependencies" "${lanes[@]}" --sl2vl lanes/opensm-sl2vl.dump --paths records
says "... as CSV" 0 "no cycle of links that wait for each other: yes, in 28 dependencies" "${lanes[@]}" --sl2vl lanes/opensm-sl2vl.dump --paths lanes/paths.csv
sed 's/\(: .\{47\}\).*/: 3  3  3  3  3  3  3  3  3  3  3  3  3  3  3  3/' lanes/opensm-sl2vl.dump >one
(cat lanes/paths.csv; echo 8,9999,1) >more.csv
(cat lanes/opensm-sl2vl.dump; echo 'Switch 0x77'; grep -m2 '^[0-9]' lanes/opensm-sl2vl.dump) >more
says "rows of others are counted" 0 "levels: more, more.csv, 3 rows of other switches or LIDs" "${lanes[@]}" --sl2vl more --paths more.csv
says "... all in lane 3" 1 "  switch ring[0-4] port [23] VL 3" "${lanes[@]}" --sl2vl one --paths lanes/paths.csv

# Computed.
says "a tree" 0 "tables: D-mod-K" --fabric tree/ibnetdiscover.txt --lfts lfts --csv csv --links links
grep -qx "Unicast lids \[0x0-0x16\] of switch Lid [0-9]* guid 0x[0-9a-f]\{16\} ('leaf0'):" lfts && grep -qx "0x0002 00. # Channel Adapter portguid 0x[0-9a-f]\{16\}: 'H0'" lfts
ok $? "written as OpenSM does"
says "... read back" 0 "packets arrive: yes" --fabric tree/ibnetdiscover.txt --routes lfts --csv again
same "... the same" csv again
says "the CSV of links, with that of routes" 0 "no cycle of links that wait for each other: yes, in 64 dependencies" --fabric links --routes csv --csv again --links links.again
same "... the same routes" csv again
same "... the same links" links links.again
for net in adapters lids; do
	routes --fabric $net/ibnetdiscover.txt --routes $net/dump_fts.txt --links links --csv csv
	says "the CSV of links of $net" 0 "packets arrive: yes" --fabric links --routes $net/dump_fts.txt --links links.again --csv again
	same "... the same routes" csv again
	same "... the same links" links links.again
done
says "k-ary n-tree" 0 "tables: D-mod-K" --fabric tree64.net --csv csv
# Of a k-ary n-tree, all packets for a node go down over one switch of the last stage, which 4 nodes of each 16 share.
awk -F, '/^s2/ && !/,s[0-9]_/ { } /^s1/ && $3 ~ /^H/ && $5 > 4 { split($1, s, "_"); print $3 }' csv | sort | uniq -c | awk '$1 != 12 { bad = 1 } END { exit bad || NR != 64 }'
ok $? "... each node from 12 switches of the second stage by way up"
says "up*/down* of it" 0 "tables: up\*/down\*, roots: s2_0, s2_1, s2_2, s2_3, \.\.\." --fabric tree64.net --algorithm updown
printf 'router 0 node 0 node 1 router 2 router 3\nrouter 1 node 2 node 3 router 2 router 3\n' >two.anynet
says "two ways up" 0 "packets arrive: yes" --fabric two.anynet --algorithm updown --csv csv
check "... the first of those with the fewest pairs" [ "$(awk -F, '/^router [01],,node/ { printf "%s ", $5 }' csv)" = "1 2 3 4 3 4 1 2 " ]
says "a ring" 0 "pairs of an end node and a LID of one: 25 connected, by way of at most 4 switches" --fabric ring/ibnetdiscover.txt
check "... has no cycle" grep -q "^no cycle of links that wait for each other: yes" out
echo "ring1 # a comment" >roots
says "given roots" 0 "tables: up\*/down\*, roots: ring1" --fabric ring/ibnetdiscover.txt --roots roots
grep -o '0x[0-9a-f]*' ring/dump_fts.txt | grep -m1 '0x0000' >roots
says "... by GUID" 0 "tables: up\*/down\*, roots: ring." --fabric ring/ibnetdiscover.txt --roots roots
for net in "torus 5 5" "dragonfly 4 2 2" "irregular 12 7" "irregular 30 2" "leafspine 36 18 18 1"; do
	"$tools/ibsim_net.pl" $net >net
	says "$net" 0 "packets arrive: yes" --fabric net --algorithm updown
	check "... has no cycle" grep -q "^no cycle of links that wait for each other: yes" out
done
printf 'H3\n0x%s\n' "$(sed -n 's/^Switch.*"S-\([0-9a-f]*\)".*"spine1".*/\1/p' tree/ibnetdiscover.txt)" >without
says "without a spine and a node" 0 "fabric: 5 switches, 15 end nodes, 20 LIDs" --fabric tree/ibnetdiscover.txt --without without
check "... the others reach each other" grep -qx "pairs of an end node and a LID of one: 225 connected, by way of at most 3 switches" out
says "... but not by the tables for it" 1 "packets arrive: no, .* pairs, the first: .*: nothing is on port [78] of switch leaf.*" --fabric tree/ibnetdiscover.txt --without without --routes tree/dump_fts.txt
"$sluice" routes --fabric tree/ibnetdiscover.txt --lfts - 2>err | cmp -s - lfts
ok $? "standard output has the file alone"

# Bad input.
net=tree/ibnetdiscover.txt
refused "no such file" "--fabric: none: No such file or directory" --fabric none
refused "no such tables" "--routes: none: No such file or directory" --fabric $net --routes none
refused "a directory" "--fabric: tree: Is a directory" --fabric tree
refused "both" "--fabric and --topology exclude each other" --fabric $net --topology ktree
refused "a parameter" "--fabric and --radix exclude each other" --fabric $net --radix 8
refused "tables without a fabric" "--routes is for a real fabric, --fabric" --routes lfts
refused "given and computed" "--routes gives the tables; --algorithm is for computing them" --fabric $net --routes lfts --algorithm updown
refused "D-mod-K of a ring" "--algorithm: D-mod-K is for fat trees, and ring/ibnetdiscover.txt is none; updown is for all fabrics" --fabric ring/ibnetdiscover.txt --algorithm dmodk
refused "roots of D-mod-K" "--roots is for --algorithm updown" --fabric $net --algorithm dmodk --roots roots
refused "two files in one" "--lfts and --csv name the same file, '-'" --fabric $net --lfts - --csv -
cp $net copy
refused "the fabric in its own place" "--fabric and --links name the same file, '\./copy'" --fabric copy --links ./copy
check "... which stays as it is" cmp -s $net copy
refused "levels without lanes" "--paths: service levels say nothing without their lanes, --sl2vl" "${lanes[@]}" --paths lanes/paths.csv
routes --fabric $net --csv none/such
[ $? = 2 ] && [ "$(cat err)" = "sluice: --csv: cannot write 'none/such': No such file or directory" ]
ok $? "a file that cannot be written"
refused "no GUIDs" "--lfts: switch 'router 0' has no GUID, by which OpenSM knows switches" --fabric two --lfts x
printf 'leaf0\nH3\n' >w
refused "no such root" "w:2: no switch is called 'H3'" --fabric $net --roots w

# wrong DESCRIPTION PATTERN TEXT [ARGUMENT...]: a fabric of this text
wrong() {
	local what=$1 pattern=$2
	printf "$3" >w
	shift 3
	refused "$what" "$pattern" --fabric w "$@"
}
s='Switch 4 "S-1" # "a" base port 0 lid 1 lmc 0\n' h='[1] "H-5"[1](6) # "H0" lid 5 4xQDR\n'
wrong "empty" "w:1: the file is empty" ""
wrong "a NUL byte" "w:2: a NUL byte: not a text file" '#\n\0\n'
wrong "cut off" "w:2: a line without end: the file was cut off" "${s}[1] "
wrong "something else" "w:1: neither ibnetdiscover's output, nor opensm-subnet.lst, BookSim's anynet, or a CSV of links" "graph {\n"
wrong "no node" "w:2: 'Bridge' begins neither a node nor a port" "${s}Bridge\n"
wrong "no number of ports" "w:1: no number of ports from 1 to 255" 'Switch 300 "S-1"\n'
wrong "no key" "w:1: no key of the node in quotes, \"S-0002c90200000010\"" 'Switch 3 S-1\n'
wrong "a port too early" "w:2: a port before the first node" "vendid=0x0\n$h"
wrong "no port" "w:2: no port in brackets, \[4\]" "$s[x]\n"
wrong "no other port" "w:2: no port of the other node in brackets, \[4\]" "$s[1] \"H-5\"\n"
wrong "not described" "w:2: no line of the file describes 'H-5'" "$s$h"
wrong "a port that is not there" "w:2: 'S-1' has no port 5, but 4 ports" "$s[5] \"S-2\"[1]\nSwitch 4 \"S-2\"\n"
wrong "more ports than are supported" "w:2: port 70 of 'S-1': only links of ports 1 to 64 are supported" "Switch 70 \"S-1\"\n[70] \"S-2\"[1]\nSwitch 4 \"S-2\"\n"
wrong "two links on a port" "w:3: port 1 of 'S-1' has another link in line 2" "$s[1] \"S-2\"[1]\n[1] \"S-2\"[2]\nSwitch 4 \"S-2\"\n"
wrong "a link to itself" "w:2: port 1 of 'S-1' is linked to itself" "$s[1] \"S-1\"[1]\n"
wrong "two descriptions" "w:2: 'S-1' is described otherwise in line 1" "${s}Switch 5 \"S-1\"\n"
wrong "no end nodes" "w: 0 end nodes on switches; a fabric has at least 2" "$s"
wrong "no LID" "w:1: no number from 0 to 65535 behind 'lid '" 'Switch 4 "S-1" # "a" base port 0 lid x lmc 0\n'
wrong "LIDs that differ" "w:4: LID 7 of port 1 of 'H-5' is 5 in line 2" "$s${h}Ca 1 \"H-5\" # \"H0\"\n[1](6) \"S-1\"[1] # lid 7 lmc 0 \"a\" lid 1 4xQDR\n"
wrong "a LID of two" "w:3: 'H1' has LID 5, which is another one's in line 2" "$s$h[2] \"H-7\"[1](8) # \"H1\" lid 5 4xQDR\nCa 1 \"H-5\" # \"H0\"\nCa 1 \"H-7\" # \"H1\"\n"
wrong "some without LIDs" "w: 'H1' has no LID, while others have; it can be left out" "$s$h[2] \"H-7\"[1](8) # \"H1\" lid 0 4xQDR\nCa 1 \"H-5\" # \"H0\"\nCa 1 \"H-7\" # \"H1\"\n"
for rate in 4xGDR 16xQDR '4xundefined (40)' 'undefined (3)QDR'; do
	wrong "a rate" "w:2: the rate '$(sed 's/[()]/\\&/g' <<<"$rate")' is not known; a link without one is as fast as the fastest" "$s${h%4x*}$rate\n"
done
ca="Ca 1 \"H-5\" # \"H0\"\n[1](6) \"S-1\"[1] # lid 5 lmc 1 \"a\" lid 1"
wrong "rates that differ" "w:4: port 1 of 'H-5' has another rate in line 2" "$s$h$ca 4xDDR\n"
wrong "GUIDs of a port that differ" "w:4: port 1 of 'H-5' has another GUID in line 2" "$s$h${ca/(6)/(7)} 4xQDR\n"
wrong "LMCs that differ" "w:5: port 1 of 'H-5' has another LMC in line 4" "$s$h$ca\n[1](6) \"S-1\"[1] # lid 5 lmc 2 \"a\" lid 1\n"
wrong "names that differ" "w:2: 'S-1' is described otherwise in line 1" "${s}${s/a/b}"
printf 'H0\nH9\n' >o
wrong "a GUID of two" "w:2: switch 'b' has the GUID of 'a' in line 1" "${s}Switch 4 \"S-01\" # \"b\" base port 0 lid 2 lmc 0\n$h[2] \"H-7\"[1](8) # \"H1\" lid 6 4xQDR\nCa 1 \"H-5\" # \"H0\"\nCa 1 \"H-7\" # \"H1\"\n"
wrong "no such name to leave out" "o:2: no switch or adapter is called 'H9'" "$s${h}Ca 1 \"H-5\" # \"H0\"\n" --without o
wrong "subnet: no braces" "w:1: no end of a link in braces" '{ SW Ports:08 \n'
wrong "subnet: no GUID" "w:1: no hexadecimal number up to f+ behind 'NodeGUID:'" '{ SW Ports:08 {a} LID:0002 PN:05 } { SW Ports:08 {b} LID:0003 PN:05 } PHY=4x\n'
ends='{ SW Ports:08 NodeGUID:1 PortGUID:1 {a} LID:0002 PN:05 } { SW Ports:08 NodeGUID:2 PortGUID:2 {b} LID:0003 PN:05 } '
wrong "subnet: lanes" "w:1: the rate 'PHY=16x SPD=10' is not known; .*" "${ends}PHY=16x SPD=10\n"
wrong "subnet: a speed" "w:1: the rate 'PHY=4x LOG=ACT SPD=400' is not known; .*" "${ends}PHY=4x LOG=ACT SPD=400\n"
wrong "subnet: rates that differ" "w:2: port 5 of '0000000000000001' has another rate in line 1" "${ends}PHY=4x SPD=10\n${ends}PHY=4x SPD=25\n"
wrong "CSV: rates that differ" "w:3: port 1 of 'b' has another rate in line 2" "kind,name,port,peer_kind,peer,peer_port,rate\nswitch,a,1,node,b,1,100\nnode,b,1,switch,a,1,50\n"
wrong "anynet: two nodes" "w:1: a link between two nodes" 'node 1 node 2\n'
wrong "anynet: a word" "w:2: neither 'router' nor 'node' with a number: 'route 3'" 'router 0 node 1\nrouter 0 route 3\n'
wrong "anynet: itself" "w:1: a router that is linked to itself" 'router 0 router 0\n'
wrong "CSV: no such column" "w:1: 'color' is no column of this file" 'kind,name,port,peer_kind,peer,peer_port,color\n'
wrong "CSV: a column is missing" "w:1: no column 'peer_port'" 'kind,name,port,peer_kind,peer\n'
head='kind,name,port,peer_kind,peer,peer_port,rate\n'
wrong "CSV: cells" "w:2: 3 cells, where the first line has 7" "${head}switch,a,1\n"
wrong "CSV: kind" "w:2: the kind is neither 'switch' nor 'node': 'hub'" "${head}hub,a,1,node,b,1,\n"
wrong "CSV: no port" "w:2: no port from 1 to 64: '0'" "${head}switch,a,0,node,b,1,\n"
wrong "CSV: another LID of a port" "w:4: LID 6 of port 1 of 'b' is 5 in line 2" "${head%%rate*}peer_lid\nswitch,a,1,node,b,1,5\nswitch,a,1,node,b,1,\nswitch,a,1,node,b,1,6\n"
for rate in fast 0 0.0001 12.12345 1000001 200G; do
	wrong "CSV: rate" "w:2: the rate is neither like 4xQDR nor Gbit/s from 0.001 to 1000000: '$rate'" "${head}switch,a,1,node,b,1,$rate\n"
done
wrong "CSV: quotes" "w:2: quotes that do not match, or more than 16 cells" "$head\"switch,a,1,node,b,1,\n"

# wrong_tables DESCRIPTION PATTERN TEXT: for the tree
wrong_tables() {
	printf "$3" >w
	refused "$1" "$2" --fabric $net --routes w
}
guid=$(sed -n 's/.*guid \(0x[0-9a-f]*\) (leaf0).*/\1/p' tree/dump_fts.txt)
head="Unicast lids [0x0-0x16] of switch Lid 1 guid $guid (leaf0):\n"
wrong_tables "no tables" "w:1: neither forwarding tables of OpenSM, dump_fts or ibroute, nor opensm.fdbs, nor a CSV of routes" "$s"
wrong_tables "no GUID" "w:1: no GUID of the switch" "Unicast lids of switch\n"
wrong_tables "no LID" "w:2: no LID from 0x0000 to 0xffff" "${head}0x12345 001\n"
wrong_tables "no port" "w:2: no port from 0 to 255 behind the LID" "${head}0x0001 1x\n"
wrong_tables "a port that is not there" "w:2: LID 1: switch 'leaf0' has no port 9, but 8 ports" "${head}0x0001 009\n"
wrong_tables "two ports" "w:3: LID 1 has another port of switch 'leaf0' in line 2" "${head}0x0001 003\n0x0001 004\n"
wrong_tables "nowhere, and a port" "w:3: LID 1 has another port of switch 'leaf0' in line 2" "${head}0x0001 255\n0x0001 004\n"
wrong_tables "something else" "w:2: no line of a forwarding table: 'junk'" "${head}junk\n"
wrong_tables "fdbs: no port" "w:2: neither a port from 0 to 255 behind the LID nor UNREACHABLE" "dump_ucast_routes: Switch $guid\n0x0001 : x\n"
wrong_tables "fdbs: no GUID" "w:3: no GUID of the switch" "dump_ucast_routes: Switch $guid\n0x0001 : 001\ndump_ucast_routes: Switch \n"
wrong_tables "CSV: no port" "w:2: no port" "switch,destination,port\nleaf0,H0,\n"

# wrong_lanes DESCRIPTION PATTERN TEXT [ARGUMENT...]: for the ring
wrong_lanes() {
	local what=$1 pattern=$2
	printf "$3" >w
	shift 3
	refused "$what" "$pattern" "${lanes[@]}" "$@"
}
head='Switch 0x0000000000200000, base LID 1, "ring0"\n'
wrong_lanes "lanes: too early" "w:1: an entry before the first switch" "0 1 : 0\n" --sl2vl w
wrong_lanes "lanes: none" "w: no sl2vl table of a switch" "#\n" --sl2vl w
wrong_lanes "lanes: no GUID" "w:1: no GUID of the switch" "Switch x\n" --sl2vl w
wrong_lanes "lanes: no ports" "w:2: no ports in and out before a colon" "${head}0 : 1\n" --sl2vl w
wrong_lanes "lanes: too few" "w:2: no 16 virtual lanes from 0 to 15 behind the colon" "${head}0 1 : 0 1 2 3\n" --sl2vl w
wrong_lanes "lanes: no such port" "w:2: switch 'ring0' has no port 9, but 3 ports" "${head}9 1 : 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n" --sl2vl w
wrong_lanes "lanes: something else" "w:2: no line of sl2vl tables: 'junk'" "${head}junk\n" --sl2vl w
row="0 1 :$(printf ' 0%.0s' {1..15})"
wrong_lanes "lanes: two rows" "w:3: ports 0 and 1 have other lanes in line 2" "$head$row 0\n$row 1\n" --sl2vl w
wrong_lanes "levels: two rows" "w:4: the level from LID 8 to LID 9 is 3, and 1 in line 2" "slid,dlid,sl\n8,9,1\n9,8,1\n8,9,3\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: of a switch" "w:3: the level from LID 6 to LID 7 is 3, and 0 in line 2" "slid,dlid,sl\n6,7,0\n6,7,3\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: two records" "w:5: the level from LID 8 to LID 9 is 2, and 1 in line 1" \
	"$(for sl in 1 2; do printf 'PathRecord dump:\n\tslid..8\n\tdlid..9\n\tsl..0x%s\n' $sl; done)\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: something else" "w:1: neither the output of saquery PR nor a CSV of slid,dlid,sl" "junk\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: no level" "w:2: no service level from 0x0 to 0xf" "PathRecord dump:\n\t\tsl......................0x1x\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: no LID" "w:2: no LID from 0 to 65535" "PathRecord dump:\n\t\tdlid....................70000\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
wrong_lanes "levels: CSV" "w:2: sl: '16' is not a number from 0 to 15" "slid,dlid,sl\n1,2,16\n" --sl2vl lanes/opensm-sl2vl.dump --paths w
plan
