#!/bin/bash
# The law of stops of scheme recn-qos is proven for unbounded time, inside a switch and over a link; a switch that breaks a rule breaks it.
# long/stops.sh has more shapes and faults.
. "$(dirname "$0")/lib/stops.sh"
. "$(dirname "$0")/lib/plant.sh"
. "$(dirname "$0")/lib/tap.sh"

stops_gen one --sls 2 --vcs 1 --vc-saqs 1

stops_prove "one VC of two service levels, a link of two" one 2 kept apart

plant_fault one overtaken xon_lines 'overtaken = hit[LINES]' "overtaken = 1'b0"
stops_refute "an Xoff that is overtaken is carried out: a stop without end" overtaken 0 stop_ends
plan
