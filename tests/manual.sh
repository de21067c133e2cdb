#!/bin/bash
# The manual: a page for every command, which names every option of its --help, and which groff takes without a
# warning; the examples are of options that there are.
build=$(realpath "${SLUICE_BUILD:-build}")
. "$(dirname "$0")/lib/tap.sh"
export MANWIDTH=200 MANROFFOPT=-rHY=0 LC_ALL=C

# Options of a command: of --help all, or those before its parameters.
options() { "$sluice" "$1" --help | sed "${2:-}" | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort; }
commands=$("$sluice" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
check "there are commands" [ "$(wc -w <<<"$commands")" -ge 10 ]
ls "$build/man" | sort >is
printf '%s\n' sluice.1 sluice-parameters.7 $(printf 'sluice-%s.1 ' $commands) | sort >wanted
check "a page for each command, and no other" cmp wanted is

# Each example's options are those of its command.
for c in $commands; do
	"$sluice" "$c" --help | sed -n "s/^  \(sluice $c .*\)/\1/p" >examples
	options "$c" >known
	grep -o -- '--[a-z-]*' examples | sort -u | comm -23 - known >unknown
	[ -s examples ] && [ ! -s unknown ]
	ok $? "examples of $c"
	sed 's/^/# /' unknown
done

# Those that take no time, in their order, with the files that they name.
cp "$OLDPWD/tests/fabrics/tree/ibnetdiscover.txt" net.txt
cp "$OLDPWD/tests/fabrics/tree/dump_fts.txt" fts.txt
"$sluice" --help | sed -n 's/^First example: //p' >first
for c in gen routes trace area; do
	"$sluice" "$c" --help | sed -n "s/^  \(sluice $c .*\)/\1/p"
done >examples
sluice() { command "$sluice" "$@"; }
good=0
head -n 1 examples | cmp -s first - || good=1
while read -r line; do
	eval "$line" >out 2>err || { good=1; echo "# $line"; }
done <examples
ok $good "the $(wc -l <examples) quick examples run, the first example among them"

if ! command -v man >/dev/null || ! command -v groff >/dev/null; then
	ok 0 "pages as man shows them # SKIP no man or no groff"
	plan
	exit
fi

# shown PAGE: as text without hyphens at line ends
shown() { man --warnings -E ascii -l "$build/man/$1" 2>warnings | col -bx; }

for page in $(cat is); do
	shown "$page" >text
	groff -man -ww -z "$build/man/$page" 2>>warnings
	command -v mandoc >/dev/null && mandoc -T lint -W warning "$build/man/$page" >>warnings
	for section in NAME DESCRIPTION "SEE ALSO"; do
		grep -qx "$section" text || echo "no $section" >>warnings
	done
	[ -s text ] && [ ! -s warnings ]
	ok $? "$page: no warning"
	sed 's/^/# /' warnings
done

named() {       # named PAGE: of `known`, those that are no item of the page
	shown "$1" | sed -n 's/^ \{7\}\(--[a-z0-9-]*\).*/\1/p' | sort >items
	diff known items >difference
	local good=$?
	sed 's/^/# /' difference
	return $good
}

for c in $commands; do
	options "$c" '/^Parameters of the switch/,$d' >known
	check "sluice-$c.1: every option, and no other" named "sluice-$c.1"
	shown "sluice-$c.1" >text
	good=0
	for section in SYNOPSIS OPTIONS "EXIT STATUS" EXAMPLES; do
		grep -qx "$section" text || good=1
	done
	grep -q "^ *sluice-$c - " text && grep -q "sluice(1)" text || good=1
	ok $good "sluice-$c.1: all sections"
done
options gen '1,/^Parameters of the switch/d' >known
check "sluice-parameters.7: every parameter, and no other" named sluice-parameters.7

# "[default; range]" of --help, as the pages have them.
"$sluice" gen --help | perl -0ne '
	my ($parameters) = /^Parameters of the switch(.*?)^Constraints/ms or die;
	print "Default: $1. Range: $2.\n" while $parameters =~ /\n {26}\[([^;]*); ([^;\]]*?) ?[;\]]/g' >wanted
shown sluice-parameters.7 | tr -s ' \n' ' ' >text
missing=0
while read -r line; do
	grep -qF "${line% .}" text || { missing=1; echo "# $line"; }
done < <(sed 's/\.$/ ./' wanted)
[ $missing = 0 ] && [ "$(wc -l <wanted)" -gt 40 ]
ok $? "defaults and ranges of the parameters"
plan
