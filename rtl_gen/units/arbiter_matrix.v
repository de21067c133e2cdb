// Matrix arbiter: the requester served longest ago wins. RECN-IQ 3.7.
`default_nettype none
module arbiter_matrix #(
  parameter N = 8    // 2 or more
) (
  clk, rst, req, advance, gnt
);
localparam PAIRS = N * (N - 1) / 2;

input  wire         clk;
input  wire         rst;

// gnt, in the same cycle: one-hot, zero if nothing is requested. advance: the grant is used; only with one.
input  wire [N-1:0] req;
input  wire         advance;
output wire [N-1:0] gnt;

reg [PAIRS-1:0] prio_q;   // a bit for each pair i < j, at i*(2N-i-1)/2 + j-i-1: j goes before i

wire [N*N-1:0] rows;      // row i: the j > i that i goes before
wire [N-1:0]   lower;     // a requester of lower index goes first
wire [N-1:0]   higher;    // a requester of higher index does

onehot_mux #(.N(N), .W(N)) blocked (.sel(req), .d(rows), .y(lower));

genvar i;
generate
  for (i = 0; i < N; i = i + 1) begin : g_row
    localparam FIRST = i * (2 * N - i - 1) / 2;
    localparam LATER = N - 1 - i;

    if (LATER == 0) begin : g_last
      assign rows[i*N +: N] = {N{1'b0}};
      assign higher[i] = 1'b0;
    end else begin : g_pairs
      wire [LATER-1:0] first = prio_q[FIRST +: LATER];    // those that go before i

      assign rows[i*N +: N] = {~first, {(i+1){1'b0}}};
      assign higher[i] = |(req[N-1:i+1] & first);

      // i goes behind all j where i won, and before j where j won.
      always @(posedge clk) begin
        if (rst)          prio_q[FIRST +: LATER] <= {LATER{1'b0}};
        else if (advance) prio_q[FIRST +: LATER] <= (first & ~gnt[N-1:i+1]) | {LATER{gnt[i]}};
      end
    end
  end
endgenerate

assign gnt = req & ~lower & ~higher;

endmodule
`default_nettype wire
