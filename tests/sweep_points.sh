#!/bin/bash
# A sweep point by point, as on many machines: the plan, points in files of their own, in any order, again, killed; collected, they are the bytes of one command.
. "$(dirname "$0")/lib/tap.sh"

cat >s.sweep <<'END'
k = 4
n = 2
cycles = 2000
warmup = 500
scheme = 1q, voqsw
load = 0.1..0.3:0.1
seed = 1..3
columns = accepted_load, latency_mean
END
"$sluice" sweep s.sweep --out whole >/dev/null
"$sluice" sweep s.sweep --out some --plan >out
check "a plan of 18 points" [ "$(cat out)" = "some/s.plan: points 0..17, of which 18 are to be run: 0..17" -a "$(sed -n 12p some/s.plan)" = "9,no,voqsw,0.1,1" -a "$(wc -l <some/s.plan)" = 20 ]
"$sluice" sweep s.sweep --out some --point 4 >out
check "a point alone" [ $? = 0 -a ! -s out -a "$(ls some/s.points)" = 4.csv -a "$(grep -v '^#' some/s.points/4.csv | tail -n +2)" = "$(grep '^1q,0.2,2,' whole/s.csv)" ]
"$sluice" sweep s.sweep --out some --point 9..12,2 >/dev/null &
"$sluice" sweep s.sweep --out some --point 0..5 >/dev/null
check "points at the same time" wait $!
touch -d 2001-01-01 some/s.points/4.csv
"$sluice" sweep s.sweep --out some --point 3..6 >/dev/null
check "what is there is not run again" [ "$(stat -c %Y some/s.points/4.csv)" = "$(date -d 2001-01-01 +%s)" ]
"$sluice" sweep s.sweep --out some --collect >out 2>err
check "points are missing: which, and status 1" [ $? = 1 -a "$(cat err)" = "sluice: points that are missing: 7: 7..8,13..17; --point runs them, and --submit hands them over" -a ! -e some/s.md ]
check "... those that are there are in the results" [ "$(grep -vc '^#' some/s.csv)" = 12 ]
"$sluice" sweep s.sweep --out some --submit parallel >line
check "a line for GNU parallel" grep -Eqx "parallel -q --workdir \. $sluice sweep s.sweep --out some --point \{\} ::: \\$\(seq 7 8\) \\$\(seq 13 17\); $sluice sweep s.sweep --out some --collect" line
# The line as GNU parallel runs it, or one by one.
command -v parallel >/dev/null && parallel --version | grep -q ^GNU || parallel() { local all=("$@") i; for ((i = 0; ; i++)); do [ "${all[i]}" = ::: ] && break; done
	for point in "${all[@]:i+1}"; do "${all[@]:3:i-4}" "$point"; done; }
