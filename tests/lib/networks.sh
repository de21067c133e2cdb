# Sourced by scripts that run `sluice sim` in several ways whose results have to be the same: networks of every scheme and kind of node, and of every kind of traffic.
# each_network COMMAND: calls it with a name and the options of each, of CYCLES cycles
each_network() {
	local cycles=${CYCLES:-3000}
	local run=(--cycles "$cycles" --warmup $((cycles / 5)) --bin 100)

	printf '%s\n' 0,0,5,4000 100,1,5,900 200,2,9,64 3000,3,5,2000 4000,14,15,8000 9000,1,2,100 20000,0,1,700 >networks.csv
	"$1" "recn-iq" --scheme recn-iq --k 4 --n 3 --load 0.8 --hot-spot node=5,traffic=0.1 "${run[@]}"
	"$1" "recn-iq, head" --scheme recn-iq --sorting head --topology bmin --k 4 --n 3 --load 0.9 --injection fifo --random-length --link-delay 5 "${run[@]}"
	"$1" "recn-iq, large" --scheme recn-iq --k 4 --n 5 --turnpool-bits 27 --load 0.3 --hot-spot node=77,sources=0.05,load=1,from=500,to=2000 "${run[@]}"
	"$1" "recn-iq, interfaces" --scheme recn-iq --nics --k 4 --n 3 --load 0.7 --hot-spot node=5,traffic=0.1 "${run[@]}"
	"$1" "fbicm" --scheme fbicm --k 4 --n 3 --load 0.8 --hot-spot node=5,traffic=0.1 "${run[@]}"
	"$1" "fbicm, head" --scheme fbicm --sorting head --k 4 --n 3 --load 0.8 --arrivals self-similar "${run[@]}"
	"$1" "fbicm, interfaces" --scheme fbicm --nics --k 4 --n 3 --load 0.6 "${run[@]}"
	"$1" "pfc" --scheme pfc --queues 4 --slots 128 --levels 4 --k 4 --n 3 --load 0.8 --arrivals on-off --burst-bytes 2048 "${run[@]}"
	"$1" "pfc, interfaces" --scheme pfc --queues 4 --slots 128 --nics --k 4 --n 3 --load 0.6 "${run[@]}"
	"$1" "recn-qos" --scheme recn-qos --k 4 --n 3 --load 0.8 --hot-spot node=5,traffic=0.1 "${run[@]}"
	"$1" "recn-qos, interfaces" --scheme recn-qos --nics --k 4 --n 3 --load 0.6 "${run[@]}"
	"$1" "voqsw-qos" --scheme voqsw-qos --k 4 --n 3 --load 0.8 --link-delay 9 "${run[@]}"
	"$1" "voqnet-qos" --scheme voqnet-qos --k 4 --n 2 --flit-bits 128 --load 0.8 "${run[@]}"
	"$1" "1q" --scheme 1q --topology xgft --down 4,4,4 --up 1,2,2 --radix 6 --load 0.7 "${run[@]}"
	"$1" "obqa" --scheme obqa --k 4 --n 3 --load 0.9 --traffic bit-reversal "${run[@]}"
	"$1" "obqa, interfaces" --scheme obqa --nics --k 4 --n 3 --load 0.6 "${run[@]}"
	"$1" "dbbm" --scheme dbbm --k 4 --n 3 --phases cycles=1000,interval=20+cycles=1000,interval=9,traffic=bit-reversal "${run[@]}"
	"$1" "voqsw" --scheme voqsw --k 4 --n 3 --load 0.9 --arrivals bursty "${run[@]}"
	"$1" "voqnet" --scheme voqnet --k 4 --n 3 --load 0.9 "${run[@]}"
	"$1" "recn-iq, dragonfly" --scheme recn-iq --topology dragonfly --load 0.3 --hot-spot node=5,traffic=0.05 "${run[@]}"
	"$1" "fbicm, torus of packets" --scheme fbicm --topology torus --sizes 5,4 --p 2 --load 0.3 "${run[@]}"
	"$1" "obqa, hyperx" --scheme obqa --topology hyperx --sizes 4,3 --p 3 --load 0.7 --link-delay 3 "${run[@]}"
	"$1" "wormhole, torus" --topology torus --k 8 --n 2 --scheme wormhole --vcs 3 --packet-flits 16 --deadlock avoidance --load 0.3 "${run[@]}"
	"$1" "wormhole, recovery" --topology torus --k 8 --n 2 --scheme wormhole --vcs 3 --packet-flits 16 --deadlock recovery --throttle tuned --arrivals fixed --interval 30 "${run[@]}"
	"$1" "wormhole, long links" --topology mesh --k 6 --n 2 --scheme wormhole --packet-flits 8 --routing dimension-order --deadlock none --link-delay 7 --load 0.2 --hold "${run[@]}"
	"$1" "wormhole, large mesh" --topology mesh --k 16 --n 2 --scheme wormhole --packet-flits 8 --vcs 3 --deadlock avoidance --load 0.1 "${run[@]}"
	"$1" "a trace" --k 4 --n 2 --traffic trace --trace networks.csv --trace-unit cycles --bin 100
}
