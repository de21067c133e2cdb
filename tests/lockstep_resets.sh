#!/bin/bash
# Resets under traffic, of one cycle and of several: the switch is as new in the first cycle after, and a routing table stays. RTL that needs longer, or
# that forgets the table, is found, and only by such resets.
. "$(dirname "$0")/lib/tap.sh"

small="--radix 2 --slots 8 --packet-flits 2"
congested="--detect-threshold 2 --xoff-threshold 3 --xon-threshold 2"
"$sluice" gen $small --sorting head --saqs 1 $congested --out recn >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm --sorting head --cfqs 2 --nodes 5 $congested --out fbicm >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm --sorting head --lists ram --cfqs 2 --nodes 40 $congested --arbiter oldest-first --out swept >/dev/null || exit 1
"$sluice" gen $small --scheme fbicm --lists ram --cfqs 2 --nodes 40 $congested --out sorted >/dev/null || exit 1
"$sluice" gen $small --scheme obqa --queues 2 --nodes 5 --out static >/dev/null || exit 1
lockstep() { "$sluice" lockstep --config "$1/sluice.conf" --cycles 6000 --traffic hotspot "${@:2}" >out 2>err </dev/null; }

for of in recn fbicm swept sorted static; do
	lockstep $of --resets 100 --threads 1 && grep -Eq "^resets      100, 1[0-9][0-9] cycles in reset$" out && tail -n 1 out | grep -q ", 0 mismatches$"
	ok $? "$of: a hundred resets"
	sed '/^speed/d; s/ --threads [12]//' out >one
	lockstep $of --resets 100 --threads 2 && sed '/^speed/d; s/ --threads [12]//' out | diff one - >err
	ok $? "$of: ... by two threads the same"
	lockstep $of --resets 100 --bank && tail -n 1 out | grep -q ", 0 mismatches$"
	ok $? "$of: ... in a bank, whose switches are all reset"
done
"$sluice" lockstep --backend c --cycles 6000 --resets 100 >out 2>err && grep -q "^model alone: 6000 cycles" out
ok $? "of the model alone"
refuses 2 "more resets than every other cycle" "--resets: '26' is not a whole number in 0..25" "$sluice" lockstep --config recn/sluice.conf --cycles 50 --resets 26

# found DESCRIPTION OF UNIT EDIT PATTERN: nothing without resets in traffic; with them, a line of this pattern
found() {
	local what=$1 pattern=$5
	rm -rf bad
	cp -r "$2" bad
	sed -i "$4" "bad/rtl/sluice_$3.v"
	! cmp -s "bad/rtl/sluice_$3.v" "$2/rtl/sluice_$3.v" && lockstep bad
	ok $? "$what: nothing is seen without resets in traffic"
	lockstep bad --resets 50
	[ $? = 1 ] && grep -Eq "$pattern" out
	ok $? "$what: seen"
}

# A register that holds its value through the first cycle of reset.
found "a reset of two cycles" recn oport \
	'0,/^always @(posedge clk)$/s//reg again; always @(posedge clk) again <= rst;\n&/; 0,/^  if (rst) begin/s//  if (rst \& again) begin/' '^ +[0-9]+ register g_out\[[01]\]\.oport\.[a-z_]+ +model'
again=$(sed -n 's/^rerun with waves: sluice //p' out)
cycle=$(sed -n 's/^model and RTL differ at cycle //p' out)
eval "\"$sluice\" $again" >out 2>err
[ $? = 1 ] && grep -q "differ at cycle $cycle$" out && grep -Eq "^ *$cycle .*\*$" out && [ -s bad/lockstep/sluice-waves.fst ]
ok $? "the rerun line finds it again, with its history"
lockstep bad --resets 50 --threads 1
[ $? = 1 ] && grep -q "differ at cycle $cycle$" out
ok $? "... and one thread in the same cycle"
found "a table whose first word is lost in reset" static rt \
	's/\.wen(cfg_valid), \.waddr(cfg_address), \.wdata(cfg_data)/.wen(cfg_valid | rst), .waddr(rst ? 0 : cfg_address), .wdata(rst ? 0 : cfg_data)/' \
	'^model and RTL differ at cycle .* word 0 of g_in\[0\]\.iport\.rt\.table_mem$'

plan
