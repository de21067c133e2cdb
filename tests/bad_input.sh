#!/bin/bash
# Bad input: exit status 2, exactly one line on stderr that says why, nothing on stdout, nothing left behind. A full disk: the same with 3.
. "$(dirname "$0")/lib/tap.sh"
built=$sluice
trap 'chmod -R u+w "$dir" 2>/dev/null; [ -z "${mounted:-}" ] || umount "$dir/full"; rm -rf "$dir"' EXIT
as=()           # before the command: who runs it
expected=2

refused() { refuses "$expected" "$1" "$2" "${as[@]}" "$sluice" "${@:3}"; }

gen() { local what=$1 pattern=$2; shift 2; refused "$what" "$pattern" gen --out out "$@"; }

refused "no command"            "a command is missing.*"
refused "unknown command"       "'frob' is not a command.*" frob
refused "misspelt command"      "'lockstpe' is not a command; did you mean 'lockstep'?.*" lockstpe
refused "help of no command"    "'sweat' is not a command.*" help sweat
refused "help of two"           "help: one command, not 'sim' as well" help gen sim
check "help of a command" [ "$("$sluice" gen --help)" = "$("$sluice" help gen)" ]
refused "no --out"              "--out DIR is missing" gen
refused "positional argument"   "'8' is not an option; .*" gen 8
refused "option without value"  "--out needs a value" gen --out
refused "option for a value"    "--out needs a value" gen --out --force
gen     "value for a flag"      "--force takes no value" --force=1
gen     "value for --help"      "--help takes no value" --help=3
refused "value for --help, without a command" "--help takes no value" --help=3
refused "value for --version"   "--version takes no value" --version=3
gen     "unknown option"        "no option is called '--radx'; did you mean '--radix'\?" --radx 8
gen     "misspelt own option"   "no option is called '--forse'; did you mean '--force'\?" --forse
gen     "misspelt option with a dash" "no option is called '--xof-threshold'; did you mean '--xoff-threshold'\?" --xof-threshold=1
gen     "unknown option, nothing near" "no option is called '--paint'.*" --paint 8
gen     "newline in an option"  "no option is called '--a\?b'.*" $'--a\nb=1'

