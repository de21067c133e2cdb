#!/bin/bash
# Lists in the options of sluice sim: every combination, once; each run is the one that sim makes alone; means over seeds; interrupted; bad input.
. "$(dirname "$0")/lib/tap.sh"

net="--k 4 --n 2 --cycles 3000 --warmup 500"
"$sluice" sim $net --load 0.2,0.7 --saqs 2,4 --seed 1..3 --csv all.csv --json all.json >table 2>err
check "a table of points" [ $? = 0 -a ! -s err -a "$(grep -c '^| [24]    | 0\.[27]  | .* ± ' table)" = 4 -a "$(wc -l <table)" = 6 ]
check "a row of CSV for each run" [ "$(cut -d, -f1-3 all.csv | tr '\n' ' ')" = \
	"saqs,load,seed 2,0.2,1 2,0.2,2 2,0.2,3 2,0.7,1 2,0.7,2 2,0.7,3 4,0.2,1 4,0.2,2 4,0.2,3 4,0.7,1 4,0.7,2 4,0.7,3 " ]
"$sluice" sim $net --load 0.7 --saqs 4 --seed 2 --json one.json --csv one.csv >out
check "an object of JSON for each run, as sim writes it" perl -e '
	use strict;
	local $/;
	open my $f, "<", "all.json"; my $all = <$f>;
	open $f, "<", "one.json"; my $one = <$f>;
	my @run = $all =~ /^(\{\n.*?^\})/msg;
	s/^\s*"(cpu_seconds|elapsed_seconds|bytes)".*\n//mg for $one, @run;
	$one =~ s{\n\z}{};
	exit !(@run == 12 && $run[10] eq $one)'
check "a row of CSV as sim writes it" [ "$(sed -n '12s/^4,0.7,2,//p' all.csv | cut -d, -f1-30)" = "$(tail -1 one.csv | cut -d, -f1-30)" ]
check "its names" [ "$(head -1 all.csv)" = "saqs,load,seed,$(head -1 one.csv)" ]
"$sluice" sim $net --load 0.2,0.7 --saqs 2,4 --seed 1..3 --csv jobs.csv --jobs 3 >jobs
check "the same with other processes" [ -z "$(cmp table jobs; diff <(cut -d, -f1-30 all.csv) <(cut -d, -f1-30 jobs.csv))" ]
"$sluice" sim $net --seed 1..3 >seeds
check "seeds alone" [ "$(tail -1 seeds | grep -c ' ± ')" = 1 -a "$(wc -l <seeds)" = 3 ]
"$sluice" sim $net --scheme 1q,voqsw --load 0.1..0.3:0.1 >steps
check "choices, and a range with a step" [ "$(sed 1,2d steps | cut -d'|' -f2,3 | tr -d ' |' | tr '\n' ' ')" = "1q0.1 1q0.2 1q0.3 voqsw0.1 voqsw0.2 voqsw0.3 " ]
"$sluice" sim --json - $net --load 0.1,0.2 2>words >json
check "JSON on standard output, words elsewhere" [ "$(head -1 json)" = "[" -a "$(grep -c '^|' words)" = 4 ]
printf 'k = 4\nn = 2\ncycles = 3000\nload = 0.3\nsaqs = 2\n' >some.conf
"$sluice" sim --config some.conf --warmup 500 --load 0.2,0.7 --seed 1..3 >configured
check "beside a file of options" [ "$(sed 1,2d configured | sed 's/^| //')" = "$(sed 1,2d table | grep '^| 2 ' | sed 's/^| 2    | //')" ]

# Parameters that some of the schemes have.
"$sluice" sim $net --scheme recn-iq,obqa,1q --saqs 2,4 --queues 2 --seed 1,2 --csv schemes.csv >schemes
check "a parameter of some schemes: their values, and one run of the others" [ "$(sed 1d schemes.csv | cut -d, -f1-3 | tr '\n' ' ')" = \
	"recn-iq,2,1 recn-iq,2,2 recn-iq,4,1 recn-iq,4,2 obqa,,1 obqa,,2 1q,,1 1q,,2 " -a "$(grep -c '^| \(obqa\|1q\)  *| -  *|' schemes)" = 2 ]
"$sluice" sim $net --scheme recn-iq --saqs 4 --seed 1,2 --csv recn.csv >out && "$sluice" sim $net --scheme obqa --queues 2 --seed 1,2 --csv obqa.csv >out
check "... as sim runs each of them" [ "$(sed -n '4,7p' schemes.csv | cut -d, -f3-25)" = "$(sed -s 1d recn.csv obqa.csv | cut -d, -f1-23)" ]

printf '0,0,1,800\n0,2,1,800\n0,3,1,800\n' >t.csv
"$sluice" sim --k 4 --n 2 --traffic trace --trace t.csv --scheme 1q,voqsw --trace-compression 1,2 >traced
check "of a trace, without seeds" [ $? = 0 -a "$(grep -c '| trace |' traced)" = 4 ]
refuses 2 "a trace has no seeds" "--seed: a trace does not depend on it" "$sluice" sim --k 4 --n 2 --traffic trace --trace t.csv --seed 1..5

# With a small stack, the command is in another thread than the first.
(ulimit -s 1024; exec "$sluice" sim --k 4 --n 2 --cycles 6e6 --load 0.2,0.3,0.4,0.5,0.9 --jobs 1 --json stopped.json --csv stopped.csv) >out 2>err &
pid=$!
sleep 2
kill -TERM $pid
wait $pid
check "stopped" [ $? = 143 -a -n "$(grep -Ex 'sluice: incomplete: stopped by signal 15 after [0-4] of 5 runs' err)" ]
check "... with the runs that were made" [ "$(grep -c '^| 0' out)" = "$(grep -c '^0\.' stopped.csv)" -a "$(grep -c '^{' stopped.json)" = "$(grep -c '^| 0' out)" ]

refused() { refuses 2 "$1" "$2" "$sluice" sim "${@:3}"; }
refused "a value out of range" "--load: '2' is not a number in 0\.\.1" --load 0.1,2
refused "a value twice" "--load: '0.1': twice in a list" --load 0.1,0.1
refused "a range downwards" "--seed: '5\.\.1': a range goes upwards, in steps above 0" --seed 5..1
refused "values that do not fit together" "slots: .*" --scheme voqnet --slots 64,32
refused "a file of one run" "--csv-\.\.\.: 'x' would be of one run, .*" --load 0.1,0.2 --csv-series x
refused "a page of one run" "--report: 'x' would be of one run, and options have lists" --load 0.1,0.2 --report x
refused "compiled switches" "--backend: 'both' is for one run, .*" --load 0.1,0.2 --backend both
refused "a parameter of none of the schemes" "cfqs: none of these schemes has such a parameter; leave it out" --scheme recn-iq,obqa --cfqs 4
refused "... with a list" "saqs: none of these schemes has such a parameter; leave it out" --scheme 1q,obqa --saqs 4,8
refused "a parameter of another scheme" "saqs: scheme obqa has no such parameter; leave it out" --scheme obqa --saqs 4,8
refused "as many values as there can be, and schemes without" "xoff_threshold: .*" --slots 64 --scheme obqa,recn-iq --xoff-threshold 1..1024
refused "too many lists" "more than a million runs" --load 0.001..1:0.001 --seed 1..1000 --saqs 2,4
plan
