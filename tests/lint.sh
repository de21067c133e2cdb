#!/bin/bash
# Verilator and Icarus have nothing to say about the templates as they stand, with each combination of features that a scheme has,
# nor about generated switches.
# LINT_OPTIONS: a file of option lines to lint instead of the ones below (tests/long/lint.sh).
top=$PWD
options=$(realpath "${LINT_OPTIONS:-/dev/null}")
. "$(dirname "$0")/lib/tap.sh"

# silent DESCRIPTION COMMAND...: succeeds and prints nothing
silent() {
	local what=$1 status
	shift
	n=$((n + 1))
	"$@" >"$dir/said" 2>&1
	status=$?
	if [ $status = 0 ] && [ ! -s "$dir/said" ]; then
		echo "ok $n - $what"
	else
		echo "not ok $n - $what (status $status)"
		head -5 "$dir/said" | sed 's/^/# /'
	fi
}

templates() {
	cd "$top" || exit 1
	while IFS='|' read -r what verilator icarus; do
		# shellcheck disable=SC2086
		silent "$what: Verilator" verilator --lint-only -Wall $verilator
		# shellcheck disable=SC2086
		silent "$what: Icarus" iverilog -Wall -g2005 -t null $icarus
	done < <(tests/lib/templates.sh)
	cd "$dir" || exit 1
}

switches() {
	while read -r line; do
		rm -rf out
		# shellcheck disable=SC2086
		"$sluice" gen $line --out out >/dev/null || { n=$((n + 1)); echo "not ok $n - gen $line"; continue; }
		silent "$line: Verilator" verilator --lint-only -Wall -F out/sluice.f --top-module sluice_switch
		silent "$line: Icarus" iverilog -Wall -g2005 -t null -s sluice_switch out/rtl/*.v
	done
}

if [ -s "$options" ]; then
	switches <"$options"
else
	# A lint that is always silent would prove nothing: this register is never used.
	sed 's/^reg .*credit_q;/&\nreg spare_q;/' "$top/rtl_gen/units/mmu.v" >mmu.v
	n=$((n + 1))
	verilator --lint-only -Wall -y "$top/rtl_gen/units" "$dir/mmu.v" 2>&1 | grep -q spare_q && echo "ok $n - a planted fault is seen" ||
		echo "not ok $n - a planted fault is seen"
	templates
	switches <<-END
		--radix 8
		--radix 2 --saqs 0
		--radix 2 --saqs 1 --arbiter matrix --turnpool-bits 1
		--radix 3 --saqs 7 --packet-flits 1 --slots 4 --detect-threshold 4 --xoff-threshold 4 --xon-threshold 1
		--radix 5 --saqs 4 --packet-flits 3 --slots 5 --detect-threshold 1 --xoff-threshold 2 --xon-threshold 2
		--radix 8 --saqs 0 --arbiter matrix --flit-bits 72
		--radix 8 --saqs 32 --turnpool-bits 64 --flit-bits 512 --slots 1024 --packet-flits 64
		--radix 16 --saqs 7 --arbiter matrix --slots 7 --detect-threshold 7 --xoff-threshold 7 --xon-threshold 7
		--radix 33 --saqs 1
		--radix 8 --arbiter oldest-first
		--radix 2 --saqs 0 --slots 4 --arbiter oldest-first
		--radix 33 --saqs 20 --arbiter oldest-first
		--radix 64 --saqs 0
		--scheme fbicm
		--scheme fbicm --radix 2 --cfqs 1 --nodes 2 --hops 1 --slots 4 --detect-threshold 4 --xoff-threshold 4 --xon-threshold 1
		--scheme fbicm --radix 5 --cfqs 7 --nodes 9 --hops 2 --slots 20 --packet-flits 3 --flit-bits 72 --arbiter matrix
		--scheme fbicm --radix 33 --cfqs 8 --nodes 1024 --hops 63 --packet-flits 1
		--scheme fbicm --radix 5 --cfqs 7 --nodes 9 --arbiter oldest-first
		--scheme fbicm --lists ram
		--scheme fbicm --lists ram --radix 2 --cfqs 1 --nodes 2 --hops 1 --slots 4 --detect-threshold 4 --xoff-threshold 4 --xon-threshold 1
		--scheme fbicm --lists ram --radix 5 --cfqs 7 --nodes 9 --hops 2 --slots 20 --packet-flits 3 --flit-bits 72 --arbiter oldest-first
		--scheme fbicm --lists ram --radix 16 --cfqs 32 --nodes 16384
		--scheme pfc
		--scheme pfc --queues 1 --radix 2 --nodes 2 --slots 15 --reserve 1 --xoff-threshold 2 --xon-threshold 2
		--scheme pfc --queues 8 --radix 33 --slots 1024 --link-cycles 40 --arbiter matrix
		--scheme pfc --queues 7 --radix 5 --nodes 9 --slots 91 --packet-flits 3 --flit-bits 72 --arbiter oldest-first --xoff-threshold 2 --xon-threshold 1 --link-cycles 0
		--scheme 1q --radix 2 --nodes 2 --slots 4
		--scheme obqa --queues 1 --radix 3 --packet-flits 1 --arbiter matrix
		--scheme obqa --queues 4
		--scheme dbbm --queues 7 --radix 5 --nodes 9 --slots 20 --packet-flits 3 --flit-bits 72 --arbiter matrix
		--scheme dbbm --queues 3 --radix 33 --nodes 16384 --slots 1500
		--scheme 1q --radix 3 --slots 4 --arbiter oldest-first
		--scheme obqa --queues 17 --arbiter oldest-first
		--scheme voqsw --radix 16 --slots 16
		--scheme voqnet --radix 4 --nodes 64
	END
fi
plan
