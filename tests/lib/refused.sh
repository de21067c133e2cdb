# Sourced by scripts that have a function sim: it runs `sluice sim`, to `out` and `err`.

# The run is refused with one line, and prints nothing else.
refused() {             # refused DESCRIPTION PATTERN ARGUMENT...
	local what=$1 pattern=$2
	shift 2
	sim "$@"
	[ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ] && grep -Exq -- "sluice: $pattern" err
	ok $? "$what"
}
