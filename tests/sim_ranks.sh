#!/bin/bash
# One network run by several processes: the same to the bit as by one, of any number of threads; bad input is told once; a signal to one of them ends all with
# the results until then; one that is killed ends all without any. Schemes by processes by threads: long/sim_ranks.sh.
. "$(dirname "$0")/lib/ranks.sh"
. "$(dirname "$0")/lib/tap.sh"
have_ranks

same_by() {     # same_by PROCESSES NAME OPTION...
	local processes=$1 name=$2
	shift 2
	again=(sim "$@")
	run plain "$sluice" "${again[@]}"
	same "$name: $processes processes" $(ranks "$processes") "$sluice" "${again[@]}"
}
same_by 2 "recn-iq" --scheme recn-iq --k 4 --n 3 --load 0.8 --hot-spot node=5,traffic=0.1 --cycles 1500 --warmup 300
same "... 3 processes of two threads" $(ranks 3) "$sluice" "${again[@]}" --threads 2
same_by 2 "interfaces, long links" --scheme recn-qos --nics --k 4 --n 3 --load 0.6 --link-delay 6 --cycles 1000 --warmup 200
same_by 3 "dragonfly" --topology dragonfly --scheme fbicm --load 0.4 --cycles 1000 --warmup 200
same_by 2 "metapackets" --topology torus --k 8 --n 2 --scheme wormhole --packet-flits 8 --vcs 3 --throttle tuned --gather metapackets --load 0.3 --cycles 1000 --warmup 200
same_by 2 "wormhole, a row of processes" --topology mesh --k 16 --n 2 --scheme wormhole --packet-flits 8 --vcs 3 --load 0.1 --cycles 1000 --warmup 200
grep -q '"packets_delivered":	[1-9]' plain/json && ! grep -q seconds plain/json
ok $? "packets were delivered"
same_by 3 "other LIDs" --scheme voqnet --slots 128 --load 0.7 --cycles 2000 --lid hash --fabric "$OLDPWD/tests/fabrics/lids/ibnetdiscover.txt" --routes "$OLDPWD/tests/fabrics/lids/dump_fts.txt"
printf 'job = a\nranks = 8\nnodes = random\nlevel = 3\nall-to-all = 5000 direct\njob = b\nranks = 8\nall-reduce = 3000\n' >levels.jobs
same_by 3 "jobs of two levels" --scheme pfc --k 4 --n 2 --traffic jobs --job-file levels.jobs
printf '0,0,5,4000\n100,1,5,900\n3000,15,2,100\n' >trace.csv
same_by 2 "a trace to its end" --k 4 --n 2 --traffic trace --trace trace.csv --trace-unit cycles

# A fabric whose links have three rates: across the borders of processes as well.
"$OLDPWD/tests/lib/ibsim_net.pl" irregular 12 7 >plain.net && "$sluice" routes --fabric plain.net --links links.csv >out
awk -F, -v OFS=, 'NR > 1 { $13 = NR % 3 ? NR % 5 ? 40 : 20 : 100 } { print }' links.csv >rates.csv
check "links between switches are of three rates" [ "$(tail -n +2 rates.csv | grep ^switch,.*,switch, | cut -d, -f13 | sort -u | wc -l)" = 3 ]
slow=(--fabric rates.csv --load 0.5 --random-length --cycles 1500 --warmup 300)
for scheme in fbicm pfc "recn-qos --packet-cells 8"; do
	same_by 2 "slow links, $scheme" --scheme $scheme "${slow[@]}"
done
check "... at their rates" grep -q "^links       of 20 to 100 Gbit/s" plain/words
run written $(ranks 3) "$sluice" sim --scheme recn-qos --packet-cells 8 "${slow[@]}" --checkpoint point --every 700 && diff -r plain written >err &&
	run resumed $(ranks 2) "$sluice" sim --scheme recn-qos --packet-cells 8 "${slow[@]}" --restart point && diff -r plain resumed >err
ok $? "... from a checkpoint of three processes, by two"

page=(--scheme fbicm --k 4 --n 2 --load 0.8 --hot-spot node=5,traffic=0.2 --cycles 2000)
"$sluice" sim "${page[@]}" --report page >/dev/null
$(ranks 3) "$sluice" sim --threads 2 "${page[@]}" --report pages >out 2>err && cmp page/report.html pages/report.html >err && grep -q '^2000,.*:' page/report.html
ok $? "the page of a run, with its samples: three processes of two threads"

