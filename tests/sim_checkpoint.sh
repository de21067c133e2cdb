#!/bin/bash
# A run that goes on from a checkpoint has the same output as one that was never broken off, with another number of threads, too, or of processes; a checkpoint
# stays whole whatever happens to the next one; a file that is damaged, or of another run, or of another build, is refused. All networks: long/sim_checkpoint.sh.
. "$(dirname "$0")/lib/ranks.sh"
. "$(dirname "$0")/lib/tap.sh"

sim() { "$sluice" sim "$@"; }

# goes_on NAME OPTION...
goes_on() {
	local name=$1 threads
	shift
	check "$name" run plain sim "$@"
	same "$name: the same while checkpoints are written" sim "$@" --checkpoint one --every 700
	same "$name: ... by two threads" sim "$@" --checkpoint two --every 700 --threads 2
	for threads in 1 3; do
		same "$name: $threads threads go on from one" sim "$@" --restart one --threads $threads
		same "$name: $threads threads go on from two" sim "$@" --restart two --threads $threads
	done
}
goes_on "recn-iq" --scheme recn-iq --k 4 --n 3 --load 0.8 --hot-spot node=5,traffic=0.1 --cycles 2000 --warmup 400
goes_on "static queues, a large network" --scheme obqa --k 4 --n 5 --load 0.3 --cycles 1000 --warmup 200
goes_on "levels, long links" --scheme recn-qos --levels 2 --k 4 --n 3 --load 0.6 --link-delay 6 --cycles 1500 --warmup 200
goes_on "metapackets" --topology torus --k 6 --n 2 --scheme wormhole --packet-flits 16 --vcs 3 --deadlock recovery --throttle tuned --gather metapackets --arrivals fixed --interval 40 --cycles 2000 --warmup 200
goes_on "wormhole" --topology torus --k 6 --n 2 --scheme wormhole --packet-flits 16 --vcs 3 --deadlock recovery --throttle tuned --arrivals fixed --interval 40 --cycles 2000 --warmup 200

# Not so few that a piece of the run that is cut at each of them would not grow over.
run plain sim --k 2 --n 2 --cycles 1000
same "a hundred checkpoints" timeout 100 "$sluice" sim --k 2 --n 2 --cycles 1000 --checkpoint one --every 10

# The memory that is counted is the same as well, with as many threads.
net=(--k 4 --n 3 --load 0.8 --cycles 2000 --warmup 400 --bin 200)
for threads in 1 2; do
	"$sluice" sim "${net[@]}" --threads $threads --json plain.json --checkpoint whole --every 1000 >stdout
	"$sluice" sim "${net[@]}" --threads $threads --json other.json --restart whole >stdout
	check "JSON with all, $threads threads" [ "$(grep -v seconds plain.json)" = "$(grep -v seconds other.json)" ]
done

# It goes on, and does not begin anew: in the same file a later checkpoint appears, of which the first cycles are not run again.
"$sluice" sim "${net[@]}" --restart whole --checkpoint again --every 1500 >stdout && [ -s again ] && ! cmp -s whole again
ok $? "a run that goes on writes checkpoints"
"$sluice" sim "${net[@]}" --restart again --json x.json >stdout && [ "$(grep -v 'seconds\|bytes\|threads' plain.json)" = "$(grep -v 'seconds\|bytes\|threads' x.json)" ]
ok $? "... from which one goes on"

# A trace: the same one.
printf '0,0,5,4000\n100,1,5,900\n9000,15,2,100\n' >trace.csv
goes_on "a trace" --k 4 --n 2 --traffic trace --trace trace.csv --trace-unit cycles
sed -i s/900/901/ trace.csv

refused() { refuses 2 "$1" "$2" "$sluice" sim "${@:3}"; }
refused "another trace" "--restart: 'one' is of a run with another trace in 'trace.csv'" --k 4 --n 2 --traffic trace --trace trace.csv --trace-unit cycles --csv-links l --restart one
refused "another load" "--restart: 'whole' is of a run with 'load = 0.8'; this one has 'load = 0.7'" "${net[@]}" --load 0.7 --restart whole
refused "another scheme" "--restart: 'whole' is of a run with 'scheme = recn-iq'; this one has 'scheme = .*'" "${net[@]}" --scheme 1q --restart whole
refused "links that were not counted" "--restart: 'whole' is of a run with 'csv-links = no'; this one has 'csv-links = yes'" "${net[@]}" --csv-links l --restart whole
refused "no file" "--restart: cannot read 'none': No such file or directory" "${net[@]}" --restart none
refused "no checkpoint" "--restart: 'trace.csv' is no checkpoint of sluice sim" "${net[@]}" --restart trace.csv
refused "a directory" "--restart: .*'\.'.*" "${net[@]}" --restart .
size=$(stat -c %s whole)
for cut in 1 8 5000 $((size - 200)); do
	head -c $((size - cut)) whole >broken
	refused "$cut bytes are missing" "--restart: 'broken' is damaged.*" "${net[@]}" --restart broken
