#!/bin/bash
# Verilator and Icarus have nothing to say about generated switches with what they contain: the sample switches of LINT, which have each combination of
# features that a scheme has. make lint looks at each template by itself as well.
# LINT_OPTIONS: a file of option lines to lint instead (tests/long/lint.sh), then also with each module on top that contains others.
. "$(dirname "$0")/lib/switches.sh"
rows=$(switches LINT) || exit
top=$PWD
options=$(realpath "${LINT_OPTIONS:-/dev/null}")
. "$(dirname "$0")/lib/tap.sh"

# silent DESCRIPTION COMMAND...: succeeds and prints nothing
silent() {
	"${@:2}" >"$dir/said" 2>&1 && [ ! -s "$dir/said" ]
	ok $? "$1" || head -5 "$dir/said" | sed 's/^/# /'
}

generated() {
	while read -r line; do
		rm -rf out
		# shellcheck disable=SC2086
		"$sluice" gen $line --out out >/dev/null || { ok 1 "gen $line"; continue; }
		for top in axis axis_node nic switch; do
			[ -e out/rtl/sluice_$top.v ] || continue
			silent "$line, $top: Verilator" lint_verilator -F out/sluice.f --top-module sluice_$top
			silent "$line, $top: Icarus" iverilog -Wall -g2005 -t null -s sluice_$top out/rtl/*.v
			[ -s "$options" ] || break
		done
	done
}

if [ -s "$options" ]; then
	generated <"$options"
else
	# A lint that is always silent would prove nothing: this register is never used.
	sed 's/^reg .*credit_q;/&\nreg spare_q;/' "$top/rtl_gen/units/mmu.v" >mmu.v
	verilator --lint-only -Wall -y "$top/rtl_gen/units" -I"$top/rtl_gen" "$dir/mmu.v" 2>&1 | grep -q spare_q
	ok $? "a planted fault is seen"
	generated <<<"$rows"
fi
plan
