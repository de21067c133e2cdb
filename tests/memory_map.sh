#!/bin/bash
# Memories of macros: what a map says is what is instantiated, lockstep agrees with memories that are split in depth and width, a fault in what
# arranges them is found, bad maps are refused with file and line, area and synthesis know the macros.
. "$(dirname "$0")/lib/tap.sh"

refused() { printf '%s\n' "${@:3}" >bad.map; refuses 2 "$1" "$2" "$sluice" gen --memory-map bad.map --out bad; }     # refused DESCRIPTION PATTERN LINE...: a map of these lines

memory() { perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); my ($m) = grep { $_->{name} eq $ARGV[0] } @{$j->{memories}};
	print $m->{inferred} ? "inferred" : join(" ", map { $m->{macros}{$_} } qw(macro deep wide)), "\n"' "$1" <"$2/manifest.json"; }

# One as OpenRAM's, with a port more, active low; one with the least of pins and words that are no power of two; one of flip-flops.
cat >sram.map <<'END'
use 30          # per cent
macro sram_32x24 words 32 bits 24
  write clock clk0 enable csb0 low write web0 low address addr0 data din0 mask wmask0 8
  read clock clk1 enable csb1 low address addr1 data dout1
  open dout0 24
  area 12000
macro rf_25x40 words 25 bits 40
  write clock CLK enable WEN address AW data D
  read clock CLK address AR data Q
  tie TEST 0
  tie MARGIN 1 3
END
cat >ff.map <<'END'
macro ff_8x16 words 8 bits 16
  write clock CLK mask WE 4 address A data D
  read clock CLK enable RE high address B data Q
  hold yes
  collision old
  area 900.5
END
sed "1i use 20" ff.map >masks.map
small="--radix 2 --saqs 0 --slots 20 --packet_flits 4 --turnpool_bits 6 --node_bits 4"

# shellcheck disable=SC2086
"$sluice" gen $small --memory-map sram.map --out s >out 2>err && [ "$(memory data_mem s)" = "sram_32x24 3 3" ] && [ "$(memory link_mem s)" = inferred ]
ok $? "least waste: 3 x 3 macros; a small memory stays inferred"
cmp -s sram.map s/memory.map && [ -s s/macros/sram_32x24_bb.v ] && grep -qx macros/sram_32x24.v s/sluice.f && grep -qx macros/sram_32x24_bb.v s/synthesis.f &&
	! grep -q _bb s/sluice.f && [ ! -e s/macros/rf_25x40.v ]
ok $? "map, model and black box of the macro that is used, in the lists of files"
"$sluice" gen --config s/sluice.conf --memory-map s/memory.map --out again >out 2>err && diff -r s again >out
ok $? "the same bytes again"
"$sluice" gen --config s/sluice.conf --memory-map ff.map --out again --force >out 2>err && [ ! -e again/macros/sram_32x24.v ] && [ -e again/macros/ff_8x16.v ]
ok $? "--force replaces what was there"
refuses 2 "--memory-map-strict names the memory" "--memory-map-strict: no macro of sram.map serves for smu.link_mem, 20 x [0-9]+ bits" \
	"$sluice" gen --config s/sluice.conf --memory-map sram.map --memory-map-strict --out strict
grep -v sram_32x24 sram.map | sed -n '/rf_25x40/,$p' | sed '1i use 30' >rf.map
# shellcheck disable=SC2086
"$sluice" gen $small --memory-map rf.map --out r >out 2>err && [ "$(memory data_mem r)" = "rf_25x40 5 2" ] && [ "$(memory link_mem r)" = inferred ]
ok $? "words that are no power of two: of 25, 16 are used in each row"
"$sluice" gen --scheme fbicm --sorting head --lists ram --radix 2 --cfqs 4 --nodes 20 --slots 16 --packet_flits 2 --memory-map masks.map --out f >out 2>err &&
	[ "$(memory clip_mem f)" = "ff_8x16 3 1" ]
ok $? "a masked memory: a bit of the mask for each of its bits"

for d in s r f again; do
	(cd $d && lint_verilator --top-module sluice_switch -f sluice.f && iverilog -Wall -g2005 -t null -s sluice_switch -f sluice.f) >out 2>err && [ ! -s err ] && [ ! -s out ] || break
done
[ $? = 0 ] && [ $d = again ]
ok $? "Verilator and Icarus have nothing to say"
"$sluice" gen --scheme recn-iq-nic --radix 2 --saqs 1 --nodes 4 --turnpool_bits 2 --slots 4 --packet_flits 2 --source_slots 2 --host_slots 4 --memory-map ff.map \
	--out n >out 2>err
