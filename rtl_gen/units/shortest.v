// The shortest of several lines: of those in cand, the one of least length (1..TURNS).
// Lengths are spread one-hot, so the search is over lengths and not over pairs of lines.
// One-hot as long as no two candidates have the same length.
`default_nettype none
module shortest #(
  parameter LINES = 4,
  parameter TURNS = 10
) (
  cand, len, pick
);
localparam LEN_W = $clog2(TURNS + 1);

input  wire [LINES-1:0]       cand;
input  wire [LINES*LEN_W-1:0] len;
output wire [LINES-1:0]       pick;

localparam [TURNS:0] ONE = 1;

wire [LINES*(TURNS+1)-1:0] at;      // by line: its length, one-hot
wire [TURNS:0]             seen;    // lengths of the candidates
wire [TURNS:0]             above;

genvar l;
generate
  for (l = 0; l < LINES; l = l + 1) begin : g_line
    assign at[l*(TURNS+1) +: TURNS+1] = ONE << len[l*LEN_W +: LEN_W];
    assign pick[l] = cand[l] & |(at[l*(TURNS+1) +: TURNS+1] & ~above);
  end
endgenerate

onehot_mux #(.N(LINES), .W(TURNS + 1)) lengths (.sel(cand), .d(at), .y(seen));
prefix_or #(.N(TURNS + 1)) search (.x(seen), .y(above));

endmodule
`default_nettype wire
