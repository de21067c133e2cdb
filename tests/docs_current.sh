#!/bin/bash
# The pages that are made from tables are what the tables say; what a page says that lockstep prints at the end is what it prints; the version is one.
set -u
sluice=$(realpath "${SLUICE:-build/sluice}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0

ok() {          # ok STATUS DESCRIPTION TEXT: of a failure, the text
	n=$((n + 1))
	[ "$1" = 0 ] && echo "ok $n - $2" && return
	echo "not ok $n - $2"
	sed 's/^/# /' <<<"$3"
}

current() {     # current PAGE ARGUMENT...
	local page=$1 difference
	shift
	difference=$("${SLUICE_PARAMETERS:-build/parameters}" "$@" | diff "$page" -)
	ok $? "$page is current (make docs)" "$difference"
}

# The first command of a page that begins with these words, as arguments.
command_of() { grep -m1 -oP "^ {4}(build/)?sluice \K$2\b.*" "$1"; }

state_bits() {  # state_bits DIR: of the switch there
	local t sum=0
	for t in register_bits read_register_bits memory_bits; do
		sum=$((sum + $(perl -MJSON::PP -0777 -ne "print decode_json(\$_)->{totals}{$t}" "$1/manifest.json")))
	done
	echo $sum
}

# The line that lockstep ends with, without compiling anything: packets are those of the model alone, state bits those of the manifest.
last_line() {   # last_line GEN LOCKSTEP
	local packets bits
	"$sluice" $1 >/dev/null || return
	bits=$(state_bits "$(grep -oP -- '--out \K\S+' <<<"$1")")
	packets=$("$sluice" $2 --backend c | tail -n 1) || return
	sed -nE "s/^model alone: ([0-9]+ cycles), ([0-9]+ packets), none lost\$/lockstep: \1, $bits state bits, \2, 0 mismatches/p" <<<"$packets"
}

lockstep_line() {       # lockstep_line PAGE
	local says gen run is
	says=$(grep -m1 -oP '^ {4}\Klockstep: .*' "$1") gen=$(command_of "$1" gen) run=$(command_of "$1" lockstep)
	is=$(cd "$dir" && last_line "$gen" "$run")
	[ -n "$says" ] && [ "$says" = "$is" ]
	ok $? "$1: the last line of sluice $run" "page: $says"$'\n'"is:   $is"
}

# That of a network: all switches are compared in all cycles, those of the drain as well.
network_line() {        # network_line PAGE
	local says run is bits cycles switches drain
	says=$(grep -m1 -oP '^ {4}\Klockstep: .*' "$1") run=$(grep -m1 -oP '^ {4}sluice \Ksim .*(?= --backend both)' "$1")
	switches=$(grep -oP '\d+(?= switches)' <<<"$says") cycles=$(grep -oP -- '--cycles \K\d+' <<<"$run")
	"$sluice" gen --out "$dir/network" >/dev/null && bits=$(state_bits "$dir/network") &&
		drain=$("$sluice" $run --json - 2>/dev/null | perl -ne 'print $1 if /"drain_cycles":\s*(\d+)/')
	is="lockstep: $switches switches, $bits state bits each, $((switches * (cycles + drain))) cycles of a switch compared, 0 mismatches"
	[ -n "$drain" ] && [ "$says" = "$is" ]
	ok $? "$1: the last line of sluice $run --backend both" "page: $says"$'\n'"is:   $is"
}

# The version stands in five places. Before a release, it is the next one, and the changelog has what is not released.
released() {
	local version says last
	version=$(sed -n 's/.*SLUICE_VERSION "\(.*\)"/\1/p' spec/version.h)
	says=$(sed -n 's/^version: //p' CITATION.cff)
	[ "$says" = "$version" ]
	ok $? "CITATION.cff: the version of the program" "CITATION.cff: $says, spec/version.h: $version"
	says=$(sed -n '1s/^sluice (\(.*\)) .*/\1/p' debian/changelog)
	[ "$says" = "${version/.dev/\~dev}" ]
	ok $? "debian/changelog: the version of the program" "debian/changelog: $says, spec/version.h: $version"
	last=$(grep -m1 -oP '^## \[\K[^]]*(?=\] - )' CHANGELOG.md)
	grep -qx '## \[Unreleased\]' CHANGELOG.md && says="after $last" || says=$last
	case $version in
	"$last") ;;
	"$last.dev0") version="after $last, and not before it" ;;
	*.dev0) version="after $(printf '%s\n' "$last" "${version%.dev0}" | sort -V | head -n 1)" ;;
	esac
	[ "$says" = "$version" ]
	ok $? "CHANGELOG.md: its last version, or one after it" "CHANGELOG.md: $says, spec/version.h: $version"
	grep -qx "# Sluice $last" "docs/releases/$last.md"
	ok $? "docs/releases: its notes" "no docs/releases/$last.md"
}

# The tables that follow from measured costs.
scaling() {
	local difference
	difference=$(diff <(sed -n '/^<!-- scaling -->$/,/^<!-- end -->$/p' docs/internals/scaling.md | sed '1d;$d') <(awk -f docs/internals/scaling.awk))
	ok $? "docs/internals/scaling.md: the tables of docs/internals/scaling.awk" "$difference"
}

current docs/use/parameters.md
current docs/use/links.md links
lockstep_line README.md
lockstep_line docs/use/lockstep.md
network_line docs/study/simulation.md
released
scaling
echo "1..$n"
