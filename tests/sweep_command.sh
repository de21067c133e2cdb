#!/bin/bash
# sluice sweep: a file of a user gives the same bytes however it was run and interrupted; means and intervals; run lengths; saturation; bad input.
. "$(dirname "$0")/lib/tap.sh"

rows() { grep -v '^#' "$1" | tail -n +2; }
cell() { rows "$1" | grep "^$2," | cut -d, -f"$3"; }

cat >three.sweep <<'END'
# A sweep of 15 lines.
title = Accepted load and latency of three schemes
topology = ktree
k = 4
n = 2
cycles = 2000
warmup = 500
axis scheme:
    recn-iq = --scheme recn-iq --saqs 4
    voqsw = --scheme voqsw --slots 64
    1q = --scheme 1q
load = 0.1..1:0.1
seed = 1..5
columns = accepted_load, latency_mean, state
quick:
    load = 0.5, 1.0
END
LC_ALL=C sed -i $'s/^title.*/&, Z\xfcrich/' three.sweep
"$sluice" sweep three.sweep --out whole --jobs 2 >out 2>err
check "150 runs, 30 points" [ $? = 0 -a "$(rows whole/three.csv | wc -l)" = 150 -a "$(rows whole/three-mean.csv | wc -l)" = 30 ]
check "a table of points" [ "$(grep -c '^| \(recn-iq\|voqsw\|1q\) .* ± ' out)" = 30 -a ! -s err ]
check "names of columns" grep -qx 'scheme,load,accepted_load,accepted_load_ci95,latency_mean,latency_mean_ci95,state' whole/three-mean.csv
"$sluice" sim --k 4 --n 2 --cycles 2000 --warmup 500 --scheme voqsw --slots 64 --load 0.7 --seed 3 --json - 2>/dev/null >json
check "a row is what sim says" [ "$(cell whole/three.csv voqsw,0.7,3 4)" = "$(sed -n 's/^\t"accepted_load":\t\(.*\),$/\1/p' json)" ]
check "means and intervals of the rows" perl -e '
	my (%of, %mean);
	open my $f, "<", "whole/three.csv";
	/^(\w[\w-]*,[\d.]+),\d,([\d.]+),/ and push @{$of{$1}}, $2 while <$f>;
	open $f, "<", "whole/three-mean.csv";
	while (<$f>) {
		my ($point, $mean, $half) = /^(\w[\w-]*,[\d.]+),([\d.]+),([\d.]+),/ or next;
		my ($sum, $squares) = (0, 0);
		$sum += $_ / 5 for @{$of{$point}};
		$squares += ($_ - $sum) ** 2 for @{$of{$point}};
		exit 1 if abs($mean - $sum) > 1e-6 || abs($half - 2.776445 * sqrt($squares / 4 / 5)) > 1e-6;
		$mean{$point} = 1;
	}
	exit(keys %mean != 30)'
if command -v gnuplot >/dev/null; then
	check "plot: two panels of three curves with intervals" [ "$(grep -c 'yerrorlines' whole/three.gp)" = 6 -a -s whole/three.svg ]
	name="|touch it's @d \"e"
	printf 'title = a_b "c" @d {e} \\\ntopology = ktree\nk = 2\nn = 2\ncycles = 300\nload = 0.1, 0.2\nplot:\n  x = load\n  y = accepted_load\n' >"$name.sweep"
	"$sluice" sweep "$name.sweep" --out odd >out 2>err
	check "... of a name that means something to gnuplot" [ $? = 0 -a ! -s err -a -s "odd/$name.svg" ]
	check "... in UTF-8" grep -q $'schemes, Z\xc3\xbcrich<' whole/three.svg
else
	check "plot # SKIP no gnuplot" true
fi
check "the report" grep -q '^| 1q  *| 1.0 ' whole/three.md
"$sluice" sweep three.sweep --quick --out quick >/dev/null
check "quick: two loads" [ "$(rows quick/three-quick.csv | wc -l)" = 30 ]

