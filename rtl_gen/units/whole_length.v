// Length of a packet from its lowest bits: none of them set, it is that of the longest packet, a power of two.
module whole_length #(
  parameter FLITS_W = 4,
  parameter SHORT_W = 3    // FLITS_W, or one less
) (
  input  wire [SHORT_W-1:0] stored,
  output wire [FLITS_W-1:0] flits
);
if (FLITS_W > SHORT_W) begin : g_short
  assign flits = {~|stored, stored};
end else begin : g_all
  assign flits = stored;
end

endmodule
