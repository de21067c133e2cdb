// Table of a network interface, a word for each destination: turns of the route, and their number; or the queue at the first switch.
// Twin: cmodel/units/nrt.c. docs/internals/microarchitecture-nic.md, docs/internals/microarchitecture-slot-nic.md.
module nrt #(
`ifdef NEXT_QUEUES
  parameter QUEUES        = 4,
`else
  parameter RADIX         = 8,
`endif
  parameter NODES         = 64,
`ifdef NEXT_QUEUES
  parameter WORD_W        = QUEUES > 1 ? $clog2(QUEUES) : 1,
`else
`include "units/turnpool.vh"
  parameter WORD_W        = LEN_W + POOL_W,
`endif
  parameter DEST_W        = $clog2(NODES)
) (
  input  wire              clk,

  // The word of a destination is to be read; it shows from the cycle after on, until the next one. pick_dest is used only with pick.
  input  wire              pick,
  input  wire [DEST_W-1:0] pick_dest,

`ifdef NEXT_QUEUES
  // Queue at the first switch.
  input  wire [WORD_W-1:0] cfg_queue,
  output wire [WORD_W-1:0] route_queue,
`else
  // Turns of the route, the first one lowest; their number.
  input  wire [POOL_W-1:0] cfg_turns,
  input  wire [LEN_W-1:0]  cfg_left,
  output wire [POOL_W-1:0] route_turns,
  output wire [LEN_W-1:0]  route_left,
`endif

  // Write of a word. The fields are used only with cfg_valid.
  input  wire              cfg_valid,
  input  wire [DEST_W-1:0] cfg_address
);
`ifdef NEXT_QUEUES
wire [WORD_W-1:0] written = cfg_queue;
wire [WORD_W-1:0] word;

assign route_queue = word;
`else
wire [WORD_W-1:0] written = {cfg_left, cfg_turns};
wire [WORD_W-1:0] word;

assign {route_left, route_turns} = word;
`endif

ram_1r1w #(.WORDS(NODES), .WIDTH(WORD_W)) route_mem (
  .clk(clk), .wen(cfg_valid), .waddr(cfg_address), .wdata(written),
  .ren(pick), .raddr(pick_dest), .rdata(word)
);

endmodule
