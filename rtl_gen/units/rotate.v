// Rotation, nothing but wiring: field t of y is field (t + BY) mod N of x, 0 <= BY < N.
module rotate #(
  parameter N  = 8,
  parameter W  = 1,
  parameter BY = 3
) (
  input  wire [N*W-1:0] x,
  output wire [N*W-1:0] y
);
if (BY == 0) begin : g_straight
  assign y = x;
end else begin : g_rotated
  assign y = {x[BY*W-1:0], x[N*W-1:BY*W]};
end

endmodule
