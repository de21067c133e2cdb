// AND-OR multiplexer: field i of d where sel[i] is set; 0 where none is; the OR of all fields selected where
// several are.
`default_nettype none
module onehot_mux #(
  parameter N = 4,
  parameter W = 8
) (
  sel, d, y
);
input  wire [N-1:0]   sel;
input  wire [N*W-1:0] d;
output wire [W-1:0]   y;

genvar i;
generate
  for (i = 0; i < N; i = i + 1) begin : g_field
    wire [W-1:0] field = d[i*W +: W] & {W{sel[i]}};
    wire [W-1:0] sum;     // of the fields up to this one
    if (i == 0) begin : g_first
      assign sum = field;
    end else begin : g_next
      assign sum = g_field[i-1].sum | field;
    end
  end
endgenerate

assign y = g_field[N-1].sum;

endmodule
`default_nettype wire
