// Stamps of the heads. They wrap around: one whose top bit differs from that of the current stamp is older than one whose top bit is the same.
wire [QUEUES*STAMP_W-1:0] stamp;
wire [QUEUES*STAMP_W-1:0] rank = stamp ^ {QUEUES{~now[STAMP_W-1], {(STAMP_W-1){1'b0}}}};
