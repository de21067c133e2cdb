#!/bin/bash
# A CACTI that the user has: each dialect is understood, and whatever it does instead of answering is one line and exit 3.
# The programs here are stand-ins that do what the real ones were seen to do.
. "$(dirname "$0")/lib/tap.sh"
export XDG_CACHE_HOME=$dir/cache TMPDIR=$dir/tmp
mkdir tmp

# program NAME: from stdin, in a directory of its own. It gets the configuration as $cfg, and its runs are counted.
program() {
	mkdir -p "$1"
	{
		printf '#!/bin/bash\ncfg=$2; here=%q\n' "$dir/$1"
		echo '[ "$1" = -infile ] && [ "$PWD" = "$here" ] && [ "${cfg:0:1}" = / ] || { echo "called wrongly"; exit 9; }'
		echo 'echo x >>"$here/runs"; cp "$cfg" "$here/seen.cfg"'
		cat
	} >"$1/cacti"
	chmod +x "$1/cacti"
}
runs() { wc -l <"$1/runs"; }

area() { "$sluice" area --memory 512x64,1r1w --cacti "$@" >out 2>err; }

# answers DESCRIPTION PROGRAM PATTERN...: lines of its output, whole, extended regular expressions
answers() {
	local what=$1 program=$2 good=0
	shift 2
	area "$program/cacti" || good=1
	[ ! -s err ] || good=1
	for pattern; do grep -Exq "$pattern" out || good=1; done
	ok $good "$what"
}

# fails DESCRIPTION PROGRAM PATTERN [OPTION...]; with a status of its own: expected=N
fails() {
	local what=$1 program=$2 pattern=$3
	shift 3
	area "$program" "$@"
	[ $? = "${expected:-3}" ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ] && grep -Exq "sluice: $pattern" err && [ -z "$(ls tmp)" ]
	ok $? "$what"
}

# What each prints, shortened to what is read and what could be mistaken for it.
program seven <<'END'
cat <<'OUT'
IO Area (sq.mm) = inf
---------- CACTI (version 7.0.3DD Prerelease of Aug, 2012), Uniform Cache Access SRAM Model ----------
    Access time (ns): 0.407017
    Cycle time (ns):  0.312933
    Total dynamic read energy per access (nJ): 0.00301127
    Total dynamic write energy per access (nJ): 0.0107593
    Total leakage power of a bank (mW): 2.47424
    Total gate leakage power of a bank (mW): 0.168155
    Cache height x width (mm): 0.486091 x 0.0572479
  Data array: Total dynamic read energy/access  (nJ): 7
OUT
END
program six <<'END'
cat <<'OUT'
---------- CACTI version 6.5, Uniform Cache Access SRAM Model ----------
    Access time (ns): 0.402567
    Cycle time (ns):  0.308765
    Total dynamic read energy per access (nJ): 0.00620562
    Total leakage power of a bank (mW): 2.82547
    Cache height x width (mm): 0.258238 x 0.108615
	Total leakage read/write power of a bank (mW): 9
OUT
END
program p <<'END'
cat <<'OUT'
---------- CACTI-P,  with new features: CAM and fully associative cache, power gating, and DVS of June, 2014),
    Access time (ns): 0.405452
    Cycle time (ns):  0.310069
    Total dynamic read energy per access (nJ): 0.00346281
    Total dynamic write energy per access (nJ): 0.0111
    Total leakage power of a bank without power gating, including its network outside (mW): 2.4914
    Cache height x width (mm): 0.48673 x 0.0572227
OUT
END
answers "CACTI 7" seven "  area +0\.02783 mm2" "  access +0\.4070 ns" "  cycle +0\.3129 ns" "  read +0\.003011 nJ" "  write +0\.01076 nJ" \
	"  leakage +2\.474 mW" "  note: CACTI 7"
answers "CACTI 6.5, which prints no write energy" six "  area +0\.02805 mm2" "  read +0\.006206 nJ" "  leakage +2\.825 mW" "  note: CACTI 6\.5"
grep -q write out; ok $((1 - $?)) "... so none is shown"
answers "CACTI-P" p "  area +0\.02785 mm2" "  leakage +2\.491 mW" "  note: CACTI-P"

# The configuration: what was asked, first line not blank, both spellings, all keys of memory chips.
cfg=seven/seen.cfg
head -n 1 $cfg | grep -q '^-size (bytes) 4096$' && grep -q '^-block size (bytes) 8$' $cfg && grep -q '^-read-write port 0$' $cfg &&
	grep -q '^-exclusive read port 1$' $cfg && grep -q '^-exclusive write port 1$' $cfg && grep -q '^-technology (u) 0.045$' $cfg &&
	grep -q '^-output/input bus width 64$' $cfg && grep -q '^-Wire signaling .*"Global_30"$' $cfg &&
	grep -q '^-Wire signalling .*"Global_30"$' $cfg && grep -q '^-mirror_in_bob "F"$' $cfg && grep -q ' 0:0:0:0:100$' $cfg
ok $? "the configuration says what was asked"
"$sluice" area --memory 64x20,1rw,cam --cacti seven/cacti >out 2>err
grep -q '^-cache type "cam"$' $cfg && grep -q '^-tag size (b) 24$' $cfg && grep -q '^-size (bytes) 192$' $cfg && grep -q '^-search port 1$' $cfg &&
	grep -q '^-associativity 0$' $cfg
