// Stamps: counts the cycles in which headers arrive, so that packets are numbered in the order in which they come.
// Twin: cmodel/units/stamp.c. docs/microarchitecture.md, 5.
`default_nettype none
module stamp #(
  parameter RADIX = 8,
  parameter SLOTS = 64
) (
  clk, rst,
  rx_valid, rx_head,
  now
);
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;

input  wire               clk;
input  wire               rst;

// Links that enter, by input.
input  wire [RADIX-1:0]   rx_valid;
input  wire [RADIX-1:0]   rx_head;

// From a register.
output wire [STAMP_W-1:0] now;

reg [STAMP_W-1:0] now_q;

always @(posedge clk) begin
  if (rst)                        now_q <= {STAMP_W{1'b0}};
  else if (|(rx_valid & rx_head)) now_q <= now_q + 1'b1;
end

assign now = now_q;

endmodule
`default_nettype wire
