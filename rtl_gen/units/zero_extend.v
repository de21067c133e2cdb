// y is x, with zeros above.
`default_nettype none
module zero_extend #(
  parameter FROM = 4,
  parameter TO   = 8     // FROM or more
) (
  x, y
);
input  wire [FROM-1:0] x;
output wire [TO-1:0]   y;

genvar i;
generate
  for (i = 0; i < TO; i = i + 1) begin : g_bit
    if (i < FROM) begin : g_same
      assign y[i] = x[i];
    end else begin : g_above
      assign y[i] = 1'b0;
    end
  end
endgenerate

endmodule
`default_nettype wire
