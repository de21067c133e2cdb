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

function [W-1:0] chosen;
  input [N-1:0]   bits;
  input [N*W-1:0] fields;
  integer i;
  begin
    chosen = {W{1'b0}};
    for (i = 0; i < N; i = i + 1)
      chosen = chosen | (fields[i*W +: W] & {W{bits[i]}});
  end
endfunction

assign y = chosen(sel, d);

endmodule
`default_nettype wire
