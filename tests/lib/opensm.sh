# Sourced by the scripts that have ibsim simulate a fabric and OpenSM route it, after tap.sh.

umad=$(ls /usr/lib/*/umad2sim/libumad2sim.so 2>/dev/null | head -n 1)
export IBSIM_SOCKNAME=sluice-$$

opensm_missing() {      # the programs that are not installed, with their packages
	local p
	for p in opensm:opensm ibsim:ibsim-utils ibnetdiscover:infiniband-diags ibroute:infiniband-diags ibdmchk:ibutils; do
		command -v "${p%:*}" >/dev/null || printf '%s ' "${p%:*} (package ${p#*:})"
	done
	[ -n "$umad" ] || printf '%s' "libumad2sim.so (package ibsim-utils)"
}

# on_ibsim SECONDS COMMAND...: on the fabric that is simulated, for so long at most
on_ibsim() { timeout -k 1 "$1" env LD_PRELOAD="$umad" "${@:2}"; }

# opensm_run DIR ENGINE ARGUMENT...: routes the fabric DIR/net, and has its dumps and those of other tools in DIR. False: OpenSM did not end.
opensm_run() { opensm_in "$1" false "${@:2}"; }

# opensm_run_paths DIR ENGINE ARGUMENT...: the same, and asks OpenSM for the path records of all pairs of end nodes: saquery.txt.
opensm_run_paths() { opensm_in "$1" true "${@:2}"; }

opensm_in() {           # opensm_in DIR PATHS ENGINE ARGUMENT...
	local to=$1 paths=$2 engine=$3 status sim sm=
	shift 3
	(
		cd "$to" || exit 1
		export OSM_TMP_DIR=$PWD OSM_CACHE_DIR=$PWD
		ibsim -s -n -N 4096 -S 2048 -P 65536 net >ibsim.log 2>&1 </dev/null &
		sim=$!
		until grep -qs ready ibsim.log || ! kill -0 $sim; do sleep 0.05; done
		if $paths; then
			LD_PRELOAD=$umad opensm -e -D 0x43 -f osm.log --dump_files_dir . -R "$engine" "$@" >opensm.log 2>&1 &
			sm=$!
			for _ in {1..300}; do on_ibsim 5 saquery PR --slid 1 --dlid 1 2>/dev/null | grep -q PathRecord && break; sleep 0.1; done
			kill -0 $sm
		else
			on_ibsim 60 opensm -o -e -D 0x43 -f osm.log --dump_files_dir . -R "$engine" "$@" >opensm.log 2>&1
		fi
		status=$?
		on_ibsim 60 ibnetdiscover >ibnetdiscover.txt 2>tools.log
		on_ibsim 60 dump_fts >dump_fts.txt 2>>tools.log
		on_ibsim 60 ibroute 1 >ibroute.txt 2>>tools.log
		! $paths || opensm_paths >saquery.txt 2>>tools.log
		[ -z "$sm" ] || end_opensm "$sm"
		kill $sim
		wait $sm $sim 2>/dev/null
		exit $status
	)
}

# OpenSM ends with ibsim still there, or else may wait for answers for ever; and not at all, if it does not in 10 seconds.
end_opensm() {          # end_opensm PID
	kill "$1"
	for _ in {1..100}; do kill -0 "$1" 2>/dev/null || return; sleep 0.1; done
	kill -9 "$1"
}

# ibsim delivers answers of one packet only, so each pair is asked for.
opensm_paths() {
	local from to lids
	lids=$(sed -n 's/^\[[0-9]*\](.*# lid \([0-9]*\) lmc.*/\1/p' ibnetdiscover.txt)
	for from in $lids; do
		for to in $lids; do
			[ "$from" = "$to" ] || on_ibsim 20 saquery PR --slid "$from" --dlid "$to"
		done
	done
}

# opensm_for_ibdmchk DIR: what was dumped of lanes and levels, in the form that ibdmchk reads: DIR/psl, DIR/slvl.
opensm_for_ibdmchk() {
	perl -e '
		my ($dir) = @ARGV;
		my (%node, %is, $guid, $switch);
		open my $net, "<", "$dir/ibnetdiscover.txt" or die $!;
		while (<$net>) {
			$guid = $1 if /^(?:Ca|Switch)\s.*"[HS]-([0-9a-f]+)"/;
			$node{$1} = $guid if /^\[\d+\]\(.*# lid (\d+) lmc/;
		}
		open my $records, "<", "$dir/saquery.txt" or die $!;
		open my $psl, ">", "$dir/psl" or die $!;
		while (<$records>) {
			$is{$1} = $2 if /(slid|dlid)\.+(\d+)/;
			printf $psl "0x%s %d %d\n", $node{$is{slid}}, $is{dlid}, hex $1 if /^\s+sl\.+0x([0-9a-f]+)/;
		}
		open my $dump, "<", "$dir/opensm-sl2vl.dump" or die $!;
		open my $slvl, ">", "$dir/slvl" or die $!;
		while (<$dump>) {
			$switch = $1 if /^Switch 0x([0-9a-f]+)/;
			undef $switch if /^Channel/;
			next unless $switch && /^(\d+)\s+(\d+)\s+:\s+(.*)/;
			my ($in, $out, @vl) = ($1, $2, split " ", $3);
			printf $slvl "0x%s %d %d %s\n", $switch, $in, $out, join " ", map { sprintf "0x%x%x", @vl[2 * $_, 2 * $_ + 1] } 0 .. 7;
		}
	' "$1"
}
