// Round-robin arbiter, combinational: the lowest requester above the one served last
// wins, else the lowest. prio is the one served last, one-hot, zero for the highest and for
// none; the unit that holds it takes prio_next when the grant is used. RECN-IQ 3.7.
`default_nettype none
module arbiter_round_robin #(
  parameter N = 8    // 2 or more
) (
  req, prio, gnt, prio_next
);
// gnt: one-hot, zero if nothing is requested. prio_next: meaningful with a grant.
input  wire [N-1:0] req;
input  wire [N-2:0] prio;
output wire [N-1:0] gnt;
output wire [N-2:0] prio_next;

// Few requesters: each against all that go before it, which is known before the requests are. Many: a search, since pairs
// grow with the square.
localparam PAIRS = N <= 16;

// Those above the one served last: found before the requests are there, so that behind a grant there is only wiring.
wire [N-1:0] higher;
prefix_or #(.N(N)) above (.x({1'b0, prio}), .y(higher));

genvar i;
generate
  if (PAIRS) begin : g_pairs
    for (i = 0; i < N; i = i + 1) begin : g_requester
      localparam [N-1:0] LOWER = {N{1'b1}} >> (N - i);
      wire [N-1:0] firsts = higher[i] ? higher & LOWER : higher | LOWER;

      assign gnt[i] = req[i] & ~|(req & firsts);
    end
  end else begin : g_search
    // Both searches run side by side.
    wire [N-1:0] ahead = req & higher;
    wire [N-1:0] above_ahead;
    wire [N-1:0] above_req;

    prefix_or #(.N(N)) search_ahead (.x(ahead), .y(above_ahead));
    prefix_or #(.N(N)) search_req   (.x(req),   .y(above_req));

    assign gnt = |ahead ? ahead & ~above_ahead : req & ~above_req;
  end
endgenerate

assign prio_next = gnt[N-2:0];

endmodule
`default_nettype wire