# Parameters that some schemes have; switches that follow the network.
printf 'k = 2\ncycles = 500\nscheme = recn-iq, obqa\nsaqs = 2, 4\nqueues = 2\nseed = 1, 2\ncolumns = accepted_load\n' >some.sweep
"$sluice" sweep some.sweep --out some >out 2>err
check "a parameter of some schemes: their values, and one point of the others" [ "$(rows some/some.csv | cut -d, -f1-3 | tr '\n' ' ')" = \
	"recn-iq,2,1 recn-iq,2,2 recn-iq,4,1 recn-iq,4,2 obqa,,1 obqa,,2 " -a "$(rows some/some-mean.csv | wc -l)" = 3 -a ! -s err ]
"$sluice" sim --k 2 --cycles 500 --scheme obqa --queues 2 --seed 2 --json - 2>/dev/null >json
check "... as sim runs it" [ "$(cell some/some.csv obqa,,2 4)" = "$(sed -n 's/^\t"accepted_load":\t\(.*\),$/\1/p' json)" ]
"$sluice" sweep some.sweep --out some --plan >out
check "... as its plan says" [ "$(grep -c ^[0-9] some/some.plan)" = 6 ]
before=$(cksum some/some.csv)
"$sluice" sweep some.sweep --out some >out 2>err
check "... and again: nothing is left to run" [ $? = 0 -a "$(cksum some/some.csv)" = "$before" ]
echo 'cfqs = 4' >>some.sweep
refuses 2 "a parameter of none of them" "some: cfqs: none of these schemes has such a parameter; leave it out" "$sluice" sweep some.sweep --out none
printf 'k = 2\ncycles = 300\nscheme = obqa, voqsw\nqueues = 2, 4\naxis packets:\n  short = --packet-flits 2\n  long = --packet-flits 8\n' >two.sweep
"$sluice" sweep two.sweep --out two >out 2>err
check "a parameter of one of two schemes, and options beside them" [ $? = 0 -a "$(rows two/two.csv | cut -d, -f1-3 | xargs)" = \
	"obqa,2,short obqa,2,long obqa,4,short obqa,4,long voqsw,,short voqsw,,long" ]
sed -i 's/^scheme.*/axis scheme:\n  voqsw = --scheme voqsw\n  1q = --scheme 1q/; s/^queues.*/saqs = 2, 4/' two.sweep
refuses 2 "a parameter of the default scheme, which is not run" "two: saqs: none of these schemes has such a parameter; leave it out" "$sluice" sweep two.sweep --out none
printf 'topology = mesh\nsizes = 7,7\ncycles = 300\nload = 0.1, 0.2\n' >long.sweep
"$sluice" sweep long.sweep --out long >out 2>err
check "routes longer than the default of turnpool_bits" grep -qx '# turnpool_bits = 39' long/long.csv

# Interrupted, and gone on with.
sed -i 's/^cycles.*/cycles = 25000/' three.sweep
"$sluice" sweep three.sweep --out slow >out
for signal in INT KILL; do
	for times in 1 2; do
		before=$(rows $signal/three.csv 2>/dev/null | wc -l)
		env --default-signal=INT "$sluice" sweep three.sweep --out $signal --jobs 1 >/dev/null 2>err &  # scripts have it ignored in the background
		pid=$!
		for i in {1..600}; do
			[ -e $signal/three.csv ] && [ "$(rows $signal/three.csv | wc -l)" -gt $((before + 2)) ] && break
			sleep 0.01
		done
		kill -$signal $pid 2>/dev/null
		wait $pid 2>/dev/null
	done
	some=$(rows $signal/three.csv | wc -l)
	check "$signal: stopped on the way" [ "$some" -ge 5 -a "$some" -lt 150 ]
	for i in {1..600}; do   # the process that was at work holds the directory until it ends
		"$sluice" sweep three.sweep --out $signal >/dev/null 2>err && break
		sleep 0.05
	done
	check "$signal: the same bytes" [ -z "$(for f in three.csv three-mean.csv three.md three.gp; do cmp slow/$f $signal/$f 2>&1; done)" ]
done

