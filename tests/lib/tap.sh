# Sourced by the scripts of tests/. Sets $sluice to the command, changes to an empty directory, and prints lines of TAP.
set -u
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export XDG_CONFIG_HOME=$dir/.config
n=0

ok() {          # ok STATUS DESCRIPTION; for a failure, also the last lines of output
	n=$((n + 1))
	[ "$1" = 0 ] && echo "ok $n - $2" && return
	echo "not ok $n - $2"
	tail -qn 20 out err stdout stderr 2>/dev/null | sed 's/^/# /'
}

# lint_verilator ARGUMENT...: without what Verilator from 5.020 on reports of itself, which is no warning
lint_verilator() { verilator --lint-only -Wall "$@" | sed '/^- /d'; return "${PIPESTATUS[0]}"; }

check() { local what=$1; shift; "$@"; ok $? "$what"; }      # check DESCRIPTION COMMAND...: does it succeed?

plan() { echo "1..$n"; }        # called last
