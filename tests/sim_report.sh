#!/bin/bash
# sluice sim --report: a page whose data are those of the files of the run, the same bytes each time, and samples of its queues, which change nothing; what
# cannot be written is refused before the run.
fabrics=$(realpath "$(dirname "$0")/fabrics")
. "$(dirname "$0")/lib/tap.sh"

sim() { "$sluice" sim "$@" >stdout 2>stderr; }

# data ID PAGE: the text of a part of the page.
data() { perl -0777 -ne 'BEGIN { $id = shift } m{<pre hidden="hidden" id="$id">(.*?)</pre>}s or die; print $1 =~ s/&lt;/</gr =~ s/&gt;/>/gr =~ s/&quot;/"/gr =~ s/&amp;/&/gr' "$@"; }

# cells ID PAGE: the rows of a table, "name value".
cells() {
	perl -0777 -ne 'BEGIN { $id = shift } m{<table id="$id">(.*?)</table>}s or die; $t = $1;
		print "$1 $2\n" =~ s/&lt;/</gr =~ s/&gt;/>/gr =~ s/&quot;/"/gr =~ s/&amp;/&/gr while $t =~ m{<tr><th scope="row">(.*?)</th><td>(.*?)</td></tr>}g' "$@"
}

# figures JSON: the same of the JSON of a run, without what it took.
figures() {
	perl -MJSON::PP -0777 -ne '$j = JSON::PP->new->allow_nonref; s/"config".*//s or die; $t = $_;
		while ($t =~ /"(\w+)":\s*("(?:[^"\\]|\\.)*"|[^\s,{}]+)/g) { ($n, $v) = ($1, $2); $v = $j->decode($v) if $v =~ /^"/; print "$n $v\n" }' "$1" |
		grep -Ev '^(bytes|cpu_seconds|elapsed_seconds) '
}
rows() { sed '/^#/d' "$1"; }

# of_run NAME: the page NAME/report.html and the files beside it.
of_run() {
	data series "$1/report.html" | cmp - <(rows "$1.series") && data histogram "$1/report.html" | cmp - <(rows "$1.histogram") &&
		data links "$1/report.html" | cmp - <(rows "$1.links") && cells figures "$1/report.html" | cmp - <(figures "$1.json") &&
		cells config "$1/report.html" | sed 's/ / = /; s/^/# /' | cmp - <(sed -n '2,${ /^#/p }' "$1.series" | grep -v '^# incomplete')
}
run() { sim "${@:2}" --report "$1" --json "$1.json" --csv-series "$1.series" --csv-histogram "$1.histogram" --csv-links "$1.links"; }

short="--k 4 --n 2 --cycles 6000 --warmup 1000 --bin 100 --load 0.8 --hot-spot node=3,traffic=0.2"
run tree $short
check "a run with a page" [ $? = 0 -a -s tree/report.html ]
check "its data are those of the files" of_run tree
check "... and of the words" eval 'cells words tree/report.html >page && grep -v "^speed" stdout | sed -E "s/ +/ /" | cmp - page'
check "nothing else is in the directory" [ "$(ls tree)" = report.html ]
sed -i '0,/accepted_load<\/th><td>0/s//accepted_load<\/th><td>1/' tree/report.html
check "another figure is seen" eval '! of_run tree >/dev/null 2>&1'
mkdir fly
run fly --topology dragonfly --cycles 3000 --scheme fbicm --load 0.4
check "a directory that is there already; a dragonfly" of_run fly
run worm --topology torus --k 4 --n 2 --scheme wormhole --cycles 3000
check "wormhole routers" of_run worm
run real --fabric "$fabrics/adapters/ibnetdiscover.txt" --routes "$fabrics/adapters/dump_fts.txt" --cycles 5000 --scheme fbicm
check "a real fabric" of_run real
check "names of what is sampled" eval 'grep -q "SAQs in use" tree/report.html && grep -q "CFQs in use" fly/report.html && grep -q "Full buffers over" worm/report.html'
run queue $short --scheme 1q
check "a scheme without them has no plot of them" eval 'of_run queue && ! grep -q "id=\"queues\"" queue/report.html'
sim $short --report "a & <b>" && mv "a & <b>/report.html" odd.html
check "a directory of any name" [ -s odd.html ]
printf 'time,source,destination,bytes\n0,1,2,64\n' >'<&>.csv'
run trace --k 4 --n 2 --traffic trace --trace '<&>.csv'
check "names of files as text" of_run trace

