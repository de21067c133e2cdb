#!/bin/bash
# Results say which sources they are of: the hash covers all that is compiled, is the same in any place, and results of another program are refused.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
build=$(cd "$top" && realpath "${SLUICE_BUILD:-build}")

# What the compiler read for the program, and the files that it carries.
(cd "$top" && find "$build/obj" -name '*.d' ! -path '*/tests/*' ! -path '*/docs/*' -exec cat {} + | tr ' \\' '\n\n' | grep '\.[chd][ef]*$' | grep -v "/gen/") |
	sed 's|/[^/]*/\.\./|/|' | sort -u >read
(cd "$top" && ls rtl_gen/units/*.v verilator_tb/*.cpp verilator_tb/*.h verilator_tb/*.v tradeoff/page.css tradeoff/page.js cli/network/*.css cli/network/*.js) >>read
sed 's/^[0-9a-f]*  //' "$build/gen/program.c.list" | sort >covered
check "the compiler read something" [ "$(wc -l <read)" -gt 300 ]
sort -u read | comm -23 - covered >missing
check "all of it is covered" [ ! -s missing ]
sed 's/^/# /' missing
version=$(sed -n 's/.*SLUICE_VERSION "\(.*\)"/\1/p' "$top/spec/version.h")
check "--version says it" [ "$("$sluice" --version)" = "sluice $version, sources $(sed -n 's/.*"\([0-9a-f]\{16\}\)";/\1/p' "$build/gen/program.c")" ]

# Elsewhere, at another time, in another directory to build in.
copy() { mkdir "$1" && (cd "$top" && sed 's/^[0-9a-f]*  //' "$build/gen/program.c.list" | tar -cf - -T - Makefile) | tar -xmf - -C "$1"; }
hash_of() { env -u MAKEFLAGS make -s -C "$1" BUILD="${2:-build}" "${2:-build}/gen/program.c" >out 2>err && sed -n 's/.*"\(.*\)";/\1/p' "$1/${2:-build}/gen/program.c"; }
copy one
copy "two"
here=$(sed -n 's/.*"\([0-9a-f]*\)";/\1/p' "$build/gen/program.c")
check "the same in a copy" [ "$(hash_of one)" = "$here" ]
check "... built under another name, in another language" [ "$(LC_ALL=C.UTF-8 hash_of two away)" = "$here" ]
before=$(stat -c '%i %y' one/build/gen/program.c)
check "made again: the file stays" [ "$(hash_of one)" = "$here" -a "$before" = "$(stat -c '%i %y' one/build/gen/program.c)" ]
for file in cli/main.c cli/network/sim.def spec/shape.h spec/units/mu.def rtl_gen/units/mu.v verilator_tb/shim.cpp tradeoff/page.css tradeoff/page.js cli/network/report.js; do
	cp "one/$file" was
	echo >>"one/$file"
	check "another $file, another hash" [ -n "$(hash_of one)" -a "$(hash_of one)" != "$here" ]
	cp was "one/$file"
done
echo 'int one_more;' >one/tool/one_more.c
check "one file more, another hash" [ "$(hash_of one)" != "$here" ]
rm one/tool/one_more.c
mv one/cli/report_error.c one/cli/reported.c
check "another name, another hash" [ "$(hash_of one)" != "$here" ]
mv one/cli/reported.c one/cli/report_error.c
check "as before: the hash of before" [ "$(hash_of one)" = "$here" ]

# Results of another program.
other=0123456789abcdef
refused() {     # refused DESCRIPTION FILE LINE COMMAND...
	refuses 2 "$1" "$2:2: these results are of another build of sluice, of sources $3; this one is of $here; --force repeats all runs, --out writes to another directory" \
		"$sluice" "${@:4}"
}
experiment="experiment run recn-iq-fig6a --quick --out results"
csv=results/recn-iq-fig6a-quick.csv
"$sluice" $experiment >out 2>err
check "an experiment says its sources" [ "$(sed -n 2p $csv)" = "# sources = $here" ]
cp $csv whole
sed "2s/.*/# sources = $other/; /^#/!{ 15,\$d }" whole >$csv
refused "a table that another program began" $csv $other $experiment
sed "2s/.*/# sources = $other/" whole >$csv
refused "a table that another program finished" $csv $other $experiment
sed 2d whole >$csv
refused "a table of a program that did not say" $csv "that it does not name" $experiment
"$sluice" $experiment --force >out 2>err
check "--force runs all anew" cmp $csv whole
trade="tradeoff --no-synth --scheme recn-iq --radix 4 --saqs 0 --slots 16 --cycles 600 --warmup 300 --out trade"
"$sluice" $trade >out 2>err
check "a trade-off says its sources" [ "$(sed -n 2p trade/tradeoff.csv)" = "# sources = $here" ]
sed -i "2s/.*/# sources = $other/" trade/tradeoff.csv
refused "a trade-off of another program" trade/tradeoff.csv $other $trade
plan
