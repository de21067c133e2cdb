// Number of bits set.
`default_nettype none
module count_ones #(
  parameter N = 4
) (
  x, count
);
localparam COUNT_W = $clog2(N + 1);

input  wire [N-1:0]       x;
output wire [COUNT_W-1:0] count;

function [COUNT_W-1:0] sum;
  input [N-1:0] bits;
  integer k;
  begin
    sum = {COUNT_W{1'b0}};
    for (k = 0; k < N; k = k + 1)
      sum = sum + {{(COUNT_W-1){1'b0}}, bits[k]};
  end
endfunction

assign count = sum(x);

endmodule
`default_nettype wire
