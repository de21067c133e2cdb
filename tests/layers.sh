#!/bin/bash
# Files and directories use each other in one direction: no circle of files, by what they include and by what objects call; arrows between
# directories are those that docs/internals/architecture.md gives; and an include by its bare name can mean one header only.
top=$(realpath "$(dirname "$0")/..")
build=$(realpath "${SLUICE_BUILD:-build}")
. "$(dirname "$0")/lib/tap.sh"

# layers TREE OBJECTS: a line for each circle, arrow or name that is wrong.
layers() {
	perl -e '
		my ($tree, $objects, $build) = @ARGV;
		chdir $tree or die "$tree: $!";
		my (%include, %call, %arrow, %may, %named);

		# What each directory may use: | `a`, `b` | `c`, `d` |
		open my $doc, "<", "docs/internals/architecture.md" or die $!;
		while (<$doc>) {
			next unless /^## Arrows/ .. /^## (?!Arrows)/ and my ($from, $to) = /^\| (`.*?) \|(.*?)\|/;
			for my $dir ($from =~ /`([^`]+)`/g) {
				$may{$dir}{$dir} = 1;
				$may{$dir}{$_} = 1 for $to =~ /`([^`]+)`/g;
			}
		}
		# The directory in that table that a file belongs to.
		sub room {
			my $dir = shift;
			while ($dir =~ s{/[^/]*$}{}) { return $dir if $may{$dir} }
			return;
		}
		my @dirs = map { ($_, glob("$_/*/")) } grep { -d } sort keys %may;
		s{/$}{} for @dirs;
		my %seen;
		my @files = grep { !$seen{$_}++ } map { glob("$_/*.[ch] $_/*.def $_/*.cpp") } @dirs;
		my %is = map { $_ => 1 } @files;
		# Nothing is left unread: but for tests, pages and examples, every directory with sources has its row.
		for (split /\n/, `find [a-z]* -name "*.[ch]" -o -name "*.def" -o -name "*.cpp"`) {
			print "$_: its directory has no row in docs/internals/architecture.md\n" unless $is{$_} || m{^(tests|docs|examples|build[^/]*|\Q$build\E)/};
		}
		open my $make, "<", "Makefile" or die $!;
		my ($list) = map { /^INCLUDES := .*-I,([^)]*)/ ? $1 : () } <$make>;
		my @path = grep { !/\$/ } split " ", $list;
		m{([^/]+\.h)$} and push @{$named{$1}}, $_ for @files;

		for my $file (@files) {
			(my $own = $file) =~ s{/[^/]*$}{};
			open my $f, "<", $file or die $!;
			while (<$f>) {
				next unless /^#\s*include "([^"]+)"/;
				my $name = $1;
				my ($to) = grep { $is{$_} } "$own/$name", map { "$_/$name" } @path;
				next unless $to;
				$include{$file}{$to} = 1;
				print "$file: \"$name\" is one of @{$named{$name}}\n" if $to ne "$own/$name" && @{$named{$name} || []} > 1;
			}
		}
		# Objects: who defines what others call.
		my (%defines, %undefined);
		my @objects = grep { -e } map { s/c$/o/r } map { "$objects/$_" } grep { /\.c$/ } @files, map { m{^cmodel/(\w+)_step\.h$} ? "cmodel/step_$1.c" : () } @files;
		for (split /\n/, `nm -A @objects`) {
			my ($file, $kind, $name) = m{^\Q$objects\E/(.*)o:[0-9a-f ]* ([BCDRTUV]) (\S+)$} or next;
			$kind eq "U" ? push @{$undefined{"${file}c"}}, $name : ($defines{$name} = "${file}c");
		}
		for my $file (keys %undefined) {
			for (map { $defines{$_} // () } @{$undefined{$file}}) { $call{$file}{$_} = 1 unless $_ eq $file }
		}
		print "no objects in $objects\n" unless %call;
		for my $edges (\%include, \%call) {
			for my $file (keys %$edges) {
				for my $to (keys %{$edges->{$file}}) {
					my ($a, $b) = (room($file), room($to));
					$arrow{"$file: $a may not use $b: $to"} = 1 unless $may{$a}{$b};
				}
			}
		}
		print "$_\n" for sort keys %arrow;
		# Of every file, whom it reaches; a circle is a file that reaches itself.
		sub circles {
			my ($what, $edges) = @_;
			my @circle = grep { reaches($edges, $_) } sort keys %$edges;
			print "circle of what files $what: @circle\n" if @circle;
		}
		sub reaches {
			my ($edges, $from) = @_;
			my (%been, @next);
			@next = keys %{$edges->{$from} || {}};
			while (defined(my $file = shift @next)) {
				return 1 if $file eq $from;
				push @next, keys %{$edges->{$file} || {}} unless $been{$file}++;
			}
			return 0;
		}
		circles("include", \%include);
		circles("call", \%call);
		my %rooms;
		for my $edges (\%include, \%call) {
			for my $file (keys %$edges) { $rooms{room($file)}{room($_)} = 1 for grep { room($_) ne room($file) } keys %{$edges->{$file}} }
		}
		circles("of directories use", \%rooms);
	' "$1" "$2" "${build#"$top"/}"
}

layers "$top" "$build/obj" >out 2>err
[ ! -s out ] && [ ! -s err ]
ok $? "no circle, no arrow against the given direction, no ambiguous name"

# What it is to find, it finds: in a copy.
mkdir copy objects
(cd "$top" && tar cf - Makefile docs/internals/architecture.md $(find [a-z]* -path "${build#"$top"/}" -prune -o -name '*.[ch]' -print -o -name '*.def' -print -o -name '*.cpp' -print)) |
	tar xf - -C copy
(cd "$build/obj" && tar cf - $(cd "$top" && find [a-z]* -path tests -prune -o -name '*.c' -print | sed 's/c$/o/' | (cd "$build/obj" && xargs ls -d 2>/dev/null))) | tar xf - -C objects

finds() {       # finds PATTERN DESCRIPTION
	layers copy "$dir/objects" >out 2>err
	check "$2" grep -q "$1" out
}

# plant FILE LINE PATTERN DESCRIPTION: with this line in a file
plant() {
	cp "copy/$1" kept
	echo "$2" >>"copy/$1"
	finds "$3" "$4"
	mv kept "copy/$1"
}

plant cmodel/cam_switch.h '#include "cam_switch_step.h"' 'circle of what files include: .*cmodel/cam_switch.h' "a planted circle of includes is found"
plant cmodel/units/ppu.h '#include "net/engine/network.h"' 'cmodel/units/ppu.h: cmodel may not use cmodel/net' "a planted arrow against the direction is found"
plant spec/params.h '#include "packet.h"' 'spec/params.h: spec may not use cmodel: cmodel/packet.h' "... of spec"
plant tool/text.c '#include "params.h"' 'tool/text.c: tool may not use spec: spec/params.h' "... of tool"
mkdir copy/other && echo >copy/other/a.c
finds 'other/a.c: its directory has no row' "a directory without a row is found"
rm -r copy/other

cp copy/cmodel/rng.h copy/synth/rng.h
finds 'cmodel/bench/.*: "rng.h" is one of .*synth/rng.h' "a planted second header of one name is found"

printf 'void there(void);\nvoid back(void);\nvoid back(void)\n{\n\tthere();\n}\n' >back.c
printf 'void back(void);\nvoid there(void);\nvoid there(void)\n{\n\tback();\n}\n' >there.c
gcc -c back.c -o objects/verilator_tb/dut.o && gcc -c there.c -o objects/verilator_tb/texts.o
finds 'circle of what files call: .*verilator_tb/dut.c' "a planted circle of calls is found"

plan
