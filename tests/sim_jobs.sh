#!/bin/bash
# Jobs of messages: the same results for any number of threads, in every cycle or not, and from a checkpoint on; results in words and files; what is wrong with
# a file is told with its line, and nothing is run.
page=$(realpath "$(dirname "$0")/../docs/study/workloads.md")
. "$(dirname "$0")/lib/ranks.sh"
. "$(dirname "$0")/lib/tap.sh"

cat >both.jobs <<'X'
# A graph of messages, an incast of flows, and collective operations.
job = graph
ranks = 4
nodes = 0,5,10-11
operations = operations.csv
job = incast
ranks = 4
nodes = random
start = 200
flows = flows.csv
job = rest
overhead = 50
repeat = 6
compute = 300
gather = 2000 root=next
all-reduce = 4000
all-to-all = 500
X
cat >operations.csv <<'X'
rank,id,operation,peer,amount,tag,after
0,1,compute,,100,,
0,2,send,1,4000,7,1
0,3,receive,2,,,
0,4,send,3,800,,2 3
1,1,receive,0,,7,
1,2,compute,,300,,1
1,3,send,2,64,,2
2,1,receive,1,,,
2,2,send,0,10000,,1
3,1,receive,0,,,
X
cat >flows.csv <<'X'
start,source,destination,bytes
0,1,0,10000
0,2,0,10000
50,3,0,10000
1000,0,1,64
X

files=(--csv-jobs jobs.csv --csv-series series.csv --csv-histogram histogram.csv --csv-nodes nodes.csv --csv-links links.csv)

# jobs TO OPTION...: runs the jobs of $file, results in directory TO.
file=both.jobs
jobs() {
	local to=$1
	shift
	mkdir -p "$to" && (cd "$to" && "$sluice" sim --k 4 --n 2 --traffic jobs --job-file ../$file "${files[@]}" "$@" >words 2>err && sed -i '/^speed/d' words)
}

# same NAME OPTION...: all ways to run it give the same bytes.
same() {
	local name=$1 way
	shift
	check "$name" jobs plain "$@"
	for way in "--threads 2" "--threads 3" "--every-cycle" "--checkpoint ../state --every 5000 --threads 2" "--restart ../state" "--restart ../state --threads 3"; do
		jobs other "$@" $way && diff -r plain other >err
		ok $? "$name: the same with $way"
	done
	rm -r plain other state
}
same "recn-iq" --scheme recn-iq --saqs 4
same "fbicm, fifo" --scheme fbicm --injection fifo
same "voqnet" --scheme voqnet --slots 512
same "recn-qos" --scheme recn-qos --vc-saqs 2
same "network interfaces" --scheme recn-iq --nics

# A trace of all-reduce among 16 ranks, byte by byte: the same as the built-in job.
for rank in {0..15}; do
	printf '\7\n\0050.0.4\44\10\1\30\7\122\15\n\11comm_type\110\0\122\17\n\11comm_size\110\200\200\4' >t.$rank.et
done
for line in 'chakra = t.*.et' 'all-reduce = 65536'; do
	printf 'job = one\n%s\n' "$line" >same.jobs
	mv words first 2>err && mv same.csv first.csv
	"$sluice" sim --k 4 --n 2 --traffic jobs --job-file same.jobs --csv-histogram same.csv >words 2>err && sed -i '/^speed/d; /^  *all-reduce/d' words
done
grep -q '15620 cycles' words && cmp first words >err && cmp first.csv same.csv >err
ok $? "an all-reduce of a Chakra trace is the built-in one"

cat >traces.jobs <<'X'
job = training
ranks = 8
nodes = random
group = 1 0-7
way = all-reduce halving
chakra = t.*.et
job = program
clock = 2000
vef = program.vef
X
printf 'VEF3 4 3 1 0 0 TRUE\nC0 0 1 2 3\n0 0 1 8000 0 1000 0\n1 1 2 800 2 500 0\n2 0 3 4000 1 0.5 0\n' >program.vef
file=traces.jobs
same "traces" --scheme recn-iq
file=both.jobs

jobs plain --cycles 3000 && grep -q '^ .*rest: 8 ranks, from cycle 0, not done$' plain/words && grep -q '^graph,job,,,,0,[0-9]*,[0-9]*,[0-9]*,1\.[0-9]*$' plain/jobs.csv
ok $? "a run that ends before the jobs"

printf 'job = one\nall-reduce = 65536\n' >one.jobs
"$sluice" sim --k 4 --n 2 --traffic jobs --job-file one.jobs --json one.json >out 2>err && "$sluice" sim --config one.json --json two.json >out 2>err &&
	grep -v seconds one.json >one && grep -v seconds two.json >two && cmp one two >err
