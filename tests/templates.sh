#!/bin/bash
# Templates are Verilog to be read: few directives, no code in comments. C prints none of it.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"

# Prints 1 if at most one line in twenty of these files is a directive, and the lines.
few_directives() {
	awk '/^[ \t]*`(ifdef|ifndef|elsif|else|endif)/ { n++ } END { print n * 20 <= NR, n + 0, NR }' "$@"
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

# Of what is built. The testbench of all links is one file.
figures=$(few_directives rtl_gen/units/*.v rtl_gen/wiring/*/*.v)
check "at most one line in twenty of the templates is a directive (${figures#* })" [ "${figures%% *}" = 1 ]
! code_in_comments "${templates[@]}" >&2
ok $? "no code in their comments"
! verilog_in_strings rtl_gen/*.c rtl_gen/packaging/*.c spec/*.c >&2
ok $? "no Verilog in C"

# What they are to find, they find.
cd - >/dev/null || exit
{ echo '`ifdef A' && printf 'x\n%.0s' {1..30} && echo '`endif'; } >many.v
check "two directives in 32 lines are too many" [ "$(few_directives many.v)" = "0 2 32" ]
printf '%s\n' '// assign a = b;' '  // b <= c;' '  // .clk(clk), .rst(rst)' '// wire [3:0] w;' 'wire a; // zero, if none is requested' '// pairs grow with the square; b is less.' >code.v
check "four planted lines of code in comments are found, prose is not" [ "$(code_in_comments code.v | wc -l)" = 4 ]
printf '%s\n' 'puts("  assign x = y;");' 'puts("endmodule");' 'printf("wire [%%u:0] a;");' 'puts("no parameter is called so");' >strings.c
check "three planted strings of Verilog are found, prose is not" [ "$(verilog_in_strings strings.c | wc -l)" = 3 ]

plan
