#!/bin/bash
# Real fabrics with links of several rates: a slow link carries exactly its share and delays packets by what it takes longer; results depend neither on
# threads, registers, idle cycles nor checkpoints; rates that are all the same change nothing.
. "$(dirname "$0")/lib/tap.sh"
. "$OLDPWD/tests/lib/ways.sh"
net=$OLDPWD/tests/lib/ibsim_net.pl

sim() { "$sluice" sim "$@" >out 2>err; }
refused() { refuses 2 "$1" "$2" "$sluice" sim "${@:3}"; }

cat >two.csv <<'END'
kind,name,port,peer_kind,peer,peer_port,rate
switch,a,1,node,A,1,40
switch,a,2,node,B,1,10
switch,a,3,node,C,1,16
switch,a,4,switch,b,1,9
switch,b,2,node,D,1,40
switch,b,3,node,E,1,
END

# carries SWITCH PORT RATE: in 20000 cycles, but for a packet that is on its way as they begin or end; a fast link carries a flit in `pace` cycles
carries() {
	awk -F, -v sw="$1" -v port="$2" -v rate="$3" -v pace="$pace" -v packet="$packet" '
		$1 == "switch" && $2 == sw && $3 == port { n = $7 - 20000 * rate / 40 / pace; good = n <= packet && n >= -packet }
		END { exit !good }' links
}
pace=1 packet=8
for scheme in 1q obqa voqsw voqnet fbicm recn-iq pfc "fbicm --sorting arrival" "recn-qos --packet-cells 8" "voqsw-qos --packet-cells 8"; do
	[[ $scheme = *qos* ]] && pace=1.5 packet=64
	fast=$(sim --fabric two.csv --scheme $scheme --hot-spot node=1,traffic=1 --load 1 --cycles 40000 --warmup 20000 --csv-links links && carries 0 1 10 && echo yes)
	slow=$(sim --fabric two.csv --scheme $scheme --hot-spot node=3,traffic=1 --load 1 --cycles 40000 --warmup 20000 --csv-links links && carries 0 3 9 && echo yes)
	[ "$fast$slow" = yesyes ] && grep -q "^packets .* 0 lost, 0 out of order$" out && grep -q "^links       of 9 to 40 Gbit/s: the fastest carry a flit a cycle$" out
	ok $? "$scheme: slow links are full, to a node and between switches"
done

# A packet alone: from a node to another one, later than on fast links by as much.
later() {               # later FROM TO CYCLES
	local with without
	printf '0,%s,%s,64\n' "$1" "$2" >trace.csv
	sim --fabric two.csv --traffic trace --trace trace.csv
	with=$(grep -o "latency     mean [0-9.]*" out)
	sim --fabric two.csv --traffic trace --trace trace.csv --equal-rates
	without=$(grep -o "latency     mean [0-9.]*" out)
	check "a packet of 8 flits from $1 to $2: $3 cycles later" awk -v a="${with##* }" -v b="${without##* }" -v n="$3" 'BEGIN { exit !(b > 0 && a - b == n) }'
}
later 3 4 0
later 0 1 24
later 1 0 24
later 0 3 28
later 1 2 36
later 1 4 52

# A fabric with rates by chance.
$net irregular 12 7 | awk -F '[][]' '/^\[/ { n = $2 + $4; print $0 "\t# [" $2 "] lid 0 lmc 0 \"\" lid 0 4x" (n % 3 ? n % 5 ? "QDR" : "DDR" : "EDR"); next } { print }' >plain
"$sluice" routes --fabric plain --links rates.csv --csv routes.csv >out
check "links of three rates" [ "$(cut -d, -f13 rates.csv | sort -u | wc -l)" = 4 ]
for scheme in voqnet fbicm recn-iq pfc "recn-qos --packet-cells 8"; do
	every_way "$scheme" 1300 --scheme $scheme --fabric rates.csv --routes routes.csv --cycles 3000 --warmup 500 --load 0.5 --random-length
done
awk -F, 'NR > 1 { $13 = "4xQDR" } { print }' OFS=, rates.csv >same.csv
cut -d, -f1-12 rates.csv >none.csv
statistics() { sim "$@" --routes routes.csv --cycles 3000 --csv-histogram h --csv-nodes n --csv-series s && cat h n s | grep -v "^#"; }
statistics --fabric none.csv >none
statistics --fabric same.csv >same
statistics --fabric rates.csv --equal-rates >equal
statistics --fabric rates.csv >several
[ -s none ] && cmp -s none same && cmp -s none equal && ! cmp -s none several
ok $? "rates that are the same, or are taken as such: as without rates"

# Memory for what is on slow links is that of the switches there are.
sed 's/,9$/,1.25/' two.csv >slow.csv
for threads in 1 2; do
	sim --fabric slow.csv --scheme recn-qos --cycles 2000 --threads $threads --json x.json && [ "$(sed -n 's/.*"bytes":[^0-9]*\([0-9]*\).*/\1/p' x.json)" -lt 1000000000 ]
	ok $? "rates 32 : 1, $threads threads: less than 1 GB"
done

refused "network interfaces" "--nics: network interfaces have links of one rate; --equal-rates takes those of the fabric as such" --fabric two.csv --scheme fbicm --nics
refused "the RTL" "--backend: the Verilog has links of one rate; --equal-rates takes those of the fabric as such" --fabric two.csv --backend both
sed 's/,9$/,0.1/' two.csv >apart.csv
refused "rates far apart" "links carry from 100 to 40000 \(of a fabric: Mbit/s\); the fastest may carry up to 256 times as much as the slowest" --fabric apart.csv
plan
