#!/bin/bash
# Whole networks as Verilog (docs/use/fabrics.md): lint is silent, and in Icarus the testbench that comes with them delivers all packets.
. "$(dirname "$0")/lib/tap.sh"

check() { local what=$1; shift; "$@" >out 2>err; ok $? "$what"; }
silent() { [ -z "$("$@" 2>&1 | tee out)" ]; }
# delivers DIR PACKETS: of each node
delivers() {
	(cd "$1" && iverilog -g2005 -Wall -o ../tb.vvp -s sluice_fabric_tb tb/sluice_fabric_tb.v $(cat sluice.f) && vvp -n ../tb.vvp +packets="$2" +stall=1000) >said 2>&1 &&
		grep -q "^fabric: .* 0 errors$" said
}

# gen WHAT ARGUMENTS...
made() {
	local what=$1
	shift
	rm -rf fabric
	check "$what: generated" "$sluice" gen --topology "$@" --out fabric
	check "$what: lint is silent" silent lint_verilator --top-module sluice_fabric -F fabric/sluice.f
}

made "recn-iq, ktree" ktree --k 2 --n 2 --scheme recn-iq --link-registers 1
check "all packets arrive" delivers fabric 10
check "as many as were sent" grep -q "^fabric: 40 of 40 packets delivered, 0 errors$" said
with xmllint "its IP-XACT is well-formed" xmllint --noout fabric/sluice_fabric.xml
check "its core file names the testbench" grep -q "toplevel: sluice_fabric_tb" fabric/sluice_fabric.core
(cd fabric && make -s -f tb/Makefile) >said 2>&1
check "its makefile runs the testbench" grep -q "^fabric: .* 0 errors$" said
check "the manifest has the topology" grep -q '"topology":.*"ktree, k = 2, n = 2"' fabric/manifest.json
"$sluice" sim --config fabric/sluice.conf --cycles 2000 --warmup 100 >said
check "sim takes its topology and links" grep -q "^network     ktree: 4 nodes, 4 switches of radix 4 in 2 stages, links of 1 cycle" said
check "it is replaced by --force" "$sluice" gen --topology ktree --k 2 --n 2 --scheme recn-iq --out fabric --force

# The registers of its links show nothing from the first clock edge in reset on, whatever is sent.
cat >reset.v <<'END'
module bench;
reg clk = 0;
wire [7:0] forth;
wire [4:0] back;
sluice_fabric_link #(.FORTH(8), .BACK(5), .STAGES(3)) dut (.clk(clk), .rst(1'b1), .tx_forth(8'hff), .rx_forth(forth), .rx_back(5'h1f), .tx_back(back));
initial begin
  #1 clk = 1;
  #1 $display("%b %b", forth, back);
end
endmodule
END
iverilog -g2005 -o reset.vvp reset.v fabric/rtl/sluice_fabric_link.v && [ "$(vvp -n reset.vvp)" = "00000000 00000" ]
ok $? "registers of links are reset"

# Two ports of a switch are exchanged in the Verilog: packets end at wrong nodes, or nowhere.
sed -i 's/\.tx_forth({ s0_tx_valid\[0\*1/.tx_forth({ s0_tx_valid[1*1/' fabric/rtl/sluice_fabric.v
! delivers fabric 10
ok $? "a wrong wire is found"

made "obqa, AXI-Stream" single --k 4 --radix 4 --scheme obqa --endpoints axis --frame-bytes 120
check "obqa: all frames arrive" delivers fabric 5
check "as many as were sent" grep -q "^fabric: 20 of 20 frames delivered, 0 errors$" said
rm -rf fabric
check "fbicm, xgft: generated" "$sluice" gen --topology xgft --down 2,2 --up 1,2 --scheme fbicm --out fabric
check "fbicm: all packets arrive" delivers fabric 10
made "recn-qos, switches without messages" ktree --k 2 --n 2 --scheme recn-qos --vc-saqs 0
made "pfc without interfaces" ktree --k 2 --n 2 --scheme pfc --endpoints none
check "its pins are links" grep -q "input  wire \[255:0\] rx_data" fabric/rtl/sluice_fabric.v

refused() { refuses 2 "${*:2}: $1" ".*$1.*" "$sluice" gen "${@:2}" --out no; }          # refused TEXT ARGUMENTS...
refused "--topology" --topology ring
refused "--k" --topology ktree --k 99
refused "--n: with --topology only" --n 2
refused "--endpoints: with --topology only" --endpoints none
refused "wormhole" --topology ktree --scheme wormhole
refused "1024" --topology ktree --k 16 --n 3 --turnpool-bits 40
refused "--link-registers" --topology ktree --k 2 --n 2 --scheme pfc --link-registers 60
refused "--memory-map" --topology ktree --memory-map x
refused "flit_bits" --topology ktree --k 2 --n 2 --endpoints axis --flit-bits 128
refused "axis_bytes" --topology ktree --k 2 --n 2 --axis-bytes 4
refused "csr" --topology ktree --k 2 --n 2 --csr apb
refused "ports" --topology ktree --k 2 --n 2 --ports axis
refused "name" --topology ktree --k 2 --n 2 --name a2345678901234567890123456789012345678901234567890123456789012
plan
