#!/bin/bash
# What `sluice gen` writes beside the Verilog: the testbench of every scheme passes in Icarus, of one in Verilator as well, with the same packets; it
# fails where the Verilog is made to differ. Descriptions are what their readers read, and name the ports and files that are there.
. "$(dirname "$0")/lib/tap.sh"

# generate DIR OPTION...
generate() { rm -rf "$1"; "$sluice" gen --out "$@" >out 2>err; }

# passes DIR [TARGET]: the testbench, in one command
passes() {
	make -s -C "$1" -f tb/Makefile "${2:-icarus}" >out 2>err </dev/null && [ ! -s err ] &&
		grep -Exq "[a-z]+_tb: [1-9][0-9]{2,} packets, 0 errors|axis: ([1-9][0-9]{2,}) of \1 frames delivered, 0 errors" out
}

bench() {       # bench DIR OPTION...
	generate "$@" && passes "$1"
	ok $? "testbench: ${*:2}"
}

shared="--radix 3 --flit-bits 72 --packet-flits 3 --node-bits 1"
static="$shared --nodes 5 --slots 8"
cells="--radix 3 --sls 2 --flit-bits 80 --cells 6 --cell-flits 2 --packet-cells 3"
levels="$cells --vcs 2 --vc-saqs 1 --detect-cells 2 --detect-xon-cells 2"
few="--slots 5 --detect-threshold 1 --xoff-threshold 2 --xon-threshold 1"
bench recn --scheme recn-iq $shared --saqs 2 $few
bench head --scheme recn-iq --sorting head $shared --saqs 2 $few --arbiter matrix --turnpool-bits 2
bench apb --scheme recn-iq $shared --saqs 2 $few --csr apb --counter-bits 8
bench bare --scheme recn-iq --radix 2 --saqs 0 --slots 4 --packet-flits 1
bench fbicm --scheme fbicm $shared --nodes 2 --cfqs 2 $few
bench lists --scheme fbicm --sorting head --lists ram $shared --nodes 7 --cfqs 2 $few
bench pfc --scheme pfc $shared --nodes 5 --queues 2 --slots 30 --xoff-threshold 5 --name prio
bench one --scheme 1q $static
bench obqa --scheme obqa $static --queues 2
bench axi --scheme obqa $static --queues 2 --csr axi-lite
bench dbbm --scheme dbbm $static --queues 3 --arbiter oldest-first
bench voqsw --scheme voqsw $static
bench voqnet --scheme voqnet $static
bench qos --scheme recn-qos $levels --xoff-cells 1 --xon-cells 1
bench voqswqos --scheme voqsw-qos $cells --speedup 1
bench voqnetqos --scheme voqnet-qos $cells --nodes 5
bench nic --scheme recn-qos-nic $levels --nodes 5 --nic-cells 8 --nic-lines 2 --host-cells 6
slots="--nodes 5 --slots 6 --source-slots 2 --host-slots 3"
bench routenic --scheme recn-iq-nic $shared --saqs 2 $slots
bench listnic --scheme fbicm-nic ${shared#--radix 3} --cfqs 2 $slots
bench staticnic --scheme static-nic ${shared#--radix 3} --queues 3 $slots
bench pfcnic --scheme pfc-nic ${shared#--radix 3} --queues 3 $slots
bench barenic --scheme recn-iq-nic --saqs 0 --radix 2 --nodes 2 --slots 4 --packet-flits 1 --source-slots 1 --host-slots 1
bench axis --ports axis --scheme 1q --radix 3 --axis-bytes 2 --frame-bytes 30 --slots 8 --packet-flits 4
bench torus --scheme wormhole --ary 4 --dims 1 --vcs 3 --buffer-flits 3 --packet-flits 3 --deadlock recovery --throttle tuned
bench mesh --scheme wormhole --grid mesh --ary 3 --vcs 1 --buffer-flits 2 --packet-flits 2 --routing dimension-order

packets=$(make -s -C bare -f tb/Makefile 2>/dev/null | grep packets)
passes bare verilator && [ "$(grep packets out)" = "$packets" ]
ok $? "Verilator, the same packets"

check "Verilator, AXI-Stream ports" passes axis verilator
cp -r axis mixed && sed -i 's/goes_on ? rd_flow_q : picked/picked/' mixed/rtl/sluice_ni_axis_receive.v
! passes mixed && grep -q "is not what was sent" out
ok $? "a planted fault is seen: frames that mix, at AXI-Stream ports"

# bad DIR FILE EDIT DESCRIPTION: the edit of the Verilog in DIR makes the testbench fail, with an exit status, also without the monitors of links
bad() {
	rm -rf bad
	cp -r "$1" bad
	sed -i 's/iverilog /&-DSLUICE_NO_LINK_MONITOR /' bad/tb/Makefile
	sed -i "$3" "bad/rtl/sluice_$2.v"
	! cmp -s "bad/rtl/sluice_$2.v" "$1/rtl/sluice_$2.v" && ! passes bad && grep -q "^cycle [0-9]*" out && ! grep -q "0 errors" out
	ok $? "a planted fault is seen: $4"
}
bad recn oport 's/^assign tx_data *= tx_data_q;/assign tx_data = tx_data_q | 1 << 70;/' "a bit of the payload is stuck"
count='reg [3:0] k; initial k = 0; always @(posedge clk) k <= k + tx_valid_q;'
bad bare oport "s/^assign tx_valid *=.*/$count assign tx_valid = tx_valid_q \& k != 9;/" "packets are dropped"
bad recn mmu 's/credit_goes(popping, last)/last \& rd_slot_q != 2/' "credits are lost"
bad recn oport 's/^wire  *\(any\|more\) .*/wire \1 = 1;/' "packets without credits"
bad recn take_turn "s/turns_left - 1'b1/turns_left/" "a header is not rewritten"
bad recn iport 's/\.rx_msg_xoff(rx_msg_xoff)/.rx_msg_xoff()/' "messages without their kind"
bad obqa rt 's/\.raddr(destination)/.raddr(3)/' "packets leave by a wrong output"
bad qos cmu 's/credit_vc_q *<= .*/credit_vc_q <= 0;/' "credits for another VC"
bad torus vlp 's/^assign tx_data *= tx_data_q;/assign tx_data = tx_data_q ^ tx_head_q << 40;/' "first flits of a wormhole router are changed"
bad nic host_send 's/{node, flits_q/{~node, flits_q/' "another source, of a network interface"
bad staticnic nsj 's/^assign put_word *= put_queue_q;/assign put_word = 0;/' "another queue, of a network interface for slots"
bad routenic dqu 's/credit_goes(rd_head, /\&waddr_q \& (/' "credits that a network interface for slots loses"

# The pins in the descriptions are those of the module, with their ranges: of VHDL, scalars and vectors are different types.
pins() {        # pins DIR MODULE
	perl -e '
		my ($dir, $module) = @ARGV;
		sub text { local (@ARGV, $/) = @_; <> }
		my ($verilog, $vhdl, $xml) = (text("$dir/rtl/$module.v"), text(glob("$dir/*_pkg.vhd")), text($dir . "/" . $module =~ s/_.*/.xml/r));
		my (%declared, $bad);
		while ($verilog =~ /^  (input|output) +wire *(\[[^\n]*?:0\])? *([a-z_]+(?:, *[a-z_]+)*),? *(?:\/\/.*)?$/mg) {
			$declared{$_} = ($1 eq "input" ? "in" : "out") . ($2 ? " vector" : "") for split /, */, $3;
		}
		my %vhdl = map { /^ {6}(\w+) : (in|out) std_logic(_vector)?/ ? ($1 => $2 . ($3 ? " vector" : "")) : () } split /\n/, $vhdl;
		my %xml;
		my $port = qr{<ipxact:port>\s*<ipxact:name>(\w+)<.*?<ipxact:direction>(\w+)<(.*?)</ipxact:wire>}s;
		$xml{$1} = $2 . (index($3, "<ipxact:vector>") < 0 ? "" : " vector") while $xml =~ /$port/g;
		for my $of (\%vhdl, \%xml) {
			$bad .= "$_: " . ($declared{$_} // "none") . ", not " . ($of->{$_} // "none") . "\n"
				for grep { ($declared{$_} // "") ne ($of->{$_} // "") } keys %{{%declared, %$of}};
		}
		print $bad // "", keys(%declared) < 10 ? "too few pins\n" : "";
		exit !!$bad' "$@" >out 2>&1
	ok $? "pins of $2, ${3:-sluice}"
}
for d in recn fbicm obqa qos voqnetqos torus mesh; do pins $d sluice_switch $d; done
pins pfc prio_switch pfc
for d in nic routenic listnic staticnic pfcnic barenic; do pins $d sluice_nic $d; done
generate axisnode --ports axis --scheme static-nic --nodes 5
pins axis sluice_axis axis
pins axisnode sluice_axis_node axisnode

# Widths of network interfaces, which no table of the model has: as Yosys elaborates them.
for d in nic routenic listnic staticnic pfcnic axis axisnode; do
	module=$(case $d in axis) echo sluice_axis ;; axisnode) echo sluice_axis_node ;; *) echo sluice_nic ;; esac)
	yosys -q -p "read_verilog -lib $d/rtl/$module.v; write_json nic.json" >out 2>err
	perl -MJSON::PP -e '
		sub text { local (@ARGV, $/) = @_; decode_json(<>) }
		my $ports = text("nic.json")->{modules}{$ARGV[1]}{ports};
		my $m = text("$ARGV[0]/manifest.json");
		my $adapter = $m->{axis_ports} // $m->{adapter}{ports};
		exit !(@$adapter == keys %$ports && !grep { $_->{width} != @{$ports->{$_->{name}}{bits}} } @$adapter)' "$d" "$module"
	ok $? "widths of $module, $d"
done

# The manifest names all files.
for d in pfc nic axis axisnode; do
	perl -MJSON::PP -e '
		local $/;
		my $m = decode_json(<>);
		print "$_\n" for @{$m->{files}}, @{$m->{other_files}}, qw(manifest.json sluice.conf sluice.f)' $d/manifest.json | sort >named
	(cd $d && find * -type f | sort) | diff named - >out
	ok $? "files of $d"
done
! grep -E '(src|href)=' nic/datasheet.html && grep -q '<path class="wave"' nic/datasheet.html
ok $? "the data sheet needs no other file, and has diagrams"

for name in _x x_ a__b; do
	"$sluice" gen --name $name --out n$name >out 2>err && "$sluice" gen --name $name --topology ktree --k 2 --n 1 --out f$name >out 2>err
	with ghdl "VHDL of the name $name" ghdl -a --std=08 --workdir="$dir" n$name/*_pkg.vhd f$name/*_pkg.vhd
	check "... the module of the Verilog" grep -Fqx '  component \'${name}_switch'\ is' n$name/*_pkg.vhd
done
for d in recn pfc nic mesh axis axisnode; do
	with xmllint "IP-XACT of $d is XML" xmllint --noout $d/*.xml
	with ghdl "VHDL of $d" ghdl -a --std=08 --workdir="$dir" $d/*_pkg.vhd
	if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
		(cd $d && python3 -c '
import os, sys, yaml
core, bender = yaml.safe_load(open(sys.argv[1])), yaml.safe_load(open("Bender.yml"))
sets = core["filesets"]
assert set(core["targets"]) - {"sim"} == {"default", "lint", "synth"} and ("sim" in core["targets"]) == ("tb" in sets) == os.path.exists("tb")
assert all(s in sets for t in core["targets"].values() for s in t["filesets"])
listed = open("sluice.f").read().split()
assert sets["rtl"]["files"] == listed == bender["sources"][0]["files"]
assert bender["package"]["name"] and len(bender["sources"]) == len(sets)
assert "tb" not in sets or sets["tb"]["files"] == bender["sources"][1]["files"] and os.path.exists(sets["tb"]["files"][0])
assert "tb" not in sets or bender["sources"][1]["target"] == "test"' ./*.core) >out 2>&1
		ok $? "core file and Bender.yml of $d"
	else
		ok 0 "core file and Bender.yml of $d # SKIP no yaml of python3"
	fi
done

# Constraints, of a netlist: a path from an input has its part of the period that is set.
constraints() (
	"$sluice" synth --config bare/sluice.conf --recipe narrow --out net >out 2>&1 && cd net &&
		cat >check.tcl <<-END &&
			read_liberty cells.lib
			read_liberty memories.lib
			read_verilog narrow.sta.v
			link_design sluice_switch
			set sluice_period 8
			source ../bare/sluice.sdc
			report_checks -from [get_ports rx_valid\[0\]] -digits 3
			report_checks -to [get_ports tx_valid\[0\]] -digits 3
		END
		sta -no_splash -exit check.tcl >out 2>&1
	! grep -qi -e warning -e error out && grep -q "2.400 .* input external delay" out && grep -q -- "-2.400 .* output external delay" out
)
with sta constraints constraints

# What is not ours stays.
kept() {        # kept FILE DESCRIPTION
	"$sluice" gen --out pfc --force --scheme pfc >out 2>err
	[ $? = 2 ] && [ "$(cat err)" = "sluice: 'pfc' holds '$1', which sluice did not write; not replaced" ]
	ok $? "--force: $2"
	rm "pfc/$1"
}
cp pfc/tb/prio_tb.v pfc/tb/mine_tb.v;   kept tb/mine_tb.v "a copy of the testbench"
echo "mine" >pfc/notes.md;              kept notes.md "a file of the user's"
echo mine >pfc/datasheet.md; kept datasheet.md "one in the place of ours"
"$sluice" gen --out pfc --force --scheme pfc >out 2>err && [ -e pfc/tb/sluice_tb.v ] && [ ! -e pfc/prio.core ]
ok $? "--force: ours goes"
plan
