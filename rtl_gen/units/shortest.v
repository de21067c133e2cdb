// The candidate line of least length. The lengths of all pairs are compared off the path from cand to pick. pick: zero without a
// candidate; one-hot as long as no two candidates have the same length.
module shortest #(
  parameter LINES = 4,
  parameter LEN_W = 4
) (
  input  wire [LINES-1:0]       cand,
  input  wire [LINES*LEN_W-1:0] len,
  output wire [LINES-1:0]       pick
);
genvar l, m;
for (l = 0; l < LINES; l = l + 1) begin : g_line
  wire [LINES-1:0] shorter;

  for (m = 0; m < LINES; m = m + 1) begin : g_other
    assign shorter[m] = len[m*LEN_W +: LEN_W] < len[l*LEN_W +: LEN_W];
  end
  assign pick[l] = cand[l] & ~|(cand & shorter);
end

endmodule
