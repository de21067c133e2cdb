#!/bin/bash
# The monitor of a link names each broken rule of the contract, with port and cycle, and ends the run with a status that is not 0, in Icarus and in
# Verilator; a link that keeps the contract passes (lib/link_monitor.txt). Each rule of each contract is broken. Switches have monitors of all links.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"
table=$top/tests/lib/link_monitor.txt

while read -r group options; do
	# shellcheck disable=SC2086
	"$sluice" gen $options --name "$group" --out "$group" >/dev/null || exit 1
done < <(sed -n 's/^group //p' "$table")
"$top/tests/lib/link_bench.pl" "$table" || exit 1

# Every rule that a group's monitor can name is broken, or cannot be, and no other is in the table.
rules_of() { grep -oh 'time %0d: [a-z-]*:' "$1"/rtl/"$1"_link_*.v | sed 's/.*: \(.*\):/\1/' | sort -u; }
for group in $(sed -n 's/^group \([a-z]*\) .*/\1/p' "$table"); do
	rules_of "$group" >rules
	never=$(awk -v g="$group" '$1 == "group" { here = $2 == g } here && $1 == "never" { print $2 }' "$table")
	{ awk -v g="$group" '$4 == g && $5 != "-" { print $5 }' cases | sort -u; echo "$never"; } | grep . | sort >broken
	[ -s rules ] && diff rules broken >err
	ok $? "$group: each rule is broken once at least ($(wc -l <rules) rules)"
	grep -vxFf <(grep -o '`[a-z-]*`' "$top/docs/use/link-monitor.md" | tr -d '`') rules >err
	check "$group: docs/use/link-monitor.md has them all" [ ! -s err ]
done

# Icarus.
cat >clock.v <<'END'
module clock;
reg clk;
initial clk = 1'b0;
always #5 clk = ~clk;
bench bench (.clk(clk));
endmodule
END
files=$(ls ./*/rtl/*_link_*.v ./*/rtl/*_vc_of_level.v ./*/rtl/*_onehot_index.v 2>/dev/null)
# shellcheck disable=SC2086
iverilog -g2005 -o icarus.vvp -s clock clock.v bench.v $files 2>err
[ $? = 0 ] && [ ! -s err ]
ok $? "Icarus compiles the monitors"

# Verilator, of whose runtime little is needed.
cat >main.cpp <<'END'
#include "Vbench.h"
int main(int argc, char **argv)
{
	VerilatedContext context;
	context.commandArgs(argc, argv);
	Vbench bench(&context);
	while (!context.gotFinish()) {
		context.timeInc(5);
		bench.clk = !bench.clk;
		bench.eval();
	}
	return 0;
}
END
# shellcheck disable=SC2086
verilator --cc --exe --build -Wno-fatal -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" --top-module bench bench.v $files main.cpp >out 2>err
ok $? "Verilator compiles them"

# said SIMULATOR CASE: the run of a case ends as the table says
said() {
	local number=$2 kind=$3 rows=$4 rule=$6 cycle=$7 status
	case $1 in
	icarus) vvp -n icarus.vvp "+file=rows/$number" "+kind=$kind" "+n=$rows" >said 2>&1 ;;
	verilator) ./obj_dir/Vbench "+file=rows/$number" "+kind=$kind" "+n=$rows" >said 2>&1 ;;
	esac
	status=$?
	if [ "$rule" = - ]; then
		[ $status = 0 ] && ! grep -q "cycle" said
	else
		[ $status != 0 ] && grep "cycle" said | head -n 1 | grep -q "rx $((kind + 3)), cycle $cycle, time [0-9]*: $rule: "
	fi
}

# Of a group, all that is not as it should be. Verilator knows no X.
each() {
	local simulator=$1 group=$2 number kind rows of rule cycle cases=0
	: >err
	while read -r number kind rows of rule cycle; do
		[ "$of" = "$group" ] || continue
		[[ $simulator = verilator && $rule = unknown-* ]] && continue
		cases=$((cases + 1))
		said "$simulator" "$number" "$kind" "$rows" "$of" "$rule" "$cycle" 2>/dev/null && continue
		{ echo "case $number, $rule in cycle $cycle:"; head -n 3 said; } >>err
	done <cases
	[ $cases -gt 10 ] && [ ! -s err ]
	ok $? "$group, $simulator: $cases cases, legal and broken"
}

for group in $(sed -n 's/^group \([a-z]*\) .*/\1/p' "$table"); do
	each icarus "$group"
	each verilator "$group"
done

# A switch has a monitor of each of its links. Idle, and in cycle 3 a flit without a header comes by port 1, or a credit too many.
idle_switch() {
	perl -MJSON::PP -e '
		my ($m) = map { local (@ARGV, $/) = "$_/manifest.json"; decode_json(<>) } my $name = shift;
		my @in = grep { $_->{direction} eq "input" && $_->{name} !~ /^(clk|rst)$/ } @{$m->{ports}};
		print "module bench;\nreg clk, rst;\ninteger cycle;\n", map { "reg [$_->{width}-1:0] $_->{name};\n" } @in;
		print "initial begin\n  clk = 0;\n  rst = 1;\n  cycle = -2;\n", map({ "  $_->{name} = 0;\n" } @in), "end\nalways #5 clk = ~clk;\n";
		print "always @(negedge clk) begin\n  rst = cycle < 0;\n";
		print "  if (\$test\$plusargs(\"rx\")) rx_valid[1] = cycle == 3;\n  if (\$test\$plusargs(\"tx\")) tx_credit[1] = cycle == 3;\n";
		print map({ "  $_->{name} = ~0;\n" } grep { $_->{name} eq "tx_credit_vcs" } @in), "  if (cycle == 9) \$finish(0);\n  cycle = cycle + 1;\nend\n";
		print "$m->{top} switch (.clk(clk), .rst(rst)", map({ ", .$_->{name}($_->{name})" } @in), ");\nendmodule\n";' "$1"
}
for group in turns lists queues priorities cells nic routes flits; do        # one of each wiring
	idle_switch "$group" >switch_bench.v
	iverilog -g2005 -o switch.vvp -s bench switch_bench.v "$group"/rtl/*.v 2>err && vvp -n switch.vvp >out 2>&1 && [ ! -s out ]
	ok $? "$group: an idle switch"
	vvp -n switch.vvp +rx >out 2>&1
	[ $? != 0 ] && grep -q "rx 1, cycle 3, time [0-9]*: body-after-reset: " out
	ok $? "$group: a link into the switch"
	vvp -n switch.vvp +tx >out 2>&1
	[ $? != 0 ] && grep -q "tx 1, cycle 3, time [0-9]*: credit-too-many: " out
	ok $? "$group: a link out of it"
done
idle_switch turns >switch_bench.v
iverilog -g2005 -DSLUICE_NO_LINK_MONITOR -o switch.vvp -s bench switch_bench.v turns/rtl/*.v 2>err && vvp -n switch.vvp +rx >out 2>&1 && [ ! -s out ]
ok $? "SLUICE_NO_LINK_MONITOR leaves them out"

plan
