#!/bin/bash
# Real fabrics whose ports have several LIDs (LMC): packets take the links that the tables have for the LID that --lid chooses; what that gains; results
# depend neither on threads, idle cycles, checkpoints nor the Verilog; the check of tables sees all LIDs.
. "$(dirname "$0")/lib/tap.sh"
. "$OLDPWD/tests/lib/ways.sh"
cp -r "$OLDPWD/tests/fabrics/lids" "$OLDPWD/tests/fabrics/adapters" .

sim() { "$sluice" sim "$@" >out 2>err; }
refused() { refuses 2 "$1" "$2" "$sluice" sim "${@:3}"; }

fabric=(--fabric lids/ibnetdiscover.txt --routes lids/dump_fts.txt)
"$sluice" routes "${fabric[@]}" --csv routes.csv --links links.csv >out
check "the check of tables is of all LIDs" grep -qx "pairs of an end node and a LID of one: 162 connected, by way of at most 3 switches" out
grep -v "^0x0003 .*path #2" lids/dump_fts.txt >lost
"$sluice" routes --fabric lids/ibnetdiscover.txt --routes lost >out
[ $? = 1 ] && grep -q "^packets arrive: no, 9 pairs, the first: .* to LID 3 " out
ok $? "... also of those that are not the first"

# A packet from each node to each other one, and the flits that links carry by the tables: SWITCH,PORT,FLITS, of the links that carry some.
for s in {0..8}; do for d in {0..8}; do [ $s = $d ] || echo "$((100 * (9 * s + d))),$s,$d,64"; done; done >all.csv
expected() {            # expected OFFSET: that of the LID, from s, d and n, the number of LIDs
	perl -e '
		my ($offset) = @ARGV;
		my (%of, %out, %far, %n);
		open my $links, "<", "links.csv" or die $!;
		while (<$links>) {
			my ($kind, $name, $guid, $lid, $lmc, $port, $to, $peer, $peer_guid, $peer_lid, $peer_lmc, $peer_port) = split /,/;
			next if $. == 1;
			$far{$guid}{$port} = [$peer_guid, $to];
			$far{$peer_guid}{$peer_port} = [$guid, $kind];
			$of{$lid} = [$guid, $kind, $lmc], $of{$peer_lid} = [$peer_guid, $to, $peer_lmc];
		}
		my @lid = sort { $a <=> $b } keys %of;
		my @node = grep { $of{$_}[1] eq "node" } @lid;
		my %sw = do { my $i = 0; map { $of{$_}[0] => $i++ } grep { $of{$_}[1] eq "switch" } @lid };
		open my $routes, "<", "routes.csv" or die $!;
		while (<$routes>) { my (undef, $guid, undef, $lid, $port) = split /,/; $out{$guid}{$lid} = $port + 0 if $. > 1 }
		for my $s (0 .. $#node) {
			for my $d (grep { $_ != $s } 0 .. $#node) {
				my $n = 1 << $of{$node[$d]}[2];
				my $at = (values %{$far{$of{$node[$s]}[0]}})[0][0];
				my $lid = $node[$d] + eval $offset;
				while (exists $sw{$at}) {
					my $port = $out{$at}{$lid};
					$n{"$sw{$at}," . ($port - 1)} += 8;
					$at = $far{$at}{$port}[0];
				}
				$at eq $of{$node[$d]}[0] or die "lost";
			}
		}
		print map { "$_,$n{$_}\n" } sort keys %n;
	' "$1"
}
carried() { awk -F, '$1 == "switch" && $7 > 0 { print $2 "," $3 "," $7 }' links | sort; }
expected 0 >first
expected '$s % $n' >source
[ "$(grep -c . first)" -ge 15 ] && ! cmp -s first source
ok $? "tables have other links for other LIDs"
for scheme in obqa voqnet fbicm pfc recn-iq "recn-qos --packet-cells 8"; do
	good=yes
	for lid in first source; do
		sim "${fabric[@]}" --scheme $scheme --lid $lid --traffic trace --trace all.csv --trace-unit cycles --csv-links links && carried | cmp -s $lid - || good=
	done
	sim "${fabric[@]}" --scheme $scheme --lid hash --traffic trace --trace all.csv --trace-unit cycles --csv-links links && grep -q " 72 delivered, 0 lost, 0 out of order" out &&
		! carried | cmp -s first - && ! carried | cmp -s source - || good=
	check "$scheme: each link carries what follows from the tables" [ "$good" ]
done

# Tables by which all first LIDs are behind one spine, and the second ones behind the other: three nodes of a leaf share one link up, or two.
awk -F, -v OFS=, '$1 ~ /^leaf/ && $5 ~ /^[45]$/ { $5 = 4 + $4 % 2 } { print }' routes.csv >apart.csv
accepted() { sim --fabric lids/ibnetdiscover.txt --routes apart.csv --scheme voqsw --load 0.6 --cycles 20000 "$@" --json json && sed -n 's/.*"accepted_load":[^0-9]*\([0-9.]*\),*$/\1/p' json; }
one=$(accepted) two=$(accepted --lid source)
check "packets on two ways: $two of a load of 0.6 is accepted, in place of $one" awk -v one="$one" -v two="$two" 'BEGIN { exit !(one < 0.48 && two > 0.59) }'
grep -q "^network     lids/ibnetdiscover.txt: 9 nodes, 18 LIDs, 5 switches of radix 5, links of 1 cycle$" out && grep -q '"lid":.*"source"' json && grep -q '"nodes":.*18' json
ok $? "the summary and the JSON have the LIDs"
sim --config json --json again && diff <(grep -v seconds json) <(grep -v seconds again) >diff
ok $? "a run is repeated from its JSON"

for scheme in voqnet fbicm recn-iq pfc "recn-qos --packet-cells 8"; do
	every_way "$scheme" 1300 --scheme $scheme --fabric adapters/ibnetdiscover.txt --routes adapters/dump_fts.txt --lid hash --cycles 3000 --warmup 500 --load 0.7 --random-length
done
sed 's/ lmc 1/ lmc 0/g' lids/ibnetdiscover.txt >single.net
statistics() { sim --fabric single.net --cycles 3000 "$@" --csv-histogram h --csv-nodes n --csv-series s && cat h n s | grep -v "^#"; }
statistics >without
statistics --lid source >with && [ -s without ] && cmp -s without with
ok $? "one LID each: nothing to choose"
if command -v verilator >/dev/null; then
	sim "${fabric[@]}" --scheme voqsw --lid source --slots 16 --backend both --cycles 1000 && grep -q " 0 mismatches$" out
	ok $? "the Verilog, with a word of its tables for each LID"
fi

refused "network interfaces" "--nics: network interfaces know one LID of a node, --lid first" "${fabric[@]}" --scheme fbicm --nics --lid hash
refused "too few words" "nodes: 9 words of a routing table do not do for the 18 LIDs of the network" "${fabric[@]}" --scheme fbicm --nodes 9 --lid hash
refused "no such choice" "--lid: 'last' is not one of: first source hash" "${fabric[@]}" --lid last
refused "without a fabric" "--routes, --without, --lid, --allow-cycles and --equal-rates are for a real fabric, --fabric" --lid first
plan
