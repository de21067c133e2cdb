#!/bin/bash
# At the end of a gather every node knows the sums over all nodes, proven for a ring of 4 nodes; a gather with a fault is found out. By a side band, and by
# metapackets, which the recovery lane does not delay here.
# long/gather.sh has tori of 4 x 4 and of 8 x 8 nodes, and other networks.
. "$(dirname "$0")/lib/gather.sh"
. "$(dirname "$0")/lib/plant.sh"
. "$(dirname "$0")/lib/tap.sh"

gather_gen ring --ary 4 --dims 1 --vcs 2

gather_prove "all nodes are in one cycle of a gather" ring together 0 0
gather_prove "all know the counts of one node" ring known 0 0 1 2 3
gather_prove "what they know of sums of counts are the sums" ring added 0 0
gather_refute "there is a gather that ends so" ring unknown 0 0

plant_fault ring twice gather 'TORUS != 0 && ARY % 2 == 0' "1'b0"
gather_refute "the farthest node of a row counts twice: they do not know them" twice known 0 0
plant_fault ring joined gather 'full_sum_q + (come_full_q[0' 'full_sum_q | (come_full_q[0'
gather_refute "counts are joined in place of added: they are not the sums" joined added 0 0
plant_fault ring waits gather 'hop_q == LAST_HOP' 'hop_q == LAST_HOP & ~come[0]'
gather_refute "a hop is longer where counts come: nodes are not in one cycle" waits together 0 0

gather_gen rings --gather metapackets --gather_cycles 19 --ary 4 --dims 1 --vcs 1
gather_prove "metapackets: nothing is left of a gather as the next one begins" rings together 0 0
gather_prove "all know the counts of the master, and of the node behind it" rings known 0 0 1
plan
