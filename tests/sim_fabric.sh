#!/bin/bash
# sluice sim --fabric: real fabrics under traffic. A k-ary n-tree as a fabric has the statistics of the built-in one; tables with a cycle are refused, and
# run if that is wanted; a run is repeated from its JSON.
. "$(dirname "$0")/lib/tap.sh"
cp -r "$OLDPWD/tests/fabrics/"* .
net=$OLDPWD/tests/lib/ibsim_net.pl

sim() { "$sluice" sim "$@" >out 2>err; }
refused() { refuses 2 "$1" "$2" "$sluice" sim "${@:3}"; }

# statistics ARGUMENT...: of a run, without its configuration
statistics() { sim "$@" --csv-histogram h --csv-nodes n --csv-series s && cat h n s | grep -v "^#"; }

utf8() { perl -MEncode -0777 -ne 'decode("UTF-8", $_, Encode::FB_CROAK)' "$1"; }

$net tree 4 3 >tree64.net
$net leafspine 9 31 2 1 >wide.net
$net leafspine 10 14 2 1 >many.net
for scheme in obqa fbicm recn-iq "pfc" "recn-qos" "voqnet --slots 64"; do
	statistics --topology ktree --k 4 --n 3 --cycles 10000 --load 0.8 --scheme $scheme >built
	statistics --fabric tree64.net --cycles 10000 --load 0.8 --scheme $scheme >real && [ -s built ] && cmp -s built real
	ok $? "4-ary 3-tree, $scheme: the statistics of the built-in one"
done
check "the file is named" grep -q "^network     tree64.net: 64 nodes, 48 switches of radix 8, links of 1 cycle$" out
"$sluice" routes --fabric tree64.net --csv routes.csv >out
statistics --fabric tree64.net --routes routes.csv --cycles 10000 --load 0.8 --scheme voqnet --slots 64 >read && cmp -s read real
ok $? "the same with the tables from a file"

for net in tree adapters; do
	sim --fabric $net/ibnetdiscover.txt --routes $net/dump_fts.txt --cycles 5000 --scheme fbicm --json json
	[ $? = 0 ] && grep -q "^packets .* 0 lost, 0 out of order$" out
	ok $? "$net"
done
grep -q '"fabric":.*"adapters/ibnetdiscover.txt"' json && grep -q '"routes":.*"adapters/dump_fts.txt"' json && ! grep -q '"topology"' json
ok $? "JSON has the files, and no topology"
sim --config json --json again
[ $? = 0 ] && [ -s json ] && diff <(grep -v seconds json) <(grep -v seconds again) >out
ok $? "a run is repeated from its JSON"
printf 'H3\nspine1\n' >without
sim --fabric tree/ibnetdiscover.txt --without without --cycles 5000 && grep -q ": 15 nodes, 5 switches of radix 8," out
ok $? "without a spine and a node"
sim --fabric ring/ibnetdiscover.txt --cycles 5000 --load 0.1,0.2 && [ "$(grep -c "^| 0" out)" = 2 ]
ok $? "a list of loads"

cat >real.sweep <<'END'
routes = routes.csv
cycles = 5000
axis fabric:
    tree = --fabric tree64.net
scheme = 1q, fbicm
columns = accepted_load, latency_mean
END
"$sluice" sweep real.sweep >out 2>err && for scheme in 1q fbicm; do
	"$sluice" sim --fabric tree64.net --routes routes.csv --cycles 5000 --scheme $scheme --json json >/dev/null
	sed -n 's/.*"\(accepted_load\|latency_mean\)":[^0-9]*\([0-9.]*\),*$/\2/p' json | paste -sd, | sed "s/^/tree,$scheme,/"
done >expected && [ "$(wc -l <expected)" = 2 ] && diff <(grep "^tree," results/real.csv | sed 's/,\([0-9.]*\)$/ \1/') <(sed 's/,\([0-9.]*\)$/ \1/' expected) >out
ok $? "a sweep has the results of single runs"

# A ring, clockwise only.
for i in {0..5}; do echo "router $i node $i router $(((i + 1) % 6))"; done >ring6
{
	echo "switch,destination,port"
	for i in {0..5}; do
		for d in {0..5}; do echo "router $i,node $d,$((i == d ? 1 + !!i : 2 + !!i))"; done
	done
} >around
sim --fabric ring6 --routes around --scheme 1q
[ $? = 1 ] && grep -qx "no cycle of links that wait for each other: no, there is a cycle of 6 links:" out && ! grep -q "^network" out
ok $? "tables with a cycle do not run"
sim --fabric ring6 --routes around --scheme 1q --allow-cycles --load 1 --cycles 40000
[ $? = 1 ] && [ "$(grep -c "^  switch router . port [23]$" out)" = 6 ] &&
	grep -q "^FAILED .*no packet can move: links wait for each other in a circle: $(sed -n 's/^  switch //p' out | paste -sd, | sed 's/,/, /g'), router 0 port 2$" out
