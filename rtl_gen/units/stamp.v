// Stamps: counts the cycles in which a header arrives, so that packets are numbered in the order of arrival.
// Twin: cmodel/units/stamp.c. docs/internals/microarchitecture-slots.md, 5.
module stamp #(
  parameter RADIX   = 8,
  parameter SLOTS   = 64,
  parameter STAMP_W = $clog2(RADIX * SLOTS) + 2
) (
  input  wire               clk,
  input  wire               rst,

  // Links into the switch, by input. rx_head: used only where rx_valid is set.
  input  wire [RADIX-1:0]   rx_valid,
  input  wire [RADIX-1:0]   rx_head,

  // Current stamp, registered.
  output wire [STAMP_W-1:0] now
);
reg [STAMP_W-1:0] now_q;

always @(posedge clk)
  if (rst)                        now_q <= {STAMP_W{1'b0}};
  else if (|(rx_valid & rx_head)) now_q <= now_q + 1'b1;

assign now = now_q;

endmodule
