// Routing table of a network interface: turns of the route to each destination, and their number.
// Twin: cmodel/units/nrt.c. docs/microarchitecture-nic.md.
`default_nettype none
module nrt #(
  parameter RADIX         = 8,
  parameter NODES         = 64,
  parameter TURNPOOL_BITS = 31
) (
  clk,
  pick, pick_dest,
  cfg_valid, cfg_address, cfg_turns, cfg_left,
  route_turns, route_left
);
localparam TURN_W = $clog2(RADIX);
localparam TURNS  = TURNPOOL_BITS / TURN_W;
localparam POOL_W = TURNS * TURN_W;
localparam LEN_W  = $clog2(TURNS + 1);
localparam DEST_W = $clog2(NODES);

input  wire              clk;

// The route to a destination is to be read. pick_dest is used only with pick.
input  wire              pick;
input  wire [DEST_W-1:0] pick_dest;

// Write of a word. The fields are used only with cfg_valid.
input  wire              cfg_valid;
input  wire [DEST_W-1:0] cfg_address;
input  wire [POOL_W-1:0] cfg_turns;
input  wire [LEN_W-1:0]  cfg_left;

// Route read last, from the cycle after the read on. Turns, the first one lowest; their number.
output wire [POOL_W-1:0] route_turns;
output wire [LEN_W-1:0]  route_left;

ram_1r1w #(.WORDS(NODES), .WIDTH(LEN_W + POOL_W)) route_mem (
  .clk(clk), .wen(cfg_valid), .waddr(cfg_address), .wdata({cfg_left, cfg_turns}),
  .ren(pick), .raddr(pick_dest), .rdata({route_left, route_turns})
);

endmodule
`default_nettype wire