done
{ cat whole; printf 12345678; } >broken
refused "8 bytes too many" "--restart: 'broken' is damaged.*" "${net[@]}" --restart broken
for at in $((size / 3)) $((size / 2)) $((size - 4)); do
	cp whole broken
	printf '\377' | dd of=broken bs=1 seek=$at conv=notrunc 2>/dev/null
	cmp -s whole broken && printf '\1' | dd of=broken bs=1 seek=$at conv=notrunc 2>/dev/null
	refused "byte $at is another one" "--restart: 'broken' is damaged.*" "${net[@]}" --restart broken
done
# Whoever changes it and makes its hash anew lacks the key; the hash of another key is another one (the file itself: tests/seal.c).
cp -r .config kept.config
head -c 16 /dev/zero >.config/sluice/checkpoint.key
refused "another key" "--restart: 'whole' is damaged or incomplete, or of somebody with another key.*" "${net[@]}" --restart whole
chmod 644 .config/sluice/checkpoint.key
refused "a key that others can read" "--restart: '.*/sluice/checkpoint.key' is no key that this user alone can read.*" "${net[@]}" --restart whole
rm -r .config
refused "no key" "--restart: its key, '.*/sluice/checkpoint.key': No such file or directory" "${net[@]}" --restart whole
mv kept.config .config
mkfifo pipe
refused "a pipe that nobody writes" "--restart: 'pipe' is no plain file" "${net[@]}" --restart pipe
refused "a device without end" "--restart: '/dev/zero' is no plain file" "${net[@]}" --restart /dev/zero
sed "s/# sources = ......../# sources = 01234567/" whole >broken
refused "another build" "--restart: 'broken' is of another build of sluice, of # sources = 01234567.*; this one is of # sources = [0-9a-f]*" "${net[@]}" --restart broken
refused "a list of loads" "--restart: 'whole' would be of one run, and options have lists" "${net[@]}" --load 0.1,0.2 --restart whole
refused "no --every" "--checkpoint: --every CYCLES is missing, 1 or more" "${net[@]}" --checkpoint new
refused "--every alone" "--every: with --checkpoint FILE only" "${net[@]}" --every 100
refused "a checkpoint of the RTL" "--checkpoint: of the C model alone; --backend has other switches" "${net[@]}" --checkpoint new --every 100 --backend rtl
refused "a restart with flits" "--restart: of the C model alone; --payload has other switches" "${net[@]}" --restart whole --payload
refused "nowhere" "--checkpoint: cannot write 'none/new': No such file or directory" "${net[@]}" --checkpoint none/new --every 100

"$sluice" sim "${net[@]}" --checkpoint /dev/full --every 1000 >stdout 2>stderr
[ $? = 3 ] && [ ! -s stdout ] && grep -Exq "sluice: --checkpoint: cannot write '/dev/full': No space left on device" stderr
ok $? "a disk that is full: status 3"

# A write that is broken off leaves the file before as it was.
long=("${net[@]}" --cycles 1e6)
killed() { timeout -s KILL "$1" "$sluice" sim "${long[@]}" --checkpoint kept --every 2 >stdout 2>stderr; }
until [ -e kept ]; do killed 0.5; done 2>/dev/null
for after in 0.2 0.25 0.3 0.35; do
	killed $after
	cp kept "kept-$after"
done 2>/dev/null
whole=1
for file in kept-*; do
	stopped_after 0.1 INT "$sluice" sim "${long[@]}" --restart "$file" >stdout 2>stderr
	[ $? = 130 ] && grep -q '^incomplete' stdout || whole=0
done
check "what was killed while it was written leaves a whole one" [ $whole = 1 ]

why=$(no_ranks)
if [ -z "$why" ]; then
	net=(--scheme recn-iq --k 4 --n 3 --load 0.8 --cycles 1500 --warmup 300)
	run plain sim "${net[@]}" --checkpoint one --every 700
	same "two processes write a checkpoint" $(ranks 2) "$sluice" sim "${net[@]}" --checkpoint two --every 700
	same "two processes go on from that of one" $(ranks 2) "$sluice" sim "${net[@]}" --restart one
	same "one process goes on from that of two" sim "${net[@]}" --restart two
	same "three processes of two threads go on from that of two" $(ranks 3) "$sluice" sim "${net[@]}" --threads 2 --restart two
	$(ranks 2) "$sluice" sim "${net[@]}" --load 0.7 --restart two >stdout 2>stderr
	status=$?
	keep_ours stderr
	[ $status = 2 ] && [ "$(wc -l <stderr)" = 1 ] && [ ! -s stdout ]
	ok $? "two processes refuse one of another run, with one line"
else
	ok 0 "several processes # SKIP $why"
fi

plan
