// Round-robin arbiter: the lowest requester above the one served last wins; if there is none, the lowest requester. RECN-IQ 3.7.
module arbiter_round_robin #(
  parameter N = 8    // 2 or more
) (
  input  wire         clk,
  input  wire         rst,

  // gnt: combinational; one-hot, zero if req is zero. advance: the grant is used, and the state changes; only while req is non-zero.
  input  wire [N-1:0] req,
  input  wire         advance,
  output wire [N-1:0] gnt
);
reg [N-2:0] prio_q;   // requester served last, one-hot; zero: requester N-1, or none yet

rr_pick #(.N(N)) first (.req(req), .last(prio_q), .pick(gnt));

always @(posedge clk)
  if (rst)          prio_q <= {(N-1){1'b0}};
  else if (advance) prio_q <= gnt[N-2:0];

endmodule
