// Index of the lowest set bit, by halves: log2(N) levels. index means nothing unless found. N = 1: always 0, one bit wide.
`default_nettype none
module lowest_index #(
  parameter N = 64
) (
  x, found, index
);
localparam LEVELS  = N > 1 ? $clog2(N) : 0;
localparam INDEX_W = N > 1 ? LEVELS : 1;
localparam ALL     = 1 << LEVELS;

input  wire [N-1:0]       x;
output wire               found;
output wire [INDEX_W-1:0] index;

wire [ALL-1:0] bits = {{(ALL-N){1'b0}}, x};

// Level s: groups of 2**s bits; whether any of a group is set, and the index of the lowest in it.
genvar s, g;
generate
  for (s = 1; s <= LEVELS; s = s + 1) begin : g_level
    localparam GROUPS = ALL >> s;
    wire [GROUPS-1:0]   any;
    wire [GROUPS*s-1:0] at;

    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      if (s == 1) begin : g_pair
        assign any[g] = |bits[2*g +: 2];
        assign at[g]  = ~bits[2*g];
      end else begin : g_halves
        wire low = g_level[s-1].any[2*g];

        assign any[g] = low | g_level[s-1].any[2*g+1];
        assign at[g*s +: s] = {~low, low ? g_level[s-1].at[2*g*(s-1) +: s-1] : g_level[s-1].at[(2*g+1)*(s-1) +: s-1]};
      end
    end
  end
  if (LEVELS == 0) begin : g_one
    assign found = bits;
    assign index = 1'b0;
  end else begin : g_several
    assign found = g_level[LEVELS].any;
    assign index = g_level[LEVELS].at;
  end
endgenerate

endmodule
`default_nettype wire