"$sluice" gen --scheme obqa --ports axis --radix 2 --queues 2 --slots 4 --packet_flits 2 --axis-bytes 4 --frame-bytes 12 --memory-map ff.map --out x >>out 2>>err
for top in n/nic x/axis; do
	(cd ${top%/*} && [ -e macros/ff_8x16.v ] && lint_verilator --top-module sluice_${top#*/} -f sluice.f && iverilog -Wall -g2005 -t null -s sluice_${top#*/} -f sluice.f) \
		>out 2>err && [ ! -s err ] && [ ! -s out ] || break
done
[ $? = 0 ] && [ $top = x/axis ]
ok $? "nor about a network interface and AXI-Stream ports"
"$sluice" synth --config n/sluice.conf --unit dqu --recipe narrow --out dqu >out 2>err && grep -q '^ *ff_8x16 ' dqu/flat.v &&
	"$sluice" synth --config x/sluice.conf --unit pmu --recipe narrow --out pmu >out 2>err && grep -q '^ *ff_8x16 ' pmu/flat.v
ok $? "... which synth takes"

"$sluice" lockstep --config s/sluice.conf --cycles 5000 --traffic hotspot >out 2>err && tail -n 1 out | grep -Eq '^lockstep: 5000 cycles, [0-9]+ state bits, [0-9]{4} packets, 0 mismatches$'
ok $? "lockstep: memories split in depth and width, late writes, held data"
"$sluice" icarus --config f/sluice.conf >out 2>err && grep -q ' 0 mismatches' out
ok $? "Icarus: masked memories"
"$sluice" icarus --config r/sluice.conf --traffic uniform >out 2>err && grep -q ' 0 mismatches' out
ok $? "Icarus: rows of macros that read in every cycle"
cp -r r broken
sed -i 's/read_q ? word : held_q/word/' broken/rtl/sluice_macro_memory.v
"$sluice" icarus --config broken/sluice.conf >out 2>err
check "data that are not held are found" [ $? = 1 ]

"$sluice" area --config again/sluice.conf --memory-map ff.map --json area.json >out 2>err && grep -Eq 'data_mem .*0\.03602' out
ok $? "area: macros have that of the map"
"$sluice" synth --config again/sluice.conf --unit mmu --recipe choices --out kept >out 2>err && [ "$(grep -c '^ *ff_8x16 ' kept/flat.v)" = 40 ] && grep -Eq '^sluice_mmu +1 +[1-9]' out
ok $? "synth: macros are black boxes"
refuses 2 "synth --check" "--check: the memories of this switch are macros; .*" "$sluice" synth --config again/sluice.conf --check

whole=("macro m words 16 bits 8" " write clock c enable e address a data d" " read clock c address b data q")
refused "no macro" "bad\.map:1: there is no macro in the map" "# nothing"
refused "unknown word" "bad\.map:4: 'speed' is not one of: macro, use, .*" "${whole[@]}" "speed 3"
refused "before the first macro" "bad\.map:1: 'area' before the first macro" "area 3" "${whole[@]}"
refused "words that are none" "bad\.map:1: 'words' wants a number in 2\.\.1048576, not 'many'" "macro m words many bits 8"
refused "no bits" "bad\.map:1: macro m: 'bits N' is to follow" "macro m words 16"
refused "a name of Verilog" "bad\.map:1: 'macro' wants a name of Verilog .*, not '3m'" "macro 3m words 16 bits 8"
refused "the same macro twice" "bad\.map:4: macro m is in line 1 already" "${whole[@]}" "${whole[@]}"
refused "no read port" "bad\.map:1: macro m lacks 'read' with clock, address and data" "${whole[@]:0:2}"
refused "nothing that writes" "bad\.map:1: macro m lacks an enable, a write or a mask pin for writing" "macro m words 16 bits 8" "write clock c address a data d" "${whole[2]}"
refused "a single port" "bad\.map:1: macro m reads and writes by one address: .*" "${whole[0]}" "write clock c enable e address a data d" "read clock c address a data q"
refused "a pin twice" "bad\.map:1: macro m has pin 'e' twice" "${whole[@]}" "tie e 0"
refused "an output register" "bad\.map:4: 'latency' is 1: .*" "${whole[@]}" "latency 2"
refused "held without an enable" "bad\.map:1: macro m reads in every cycle, .*" "${whole[@]}" "hold yes"
refused "a mask that does not fit" "bad\.map:2: 'mask': 8 bits are no multiple of 3" "macro m words 16 bits 8" "write clock c mask w 3 address a data d" "${whole[2]}"
refused "two areas" "bad\.map:5: 'area' is in line 4 already" "${whole[@]}" "area 3" "area 3"
refused "two shares" "bad\.map:5: 'use' is in line 1 already" "use 3" "${whole[@]}" "use 4"
refused "a pin tied twice" "bad\.map:1: macro m has pin 'x' twice" "${whole[@]}" "tie x 0" "tie x 1"
refused "an area in base 16" "bad\.map:4: 'area' wants square micrometres above 0, not '0x10'" "${whole[@]}" "area 0x10"
refused "more than there is" "bad\.map:4: 'now' is not expected here" "${whole[@]}" "hold no now"
refuses 2 "no such map" "none\.map: No such file or directory" "$sluice" gen --memory-map none.map --out bad
refuses 2 "--memory-map-strict alone" "--memory-map-strict needs --memory-map" "$sluice" gen --memory-map-strict --out bad
plan
