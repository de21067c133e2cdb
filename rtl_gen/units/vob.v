// VCs of an output of a wormhole router: which packets own them, and credits.
// Twin: cmodel/units/vob.c. docs/internals/microarchitecture-wormhole.md, section 4, and microarchitecture-vc-allocation.md, section 3.
module vob #(
  parameter DIMS         = 2,
  parameter VCS          = 2,
  parameter BUFFER_FLITS = 8,
  parameter CHANNELS     = (2 * DIMS + 1) * VCS,
  parameter CHANNEL_W    = $clog2(CHANNELS)
) (
  input  wire                     clk,
  input  wire                     rst,

  // By VC. allocate: a header gets it, only while it is free. allocate_to: its input VC; used only with allocate.
  input  wire [VCS-1:0]           allocate,
  input  wire [VCS*CHANNEL_W-1:0] allocate_to,

  // By input VC. filled: its buffer has a flit; last: that at the head is the last of its packet.
  input  wire [CHANNELS-1:0]      filled,
  input  wire [CHANNELS-1:0]      last,

`ifdef SPECULATE
  // By VC: a header gets it that can leave at once. Its input VC is the owner, then.
  output wire [VCS-1:0]           starts,
`endif

  // go: a flit of this VC leaves, one-hot or zero, only while the VC is ready, or starts.
  input  wire [VCS-1:0]           go,

  input  wire                     to_node,     // they are VCs of the end node; constant

  // Link, reverse. credit: flits left buffers of the receiver, those of credit_vcs; used only with credit.
  input  wire                     credit,
  input  wire [VCS-1:0]           credit_vcs,

  // By VC, from registers, filled and credits of this cycle. ready: a flit can leave. owner: input VC that owns this VC, or owned it last. free: a header
  // may get it; of an end node, by the allocation of one header, it depends on go. owned: a packet owns it.
  output wire [VCS-1:0]           ready,
  output wire [VCS*CHANNEL_W-1:0] owner,
`ifdef ALO
  output wire [VCS-1:0]           owned,
`endif
  output wire [VCS-1:0]           free
);
localparam DEPTH_W   = $clog2(BUFFER_FLITS + 1);

localparam [DEPTH_W-1:0] ALL = BUFFER_FLITS[DEPTH_W-1:0];

reg [VCS-1:0]           owned_q;
reg [VCS*CHANNEL_W-1:0] owner_q;
reg [VCS*DEPTH_W-1:0]   spent_q;

wire [VCS-1:0] back = credit_vcs & {VCS{credit}};

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [CHANNEL_W-1:0] from  = owner_q[v*CHANNEL_W +: CHANNEL_W];
  wire [DEPTH_W-1:0]   spent = spent_q[v*DEPTH_W +: DEPTH_W];
  wire                 room  = back[v] | spent != ALL;

`ifdef SPECULATE
  wire [CHANNEL_W-1:0] now   = owned_q[v] ? from : allocate_to[v*CHANNEL_W +: CHANNEL_W];
  wire                 start = allocate[v] & room;

  assign starts[v] = start;
`else
  wire [CHANNEL_W-1:0] now   = from;
  wire                 start = 1'b0;
`endif

  assign ready[v]  = owned_q[v] & filled[from] & room;
  assign owner[v*CHANNEL_W +: CHANNEL_W] = now;

  wire ends = go[v] & last[now];

`ifdef QUEUED
  wire network_free = ~owned_q[v];
`else
  localparam [DEPTH_W-1:0] ONE = 1;

  wire network_free = ~owned_q[v] & (~|spent | (back[v] & spent == ONE));     // its buffer is empty
`endif
`ifdef PORT_RATE
  wire node_free = ~owned_q[v];
`else
  wire node_free = ~owned_q[v] | ends;
`endif

  assign free[v] = to_node ? node_free : network_free;

  always @(posedge clk)
    if (rst) begin
      owned_q[v]                        <= 1'b0;
      owner_q[v*CHANNEL_W +: CHANNEL_W] <= {CHANNEL_W{1'b0}};
      spent_q[v*DEPTH_W +: DEPTH_W]     <= {DEPTH_W{1'b0}};
    end else begin
`ifdef SPECULATE
      if (ends)             owned_q[v]                        <= 1'b0;
      else if (allocate[v]) owned_q[v]                        <= 1'b1;
`else
      if (allocate[v])      owned_q[v]                        <= 1'b1;
      else if (ends)        owned_q[v]                        <= 1'b0;
`endif
      if (allocate[v])      owner_q[v*CHANNEL_W +: CHANNEL_W] <= allocate_to[v*CHANNEL_W +: CHANNEL_W];
      spent_q[v*DEPTH_W +: DEPTH_W] <= spent + {{(DEPTH_W-1){1'b0}}, go[v]} - {{(DEPTH_W-1){1'b0}}, back[v]};
    end

`ifndef SYNTHESIS
  always @(posedge clk) if (!rst) begin
    if (allocate[v] && owned_q[v] && !ends) $fatal(1, "VC %0d gets a second owner", v);
    if (go[v] && !ready[v] && !start) $fatal(1, "a flit of VC %0d leaves without an owner, a flit or a credit", v);
    if (back[v] && spent == {DEPTH_W{1'b0}}) $fatal(1, "a credit too many of VC %0d", v);
  end
`endif
end

`ifdef ALO
assign owned = owned_q;
`endif

endmodule