run again $short
check "the same bytes again, over a page that was changed" eval 'sim $short --report tree && cmp tree/report.html again/report.html'
sim $short --threads 2 --report threads
check "... by two threads" cmp threads/report.html again/report.html
check "well-formed, and nothing from elsewhere" eval 'perl -0777 -ne "s{<style>.*?</style>}{}s; s{<script>.*?</script>}{}s; exit 1 if m{<script|<link|<img|<iframe|src=|https?:}" again/report.html'
! command -v xmllint >/dev/null || check "... as xmllint reads it" xmllint --noout again/report.html fly/report.html worm/report.html trace/report.html

# Samples: the page changes nothing; a run that goes on from a checkpoint has the same; they agree with what the statistics say of the same cycles.
files() { sim $short "${@:2}" --csv "$1.csv" --csv-series "$1.series" --csv-histogram "$1.histogram" --csv-nodes "$1.nodes" --csv-links "$1.links" --csv-levels "$1.levels"; }
files with --report with
files without
check "statistics are the same to the byte with and without a page" eval 'for f in series histogram nodes links levels; do cmp with.$f without.$f || exit 1; done; cut -d , -f 1-40 with.csv | cmp - <(cut -d , -f 1-40 without.csv)'
sim $short --report whole --checkpoint state --every 2500
sim $short --report rest --restart state
check "a run that goes on from a checkpoint has the same samples" cmp whole/report.html rest/report.html

