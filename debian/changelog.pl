#!/usr/bin/perl
# The changelog as Debian has it: changelog.pl CHANGELOG.md VERSION SECONDS. VERSION and SECONDS since 1970 are those of what is not released.
use strict;
use warnings;
use POSIX qw(strftime);
use Text::Wrap;
use Time::Local;

my ($page, $version, $seconds) = @ARGV;
my ($by) = map { /^Maintainer: (.*)/ ? $1 : () } do { open my $f, "<", "debian/control" or die "debian/control: $!\n"; <$f> };
my $released;

sub end { print strftime("\n -- $by  %a, %d %b %Y %H:%M:%S +0000\n\n", gmtime $released) if defined $released }

$Text::Wrap::columns = 79;
$Text::Wrap::huge = "overflow";
$ENV{LC_ALL} = "C";
POSIX::setlocale(POSIX::LC_ALL(), "C");
open my $in, "<", $page or die "$page: $!\n";
while (<$in>) {
	if (/^## \[Unreleased\]/) {
		$released = $seconds;
		print "sluice ($version) unstable; urgency=medium\n";
	} elsif (/^## \[([0-9.]+)\] - (\d+)-(\d+)-(\d+)/) {
		end();
		$released = timegm(0, 0, 12, $4, $3 - 1, $2);
		print "sluice ($1) unstable; urgency=medium\n";
	} elsif (/^## /) {
		die "$page:$.: neither [Unreleased] nor [VERSION] - YYYY-MM-DD\n";
	} elsif (/^### (\w+)/) {
		print "\n  [ $1 ]\n";
	} elsif (/^- (.*)/) {
		print wrap("  * ", "    ", $1), "\n";
	}
}
die "$page: no release\n" unless defined $released;
end();