ok $? "the JSON of a run repeats it"
grep -qx '	"job0_cycles":	15620.000000,' one && grep -qx '	"job0_call0_operation":	"all-reduce",' one && grep -qx '	"message_slowdown_p999":	1.000000,' one &&
	grep -qx '	"messages":	480,' one
ok $? "results by name"

# Without a message there is no time in an idle network to be compared with.
printf '0,1,compute,,0,,\n' >nothing.csv
printf 'job = nothing\nranks = 2\noperations = nothing.csv\n' >nothing.jobs
"$sluice" sim --k 4 --n 2 --traffic jobs --job-file nothing.jobs --json nothing.json --csv-jobs nothing-jobs.csv >out 2>err &&
	grep -qx 'jobs        nothing: 2 ranks, from cycle 0 0 cycles' out && grep -q '"job0_slowdown":	null,' nothing.json && grep -qx 'nothing,job,,,,0,0,0,0,' nothing-jobs.csv &&
	! grep -wiE "nan|inf" out nothing.json nothing-jobs.csv >>err
ok $? "a job without a message"

# The example of docs/study/workloads.md: its file, then what is printed.
example() { awk -v which="$1" '/^```/ { n += 1; next } n == which' "$page"; }
example 1 >train.jobs
example 3 >expected
"$sluice" sim --k 4 --n 3 --scheme recn-iq --traffic jobs --job-file train.jobs >out 2>err && sed -n '/^jobs/,/^slowdown/p' out | cmp - expected >err
ok $? "the example of docs/study/workloads.md"
"$sluice" sim --k 4 --n 3 --scheme 1q --traffic jobs --job-file train.jobs >out 2>err && grep -q "training: .* $(grep -o 'the training [0-9.]* times' "$page" | grep -o '[0-9.]*') times" out
ok $? "and with one queue"

why=$(no_ranks)
if [ -z "$why" ]; then
	jobs plain
	mkdir -p other && cd other && $(ranks 3) "$sluice" sim --k 4 --n 2 --traffic jobs --job-file ../both.jobs "${files[@]}" >words 2>err && keep_ours err && sed -i '/^speed/d' words
	cd .. && diff -r plain other >err
	ok $? "three processes"
else
	ok 0 "three processes # SKIP $why"
fi

# wrong LINE OPTION...: nothing is run, and one line says why.
wrong() {
	local line=$1
	shift
	"$sluice" sim --k 4 --n 2 "$@" >out 2>err
	[ $? = 2 ] && [ ! -s out ] && [ "$(cat err)" = "sluice: $line" ]
	ok $? "refused: $line"
}
wrong "--traffic jobs: --job-file FILE is missing" --traffic jobs
wrong "--job-file: with --traffic jobs only" --job-file one.jobs
wrong "--load: jobs say that themselves" --traffic jobs --job-file one.jobs --load 0.5
wrong "cannot read 'none': No such file or directory" --traffic jobs --job-file none
mkfifo pipe
cat one.jobs >pipe &
wrong "'pipe' cannot be read more than once, as a file of jobs is" --traffic jobs --job-file pipe
wait
printf 'job = one\nall-reduce = much\n' >bad.jobs
wrong "bad.jobs:2: all-reduce: 'much' is not a number in 1..1099511627776" --traffic jobs --job-file bad.jobs
printf 'job = one\nranks = 4\nflows = bad.csv\n' >bad.jobs
printf 'start,source,destination,bytes\n0,1,1,8\n' >bad.csv
wrong "bad.csv:2: rank 1 sends to itself, which takes no network" --traffic jobs --job-file bad.jobs
printf 'job = one\nchakra = none.*.et\n' >bad.jobs
wrong "bad.jobs:2: cannot read 'none.0.et': No such file or directory" --traffic jobs --job-file bad.jobs
printf 'job = one\nranks = 2\nchakra = bad.*.et\n' >bad.jobs
printf '\200' >bad.0.et
wrong "bad.0.et: not a Chakra trace, or it breaks off: a message does not end in the file" --traffic jobs --job-file bad.jobs
refuses 2 "a wormhole network" ".*not with scheme wormhole.*" "$sluice" sim --topology torus --scheme wormhole --traffic jobs --job-file one.jobs
refuses 2 "results of jobs without jobs" "--csv-jobs: with --traffic jobs only" "$sluice" sim --k 4 --n 2 --csv-jobs x.csv --cycles 1000
plan
