#!/bin/bash
# What is not the switch's fault: paths that tools do not take, a full disk, files of the cache that are broken or another's, another Verilator,
# programs that fail, locks. It works all the same, or says why, with exit status 3; 1 is for checks.
. "$(dirname "$0")/lib/tap.sh"
trap '[ -z "${mounted:-}" ] || umount "$dir/full"; chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
export TMPDIR=$dir/tmp
mkdir tmp full

small="--radix 2 --saqs 1 --slots 8 --packet-flits 2 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
net="--k 2 --n 2 --saqs 1 --slots 10 --packet-flits 3 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2 --cycles 100"
"$sluice" gen $small --out s >/dev/null || exit 1
same() { "$@" >out 2>err </dev/null && grep -Exq "(lockstep|icarus): .* 0 mismatches" out && [ ! -s err ]; }        # same COMMAND...
lockstep() { same "$sluice" lockstep --cycles 500 "$@"; }

# failed DESCRIPTION PATTERN COMMAND...: exit 3, one line
failed() {
	local what=$1 pattern=$2
	shift 2
	"$@" >out 2>err </dev/null
	[ $? = 3 ] && [ "$(wc -l <err)" = 1 ] && grep -Exq "sluice: $pattern" err && [ ! -s out ]
	ok $? "$what"
}

# Paths that make, a shell or a tool would take apart.
odd="a b:c\$d'e"
mkdir "$odd" "a b" a:b && cp -r s "$odd"
lockstep --config "$odd/s/sluice.conf" && [ "$(ls "$odd/s/lockstep" | grep -c '\.so$')" = 1 ] && [ "$(ls -A "$odd/s/lockstep" | wc -l)" = 1 ]
ok $? "lockstep in '$odd'"
built=$(ls -li --time-style=full-iso "$odd/s/lockstep")
lockstep --config "$odd/s/sluice.conf" --seed 2 && [ "$built" = "$(ls -li --time-style=full-iso "$odd/s/lockstep")" ]
ok $? "... where it is used again"
check "icarus there" same "$sluice" icarus --config "$odd/s/sluice.conf" --cycles 100
check "sim there" same "$sluice" sim $net --backend both --build-dir "a b/c:d"
cp -r s named && mv named/rtl/sluice_smu.v "named/rtl/m u.v" && sed -i 's/sluice_smu\.v/m u.v/' named/sluice.f
check "a Verilog file with a blank in its name" lockstep --config named/sluice.conf
sed -i '/^endmodule/i wire oops = nothing_at_all;' "$odd/s/rtl/sluice_smu.v"
failed "Verilog that is wrong, there" "Verilator cannot build this switch: %Error: rtl/sluice_smu\.v:[0-9:]+ .*nothing_at_all.*; see a b:c.d'e/s/lockstep/sluice-[0-9a-f]*\.so\.log" \
	"$sluice" lockstep --config "$odd/s/sluice.conf"
