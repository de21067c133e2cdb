// Oldest-first arbiter, combinational: the requester of least rank wins; among equals, the lowest index. FBICM 3.1.
module arbiter_oldest_first #(
  parameter N = 8,    // 2 or more
  parameter W = 11
) (
  // rank: used only where req is set. gnt: one-hot, zero if req is zero.
  input  wire [N-1:0]   req,
  input  wire [N*W-1:0] rank,
  output wire [N-1:0]   gnt
);
// Up to FEW requesters: the ranks of all pairs are compared, off the path from req to gnt. More: the number of pairs grows with the
// square, so requesters are arbitrated in groups, and then the winners of the groups.
localparam FEW    = 16;
localparam GROUPS = (N + FEW - 1) / FEW;

genvar i, j;
if (N <= FEW) begin : g_pairs
  wire [N*N-1:0] lower;     // row i: the j < i that have priority over i
  wire [N*N-1:0] older;     // row i: all j that have

  for (i = 0; i < N; i = i + 1) begin : g_requester
    for (j = 0; j < N; j = j + 1) begin : g_other
      if (j < i) begin : g_lower
        assign lower[i*N + j] = rank[j*W +: W] <= rank[i*W +: W];
        assign older[i*N + j] = lower[i*N + j];
      end else begin : g_higher
        assign lower[i*N + j] = 1'b0;
        assign older[i*N + j] = j > i & ~lower[j*N + i];
      end
    end
    assign gnt[i] = req[i] & ~|(req & older[i*N +: N]);
  end
end else begin : g_groups
  wire [GROUPS-1:0]   any;
  wire [GROUPS*W-1:0] least;
  wire [GROUPS-1:0]   best;

  for (i = 0; i < GROUPS; i = i + 1) begin : g_group
    localparam FROM = i * N / GROUPS;
    localparam SIZE = (i + 1) * N / GROUPS - FROM;
    wire [SIZE-1:0]   asks = req[FROM +: SIZE];
    wire [SIZE*W-1:0] its  = rank[FROM*W +: SIZE*W];
    wire [SIZE-1:0]   won;

    arbiter_oldest_first #(.N(SIZE), .W(W)) arbiter (.req(asks), .rank(its), .gnt(won));
    onehot_mux #(.N(SIZE), .W(W)) rank_of (.sel(won), .d(its), .y(least[i*W +: W]));

    assign any[i] = |asks;
    assign gnt[FROM +: SIZE] = won & {SIZE{best[i]}};
  end
  arbiter_oldest_first #(.N(GROUPS), .W(W)) among (.req(any), .rank(least), .gnt(best));
end

endmodule
