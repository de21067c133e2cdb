#!/bin/bash
# Bits of memory and flip-flops, as gen, the manifest and the data sheet give them: those that Yosys finds in the Verilog, and of memories those that area prices.
. "$(dirname "$0")/lib/tap.sh"

# As Yosys elaborates the Verilog, unoptimized. Registers are called *_q: others it makes of writes to memories and of variables of loops, and nothing reads them.
yosys_counts() {
	(cd "$1" && yosys -qq -p "read_verilog -DSYNTHESIS $(tr '\n' ' ' <sluice.f); hierarchy -top $2; proc; flatten; memory_collect; delete t:* t:\$mem* %d t:*dff* %d; write_json ../netlist.json") &&
	perl -MJSON::PP -e 'local $/; my ($m) = grep { $_->{attributes}{top} } values %{decode_json(<>)->{modules}};
		my (%net, $bits, $flip_flops); $bits = $flip_flops = 0;
		for my $n (keys %{$m->{netnames}}) { $net{$_} .= "$n " for @{$m->{netnames}{$n}{bits}} }
		for (values %{$m->{cells}}) {
			$bits += oct("0b$_->{parameters}{SIZE}") * oct("0b$_->{parameters}{WIDTH}") if $_->{type} =~ /^\$mem/;
			next unless $_->{type} =~ /dff/ && $net{$_->{connections}{Q}[0]} =~ /_q /;
			$flip_flops += @{$_->{connections}{Q}};
		}
		print "$bits $flip_flops\n"' netlist.json
}

# counted WHAT ARGUMENT...: the Verilog of gen, by gen and the manifest
counted() {
	local what=$1
	shift
	rm -rf d
	"$sluice" gen "$@" --name t --out d >line 2>err || { ok 1 "$what: gen"; return; }
	top=$(sed 's/d: \(\w*\),.*/\1/' line)
	counts=$(sed -n 's/.* \([0-9]*\) bits of memory, \([0-9]*\) flip-flops, [0-9]* Verilog files$/\1 \2/p' line)
	check "$what: the manifest says what gen says" [ -n "$counts" -a "$counts" = "$(perl -MJSON::PP -e 'local $/; my $s = decode_json(<>)->{storage}; print "$s->{memory_bits} $s->{flip_flops}"' d/manifest.json)" ]
}

# other ARGUMENT...: the same, and so counts Yosys
other() {
	counted "$@"
	yosys_counts d "$top" >out 2>err
	check "$1: and so counts Yosys" [ "$counts" = "$(cat out)" ]
}

# switch ARGUMENT...: the same, the data sheet and area of what has units of its own; and the manifest's registers and memories, which state_coverage.c counts in Yosys
switch() {
	counted "$@"
	check "$1: units of the data sheet" [ "$(sed -n '/^| unit /,/^$/s/^| [a-z].* | [0-9]* | \([0-9]*\) | \([0-9]*\) |$/\1 \2/p' d/datasheet.md | perl -ane '$b += $F[0]; $f += $F[1]; END { print "$b $f" }')" = "$counts" ]
	"$sluice" area --config d/sluice.conf --json area.json >stdout 2>err
	check "$1: memories of area" [ "$(perl -MJSON::PP -e 'local $/; print decode_json(<>)->{total}{bits}' area.json)" = "${counts% *}" ]
	check "$1: registers and memories" [ "$counts" = "$(perl -MJSON::PP -e 'local $/; my $t = decode_json(<>)->{totals}; print $t->{memory_bits}, " ", $t->{register_bits} + $t->{read_register_bits}' d/manifest.json)" ]
}

few="--radix 2 --slots 8"
switch "recn-iq" $few --saqs 2
switch "recn-iq, sorting at heads, a bus" $few --saqs 1 --sorting head --csr apb --counter-bits 16
switch "recn-iq without set-aside queues" $few --saqs 0 --arbiter matrix
switch "fbicm, lists in memory" $few --scheme fbicm --cfqs 2 --nodes 8 --lists ram --csr axi-lite
switch "pfc" --radix 2 --scheme pfc --queues 2 --nodes 4
switch "obqa" $few --scheme obqa --queues 2 --nodes 4 --arbiter oldest-first
switch "recn-qos" --radix 2 --scheme recn-qos --vc-saqs 1 --sls 2 --cells 8 --cell-flits 2 --packet-cells 2
switch "voqnet-qos" --radix 2 --scheme voqnet-qos --nodes 2 --sls 2 --cells 4 --cell-flits 1 --packet-cells 2
switch "wormhole, throttled" --scheme wormhole --ary 4 --buffer-flits 4 --throttle tuned --deadlock recovery
other "an interface" --scheme recn-iq-nic --radix 2 --saqs 1 --nodes 4 --slots 8
other "... with cells" --scheme recn-qos-nic --radix 2 --nodes 4 --sls 2 --cells 8 --cell-flits 2 --packet-cells 2 --nic-cells 8 --host-cells 8
other "... and AXI-Stream" --scheme static-nic --queues 2 --nodes 4 --slots 8 --ports axis --frame-bytes 200
other "a network" --topology single --k 2 --radix 2 --saqs 0 --slots 8 --link-registers 2
other "... of obqa, with AXI-Stream" --topology single --k 2 --radix 2 --scheme obqa --queues 2 --slots 8 --packet-flits 2 --endpoints axis --axis-bytes 4 --frame-bytes 12
other "... without interfaces" --topology single --k 2 --radix 2 --scheme 1q --slots 8 --endpoints none
other "a switch with AXI-Stream" $few --scheme recn-iq --saqs 1 --ports axis
plan
