`include "wiring/registers/iport.vh"

// Congestion detection. detectable: the head of the cold queue may be that of a new line.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`ifdef CSR
  .detect_limit(detect_limit),
`endif
  .clk(clk), .rst(rst), .count(cold_count), .ready(detectable), .turn(turn), .no_free_line(no_free_line),
  .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle), .popping(popping),
  .pop_turn(pop_turn), .detect(detect)
);
