#!/bin/bash
# The library as others get it: installed below a prefix, found by pkg-config, linked by programs of C and C++, shared and static. It shows its
# names and no others; switches of all schemes run; a run of a network says byte by byte what the command says, and so does a refusal.
top=$(realpath "$(dirname "$0")/..")
build=$(realpath "${SLUICE_BUILD:-build}")
. "$(dirname "$0")/lib/tap.sh"

command -v pkg-config >/dev/null || skip "pkg-config is not installed"
nm "$build"/lib/libsluice.so 2>/dev/null | grep -q __asan_init && skip "a library under sanitizers asks for programs under sanitizers"
(cd "$top" && make -j1 BUILD="$(realpath --relative-to=. "$build")" PREFIX=/opt/sluice DESTDIR="$dir/root" install-library) >out 2>err
ok $? "make install-library"

root=$dir/root/opt/sluice
export PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$dir/root LD_LIBRARY_PATH=$root/lib
version=$("$sluice" --version | sed 's/sluice \([0-9a-z.]*\),.*/\1/')
files="include/sluice.h lib/libsluice.a lib/libsluice.so lib/libsluice.so.0 lib/libsluice.so.$version lib/pkgconfig/sluice.pc"
[ "$(cd "$root" && find * ! -type d | sort | xargs)" = "$files" ]
ok $? "a header, both libraries, and what pkg-config reads"
check "the version is the command's" [ "$(pkg-config --modversion sluice)" = "$version" ]

