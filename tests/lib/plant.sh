# Sourced by scripts: faults in generated Verilog.

# plant_fault DIR NAME UNIT FROM TO: NAME is the switch DIR with a fault in a unit, by one replacement
plant_fault() {
	cp -r "$1" "$2"
	F=$4 T=$5 perl -0pi -e '$n = s/\Q$ENV{F}\E/$ENV{T}/g; END { exit !($n == 1) }' "$2/rtl/sluice_$3.v"
	ok $? "fault $2 is planted"
}
