// AND-OR multiplexer: y is the OR of the fields i of d whose sel[i] is set. So it is the selected field if sel is
// one-hot, and 0 if sel is zero.
module onehot_mux #(
  parameter N = 4,
  parameter W = 8
) (
  input  wire [N-1:0]   sel,
  input  wire [N*W-1:0] d,
  output wire [W-1:0]   y
);
// Up to this N: a chain of named fields. Above: a loop, since Icarus takes minutes over long chains.
localparam CHAIN = N <= 16 ? N : 0;

genvar i;
for (i = 0; i < CHAIN; i = i + 1) begin : g_field
  wire [W-1:0] field = d[i*W +: W] & {W{sel[i]}};
  wire [W-1:0] sum;     // OR of the selected fields up to this one
  if (i == 0) begin : g_first
    assign sum = field;
  end else begin : g_next
    assign sum = g_field[i-1].sum | field;
  end
end
if (CHAIN == 0) begin : g_wide
  reg [W-1:0] chosen;
  integer k;
  always @(*) begin
    chosen = {W{1'b0}};
    for (k = 0; k < N; k = k + 1) chosen = chosen | (d[k*W +: W] & {W{sel[k]}});
  end
  assign y = chosen;
end else begin : g_narrow
  assign y = g_field[N-1].sum;
end

endmodule
