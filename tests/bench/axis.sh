#!/bin/bash
# What AXI-Stream ports take and add, beside the links of the same switch, as a Markdown table: all permutations of 4 ports, of frames of 64 and of 1,500 bytes.
# Options are those of `sluice gen`. In Icarus; minutes a scheme. `$SCHEMES`: only those.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
sluice=$(realpath "${SLUICE:-build/sluice}")
. "$here/../lib/axis.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

echo "| scheme | bytes | beats | AXI-Stream | native links | share | latency | native | added |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
for scheme in ${SCHEMES:-recn-iq fbicm pfc recn-qos 1q obqa dbbm voqsw voqnet}; do
	"$sluice" gen --ports axis --scheme "$scheme" --radix 4 "$@" --out "$scheme" >/dev/null
	axis_simulate "$scheme" "$scheme" CYCLES=0 WARM=400 MEASURE=400 && grep -q ^PASSED out || { cat err out; exit 1; }
	awk -v scheme="$scheme" '
		/^frames of/ { beats[++rows] = $3; rate[rows] = sprintf("%.3f | %.3f | %s %%", $5 / $15 / 4, $7 / $15 / 4, $12) }
		/^latency/ { first[$4] = $6; native[$4] = $8 }
		END {
			for (i = 1; i <= rows; i++)
				printf "| `%s` | %d | %d | %s | %d | %s |\n", scheme, i == 1 ? 64 : 1500, beats[i], rate[i], first[beats[i]],
					native[beats[i]] ? native[beats[i]] " | " first[beats[i]] - native[beats[i]] : "- | -"
		}' out
done
