#!/bin/bash
# The command and the library without a warning: by each compiler that is here, at the levels of optimization that packagers use. COMPILERS="clang" takes these alone.
top=$(realpath "$(dirname "$0")/../..")
. "$top/tests/lib/tap.sh"

for cc in ${COMPILERS:-gcc clang}; do
	for flags in -O0 -Og -Os -O2 "-O3 -march=native" "-O2 -D_FORTIFY_SOURCE=3" "-O2 -flto"; do
		case "$cc $flags" in clang*-flto) continue ;; esac      # needs a linker of its own
		command -v $cc >/dev/null || { ok 0 "$cc $flags # SKIP $cc is not installed"; continue; }
		make -C "$top" -j"$(nproc)" BUILD="$dir/build" CC=$cc CFLAGS="$flags" WERROR=-Werror all library >out 2>err && build/sluice sim --k 2 --n 2 --cycles 100 >out 2>err
		ok $? "$($cc --version | head -n 1), $flags"
		rm -rf build
	done
done
plan