# More values are added; the runs that are there stay.
cp -r slow more
touch -d 2001-01-01 more/three.csv
"$sluice" sweep three.sweep --out more >/dev/null
check "complete: nothing is run again" [ "$(stat -c %Y more/three.csv)" = "$(date -d 2001-01-01 +%s)" ]
sed -i 's/0.1..1:0.1/0.1..1:0.1, 0.95/; s/^    1q.*/&\n    pfc = --scheme pfc/' three.sweep
"$sluice" sweep three.sweep --out more >/dev/null
check "more values: 220 runs, those of before among them" [ "$(rows more/three.csv | wc -l)" = 220 -a -z "$(rows slow/three.csv | grep -vxFf more/three.csv)" ]
sed -i 's/^k = 4/k = 2/' three.sweep
refuses 2 "another network" ".*these results are of another configuration: '# k = 4', and not '# k = 2'.*" "$sluice" sweep three.sweep --out more

# Other seeds than those of the file.
"$sluice" sweep three.sweep --quick --seed 7 --out seven >/dev/null
check "--seed of one" [ "$(rows seven/three-quick.csv | wc -l)" = 8 -a ! -e seven/three-mean.csv -a -n "$(grep -x '# seed = 7' seven/three-quick.csv)" ]
"$sluice" sweep three.sweep --quick --seed 7..9 --out seven9 >/dev/null
check "--seed of several" [ "$(rows seven9/three-quick.csv | wc -l)" = 24 ]

# Runs of a length that gives narrow intervals.
cat >precise.sweep <<'END'
k = 4
n = 1
cycles = 1000
warmup = 200
scheme = 1q, voqsw
load = 0.3, 0.6
seed = 1..4
columns = accepted_load
precision:
    accepted_load = 0.02
    cycles = 60000
END
"$sluice" sweep precise.sweep >out
check "every interval is narrow" [ -z "$(rows results/precise-mean.csv | awk -F, '$5 > 0.02 * $4')" -a "$(rows results/precise-mean.csv | wc -l)" = 4 ]
check "no run is longer than need be" perl -e '
	open my $f, "<", "results/precise-mean.csv";
	my $n = grep { my @c = split ","; @c == 5 && $c[2] =~ /^\d+$/ && ($c[2] == 1000 || $c[2] =~ /^(2|4|8|16|32|60|64)000$/) } <$f>;
	exit($n != 4)'
"$sluice" sim --k 4 --n 1 --cycles "$(cell results/precise.csv 1q,0.6,2 4)" --warmup 200 --scheme 1q --load 0.6 --seed 2 --json json >/dev/null
check "a row is a run of that length" [ "$(cell results/precise.csv 1q,0.6,2 5)" = "$(sed -n 's/^\t"accepted_load":\t\(.*\),$/\1/p' json)" ]
cp -r results again
head -c -40 results/precise.csv >again/precise.csv
"$sluice" sweep precise.sweep --out again >out
check "gone on with: the same bytes" cmp results/precise.csv again/precise.csv
sed -i 's/60000/2000/' precise.sweep
"$sluice" sweep precise.sweep --out short >out
check "says what stays wide" grep -q '^precise: intervals that are wider than wanted even with runs of 2000 cycles: of [1-4] points$' out

# Saturation is where a sweep over loads finds it.
cat >saturation.sweep <<'END'
k = 4
n = 2
cycles = 4000
warmup = 1000
scheme = 1q, voqsw
saturation = 0.4..1:0.05
seed = 1..2
columns = accepted_load, state
END
sed 's/^saturation.*/load = 0.4..1:0.05/' saturation.sweep >every.sweep
"$sluice" sweep saturation.sweep every.sweep >/dev/null
check "saturation by bisection, as by trying every load" perl -e '
	my %most;
	open my $f, "<", "results/every.csv";
	while (<$f>) { my ($s, $load, $seed, undef, $state) = /^(1q|voqsw),([\d.]+),(\d),([\d.]+),(\w+)/ or next; $most{"$s,$seed"} = $load if $state ne "saturated" && !$over{"$s,$seed"}; $over{"$s,$seed"} ||= $state eq "saturated" }
	open $f, "<", "results/saturation.csv";
	my $n = 0;
	while (<$f>) { my ($s, $seed, $load) = /^(1q|voqsw),(\d),([\d.]+),/ or next; $n++; exit 1 if abs($load - $most{"$s,$seed"}) > 1e-9 }
	exit($n != 4)'

