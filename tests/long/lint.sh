#!/bin/bash
# tests/lint.sh over radices and numbers of set-aside queues, and over the static schemes, with the other parameters taking turns; and over
# the sample switches of LINT and MANY_LINT.
. "$(dirname "$0")/../lib/switches.sh"
set -u
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# The value of a list that turn $1 takes.
turn() { local i=$1; shift; shift $((i % $#)); echo "$1"; }

i=0
for sorting in head arrival; do
	for arbiter in round-robin matrix oldest-first; do
		for radix in 2 3 5 8 16 33 64; do
			for saqs in 0 1 4 7 32; do
				slots=$(turn $i 4 5 64 1024)
				echo "--radix $radix --sorting $sorting --saqs $saqs --arbiter $arbiter --slots $slots --flit-bits $(turn $i 128 512 136)" \
					"--packet-flits $(turn $i 1 3 8 64 5) --turnpool-bits $(turn $i 6 31 64)" \
					"--detect-threshold $(turn $i 1 "$slots") --xoff-threshold $slots --xon-threshold $(turn $i 1 "$slots" 2)"
				i=$((i + 1))
			done
		done
	done
done >"$list"
for scheme in 1q obqa dbbm voqsw voqnet; do
	for radix in 2 3 5 8 16 33; do
		case $scheme in obqa | dbbm) queues="--queues $(turn $i 1 2 3 8 13 64)" ;; *) queues= ;; esac
		echo "--scheme $scheme $queues --radix $radix --arbiter $(turn $i round-robin matrix oldest-first) --slots $(turn $i 64 101 1024)" \
			"--nodes $(turn $i 64 9 33) --flit-bits $(turn $i 128 512 136) --packet-flits $(turn $i 1 3 8 64 5)"
		i=$((i + 1))
	done
done >>"$list"
{ switches LINT && switches MANY_LINT; } >>"$list" || exit
LINT_OPTIONS=$list
export LINT_OPTIONS
"$(dirname "$0")/../lint.sh"
