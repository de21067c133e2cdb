#!/bin/bash
# Only a unit's own files write its fields: the wiring, and every other unit, call its functions. The compiler sees it: each file is compiled
# with the headers of all units but its own changed. There, fields are const, and what they point to; so is what functions hand out,
# but for what their comment says is filled by others; and functions have no bodies.
top=$(realpath "$(dirname "$0")/..")
. "$(dirname "$0")/lib/tap.sh"

# for_others HEADER...: as files of others see them. A field that is a part with functions of its own is const to all but these.
for_others() {
	perl -0777 -i -pe '
		BEGIN { $part = "(?:arbiter_bank|list_sweep|destinations|route_table)" }
		sub fields {
			my $text = shift;
			$text =~ s{/\*.*?\*/}{ (my $c = $&) =~ s/[^\n]//g; $c }gse;
			$text =~ s/\{ (?=\w)/{ const /g;
			$text =~ s/^(\t+)(?!const |struct \w+ \{|(?:struct|union) \{|struct $part )(?=\w)/$1const /gm;
			return $text =~ s/\*(?=\w)/*const /gr;
		}
		my ($unit) = $ARGV =~ m{([^/]+)\.h$};
		s/^(struct (?:$unit|$part) \{\n)(.*?)(^\};)/$1 . fields($2) . $3/gems;
		s/^((?:STAGE|static inline) [^;{}]*\))\n\{\n.*?^\}\n/$1;\n/gms;
		s{^(.*\*/\n)?((?:STAGE|static inline) )(?=[a-z][\w ]*\*\w+\(const struct $unit |[a-z][\w ]*\*\w+\(struct $unit )}
			{ my ($comment, $kind) = ($1 // "", $2); $comment . $kind . ($comment =~ /filled by/ ? "" : "const ") }gem if $unit !~ /^$part/;
	' "$@"
}

# writes FILE...: what the compiler says of these.
writes() {
	local file own
	for file in "$@"; do
		own=${file%.c} own=${own%_shown}
		[ ! -e "$top/$own.h" ] || { cp "$own.h" changed.h && cp "$top/$own.h" "$own.h"; }
		gcc -std=c11 -D_GNU_SOURCE -Werror=discarded-qualifiers -fsyntax-only -Ispec -Itool -Icmodel "$file" 2>&1 | grep 'error:'
		[ ! -e changed.h ] || mv changed.h "$own.h"
	done
}

cp -r "$top/spec" "$top/tool" "$top/cmodel" .
for_others $(for unit in arbiter list_sweep destinations route_table $(cd spec/units && echo *.def); do ls "cmodel/units/${unit%.def}.h" 2>/dev/null; done)
writes $(ls cmodel/*.c | grep -vx cmodel/step.c) cmodel/*_step.h cmodel/units/*.c >out         # step.c includes each of these headers in turn
check "no field of a unit is written by another file" [ ! -s out ]
cat out >&2

# plant FILE ARGUMENTS LINE DESCRIPTION: with such a function in a file, it finds a write, and one only: reading a field is none.
plant() {
	cp "$1" kept
	printf '\nuint64_t planted(%s)\n{\n\t%s\n\treturn mu->held[0] == 1;\n}\n' "$2" "$3" >>"$1"
	check "$4" [ "$(writes "$1" | wc -l)" = 1 ]
	mv kept "$1"
}
here="struct cam_switch *sw, struct mu *mu"
plant cmodel/cam_switch_update.c "$here" 'sw->mu.held[0] |= 1;' "found: a field that the wiring writes"
plant cmodel/cam_switch_update.c "$here" 'struct ppu *p = &sw->ppu; p->undecided = 0;' "... through a pointer to the unit"
plant cmodel/cam_switch_update.c "$here" 'uint64_t *held = sw->mu.held; held[0] = 0;' "... through a pointer to the field"
plant cmodel/cam_switch_update.c "$here" '*mu_out(&sw->mu, 0, 0) = 1;' "... through a pointer that the unit hands out"
plant cmodel/cam_switch_update.c "$here" 'sw->ru = (struct ru){ .read = 1 };' "... through its struct"
plant cmodel/units/ru.c 'struct mu *mu' 'mu->held[0] |= 1;' "... in the file of another unit"

plan