# A trace is drawn for each seed, and runs to its end.
cat >disks.sweep <<'END'
k = 4
n = 2
draw_trace = --nodes 16 --servers 5 --duration-us 2000 --think-us 50 --run 1 --cached 1
trace_compression = 40
scheme = 1q, voqsw
seed = 1..3
columns = accepted_load, latency_mean, packets_delivered, trace_packets_left, state
END
"$sluice" sweep disks.sweep --out drawn >out 2>err
check "a trace for each seed" [ $? = 0 -a ! -s err -a "$(cd drawn && echo *.trace)" = "disks-1.trace disks-2.trace disks-3.trace" ]
"$sluice" trace --nodes 16 --servers 5 --duration-us 2000 --think-us 50 --run 1 --cached 1 --seed 3 --out 3.csv >out
check "... as sluice trace draws it" cmp -s 3.csv drawn/disks-3.trace
"$sluice" sim --k 4 --n 2 --traffic trace --trace 3.csv --trace-compression 40 --scheme voqsw --json - 2>words >json
check "... and all of it enters" [ "$(cell drawn/disks.csv voqsw,3 3-6)" = "$(for key in accepted_load latency_mean packets_delivered trace_packets_left; do sed -n "s/^\t\"$key\":\t\(.*\),$/\1/p" json; done | paste -sd,)" ]
check "... so that intervals are of something" [ "$(rows drawn/disks-mean.csv | awk -F, '$3 > 0' | wc -l)" = 2 ]
sed '/^seed/d' disks.sweep >one.sweep
"$sluice" sweep one.sweep --seed 3 --out drawn >out
check "one seed: one trace" [ $? = 0 -a "$(rows drawn/one.csv)" = "$(rows drawn/disks.csv | grep ,3, | sed 's/,3,/,/')" ]
check "... of the name of the sweep" cmp -s 3.csv drawn/one.trace

# Bad input.
refused() { printf '%s\n' "$3" >bad.sweep; refuses 2 "$1" "$2" "$sluice" sweep bad.sweep --out bad; }     # DESCRIPTION PATTERN TEXT
refused "unknown option" "bad.sweep:1: no option of sluice sim; did you mean 'load'\?: 'laod'" "laod = 0.1"
refused "value out of range" "bad.sweep:2: --load: '1.5' is not a number in 0\.\.1" "$(printf 'k = 4\nload = 0.5,1.5')"
refused "unknown column" "bad: columns: 'latency' is measured in none of these runs; .*" "columns = latency"
refused "values that make no network" "slots: .*" "$(printf 'scheme = voqnet\nslots = 32, 64')"
refused "seeds of a trace that is not drawn" "--seed: a trace does not depend on it; draw_trace draws one for each seed" "$(printf 'k = 4\nn = 2\ntraffic = trace\ntrace = 3.csv\nseed = 1..3')"
traced=$(printf 'k = 4\nn = 2\ndraw_trace = --nodes 16 --duration-us 2000')
refused "options of a trace" "--nodes: .*" "$(printf 'draw_trace = --nodes 1')"
refused "bins of a trace without cycles" "rows = bins: with a trace, cycles = N says how many" "$traced"$'\nrows = bins'
refused "saturation of a trace" "saturation: a trace has a load of its own" "$traced"$'\nsaturation = 0.1..1:0.1'
refused "precision of a trace" "precision: a trace has a length of its own" "$traced"$'\nseed = 1..3\nprecision:\n    accepted_load = 0.1'
refuses 2 "no file" "sweep: FILE is missing" "$sluice" sweep
refuses 2 "file that is not there" "cannot read 'nothing.sweep': No such file or directory" "$sluice" sweep nothing.sweep
refuses 2 "seed that is none" ".*--seed: 'x' is not a whole number.*" "$sluice" sweep three.sweep --seed x --out bad
plan