names() { nm $1 --defined-only "$2" | awk '$2 ~ /^[A-Z]$/ && $2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u; }
declared=$(grep -oP '\bsluice_[a-z_]+(?=\()' "$root/include/sluice.h" | sort -u)
check "the shared library shows the functions of the header, and nothing else" [ "$(names -D "$root/lib/libsluice.so")" = "$declared" ]
check "so does the static one" [ "$(names -g "$root/lib/libsluice.a")" = "$declared" ]

# Without the flags of this repository's own build: as a stranger would, with all warnings.
program=$top/tests/lib/library_user.c
flags="-Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L"
gcc -std=c99 $flags "$program" $(pkg-config --cflags --libs sluice) -pthread -o shared >out 2>err &&
	ldd shared | grep -q "libsluice.so.0 => $root/lib/libsluice.so.0"
ok $? "a program of C99 with the shared library"
needed=$(pkg-config --static --libs-only-other --libs-only-l sluice | sed 's/-lsluice//')
gcc -std=c99 $flags "$program" $(pkg-config --cflags sluice) "$root/lib/libsluice.a" $needed -o static >out 2>err &&
	! ldd static | grep -q sluice
ok $? "the same with the static one, and all that it needs"
g++ -std=c++11 $flags -x c++ "$program" $(pkg-config --cflags --libs sluice) -pthread -o plus >out 2>err
ok $? "the same as a program of C++"
check "all of them run" [ "$(./shared) $(./static) $(./plus)" = "$version $version $version" ]

# A switch between random senders and receivers: as many packets leave as enter, and then it is empty.
crossed() {     # crossed PROGRAM NAME=VALUE...
	local in out empty
	read -r in out empty < <("$1" switch 400 "${@:2}" 2>err | tee out) && [ "$in" -gt 50 ] && [ "$in" = "$out" ] && [ "$empty" = 1 ]
}
while read -r program options; do
	check "$program: a switch, ${options:-recn-iq}" crossed ./$program $options
done <<-'END'
	shared
	static
	plus scheme=recn-iq sorting=head
	shared scheme=fbicm nodes=8
	static scheme=fbicm nodes=8 lists=ram
	shared scheme=pfc nodes=8
	shared scheme=1q nodes=8
	plus scheme=recn-iq-nic nodes=8
	shared scheme=fbicm-nic nodes=8
	static scheme=static-nic nodes=8
	plus scheme=pfc-nic nodes=8
	plus scheme=obqa nodes=8
	static scheme=dbbm nodes=8
	shared scheme=voqsw nodes=8
	shared scheme=voqnet nodes=8
	plus scheme=recn-qos sls=2
	shared scheme=voqsw-qos sls=2
	static scheme=voqnet-qos nodes=8 flit_bits=128
	shared scheme=recn-qos-nic nodes=8 sls=2
	shared scheme=wormhole ary=4 vcs=3
	plus scheme=wormhole ary=4 vcs=3 deadlock=recovery throttle=tuned
END

timeless() { sed 's/\("\(cpu\|elapsed\)_seconds":\t\)[0-9.]*/\1/'; }
same() {        # same PROGRAM SLICE OPTION VALUE...: JSON of the command, and of the library in slices
	local program=$1 slice=$2 call=()
	shift 2
	"$sluice" sim "$@" --json want.json >stdout 2>stderr || return
	while [ $# -gt 0 ]; do
		case ${2:---} in
		--*) call+=("${1#--}"); shift ;;
		*) call+=("${1#--}=$2"); shift 2 ;;
		esac
	done
	"$program" network "$slice" "${call[@]}" >have.json 2>err && cmp <(timeless <want.json) <(timeless <have.json) >out
}
same ./shared 1000000 --k 2 --n 3 --cycles 4000 --load 0.8 --hot-spot node=6,traffic=0.1
ok $? "JSON of a network: byte by byte the command's"
same ./static 333 --k 2 --n 3 --cycles 4000 --load 0.8 --hot-spot node=6,traffic=0.1
ok $? "so it is in slices, of the static library"
same ./plus 1000 --k 2 --n 2 --scheme recn-qos --nics --cycles 2000 --sl-load .1,.1,.1,.1,.1,.1,.1,.1
ok $? "of service levels, with network interfaces"
same ./shared 500 --topology torus --scheme wormhole --k 4 --n 2 --cycles 2000 --throttle tuned --deadlock recovery --load 0.3
ok $? "of wormhole routers"
printf '0,0,1,8\n40,1,2,8\n' >'a "trace"	.csv'
same ./shared 700 --k 2 --n 2 --cycles 2000 --traffic trace --trace 'a "trace"	.csv' --threads 2
ok $? "of a trace whose name has quotes and a tab, by two threads"
printf '0,1,0,40000\n0,2,0,40000\n0,3,0,40000\n' >crowd.csv
same ./shared 33 --k 2 --n 2 --traffic trace --trace crowd.csv --trace-unit cycles && [ "$(grep -c '"trace_packets_left":	0,' have.json)" = 1 ]
ok $? "of a trace that runs to its end, in slices"
"$sluice" gen --saqs 2 --radix 4 --out four >stdout 2>&1 && same ./shared 700 --config four/sluice.conf --k 2 --n 3 --cycles 2000
ok $? "with the switches of a config file"
[ "$(./shared stop 2000 k=2 n=3 bin=100 warmup=500)" = 2011 ] && [ "$(./plus stop 2000 k=2 n=3 bin=90 warmup=500 threads=2)" = 2011 ]
ok $? "a run that is stopped: results of a shorter one"
check "two runs in two threads" [ "$(./shared threads k=2 n=3 cycles=4000)" = equal ]

refused() {     # refused NAME=VALUE...: for the same reason as by sim and by gen
	local option call=()
	./shared refuse "$@" >have 2>err || return
	for option; do call+=("--$option"); done
	"$sluice" sim "${call[@]}" >stdout 2>stderr
	sed 's/^sluice: /network: /' stderr >want
	"$sluice" gen "${call[@]}" --out no >stdout 2>stderr
	sed 's/^sluice: /switch: /' stderr >>want
	[ "$(wc -l <want)" = 2 ] && diff want have >out
}
while IFS=\; read -r -a options; do
	check "refused with the line of the command: ${options[*]}" refused "${options[@]}"
done <<-'END'
	radix=65
	saqs=x
	radx=8
	radix
	config=nowhere
	xoff_threshold=3;xon_threshold=9
	flit_bits=64;turnpool_bits=64
END
[ "$(./shared refuse backend=rtl | head -n 1)" = "network: --backend: with the command only; the library has the C model alone" ]
ok $? "the Verilog is the command's alone"
check "what is said stays one line" [ "$(./shared refuse $'ra\ndix=8' | head -n 1)" = "network: no option is called '--ra?dix'; did you mean '--radix'?" ]
plan
