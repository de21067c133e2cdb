#!/bin/bash
# Fabrics that ibsim simulates and OpenSM routes, by each of its engines: all dumps are read as the same tables; ibdmchk and `sluice routes` agree on
# which have a cycle; tables that we compute are loaded by OpenSM and come back the same; a k-ary
# n-tree by ftree has the statistics of DET. Packages opensm, ibsim-utils, infiniband-diags, ibutils.
. "$(dirname "$0")/../lib/tap.sh"
. "$OLDPWD/tests/lib/opensm.sh"
net=$OLDPWD/tests/lib/ibsim_net.pl

missing=$(opensm_missing)
[ -z "$missing" ] || skip "not installed: $missing"

routes() { "$sluice" routes "$@" >out 2>err; }

# The verdict of ibdmchk on a directory: "cycle" or "none", for the first LID of each port; without files of lanes for one lane.
ibdmchk_says() {        # ibdmchk_says DIR ARGUMENT...
	ibdmchk -s "$1/opensm-subnet.lst" -f "$1/opensm.fdbs" -m "$1/opensm.mcfdbs" "${@:2}" >ibdmchk.log 2>&1
	if grep -q "no credit loops found" ibdmchk.log; then
		echo none
	elif grep -q "credit loops in routing" ibdmchk.log; then
		echo cycle
	else
		tail -n 3 ibdmchk.log
	fi
}

we_say() {              # we_say DIR ARGUMENT...: the same of sluice
	routes --fabric "$1/ibnetdiscover.txt" --routes "$1/dump_fts.txt" "${@:2}"
	case $?-$(grep -o "wait for each other: [a-z]*" out) in
	"0-wait for each other: yes") echo none ;;
	"1-wait for each other: no") echo cycle ;;
	*) cat out err ;;
	esac
}

# routed DESCRIPTION LMC ENGINE ARGUMENT...: of the fabric in the file net. Engines that fail would fall back to minhop: no_fallback.
routed() {
	local what=$1 lmc=$2 engine=$3 theirs ours f
	shift 3
	rm -rf d && mkdir d && cp net d/net
	check "$what, $engine: OpenSM ends" opensm_run d "$engine" -l "$lmc" "$@"
	theirs=$(ibdmchk_says d) ours=$(we_say d)
	[ "$theirs" = "$ours" ] && grep -qx "packets arrive: yes" out
	ok $? "... ibdmchk says $theirs, sluice $ours"
	for f in dump_fts.txt opensm-lfts.dump opensm.fdbs; do
		routes --fabric d/ibnetdiscover.txt --routes "d/$f"
		sed 1,2d out
	done | sort | uniq -c | awk '$1 % 3 { bad = 1 } END { exit bad || !NR }'
	ok $? "... whichever dump it reads"
	echo "$what $engine $ours" >>verdicts
}

# loaded DESCRIPTION LMC ARGUMENT...: our tables for the fabric of the last run, loaded by OpenSM.
loaded() {
	local what=$1 lmc=$2
	shift 2
	routes --fabric d/ibnetdiscover.txt --lfts ours.lfts --csv ours.csv "$@"
	ok $? "$what: $(sed -n 2p out)"
	mkdir back && cp net back/net
	check "... OpenSM takes them" opensm_run back file -U "$PWD/ours.lfts" -l "$lmc"
	routes --fabric back/ibnetdiscover.txt --routes back/opensm-lfts.dump --csv back.csv &&
		routes --fabric back/ibnetdiscover.txt --routes back/dump_fts.txt --csv fts.csv && cmp -s ours.csv back.csv && cmp -s ours.csv fts.csv
	ok $? "... and dumps them the same"
	check "... ibdmchk finds no cycle in them" [ "$(ibdmchk_says back)" = none ]
	rm -rf back
}

# in_lanes DESCRIPTION ENGINE ARGUMENT...: of tables that have a cycle in one lane and none in several.
in_lanes() {
	local what=$1 engine=$2 theirs ours
	shift 2
	rm -rf d && mkdir d && cp net d/net
	check "$what, $engine: OpenSM is up" opensm_run_paths d "$engine" -Q "$@"
	opensm_for_ibdmchk d
	theirs=$(ibdmchk_says d)-$(ibdmchk_says d -c d/psl -d d/slvl)
	ours=$(we_say d)-$(we_say d --sl2vl d/opensm-sl2vl.dump --paths d/saquery.txt)
	[ "$theirs" = "$ours" ] && [ "$ours" = cycle-none ]
	ok $? "... one lane, several: ibdmchk says $theirs, sluice $ours"
}