check "... and its log" grep -q nothing_at_all "$odd"/s/lockstep/*.log
kept() { "$sluice" synth --config "$odd/s/sluice.conf" --unit arb_out --out "a b/kept" && [ -s "a b/kept/flat.v" ] && [ ! -e "a b/kept/.sluice-mark" ]; }
with yosys "synth --out with a blank" kept
with yosys "synth in a TMPDIR with a blank" env TMPDIR="$dir/a b" "$sluice" synth --config s/sluice.conf --unit arb_out

# A library that is kept, and not whole any more; how that is seen: tests/seal.c.
check "a build" lockstep --config s/sluice.conf
so=$(ls s/lockstep/*.so)
size=$(stat -c %s "$so")
truncate -s 5000 "$so"
lockstep --config s/sluice.conf && [ "$(stat -c %s "$so")" = "$size" ] && [ "$(ls s/lockstep | wc -l)" = 1 ]
ok $? "a library that broke off is built again"
for build in one two; do        # the second takes what Verilator adds from the cache
	lockstep --config s/sluice.conf --build-dir $build --waves 1:9 && [ -s $build/sluice-waves.fst ]
	ok $? "waveforms, build $build"
done

# A stand-in for a program of others, before it in PATH.
stand_in() { mkdir -p "bin-$1" && { echo '#!/bin/sh'; cat; } >"bin-$1/$2" && chmod +x "bin-$1/$2"; }
as() { PATH=$dir/bin-$1:$PATH "${@:2}"; }
real=$(command -v verilator)
stand_in other verilator <<END
[ "\$1" = --version ] && echo "Verilator 9.999 of tomorrow" && exit
echo "%Error: asked to build"; exit 1
END
failed "another version of Verilator builds anew" "Verilator cannot build this switch: %Error: asked to build; .*" as other "$sluice" lockstep --config s/sluice.conf
rm s/lockstep/*.log
check "... and this one finds its own" lockstep --config s/sluice.conf
stand_in fails verilator <<END
[ "\$1" = --version ] && exec $real --version
echo "%Error: out of luck"; exit 1
END
stand_in dies verilator <<END
[ "\$1" = --version ] && exec $real --version
kill -9 \$\$
END
stand_in mute verilator <<<'exit 1'
failed "Verilator fails" "Verilator cannot build this switch: %Error: out of luck; see none/.*\.so\.log" as fails "$sluice" lockstep --config s/sluice.conf --build-dir none
failed "... in sim" "Verilator cannot build this switch: %Error: out of luck; see none/.*\.so\.log" as fails "$sluice" sim $net --backend rtl --build-dir none
failed "Verilator is killed" "Verilator cannot build this switch: it says nothing" as dies "$sluice" lockstep --config s/sluice.conf --build-dir none
failed "Verilator says nothing of itself" "verilator --version fails or says nothing; it needs all of perl \\(Debian: apt install verilator perl\\)" as mute "$sluice" lockstep --config s/sluice.conf --build-dir none
mkdir no_perl && ln -s "$dir/bin-mute/verilator" no_perl/
failed "Verilator without perl" "verilator does not run: perl is not installed, or not in PATH \\(Debian: apt install perl\\)" \
	env PATH="$dir/no_perl" "$sluice" lockstep --config s/sluice.conf --build-dir none
for tool in g++ make; do
	mkdir no_$tool && ln -s "$dir/bin-fails/verilator" no_$tool/ && for other in bash env perl g++ make; do
		[ $other = $tool ] || ln -s "$(command -v $other)" no_$tool/
	done
	failed "no $tool" "${tool//+/\\+} is not installed, or not in PATH \\(Debian: apt install ${tool//+/\\+}\\)" \
		env PATH="$dir/no_$tool" "$sluice" lockstep --config s/sluice.conf --build-dir none
done
stand_in zlib verilator <<END
[ "\$1" = --version ] && exec $real --version
echo "/usr/share/verilator/include/gtkwave/fstapi.c:50:10: fatal error: zlib.h: No such file or directory"; echo "%Error: make exited with 2"; exit 1
END
failed "waves without zlib" "zlib.h, which waveforms need, is not installed \\(Debian: apt install zlib1g-dev\\)" \
	as zlib "$sluice" lockstep --config s/sluice.conf --build-dir none --waves 1:5
stand_in cc g++ <<<'echo "g++: internal compiler error: Killed (program cc1plus)" >&2; exit 4'
failed "the compiler is killed" "Verilator cannot build this switch: g\+\+: internal compiler error: Killed .*" as cc "$sluice" lockstep --config s/sluice.conf --build-dir none
stand_in vvp vvp <<<'kill -9 $$'
failed "vvp is killed" "vvp refuses .*" as vvp "$sluice" icarus --config s/sluice.conf --cycles 100
"$sluice" lockstep --config s/sluice.conf --cycles 2000 --plant g_in[1].iport.smu.count_q:1@700 >out 2>err
check "a check that fails is still 1" [ $? = 1 ]

# A full disk, and a limit of file sizes.
full() {        # full SIZE DESCRIPTION PATTERN COMMAND...
	local size=$1
	shift
	if command -v mount >/dev/null && mount -t tmpfs -o size="$size" tmpfs full 2>/dev/null; then
		mounted=1
		failed "$@"
		check "... and nothing is left" [ -z "$(ls -A full | grep -v -e '\.log$' -e '\.csv$' -e '\.gp$')" ]
		umount full
		mounted=
	else
		ok 0 "$1 # SKIP cannot mount a small file system here"
		ok 0 "... and nothing is left # SKIP cannot mount a small file system here"
	fi
}
space="No space left on device"
full 20k "no room for the texts" "cannot write in 'full/sluice-build-......': $space" "$sluice" lockstep --config s/sluice.conf --build-dir full
full 300k "no room for the compiler" "Verilator cannot build this switch: .*$space.*" "$sluice" lockstep --config s/sluice.conf --build-dir full
full 20k "no room for the network's switch" "cannot write in 'full/sluice-verilog-......': $space" "$sluice" sim $net --backend rtl --build-dir full
full 40k "no room for the record of icarus" ".*: $space" "$sluice" icarus --config s/sluice.conf --cycles 2000 --build-dir full
full 4k "no room for results" "cannot write 'full/.*': $space" "$sluice" experiment run recn-iq-fig6a --quick --out full
printf 'k = 2\nn = 2\ncycles = 2000\nwarmup = 200\nload = 0.1, 0.2\n' >small.sweep
if command -v gnuplot >/dev/null; then
	full 24k "no room for a plot" "cannot write 'full/small.svg': .*" "$sluice" sweep small.sweep --out full
else
	ok 0 "no room for a plot # SKIP no gnuplot"
fi
limited() { (ulimit -f 100; "$@"); }
failed "a limit of file sizes" "Verilator cannot build this switch: .*File too large.*" limited "$sluice" lockstep --config s/sluice.conf --build-dir none

# Locks of others: whoever can read a directory can lock it.
with yosys "TMPDIR that somebody has locked" flock tmp timeout 60 "$sluice" synth --config s/sluice.conf --unit arb_out
mkdir held
check "a directory to build in that somebody has locked" same flock held timeout 60 "$sluice" lockstep --config s/sluice.conf --cycles 500 --build-dir held
mkdir results
exec 9<results
flock 9
failed "results that a process has locked: at once; it is not named, since it is not there any more" "--out: 'results' is in use by another sluice" \
	timeout 20 "$sluice" experiment run recn-iq-fig6a --quick --out results
exec 9<&-
check "nothing is left in TMPDIR" [ -z "$(ls -A tmp)" ]

# Small stacks, of threads as well; and threads that share a processor: that is said.
on_little() { (ulimit -s 128; "$@" >out 2>err); }
for command in "gen --radix 4 --out little" "sim $net" "sim $net --threads 2" "lockstep --backend c --cycles 300" "routes --k 2 --n 2 --scheme obqa" "area $small" \
	"sweep small.sweep --out little"; do
	rm -rf little
	check "a stack of 128 KiB: sluice ${command%% -*}" on_little "$sluice" $command
done
taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" "$sluice" sim $net --threads 3 >out 2>err && grep -q '^speed .*; 3 threads share 1 processor, which is slower than 1$' out
ok $? "threads that share a processor"

plan
