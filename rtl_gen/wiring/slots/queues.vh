// The queues: the cold one, then that of each line. Of the one, and of the others: packets.
localparam COLD = QUEUES - LINES;

wire [QUEUES*COUNT_W-1:0] count;
wire [COLD*COUNT_W-1:0]   cold_count = count[COLD*COUNT_W-1:0];
wire [LINES*COUNT_W-1:0]  line_count = count[QUEUES*COUNT_W-1:COLD*COUNT_W];