$net leafspine 4 4 2 2 >net
for engine in ftree,no_fallback minhop dfsssp,no_fallback nue,no_fallback updn; do routed "tree of 16 nodes" 0 $engine; done
loaded "tree of 16 nodes" 0
routes --fabric d/ibnetdiscover.txt --routes d/ibroute.txt
check "ibroute: the table of one switch" grep -q "^packets arrive: no, " out

$net tree 4 3 >net
statistics() {          # statistics ARGUMENT...: of a run, without its configuration
	"$sluice" sim "$@" --cycles 20000 --load 0.8 --csv-histogram h --csv-nodes n --csv-series s >out 2>err && cat h n s | grep -v "^#"
}
routed "tree of 64 nodes" 0 ftree,no_fallback
for scheme in obqa fbicm recn-iq; do
	statistics --topology ktree --k 4 --n 3 --scheme $scheme >det
	statistics --fabric d/ibnetdiscover.txt --routes d/dump_fts.txt --scheme $scheme >ftree && [ -s det ] && cmp -s det ftree
	ok $? "... $scheme by ftree and by DET: the same statistics"
done
for engine in updn minhop dfsssp,no_fallback nue,no_fallback; do routed "tree of 64 nodes" 0 $engine; done
loaded "tree of 64 nodes" 0
loaded "tree of 64 nodes" 0 --algorithm updown

$net leafspine 36 18 18 1 >net
for engine in ftree,no_fallback updn minhop dfsssp,no_fallback nue,no_fallback; do routed "tree of 648 nodes" 0 $engine; done
loaded "tree of 648 nodes" 0

$net torus 5 5 >net
cat >torus.conf <<'END'
torus 5 5 1
xp_link 0x200000 0x200005
yp_link 0x200000 0x200001
xm_link 0x200000 0x200014
ym_link 0x200000 0x200004
END
for engine in minhop dor dfsssp,no_fallback nue,no_fallback; do routed "torus" 0 $engine; done
routed "torus" 0 torus-2QoS,no_fallback -Q --torus_config "$PWD/torus.conf"
loaded "torus" 0

$net dragonfly 4 2 2 >net
for engine in minhop updn dfsssp,no_fallback nue,no_fallback; do routed "dragonfly" 0 $engine; done
loaded "dragonfly" 0

$net irregular 12 7 >net
for engine in minhop updn dfsssp,no_fallback nue,no_fallback; do routed "irregular" 0 $engine; done
loaded "irregular" 0

$net adapters >net
for engine in minhop updn; do routed "adapters with two ports, two LIDs each" 1 $engine; done
loaded "adapters with two ports, two LIDs each" 1

$net leafspine 3 3 2 1 >net
for engine in minhop dfsssp,no_fallback updn; do routed "tree, four LIDs each" 2 $engine; done
loaded "tree, four LIDs each" 2
uses() {                # uses FILE ARGUMENT...: the flits on links of a run
	"$sluice" sim --fabric d/ibnetdiscover.txt --routes d/dump_fts.txt --cycles 20000 --load 0.4 "${@:2}" --csv-links "$1" >out 2>err && grep -q " 0 lost, 0 out of order$" out
}
for scheme in voqnet fbicm recn-iq; do
	uses first --scheme $scheme && uses source --scheme $scheme --lid source && uses hash --scheme $scheme --lid hash && ! cmp -s first source && ! cmp -s source hash
	ok $? "... $scheme: each choice of LIDs has its ways"
done

$net ring 7 >net
in_lanes "ring" dfsssp,no_fallback
$net torus 5 5 >net
in_lanes "torus" torus-2QoS,no_fallback --torus_config "$PWD/torus.conf"

[ "$(grep -c " cycle$" verdicts)" -ge 5 ] && [ "$(grep -c " none$" verdicts)" -ge 10 ]
ok $? "tables with and without cycles were among them"
sed 's/^/# /' verdicts
plan
