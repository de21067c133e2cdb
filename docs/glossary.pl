#!/usr/bin/perl
# The first use of a term in a page is a link to the glossary. At the top of the repository: docs/glossary.pl makes the links (`make docs`),
# docs/glossary.pl --check prints TAP. A term is one of the glossary's that has an anchor; what is searched for is below, beside its anchor.
# Headings, code, tables, links and generated pages are left alone.
use strict;
use warnings;

my @terms = (
	"virtual-channel" => qr/virtual channels?/i, "network-interface" => qr/network interfaces?/i, "speed-up" => qr/speed-up/i, "fat-tree" => qr/fat trees?/i,
	"k-ary-n-cube" => qr/k-ary n-cubes?/, "escape-vc" => qr/escape VCs?/i, "back-pressure" => qr/back-pressure/i, "xoff" => qr/Xoffs?(?: and Xons?)?/,
	"head-of-line" => qr/head-of-line blocking/i, "congested-point" => qr/congested points?/i, "congestion-tree" => qr/congestion trees?/i,
	"cold-queue" => qr/cold queues?/i, "set-aside-queue" => qr/set-aside queues?|SAQs?|CFQs?/, "detection-queue" => qr/detection queues?/i,
	"static-queues" => qr/static queues/i, "turnpool" => qr/turnpools?/i, "routing-table" => qr/routing tables?/i, "admittance-queue" => qr/admittance queues?/i,
	"saturated" => qr/saturated|saturates?/, "hot-spot" => qr/hot spots?/i, "credit" => qr/credits?/i, "scoreboard" => qr/scoreboard/i, "mutant" => qr/mutants?/i,
);
my %generated = map { $_ => 1 } qw(docs/use/parameters.md docs/use/links.md docs/study/papers.md docs/glossary.md docs/README.md);
my $check = @ARGV && $ARGV[0] eq "--check";
my $n = 0;

# Where in a page a link may stand: prose, not what is passed over here.
my $passed = qr/<!-- figures:.*?<!-- end -->|<!--.*?-->|^#.*?$|^(?: {4}|\t).*?$|^\|.*?$|`[^`]*`|\[[^\]]*\]\([^)]*\)|\*\*.*?\*\*/ms;

# Runs a function on each stretch of prose, in order; it may return another text.
sub prose {
	my ($text, $each) = @_;
	my ($out, $at) = ("", 0);
	while ($text =~ /$passed/g) {
		my ($from, $to) = ($-[0], $+[0]);
		$out .= $each->(substr $text, $at, $from - $at) . substr $text, $from, $to - $from;
		$at = $to;
	}
	return $out . $each->(substr $text, $at);
}

sub slurp { my ($path) = @_; open my $f, "<", $path or die "$path: $!\n"; local $/; return scalar <$f> }

my $glossary = slurp("docs/glossary.md");
for my $page (grep { !$generated{$_} && !m{/experiments} } glob "docs/*.md docs/use/*.md docs/study/*.md docs/internals/*.md") {
	my $text = slurp($page);
	my $up = $page =~ m{/.*/} ? "../" : "";
	my @missing;
	for (my $i = 0; $i < @terms; $i += 2) {
		my ($anchor, $word) = @terms[$i, $i + 1];
		die "the glossary has no anchor '$anchor'\n" unless $glossary =~ /<a id="\Q$anchor\E">/;
		next if $text =~ /\((?:\.\.\/)?glossary\.md#\Q$anchor\E\)/;
		my $found = 0;
		my $linked = prose($text, sub {
			my ($part) = @_;
			$part =~ s/(?<![\w-])($word)(?![\w-])/$found++ ? $1 : "[$1](${up}glossary.md#$anchor)"/ge unless $found;
			return $part;
		});
		push @missing, $anchor if $found;
		$text = $linked unless $check;
	}
	if ($check) {
		$n++;
		print @missing ? "not ok $n - $page: first uses are linked (make docs)\n# @missing\n" : "ok $n - $page: first uses are linked\n";
	} elsif (@missing) {
		open my $f, ">", $page or die "$page: $!\n";
		print $f $text;
		close $f or die "$page: $!\n";
		print "$page: @missing\n";
	}
}
print "1..$n\n" if $check;
