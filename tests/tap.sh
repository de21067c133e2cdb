#!/bin/bash
# A script that calls what is not there fails, wherever it calls that (lib/tap.sh); one that only asks for it does not.
lib=$(realpath "$(dirname "$0")/lib")
. "$lib/tap.sh"

# script COMMAND: a script that does this and no more; what it says is in `said`
script() { (printf '. "%s"\n%s\n' "$lib/tap.sh" "$1"; echo plan) >script && SLUICE=$sluice bash script >said 2>err; }

for call in none_such 'x=$(none_such)' '(none_such) 2>/dev/null || true' 'none_such | cat >/dev/null' 'f() { local dir=/; none_such; }; f'; do
	script "$call"
	check "told: $call" [ "$(cat said)" = "$(printf 'not ok 1 - called, and not there: none_such\n1..1')" ]
done
for call in true 'command -v none_such >/dev/null || true' './none_such 2>/dev/null || true'; do
	script "$call"
	check "nothing to tell: $call" [ "$(cat said)" = 1..0 ]
done
plan
