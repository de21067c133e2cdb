#!/bin/bash
# Prints a line for each template and each combination of features that it tells apart, out of those that the sample switches of LINT have:
# description | arguments for Verilator | arguments for Icarus. Runs at the top of the repository, with the command in $SLUICE.
. "$(dirname "$0")/switches.sh"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The templates of one switch, generated in a directory: a unit gets the features that it tests, and the parameters that it has in this switch.
templates_of() {
	perl -MJSON::PP -e '
		my $dir = shift;
		sub text { local (@ARGV, $/) = @_; <> }
		my $m = decode_json(text("$dir/manifest.json"));
		exit if $m->{switch};           # a switch and network interfaces: each has rows of its own
		my $wiring = "wiring/$m->{architecture}";
		my @shared = map { "wiring/$_" } "cells", text("spec/schemes.def") =~ /^SAME_SWITCH\($m->{architecture}, *(\w+)\)/m;
		my @axis = $m->{axis_ports} ? "wiring/axis" : ();
		my $arbiter = "ARBITER=arbiter_" . $m->{parameters}{arbiter} =~ tr/-/_/r;
		for (@{$m->{files}}) {
			my ($module) = m{^rtl/sluice_(\w+)\.v$} or next;
			my ($part) = grep { -e "rtl_gen/$_/$module.v" } $wiring, @shared, @axis, "units";
			my $is_wiring = $part ne "units";
			my $file = "rtl_gen/$part/$module.v";
			my $template = text($file) =~ s/^`include "(.*)"$/text("rtl_gen\/$1")/gmer;
			my @tested = grep { $is_wiring || $template =~ /`(ifn?def|elsif) $_$/m } @{$m->{features}};
			my @chosen = $template =~ /`ARBITER/ ? $arbiter : ();
			my @defined = map { "-D$_" } @tested, $is_wiring ? $arbiter : @chosen;
			my @values = text("$dir/$_") =~ /^ *parameter (\w+) *= *(\d+),? *(?:\/\/.*)?$/mg;
			my (@verilator, @icarus);
			while (my ($name, $value) = splice @values, 0, 2) {
				push @verilator, "-G$name=$value";
				push @icarus, "-P$module.$name=$value";
			}
			my @from = ((map { ("-y", "rtl_gen/$_") } "units", $is_wiring ? ($wiring, @shared, @axis) : ()), "-Irtl_gen");
			print join("|", join(" ", "template $part/$module.v", @tested, @chosen), "@from @defined @verilator $file",
				"@from @defined @icarus -s $module $file"), "\n";
		}' "$1"
}

rows=$(switches LINT)
while read -r options; do
	rm -rf "$dir/sw"
	# shellcheck disable=SC2086
	"${SLUICE:-build/sluice}" gen $options --out "$dir/sw" >/dev/null
	templates_of "$dir/sw"
done <<<"$rows" | sort -s -u -t'|' -k1,1
