#!/bin/bash
# Only a unit's own files write its fields: the wiring, and every other unit, call its functions.
top=$(realpath "$(dirname "$0")/..")
export top
. "$(dirname "$0")/lib/tap.sh"

# Prints each assignment to a field of a unit that stands in a file of something else. A unit is a struct of cmodel/units/<unit>.h; it is
# reached as sw->unit, or by a pointer to it, which is declared with its type.
foreign_writes() {
	perl -0777 -ne '
		BEGIN { %unit = map { m{([^/]+)\.h$} ? ($1 => 1) : () } glob("$ENV{top}/cmodel/units/*.h") }
		my ($own) = $ARGV =~ m{([^/]+)\.[ch]$};
		my %type;
		$type{$2} = $1 while /struct (\w+) \*(?:const )?(\w+)\b/g;
		s{/\*.*?\*/}{ (my $c = $&) =~ s/[^\n]//g; $c }gse;
		my $n = 0;
		for my $line (split /\n/) {
			$n++;
			while ($line =~ /\b(?:sw->(\w+)\.|(\w+)->)\w+(?:\.\w+|\[[^\]]*\])*\s*(?:[|&^+-]|<<|>>)?=(?!=)|\b(?:sw->(\w+)\.|(\w+)->)\w+(?:\.\w+|\[[^\]]*\])*(?:\+\+|--)/g) {
				my $of = $1 // $3 // $type{$2 // $4 // ""} // next;
				print "$ARGV:$n: $line\n" if $unit{$of} && $of ne $own;
			}
		}' "$@"
}

shopt -s nullglob
(cd "$top" && foreign_writes cmodel/*.[ch] cmodel/units/*.[ch]) >out 2>err
[ ! -s out ] && [ ! -s err ]
ok $? "no field of a unit is written by another file"

# What it is to find, it finds.
mkdir wiring
printf 'static void a(struct sluice_switch *sw, struct ppu *p)\n{\n\tsw->ru.ready[0] |= 1;\n\tp->judging = 0;\n\tsw->mu.count[1][2]++;\n\tx = sw->mu.held[0] == 1;\n}\n' >wiring/switch.c
check "three planted writes are found, a comparison is none" [ "$(foreign_writes wiring/switch.c | wc -l)" = 3 ]

plan
