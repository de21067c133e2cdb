#!/usr/bin/perl
# Numbers of the pages, from the commands in table.txt (its head has the format). At the top of the repository:
#   docs/figures/figures.pl [--check] [--cheap] [NAME...]
# writes the figures (all, the cheap ones, or those named) into their pages, with the sources that they are of (`sluice --version`). --check: writes nothing, prints TAP; of dear figures it checks that the page has the commands of the table.
use strict;
use warnings;
use Cwd "realpath";
use Digest::MD5 "md5_hex";
use File::Basename "dirname";
use File::Path "make_path";
use File::Temp "tempdir";
use JSON::PP;

my $sluice = realpath($ENV{SLUICE} || "build/sluice");
my $root = realpath(dirname(__FILE__) . "/../..");
my $kept = realpath($ENV{SLUICE_BUILD} || "build") . "/figures";
my $here = tempdir(CLEANUP => 1);
my ($check, $cheap, @named);
for (@ARGV) {
	if ($_ eq "--check") { $check = 1 } elsif ($_ eq "--cheap") { $cheap = 1 } else { push @named, $_ }
}

sub slurp { my ($path) = @_; open my $f, "<", $path or die "$path: $!\n"; local $/; return scalar <$f> }

# ----- the table -----

# Figures in order: name, page, cost, runs (kind, name, command), lines of output (run or "", template).
sub read_table {
	my @figures;
	for (split /\n/, slurp(dirname(__FILE__) . "/table.txt")) {
		next if /^#/ || /^\s*$/;
		if (/^figure (\S+) (\S+) (cheap|dear)$/) { push @figures, { name => $1, page => $2, cost => $3, runs => [], lines => [] } }
		elsif (/^\t(json|csv|gen|text) (\S+) (.*)$/) { push @{$figures[-1]{runs}}, { kind => $1, name => $2, command => $3 } }
		elsif (/^\tby (.*)$/) { $figures[-1]{by} = $1 }
		elsif (/^\trows (\S+) (.*)$/) { push @{$figures[-1]{lines}}, [$1, $2] }
		elsif (/^\trow ?(.*)$/) { push @{$figures[-1]{lines}}, ["", $1] }
		else { die "table.txt: '$_' is no line of the table\n" }
	}
	return @figures;
}

my $sources = do { my $v = `'$sluice' --version`; $v =~ /sources (\w+)/ or die "cannot run '$sluice'\n"; $1 };
my $stamp = "sources $sources";

# ----- runs -----

# What a command prints; an expensive one is remembered, so that a target that was interrupted goes on.
sub output_of {
	my ($command, $dear) = @_;
	my $file = "$kept/$sources/" . md5_hex($command);
	return slurp($file) if $dear && -e $file;
	print STDERR "sluice $command\n" if $dear;
	my $in = $command =~ m{^sweep (\S+)/} ? $1 : $here;    # where a sweep finds its files
	my $text = `cd '$in' && '$sluice' $command 2>'$here/err'`;
	die "sluice $command: " . slurp("$here/err") . "\n" if $?;
	if ($dear) {
		make_path(dirname($file));
		open my $f, ">", $file or die "$file: $!\n";
		print $f $text;
		close $f;
	}
	return $text;
}

