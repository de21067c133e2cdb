# Sourced by scripts that run `sluice sim` by several processes, before tap.sh.

# A script has no more to do where there is no mpirun, or the command was built without MPI, or no two processes can be started.
have_ranks() {
	local why=$(no_ranks)
	[ -z "$why" ] || skip "$why"
}

no_ranks() {    # why there are none; nothing: there are
	[ -e "$(dirname "$sluice")/sluice-mpi.so" ] && command -v mpirun >/dev/null || { echo "no MPI: openmpi-bin and libopenmpi-dev, and a command built with them"; return; }
	local said
	# Without options of ours: one that an MPI does not know fails the tests.
	said=$(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 60 mpirun -n 1 true 2>&1) || echo "mpirun starts no process here: $(grep '[a-z]' <<<"$said" | tail -n 1)"
}

# ranks N: the command that starts N processes, also more than there are processors, also as root, and says nothing itself (Open MPI 5 has no --quiet). What an MPI does not free is not ours.
ranks() {
	echo env ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" OMPI_MCA_orte_execute_quiet=1 HWLOC_HIDE_ERRORS=2 \
		timeout --foreground 300 mpirun --allow-run-as-root --oversubscribe --bind-to none -n "$1"
}

# keep_ours FILE: standard error of such a run without what the MPI says there: of the machine, in a run that is good too but for numbers (of sockets, of a /sys that
# is missing); and that a process failed, between two rules, where a line of ours may come as well.
keep_ours() {
	[ -n "${mpi_speaks+known}" ] || mpi_speaks=$($(ranks 2) "$sluice" sim --k 2 --n 2 --cycles 10 2>&1 >/dev/null)
	awk '{ text = $0; gsub(/[0-9]+/, "") } NR == FNR { mpi[$0]; next } /^-----/ { within = !within; next } (!within || /^sluice: /) && !($0 in mpi) { print text }' \
		<(echo "$mpi_speaks") "$1" >ours && mv ours "$1"
}

# run DIRECTORY COMMAND...: all files, there; without what was asked for, times and memory
run() {
	local to=$1
	shift
	rm -rf "$to"
	mkdir "$to" && "$@" --csv-series "$to/series" --csv-histogram "$to/histogram" --csv-links "$to/links" --csv-nodes "$to/nodes" --csv-levels "$to/levels" \
		--json x.json >out 2>err || return 1
	grep -v '"\(cpu_seconds\|elapsed_seconds\|bytes\|threads\)"' x.json >"$to/json"
	grep -v '^speed' out >"$to/words"
	[ "$(wc -l <"$to/json")" -gt 60 ]
}

# same DESCRIPTION COMMAND...: as in plain/
same() {
	local what=$1
	shift
	run other "$@" && diff -r plain other >err
	ok $? "$what"
}
