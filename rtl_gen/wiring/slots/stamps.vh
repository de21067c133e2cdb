localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;

input  wire [STAMP_W-1:0] now;        // stamp of a packet that enters in this cycle; registered, common to all inputs
output wire [STAMP_W-1:0] req_rank;   // rank of the requesting packet, lower is older

// Stamps of the heads. They wrap around: one whose top bit differs from that of the current stamp is older than one whose top bit is the same.
wire [QUEUES*STAMP_W-1:0] stamp;
wire [QUEUES*STAMP_W-1:0] rank = stamp ^ {QUEUES{~now[STAMP_W-1], {(STAMP_W-1){1'b0}}}};
