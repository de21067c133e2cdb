// Number of bits set.
module count_ones #(
  parameter N       = 4,
  parameter COUNT_W = $clog2(N + 1)
) (
  input  wire [N-1:0]       x,
  output wire [COUNT_W-1:0] count
);
reg [COUNT_W-1:0] sum;
integer k;
always @(*) begin
  sum = {COUNT_W{1'b0}};
  for (k = 0; k < N; k = k + 1) sum = sum + {{(COUNT_W-1){1'b0}}, x[k]};
end

assign count = sum;

endmodule