# A network that stalls: the same words, with the circle that its VCs wait in.
stall=(--topology torus --k 6 --n 2 --scheme wormhole --routing dimension-order --deadlock none --load 0.9 --cycles 33000)
"$sluice" sim "${stall[@]}" | grep -v ^speed >expected
$(ranks 2) "$sluice" sim "${stall[@]}" >stdout 2>stderr
[ $? = 1 ] && grep -v ^speed stdout | cmp -s - expected && grep -q 'VCs wait for each other in a circle' expected
ok $? "a stall: status 1, and the words of one process"

# two COMMAND...: two processes of it
two() {
	$(ranks 2) "$@"
	local status=$?
	keep_ours stderr
	return $status
}
refused() { refuses 2 "$1" "$2" two "$sluice" sim "${@:3}"; }
refused "a value" "--load: '2' is not a number in 0..1" --load 2
refused "a file that cannot be written" "--json: cannot write 'none/x': No such file or directory" --json none/x
refused "a trace that is not there" ".*'none.csv'.*No such file or directory.*" --traffic trace --trace none.csv
refused "lists of options" "lists of options are of runs with one process; 2 were started" --load 0.1,0.2
refused "the RTL" "--backend: with one process only; 2 were started" --backend rtl
refused "flits" "--payload: with one process only; 2 were started" --payload
refused "too many threads" "--threads: '65' is not a whole number in 1..64" --threads 65

# Without the object that knows MPI, or with one of another build: told once, whichever process looks first.
sources=$("$sluice" --version | sed 's/.* //')
good=$(dirname "$sluice")/sluice-mpi.so
mkdir without stale nameless whole
for d in without stale nameless whole; do
	cp "$sluice" $d/sluice
done
LC_ALL=C sed "s/$sources/0123456789abcdef/" "$good" >stale/sluice-mpi.so
cp "$good" whole
LC_ALL=C sed "s/started_sources/started_before_/" "$good" >nameless/sluice-mpi.so
printf '#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" != 0 ] && exec "$OTHER" "$@"\nsleep "$LATE"\nexec "$FIRST" "$@"\n' >apart
chmod +x apart
# refused_by DESCRIPTION FIRST OTHER LATE PATTERN: process 0 is of the directory FIRST and begins LATE seconds after the others, of OTHER
refused_by() {
	FIRST=./$2/sluice OTHER=./$3/sluice LATE=$4 refuses 3 "$1: status 3, one line" "2 processes were started to run one network: $5" two ./apart sim --cycles 1000
}
other_build="'make' builds both, 'make install' installs both"
for late in 0 1; do
	refused_by "no object, process 0 $late s late" without without $late "this sluice was built without MPI; install openmpi-bin and libopenmpi-dev, and build it again"
	refused_by "another build, process 0 $late s late" stale stale $late "$PWD/stale/sluice-mpi.so is not of the same build as sluice; $other_build"
done
refused_by "another build that does not say which" nameless nameless 0 "$PWD/nameless/sluice-mpi.so is not of the same build as sluice; $other_build"
refused_by "another build, of process 1 alone" whole stale 0 "$PWD/stale/sluice-mpi.so is not of the same build as sluice; $other_build"
without/sluice sim --cycles 1000 >stdout 2>stderr
ok $? "without the object, alone: it runs"

# A run without end, by two processes, in the background: its process of this number, when it runs.
endless() {
	rm -f x.json
	interruptible $(ranks 2) "$sluice" sim --k 4 --n 2 --cycles 1e12 --warmup 1000 --bin 10000000 --json "$dir/x.json" >stdout 2>stderr &
	local started=$!
	process=()
	while [ ${#process[@]} != 2 ] && kill -0 $started; do
		process=()
		for p in /proc/[0-9]*; do
			[ "$p/exe" -ef "$sluice" ] && grep -qsF "$dir/x.json" "$p/cmdline" && process+=("${p##*/}")
		done
	done
	catches "${process[@]}"
	launcher=$started
}
endless
kill -INT "${process[1]}"
wait $launcher
[ $? = 130 ] && [ "$(key x.json complete)" = false ] && [ "$(key x.json drained)" = true ] && grep -q '^incomplete  stopped by a signal after cycle' stdout
ok $? "SIGINT to one process: status 130, the results until then"
endless
kill -KILL "${process[1]}"
wait $launcher
status=$?
[ $status != 0 ] && [ ! -s stdout ] && [ ! -e x.json ] && { [ "$(grep -c '^sluice: ' stderr)" = 1 ] || grep -q '^signal 9' stderr; }
ok $? "a process that is killed: one line of ours, unless mpirun (Open MPI 5) ends the others before and says so; no result"
sed 's/^/# /' stderr

plan
