# Sourced by scripts: faults in generated Verilog.

# plant_fault DIR NAME UNIT FROM TO: NAME is the switch DIR with a fault in a unit, by one replacement
plant_fault() {
	cp -r "$1" "$2"
	F=$4 T=$5 perl -0pi -e '$n = s/\Q$ENV{F}\E/$ENV{T}/g; END { exit !($n == 1) }' "$2/rtl/sluice_$3.v"
	ok $? "fault $2 is planted"
}

# planted DESCRIPTION FILE EDIT MESSAGE OPTION...: the edit of the RTL in `good`, as `bad`, makes the bench of the script (simulate bad OPTION...) say this
planted() {
	local found=1
	rm -rf bad
	cp -r good bad
	sed -i "$3" "bad/rtl/sluice_$2.v"
	cmp -s "bad/rtl/sluice_$2.v" "good/rtl/sluice_$2.v" || { simulate bad "${@:5}"; grep -Eq "^(FAILED at [0-9]+|FATAL: .*): $4" out && found=0; }
	ok $found "a planted fault is seen: $1"
}
