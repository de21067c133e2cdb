#!/bin/bash
# sluice tradeoff: CSV, Markdown and page say the same, which is what area, sim and synth say; the page needs nothing but itself;
# what is interrupted goes on to the same bytes; bad input is one line and exit 2.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
export XDG_CACHE_HOME=$dir/cache TMPDIR=$dir

skip() { ok 0 "$1 # SKIP $2"; }

refused() { refuses 2 "$1" "$2" "$sluice" tradeoff "${@:3}"; }

rows() { grep -vc '^#' "$1" | awk '{ print ($1 > 0 ? $1 - 1 : 0) }'; }

# Cells of the CSV, line by line; of the table in the Markdown; of the table in a page, or in what a browser made of it.
csv_cells() { grep -v '^#' "$1" | tail -n +2; }
markdown_cells() { grep '^| [0-9]' "$1" | sed 's/^| //; s/ |$//; s/ | /,/g'; }
same_cells() {  # same_cells FILE CSV KIND: the cells of the CSV, of which there are some
	"$3"_cells "$1" >cells && [ -s cells ] && cmp cells <(csv_cells "$2")
}
page_cells() {
	perl -0777 -ne 'my ($t) = m{<table id="all">.*?<tbody>(.*?)</tbody>}s or exit 1;
		print join(",", $_ =~ m{<td[^>]*>(.*?)</td>}gs), "\n" for $t =~ m{<tr[^>]*>(.*?)</tr>}gs' "$1"
}

# Every mark of every plot is where the scale between the outermost labelled ticks puts the numbers of the CSV, behind the break if that is beyond them, and is
# filled if on the front. The plot names what is behind a break, and what has no figure.
plots() {
	perl -e 'my ($csv, $page) = @ARGV;
		local $/; open my $f, "<", $csv; my @l = grep { !/^#/ } split /\n/, <$f>; my @name = split /,/, shift @l;
		my @row = map { my %r; @r{@name} = split /,/; \%r } @l;
		open $f, "<", $page; my $html = <$f>; my $seen = 0;
		while ($html =~ m{<svg[^>]* id="([a-z_]+)-(\d+)"(.*?)</svg>(.*?)</figure>}gs) {
			my ($of, $network, $svg, $below) = ($1, $2, $3, $4);
			my @radix = do { my %s; grep { !$s{$_}++ } map { $_->{radix} } @row };
			my @all = grep { $_->{radix} == $radix[$network] } @row; my @mine = grep { $_->{$of} ne "" } @all;
			(() = $below =~ /Saturated, without a figure: ([^<]*)/ ? split(/;/, $1) : ()) == @all - @mine or exit 6;
			my %scale; my $named = 0;
			for my $a ("x", "y") {
				my @t = map { [$_->[$a eq "y"], $_->[2]] } map { [m{ x="([\d.]+)" y="([\d.]+)"[^>]*>([\d.]+)<}] } $svg =~ m{(<text class="tick" data-axis="$a".*?</text>)}g;
				@t >= 3 or exit 1;
				my $unit = ($t[-1][0] - $t[0][0]) / ($t[-1][1] - $t[0][1]);
				abs($t[0][0] + ($_->[1] - $t[0][1]) * $unit - $_->[0]) < 0.02 or exit 2 for @t;
				$scale{$a} = sub { my ($at, $value) = @_; my $end = $value > $t[-1][1] ? 1 : $value < $t[0][1] ? -1 : 0; my $beyond = ($at - $t[$end < 0 ? 0 : -1][0]) * ($unit <=> 0);
					return ($end ? $beyond * $end > 5 : abs($t[0][0] + ($value - $t[0][1]) * $unit - $at) < 0.05, $end) };
			}
			my @mark = $svg =~ m{<g class="(mark[^"]*)" data-x="([\d.]+)" data-y="([\d.]+)">}g;
			@mark == 3 * @mine or exit 3;
			for (@mine) {
				my ($class, $x, $y) = splice @mark, 0, 3;
				my @at = ($scale{x}->($x, $_->{port_mm2}), $scale{y}->($y, $_->{$of}));
				$at[0] && $at[2] or exit 4;
				($class =~ /best/ ? "yes" : "no") eq $_->{"front_$of"} or exit 5;
				my $outside = $at[1] || $at[3] ? 1 : 0; $outside == ($class =~ /outside/ ? 1 : 0) or exit 7;
				$named += $outside;
			}
			(() = $below =~ /Behind a broken axis, with an arrow: ([^<]*)/ ? split(/;/, $1) : ()) == $named or exit 8;
			(() = $svg =~ /<path class="axis break"/g) == 2 * (($svg =~ /class="arrow" d="M\S+ \S+l-5/) + ($svg =~ /class="arrow" d="M\S+ \S+l-4/)) or exit 9;
			$seen++;
		}
		exit !($seen && $seen == 4 * scalar keys %{{ map { $_->{radix} => 1 } @row }})' "$1" "$2"
}