ok $? "... for a CAM, too, in whole bytes"
check "a CAM without a search energy is no answer" grep -Exq "sluice: --cacti: .*gives no 'Total dynamic associative search energy per access'; it says:.*" err

# Answers are kept until anything that they follow from is another.
before=$(runs seven)
area seven/cacti && [ "$(runs seven)" = "$before" ] && grep -q 0.02783 out
ok $? "an answer is kept"
"$sluice" area --memory 512x64,1r1w --tech 32 --cacti seven/cacti >out 2>err && [ "$(runs seven)" = $((before + 1)) ]
ok $? "... for that technology only"
"$sluice" area --memory 512x64,1r1w --no-cache --cacti seven/cacti >out 2>err && [ "$(runs seven)" = $((before + 2)) ]
ok $? "--no-cache asks again"
touch -d '2001-01-01' seven/cacti
area seven/cacti && [ "$(runs seven)" = $((before + 3)) ]
ok $? "another program of that name is asked again"
for f in cache/sluice/cacti/*; do echo spoilt >"$f"; done
area seven/cacti && [ "$(runs seven)" = $((before + 4)) ] && grep -q 0.02783 out
ok $? "a spoilt answer is asked for again"
cp -r six $'s\xefx' && LC_ALL=C sed -i "s/six$/s"$'\xef'"x/" $'s\xefx/cacti'
area $'s\xefx/cacti' --json json && grep -q $'by s\xc3\xafx/cacti' json
ok $? "JSON is UTF-8, whatever the name of the program is"
XDG_CACHE_HOME=/proc/none area six/cacti && [ ! -s err ] && grep -q 0.02805 out
ok $? "no place for a cache: no cache"

# What it does instead of answering.
program zero <<<'echo "IO Area (sq.mm) = inf"; echo "Cache size must >=64"'
fails "an error with exit 0" zero/cacti "--cacti: $dir/zero/cacti: gives no 'Cache height x width'; it says: Cache size must >=64"
[ -z "$(grep -l zero cache/sluice/cacti/*)" ]; ok $? "... is not kept"
program one <<<'echo "IO Area"; echo "ERROR: no valid data array organizations found"; echo bye; exit 1'
fails "an error with exit 1" one/cacti "--cacti: .*: exit status 1, gives no .*; it says: ERROR: no valid data array organizations found"
program silent <<<':'
fails "nothing at all" silent/cacti "--cacti: .*; it says: nothing"
program aside <<<'echo "tech file missing, invalid" >&2'
fails "an error on stderr" aside/cacti "--cacti: .*; it says: tech file missing, invalid"
for line in "Access time" "Cycle time" "Total dynamic read energy per access" "Total leakage power of a bank" "Cache height x width"; do
	sed "/^ *${line//\//.}/d" seven/cacti >seven/part
	program missing < <(sed -n '/^cat/,$p' seven/part)
	fails "without '$line'" missing/cacti "--cacti: .*gives no '$line.*'; it says: .*"
done
for value in nan -1 0 x ''; do
	program bad < <(sed -n '/^cat/,$p' seven/cacti | sed "s/Access time (ns): .*/Access time (ns): $value/")
	fails "an access time of '$value'" bad/cacti "--cacti: .*gives no 'Access time \(ns\)'; it says: .*"
done
program hang <<<'sleep 1000 & echo $! >"$here/child"; wait'
fails "a hang" hang/cacti "--cacti: .*: no answer in 0.3 s; --cacti-seconds sets the limit" --cacti-seconds 0.3
child=/proc/$(cat hang/child)/status
[ ! -e "$child" ] || grep -q '^State:.*zombie' "$child"; ok $? "... and what it started is gone"
program crash <<<'kill -SEGV $$'
fails "a crash, tech_params missing" crash/cacti "--cacti: .*: crashed \(signal 11\); CACTI 7 needs tech_params beside it, which is not there"
mkdir crash/tech_params
fails "a crash" crash/cacti "--cacti: .*: crashed \(signal 11\)"
program endless <<<'while :; do echo ERRATIC; done'
fails "output without end" endless/cacti "--cacti: .*" --cacti-seconds 20
printf 'no program\n' >text; chmod +x text
fails "not a program" ./text "--cacti: .*"
expected=2 fails "a directory" "$dir" "--cacti: .*: is a directory; name the program in it"
expected=2 fails "not there" ./none "--cacti: ./none: No such file or directory"
chmod -x text
expected=2 fails "not executable" ./text "--cacti: ./text: is not a program that can be run"
(cd / && "$sluice" area --memory 512x64,1r1w --no-cache --cacti "$dir/six/cacti" >"$dir/out" 2>"$dir/err"); ok $? "from another directory it still runs in its own"
ln -s seven/cacti linked
area ./linked && grep -q 0.02783 out; ok $? "a link: in the directory of what it points to"
refuses 2 "what no CACTI takes is not asked" "memory: 4x8 has 4 bytes; CACTI needs 64" "$sluice" area --memory 4x8 --cacti seven/cacti
"$sluice" area --radix 4 --cacti seven/cacti >out 2>err && grep -Eq '^total, bits .*' out; ok $? "a whole switch"
plan
