#!/bin/bash
# sluice advise: the cheapest candidate that its own table shows to be good enough; the question as a sweep; bad input. tests/long/advise_exhaustive.sh compares it with long sweeps.
. "$(dirname "$0")/lib/tap.sh"

question="--radix 4 --nodes 16 --load 0.5 --seed 1..3 --slots 32 --within 0.04"
hot="$question --hot-spot node=1,traffic=0.2"
for q in "$question" "$hot"; do
	"$sluice" advise $q >out 2>err
	check "$q: an answer" [ $? = 0 -a ! -s err -a "$(grep -c '^Advice: ' out)" = 1 ]
	check "... the cheapest row that is good enough" perl -e '
		my ($offered, @rows) = shift;
		while (<STDIN>) {
			my ($name) = /^Advice: (\S+)\. / and $advice = $1;
			my @c = map { s/^\s+|\s+$//gr } split /\|/;
			push @rows, [@c[1, 2], $c[5] =~ s/ .*//r, $c[6]] if @c > 7 && $c[2] =~ /^[\d.]+$/;
		}
		exit 1 if @rows < 8 || grep { $rows[$_][1] < $rows[$_ - 1][1] } 1 .. $#rows;
		my ($best) = sort { $b <=> $a } map { $_->[2] } @rows;
		exit 2 if $best < 0.995 * $offered;
		my $most = $best < $offered ? $best : $offered;
		my @good = grep { $_->[2] >= 0.96 * $most && $_->[2] >= 0.99 * $most && $_->[3] =~ /^[\d.]+$/ } @rows;
		my ($least) = sort { $a <=> $b } map { $_->[3] } @good;
		my ($first) = grep { $_->[3] <= 1.25 * $least } @good;
		exit($first->[0] eq $advice ? 0 : 3)' "$([ "$q" = "$hot" ] && echo 0.4 || echo 0.5)" <out
done
check "under a hot spot it is a scheme that separates flows" grep -Eq '^Advice: (recn-iq|fbicm|voqnet)' out
"$sluice" advise $question --sweep question.sweep >out
check "the question as a file" [ $? = 0 -a ! -s out ]
sed -i '/^precision/,$d; s/^seed.*/seed = 1..2/; s/^cycles.*/cycles = 6000/; s/^warmup.*/warmup = 2000/' question.sweep
"$sluice" sweep question.sweep >out
check "... which sluice sweep runs" grep -q '^| voqsw ' out
"$sluice" advise --radix 8 --nodes 32 --load 0.5 --sweep - | grep -qx 'down = 4,8'
check "a tree whose last stage has all ports down" [ "${PIPESTATUS[*]}" = "0 0" ]
"$sluice" advise --radix 8 --nodes 40 --load 0.5 --sweep - >out
check "no tree of this size: the next larger one" grep -q '64 nodes: ' out

# A real fabric, with its tables: the candidates of its radix, in its network.
fabric="--fabric $OLDPWD/tests/fabrics/tree/ibnetdiscover.txt --routes $OLDPWD/tests/fabrics/tree/dump_fts.txt"
"$sluice" advise $fabric --load 0.5 --slots 32 --sweep fabric.sweep && "$sluice" advise $fabric --load 0.5 --slots 32 --seed 1..2 >out 2>err
[ $? = 0 ] && grep -q "^Queueing schemes at radix 8, 16 nodes of .*/ibnetdiscover.txt: load 0.5, " out && [ "$(grep -c '^Advice: ' out)" = 1 ]
ok $? "a real fabric: an answer"
[ "$(grep -Ec "^(fabric|routes) = /.*/tests/fabrics/tree/" fabric.sweep)" = 2 ] && ! grep -Eq "^(topology|radix|k) = " fabric.sweep
ok $? "... whose question names its files"
sed -i '/^precision/,$d; s/^seed.*/seed = 1/; s/^cycles.*/cycles = 4000/; s/^warmup.*/warmup = 1000/' fabric.sweep
"$sluice" sweep fabric.sweep >out 2>err && "$sluice" sim $fabric --scheme voqsw --slots 32 --cycles 4000 --warmup 1000 --load 0.5 --json json >/dev/null 2>err &&
	grep -q "^voqsw,$(sed -n 's/.*"pattern_accepted_load":[^0-9]*\([0-9.]*\),*$/\1/p' json)," results/fabric.csv
ok $? "... as sluice sim runs it"
"$sluice" advise ${fabric% --routes*} --load 0.5 --slots 32 --equal-rates --sweep - | grep -qx 'equal_rates = yes'
ok $? "... and its flags"

refused() { refuses 2 "$1" "$2" "$sluice" advise "${@:3}"; }

cp "$OLDPWD/tests/fabrics/tree/ibnetdiscover.txt" in
refused "the fabric in its own place" "--fabric and --sweep name the same file, 'in'" --fabric in --load 0.5 --slots 32 --sweep in
check "... which stays as it is" cmp "$OLDPWD/tests/fabrics/tree/ibnetdiscover.txt" in
refused "odd radix" "--radix: switches of 7 ports make no fat tree; .*" --radix 7 --nodes 64
refused "packets of nothing" "--packet-bytes: '0' is not a length .*" --packet-bytes 0
refused "packets too long" "--packet-bytes: '9000' is not a length or SHORTEST\.\.LONGEST, from 1 to 512 bytes, 64 flits" --packet-bytes 9000
refused "one seed" "--seed: '3' is one seed; .*" --seed 3
refused "hot spot that is none" "--hot-spot: 'foo' is not .*" --hot-spot foo
refused "trace" "--traffic: 'trace' is not one of: .*" --traffic trace
refused "a fabric has its radix" "--fabric and --radix exclude each other" $fabric --radix 16
refused "no such fabric" "--fabric: none: No such file or directory" --fabric none
cp "$OLDPWD/tests/fabrics/lids/ibnetdiscover.txt" "net # 2.txt"
cp "net # 2.txt" " net.txt"
named="names of files with blanks at an end, '#' behind a blank, or several lines are not known here"
refused "a name that a sweep reads as another" "--fabric: $named" --fabric "net # 2.txt"
refused "... with a blank" "--fabric: $named" --fabric " net.txt"
refused "tables without a fabric" "--routes, --without, --lid, --allow-cycles and --equal-rates are for a real fabric, --fabric" --routes none
refused "tables with a cycle" "--fabric: .*: a cycle of 5 links that wait for each other; --allow-cycles runs it" --fabric "$OLDPWD/tests/fabrics/ring/ibnetdiscover.txt" --routes "$OLDPWD/tests/fabrics/ring/dump_fts.txt"
refused "operand" "'extra' is not an option; .*" extra
plan
