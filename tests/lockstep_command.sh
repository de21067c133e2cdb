#!/bin/bash
# `sluice lockstep` as a command: bad input, missing tools, a planted fault, waveforms, builds that are kept.
. "$(dirname "$0")/lib/tap.sh"

lockstep() { "$sluice" lockstep --cycles 2000 "$@" >out 2>err </dev/null; }

refused() { refuses "$1" "$2" "$3" "$sluice" lockstep --cycles 2000 "${@:4}"; }   # refused STATUS DESCRIPTION PATTERN ARGUMENT...

small="--radix 2 --saqs 1 --slots 8 --packet-flits 2 --detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
"$sluice" gen $small --out s >/dev/null && "$sluice" gen $small --saqs 2 --out other >/dev/null || exit 1
conf="--config s/sluice.conf"

refused 2 "no config"             "--config is missing.*"
refused 2 "config that is not there" "--config: cannot read 'none/sluice.conf'.*" --config none/sluice.conf
refused 2 "unknown traffic"       "--traffic: 'rush' is not one of: uniform hotspot permutation bursty incast all" $conf --traffic rush
refused 2 "load above 1"          "--load: '1.5' is not a number in 0..1" $conf --load 1.5
refused 2 "load that is no number" "--load: 'x' is not a number in 0..1" $conf --load x
refused 2 "cycles no number"      "--cycles: 'many' is not a whole number in .*" $conf --cycles many
refused 2 "no cycles"             "--cycles: '0' is not a whole number in .*" $conf --cycles 0
refused 2 "hot port that is not there" "--hot-port: '2' is not a whole number in 0..1" $conf --hot-port 2
refused 2 "unknown backend"       "--backend: 'vhdl' is not one of: c rtl both" $conf --backend vhdl
refused 2 "waves backwards"       "--waves: '9:3' is not A:B.*" $conf --waves 9:3
refused 2 "waves of the model"    "--waves needs RTL.*" $conf --waves 1:2 --backend c
refused 2 "plant without a cycle" "--plant: 'x:1' is not REGISTER:BIT@CYCLE" $conf --plant x:1
refused 2 "plant in nothing"      "no register or memory word g_in\[2\].iport.smu.count_q in this switch" $conf --plant g_in[2].iport.smu.count_q:0@5
refused 2 "plant beyond the width" "g_in\[1\].iport.smu.pop_q has 2 bits, no bit 2" $conf --plant g_in[1].iport.smu.pop_q:2@5
refused 2 "plant in a word beyond the memory" "no register or memory word g_in\[1\].iport.mmu.data_mem\[16\] in this switch" $conf --plant g_in[1].iport.mmu.data_mem[16]:0@5
check "all that is refused before anything is built" [ ! -e s/lockstep ]
refused 2 "build directory that is a device" "cannot build in '/dev/full': Not a directory" $conf --build-dir /dev/full
refused 2 "build directory that cannot be made" "cannot build in '/proc/none': .*" $conf --build-dir /proc/none
refused 2 "RTL of another switch" "s/rtl/sluice_switch.v was generated with saqs = 1, not 2" $conf --saqs 2
cp other/sluice.conf s/other.conf
refused 2 "config of another switch" "s/rtl/sluice_switch.v was generated with saqs = 1, not 2" --config s/other.conf
mkdir bare && cp s/sluice.conf bare
refused 2 "config without RTL"    "bare/rtl/sluice_switch.v: No such file or directory.*" --config bare/sluice.conf
cp -r s cut && rm cut/rtl/sluice_smu.v
refused 2 "a file of the list is missing" "cut/rtl/sluice_smu.v: No such file or directory" --config cut/sluice.conf
cp -r s wrong && sed -i '/^endmodule/i wire oops = nothing_at_all;' wrong/rtl/sluice_smu.v
refused 3 "Verilog that is wrong"  "Verilator cannot build this switch: %Error: rtl/sluice_smu.v:[0-9:]+ .*'nothing_at_all'; see wrong/lockstep/.*\.log" --config wrong/sluice.conf
check "the log says what is wrong" grep -q nothing_at_all wrong/lockstep/*.log
for edit in 's/\.tx_credit(tx_credit\[o\]), //' 's/\(\.tx_credit\)(tx_credit\[o\])/\1()/' 's/\(\.tx_credit\)(tx_credit\[o\])/\1(nobody)/; 0,/^);/s/^);/&\nwire nobody;/'; do
	rm -rf loose && cp -r s loose && sed -i "$edit" loose/rtl/sluice_switch.v
	refused 3 "an input that nobody drives: $edit" "Verilator cannot build this switch: %Error-[A-Z]+: rtl/sluice_switch.v:[0-9:]+ .*'(tx_credit|nobody)'; see .*" --config loose/sluice.conf
done
load=0.123456789
lockstep $conf --backend c --load $load --traffic bursty
again=$(sed -n 's/^rerun *sluice //p' out)
check "the rerun line has the load to its last digit" [ "$again" = "lockstep $conf --cycles 2000 --seed 1 --traffic bursty --load $load --backend c" ]
mkdir empty
refuses 3 "no Verilator" "verilator is not installed.*" env PATH="$dir/empty" "$sluice" lockstep $conf --build-dir none

# What is printed is the same but for the speed, and the option itself: of a good run, and of one that differs.
run() { lockstep --config $of/sluice.conf --traffic hotspot "${@:2}" --threads "$1"; echo "exit $?"; sed '/^speed/d; s/ --threads [12]//' out; }
same() { run 1 "$@" >one; run 2 "$@" >two; diff one two >err && [ "$(head -1 one)" = "exit $status" ]; }
"$sluice" gen --scheme fbicm --lists ram --nodes 8 --radix 2 --out swept >/dev/null && "$sluice" gen --scheme dbbm --queues 3 --radix 2 --out static >/dev/null
for of in s swept static; do
	status=0 && same
	ok $? "$of: two threads print what one does"
done
of=swept status=1 && same --plant 'g_in[1].iport.smu.count_q:1@700'
ok $? "two threads see a wrong bit in the cycle in which one does"
of=s && same --plant 'g_in[0].iport.smu.count_q:1@1999'
ok $? "two threads see a wrong bit in the last cycle"
unseen=
for at in {1000..1240..16}; do          # the second takes over at about that time
	run 2 --plant "g_in[0].iport.smu.count_q:1@$at" >two
	grep -q "^model and RTL differ at cycle $at$" two || unseen+=" $at"
done
check "two threads see a wrong bit wherever the second takes over" [ -z "$unseen" ]

check "a run" lockstep $conf
tail -n 1 out | grep -Exq "lockstep: 2000 cycles, [0-9]+ state bits, [0-9]+ packets, 0 mismatches"
ok $? "its last line"
check "silent on stderr in a pipe" [ ! -s err ]
built=$(ls -l --time-style=full-iso s/lockstep)
check "one shared object, nothing else left" [ "$(echo "$built" | grep -c '\.so$')" = 1 ]
lockstep $conf --seed 2 && [ "$built" = "$(ls -l --time-style=full-iso s/lockstep)" ]
ok $? "the second run does not build"
mkdir -p newer/include && echo '#define VERILATOR_VERSION "9.999"' >newer/include/verilated_config.h
printf '#!/bin/sh\ncase $1 in --getenv) echo %q ;; --cc) exit 1 ;; *) exec %q "$@" ;; esac\n' "$dir/newer" "$(command -v verilator)" >newer/verilator && chmod +x newer/verilator
PATH=$dir/newer:$PATH lockstep $conf
[ $? = 3 ] && grep -q "Verilator cannot build" err && rm -f s/lockstep/*.log
ok $? "... unless Verilator is another one that says the same of itself"
lockstep $conf --build-dir elsewhere/deep && [ -n "$(ls elsewhere/deep/*.so)" ]
ok $? "--build-dir"

# The first build leaves what every switch has, Verilator's runtime and the headers; the next one, of another switch, takes it from there.
outside=${XDG_CACHE_HOME:-$HOME/.cache}
export XDG_CACHE_HOME=$dir/cache
lockstep $conf --build-dir first && kept=$(ls cache/sluice/verilator/*.a) && set -- "$kept" "${kept%.a}.gch" && before=$(stat -c '%i %y' "$@")
ok $? "Verilator's runtime and headers are kept"
mkdir spy
for tool in verilator g++; do printf '#!/bin/sh\necho "$@" >>%q\n%s exec %q "$@"\n' "$dir/told" "${inner-}" "$(command -v $tool)" >spy/$tool; inner=PATH=$(printf %q "$PATH"); done
chmod +x spy/*     # g++ does not see them: it may be a link that runs the next one of its name (ccache)
PATH=$dir/spy:$PATH lockstep --config other/sluice.conf && grep -q 'VM_GLOBAL_FAST= ' told && ! grep -q '\.gch' told && [ "$before" = "$(stat -c '%i %y' "$@")" ]
ok $? "... and used"
for part; do head -c 5000 "$part" >part && cp part "$part"; done
rm told
PATH=$dir/spy:$PATH lockstep --config other/sluice.conf --build-dir again && ! grep -q 'VM_GLOBAL_FAST= ' told && grep -q '\.gch' told && [ -z "$(find "$@" -size -6k)" ]
ok $? "... unless it broke off: then it is made again"
XDG_CACHE_HOME=/proc/none lockstep --config other/sluice.conf && [ ! -s err ]
ok $? "a cache that cannot be written is none"
rm -r cache
XDG_CACHE_HOME=$outside

lockstep $conf --backend rtl && grep -q '^RTL alone: 2000 cycles' out
ok $? "RTL alone"
lockstep --backend c --radix 5 && grep -q '^model alone: 2000 cycles' out
ok $? "the model alone needs no generated switch"

lockstep $conf --plant g_in[1].iport.smu.count_q:3@777
[ $? = 1 ] && grep -Exq "model and RTL differ at cycle 777" out &&
	grep -Eq "^   1 register g_in\[1\]\.iport\.smu\.count_q +model 0x[0-9a-f]+ rtl 0x[0-9a-f]+ xor 0x0*8$" out &&
	grep -Eq "count_q\[queue 0\] model" out && [ "$(grep -c '^ *77[0-7] ' out)" = 8 ] && grep -Eq '^ *777 .*\*$' out
ok $? "a planted fault: cycle, register, field, history"
again=$(sed -n 's/^rerun with waves: sluice //p' out)
eval "\"$sluice\" $again" >out 2>err
[ $? = 1 ] && grep -q "differ at cycle 777" out && [ "$(head -c 1 s/lockstep/sluice-waves.fst | wc -c)" = 1 ] && [ "$(stat -c %s s/lockstep/sluice-waves.fst)" -gt 500 ]
ok $? "the rerun line finds it again, and writes the waveform"
lockstep $conf --memory-check every --plant 'g_in[1].iport.mmu.data_mem[0]:0@777'
[ $? = 1 ] && grep -q '^   1 memory ' out && [ "$(sed -n 's/^ *77[0-7]  *\([0-9a-f]*\).*/\1/p' out | sort -u | wc -l)" -gt 1 ]
ok $? "the history of a memory's word is that of the cycles, not what the word holds at last"

# A fault in the RTL itself: the counter of queue 0 never wraps back.
cp -r s bug && sed -i 's/credits_q <= /credits_q <= ~/;s/pop_q *<= */&~/' bug/rtl/sluice_smu.v
lockstep --config bug/sluice.conf
[ $? = 1 ] && grep -Eq "register g_in\[.\]\.iport\.smu\.pop_q" out
ok $? "a fault in the Verilog is found"

# A memory that is written where it should not be, while all registers are right.
cp -r s stray && sed -i 's/\.wen *(\([^)]*\))/.wen(\1 | rst === 1'"'"'b0 \& slot_q == 1)/' stray/rtl/sluice_mmu.v
lockstep --config stray/sluice.conf
[ $? = 1 ] && grep -Eq "^model and RTL differ at cycle [0-9]+: only one of them writes word [0-9]+ of g_in\[.\]\.iport\.mmu\.data_mem$" out
ok $? "a stray write to a memory is found when it happens"

plan
