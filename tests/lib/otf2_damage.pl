# Damages the archive trace/trace.otf2 again and again, and has `sluice sim` read it by trace.jobs: it is refused with one line, or the run ends. Each file is
# cut at CUTS lengths from 0 on, evenly, at most at all, and has FLIPS single bits flipped, by the seed. Bits of the first file behind byte 40 are left alone: the
# library counts up to what stands there, seconds long.
# perl otf2_damage.pl SLUICE SEED CUTS FLIPS LEAST: what is not refused in one line, and how many runs had which status. Fails if less than LEAST are refused.
use strict;
use warnings;

my ($sluice, $seed, $cuts, $flips, $least) = @ARGV;
my (%whole, %told, $bad);

sub put { my ($file, $bytes) = @_; open my $f, ">", $file or die; binmode $f; print $f $bytes; close $f }

sub get { my ($file) = @_; local $/; open my $f, "<", $file or die; binmode $f; <$f> // "" }

sub look {
	my ($file, $bytes, $what) = @_;
	put($file, $bytes);
	my $signal = system("$sluice sim --k 4 --n 2 --traffic jobs --job-file trace.jobs --cycles 1000 --warmup 100 >out 2>err");
	my $status = $signal & 127 ? 128 + ($signal & 127) : $signal >> 8;
	my $told = get("err");
	put($file, $whole{$file});
	$told{$status}++;
	return if $status == 2 ? $told =~ /^sluice: [^\n]+\n\z/ : !$status && $told eq "";
	print "$file, $what: status $status: $told\n";
	$bad = 1;
}

srand $seed;
for my $file ("trace/trace.otf2", "trace/trace.def", glob("trace/trace/*")) {
	my $size = length($whole{$file} = get($file));
	my $n = $cuts < $size ? $cuts : $size;
	for my $cut (map { int($_ * $size / $n) } 0 .. $n - 1) { look($file, substr($whole{$file}, 0, $cut), "cut to $cut") }
	for (1 .. $flips) {
		my $at = int rand($file =~ /otf2$/ ? 40 : $size);
		my $bytes = $whole{$file};
		substr($bytes, $at, 1) = chr(ord(substr($bytes, $at, 1)) ^ 1 << int rand 8);
		look($file, $bytes, "byte $at");
	}
}
print "# ", join(", ", map { "$told{$_} with status $_" } sort keys %told), "\n";
exit($bad || ($told{2} // 0) < $least);
