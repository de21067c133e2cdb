#!/bin/bash
# The command compiled for other processors, run by qemu, and with another C library: without a warning, and networks and switches are those of this processor byte for byte.
# What is big-endian is refused when it is compiled. Of 64-bit ARM, the tests of exactness too, where libcmocka-dev:arm64 is installed. Compilers or programs that run for
# them that are missing are skipped (packages gcc-aarch64-linux-gnu, gcc-arm-linux-gnueabihf, gcc-s390x-linux-gnu, musl-tools, qemu-user), and all if there is
# no $SLUICE_CJSON: a directory with cJSON.c and cJSON.h (apt-get source cjson), which is compiled for each.
top=$(realpath "$(dirname "$0")/../..")
build=${SLUICE_BUILD:-build}/processors
mkdir -p "$build" && build=$(realpath "$build")
cjson=$(realpath "${SLUICE_CJSON:-none}")
. "$top/tests/lib/tap.sh"
. "$top/tests/lib/networks.sh"
export CMOCKA_MESSAGE_OUTPUT=TAP
unset MAKEFLAGS MFLAGS MAKELEVEL

[ -f "$cjson/cJSON.c" ] || skip "no sources of cJSON: SLUICE_CJSON=DIRECTORY (apt-get source cjson)"
mkdir -p include/cjson && cp "$cjson/cJSON.h" include/cjson/

switches() {
	cat <<-'END'

		--scheme fbicm --nodes 40 --lists ram
		--scheme recn-qos
		--scheme obqa --arbiter oldest-first
		--scheme dbbm --queues 7 --radix 5 --nodes 9 --arbiter matrix
		--scheme voqnet --radix 4
		--scheme pfc --radix 33
		--scheme wormhole --vcs 4
		--scheme recn-iq-nic --nodes 9
		--sorting head --radix 64 --saqs 32 --flit-bits 96
	END
}

results() { grep -v 'seconds"\|"bytes"'; }      # but times, and memory

# every DIRECTORY COMMAND...: what it says of all networks, with two seeds, and all switches, as files there
every() {
	local to=$1 n=0 seed options
	local -a command=("${@:2}")
	one() { "${command[@]}" sim "${@:2}" --seed $seed --json - 2>>err </dev/null | results >"$to/$seed $1"; [ "${PIPESTATUS[0]}" = 0 ] || rm "$to/$seed $1"; }
	rm -rf "$to" && mkdir "$to"
	for seed in 1 2; do CYCLES=1000 each_network one; done
	while read -r options; do
		"${command[@]}" gen $options --out "$to/gen$((n += 1))" >>out 2>>err </dev/null
	done < <(switches)
}
every native "$sluice"
networks=$(ls native | grep -vc gen)
check "here, $networks networks and 10 switches" [ "$networks" -ge 50 -a "$(ls native | grep -c gen)" = 10 ]

same() {        # same NAME COMMAND...
	local name=$1 file alike=0
	shift
	every other "$@"
	for file in native/*; do
		diff -r "$file" "other/${file#*/}" >>out && alike=$((alike + 1))
	done
	check "$name, registers of $SLUICE_WIDTH bytes: $alike of $networks networks and 10 switches are the same" [ "$alike" = $((networks + 10)) ]
}

while read -r name compiler run widths; do
	command -v $compiler >/dev/null && { [ "$run" = - ] || command -v $run >/dev/null; } || { ok 0 "$name # SKIP no $compiler, or no $run"; continue; }
	[ "$run" = - ] && run=
	mkdir -p $name && $compiler -O2 -c "$cjson/cJSON.c" -o $name/cJSON.o && ar rcs $name/libcjson.a $name/cJSON.o
	made() { make -C "$top" CC=$compiler RUN=$run BUILD="$build/$name" CPPFLAGS="-I$dir/include" LDFLAGS="-static -L$dir/$name" "$@" >log 2>&1; }
	if [ "$widths" = refused ]; then
		! made "$build/$name/obj/cmodel/wide.o" && grep -q 'error: #error "sluice is for processors of little-endian byte order' log
		ok $? "$name: refused when it is compiled"
		continue
	fi
	check "$name: compiled" made "$build/$name/sluice" "$build/$name/lib/libsluice.a" "$build/$name/man/sluice.1"
	check "... without a warning" [ "$(grep -c 'warning:.*\[-W' log)" = 0 ]
	for SLUICE_WIDTH in $widths; do
		export SLUICE_WIDTH
		same $name $run "$build/$name/sluice"
	done
	unset SLUICE_WIDTH
done <<'END'
arm64 aarch64-linux-gnu-gcc qemu-aarch64 16 0
armhf arm-linux-gnueabihf-gcc qemu-arm 0
musl musl-gcc - 64 32 16 0
s390x s390x-linux-gnu-gcc - refused
END

export QEMU_LD_PREFIX=/
exact="net_exact net_widths net_rows skip_exact flows net_flows admittance karol line_rate lossless net_lossless net_payload"
units=$(cd "$top" && ls tests/cmodel_*.c | sed 's|tests/||; s|\.c$||')
echo 'int main(void) { return 0; }' >t.c
if command -v aarch64-linux-gnu-gcc >/dev/null && aarch64-linux-gnu-gcc t.c -lcmocka -lcjson -o t 2>/dev/null; then
	make -C "$top" CC=aarch64-linux-gnu-gcc RUN=qemu-aarch64 BUILD="$build/arm64-tests" $(for t in $exact $units; do echo "$build/arm64-tests/tests/$t"; done) >out 2>&1
	ok $? "arm64: tests are compiled"
	for t in $exact $units; do
		qemu-aarch64 "$build/arm64-tests/tests/$t" >out 2>&1
		ok $? "arm64: $t"
	done
else
	ok 0 "arm64: tests of exactness # SKIP no libraries of arm64 (packages libcmocka-dev:arm64, libcjson-dev:arm64)"
fi
plan