eval "$(<line)" >out
check "the line runs and collects them" [ $? = 0 -a -n "$(grep '^| voqsw' out)" ]
check "the bytes of one command" [ -z "$(for f in s.csv s-mean.csv s.md s.gp; do cmp whole/$f some/$f 2>&1; done)" ]
"$sluice" sweep s.sweep --out some --submit parallel >out
check "nothing is missing" [ "$(cat out)" = "no point is missing; --collect writes the results" ]
mkdir "a b"
cp s.sweep "a b/it's.sweep"
"$sluice" sweep "a b/it's.sweep" --out "c d" --seed 1 --submit parallel >line
eval "$(<line)" >out
check "a line with names of several words" [ $? = 0 -a "$(grep -vc '^#' "c d/it's.csv")" = 7 ]
if parallel --help 2>/dev/null | grep -q sshlogin; then
	# As sshd does: the user's shell, by its name in SHELL, which GNU parallel runs there, from the home directory.
	printf '#!/bin/sh\nexport SHELL=/bin/sh; cd "$HOME"; shift; [ "$1" = -- ] && shift; exec sh -c "$*"\n' >elsewhere
	chmod +x elsewhere
	"$sluice" sweep s.sweep --out far --seed 1 --submit parallel | sed "s|^parallel|& -S '1/$PWD/elsewhere host'|" >line
	eval "$(<line)" >out
	check "... by another machine" [ $? = 0 -a "$(grep -vc '^#' far/s.csv)" = 7 ]
else
	ok 0 "... by another machine # SKIP no GNU parallel"
fi

# A command that runs points waits for one that collects them, and a plan for none of those.
exec 9<some
flock 9
"$sluice" sweep s.sweep --out some --point 4 2>err 9<&- &
sleep 0.3
exec 9<&-
check "a point while others collect" wait $!
exec 9<some
flock -s 9
"$sluice" sweep s.sweep --out some --plan >out
check "a plan while points are run" [ $? = 0 -a "$(cat out)" = "some/s.plan: points 0..17, of which 0 are to be run" ]
refuses 3 "... nothing is collected then" "--out: 'some' is in use by another sluice" "$sluice" sweep s.sweep --out some --collect
exec 9<&-

# Killed in the middle: its file is not there, or whole.
sed 's/^cycles.*/cycles = 100000000/' s.sweep >long.sweep
"$sluice" sweep long.sweep --out killed --point 3 &
sleep 0.5
kill -KILL $!
wait $! 2>/dev/null
check "a point that was killed leaves no file" [ -z "$(ls killed/long.points 2>/dev/null)" ]

# Of another sweep.
sed 's/^k = 4/k = 2/' s.sweep >other.sweep
mkdir -p other/other.points && cp some/s.points/4.csv other/other.points
refuses 2 "a point of another configuration" "other/other.points/4.csv:[0-9]*: these results are of another configuration.*" "$sluice" sweep other.sweep --out other --collect

# Of the traces that a sweep draws, a command draws those that it needs: of a point that it runs; all, to see how long runs are.
printf '%s\n' 'k = 4' 'n = 2' 'draw_trace = --nodes 16 --duration-us 1000 --think-us 50' 'trace_compression = 40, 80' 'seed = 1..3' 'columns = latency_mean' >ends.sweep
(cat ends.sweep; echo 'cycles = 9000') >traced.sweep
"$sluice" sweep traced.sweep --out traced --point 1,4
check "a point: the trace of its seed" [ $? = 0 -a "$(cd traced && echo *.trace)" = traced-2.trace ]
"$sluice" sweep traced.sweep --out traced --point 0..5 && "$sluice" sweep traced.sweep --out traced --collect >out && "$sluice" sweep traced.sweep --out at-once >out
check "... the bytes of one command" cmp traced/traced-mean.csv at-once/traced-mean.csv
"$sluice" sweep ends.sweep --out traced --plan >out
check "a plan of runs that end with their traces" [ $? = 0 -a "$(cd traced && echo ends*.trace)" = "ends-1.trace ends-2.trace ends-3.trace" ]

# experiment and tradeoff, too.
"$sluice" experiment run recn-iq-fig6a --quick --out e --plan >out
check "experiment: a plan" grep -q '^e/recn-iq-fig6a-quick.plan: points 0..11, of which 12 are to be run: 0..11$' out
"$sluice" experiment run recn-iq-fig6a --quick --out e --point 0..11 && "$sluice" experiment run recn-iq-fig6a --quick --out e --collect >out
check "experiment: collected" grep -q '^| fifo, no SAQs' out
small="--no-synth --radix 4 --scheme 1q,recn-iq --saqs 2 --slots 16,32 --stages 2 --cycles 2000 --warmup 500"
"$sluice" tradeoff $small --out t --plan >out
check "tradeoff: a plan without what is left out" grep -q '^t/tradeoff.plan: points 0\.\.[0-9]*, of which 4 are to be run' out
last=$(sed 's/.*points 0\.\.\([0-9]*\),.*/\1/' out)
"$sluice" tradeoff $small --out t --point 0.."$last" && "$sluice" tradeoff $small --out t --collect >/dev/null && "$sluice" tradeoff $small --out t2 >/dev/null
check "tradeoff: the bytes of one command" cmp t/tradeoff.csv t2/tradeoff.csv

refused() { refuses 2 "$1" "$2" "$sluice" sweep "${@:3}"; }
refused "a point that there is not" "--point: '18' is not a point in 0\.\.17" s.sweep --point 18
refused "no point" "--point: 'x' is not a point in 0\.\.17" s.sweep --point x
refused "two at a time" "--plan, --point, --collect and --submit exclude each other" s.sweep --plan --collect
refused "of two sweeps" "--plan, --point, --collect and --submit are for one sweep, and not for 2" s.sweep other.sweep --plan
printf 'precision:\n  accepted_load = 0.1\n' | cat s.sweep - >precise.sweep
refused "with precision" "precise: precision: how long a run is follows from others; .*" precise.sweep --plan
refused "braces and GNU parallel" "--submit parallel: GNU parallel replaces braces and ':::', which one of the names has: .*" s.sweep --out 'a{}b' --submit parallel
refused "a backslash and Slurm" "--submit slurm: Slurm takes no backslash .*: 'a.b/s.csv'" s.sweep --out 'a\b' --submit slurm
refused "a line end and Slurm" "--submit slurm: Slurm takes no backslash .*" s.sweep --out $'a\rb' --submit slurm

# A directive as sbatch cuts it into words: quotes, and a backslash before one of them; % is doubled in the name of a log file.
mkdir bin
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >>"%s/calls"; echo 4711\n' "$PWD" >bin/sbatch
chmod +x bin/sbatch
cp s.sweep 'it"s 50%.sweep'
PATH=$PWD/bin:$PATH "$sluice" sweep 'it"s 50%.sweep' --out "c d%" --submit slurm >out
check "Slurm: a directive with names of several words" [ "$(grep '^#SBATCH --output' c\ d%/*.slurm)" = '#SBATCH --output="c d%%/it\"s 50%%.points/%a.log"' ]
check "... a log file" grep -qx 'c d%%/it"s 50%%.slurm.log' calls

mkdir none
ln -s "$(command -v true)" none/true
refuses 3 "without Slurm: its package" "--submit: sbatch is not installed \(package slurm-client\)" env PATH="$dir/none" "$sluice" sweep s.sweep --out more --submit slurm
plan
