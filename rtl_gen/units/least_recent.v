// Matrix arbiters of groups of requesters that share one state: of each group, the requester served least recently wins. RECN-IQ 3.7.
module least_recent #(
  parameter N     = 5,   // 2 or more
  parameter PAIRS = N * (N - 1) / 2
) (
  input  wire             clk,
  input  wire             rst,

  // rivals: a bit for each pair i < j, in the order of prio_q: both are in one group; used only where both request.
  input  wire [N-1:0]     req,
  input  wire [PAIRS-1:0] rivals,

  // best: combinational; a requester of each group that has any. served: requester whose grant is used, one-hot or zero.
  output wire [N-1:0]     best,
  input  wire [N-1:0]     served
);
reg [PAIRS-1:0] prio_q;   // a bit for each pair i < j, at i*(2N-i-1)/2 + j-i-1: j has priority over i

wire [N*N-1:0] rows;      // row i: the rivals j > i over which i has priority
wire [N-1:0]   lower;     // bit i: a rival of lower index requests and has priority over i
wire [N-1:0]   higher;    // bit i: a rival of higher index does

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
    wire [LATER-1:0] among = rivals[FIRST +: LATER];

    assign rows[i*N +: N] = {among & ~first, {(i+1){1'b0}}};
    assign higher[i] = |(req[N-1:i+1] & among & first);

    // If i is served, all j > i get priority over i. If some j is, i gets priority over j.
    always @(posedge clk)
      if (rst) prio_q[FIRST +: LATER] <= {LATER{1'b0}};
      else     prio_q[FIRST +: LATER] <= (first & ~served[N-1:i+1]) | {LATER{served[i]}};
  end
end

assign best = req & ~lower & ~higher;

endmodule