for range in radix:1 radix:65 saqs:33 slots:3 slots:16385 flit-bits:63 flit-bits:513 packet-flits:0 packet-flits:65 \
	detect-threshold:0 detect-threshold:1025 xoff-threshold:0 xon-threshold:0 turnpool-bits:65 node-bits:25; do
	key=${range%:*} value=${range#*:}
	gen "--$key $value" "${key//-/_}: $value is outside [0-9]+\.\.[0-9]+ \([a-z]+\)" "--$key" "$value"
done
gen "slots of a shared memory" "slots: 1025 is outside 4\.\.1024, the range in scheme recn-iq" --slots 1025
gen "parameter of another scheme" "saqs: scheme obqa has no such parameter; leave it out" --scheme obqa --saqs 8
gen "parameter of static schemes" "nodes: scheme recn-iq has no such parameter; leave it out" --nodes 16
gen "more queues than slots" "slots: 16 is below queues = 32, the number of queues in scheme dbbm" --scheme dbbm --queues 32 --slots 16
gen "more destinations than queues" "nodes: 257 is above 256, the most queues of a port in scheme voqnet" --scheme voqnet --nodes 257 --slots 512
gen "more queues than an interface has" "sls \* nodes: 1032 is above 1024, the most queues of a port in scheme recn-qos-nic" --scheme recn-qos-nic --nodes 129 --sls 8
gen "fewer routes than destinations" "nodes: 64 is above 9, the routes of 2 turns at radix 3; raise turnpool_bits" --scheme recn-qos-nic --radix 3 --turnpool-bits 4
gen "a packet above a service level" "packet_cells: 32 is above nic_cells, which is 31" --scheme recn-qos-nic --nic-cells 31 --detect-cells 31 --packet-cells 32
gen "a packet above the host" "packet_cells: 32 is above host_cells, which is 31" --scheme recn-qos-nic --host-cells 31 --packet-cells 32
gen "detection above a service level" "detect_cells: 64 is above nic_cells, which is 40" --scheme recn-qos-nic --nic-cells 40 --detect-cells 64
gen "thresholds of an interface" "detect_xon_cells: 66 is above detect_cells \+ 1, which is 65" --scheme recn-qos-nic --detect-xon-cells 66 --detect-cells 64
gen "an interface of many ports" "radix: 33 is above .*" --scheme recn-qos-nic --radix 33
gen "set-aside queues in an interface" "xoff_cells: scheme recn-qos-nic has no such parameter; leave it out" --scheme recn-qos-nic --xoff-cells 5
gen "matrix of many" "arbiter: matrix serves at most 64 queues, but a port has 65; use round-robin" --scheme dbbm --queues 65 --slots 65 --arbiter matrix
gen "more levels and destinations than queues" "sls \* nodes: 1032 is above 1024, the most queues of a port in scheme voqnet-qos" --scheme voqnet-qos --nodes 129 --sls 8
gen "more levels and outputs than queues" "sls \* radix: 264 is above 256, the most queues of a port in scheme voqsw-qos" --scheme voqsw-qos --radix 33
gen "two sides of many ports" "radix: 33 is above the most ports of a switch with two sides, which is 32" --scheme voqsw-qos --radix 33 --sls 1
gen "likewise, by destination" "radix: 33 is above the most ports of a switch with two sides, which is 32" --scheme voqnet-qos --radix 33 --sls 1
gen "packets longer than memories" "packet_cells: 9 is above cells, which is 8" --scheme voqnet-qos --cells 8 --packet-cells 9
gen "another arbiter"       "arbiter: scheme voqsw-qos has round-robin alone" --scheme voqsw-qos --arbiter matrix
gen "another arbiter, by destination" "arbiter: scheme voqnet-qos has round-robin alone" --scheme voqnet-qos --sls 1 --nodes 2 --arbiter oldest-first
gen "channels of service levels" "vcs: scheme voqsw-qos has no such parameter; leave it out" --scheme voqsw-qos --vcs 8
gen "map of service levels" "sl_vcs: scheme voqnet-qos has no such parameter; leave it out" --scheme voqnet-qos --sl-vcs 01
gen "destinations of a route" "nodes: scheme voqsw-qos has no such parameter; leave it out" --scheme voqsw-qos --nodes 16
gen "no set-aside queues"   "vc_saqs: scheme voqnet-qos has no such parameter; leave it out" --scheme voqnet-qos --vc-saqs 0
gen "header with a queue does not fit" "flit_bits: 64 is below 72, the bits of the header;.*" --scheme voqnet-qos --flit-bits 64 --turnpool-bits 31
gen     "negative"              "saqs: '-1' is not a number.*" --saqs=-1
gen     "not a number"          "radix: 'many' is not a number in 2..64 \(port\)" --radix many
gen     "unknown scheme"        "scheme: 'x' is not one of: recn-iq.*" --scheme x
gen     "unknown arbiter"       "arbiter: 'x' is not one of: round-robin, matrix, oldest-first" --arbiter x
gen     "name not an identifier" "name: '3x' is not an identifier.*" --name 3x
gen     "xon > xoff"            "xon_threshold: 11 is above xoff_threshold, which is 10" --xon-threshold 11 --xoff-threshold 10
gen     "xoff > slots"          "xoff_threshold: 10 is above slots, which is 8" --slots 8 --xoff-threshold 10
gen     "detect > slots"        "detect_threshold: 65 is above slots, which is 64" --detect-threshold 65 --slots 64
gen     "header does not fit"   "flit_bits: 64 is below 89, the bits of the header;.*" --turnpool-bits 64 --flit-bits 64
gen     "turnpool without a turn" "turnpool_bits: 2 is below 3, the bits of one turn at radix 8" --turnpool-bits 2

# Config files.
"$sluice" gen --out good >/dev/null || { echo "Bail out! gen fails"; exit 1; }
conf() { printf '%b' "$1" >x.conf; }
conf 'radix = 5\nradx = 5\n';           gen "config: unknown key"  "x.conf:2: no parameter is called 'radx'; did you mean 'radix'\?" --config x.conf
conf '\n\nradix = 65\n';                gen "config: out of range" "x.conf:3: radix: 65 is outside 2..64 \(port\)" --config x.conf
conf 'radix = 5\nradix = 5\n';          gen "config: set twice"    "x.conf:2: radix: the file sets this parameter twice" --config x.conf
conf 'radix 5\n';                       gen "config: no assignment" "x.conf:1: not of the form.*" --config x.conf
conf '[a]\nradix = 5\n';                gen "config: section"      "x.conf:1: a section: .*" --config x.conf
conf 'radix = 5\0\n';                   gen "config: NUL byte"     "x.conf:1: a NUL byte.*" --config x.conf
conf 'xon_threshold = 11\nxoff_threshold = 10\n'; gen "config: relation"     "xon_threshold: 11 is above.*" --config x.conf
conf '';                                gen "config: empty"        "x.conf: the file sets no parameter" --config x.conf
head -c 100 good/sluice.conf >x.conf;   gen "config: truncated"    "x.conf:[0-9]+: .*" --config x.conf
head -n 9 good/sluice.conf >x.conf;     gen "config: truncated between lines" "x.conf:10: the file breaks off.*" --config x.conf
head -n 9 "good/$(tail -n 1 good/sluice.f)" >x.v; gen "config: truncated Verilog" "x.v:10: the file breaks off.*" --config x.v
gen "config: missing"   "--config: cannot read 'none.conf': No such file or directory" --config none.conf
gen "config: directory" "good: Is a directory" --config good

# Where it is written.
refused "existing directory"    "'good' exists; --force replaces it" gen --out good
refused "existing file"         "'x.conf' exists; --force replaces it" gen --out x.conf
refused "--force on a file"     "'x.conf' exists and was not generated by sluice; not replaced" gen --out x.conf --force
mkdir mine; echo precious >mine/file
refused "--force on another directory" "'mine' exists and was not generated by sluice; not replaced" gen --out mine --force
cp -r good edited; echo precious >edited/notes.txt
refused "--force on a directory with other files" "'edited' holds 'notes.txt', which sluice did not write; not replaced" gen --out edited --force
refused "no parent directory"   "cannot create 'no/out': No such file or directory" gen --out no/out
refused "parent is a file"      "cannot create 'x.conf/out': Not a directory" gen --out x.conf/out
refused "empty name"            "cannot create '': No such file or directory" gen --out ''
refused "name too long"         "cannot create 'a+': File name too long" gen --out "$(printf 'a%.0s' {1..300})"
refused "path too long"         "cannot create 'a.*': File name too long" gen --out "$(printf 'a/%.0s' {1..3000})"
refused "pseudo file system"    "cannot create '/proc/out': .*" gen --out /proc/out
mkdir locked; chmod a-w locked
if [ "$(id -u)" = 0 ]; then     # root may write everywhere; nobody may not, but has to get at the command
	as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	chmod 755 . && install -m 755 "$sluice" command && sluice=./command
fi
refused "unwritable"            "cannot create 'locked/out': Permission denied" gen --out locked/out
as=()
sluice=$built
mkdir full
if command -v mount >/dev/null && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
	mounted=1
	dd if=/dev/zero of=full/filler bs=1k count=52 2>/dev/null
	expected=3 refused "disk full" "cannot write 'full/out/.*': No space left on device" gen --out full/out
else
	ok 0 "disk full # SKIP cannot mount a small file system here"
fi

# A failure while replacing leaves the old one: file size limit of 4 KiB, so writing fails in the middle.
before=$(find good -type f -exec sha256sum {} + | sort)
(ulimit -f 4; "$sluice" gen --radix 5 --out good --force >stdout 2>stderr)
status=$?
[ $status = 3 ] && [ "$(wc -l <stderr)" = 1 ] && grep -q "cannot write '.*/good/.*': File too large" stderr &&
	[ "$before" = "$(find good -type f -exec sha256sum {} + | sort)" ] && [ -z "$(find . -name '.sluice-*')" ]
ok $? "the old directory survives a failure"

mkdir good/lockstep && touch good/lockstep/sluice-0123456789abcdef.so{,.log} good/lockstep/sluice-waves.fst
"$sluice" gen --radix 5 --out good --force >stdout && grep -qx 'radix = 5' good/sluice.conf && [ ! -e good/lockstep ] && [ -z "$(find . -name '.sluice-*')" ]
ok $? "--force replaces what sluice generated, and what it compiled there"


# What never ends is read as far as that can be known; by other readers: inputs.sh.
as=(timeout 60)
for command in "sim --scheme obqa --fabric" "gen --out out --config" "synth --config good/sluice.conf --liberty"; do
	refused "zeros without end: $command" ".*/dev/zero.*" $command /dev/zero
done
for command in "sweep" "routes --fabric" "report" "area --check"; do
	refused "lines without end: $command" ".*/dev/stdin'?:(0:)? longer than 2\^28 bytes.*" $command /dev/stdin < <(yes)
done
for command in "sim --config" "gen --out out --memory-map"; do
	refused "too many comments: $command" ".*more than 1048576 lines.*" $command /dev/stdin < <(yes '#' | head -n 1048577)
	refused "comments without end: $command" ".*/dev/stdin'?:(0:)? longer than 2\^28 bytes.*" $command /dev/stdin < <(yes '#')
done
as=()

# What is said has to arrive.
unheard() {     # unheard DESCRIPTION ARGUMENT...
	local what=$1
	shift
	"$sluice" "$@" >/dev/full 2>stderr
	[ $? = 3 ] && [ "$(cat stderr)" = "sluice: cannot write: No space left on device" ]
	ok $? "$what that cannot be written"
}
unheard "help" --help
unheard "version" --version
unheard "help of a command" gen --help
unheard "what gen says" gen --out unheard
unheard "what lockstep says" lockstep --backend c --cycles 100

"$sluice" gen --out $'new\nline\e[1m' >stdout && [ "$(wc -l <stdout)" = 1 ] && grep -q '^new?line?\[1m: sluice_switch, ' stdout
ok $? "control characters in a name are not printed"

plan
