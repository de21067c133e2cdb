// Matrix arbiter, combinational: the requester served longest ago wins. prio holds a bit
// for each pair i < j, at i*(2N-i-1)/2 + j-i-1: set if i goes before j; the unit that holds
// it takes prio_next when the grant is used. RECN-IQ 3.7.
`default_nettype none
module arbiter_matrix #(
  parameter N = 8
) (
  req, prio, gnt, prio_next
);
localparam PAIRS = N * (N - 1) / 2;

// gnt: one-hot, zero if nothing is requested. prio_next: prio itself without a grant.
input  wire [N-1:0]     req;
input  wire [PAIRS-1:0] prio;
output wire [N-1:0]     gnt;
output wire [PAIRS-1:0] prio_next;

genvar i, j;
generate
  for (i = 0; i < N; i = i + 1) begin : g_row
    // Row i of the triangle: the pairs (i, j) with j > i, in a row.
    localparam FIRST = i * (2 * N - i - 1) / 2;
    localparam LATER = N - 1 - i;

    wire [N-1:0] ranked;   // requesters that go before i

    for (j = 0; j < i; j = j + 1) begin : g_lower
      assign ranked[j] = prio[j * (2 * N - j - 1) / 2 + i - j - 1];
    end
    assign ranked[i] = 1'b0;
    if (LATER > 0) begin : g_upper
      assign ranked[N-1:i+1] = ~prio[FIRST +: LATER];
      // Served: i goes behind j where i won, j behind i where j won.
      assign prio_next[FIRST +: LATER] = (prio[FIRST +: LATER] | gnt[N-1:i+1]) & ~{LATER{gnt[i]}};
    end

    assign gnt[i] = req[i] & ~|(req & ranked);
  end
endgenerate

endmodule
`default_nettype wire