sub csv_rows {
	my ($text) = @_;
	my ($head, @rows) = grep { !/^#/ } split /\n/, $text;
	my @names = split /,/, $head;
	return [map { my %row; @row{@names} = split /,/, $_, -1; \%row } @rows];
}

# Directory of what a gen run writes: the same for the same command, whichever figure it is of.
sub directory { my ($run) = @_; "switch-" . substr md5_hex($run->{command}), 0, 8 }

# The results of a run: what JSON or CSV has, a manifest, or text.
sub result_of {
	my ($figure, $run) = @_;
	my ($dear, $command) = ($figure->{cost} eq "dear", $run->{command});
	my %directory = map { $_->{name} => directory($_) } grep { $_->{kind} eq "gen" } @{$figure->{runs}};
	$command =~ s/@(\w+)/$directory{$1}/g;
	$command =~ s/\{ROOT\}/$root/g;
	return decode_json(output_of("$command --json -", $dear)) if $run->{kind} eq "json";
	return { text => output_of($command, $dear) } if $run->{kind} eq "text";
	if ($run->{kind} eq "csv") {
		my $out = ($dear ? "$kept/$sources" : $here) . "/$figure->{name}-$run->{name}";
		make_path(dirname($out));
		output_of("$command --out '$out'", $dear);
		my $name = $command =~ m{^sweep (?:\S*/)?(\S+)\.sweep\b} ? $1 : "tradeoff";
		return csv_rows(slurp(-e "$out/$name-mean.csv" ? "$out/$name-mean.csv" : "$out/$name.csv"));
	}
	my $out = directory($run);
	output_of("$command --out $out", 0) unless -e "$here/$out";
	return decode_json(slurp("$here/$out/manifest.json"));
}

# ----- templates -----

sub commas { my ($n) = @_; 1 while $n =~ s/^(-?\d+)(\d{3})/$1,$2/; $n }

sub formatted {
	my ($format, $value) = @_;
	return "" if !defined $value || $value eq "";
	return commas(sprintf "%.0f", $value) if $format eq "%,d";
	return sprintf $format, $value;
}

# The value of run.path.to.it.
sub lookup {
	my ($results, $name, $path) = @_;
	my $at = $results->{$name} // die "there is no run '$name'\n";
	for (split /\./, $path) {
		$at = ref $at eq "ARRAY" ? $at->[$_] : $at->{$_};
		defined $at or die "'$name' has no '$path'\n";
	}
	return $at;
}

sub found { my ($text, $pattern) = @_; $text =~ /$pattern/m && defined $1 or die "no '$pattern' is printed\n"; $1 }

# {%.2f EXPRESSION} of run.path, @run (the rows of a CSV) and functions below; {run/pattern/}, of text: what the parentheses hold; of a row of CSV {column}, {%.2f column}, and {column*}: a star
# where the column is "yes".
sub filled {
	my ($template, $results, $row) = @_;
	$template =~ s{\{([^{}]+)\}}{
		my $what = $1;
		if ($what =~ m{^(\w+)/(.*)/$}) { found($results->{$1}{text}, $2) }
		elsif ($row && $what =~ /^(\w+)\*$/) { ($row->{$1} // die "no column '$1'\n") eq "yes" ? " *" : "" }
		elsif ($row && $what =~ /^(?:(%\S+) )?(\w+)$/) { defined $row->{$2} or die "no column '$2'\n"; defined $1 ? formatted($1, $row->{$2}) : $row->{$2} }
		elsif ($what =~ /^(%\S+) (.+)$/) {
			my ($format, $expression) = ($1, $2);
			$expression =~ s/\b([a-z]\w*)\.([a-z_]\w*(?:\.\w+)*)/"lookup(\$results, '$1', '$2')"/ge;
			$expression =~ s/\@([a-z]\w*)\b/"lookup(\$results, '$1', '')"/ge;
			my @value = eval $expression;
			die "$what: $@" if $@;
			@value == 1 && defined $value[0] or die "'$what' has " . @value . " values\n";
			formatted($format, $value[0])
		}
		else { die "'{$what}' is no placeholder\n" }
	}gex;
	return $template;
}

# Functions of expressions.
sub max { my ($m, @rest) = @_; for (@rest) { $m = $_ if $_ > $m } $m }
sub min { my ($m, @rest) = @_; for (@rest) { $m = $_ if $_ < $m } $m }
# Of the elements of a list, or rows of a CSV, that have the values NAME => VALUE: one member each (a/b: b of a), where there is one.
sub all {
	my ($list, $member, %where) = @_;
	my @found;
	for my $element (@$list) {
		next if grep { ($element->{$_} // "") ne $where{$_} } keys %where;
		my $at = $element;
		$at = ref $at ? $at->{$_} : undef for split m{/}, $member;
		push @found, $at if defined $at && $at ne "";
	}
	return @found;
}
sub sum { my $s = 0; $s += $_ for @_; $s }
# A word of a table in text: of the line that begins so, the row-th line behind it, the word of that number (negative: from the end).
sub word { my ($text, $begin, $row, $word) = @_; my @l = split /\n/, $text; my ($i) = grep { index($l[$_], $begin) == 0 } 0 .. $#l; defined $i or die "no line '$begin'\n"; (split " ", $l[$i + $row])[$word] }

# ----- pages -----

sub commands_of {
	my ($figure) = @_;
	return $figure->{by} if $figure->{by};
	return join ", ", map { "`sluice $_->{command}`" } grep { $_->{kind} ne "gen" } @{$figure->{runs}};
}

# What stands between the markers, without the stamp.
sub body_of {
	my ($figure) = @_;
	my %results;
	$results{$_->{name}} = result_of($figure, $_) for @{$figure->{runs}};
	my @out;
	for (@{$figure->{lines}}) {
		my ($run, $template) = @$_;
		push @out, $run ? map { filled($template, \%results, $_) } @{$results{$run}} : filled($template, \%results);
	}
	return join "\n", @out;
}

# A figure of one line stands within a sentence; its stamp is in the marker.
sub inline { my ($figure) = @_; @{$figure->{lines}} == 1 && !$figure->{lines}[0][0] }

# Numbers that are older than this table say so; of all others, what they are of.
my $stamps = qr/sources (?:[0-9a-f]{16}|not recorded)/;
sub place_of { my ($figure) = @_; qr/<!-- figures: \Q$figure->{name}\E(?:, [^\n]*?)? -->.*?<!-- end -->/s }

sub whole {
	my ($figure, $body, $of) = @_;
	return "<!-- figures: $figure->{name}, $of -->$body<!-- end -->" if inline($figure);
	return "<!-- figures: $figure->{name} -->\n$body\n\nFrom " . commands_of($figure) . "; $of.\n<!-- end -->";
}

my @figures = read_table();
my %known = map { $_->{name} => 1 } @figures;
$known{$_} or die "no figure is called '$_'\n" for @named;
my $n = 0;
my $bad = 0;
sub ok {
	my ($good, $what, $why) = @_;
	$n++;
	$bad++ unless $good;
	print $good ? "ok $n - $what\n" : "not ok $n - $what\n";
	print map { "# $_\n" } split /\n/, $why unless $good;
}

# Lines that differ.
sub difference { my ($page, $is) = @_; my @p = split /\n/, $page; my @i = split /\n/, $is; join "", map { ($p[$_] // "") eq ($i[$_] // "") ? () : ("page: " . ($p[$_] // "") . "\n", "is:   " . ($i[$_] // "") . "\n") } 0 .. (@p > @i ? $#p : $#i) }

for my $figure (@figures) {
	next if @named ? !grep { $_ eq $figure->{name} } @named : $cheap && !$check && $figure->{cost} ne "cheap";
	my $page = slurp($figure->{page});
	my $place = place_of($figure);
	my ($old) = $page =~ /($place)/;
	defined $old or die "$figure->{page} has no place for '$figure->{name}': <!-- figures: $figure->{name} --><!-- end -->\n";
	my ($was) = $old =~ /($stamps)/;
	if ($check && $cheap && $figure->{cost} eq "dear") {
		my $good = $was && (inline($figure) || index($old, "From " . commands_of($figure) . "; ") >= 0);
		ok($good, "$figure->{page}: $figure->{name}, of the commands of the table (dear, not repeated)", "make docs-figures FIGURES=$figure->{name}");
		next;
	}
	my $body = eval { body_of($figure) };
	if (!defined $body) {
		die "$figure->{name}: $@" unless $check;
		ok(0, "$figure->{page}: $figure->{name}", $@);
		next;
	}
	if ($check) {
		ok($was && $old eq whole($figure, $body, $was), "$figure->{page}: $figure->{name}", difference($old, whole($figure, $body, $was // "sources ?")));
	} else {
		my $new = whole($figure, $body, $stamp);
		print "$figure->{page}: $figure->{name}\n";
		$page =~ s/$place/$new/;
		open my $f, ">", $figure->{page} or die "$figure->{page}: $!\n";
		print $f $page;
		close $f or die "$figure->{page}: $!\n";
	}
}
if ($check) {
	my %there;
	for my $file (glob("README.md docs/*.md docs/{use,study,internals}/*.md")) {
		my $text = slurp($file);
		$there{$1} = $file while $text =~ /<!-- figures: ([\w-]+)/g;
	}
	my @lost = grep { !$known{$_} } sort keys %there;
	ok(!@lost, "every place in a page has a row in the table", "no figure is called: @lost");
	print "1..$n\n";
}
exit($bad ? 1 : 0);
