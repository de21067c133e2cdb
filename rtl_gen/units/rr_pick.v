// Round-robin pick: the lowest requester above the one served last; if there is none, the lowest requester. The arbiter's state is outside.
module rr_pick #(
  parameter N = 8    // 2 or more
) (
  // last: requester served last, one-hot; zero: requester N-1, or none yet. pick: one-hot, zero if req is zero.
  input  wire [N-1:0] req,
  input  wire [N-2:0] last,
  output wire [N-1:0] pick
);
// Up to 16 requesters: each has a mask of those with priority over it, a function of `last` off the path from req to pick. More: two searches,
// since these masks grow with the square.
localparam PAIRS = N <= 16;

// Requesters above the one served last.
wire [N-1:0] higher;
prefix_or #(.N(N)) above (.x({1'b0, last}), .y(higher));

genvar i;
if (PAIRS) begin : g_pairs
  for (i = 0; i < N; i = i + 1) begin : g_requester
    localparam [N-1:0] LOWER = ~({N{1'b1}} << i);
    wire [N-1:0] firsts = higher[i] ? higher & LOWER : higher | LOWER;

    assign pick[i] = req[i] & ~|(req & firsts);
  end
end else begin : g_search
  wire [N-1:0] ahead = req & higher;
  wire [N-1:0] above_ahead;
  wire [N-1:0] above_req;

  prefix_or #(.N(N)) search_ahead (.x(ahead), .y(above_ahead));
  prefix_or #(.N(N)) search_req   (.x(req),   .y(above_req));

  assign pick = |ahead ? ahead & ~above_ahead : req & ~above_req;
end

endmodule
