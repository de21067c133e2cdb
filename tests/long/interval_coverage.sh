#!/bin/bash
# Confidence intervals of sluice sweep: of 100 repetitions with other seeds, 90 to 99 have the mean of a long run inside, at each load and for each figure. (Of 100 independent 95 % intervals,
# fewer than 90 or more than 99 cover it once in 50 times; seeds are fixed, so the counts are always the same. Set-aside queues
# take some 100,000 cycles to find the places of a network where they are of use, docs/study/sweeps.md: these schemes have none.)
. "$(dirname "$0")/../lib/tap.sh"

cat >short.sweep <<'END'
topology = ktree
k = 4
n = 2
slots = 64
cycles = 22000
warmup = 2000
axis scheme:
    voqsw = --scheme voqsw
    1q = --scheme 1q
load = 0.3, 0.6
seed = 1..5
columns = accepted_load, latency_mean
END
sed 's/^cycles.*/cycles = 4000000/; s/^seed.*/seed = 100001..100004/' short.sweep >long.sweep
"$sluice" sweep long.sweep --out long >out
for i in {1..100}; do
	"$sluice" sweep short.sweep --seed $((5 * i))..$((5 * i + 4)) --out rep$i >out
done
perl -e '
	my (%long, %covered, %all);
	sub rows { open my $f, "<", shift; map { chomp; [split ","] } grep { /^(voqsw|1q),/ } <$f> }
	$long{"$_->[0] at load $_->[1]"} = [$_->[2], $_->[4]] for rows("long/long-mean.csv");
	for my $i (1 .. 100) {
		for (rows("rep$i/short-mean.csv")) {
			my $point = "$_->[0] at load $_->[1]";
			for my $k (0, 1) {
				my $what = ("accepted load", "mean latency")[$k] . ", $point";
				$all{$what}++;
				$covered{$what} += abs($_->[2 + 2 * $k] - $long{$point}[$k]) <= $_->[3 + 2 * $k];
			}
		}
	}
	print "$_|$covered{$_}|$all{$_}\n" for sort keys %all;' >counts
while IFS='|' read -r what covered all; do
	[ "$all" = 100 ] && [ "$covered" -ge 90 ] && [ "$covered" -le 99 ]
	ok $? "$what: $covered of $all intervals cover it"
done <counts
check "8 figures" [ "$(wc -l <counts)" = 8 ]
plan