# samples PAGE: a row for each queue of a tree: cycle, port, output, number, packets, flags, root; and for each sample one with its sum of fill: cycle, "fill", sum.
samples() {
	data samples "$1" | perl -ne 'use integer; next unless /^(\d+),(\d+),(\d+),\d+,([^,]*),(.*)$/; my ($cycle, $queues, $total, $fill, $trees) = ($1, $2, $3, $4, $5); my $sum = 0;
		sub number { my $n = 0; $n = 36 * $n + index("0123456789abcdefghijklmnopqrstuvwxyz", $_) for split //, shift; $n }
		$sum += number($_) for split / /, $fill;
		die if $sum != $total || $queues != (() = $trees =~ /[:\x20]/g);
		print "$cycle fill $sum\n";
		for (split /;/, $trees) {
			my ($root, $lines) = split /:/; my $port = 0;
			$root = $root eq "" ? "none" : number($root);
			for (split / /, $lines) { my @f = split /\./; $port += number($f[0]); print join(" ", $cycle, $port, (map { number($_) } @f[1 .. 3]), $f[4] || "-", $root), "\n" }
		}'
}
# agrees NAME: in bins of two cycles, of which each is sampled, the number of SAQs is one of the two that mean and most of the bin say.
agrees() {
	samples "$1/report.html" | awk -v series="$1.series" 'BEGIN { FS = ","; while ((getline <series) > 0) if ($1 ~ /^[0-9]/) { most[$1] = $9; least[$1] = 2 * $8 - $9 } FS = " " }
		NF == 3 { cycles[$1] = 1; n++ } NF > 3 && $6 !~ /o/ { lines[$1]++; all++ }
		END { for (c in cycles) if (c in most && lines[c] + 0 != most[c] && lines[c] + 0 != least[c]) { print "# cycle " c ": " lines[c] + 0 ", not " least[c] " or " most[c]; bad = 1 }
			exit bad || n < 40 || all < 100 }'
}
# led NAME NODE: the largest tree, over all samples, has its root at a port from which the node is reached by going down, to switches of lower numbers.
led() {
	radix=$(sed -n 's/.*id="map" data-radix="\([0-9]*\)".*/\1/p' "$1/report.html")
	root=$(samples "$1/report.html" | awk 'NF > 3 { n[$7]++ } END { for (root in n) print n[root], root }' | sort -rn | head -n 1 | cut -d ' ' -f 2)
	awk -F, -v root="$root" -v radix="$radix" -v node="$2" '$1 == "switch" { far[$2, $3] = $4; to[$2, $3] = $5 }
		function reached(sw, port, p) {
			if (far[sw, port] == "node") return to[sw, port] == node
			if (far[sw, port] != "switch" || to[sw, port] >= sw) return 0
			for (p = 0; p < radix; p++) if (reached(to[sw, port], p)) return 1
			return 0
		}
		END { exit root == "" || !reached(int(root / radix), root % radix) }' "$1.links"
}
hot="--k 4 --n 3 --load 0.6 --hot-spot node=37,sources=0.25,load=1 --cycles 4000 --warmup 500"
for scheme in recn-iq fbicm "recn-iq --sorting head" "fbicm --sorting head" "fbicm --lists ram"; do
	run hot $hot --bin 2 --scheme $scheme
	check "$scheme: SAQs of samples are as many as statistics say" agrees hot
	check "... the largest tree leads to the hot spot" led hot 37
done
run hot --topology xgft --down 4,4,4 --up 1,4,4 --scheme recn-qos --load 0.6 --hot-spot node=37,traffic=0.2 --cycles 20000 --warmup 500
check "recn-qos: the largest tree leads to the hot spot" led hot 37
run hot --topology dragonfly --h 2 --scheme fbicm --load 0.3 --hot-spot node=37,traffic=0.1 --cycles 8000 --warmup 500
check "a dragonfly: the same" led hot 37
run pfc $hot --scheme pfc --queues 4
check "pfc: priorities that are stopped have no root" eval 'samples pfc/report.html | awk "NF > 3 { n++; bad += \$7 != \"none\" || \$6 != \"s\" } END { exit bad || n < 100 }"'
for scheme in "1q" "voqnet" "voqsw-qos" "wormhole --topology torus"; do
	sim $hot --scheme $scheme --report fill
	check "$scheme: memories that are filled, and no trees" eval 'samples fill/report.html | awk "NF > 3 { bad++ } NF == 3 && \$3 > 0 { n++ } END { exit bad || n < 30 }"'
done
check "latencies: percentiles in their order, and as many packets as arrived" eval 'sim $hot --warmup 0 --bin 100 --report flow --csv-series flow.series && data latencies flow/report.html |
	awk -F, "NR > 1 { n += \$3; bad += \$4 > \$5 || \$5 > \$6 || \$4 < 10 } END { print n; exit bad || !n }" >n && rows flow.series | awk -F, -v n="$(cat n)" "NR > 1 { all += \$6 } END { exit !(all - n < 64 && n - all < 64) }"'
check "names of switches and nodes of a real fabric" eval '[ "$(data names real/report.html | cut -d , -f 1 | sort | uniq -c | tr -s " \n" " ")" = " 6 node 4 switch " ]'
sim --k 2 --n 2 --cycles 123456 --report counted
check "100 samples at most" [ "$(data samples counted/report.html | wc -l)" = 62 ]

# 5,000 bins are joined to no more than 2,000 rows, and their sums stay.
sim --k 2 --n 2 --cycles 20000 --warmup 0 --bin 4 --load 0.5 --report long --csv-series long.series
check "many bins are joined" eval 'data series long/report.html >joined && [ "$(wc -l <joined)" = 1668 ]'
sum() { rows "$1" | awk -F, 'NR > 1 { cycles += $2; load += $2 * $5; packets += $6; latency += $6 * $7 } END { printf "%d %.0f %d %.0f\n", cycles, load, packets, latency / 100 }'; }
check "... with the same sums" [ "$(sum joined)" = "$(sum long.series)" ]

refused() { refuses 2 "$1" "--report: $2" "$sluice" sim --cycles 1e9 --bin 1e6 --report "$3"; }
echo precious >file
mkdir -p mine folder/report.html
echo precious >mine/report.html
refused "a file in its place" "cannot make directory 'file': Not a directory" file
refused "a file on the way" "cannot make directory 'file/dir': Not a directory" file/dir
refused "a directory of a directory that is not there" "cannot make directory 'no/dir': No such file or directory" no/dir
refused "standard output" "cannot make directory '-': Not a directory" -
refused "no name" "cannot make directory '': No such file or directory" ''
refused "a page that sluice did not write" "'mine/report.html' exists and was not written by sluice; not replaced" mine
refused "a directory in place of the page" "cannot write 'folder/report.html': Is a directory" folder
check "files of before are as they were" [ "$(cat file mine/report.html)" = "precious
precious" ]
(trap '' XFSZ; ulimit -f 4; sim $short --report full)
check "a full disk: exit 3, no half of a page, no directory" [ $? = 3 -a ! -e full ]
(trap '' XFSZ; ulimit -f 4; sim $short --report again)
status=$?
check "... and the page of before stays" eval '[ $status = 3 ] && cmp again/report.html tree/report.html && [ "$(ls again)" = report.html ]'
plan
