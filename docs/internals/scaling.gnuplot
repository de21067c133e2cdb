# Draws the cost of a packet by the size of the network, from the first table of scaling.md: gnuplot docs/internals/scaling.gnuplot >docs/internals/scaling.svg
set terminal svg size 720, 400 enhanced background rgb "white" font "sans-serif,13"
set encoding utf8
set logscale x 4
set xrange [40:2000000]
set yrange [0:600]
set xtics ("64" 64, "256" 256, "1,024" 1024, "4,096" 4096, "16,384" 16384, "65,536" 65536, "1,048,576" 1048576)
set xlabel "nodes"
set ylabel "ns for a packet and switch"
set grid ytics
set key left top
# Rows of k-ary trees at low loads: nodes, and the middle of the range of times.
rows(k) = sprintf("< awk -F'|' '$3 ~ / %d-ary/ && $4 < 0.5 { gsub(/,/, \"\", $2); split($6, t, \" to \"); print $2 + 0, t[2] ? (t[1] + t[2]) / 2 : t[1] }' docs/internals/scaling.md", k)
plot rows(4) with linespoints pointtype 7 title "4-ary trees, load 0.3", \
     rows(8) with linespoints pointtype 5 title "8-ary trees, load 0.3", \
     rows(16) with linespoints pointtype 9 title "16-ary trees, load 0.3; the largest 0.1"
