#!/usr/bin/perl
# link_bench.pl TABLE: makes a bench of the monitors of links that the table names (link_monitor.txt). The switch of each group was
# generated in the directory of its name, with that name.
# Writes bench.v, the rows of each case as the file rows/<number>, and cases: number, kind, rows, group, rule, cycle.
use strict;
use warnings;
use JSON::PP;

sub text { local (@ARGV, $/) = @_; <> }

my (@kinds, @cases, @common, $kind);
my $group = '';

# Fields of a monitor's pins, from those ports of the switch that it has, and the header: a place behind rst, and a width.
sub fields_of {
	my ($name) = @_;
	my $m = decode_json(text("$name/manifest.json"));
	my %watched = map { $_ => 1 } text("$name/rtl/${name}_link_monitor.v") =~ /^input wire .*?(\w+);/mg;
	my ($at, @ports, %field) = (1);

	for my $port (@{$m->{ports}}) {
		my ($pin) = $port->{name} =~ /^rx_(\w+)$/ or next;

		next unless $watched{$pin};
		my $width = $port->{width} / $port->{links};

		push @ports, [$pin, $at, $width];
		$field{$pin} = [$at, $width];
		$at += $width;
	}
	$field{$_->{name}} = [$field{data}[0] + $_->{lsb}, $_->{width}] for @{$m->{header}};
	return ($at, \@ports, \%field);
}

sub bits {
	my ($value, $width) = @_;

	return 'x' x $width if $value eq 'x';
	my $text = sprintf '%b', $value =~ /^0b/ ? oct $value : $value;
	die "$value does not fit in $width bits" if length $text > $width;
	return '0' x ($width - length $text) . $text;
}

# The row of a cycle, highest bit first.
sub row {
	my ($k, $cycle) = @_;
	my @row = ('0') x $k->{width};
	my @set = map { "$_=$k->{constant}{$_}" } keys %{$k->{constant}};

	for my $word (split ' ', $cycle) {
		push @set, $word eq 'H' ? ('valid', 'head', @{$k->{header}}) : $word eq 'B' ? 'valid' : $word;
	}
	for (@set) {
		my ($name, $value) = (split(/=/), 1);
		my $f = $name eq 'rst' ? [0, 1] : $k->{field}{$name} // die "$k->{name}: no field $name";

		@row[$f->[0] .. $f->[0] + $f->[1] - 1] = reverse split //, bits($value, $f->[1]);
	}
	return join '', reverse @row;
}

sub rows {
	my ($k, $cycles) = @_;
	my @rows = (row($k, 'rst')) x 2;

	for (split /;/, $cycles) {
		my ($times, $cycle) = /^\s*(\d+)\*(.*)/ ? ($1, $2) : (1, $_);

		push @rows, (row($k, $cycle)) x $times;
	}
	return (@rows, row($k, ''));
}

sub new_kind {
	my ($name, @parameters) = @_;
	my ($width, $ports, $field) = fields_of($group);

	$kind = { name => $name, group => $group, width => $width, ports => [@$ports], field => { %$field }, header => [], constant => {},
		  parameters => \@parameters };
	push @kinds, $kind;
}

sub add_case {
	my ($rule, $cycle, $cycles) = @_;

	push @cases, { kind => $#kinds, group => $group, rule => $rule, cycle => $cycle, rows => [rows($kind, $cycles)] };
}

# What is common to all switches, to the first kind of a group, behind its own rows.
sub add_common {
	return unless $kind && !grep { $_->{group} eq $group } @kinds[0 .. $#kinds - 1];
	my $files = join '', map { text($_) } glob "$group/rtl/${group}_link_*.v";
	my %own = map { $_->{rule} => 1 } grep { $_->{group} eq $group } @cases;

	for (@common) {
		my ($rule, $cycle, $cycles) = /^(\S+) (\d+) (.*)/;

		add_case($rule, $cycle, $cycles) if $files =~ /time %0d: $rule:/ && !$own{$rule};
	}
}

for (split(/\n/, text($ARGV[0])), 'group') {
	next if /^#/ || !/\S/;
	my ($what, $rest) = split ' ', $_, 2;
	$rest //= '';

	add_common() if $what eq 'group' || $what eq 'kind';
	if ($what eq 'group') { ($group, $kind) = split ' ', $rest; undef $kind }
	elsif ($what eq 'common') { push @common, $rest }
	elsif ($what eq 'never') { next }
	elsif ($what eq 'kind') { new_kind(split ' ', $rest) }
	elsif ($what eq 'header') { $kind->{header} = [split ' ', $rest] }
	elsif ($what eq 'port') {
		my ($name, $width, $value) = split ' ', $rest;

		push @{$kind->{ports}}, [$name, $kind->{width}, $width];
		$kind->{field}{$name} = [$kind->{width}, $width];
		$kind->{width} += $width;
		$kind->{constant}{$name} = $value;
	}
	elsif ($what eq 'legal') { add_case('-', 0, $rest) }
	else { add_case($what, $rest =~ /^(\d+)\s?(.*)/) }
}

my $wide = (sort { $b <=> $a } map { $_->{width} } @kinds)[0];
my $long = (sort { $b <=> $a } map { scalar @{$_->{rows}} } @cases)[0];

mkdir 'rows';
open my $list, '>', 'cases' or die;
for my $n (0 .. $#cases) {
	my $c = $cases[$n];

	open my $f, '>', "rows/$n" or die;
	print $f '0' x ($wide - length), "$_\n" for @{$c->{rows}};
	print $list join(' ', $n, $c->{kind}, scalar @{$c->{rows}}, $c->{group}, $c->{rule}, $c->{cycle}), "\n";
}

# The monitors of all kinds; those that a run is not about stay in reset.
open my $v, '>', 'bench.v' or die;
print $v "module bench (clk);\ninput wire clk;\nreg [@{[$wide - 1]}:0] rows [0:@{[$long - 1]}];\nreg [@{[$wide - 1]}:0] pins;\n";
print $v "reg [8*64-1:0] file;\ninteger kind, n, row;\ninitial begin\n  row = 0;\n  pins = 0;\n";
print $v "  if (!\$value\$plusargs(\"file=%s\", file) || !\$value\$plusargs(\"kind=%d\", kind) || !\$value\$plusargs(\"n=%d\", n)) \$finish;\n";
print $v "  \$readmemb(file, rows, 0, n - 1);\nend\n";
print $v "always \@(negedge clk) begin\n  if (row == n) \$finish(0);\n  pins <= rows[row];\n  row <= row + 1;\nend\n";
for my $n (0 .. $#kinds) {
	my $k = $kinds[$n];
	my @set = map { my ($name, $value) = split /=/; ".$name($value)" } 'LINK="rx"', 'PORT=' . ($n + 3), @{$k->{parameters}};
	my @ports = map { ".$_->[0](pins[$_->[1] +: $_->[2]])" } @{$k->{ports}};

	print $v "$k->{group}_link_monitor #(", join(', ', @set), ") k$n (.clk(clk), .rst(pins[0] | kind != $n), ", join(', ', @ports), ");\n";
}
print $v "endmodule\n";
