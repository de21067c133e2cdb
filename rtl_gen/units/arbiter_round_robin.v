// Round-robin arbiter: the lowest requester above the one served last wins; if there is none, the lowest requester. RECN-IQ 3.7.
`default_nettype none
module arbiter_round_robin #(
  parameter N = 8    // 2 or more
) (
  clk, rst, req, advance, gnt
);
input  wire         clk;
input  wire         rst;

// gnt: combinational; one-hot, zero if req is zero. advance: the grant is used, and the state changes; only while req is non-zero.
input  wire [N-1:0] req;
input  wire         advance;
output wire [N-1:0] gnt;

reg [N-2:0] prio_q;   // requester served last, one-hot; zero: requester N-1, or none yet

// Up to 16 requesters: each has a mask of those with priority over it, a function of prio_q off the path from req to gnt. More: a
// search, since these masks grow with the square.
localparam PAIRS = N <= 16;

// Requesters above the one served last. They are derived from prio_q rather than stored, so that no logic follows the grant.
wire [N-1:0] higher;
prefix_or #(.N(N)) above (.x({1'b0, prio_q}), .y(higher));

genvar i;
generate
  if (PAIRS) begin : g_pairs
    for (i = 0; i < N; i = i + 1) begin : g_requester
      localparam [N-1:0] LOWER = {N{1'b1}} >> (N - i);
      wire [N-1:0] firsts = higher[i] ? higher & LOWER : higher | LOWER;

      assign gnt[i] = req[i] & ~|(req & firsts);
    end
  end else begin : g_search
    // Both searches run in parallel.
    wire [N-1:0] ahead = req & higher;
    wire [N-1:0] above_ahead;
    wire [N-1:0] above_req;

    prefix_or #(.N(N)) search_ahead (.x(ahead), .y(above_ahead));
    prefix_or #(.N(N)) search_req   (.x(req),   .y(above_req));

    assign gnt = |ahead ? ahead & ~above_ahead : req & ~above_req;
  end
endgenerate

always @(posedge clk) begin
  if (rst)          prio_q <= {(N-1){1'b0}};
  else if (advance) prio_q <= gnt[N-2:0];
end

endmodule
`default_nettype wire
