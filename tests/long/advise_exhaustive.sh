#!/bin/bash
# sluice advise agrees with exhaustive sweeps: 20 random questions, each measured again with other seeds, 8 times as long, and judged by a script of its own. A candidate whose
# interval has a limit inside may be judged either way.
. "$(dirname "$0")/../lib/tap.sh"

questions=${SLUICE_QUESTIONS:-20}
perl -e '
	srand(2026);
	sub one { $_[rand @_] }
	for (1 .. shift) {
		my ($radix, $nodes) = @{one([4, 4], [4, 16], [8, 8], [8, 16], [8, 64], [8, 32], [16, 64], [16, 16], [6, 27])};
		my $load = sprintf "%.2f", one(0.3 + rand 0.6, 1);
		my $bytes = one("64", "8", "256", "16..512", "64..256");
		my $flit = $bytes =~ /512/ ? 128 : 64;
		my $spot = one("", "", "--hot-spot node=1,traffic=0.1", "--hot-spot node=0,traffic=0.3", "--hot-spot node=2,sources=0.25,load=1");
		my $traffic = one("uniform", "uniform", "uniform", $nodes & ($nodes - 1) ? "tornado" : "bit-reversal");
		my $injection = one("per-destination", "fifo");
		print "--radix $radix --nodes $nodes --load $load --packet-bytes $bytes --flit-bits $flit --traffic $traffic --injection $injection --slots ", one(32, 64), " $spot\n";
	}' "$questions" >questions

# judge TABLE MEANS OPTIONS: what the means say, "NAME" or "NAME (or OTHER ...)" where intervals leave it open.
judge() {
	perl -e '
		my ($table, $means, $options) = @ARGV;
		my (%mm2, %load, %half, %latency);
		open my $f, "<", $table;
		while (<$f>) { my @c = map { s/^\s+|\s+$//gr } split /\|/; $mm2{$c[1]} = $c[2] if @c > 6 && $c[2] =~ /^[\d.]+$/ }
		open $f, "<", $means;
		while (<$f>) { my @c = split ","; next if /^#/ || !exists $mm2{$c[0]}; ($load{$c[0]}, $half{$c[0]}, $latency{$c[0]}, $lhalf{$c[0]}) = @c[1 .. 4] }
		my ($offered) = $options =~ /--load ([\d.]+)/;
		$offered *= 1 - $1 if $options =~ /(?:traffic|sources)=([\d.]+)/;
		my ($best) = sort { $load{$b} <=> $load{$a} } keys %load;
		my $most = $load{$best} < $offered ? $load{$best} : $offered;
		# Who is good enough, with limits moved by so many half-intervals.
		sub choice {
			my $move = shift;
			my $counts = $load{$best} >= 0.995 * $offered + $move * $half{$best};
			my @carry = grep { $load{$_} >= 0.98 * $most + $move * ($half{$_} + 0.98 * $half{$best}) } keys %load;
			my @quick = @carry;
			if ($counts) {
				my @steady = grep { $load{$_} >= 0.99 * $most + $move * ($half{$_} + 0.99 * $half{$best}) } @carry;
				my ($least) = sort { $a <=> $b } map { $latency{$_} } @steady;
				@quick = grep { $latency{$_} <= 1.25 * $least * (1 - $move * $lhalf{$_} / $latency{$_}) } @steady;
			}
			my ($cheapest) = sort { $mm2{$a} <=> $mm2{$b} || $a cmp $b } @quick;
			return $cheapest // "none";
		}
		my %may = map { choice($_) => 1 } -1, -0.5, 0.5, 1;
		delete $may{choice(0)};
		print join " ", choice(0), sort keys %may;
	' "$@"
}

number=0
while read -r options; do
	number=$((number + 1))
	"$sluice" advise $options >said$number </dev/null
	"$sluice" advise $options --sweep question$number.sweep </dev/null
	sed -i -e '/^precision/,$d' -e 's/^cycles.*/cycles = 160000/' -e 's/^warmup.*/warmup = 20000/' -e 's/^seed.*/seed = 101..108/' question$number.sweep
	"$sluice" sweep question$number.sweep --out exhaustive >/dev/null </dev/null
	advised=$(sed -n 's/^Advice: \([^ ]*\)\. .*/\1/p' said$number)
	may=$(judge said$number exhaustive/question$number-mean.csv "$options")
	[ -n "$advised" ] && grep -qw -- "$advised" <<<"$may"
	ok $? "$options: $advised; exhaustive: $may"
done <questions
plan
