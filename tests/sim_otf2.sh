#!/bin/bash
# Traces of MPI programs in Open Trace Format 2: what an archive says runs as the same job written by hand; an archive that is damaged is refused with one line,
# never more; without the object that knows the format the command says which package is missing.
writer=$(realpath "$(dirname "$0")/lib/otf2_writer.c")
. "$(dirname "$0")/lib/ranks.sh"
. "$(dirname "$0")/lib/tap.sh"
object=$(dirname "$sluice")/sluice-otf2.so
if [ ! -e "$object" ] || ! gcc -std=c11 -O1 $(pkg-config --cflags otf2 2>err) "$writer" -o writer $(pkg-config --libs otf2 2>>err) 2>>err; then
	echo "1..0 # SKIP no OTF2: libotf2-trace-dev, pkg-config, and a command built with them"
	exit 0
fi

# What the library does not free when the first file of an archive is not whole is not ours.
echo 'leak:libopen-trace-format2' >leaks
export LSAN_OPTIONS="suppressions=$PWD/leaks:print_suppressions=0"

# run OPTION...: results in words, without what differs by the file, and histogram of latency in histogram.csv
run() {
	"$sluice" sim --k 4 --n 2 --traffic jobs --csv-histogram whole.csv "$@" >whole 2>err &&
		sed '/^speed/d; /^traffic/d; /^            /d; /^jobs/s/, [0-9.]* times.*//' whole >words && grep -v '^#' whole.csv >histogram.csv
}

# same_as DESCRIPTION JOBS: the job of the archive, and one written by hand, have the same results
printf 'job = one\notf2 = trace/trace.otf2\n' >trace.jobs
same_as() {
	run --job-file trace.jobs && mv words first && mv histogram.csv first.csv && run --job-file "$2" && cmp first words >out && cmp first.csv histogram.csv >out
	ok $? "$1"
}

# archive [own] <TEXT: writes trace/trace.otf2
archive() { rm -rf trace && ./writer trace trace "$@" 2>err; }

# Ticks are cycles. Communicator 3 has ranks 2, 0 and 3; in 4 each rank is by itself.
cat >messages.txt <<'X'
ranks 4
clock 1000000000
group 1 0 1 2 3
group 2 2 0 3
self 3
comm 0 1
comm 3 2
comm 4 3
rank 0
main 1000
in 1100
isend 1100 1 0 7 800 1
out 1150
in 1200
receive 1300 1 0 9 64
out 1350
in 1350
isent 1400 1
send 1400 0 4 1 8
send 1400 0 3 5 64
out 1500
end 1500
rank 1
in 10
post 10 5
out 20
in 320
send 320 0 0 9 64
out 330
in 330
received 400 0 0 7 800 5
send 400 2 0 0 0
out 500
rank 2
in 10
receive 20 1 0 0 0
receive 30 1 3 5 64
out 40
in 40
isend 40 2 3 6 8000 1
isend 40 2 3 6 80 2
out 50
in 60
isent 70 2
isent 70 1
out 80
rank 3
in 10
post 11 1
post 12 2
received 20 0 3 6 80 2
received 30 0 3 6 8000 1
out 40
X
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
if [ -e "$(dirname "$sluice")/sluice-mpi.so" ] && command -v mpirun >/dev/null; then
	$(ranks 2) "$sluice" sim --k 4 --n 2 --traffic jobs --csv-histogram two.csv --job-file trace.jobs >out 2>err && grep -v '^#' two.csv | cmp - first.csv >err
	ok $? "two processes"
fi

# refused STATUS LINE: nothing is run, and one line says why
refused() {
	"${command:-$sluice}" sim --k 4 --n 2 --traffic jobs --job-file trace.jobs >out 2>err
	[ $? = $1 ] && [ ! -s out ] && [ "$(cat err)" = "sluice: $2" ]
	ok $? "refused: $2"
}
archive < <(sed 's/^send 400 2 0 0 0/put 400/' messages.txt)
refused 2 "trace/trace.otf2:9: rank 1, id 9: access to memory of other ranks is not known here"
archive < <(sed '/^clock/d' messages.txt)
refused 2 "trace/trace.otf2:0: it does not say how many ticks of its clock a second has"
archive < <(sed 's/^comm 3 2/joins 3 1 2/' messages.txt)
refused 2 "trace/trace.otf2:11: rank 0, id 11: communicator 3 joins two groups, which is not known here"
archive <messages.txt
mv trace/trace/10.evt .
refused 2 "trace/trace.otf2:0: 10.evt: File or directory does not exist: POSIX: 'trace/trace/10.evt'"
mv 10.evt trace/trace
rm trace/trace/10.def
run --job-file trace.jobs
ok $? "a rank may have no definitions of its own"
rm -r trace
refused 2 "trace/trace.otf2:0: File or directory does not exist: POSIX: 'trace/trace.otf2'"

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

# Every file cut at every length, and single bits flipped, by $SLUICE_SEED: refused with a line, or a run that ends. Bits of the first file behind byte 40 are left
# alone: the library counts up to what stands there, seconds long.
perl -e '
	my ($sluice, $seed, $flips) = @ARGV;
	my @files = ("trace/trace.otf2", "trace/trace.def", glob("trace/trace/*"));
	my (%whole, %told, $bad);
	srand $seed;
	sub put { my ($file, $bytes) = @_; open my $f, ">", $file or die; binmode $f; print $f $bytes; close $f }
	sub get { my ($file) = @_; local $/; open my $f, "<", $file or die; binmode $f; <$f> // "" }
	sub look {
		my ($file, $bytes, $what) = @_;
		put($file, $bytes);
		my $status = system("$sluice sim --k 4 --n 2 --traffic jobs --job-file trace.jobs --cycles 1000 --warmup 100 >out 2>err") >> 8;
		my $told = get("err");
		put($file, $whole{$file});
		$told{$status}++;
		return if $status == 2 ? $told =~ /^sluice: [^\n]+\n\z/ : !$status && $told eq "";
		print "$file, $what: status $status: $told\n";
		$bad = 1;
	}
	$whole{$_} = get($_) for @files;
	for my $file (@files) { look($file, substr($whole{$file}, 0, $_), "cut to $_") for 0 .. length($whole{$file}) - 1 }
	for (1 .. $flips) {
		my $file = $files[rand @files];
		my $at = int rand($file =~ /otf2$/ ? 40 : length $whole{$file});
		my $bytes = $whole{$file};
		substr($bytes, $at, 1) = chr(ord(substr($bytes, $at, 1)) ^ 1 << int rand 8);
		look($file, $bytes, "byte $at");
	}
	print "# ", join(", ", map { "$told{$_} with status $_" } sort keys %told), "\n";
	exit($bad || ($told{2} // 0) < 500)' "$sluice" "${SLUICE_SEED:-1}" 500 >damaged 2>err
ok $? "damaged archives"
grep -v '^#' damaged | head -n 20 | sed 's/^/# /'
grep '^#' damaged
plan
