#!/bin/bash
# Whole networks in lockstep (docs/use/fabrics.md): every register of switches, network interfaces and adapters, and the pins of hosts. A fault in any part is
# found, and named.
. "$(dirname "$0")/lib/tap.sh"

# made NAME ARGUMENTS...
made() {
	local name=$1
	shift
	"$sluice" gen --topology "$@" --out "$name" >out 2>err
	ok $? "$*: generated"
}

# run NAME ARGUMENTS...
run() {
	local name=$1
	shift
	"$sluice" lockstep --config "$name/sluice.conf" --cycles 3000 "$@" >out 2>err
}

# equal NAME PARTS
equal() {
	run "$1" --seed 5 && grep -Eq "^lockstep: 3000 cycles, [1-9][0-9]+ state bits in $2 parts, [1-9][0-9]+ (frames|packets), 0 mismatches$" out
	ok $? "$1: model and RTL are equal: $(tail -1 out)"
}

# planted NAME REGISTER:BIT TEXT...: all of them are in the report
planted() {
	local name=$1 register=$2 found=0
	shift 2
	run "$name" --plant "$register@500"
	[ $? = 1 ] || found=1
	for text; do
		grep -qF "$text" out || found=1
	done
	ok $found "$name: a fault in $register is found: $(head -1 out)"
}

small="--slots 16 --packet-flits 4"
made cut single --k 3 --radix 4 --scheme obqa $small --queues 2 --endpoints axis --axis-bytes 2 --frame-bytes 20
equal cut 10
planted cut node1.send.beat_q:0           "differ at cycle 500: registers of node1" "node1.send.beat_q: model"
planted cut node2.receive.frames_q:3      "registers of node2" "node2.receive.frames_q"
planted cut node0.nic.source.used_q:0     "registers of node0.nic" "node0.nic.source.used_q"
planted cut node0.nic.sink.fill_q:2       "registers of node0.nic" "node0.nic.sink.fill_q"
planted cut node2.nic.switch.ncu.used_q:1 "registers of node2.nic.switch"
planted cut switch0.g_in[1].iport.qmu.count_q:0 "registers of switch0" "switch0.g_in[1].iport.qmu.count_q"

made whole ktree --k 2 --n 2 --scheme recn-iq $small --saqs 2 --endpoints axis --axis-bytes 2 --frame-bytes 4 --link-registers 2
equal whole 16
run whole --traffic hotspot --hot-sources 1 --no-back-pressure && grep -Eq "^hot spot    [0-9.]+ flits a cycle to it; the 3 others [0-9.]+ a cycle" out
ok $? "$(grep '^hot spot' out)"

made native xgft --down 2,2 --up 1,2 --scheme fbicm $small --cfqs 2 --endpoints native
equal native 12
planted native node3.source.left_q:0 "registers of node3" "node3.source.left_q"

made flies dragonfly --h 2 --a 1 --p 1 --scheme recn-iq $small --saqs 2
equal flies 9
made grid hyperx --sizes 2,2 --p 1 --scheme fbicm $small --cfqs 2
equal grid 12

made cells single --k 3 --radix 3 --scheme recn-qos --sls 2 --vcs 2 --vc-saqs 2 --packet-cells 2 --cell-flits 2 --cells 8 --nic-cells 16 --host-cells 8 \
	--detect-cells 4 --detect-xon-cells 2 --xoff-cells 4 --xon-cells 2 --endpoints axis --axis-bytes 2 --frame-bytes 20
equal cells 10
planted cells node1.nic.host_send.wr_q:0     "registers of node1.nic" "node1.nic.host_send.wr_q"
planted cells node0.nic.host_receive.fill_q:1 "node0.nic.host_receive.fill_q"

# A table word of a switch is another one in the Verilog: a memory differs.
sed -i "s/s1_cfg_port_WORDS = 8'h4e/s1_cfg_port_WORDS = 8'h4a/" native/rtl/sluice_fabric.v
run native
[ $? = 1 ] && grep -q "differ at cycle .* switch1" out
ok $? "a wrong table is found: $(head -1 out)"

refused() { refuses 2 "${*:2}: $1" ".*$1.*" "$sluice" lockstep --config native/sluice.conf --cycles 3000 "${@:2}"; }    # refused TEXT ARGUMENTS...
refused "--resets: of one switch only" --resets 3
refused "--traffic: all" --traffic all
refused "--backend" --backend rtl
refused "--hot-port" --hot-port 4
refused "--hot-sources needs --traffic hotspot" --hot-sources 1
refused "no register or memory word node9.x" --plant node9.x:0@1
refused "is not PART.REGISTER:BIT@CYCLE" --plant x
made none ktree --k 2 --n 2 --scheme pfc --endpoints none
run none
[ $? = 2 ] && grep -q "without end nodes" err
ok $? "a network without end nodes: $(cat err)"
plan
