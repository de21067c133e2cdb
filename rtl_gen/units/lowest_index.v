// Index of the lowest set bit, in log2(N) levels. index: valid only while found is set. N = 1: index is always 0, one bit wide.
module lowest_index #(
  parameter N       = 64,
  parameter LEVELS  = N > 1 ? $clog2(N) : 0,
  parameter INDEX_W = N > 1 ? LEVELS : 1
) (
  input  wire [N-1:0]       x,
  output wire               found,
  output wire [INDEX_W-1:0] index
);
localparam ALL     = 1 << LEVELS;

wire [ALL-1:0] bits = {{(ALL-N){1'b0}}, x};

// Level s treats all windows of 2**s bits; window i is bits[i +: 2**s]. any: a bit of the window is set. g_index[b].index_bit: bit b of
// the index of its lowest set bit. Vectors over all windows simulate far faster than a tree, although only every 2**s-th window is needed.
// verilator lint_off UNUSED
genvar s, b;
for (s = 0; s <= LEVELS; s = s + 1) begin : g_level
  localparam WINDOWS = ALL - (1 << s) + 1;
  localparam HALF    = (1 << s) / 2;
  wire [WINDOWS-1:0] any;

  if (s == 0) begin : g_bits
    assign any = bits;
  end else begin : g_halves
    assign any = g_level[s-1].any[0 +: WINDOWS] | g_level[s-1].any[HALF +: WINDOWS];
  end

  for (b = 0; b < s; b = b + 1) begin : g_index
    wire [WINDOWS-1:0] low = g_level[s-1].any[0 +: WINDOWS];
    wire [WINDOWS-1:0] index_bit;

    if (b == s - 1) begin : g_top
      assign index_bit = ~low;
    end else begin : g_rest
      assign index_bit = low & g_level[s-1].g_index[b].index_bit[0 +: WINDOWS] | ~low & g_level[s-1].g_index[b].index_bit[HALF +: WINDOWS];
    end
  end
end

assign found = g_level[LEVELS].any;
for (b = 0; b < INDEX_W; b = b + 1) begin : g_found
  if (LEVELS == 0) begin : g_one
    assign index[b] = 1'b0;
  end else begin : g_several
    assign index[b] = g_level[LEVELS].g_index[b].index_bit;
  end
end
// verilator lint_on UNUSED

endmodule