# Labels: each within its plot, none over another or over a mark, one at each point of a front. A letter is taken for 6.5 units.
labels() {
	perl -0777 -ne 'my $seen = 0;
		while (m{<svg[^>]* viewBox="0 0 (\d+) (\d+)" role(.*?)</svg>}gs) {
			my ($w, $h, $svg) = ($1, $2, $3); my @box = map { [$_->[0] - 5, $_->[1] - 5, $_->[0] + 5, $_->[1] + 5] } map { [m{data-x="([\d.]+)" data-y="([\d.]+)"}] } $svg =~ m{(<g class="mark.*?>)}g;
			my $marks = @box; my $best = () = $svg =~ m{<g class="mark[^"]* best}g; my @label = $svg =~ m{(<text class="label".*?</text>)}g; @label >= $best or exit 1;
			for (@label) {
				my ($x, $y, $text) = m{ x="([\d.]+)" y="([\d.]+)" text-anchor="middle">(.*?)<} or exit 2; my $half = 3.25 * length $text;
				my @b = ($x - $half, $y - 9, $x + $half, $y + 2); $b[0] > 0 && $b[1] > 0 && $b[2] < $w && $b[3] < $h or exit 3;
				for my $o (@box) { $b[2] <= $o->[0] || $o->[2] <= $b[0] || $b[3] <= $o->[1] || $o->[3] <= $b[1] or exit 4 }
				push @box, \@b; $seen++;
			}
		}
		exit !$seen' "$1"
}

# Elements nest and end, attributes are quoted, ids are there once, links lead to one.
well_formed() {
	[ -s "$1" ] &&
	perl -0777 -ne 's/^<!DOCTYPE html>\n// or die "doctype"; s{<style>[^<]*</style>}{}; s{<script>[^<&]*</script>}{}; my (@open, %id, @link);
		while (/\G([^<]*)(?:<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>|\z)/gc) {
			my ($text, $close, $tag, $attributes, $empty) = ($1, $2, $3, $4, $5);
			$text =~ /&(?!amp;|lt;|gt;|quot;)|>/ and die "text: $text"; last unless defined $tag;
			$id{$_}++ and die "id $_" for $attributes =~ / id="([^"]*)"/g; push @link, $attributes =~ / href="#([^"]*)"/g;
			if ($close) { (pop @open // "") eq $tag or die "</$tag>" } elsif (!$empty) { push @open, $tag }
		}
		$id{network} && $id{"uniform_accepted_load-0"} or die "no page"; die "stops at " . pos . " of " . length if (pos // 0) < length; die "open: @open" if @open; $id{$_} or die "link $_" for @link' "$1"
}

quick="--no-synth --scheme recn-iq --cycles 700 --warmup 200 --latency-load 0.4"
sweep="$quick --radix 4,8 --saqs 0,2 --slots 8,16 --xoff-threshold 6"

"$sluice" tradeoff $sweep --out one --jobs 1 >stdout 2>stderr
check "a sweep" [ $? = 0 -a ! -s stderr -a "$(rows one/tradeoff.csv)" = 8 ]
check "one line of it for each point" [ "$(grep -c '^radix=' stdout)" = 8 ]
"$sluice" tradeoff $sweep --out two --jobs 2 >stdout 2>stderr
check "two at a time: the same bytes" diff -r one two
check "Markdown has the cells of the CSV" same_cells one/tradeoff.md one/tradeoff.csv markdown
check "the page has the cells of the CSV" same_cells one/tradeoff.html one/tradeoff.csv page
check "every plot has its points where the CSV says" plots one/tradeoff.csv one/tradeoff.html
sed -E '$s/,0\.([0-9]+),(0\.[0-9]+),([0-9.]*),([0-9.]*),(yes|no),/,0.1\1,\2,\3,\4,\5,/' one/tradeoff.csv >wrong.csv
check "... and that is seen" eval '! plots wrong.csv one/tradeoff.html && ! same_cells one/tradeoff.html wrong.csv page >/dev/null 2>&1'

# A point by itself, by other commands.
point="--radix 8 --saqs 2 --slots 16 --xoff-threshold 6"
"$sluice" area $point --json area.json >stdout 2>stderr
"$sluice" sim --topology ktree --k 4 --n 3 $point --traffic uniform --load 1 --cycles 700 --warmup 200 --seed 1 --json uniform.json >stdout 2>stderr
"$sluice" sim --topology ktree --k 4 --n 3 $point --traffic uniform --load 1 --cycles 700 --warmup 200 --seed 1 --hot-spot node=0,traffic=0.1 --json hot.json >stdout 2>stderr
"$sluice" sim --topology ktree --k 4 --n 3 $point --traffic uniform --load 0.4 --cycles 700 --warmup 200 --seed 1 --json calm.json >stdout 2>stderr
"$sluice" sim --topology ktree --k 4 --n 3 $point --traffic uniform --load 0.4 --cycles 700 --warmup 200 --seed 1 --hot-spot node=0,traffic=0.1 --json beside.json >stdout 2>stderr
same_point() {
	perl -MJSON::PP -e 'sub j { local (@ARGV, $/) = @_; decode_json(<>) } my ($a, $u, $h, $c, $b) = map { j($_) } map { "$_.json" } qw(area uniform hot calm beside);
		my ($names) = grep { /^radix/ } my @l = split /\n/, do { local (@ARGV, $/) = "one/tradeoff.csv"; <> }; my ($row) = grep { /^8,recn-iq,2,16,/ } @l;
		my %r; @r{split /,/, $names} = split /,/, $row; my $mm2 = $a->{total}{area_mm2};
		my $slowest = 0; for (@{$a->{memories}}) { $slowest = $_->{access_ns} if ($_->{access_ns} // 0) > $slowest }
		exit !($r{memory_mm2} == sprintf("%.5g", $mm2) && $r{memory_access_ns} eq sprintf("%.3f", $slowest) && $r{memory_bits} == $a->{total}{bits} && $r{port_mm2} == sprintf("%.5g", $mm2 / 8) &&
			$r{node_mm2} == sprintf("%.5g", $mm2 * 48 / 64) && $r{nodes} == 64 && $r{switches} == 48 &&
			$r{uniform_accepted_load} eq sprintf("%.4f", $u->{pattern_accepted_load}) &&
			$r{hot_spot_accepted_load} eq sprintf("%.4f", $h->{accepted_load} - ($h->{cold_accepted_load} - $h->{cold_pattern_accepted_load}) * 63 / 64) &&
			$r{uniform_latency_mean} eq sprintf("%.1f", $c->{latency_mean}) && $r{hot_spot_cold_latency_mean} eq sprintf("%.1f", $b->{cold_latency_mean}))'
}
check "a point is what sluice area and sluice sim say" same_point

# Schemes that differ in their parameters.
all="--no-synth --radix 4 --saqs 0 --cfqs 2 --queues 2,3 --slots 16 --cycles 700 --warmup 200"
"$sluice" tradeoff $all --xoff-threshold 6 --out all >stdout 2>stderr
check "all schemes, each with its parameters" [ $? = 0 -a "$(csv_cells all/tradeoff.csv | cut -d, -f1-6 | tr '\n' ' ')" = \
	"4,recn-iq,0,,,16 4,fbicm,,2,,16 4,recn-qos,,,, 4,voqsw-qos,,,, 4,1q,,,,16 4,obqa,,,2,16 4,obqa,,,3,16 4,dbbm,,,2,16 4,dbbm,,,3,16 4,voqsw,,,,16 4,voqnet,,,,16 " ]
"$sluice" sim --k 2 --n 3 --scheme dbbm --queues 3 --slots 16 --load 1 --cycles 700 --warmup 200 --json dbbm.json >stdout 2>stderr
check "... accept what sluice sim says" [ "$(grep '^4,dbbm,,,3,' all/tradeoff.csv | rev | cut -d, -f8 | rev)" = \
	"$(perl -MJSON::PP -e 'local $/; printf "%.4f", decode_json(<>)->{pattern_accepted_load}' dbbm.json)" ]
check "no cell is a dash" eval '! csv_cells all/tradeoff.csv | grep -Eq "(^|,)-(,|$)"'
check "... in tables and plots" eval 'grep -q "axis break" all/tradeoff.html && same_cells all/tradeoff.html all/tradeoff.csv page && same_cells all/tradeoff.md all/tradeoff.csv markdown && plots all/tradeoff.csv all/tradeoff.html'
check "... and legends" [ "$(grep -c '^<li><svg' all/tradeoff.html)" = 11 ]

# The page.
check "the page is well-formed" well_formed one/tradeoff.html
check "... which <b> is not" eval '! sed "s/<h1>/<h1><b>/" one/tradeoff.html >broken.html || ! well_formed broken.html 2>/dev/null'
with xmllint "... as xmllint reads it" xmllint --noout one/tradeoff.html all/tradeoff.html
check "labels are apart, and within" eval 'labels one/tradeoff.html && labels all/tradeoff.html'
moved() { perl -pe '/class="label"/ && ($at //= m{( x="\S+" y="\S+")} && $1) && s{ x="\S+" y="\S+"}{$at}' one/tradeoff.html >moved.html; }
check "... which they are not in one place" eval 'moved && ! labels moved.html'
check "one script, inline; nothing from elsewhere" eval '[ "$(grep -c "<script>" one/tradeoff.html)" = 1 ] &&
	! sed "s# xmlns=\"http://www.w3.org/2000/svg\"##g; s#^<script>##" one/tradeoff.html | grep -Eiq "<script|fetch|XMLHttp|import|<link|<img|<iframe|javascript:| on[a-z]+=|https?:|//[a-z]|@import|url\(|src="'
check "phone, dark, print" eval 'grep -q "width=device-width" one/tradeoff.html && grep -q "prefers-color-scheme: dark" one/tradeoff.html && grep -q "@media print" one/tradeoff.html'
check "every source of the CSV is in the page and the Markdown" eval '[ "$(grep -Ec "^# (network|manifest|memory|sum|traffic|front) = " one/tradeoff.csv)" = 6 ] &&
	grep -E "^# [a-z]+ = " one/tradeoff.csv | sed "s/^# [a-z]* = //" | while IFS= read -r s; do grep -Fq -- "$s" one/tradeoff.html && grep -Fq -- "$s" one/tradeoff.md || exit 1; done'

# What was interrupted goes on.
for signal in TERM KILL; do
	"$sluice" tradeoff $sweep --out $signal --jobs 1 >stdout 2>stderr &
	pid=$!
	for i in {1..600}; do
		[ -e $signal/tradeoff.csv ] && [ "$(rows $signal/tradeoff.csv)" -ge 2 ] && break
		sleep 0.01
	done
	kill -$signal $pid
	wait $pid 2>/dev/null
	status=$?
	some=$(rows $signal/tradeoff.csv)
	check "$signal: stopped on the way, with complete rows" eval "[ $some -ge 2 -a $some -lt 8 -a $status -gt 128 -a ! -e $signal/tradeoff.html ] && ! csv_cells $signal/tradeoff.csv | grep -vq ',,,,\$'"
	[ $signal = KILL ] || check "$signal: says how far it came" grep -Exq "sluice: stopped; $some of 8 runs are in 'TERM/tradeoff.csv', .*" stderr
	for i in {1..100}; do           # workers go with their parent, but not in the same instant
		"$sluice" tradeoff $sweep --out $signal >stdout 2>stderr
		grep -q "is in use by another sluice" stderr || break
		sleep 0.1
	done
	rm -f $signal/*.sluice-*
	check "$signal: goes on, to the same bytes" diff -r one $signal
done
mkdir cut
head -c -30 one/tradeoff.csv >cut/tradeoff.csv
"$sluice" tradeoff $sweep --out cut >stdout 2>stderr
check "a row that broke off is made again" diff -r one cut
"$sluice" tradeoff ${sweep/4,8/8} --out wider >stdout 2>stderr && "$sluice" tradeoff $sweep --out wider >stdout 2>stderr
check "more values: what is there stays" cmp one/tradeoff.csv wider/tradeoff.csv
before=$(cksum one/*)
refused "another seed in the same place" "one/tradeoff.csv:[0-9]+: these results are of another configuration: '\.\.\..*--seed 1;.*', and not '\.\.\..*--seed 2;.*--force.*" $sweep --out one --seed 2
refused "fewer values in the same place" "one/tradeoff.csv:[0-9]+: this is no row of these results.*--force.*" ${sweep/4,8/8} --out one
check "what was there stays" [ "$(cksum one/*)" = "$before" ]
"$sluice" tradeoff $sweep --out wider --seed 2 --force >stdout 2>stderr
check "--force: other numbers of another seed" eval '[ $? = 0 ] && ! cmp -s <(csv_cells one/tradeoff.csv) <(csv_cells wider/tradeoff.csv)'

# Combinations that make no switch, or no network.
"$sluice" tradeoff $quick --radix 4,7 --saqs 0,2 --slots 8,16 --xoff-threshold 10 --out some >stdout 2>stderr
check "impossible combinations are left out, and that is said" eval '[ $? = 0 -a "$(rows some/tradeoff.csv)" = 3 ] && grep -Eq "^5 combinations are left out; the first, .*xoff_threshold: 10 is above slots" stdout &&
	grep -q "5 combinations are left out" some/tradeoff.html && grep -q "5 combinations are left out" some/tradeoff.md'
check "... from the plots too" plots some/tradeoff.csv some/tradeoff.html

# A real fabric in place of trees: a tree as one has the figures of the tree, and of the tables that the file has.
few="--no-synth --scheme recn-iq,voqnet,obqa --saqs 2 --queues 2 --slots 64 --cycles 700 --warmup 200"
"$top/tests/lib/ibsim_net.pl" tree 4 3 >tree64.net
"$sluice" tradeoff $few --radix 8 --out trees >stdout 2>stderr && "$sluice" tradeoff $few --fabric tree64.net --out real >stdout 2>stderr
check "a tree as a real fabric: its figures" eval '[ $? = 0 ] && [ "$(rows real/tradeoff.csv)" = 3 ] && cmp <(csv_cells trees/tradeoff.csv) <(csv_cells real/tradeoff.csv)'
check "... and where they are from" eval 'grep -qx "# network = tree64.net with this switch in place of each: 64 end nodes, 48 switches, computed tables" real/tradeoff.csv && grep -q "that of tree64.net, under" real/tradeoff.md'
check "... in the page too" same_cells real/tradeoff.html real/tradeoff.csv page
ring=$top/tests/fabrics/ring
"$sluice" tradeoff --no-synth --scheme obqa --queues 2 --slots 64 --cycles 700 --warmup 200 --fabric $ring/ibnetdiscover.txt --routes $ring/dump_fts.txt --allow-cycles --radix 2,3,16 --latency-load 0.05 --out ring >stdout 2>stderr
check "radices that are given, where its ports suffice" eval '[ "$(csv_cells ring/tradeoff.csv | cut -d, -f1-3 | xargs)" = "3,obqa,2 16,obqa,2" ]'
lids=$top/tests/fabrics/lids
"$sluice" tradeoff $few --fabric $lids/ibnetdiscover.txt --routes $lids/dump_fts.txt --lid source --latency-load 0.05 --out lids >stdout 2>stderr
check "several LIDs: tables with a word for each" eval '[ $? = 0 ] && [ "$(rows lids/tradeoff.csv)" = 3 ]'
refused "a fabric has its network"  "--fabric and --stages exclude each other" $few --fabric tree64.net --stages 3
cp tree64.net $'two\nlines'
refused "a name of two lines"       "--fabric: 'two\?lines': names of files with control characters are not known here" $few --fabric $'two\nlines'
refused "tables with a cycle"       "--fabric: .*: a cycle of 5 links that wait for each other; --allow-cycles runs it" $few --fabric $ring/ibnetdiscover.txt --routes $ring/dump_fts.txt
refused "tables without a fabric"   "--routes, --without, --lid, --allow-cycles and --equal-rates are for a real fabric, --fabric" $few --equal-rates
refused "too few ports"             "radix: 4 is below 8, the most ports of a switch of the network" $few --fabric tree64.net --radix 4

# With synthesis. A second time it is remembered: Yosys is asked for its version only.
if command -v yosys >/dev/null; then
	tiny="--scheme recn-iq --radix 4 --saqs 0 --slots 4 --packet-flits 1 --turnpool-bits 10 --node-bits 4 --cycles 700 --warmup 200"
	mkdir bin
	printf '#!/bin/sh\necho "$*" >>%s/calls\nexec %s "$@"\n' "$dir" "$(command -v yosys)" >bin/yosys
	chmod +x bin/yosys
	PATH=$dir/bin:$PATH "$sluice" tradeoff $tiny --out logic >stdout 2>stderr
	check "with synthesis" [ $? = 0 -a "$(grep -vx -e -V calls | sort | xargs)" = "choices.ys flat.ys many.ys narrow.ys rewrite.ys" ]
	"$sluice" gen --radix 4 --saqs 0 --slots 4 --packet-flits 1 --turnpool-bits 10 --node-bits 4 --out switch >stdout 2>stderr && "$sluice" synth --config switch/sluice.conf --json synth.json >stdout 2>stderr
	"$sluice" area --config switch/sluice.conf --tech 180 --json area.json >stdout 2>stderr
	same_logic() {
		perl -MJSON::PP -e 'sub j { local (@ARGV, $/) = @_; decode_json(<>) } my ($s, $a) = map { j($_) } qw(synth.json area.json);
			my ($names, $row) = grep { !/^#/ } split /\n/, do { local (@ARGV, $/) = "logic/tradeoff.csv"; <> };
			my %r; @r{split /,/, $names} = split /,/, $row; my $logic = $s->{total}{area} / 1e6;
			exit !($r{flip_flops} == $s->{total}{flip_flops} && $r{logic_mm2} == sprintf("%.5g", $logic) && $r{clock_mhz} eq sprintf("%.1f", $s->{clock_mhz}) &&
				$r{logic_kge} == sprintf("%.5g", $s->{total}{gate_equivalents} / 1000) && $r{switch_mm2} == sprintf("%.5g", $logic + $a->{total}{area_mm2}))'
	}
	check "logic, clock and sum are what sluice synth and sluice area say" same_logic
	check "the page has them" same_cells logic/tradeoff.html logic/tradeoff.csv page
	rm calls
	PATH=$dir/bin:$PATH "$sluice" tradeoff $tiny --out logic --force >stdout 2>stderr
	check "remembered" [ $? = 0 -a "$(sort -u calls)" = -V ]
	printf '#!/bin/sh\n[ "$1" = -V ] && echo "Yosys 0.23" && exit\necho "ERROR: no more"\nexit 1\n' >bin/yosys
	PATH=$dir/bin:$PATH "$sluice" tradeoff $tiny --out fails >stdout 2>stderr
	check "a Yosys that fails: one line, its error, exit 3" [ $? = 3 -a "$(wc -l <stderr)" = 1 -a "$(grep -c 'radix=4 .*ERROR: no more' stderr)" = 1 ]
	mkdir empty
	env PATH="$dir/empty" "$sluice" tradeoff $tiny --out none >stdout 2>stderr
	check "no Yosys: one line, exit 3" [ $? = 3 -a "$(wc -l <stderr)" = 1 -a "$(grep -c '^sluice: yosys is not installed.*--no-synth' stderr)" = 1 ]
else
	skip "synthesis" "no Yosys here"
fi

refused "radix that is none"     "radix: '8x' is not a number in 2..64.*" $quick --radix 4,8x
refused "radix out of range"     "radix: 65 is outside 2..64 .*" $quick --radix 65
refused "the same value twice"   "saqs: the value 2 is given twice" $quick --saqs 2,0,02
refused "empty list"             "slots: '': a value of the list is missing" $quick --slots ''
refused "unknown scheme"         "scheme: 'x' is not one of: .*" $quick --scheme x
refused "list too long"          "slots: '[0-9]+': more values than a list can have" $quick --slots "$(seq -s, 4 300)"
refused "list of one parameter only" "flit_bits: '64,128' is not a number.*" $quick --flit-bits 64,128
refused "too many combinations"  "the sweep has [0-9]+ combinations; at most 10000.*" $quick --radix "$(seq -s, 2 2 60)" --saqs "$(seq -s, 0 32)" --slots "$(seq -s, 16 40)"
refused "parameter of no scheme"  "queues: no scheme of this sweep has this parameter" $quick --queues 2
refused "... not swept"          "xon_threshold: no scheme of this sweep has this parameter" --no-synth --scheme 1q,voqsw --xon-threshold 4
refused "nothing possible"       "turnpool_bits: .*" $quick --turnpool-bits 1
refused "odd radix alone"        "radix: 7 is odd.*" $quick --radix 7
refused "network too large"      "k = 32, n = 20: more than .*" $quick --radix 64 --stages 20
refused "no load"                "--latency-load: '0' is not a number in 0.01..1" $quick --latency-load 0
refused "unknown injection"      "--injection: 'x' is not one of: .*" $quick --injection x
refused "cycles that are none"   "--cycles: 'x' is not a whole number.*" --no-synth --cycles x
refused "nothing to measure"     "--warmup: 500 leave nothing .*" --no-synth --cycles 500 --warmup 500
refused "more than one word"     "--hot-spot: 'node=0,traffic=0.1 --load 0.1' is not a list of hot spots" $quick --hot-spot "node=0,traffic=0.1 --load 0.1"
refused "no hot spot"            "--hot-spot: .*" $quick --hot-spot node=x
refused "hot spot nowhere"       "--hot-spot: node 64 is not one of the 64 nodes" $quick --radix 8 --hot-spot node=64,traffic=0.1
refused "unknown technology"     "nothing is calibrated .*" $quick --tech 50
refused "technology out of range" "--tech: '7' is not a whole number in 22..180" $quick --tech 7
refused "library without technology" "--liberty: --tech NM is missing.*" --liberty x
refused "no library"             ".*none.lib.*" --liberty none.lib --tech 45
refused "library for nothing"    "--no-synth: --liberty has no effect without synthesis" $quick --liberty x --tech 45
refused "no config"              "--config: cannot read 'none.conf': No such file or directory" $quick --config none.conf
refused "no jobs"                "--jobs: '0' is not a whole number in 1..256" $quick --jobs 0
refused "place that is a file"   "--out: .*" $quick --out one/tradeoff.csv
refused "unknown option"         "no option is called '--radixes'; did you mean '--radix'\?" $quick --radixes 8
plan
