# Sourced by tests of networks, after tap.sh.

# way OPTION...: a run whose results, those in files w.* too that are asked for, are in `results`; nothing is lost
way() {
	"$sluice" sim "$@" --csv-histogram w.h --csv-nodes w.n --csv-links w.l --csv-series w.s >out 2>err && grep -q " 0 lost, 0 out of order$" out && cat w.* >results
}

again() { way "$@" && cmp results one >err; }

# every_way NAME CYCLES OPTION...: the results are the same by three threads, in every cycle, without wide registers, with checkpoints in so many cycles, and from one
every_way() {
	way "${@:3}" && mv results one && again "${@:3}" --threads 3 && again "${@:3}" --every-cycle && SLUICE_WIDTH=0 again "${@:3}" &&
		again "${@:3}" --checkpoint point --every "$2" && again "${@:3}" --restart point --threads 2
	ok $? "$1: the same by three threads, in every cycle, without wide registers, from a checkpoint"
}
