#!/bin/bash
# sluice report: runs compared on one page, from their JSON or pages, with the same figures; bad input is one line, exit 2, and leaves nothing.
. "$(dirname "$0")/lib/tap.sh"

report() { "$sluice" report "$@" >stdout 2>stderr; }

# runs PAGE: its data, as JSON.
runs() { perl -0777 -ne 'm{<pre hidden="hidden" id="runs">(.*?)</pre>}s or die; print $1 =~ s/&lt;/</gr =~ s/&gt;/>/gr =~ s/&quot;/"/gr =~ s/&amp;/&/gr' "$1"; }

# of PAGE EXPRESSION: what Perl makes of its runs, @r.
of() { runs "$1" | perl -MJSON::PP -0777 -ne 'BEGIN { $e = shift } my @r = @{decode_json($_)}; print join(" ", eval $e), "\n"; die $@ if $@' "$2"; }

for scheme in 1q recn-iq; do
	"$sluice" sim --k 2 --n 2 --cycles 3000 --scheme $scheme --report "$scheme" --json $scheme.json >/dev/null
done
"$sluice" sim --k 2 --n 2 --cycles 1000 --scheme 1q --load 0.1,0.2 --seed 1..3 --json list.json >/dev/null
report 1q.json recn-iq.json
check "two runs" [ $? = 0 -a "$(cat stdout)" = "report/report.html: 2 runs compared" ]
check "their figures and schemes" [ "$(of report/report.html 'map { $_->{file}, $_->{run}{config}{switch}{scheme}, $_->{run}{accepted_load} } @r')" = \
	"$(perl -MJSON::PP -0777 -ne '$j = decode_json($_); push @all, "$ARGV", $j->{config}{switch}{scheme}, $j->{accepted_load}; END { print "@all" }' 1q.json recn-iq.json)" ]
report 1q/report.html recn-iq/report.html --out pages
check "their pages: the same, and curves over time" eval '[ $? = 0 ] && [ "$(of pages/report.html "map { \$_->{run}{accepted_load} + 0, \$_->{run}{latency_p999} + 0, \$_->{run}{config}{scheme} } @r")" = \
	"$(of report/report.html "map { \$_->{run}{accepted_load}, \$_->{run}{latency_p999}, \$_->{run}{config}{switch}{scheme} } @r")" ] &&
	[ "$(of pages/report.html "map { 0 + grep { /,/ } split /\\n/, \$_->{series} } @r")" = "4 4" ] && [ "$(of pages/report.html "scalar grep { \$_->{latencies} } @r")" = 2 ]'
flags='map { my $c = $_->{run}{config}; join ",", map { "$_=" . ($c->{$_} ? 1 : 0) } sort grep { ref $c->{$_} eq "JSON::PP::Boolean" } keys %$c } @r'
check "... and the flags of JSON, so that a page and JSON of the same options are alike" eval '[ "$(of pages/report.html "$flags" | wc -w)" = 2 ] && of pages/report.html "$flags" | grep -q "hold=0" &&
	[ "$(of pages/report.html "$flags")" = "$(of report/report.html "$flags" | sed "s/every_cycle=0,//g; s/,payload=0//g")" ]'
check "... and the use of links" eval 'use="$(of pages/report.html "map { (sort { \$a <=> \$b } @{\$_->{links}})[0, -1] } @r")"; [ "$use" = "$(for s in 1q recn-iq; do perl -0777 -ne "m{id=.links.>(.*?)</pre>}s; print join(q{ }, (sort { \$a <=> \$b } map { /,([0-9.]+)\$/ ? \$1 + 0 : () } split /\n/, \$1)[0, -1]), q{ }" $s/report.html; done | sed "s/ $//")" ]'
report list.json 1q.json --out lists
check "a list of runs, and one" [ $? = 0 -a "$(cat stdout)" = "lists/report.html: 7 runs compared" ]
check "... with their loads" [ "$(of lists/report.html 'map { $_->{run}{config}{load} } @r')" = "0.1 0.1 0.1 0.2 0.2 0.2 0.5" ]
report list.json 1q.json --out again
check "the same bytes again" cmp lists/report.html again/report.html
check "well-formed, and nothing from elsewhere" eval 'perl -0777 -ne "s{<style>.*?</style>}{}s; s{<script>.*?</script>}{}s; exit 1 if m{<script|<link|<img|<iframe|src=|https?:}" pages/report.html'
! command -v xmllint >/dev/null || check "... as xmllint reads it" xmllint --noout report/report.html pages/report.html lists/report.html
cp 1q.json 'a & <b>.json'
report 'a & <b>.json' --out odd
check "any name of a file" [ "$(of odd/report.html '$r[0]{file}')" = 'a & <b>.json' ]

refused() { refuses 2 "$1" "$2" "$sluice" report "${@:3}"; }
neither="is neither the JSON of runs of 'sluice sim' nor the page of one"
echo '{"config": {}}' >other.json
echo '[]' >empty.json
head -c 400 1q.json >half.json
perl -MJSON::PP -0777 -ne '$j = decode_json($_); print encode_json([@$j, {}])' list.json >mixed.json
sed 's/id="json"/id="jason"/' 1q/report.html >other.html
cat 1q.json 1q.json >twice.json
mkdir mine && echo precious >mine/report.html
refused "no file" "report: FILE is missing"
refused "too many files" "'1q.json': at most 16 arguments without dashes are taken" $(printf '1q.json %.0s' {1..17}) --out new
refused "a file that is not there" "cannot read 'no.json': No such file or directory" 1q.json no.json --out new
refused "a directory" "cannot read 'pages': Is a directory" pages --out new
for file in other.json empty.json half.json mixed.json twice.json other.html; do
	refused "$file" "'$file' $neither" 1q.json $file --out new
done
refused "a page that sluice did not write" "--out: 'mine/report.html' exists and was not written by sluice; not replaced" 1q.json --out mine
refused "standard output" "--out: cannot make directory '-': Not a directory" 1q.json --out -
check "what was there stays" [ "$(cat mine/report.html)" = precious ]
(trap '' XFSZ; ulimit -f 4; report 1q.json --out full)
check "a full disk: exit 3, no directory" [ $? = 3 -a ! -e full ]
plan
