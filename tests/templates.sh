#!/bin/bash
# Templates are Verilog to be read: few directives, no code in comments. C prints none of it.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"

# dense LINES FILE...: of each file, with the parts that it includes, whether it has a directive in so many lines or fewer: the file, directives, lines. Those
# of SYNTHESIS and FORMAL are of the Verilog that is written, and do not count.
dense() {
	perl -e '
		my $least = shift;
		for my $file (@ARGV) {
			my (%seen, @within);
			my ($n, $lines) = (0, 0);
			my @text = whole($file, \%seen);
			for (@text) {
				$lines++;
				my ($what, $name) = /^\s*`(ifdef|ifndef|elsif|else|endif)\b\s*(\w*)/ or next;
				push @within, $name =~ /^(SYNTHESIS|FORMAL)$/ if $what =~ /^if/;
				$n++ unless $within[-1];
				pop @within if $what eq "endif";
			}
			print "$file $n $lines\n" if $n * $least >= $lines;
		}
		sub whole {
			my ($file, $seen) = @_;
			open my $f, "<", $file or die "$file: $!";
			return map { /^\s*`include "(.*)"/ ? $seen->{$1}++ ? () : whole("rtl_gen/$1", $seen) : $_ } <$f>;
		}
	' "$@"
}

# Prints the comments that are code: a statement, a declaration, a connection of a port.
code_in_comments() {
	grep -nE '//.*<?=[^=].*;[[:space:]]*$|//[[:space:]]*(assign|wire|reg|input|output|localparam|parameter|always|module|endmodule|begin|end|generate)\b.*[;(]|//[[:space:]]*\.[a-z_]+\(' "$@"
}

# Prints the lines of C whose strings hold Verilog.
verilog_in_strings() {
	grep -nE '"([^"]|\\")*\b(endmodule|assign [a-z]|always @|localparam [A-Z]|(wire|reg|input|output) +(\[|[a-z_]+ *[,;=]))' "$@"
}

cd "$top" || exit
shopt -s nullglob
templates=(rtl_gen/units/*.v rtl_gen/units/*.vh rtl_gen/wiring/*/*.v rtl_gen/wiring/*/*.vh rtl_gen/testbench/*/*.v rtl_gen/testbench/*.vh rtl_gen/testbench/*/*.vh)

dense 5 rtl_gen/units/*.v rtl_gen/wiring/*/*.v rtl_gen/testbench/*/*.v >"$dir/dense"
[ ! -s "$dir/dense" ]
ok $? "no template has a directive in five lines" || cat "$dir/dense" >&2
cat rtl_gen/units/*.v rtl_gen/wiring/*/*.v* >"$dir/all.v"
check "all together have at most one in twelve" [ -z "$(dense 12 "$dir/all.v")" ]
! code_in_comments "${templates[@]}" >&2
ok $? "no code in their comments"
! verilog_in_strings rtl_gen/*.c rtl_gen/packaging/*.c spec/*.c >&2
ok $? "no Verilog in C"

# What they are to find, they find.
cd - >/dev/null || exit
{ echo '`ifdef A' && printf 'x\n%.0s' {1..8} && echo '`endif'; } >dense.v
check "a planted directive in five lines is found" [ "$(dense 5 dense.v)" = "dense.v 2 10" ]
mkdir rtl_gen
{ echo '`ifdef A' && printf 'x\n%.0s' {1..7} && echo '`endif'; } >rtl_gen/part.vh
printf 'x\n`include "part.vh"\n' >parts.v
check "... in what a template includes" [ "$(dense 5 parts.v)" = "parts.v 2 10" ]
sed 's/A$/SYNTHESIS/' dense.v >checks.v
check "... but not those of checks" [ -z "$(dense 5 checks.v)" ]
printf '%s\n' '// assign a = b;' '  // b <= c;' '  // .clk(clk), .rst(rst)' '// wire [3:0] w;' 'wire a; // zero, if none is requested' '// pairs grow with the square; b is less.' >code.v
check "four planted lines of code in comments are found, prose is not" [ "$(code_in_comments code.v | wc -l)" = 4 ]
printf '%s\n' 'puts("  assign x = y;");' 'puts("endmodule");' 'printf("wire [%%u:0] a;");' 'puts("no parameter is called so");' >strings.c
check "three planted strings of Verilog are found, prose is not" [ "$(verilog_in_strings strings.c | wc -l)" = 3 ]

plan
