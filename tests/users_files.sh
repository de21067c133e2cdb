#!/bin/bash
# What a user has is never removed or written over: where commands build, where they leave results, where they replace what they generated.
. "$(dirname "$0")/lib/tap.sh"
top=$OLDPWD
export TMPDIR=$dir/tmp
mkdir tmp

all() { find "$@" -printf '%p %s %i %l\n' 2>/dev/null | sort; }

refused() { refuses 2 "$@"; }

small="--radix 2 --saqs 1 --slots 8 --packet-flits 2 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
"$sluice" gen $small --out s >/dev/null || exit 1

# A directory to build in that is the user's: names that were once taken for left-overs, and names like ours.
mkdir -p proj/{build-x86_64,verilog-source,new-models,run-000001,sluice-build-abcdef,sluice-verilog-abcdef,sluice-icarus-abcdef}/src
for d in proj/*/src; do echo precious >"$d/file"; done
ln -s verilog-source proj/build-a1b2c3
echo precious >proj/waves.fst
before=$(all proj/*)
"$sluice" lockstep --config s/sluice.conf --cycles 500 --build-dir proj --waves 1:9 >out 2>err
check "lockstep" [ $? = 0 ]
"$sluice" sim --k 2 --n 2 --saqs 1 --slots 10 --packet-flits 3 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2 --cycles 100 --backend rtl --build-dir proj >out 2>err
check "sim" [ $? = 0 ]
"$sluice" icarus --config s/sluice.conf --cycles 100 --build-dir proj >out 2>err
check "icarus" [ $? = 0 ]
check "a directory with other things in it" [ "$before" = "$(all $(ls -d proj/* | grep -v -e '/sluice-[0-9a-f]*\.so$' -e '/sluice-waves\.fst$'))" ]
check "what they add has names of its own" [ "$(ls proj | grep -c -e '^sluice-[0-9a-f]\{16\}\.so$' -e '^sluice-waves\.fst$')" = 3 ]
mkdir none
"$sluice" icarus --config s/sluice.conf --cycles 100 --build-dir none >out 2>err
check "an empty directory" [ $? = 0 -a -d none ]

# What a killed build leaves is ours, and goes with the next one.
mkdir spy
printf '#!/bin/sh\ncase $1 in --version | --getenv) exec %q "$@";; esac\ntouch %q; exec sleep 60\n' "$(command -v verilator)" "$dir/at-work" >spy/verilator
chmod +x spy/verilator
mkdir killed
PATH=$dir/spy:$PATH "$sluice" lockstep --config s/sluice.conf --build-dir killed >out 2>err &
pid=$!
for i in {1..200}; do [ -e at-work ] && break; sleep 0.05; done
left=$(ls killed)
"$sluice" lockstep --config s/sluice.conf --cycles 100 --build-dir killed >out 2>err
check "the directory of a build under way" [ "$(ls killed | grep -c '^sluice-build-......$')" = 1 ]
kill -KILL $pid
wait $pid 2>/dev/null
rm killed/*.so
for i in {1..100}; do   # the compiler holds it until it is gone as well
	"$sluice" lockstep --config s/sluice.conf --cycles 100 --build-dir killed >out 2>err
	[ ! -e "killed/$left" ] && break
	rm -f killed/*.so
	sleep 0.1
done
check "a killed one's goes" [ "$(ls -A killed | grep -vc '^sluice-[0-9a-f]*\.so$')" = 0 ]

# gen --force takes away what it knows, and nothing else.
kept() {        # kept DESCRIPTION FILE: the user's file is named, and all stays
	refused "$1" "'s' holds '$2', which sluice did not write; not replaced" "$sluice" gen --radix 3 --out s --force
	rm -r "s/$2"
}
cp s/rtl/sluice_smu.v s/rtl/smu_before.v;         kept "a copy of a generated file" rtl/smu_before.v
echo "module mine; endmodule" >s/rtl/mine.v;    kept "Verilog of the user's" rtl/mine.v
cp s/sluice.f list; echo rtl/mine.v >>s/sluice.f
echo "module mine; endmodule" >s/rtl/mine.v;    kept "... that the list names" rtl/mine.v
cp list s/sluice.f
mkdir s/lockstep; echo x >s/lockstep/notes;     kept "a file where lockstep builds" lockstep/notes
mkdir s/lockstep/sluice-build-abcdef;           kept "a directory there that has a name like ours" lockstep/sluice-build-abcdef
mkdir -p s/icarus/run-1;                        kept "a directory where icarus builds" icarus/run-1
ln -s ../../proj s/rtl/sluice_link.v;           kept "a link" rtl/sluice_link.v
cp -r s bad && sed -i 's/^endmodule/endmodul/' bad/rtl/sluice_smu.v
"$sluice" icarus --config bad/sluice.conf >out 2>err
check "what icarus keeps is known, and no stranger" [ $? = 3 -a -n "$(ls bad/icarus)" ]
"$sluice" gen --radix 3 --out bad --force >out 2>err
check "... to gen --force" [ $? = 0 -a ! -e bad/icarus ]
"$sluice" routes --scheme obqa --k 2 --n 2 --out r >/dev/null
echo "my,own,table" >r/switch-9.csv
refused "a table of the user's" "'r' holds 'switch-9.csv', which sluice did not write; not replaced" "$sluice" routes --scheme obqa --k 2 --n 2 --out r --force

# Results: files under the names of ours that have not our mark.
small=recn-iq-fig6a
run() { "$sluice" experiment run $small --quick --out "$1" "${@:2}"; }
run results >out 2>err
check "an experiment" [ $? = 0 ]
for end in md gp svg; do
	mkdir notes-$end
	echo precious >notes-$end/$small-quick.$end
	refused "a file in place of the $end" "'notes-$end/$small-quick.$end' exists and was not written by sluice; not replaced" run notes-$end --force
	check "... before any run" [ "$(ls notes-$end)" = $small-quick.$end ]
done
run results >out 2>err
check "our own are replaced" [ $? = 0 ]
for end in csv md html; do
	mkdir trade-$end
	echo precious >trade-$end/tradeoff.$end
	refused "a file in place of tradeoff.$end" "'trade-$end/tradeoff.$end' exists and was not written by sluice; not replaced" \
		"$sluice" tradeoff --no-synth --radix 4 --saqs 0 --scheme recn-iq --slots 16 --cycles 600 --warmup 300 --out trade-$end --force
done

# Scripts and the Makefile.
mkdir home; echo precious >home/file
refused "make demo" "'home' is there and is no demo; not replaced" "$top/docs/demo.sh" "$sluice" home
env -u MAKEFLAGS make -C "$top" BUILD="$dir/home" clean >out 2>err
check "make clean of a directory that make did not make" [ $? != 0 -a -e home/file ]
env -u MAKEFLAGS make -C "$top" BUILD="$dir/made" "$dir/made/gen/program.c" >out 2>err && env -u MAKEFLAGS make -C "$top" BUILD="$dir/made" clean >out 2>err
check "... and of one that it made" [ $? = 0 -a ! -e made ]
check "what they leave of TMPDIR" [ -z "$(ls -A tmp)" ]
plan
