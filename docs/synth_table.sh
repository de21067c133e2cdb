#!/bin/bash
# What radix costs, as a Markdown table: `make synth-table`. Usage: docs/synth_table.sh SLUICE DIR RADIX...; writes below DIR.
# Minutes at 8 ports, 20 of them and gigabytes at 32; what DIR has already is not done again.
set -euo pipefail
sluice=$(realpath "$1") dir=$2
shift 2
mkdir -p "$dir"
for radix; do
	at=$dir/radix$radix
	[ -d "$at" ] || "$sluice" gen --radix "$radix" --out "$at" >&2
	[ -s "$at.json" ] || "$sluice" synth --config "$at/sluice.conf" --json "$at.json" >"$at.txt"
done
perl -MJSON::PP - "$dir" "$@" <<'END'
	my $dir = shift;
	print "| ports | cells | flip-flops | kGE | kGE a port | memories, bits | memories, mm2 | ns | MHz | congestion units | with memories |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
	for my $radix (@ARGV) {
		open my $f, "<", "$dir/radix$radix.json" or die;
		local $/;
		my $j = decode_json(<$f>);
		my ($t, $ns) = ($j->{total}, $j->{longest_paths}[0]{ns});
		printf "| %d | %d | %d | %.1f | %.2f | %d | %.2f | %.2f | %.0f | %.1f %% | %.1f %% |\n", $radix, $t->{cells}, $t->{flip_flops}, $t->{gate_equivalents} / 1000,
			$t->{gate_equivalents} / 1000 / $radix, $j->{memory_bits}, $j->{memory_mm2}, $ns, 1000 / $ns, 100 * $j->{congestion_share},
			100 * $j->{congestion_share_with_memories};
	}
END
