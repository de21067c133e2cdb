// Matrix arbiter: the least recently served requester wins. RECN-IQ 3.7.
module arbiter_matrix #(
  parameter N = 8    // 2 or more
) (
  input  wire         clk,
  input  wire         rst,

  // gnt: combinational; one-hot, zero if req is zero. advance: the grant is used, and the state changes; only while req is non-zero.
  input  wire [N-1:0] req,
  input  wire         advance,
  output wire [N-1:0] gnt
);
localparam PAIRS = N * (N - 1) / 2;

reg [PAIRS-1:0] prio_q;   // a bit for each pair i < j, at i*(2N-i-1)/2 + j-i-1: j has priority over i

wire [N*N-1:0] rows;      // row i: the j > i over which i has priority
wire [N-1:0]   lower;     // bit i: a requester of lower index has priority over i
wire [N-1:0]   higher;    // bit i: a requester of higher index has

onehot_mux #(.N(N), .W(N)) blocked (.sel(req), .d(rows), .y(lower));

genvar i;
for (i = 0; i < N; i = i + 1) begin : g_row
  localparam FIRST = i * (2 * N - i - 1) / 2;
  localparam LATER = N - 1 - i;

  if (LATER == 0) begin : g_last
    assign rows[i*N +: N] = {N{1'b0}};
    assign higher[i] = 1'b0;
  end else begin : g_pairs
    wire [LATER-1:0] first = prio_q[FIRST +: LATER];    // the j > i that have priority over i

    assign rows[i*N +: N] = {~first, {(i+1){1'b0}}};
    assign higher[i] = |(req[N-1:i+1] & first);

    // If i won, all j > i get priority over i. If some j won, i gets priority over j.
    always @(posedge clk)
      if (rst)          prio_q[FIRST +: LATER] <= {LATER{1'b0}};
      else if (advance) prio_q[FIRST +: LATER] <= (first & ~gnt[N-1:i+1]) | {LATER{gnt[i]}};
  end
end

assign gnt = req & ~lower & ~higher;

endmodule
