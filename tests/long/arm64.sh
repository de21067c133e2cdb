#!/bin/bash
# The tests of exactness compiled for 64-bit ARM, run by qemu-aarch64; and networks, whose results are those of this processor byte for byte. Where what that needs is not
# installed, this is skipped (packages gcc-aarch64-linux-gnu, qemu-user, and of the architecture arm64: libcmocka-dev, libcjson-dev).
source_dir=$(realpath "$(dirname "$0")/../..")
here=${SLUICE_BUILD:-build}/arm64
mkdir -p "$here" && here=$(realpath "$here")
. "$source_dir/tests/lib/tap.sh"

export QEMU_LD_PREFIX=/ CMOCKA_MESSAGE_OUTPUT=TAP
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
	command -v $tool >/dev/null || { echo "1..0 # SKIP $tool is not installed (packages gcc-aarch64-linux-gnu, qemu-user)"; exit; }
done
echo 'int main(void) { return 0; }' >t.c
aarch64-linux-gnu-gcc t.c -lcmocka -lcjson -o t 2>/dev/null || { echo "1..0 # SKIP no libraries of arm64 (packages libcmocka-dev:arm64, libcjson-dev:arm64)"; exit; }

exact="net_exact net_widths net_rows skip_exact flows net_flows admittance karol line_rate lossless net_lossless net_payload"
units=$(cd "$source_dir" && ls tests/cmodel_*.c | sed 's|tests/||; s|\.c$||')
make -C "$source_dir" CC=aarch64-linux-gnu-gcc RUN=qemu-aarch64 BUILD="$here" "$here/sluice" $(for t in $exact $units; do echo "$here/tests/$t"; done) >out 2>&1
ok $? "compiled"
for t in $exact $units; do
	qemu-aarch64 "$here/tests/$t" >out 2>&1
	ok $? "$t"
done

results() { grep -v 'seconds"'; }
while read -r options; do
	"$sluice" sim $options --json - 2>err | results >native
	for width in 16 0; do
		SLUICE_WIDTH=$width qemu-aarch64 "$here/sluice" sim $options --json - 2>err | results >arm
		[ -s native ] && cmp -s native arm
		ok $? "registers of $width bytes: sim $options"
	done
done <<END
--scheme recn-iq --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme recn-iq --sorting head --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme fbicm --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme obqa --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme voqnet --slots 512 --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme pfc --topology ktree --k 4 --n 3 --load 0.9 --cycles 3000
--scheme recn-qos --topology ktree --k 4 --n 2 --load 0.9 --cycles 3000 --turnpool-bits 15
--scheme wormhole --topology torus --k 8 --n 2 --load 0.3 --cycles 3000
END
plan
