#!/bin/bash
# Every reader of text, one rule (docs/use/inputs.md): a byte order mark and CRLF change nothing, a NUL byte and an empty file are refused with one line and status 2.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"

fabrics=$top/tests/fabrics
small=(--topology ktree --k 2 --n 2 --scheme 1q --cycles 300 --warmup 0)

sim() { "$sluice" sim "$@" >said && grep -v '^speed' said; }

# The file `in` as each of them reads it.
jobs_of() { printf 'job = a\nranks = 4\n%s = in\n' "$1" >jobs; sim "${small[@]}" --traffic jobs --job-file jobs; }
routes() { "$sluice" routes --fabric net "$@"; }
read_config() { sim --topology ktree --k 2 --n 2 --cycles 300 --warmup 0 --config in; }
read_json() { sim --config in; }
read_sweep() { rm -rf o; "$sluice" sweep in --out o --plan; }
read_trace() { sim "${small[@]}" --traffic trace --trace in; }
read_jobs() { sim "${small[@]}" --traffic jobs --job-file in; }
read_operations() { jobs_of operations; }
read_flows() { jobs_of flows; }
read_vef() { jobs_of vef; }
read_fabric() { "$sluice" routes --fabric in; }
read_without() { routes --without in; }
read_roots() { routes --algorithm updown --roots in; }
read_tables() { routes --routes in; }
read_fdbs() { "$sluice" routes --fabric "$fabrics/adapters/ibnetdiscover.txt" --routes in; }
read_lanes() { routes --routes fts --sl2vl in; }
read_paths() { routes --routes fts --sl2vl sl2vl --paths in; }
read_map() { rm -rf g; "$sluice" gen --memory-map in --out g; }
read_grid() { "$sluice" area --check in; }
read_report() { rm -rf p; "$sluice" report in --out p; }

cp "$fabrics/ring/ibnetdiscover.txt" net
cp "$fabrics/ring/dump_fts.txt" fts
cp "$fabrics/lanes/opensm-sl2vl.dump" sl2vl
cp net fabric
cp fts tables
cp sl2vl lanes
cp "$fabrics/tree/opensm-subnet.lst" subnet
cp "$fabrics/adapters/opensm.fdbs" fdbs
cp "$fabrics/lanes/saquery.txt" records
printf 'scheme = recn-iq\nradix = 4\n' >config
"$sluice" sim "${small[@]}" --json json >/dev/null
cp json report
printf 'topology = ktree\nk = 2\nn = 2\nload = 0.1, 0.2\n' >sweep
printf 'time,source,destination,bytes\n1,0,1,64\n' >trace
printf 'job = a\nall-reduce = 800\n' >jobs_file
printf 'rank,id,operation,peer,amount,tag,after\n0,1,compute,,80,,\n' >operations
printf 'start,source,destination,bytes\n0,1,0,100\n' >flows
printf 'VEF3 4 1 1 0 0 TRUE\nC0 0 1 2 3\n0 0 1 80 0 10 0\n' >vef
printf 'router 0 node 0 node 1 router 1 5\nrouter 1 node 2\n' >anynet
printf 'kind,name,port,peer_kind,peer,peer_port,rate\nswitch,s,1,node,a,1,10\nswitch,s,2,node,b,1,10\n' >links
printf 'n3\n' >without
printf 'ring1\n' >roots
printf 'slid,dlid,sl\n8,9,1\n' >paths
routes --algorithm updown --csv routes >/dev/null
printf 'use 5\nmacro m words 256 bits 32\n  write clock c0 enable e0 low write w0 low address a0 data d0 mask k0 8\n  read clock c1 enable e1 low address a1 data q1\n' >map
head -5 "$top/area/samples/sram.csv" >grid

# same READER: status and output are those of the file as it is
same() { "read_$1" >out 2>err; [ "$?$(<out)$(<err)" = "$was" ]; }
refused() { "read_$1" >out 2>err; [ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ] && grep -q "^sluice: $2" err; }

built=$sluice
# waits ARGUMENT...: the command, whose SIGINT comes when it has opened the pipe that a writer holds open; killed when that did not end it in 10 s
waits() {
	interruptible timeout -s KILL 10 "$built" "$@" &
	local status reader=$!
	(exec 3>in; kill -INT $reader; exec sleep 20) &
	wait $reader
	status=$?
	kill $! && wait $! 2>/dev/null         # else the shell tells of it later, in the output of another reader
	return $status
}
ended() { sluice=waits "read_$1" >out 2>err; [ $? = 130 ] || grep -q 'more than once\|no regular file' err; }

for reader in config json sweep trace jobs_file operations flows vef fabric subnet anynet links without roots tables fdbs routes lanes paths records map grid report; do
	case $reader in subnet|anynet|links) as=fabric ;; routes) as=tables ;; records) as=paths ;; *) as=${reader%_file} ;; esac
	cp "$reader" in
	"read_$as" >out 2>err
	was=$?$(<out)$(<err)
	check "$reader: taken" [ "${was:0:1}" -lt 2 -a ! -s err ]
	(printf '\xef\xbb\xbf'; cat "$reader") >in
	check "... with a byte order mark" same "$as"
	sed 's/$/\r/' "$reader" >in
	check "... with CRLF" same "$as"
	for at in 30 "$(wc -c <"$reader")"; do
		(head -c "$at" "$reader"; printf '\0'; tail -c "+$((at + 1))" "$reader") >in
		check "... not with a NUL byte behind $at" refused "$as" ".*\(NUL byte\|JSON\|breaks off\)"
	done
	: >in
	check "... not empty" refused "$as" ".*"
	case $reader in trace|flows|links|grid)
		head -n 1 "$reader" >in
		check "... not with names of columns alone" refused "$as" ".*" ;;
	esac
	ln -sf /dev/zero in
	check "... not zeros without end" refused "$as" ".*"
	rm in && mkfifo in
	check "... nothing to come: SIGINT ends it" ended "$as"
	rm in
done
plan
