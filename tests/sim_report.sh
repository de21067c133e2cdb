#!/bin/bash
# sluice sim --report: a page whose data are those of the files of the run, the same bytes each time; what cannot be written is refused before the run.
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

# 5,000 bins are joined to no more than 2,000 rows, and their sums stay.
sim --k 2 --n 2 --cycles 20000 --warmup 0 --bin 4 --load 0.5 --report long --csv-series long.series
check "many bins are joined" eval 'data series long/report.html >joined && [ "$(wc -l <joined)" = 1668 ]'
sum() { rows "$1" | awk -F, 'NR > 1 { cycles += $2; load += $2 * $5; packets += $6; latency += $6 * $7 } END { printf "%d %.0f %d %.0f\n", cycles, load, packets, latency / 100 }'; }
check "... with the same sums" [ "$(sum joined)" = "$(sum long.series)" ]

# refused DESCRIPTION PATTERN DIR: before the run, and without a trace of it.
refused() {
	local before
	before=$(find . ! -name stdout ! -name stderr | sort)
	sim --cycles 1e9 --bin 1e6 --report "$3"
	[ $? = 2 ] && [ "$(wc -l <stderr)" = 1 ] && [ ! -s stdout ] && grep -Exq "sluice: --report: $2" stderr && [ "$before" = "$(find . ! -name stdout ! -name stderr | sort)" ]
	ok $? "$1"
}
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
