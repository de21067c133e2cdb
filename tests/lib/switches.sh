# Sourced by scripts, before lib/tap.sh: the table of sample switches, tests/switches.def.
sample_switches=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../switches.def")

# switches USE: prints the options of each switch that has this use, a line each. Fails if there is none.
switches() {
	awk -F'"' -v use="$1" '/^SWITCH\(/ && $3 ~ "[ ,|]" use "[ ,|]" { print "--scheme " $2 ($4 == "" ? "" : " " $4); n++ } END { exit !n }' "$sample_switches"
}
