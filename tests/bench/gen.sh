#!/bin/bash
# Time of `sluice gen` at radix 64: the mean of 20 runs. The aim is 50 ms.
set -eu
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
begin=$(date +%s%N)
for i in {1..20}; do
	"$sluice" gen --radix 64 --saqs 32 --out "$i" >/dev/null
done
echo "gen: $((($(date +%s%N) - begin) / 20000)) us at radix 64, 32 set-aside queues"
