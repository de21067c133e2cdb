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

# opensm_run DIR ENGINE ARGUMENT...: routes the fabric DIR/net, and has its dumps and those of other tools in DIR. False: OpenSM did not end.
opensm_run() {
	local to=$1 engine=$2 status sim
	shift 2
	(
		cd "$to" || exit 1
		export OSM_TMP_DIR=$PWD OSM_CACHE_DIR=$PWD
		ibsim -s -n -N 4096 -S 2048 -P 65536 net >ibsim.log 2>&1 </dev/null &
		sim=$!
		until grep -q ready ibsim.log || ! kill -0 $sim; do sleep 0.05; done
		LD_PRELOAD=$umad timeout -k 1 60 opensm -o -e -D 0x43 -f osm.log --dump_files_dir . -R "$engine" "$@" >opensm.log 2>&1
		status=$?
		LD_PRELOAD=$umad timeout -k 1 60 ibnetdiscover >ibnetdiscover.txt 2>tools.log
		LD_PRELOAD=$umad timeout -k 1 60 dump_fts >dump_fts.txt 2>>tools.log
		LD_PRELOAD=$umad timeout -k 1 60 ibroute 1 >ibroute.txt 2>>tools.log
		kill $sim
		wait $sim 2>/dev/null
		exit $status
	)
}
