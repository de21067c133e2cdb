#!/bin/bash
# Installed is what was built, readable by all and wherever it is to be; uninstalled, nothing of it is left, and all that others put there. The same in every language.
. "$(dirname "$0")/lib/tap.sh"
. "$OLDPWD/tests/lib/links.sh"
top=$OLDPWD
build=$(cd "$top" && realpath --relative-to=. "${SLUICE_BUILD:-build}")
unset MAKEFLAGS MFLAGS MAKELEVEL

quiet() { (cd "$top" && make -s -j1 BUILD="$build" "$@") >out 2>err; }

while IFS='|' read -r what stage prefix; do
	stage=t/$stage
	mkdir -p "$stage$prefix/share/doc/sluice/docs"
	touch "${stage%% *}" "$stage$prefix/share/doc/sluice/docs/mine"
	find t | sort >before
	(umask 077 && quiet DESTDIR="$dir/${stage//$/\$\$}" PREFIX="${prefix//$/\$\$}" install)
	ok $? "installed: $what"
	check "... readable by all" [ -z "$(find "$stage$prefix/lib" "$stage$prefix/share" ! -type l ! -perm -004)" ]
	broken_links "$stage$prefix/share/doc/sluice" >out
	check "... links of documents lead to files" [ ! -s out ]
	check "... for pkg-config" grep -Fqx "prefix=${prefix// /\\ }" "$stage$prefix/lib/pkgconfig/sluice.pc"
	quiet DESTDIR="$dir/${stage//$/\$\$}" PREFIX="${prefix//$/\$\$}" uninstall
	find t | sort | diff before - >out
	ok $? "... and nothing is left, nor is anything missing"
done <<'END'
a place of its own|stage|/opt/sluice
blanks|a b|/o p t
what a shell reads|a b/$c"'d|/o$(e)p"t
END

# What is the system's stays, however it is written: programs in place of those that remove.
mkdir bin && printf '#!/bin/sh\necho "$@" >>removed\n' | sed "s|removed|$dir/&|" | tee bin/rm >bin/rmdir && chmod +x bin/*
for place in "DESTDIR= PREFIX=/usr/local/" "DESTDIR=/ PREFIX=/usr/local" "DESTDIR=// PREFIX=/usr//"; do
	: >removed
	PATH=$dir/bin:$PATH quiet $place uninstall
	check "directories that are not removed: $place" [ "$(grep -c /sluice$ removed)" -gt 3 -a -z "$(grep -vE '^-f |/sluice(/|$)' removed)" ]
done

while read -r build_name; do
	(cd "$top" && make BUILD="${build_name//$/\$\$}" clean) >out 2>&1
	[ $? = 2 ] && [ "$(wc -l <out)" = 1 ] && grep -Fq "BUILD='$build_name': a directory whose name has neither blanks nor" out
	ok $? "refused: BUILD=$build_name"
done <<'END'

a b
a'b
a$b
a;b
a#b
~a
-a
END

# An i that is none in Turkish; names that other languages sort in another way.
listed() { (cd "$top" && LC_ALL=$1 make -s -pn BUILD="$build" help) 2>err | grep -E '^(LIBRARY|COMMANDS|MAN|PROGRAM|DOCS|VERSION|SONAME) :?= '; }
listed C >c
check "make has lists" [ "$(wc -l <c)" = 7 ]
mkdir locales
for language in tr_TR cs_CZ; do
	localedef -i $language -f UTF-8 locales/$language.UTF-8 >out 2>&1 || { ok 0 "the same in $language # SKIP not that language here (package locales)"; continue; }
	LOCPATH=$dir/locales listed $language.UTF-8 | cmp -s c -
	ok $? "the same in $language"
done
plan
