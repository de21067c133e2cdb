# Sourced by the scripts that read archives of OTF2, before tap.sh.

otf2_lib=$(realpath "$(dirname "${BASH_SOURCE[0]}")")

# Ends the script without the object that knows the format, or what the writer is compiled with. Otherwise: ./writer, and trace.jobs, which names its archive.
have_otf2() {
	object=$(dirname "$sluice")/sluice-otf2.so
	if [ ! -e "$object" ] || ! gcc -std=c11 -O1 $(pkg-config --cflags otf2 2>err) "$otf2_lib/otf2_writer.c" -o writer $(pkg-config --libs otf2 2>>err) 2>>err; then
		skip "no OTF2: libotf2-trace-dev, pkg-config, and a command built with them"
	fi
	printf 'job = one\notf2 = trace/trace.otf2\n' >trace.jobs
	# What the library does not free when the first file of an archive is not whole is not ours.
	echo 'leak:libopen-trace-format2' >leaks
	export LSAN_OPTIONS="suppressions=$PWD/leaks:print_suppressions=0"
}

# archive [own] <TEXT: writes trace/trace.otf2
archive() { rm -rf trace && ./writer trace trace "$@" 2>err; }

# damaged CUTS FLIPS LEAST: the archive with each file cut at so many lengths, and with so many single bits flipped in each. At least LEAST are refused.
damaged() {
	perl "$otf2_lib/otf2_damage.pl" "$sluice" "${SLUICE_SEED:-1}" "$@" >damaged 2>err
	ok $? "damaged archives"
	grep -v '^#' damaged | head -n 20 | sed 's/^/# /'
	grep '^#' damaged
}

# Writes messages.txt. Ticks are cycles. Communicator 3 has ranks 2, 0 and 3; in 4 each rank is by itself.
messages_text() {
	cat >messages.txt <<'X'
ranks 4
clock 1000000000
group 1 0 1 2 3
group 2 2 0 3
self 3
comm 0 1
comm 3 2
comm 4 3
rank 0
main 1000
in 1100
isend 1100 1 0 7 800 1
out 1150
in 1200
receive 1300 1 0 9 64
out 1350
in 1350
isent 1400 1
send 1400 0 4 1 8
send 1400 0 3 5 64
out 1500
end 1500
rank 1
in 10
post 10 5
out 20
in 320
send 320 0 0 9 64
out 330
in 330
received 400 0 0 7 800 5
send 400 2 0 0 0
out 500
rank 2
in 10
receive 20 1 0 0 0
receive 30 1 3 5 64
out 40
in 40
isend 40 2 3 6 8000 1
isend 40 2 3 6 80 2
out 50
in 60
isent 70 2
isent 70 1
out 80
rank 3
in 10
post 11 1
post 12 2
received 20 0 3 6 80 2
received 30 0 3 6 8000 1
out 40
X
}
