#!/bin/bash
# Traces of MPI programs in Open Trace Format 2: what an archive says runs as the same job written by hand; an archive that is damaged is refused with one line,
# never more; without the object that knows the format the command says which package is missing.
. "$(dirname "$0")/lib/ranks.sh"
. "$(dirname "$0")/lib/otf2.sh"
. "$(dirname "$0")/lib/tap.sh"
have_otf2

# run OPTION...: results in words, without what differs by the file, and histogram of latency in histogram.csv
run() {
	"$sluice" sim --k 4 --n 2 --traffic jobs --csv-histogram whole.csv "$@" >whole 2>err &&
		sed '/^speed/d; /^traffic/d; /^            /d; /^jobs/s/, [0-9.]* times.*//' whole >words && grep -v '^#' whole.csv >histogram.csv
}

# same_as DESCRIPTION JOBS: the job of the archive, and one written by hand, have the same results
same_as() {
	run --job-file trace.jobs && mv words first && mv histogram.csv first.csv && run --job-file "$2" && cmp first words >out && cmp first.csv histogram.csv >out
	ok $? "$1"
}

messages_text
cat >operations.csv <<'X'
0,1,compute,,100,,
0,2,send,1,800,7,1
0,3,compute,,50,,1
0,4,receive,1,,9,3
0,5,send,2,64,,2 4
1,1,receive,0,,7,
1,2,compute,,300,,
1,3,send,0,64,9,2
1,4,send,2,1,1,3 1
2,1,receive,1,,1,
2,2,receive,0,,,1
2,3,send,3,8000,,2
2,4,send,3,80,,2
2,5,compute,,10,,2
3,1,receive,2,,,
3,2,receive,2,,,
X
printf 'job = one\nranks = 4\noperations = operations.csv\n' >messages.jobs
archive <messages.txt
same_as "messages, requests, communicators" messages.jobs
archive own <messages.txt
same_as "each rank with numbers of communicators of its own" messages.jobs

# all_do TIME OP ROOT SENT RECEIVED ROOT_SENT ROOT_RECEIVED: the events of rank $r
all_do() {
	local sent=$4 received=$5
	[ $r = $3 ] && sent=$6 received=$7
	printf 'in %u\nbegin %u\ncall %u %u 0 %u %u %u\nout %u\n' $1 $1 $(($1 + 100)) $2 $3 $sent $received $(($1 + 100))
}
none=4294967295
{
	echo "ranks 16"
	echo "clock 1000000000"
	echo "group 1 $(seq -s ' ' 0 15)"
	echo "comm 0 1"
	for r in {0..15}; do
		echo "rank $r"
		echo "main 1"
		all_do 501 0 $none 0 0 0 0                      # barrier
		all_do 1601 1 3 0 4000 64000 4000               # broadcast
		all_do 2000 11 $none 1024000 1024000 0 0        # all-reduce
		all_do 3000 12 5 8000 0 8000 128000             # reduce
		all_do 4000 6 $none 16000 16000 0 0             # all-gather
		all_do 5000 9 $none 16000 16000 0 0             # all-to-all
		all_do 6000 2 0 1000 0 1000 16000               # gather
		all_do 7000 4 0 0 1000 16000 1000               # scatter
		all_do 8000 16 $none 64000 64000 0 0            # reduce-scatter
		echo "end 8100"
	done
} >collectives.txt
cat >collectives.jobs <<'X'
job = one
compute = 500
barrier
compute = 1000
broadcast = 4000 root=3
compute = 299
all-reduce = 64000
compute = 900
reduce = 8000 root=5
compute = 900
all-gather = 1000
compute = 900
all-to-all = 1000
compute = 900
gather = 1000
compute = 900
scatter = 1000
compute = 900
reduce-scatter = 64000
X
archive <collectives.txt
same_as "collective operations" collectives.jobs
why=$(no_ranks)
if [ -z "$why" ]; then
	run --job-file trace.jobs --cycles 2500 && mv histogram.csv first.csv &&
		$(ranks 2) "$sluice" sim --k 4 --n 2 --traffic jobs --csv-histogram two.csv --job-file trace.jobs --cycles 2500 >out 2>err &&
		grep -v '^#' two.csv | cmp - first.csv >err && [ "$(wc -l <first.csv)" -gt 10 ]
	ok $? "two processes"
else
	ok 0 "two processes # SKIP $why"
fi

# refused STATUS LINE: nothing is run, and one line says why
refused() {
	"${command:-$sluice}" sim --k 4 --n 2 --traffic jobs --job-file "${jobs:-trace.jobs}" >out 2>err
	[ $? = $1 ] && [ ! -s out ] && [ "$(cat err)" = "sluice: $2" ]
	ok $? "refused: $2"
}
archive < <(sed 's/^send 400 2 0 0 0/put 400/' messages.txt)
refused 2 "trace/trace.otf2:9: rank 1, id 9: access to memory of other ranks is not known here"
archive < <(sed '/^clock/d' messages.txt)
refused 2 "trace/trace.otf2: it does not say how many ticks of its clock a second has"
archive < <(sed 's/^comm 3 2/joins 3 1 2/' messages.txt)
refused 2 "trace/trace.otf2:11: rank 0, id 11: communicator 3 joins two groups, which is not known here"
archive <messages.txt
mv trace/trace/10.evt .
refused 2 "trace/trace.otf2: 10.evt: File or directory does not exist: POSIX: 'trace/trace/10.evt'"
mv 10.evt trace/trace
rm trace/trace/10.def
check "a rank may have no definitions of its own" run --job-file trace.jobs
rm -r trace
archive <messages.txt
printf 'job = one\notf2 = trace/trace.def\n' >def.jobs
printf 'job = one\notf2 = trace\n' >directory.jobs
jobs=def.jobs refused 2 "trace/trace.def: the name of an archive ends in .otf2"
jobs=directory.jobs refused 2 "trace: the name of an archive ends in .otf2"
rm -r trace
refused 2 "trace/trace.otf2: File or directory does not exist: POSIX: 'trace/trace.otf2'"

# Without the object, or with one of another build.
archive <messages.txt
mkdir without stale
cp "$sluice" without
cp "$sluice" stale
LC_ALL=C sed "s/$("$sluice" --version | sed 's/.* //')/0123456789abcdef/" "$object" >stale/sluice-otf2.so
command=without/sluice
refused 3 "trace.jobs:2: cannot read 'trace/trace.otf2': this sluice was built without OTF2; install libotf2-trace-dev, and build it again"
command=stale/sluice
refused 3 "trace.jobs:2: cannot read 'trace/trace.otf2': $PWD/stale/sluice-otf2.so is not of the same build as sluice; 'make' builds both, 'make install' installs both"
without/sluice sim --k 4 --n 2 --traffic jobs --job-file messages.jobs >out 2>err
ok $? "without the object jobs of other files run"

# Some lengths and bits of each file; all of them: long/sim_otf2.sh.
damaged 7 8 50
plan
