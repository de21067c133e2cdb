// Index of the set bit of a one-hot vector; 0 for a zero vector. N = 1: always 0, one bit wide.
`default_nettype none
module onehot_index #(
  parameter N = 8
) (
  onehot, index
);
localparam INDEX_W = N > 1 ? $clog2(N) : 1;

input  wire [N-1:0]       onehot;
output wire [INDEX_W-1:0] index;

function [INDEX_W-1:0] encode;
  input [N-1:0] bits;
  integer i;
  begin
    encode = {INDEX_W{1'b0}};
    for (i = 0; i < N; i = i + 1)
      encode = encode | (i[INDEX_W-1:0] & {INDEX_W{bits[i]}});
  end
endfunction

assign index = encode(onehot);

endmodule
`default_nettype wire