ok $? "... unless that is wanted: they block in the cycle that was named"
"$sluice" routes --fabric ring6 --links ring6.csv >out
printf "s/router/%0100d/g\n" 0 >longer
for file in ring6.csv around; do sed -f longer $file >longer.$file; done
sim --fabric longer.ring6.csv --routes longer.around --scheme 1q --allow-cycles --load 1 --cycles 40000
[ $? = 1 ] && grep -Eq "^FAILED .* in a circle: (0{71} port [23], ){4}0{71} port 3 and 2 more$" out
ok $? "... as many of its links as the line has room for"
printf 's/router %d/%b/\n' 0 'Z\xfcrich' 1 'Gen\xc3\xa8ve' 2 '\xc0\xaf' 3 '\xed\xa0\x80' 4 '\xf4\x90\x80\x80' 5 '\xe2\x82' >rename
for file in ring6.csv around; do LC_ALL=C sed -f rename $file >$'\xe9'$file; done
sim --fabric $'\xe9ring6.csv' --routes $'\xe9around' --scheme 1q --allow-cycles --load 1 --cycles 40000 --json latin --report page
[ $? = 1 ] && utf8 latin && utf8 page/report.html && grep -q $'"fabric":\t"\xc3\xa9ring6.csv",$' latin &&
	[ "$(grep -c $'in a circle: Z\xc3\xbcrich port 2, Gen\xc3\xa8ve port 3, \xc3\x80\xc2\xaf port 3, \xc3\xad\xc2\xa0\xc2\x80 port 3, \xc3\xb4\xc2\x90\xc2\x80\xc2\x80 port 3, \xc3\xa2\xc2\x82 port 3, Z' latin)" = 1 ] &&
	grep -q $'switch,0,Z\xc3\xbcrich$' page/report.html
ok $? "JSON and the page are UTF-8, whatever names are; tables have the names of the fabric"
check "... or run at a low load" sim --fabric ring6 --routes around --scheme 1q --allow-cycles --load 0.05 --cycles 5000
sed '/router 2,node 5/d' around >lost
sim --fabric ring6 --routes lost --scheme 1q --allow-cycles
[ $? = 1 ] && grep -q "^packets arrive: no, 3 pairs, the first: .*: switch router 2 has no entry$" out && ! grep -q "^network" out
ok $? "packets that do not arrive do not run"

sed 's/^routes.*/routes = around/; s/tree64.net/ring6/' real.sweep >cycle.sweep
refuses 2 "a sweep of tables with a cycle" ".*--fabric: ring6: a cycle of 6 links that wait for each other; --allow-cycles runs it" "$sluice" sweep cycle.sweep
refused "no such file" "--fabric: none: No such file or directory" --fabric none
refused "both" "--fabric and --topology exclude each other" --fabric tree64.net --topology ktree
refused "arity" "--fabric and --k exclude each other" --fabric tree64.net --k 4
refused "tables without a fabric" "--routes, --without, --lid, --allow-cycles and --equal-rates are for a real fabric, --fabric" --routes around
refused "too few ports" "radix: 4 is below 8, the most ports of a switch of the network" --fabric tree64.net --radix 4
refused "too many ports for two sides" "radix: 33 is above the most ports of a switch with two sides, which is 32" --fabric wide.net --scheme recn-qos
refused "too many nodes for VOQnet" "nodes: 279 is above 256, the most queues of a port in scheme voqnet" --fabric wide.net --scheme voqnet --slots 512
refused "... with service levels" "sls \\* nodes: 1120 is above 1024, the most queues of a port in scheme voqnet-qos" --fabric many.net --scheme voqnet-qos --sls 8
refused "too many nodes for interfaces" "sls \\* nodes: 1120 is above 1024, the most queues of a port in scheme recn-qos-nic" --fabric many.net --scheme recn-qos --nics --sls 8
refused "wormhole" "scheme: wormhole routers find ways themselves, in a torus or mesh" --fabric tree64.net --scheme wormhole
refused "an interface" "scheme: fbicm-nic is an interface of a host, not a switch" --fabric tree64.net --scheme fbicm-nic
echo x >w
refused "corrupt" "w:1: neither ibnetdiscover's output, .*" --fabric w
plan
