# Sourced by scripts that run `sluice sim` by several processes, before tap.sh.

# A script has no more to do where there is no mpirun, or the command was built without MPI.
have_ranks() {
	[ -e "$(dirname "$sluice")/sluice-mpi.so" ] && command -v mpirun >/dev/null && return
	echo "1..0 # SKIP no MPI: openmpi-bin and libopenmpi-dev, and a command built with them"
	exit 0
}

# ranks N: the command that starts N processes, also more than there are processors, also as root, and says nothing itself. What an MPI does not free is not ours.
ranks() { echo env ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" timeout --foreground 300 mpirun --quiet --allow-run-as-root --oversubscribe --bind-to none -n "$1"; }

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

key() { sed -n "s/^\t*\"$2\":\t\(.*[^,]\),*$/\1/p" "$1" | head -n 1; }         # key FILE NAME: its value
