#!/bin/bash
# The law of stops of scheme recn-qos (tests/stops.sh) for more shapes, and links of 0 to 3 cycles.
. "$(dirname "$0")/../lib/stops.sh"
. "$(dirname "$0")/../lib/tap.sh"

while read -r options; do
	rm -rf switch
	# shellcheck disable=SC2086
	"$sluice" gen --scheme recn-qos --cell-flits 1 --packet-cells 2 --turnpool-bits 4 $options --out switch >out 2>err
	for delay in 0 1 2 3; do
		stops_prove "$options, a link of $delay" switch $delay kept apart
	done
done <<'END'
--radix 2 --vcs 1 --sls 1 --vc-saqs 1 --cells 2 --detect-cells 1 --detect-xon-cells 2 --xoff-cells 1 --xon-cells 2
--radix 2 --vcs 2 --sls 8 --vc-saqs 2 --cells 16 --detect-cells 4 --detect-xon-cells 2 --xoff-cells 3 --xon-cells 2
--radix 2 --vcs 3 --sls 5 --sl-vcs 01210 --line-levels vc --vc-saqs 2 --cells 5 --detect-cells 3 --detect-xon-cells 2 --xoff-cells 2 --xon-cells 1
--radix 2 --vcs 1 --sls 3 --vc-saqs 3 --cells 4 --detect-cells 3 --detect-xon-cells 4 --xoff-cells 3 --xon-cells 4
--radix 3 --vcs 2 --sls 3 --vc-saqs 2 --cells 8 --detect-cells 2 --detect-xon-cells 2 --xoff-cells 1 --xon-cells 1
END
plan
