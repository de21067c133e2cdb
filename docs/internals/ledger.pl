#!/usr/bin/perl
# Lines of code and tests, by room and by architecture, and words of pages, beside docs/internals/budget.txt. At the top of the repository, of what git
# knows: docs/internals/ledger.pl (`make ledger`). Ends with 1 if something is above its budget.
use strict;
use warnings;

my (%count, @over);
sub text { my ($path) = @_; open my $f, "<", $path or die "$path: $!\n"; local $/; return scalar <$f> // "" }
for my $path (split /\0/, `git ls-files -z`) {
	next unless -f $path && !-l $path && $path =~ /\.(c|h|v|vh|cpp|md)$|^tests\//;
	my $text = text($path);
	$count{$path} = $path =~ /\.md$/ ? scalar(() = $text =~ /\S+/g) : $text =~ tr/\n//;
}

# sum WHAT REGEX: of all paths that match, lines of other files or words of pages
sub sum { my ($what, $which) = @_; my $n = 0; $n += $count{$_} for grep { /$which/ && ($what eq "words") == /\.md$/ } keys %count; return $n }

sub line {
	my ($name, $n, $most) = @_;
	printf "%-40s %8d %s\n", $name, $n, defined $most ? sprintf("%8d%s", $most, $n > $most ? "  above" : "") : "";
	push @over, $name if defined $most && $n > $most;
}

my $code = qr{^(?!tests/|docs/).*\.(c|h|v|vh|cpp)$};
printf "%-40s %8s %8s\n", "lines", "now", "at most";
for my $row (split /\n/, text("docs/internals/budget.txt")) {
	next if $row =~ /^(#|$)/;
	my ($what, $name, $most, $paths) = $row =~ /^(\S+)\s+(\S+)\s+(\d+)\s+(\S+)$/ or die "docs/internals/budget.txt: not understood: $row\n";
	if ($what eq "each") {
		line("  $_", $count{$_}, $most) for sort grep { /$paths/ && $count{$_} > $most } keys %count;
	} else {
		line("$what $name", sum($what, qr/$paths/), $most);
	}
}
print "\nrooms\n";
my %room;
$room{m{^((?:cmodel|rtl_gen|cli)/[^/]+|[^/]+)/} ? $1 : "."} += $count{$_} for grep { $_ =~ $code } keys %count;
line("  $_", $room{$_}) for sort { $room{$b} <=> $room{$a} } keys %room;
print "\n", scalar @over, " above the budget", @over ? ": @over" : "", "\n";
exit(@over ? 1 : 0);
