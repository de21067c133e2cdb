#!/bin/bash
# What radix costs, as a Markdown table: `make synth-table`. Usage: docs/synth_table.sh SLUICE DIR RADIX...; writes below DIR.
# Minutes at 8 ports, 20 of them and gigabytes at 32; what DIR has already, of the same program, is not done again.
set -euo pipefail
sluice=$(realpath "$1") dir=$2
shift 2
mark=$dir/.sluice-synth-table
if [ -n "$(ls -A "$dir" 2>/dev/null)" ] && [ "$(cat "$mark" 2>/dev/null)" != "$("$sluice" --version)" ]; then
	echo "'$dir' is there and is no table of this program; not replaced" >&2
	exit 2
fi
mkdir -p "$dir"
"$sluice" --version >"$mark"
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
