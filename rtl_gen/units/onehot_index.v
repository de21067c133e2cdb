// Index of the set bit of a one-hot vector; 0 for a zero vector. N = 1: the index is always 0, one bit wide.
module onehot_index #(
  parameter N       = 8,
  parameter INDEX_W = N > 1 ? $clog2(N) : 1
) (
  input  wire [N-1:0]       onehot,
  output wire [INDEX_W-1:0] index
);
// Mask of the positions whose index has bit b set.
function [N-1:0] column;
  input integer b;
  integer place;
  for (place = 0; place < N; place = place + 1)
    column[place] = ((place >> b) & 1) != 0;
endfunction

genvar b;
for (b = 0; b < INDEX_W; b = b + 1) begin : g_bit
  localparam [N-1:0] COLUMN = column(b);
  assign index[b] = |(onehot & COLUMN);
end

endmodule
