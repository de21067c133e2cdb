#!/bin/bash
# manifest.json is true: ports, registers and memories are those that Yosys finds in the Verilog, in each sample switch of NETLIST.
. "$(dirname "$0")/lib/switches.sh"
rows=$(switches NETLIST) || exit
. "$(dirname "$0")/lib/tap.sh"

compare() {
	perl -MJSON::PP -e '
		sub load { local (@ARGV, $/) = @_; decode_json(<>) }
		my ($m, $y) = (load("m/manifest.json"), load("y.json")->{modules});
		my $top = $y->{$m->{top}} or die;
		my (%said, %found);
		$said{"port $_->{direction} $_->{name} $_->{width}"}++ for @{$m->{ports}};
		$found{"port $top->{ports}{$_}{direction} $_ " . @{$top->{ports}{$_}{bits}}}++ for keys %{$top->{ports}};
		for (@{$m->{memories}}) {
			$said{"memory $_->{words} x $_->{width}"} += $_->{instances};
			die "bits" if $_->{bits} != $_->{instances} * $_->{words} * $_->{width};
			$memory_bits += $_->{bits}; $memories += $_->{instances}; $read += $_->{instances} * $_->{width};
		}
		for (@{$m->{units}}) {
			for my $r (@{$_->{registers}}) { $registers += $_->{instances} * $r->{width} }
		}
		$said{"register bits"} = $registers + $read;
		for (values %{$top->{cells}}) {
			my $p = $_->{parameters};
			if ($_->{type} =~ /^\$mem/) { $found{"memory " . oct("0b$p->{SIZE}") . " x " . oct("0b$p->{WIDTH}")}++ }
			if ($_->{type} =~ /^\$.*dff/) { $found{"register bits"} += oct("0b$p->{WIDTH}") }
		}
		my $t = $m->{totals};
		$said{"totals"} = "$t->{register_bits} $t->{read_register_bits} $t->{memories} $t->{memory_bits}";
		$found{"totals"} = "$registers $read $memories $memory_bits";
		for (sort keys %{{%said, %found}}) {
			my ($s, $f) = map { $_ // "nothing" } $said{$_}, $found{$_};
			if ($s ne $f) { print "# $_: manifest says $s, Verilog has $f\n"; $bad = 1 }
		}
		exit !!$bad;'
}

# What is not compared would take most of the time to read.
shorten='delete t:* t:$mem* t:$*dff* %u %d; setattr -unset src -unset hdlname w:* t:*'
while read -r options; do
	n=$((n + 1))
	rm -rf m y.json
	# shellcheck disable=SC2086
	"$sluice" gen $options --out m >/dev/null &&
		top=$(perl -MJSON::PP -e 'local $/; print decode_json(<>)->{top}' m/manifest.json) &&
		yosys -q -p "read_verilog -DSYNTHESIS m/rtl/*.v; hierarchy -top $top; proc; flatten; opt_clean; memory_collect; $shorten; write_json y.json" >log 2>&1 &&
		compare && echo "ok $n - $options" || { echo "not ok $n - $options"; head log | sed 's/^/# /'; }
done <<<"$rows"
plan
