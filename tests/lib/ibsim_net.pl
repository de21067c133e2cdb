#!/usr/bin/perl
# Prints a fabric for ibsim: ibsim_net.pl leafspine LEAVES NODES SPINES LINKS | tree K N | ring N | torus X Y | dragonfly ROUTERS NODES GLOBAL |
# irregular SWITCHES SEED | adapters. Ports are numbered from 1 on in the order in which links are listed, at both ends.
use strict;
use warnings;

my (@switches, @adapters, %next, %link);

# A link by the next free port of each.
sub join_next { my ($x, $y) = @_; $next{$_}++ for $x, $y; $link{$x}{$next{$x}} = [$y, $next{$y}]; $link{$y}{$next{$y}} = [$x, $next{$x}] }
sub switch { push @switches, @_; return $_[0] }
sub node { my ($sw, $name) = @_; push @adapters, $name unless $next{$name}; join_next($sw, $name) }

my %make = (
	leafspine => sub {
		my ($leaves, $nodes, $spines, $links) = @_;
		switch("leaf$_") for 0 .. $leaves - 1;
		switch("spine$_") for 0 .. $spines - 1;
		for my $l (0 .. $leaves - 1) {
			node("leaf$l", "H" . ($l * $nodes + $_)) for 0 .. $nodes - 1;
			for my $s (0 .. $spines - 1) { join_next("leaf$l", "spine$s") for 1 .. $links }
		}
	},
	# A k-ary n-tree: digits of a switch's number in its stage are those of the nodes below it, but for that of its own stage.
	tree => sub {
		my ($k, $n) = @_;
		my $width = $k**($n - 1);
		for my $s (0 .. $n - 1) { switch("s${s}_$_") for 0 .. $width - 1 }
		node("s0_" . int($_ / $k), "H$_") for 0 .. $k**$n - 1;
		for my $s (0 .. $n - 2) {
			my $unit = $k**$s;
			for my $w (0 .. $width - 1) {
				my $base = $w - int($w / $unit) % $k * $unit;
				join_next("s${s}_$w", "s" . ($s + 1) . "_" . ($base + $_ * $unit)) for 0 .. $k - 1;
			}
		}
	},
	ring => sub {
		my ($n) = @_;
		switch("ring$_") for 0 .. $n - 1;
		node("ring$_", "n$_") for 0 .. $n - 1;
		join_next("ring$_", "ring" . ($_ + 1) % $n) for 0 .. $n - 1;
	},
	torus => sub {
		my ($x, $y) = @_;
		for my $i (0 .. $x - 1) { switch("t${i}_$_") for 0 .. $y - 1 }
		for my $i (0 .. $x - 1) {
			for my $j (0 .. $y - 1) {
				node("t${i}_$j", "n${i}_$j");
				join_next("t${i}_$j", "t" . ($i + 1) % $x . "_$j");
				join_next("t${i}_$j", "t${i}_" . ($j + 1) % $y);
			}
		}
	},
	# Groups of routers that are all linked; each router has links to other groups, one between every two groups.
	dragonfly => sub {
		my ($routers, $nodes, $global) = @_;
		my $groups = $routers * $global + 1;
		for my $g (0 .. $groups - 1) {
			for my $r (0 .. $routers - 1) { my $sw = switch("g${g}r$r"); node($sw, "n${g}_${r}_$_") for 0 .. $nodes - 1 }
			for my $r (0 .. $routers - 1) { join_next("g${g}r$r", "g${g}r$_") for $r + 1 .. $routers - 1 }
		}
		for my $g (0 .. $groups - 1) {
			for my $h ($g + 1 .. $groups - 1) {
				join_next("g${g}r" . int(($h - $g - 1) / $global), "g${h}r" . int(($groups - ($h - $g) - 1) / $global));
			}
		}
	},
	irregular => sub {
		my ($n, $seed) = @_;
		my $draw = sub { my $below = shift; $seed = ($seed * 1103515245 + 12345) % 2147483648; return int($seed / 65536) % $below };
		for my $i (0 .. $n - 1) {
			switch("x$i");
			node("x$i", "n${i}_$_") for 0 .. $draw->(3);
			join_next("x$i", "x" . $draw->($i)) if $i;
		}
		for (1 .. $n) { my ($a, $b) = ($draw->($n), $draw->($n)); join_next("x$a", "x$b") if $a != $b }
	},
	# Adapters with one port or two, a ring with a chord.
	adapters => sub {
		switch($_) for "a" .. "d";
		join_next(@$_) for ["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"], ["a", "c"];
		node(@$_) for ["a", "x0"], ["b", "x0"], ["c", "x1"], ["d", "x1"], ["b", "y0"], ["d", "y1"];
	},
);

my $kind = shift // "";
die "no such fabric: '$kind'\n" unless $make{$kind};
$make{$kind}->(@ARGV);

my %key;
$key{$switches[$_]} = sprintf "S-0002c902%08x", 16 * ($_ + 1) for 0 .. $#switches;
$key{$adapters[$_]} = sprintf "H-0002c903%08x", 0x100000 + 16 * ($_ + 1) for 0 .. $#adapters;
for my $device (@switches, @adapters) {
	my $is_switch = $key{$device} =~ /^S/;
	printf "%s\t%d \"%s\"\t\t# \"%s\"%s\n", $is_switch ? "Switch" : "Hca", $next{$device}, $key{$device}, $device, $is_switch ? " base port 0" : "";
	for my $port (sort { $a <=> $b } keys %{$link{$device}}) {
		my ($far, $far_port) = @{$link{$device}{$port}};
		print "[$port]\t\"$key{$far}\"[$far_port]\n";
	}
	print "\n";
}
