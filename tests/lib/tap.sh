# Sourced by the scripts of tests/. Sets $sluice to the command, changes to an empty directory, and prints lines of TAP.
set -u
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
tap_missing=$dir.missing
trap 'chmod -R u+w "$dir"; rm -rf "$dir" "$tap_missing"' EXIT
cd "$dir" || exit 1
export XDG_CONFIG_HOME=$dir/.config
n=0

ok() {          # ok STATUS DESCRIPTION; for a failure, also the last lines of output
	n=$((n + 1))
	[ "$1" = 0 ] && echo "ok $n - $2" && return
	echo "not ok $n - $2"
	tail -qn 20 out err stdout stderr 2>/dev/null | sed 's/^/# /'
	return 1
}

# lint_verilator ARGUMENT...: without what Verilator from 5.020 on reports of itself, which is no warning
lint_verilator() { verilator --lint-only -Wall "$@" | sed '/^- /d'; return "${PIPESTATUS[0]}"; }

check() { local what=$1; shift; "$@"; ok $? "$what"; }      # check DESCRIPTION COMMAND...: does it succeed?

with() {        # with TOOL DESCRIPTION COMMAND...: does it, where there is the tool?
	local what=$2

	command -v "$1" >/dev/null || { ok 0 "$what # SKIP no $1"; return; }
	"${@:3}" >out 2>err
	ok $? "$what"
}

key() { sed -n "s/^\t*\"$2\":\t\(.*[^,]\),*$/\1/p" "$1" | head -n 1; }      # key FILE NAME: a value of a JSON object

skip() { echo "1..0 # SKIP $1"; exit; }         # skip REASON: the whole script

# All files with their times, but for the two below, for caches, and for logs of builds that failed.
present() {
	find . -mindepth 1 ! -path ./stdout ! -path ./stderr ! -path ./cache ! -path './cache/*' ! -path '*/lockstep' ! -path '*/lockstep/*.log' \
		\( -type d -printf '%p\n' -o -printf '%p %s %m %T@\n' \) | sort
}

# refuses STATUS DESCRIPTION PATTERN COMMAND...: it ends with that status and one line, "sluice: " and the pattern (extended regular expression), prints and
# changes nothing else
refuses() {
	local expected=$1 what=$2 pattern=$3 before status
	shift 3
	before=$(present)
	"$@" >stdout 2>stderr
	status=$?
	[ $status = "$expected" ] && [ ! -s stdout ] && [ "$(wc -l <stderr)" = 1 ] && grep -Exq -- "sluice: $pattern" stderr && [ "$before" = "$(present)" ]
	ok $? "$what" && return
	echo "# status $status"
	diff <(echo "$before") <(present) | sed 's/^/# /'
}

# catches PID...: waits until these processes are the command and catch SIGINT and SIGTERM, which end a run then and not a process
catches() {
	local pid

	for pid; do
		while kill -0 "$pid" 2>/dev/null && ! { [ "/proc/$pid/exe" -ef "$sluice" ] && (( 0x0$(sed -n 's/^SigCgt:\t//p' "/proc/$pid/status") & 0x4000 )); }; do sleep 0.02; done
	done
}

# interruptible COMMAND...: in place of this shell, in the background, where a shell has SIGINT ignored
interruptible() { exec perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@"; }

# stopped_after SECONDS SIGNAL COMMAND...: the signal comes so long after the command has begun to catch it
stopped_after() {
	interruptible "${@:3}" &
	catches $!
	sleep "$1"
	kill -"$2" $!
	wait $!
}

# What a script calls and is not there fails it, in subshells too; whether an optional program is there, `command -v` says.
command_not_found_handle() { echo "$1" >>"$tap_missing"; echo "$1: command not found" >&2; return 127; }

plan() {        # called last
	[ ! -e "$tap_missing" ] || ok 1 "called, and not there: $(sort -u "$tap_missing" | xargs)"
	echo "1..$n"
}
