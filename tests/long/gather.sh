#!/bin/bash
# At the end of a gather every node knows the sums over all nodes (tests/gather.sh): tori of 4 x 4 and of 8 x 8 nodes, an odd one, three dimensions,
# a mesh; and links of several cycles. A torus looks alike from all its nodes, so one source stands for all; a mesh does not.
. "$(dirname "$0")/../lib/gather.sh"
. "$(dirname "$0")/../lib/tap.sh"

# Options of the routers | cycles of a link | sources.
while IFS='|' read -r options delay sources; do
	rm -rf network
	# shellcheck disable=SC2086
	gather_gen network $options
	# shellcheck disable=SC2086
	{
		gather_prove "$options, links of $delay: all nodes are in one cycle of a gather" network together $delay 0
		gather_prove "... all know the counts of one node" network known $delay $sources
		gather_prove "... what they know of sums of counts are the sums" network added $delay 0
		gather_refute "... there is a gather that ends so" network unknown $delay 0
	}
done <<'END'
--ary 4 --dims 2|0|0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
--ary 8 --dims 2|0|0 27
--ary 5 --dims 2 --vcs 1 --deadlock recovery|0|7
--ary 2 --dims 3 --side_cycles 4|2|0
--ary 4 --dims 2 --grid mesh --vcs 2 --side_cycles 3|1|0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
END
plan
