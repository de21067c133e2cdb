// Side band of a k-ary n-cube: in every gather, the full buffers of the network and the flits that it delivered, added up by dimension, reach all
// nodes in the same cycle.
// Twin: cmodel/units/gather.c. docs/internals/microarchitecture-throttle.md.
//
// With estimate, and with tuner or a fixed threshold, it throttles the sources of any network of this topology. A node puts in, in each cycle, how
// many of its buffers are full, and whether a flit is delivered to it, and is told whether its source may begin packets. Gathers of all nodes leave
// reset in the same cycle, and are linked with their neighbours: send of port 2d goes to come of port 2d + 1 of the node with the next higher
// coordinate in dimension d, and the other way round, in at most SIDE_CYCLES - 2 cycles, the same everywhere.
module gather #(
  parameter ARY           = 16,
  parameter DIMS          = 2,
  parameter TORUS         = 1,      // 0: mesh
  parameter SIDE_CYCLES   = 2,      // 2 or more
  parameter BUFFERS       = 2048,   // buffers of the network, as many of each node
  parameter ROUTERS       = ARY ** DIMS,
  parameter LINKS         = 2 * DIMS,
  parameter STEPS         = TORUS != 0 ? ARY / 2 : ARY - 1,
  parameter GATHER_CYCLES = DIMS * STEPS * SIDE_CYCLES,
  parameter NODE_BUFFERS  = BUFFERS / ROUTERS,
  parameter LOCAL_FULL_W  = $clog2(NODE_BUFFERS + 1),
  parameter FULL_W        = $clog2(BUFFERS + 1),
  parameter FLOW_W        = $clog2(GATHER_CYCLES * ROUTERS + 1)
) (
  input  wire                    clk,
  input  wire                    rst,

  // The node, in this cycle. full: its full buffers. flow: a flit is delivered to it.
  input  wire [LOCAL_FULL_W-1:0] full,
  input  wire                    flow,

  // Side band, by port: 2d is the neighbour with the next higher coordinate of dimension d, 2d + 1 the one with the next lower. come: counts come, not in
  // the cycle of a hop; used only with come. send: counts go to the neighbour; registered. Where a mesh has no neighbour, what is sent is lost.
  input  wire [LINKS-1:0]        come,
  input  wire [LINKS*FULL_W-1:0] come_full,
  input  wire [LINKS*FLOW_W-1:0] come_flow,
  output wire [LINKS-1:0]        send,
  output wire [LINKS*FULL_W-1:0] send_full,
  output wire [LINKS*FLOW_W-1:0] send_flow,

  // done: the totals of the network are known, of the snapshot that began the last gather; from registers. The totals are valid only with done.
  output wire                    done,
  output wire [FULL_W-1:0]       total_full,
  output wire [FLOW_W-1:0]       total_flow
);
localparam HOP_W        = $clog2(SIDE_CYCLES);
localparam STEP_W       = STEPS > 1 ? $clog2(STEPS) : 1;
localparam DIM_W        = DIMS > 1 ? $clog2(DIMS) : 1;

localparam [0:0]        TWICE     = TORUS != 0 && ARY % 2 == 0;     // the farthest node of a row is heard of from both sides
localparam [HOP_W-1:0]  LAST_HOP  = SIDE_CYCLES[HOP_W-1:0] - 1'b1;
localparam [STEP_W-1:0] LAST_STEP = STEPS[STEP_W-1:0] - 1'b1;
localparam [DIM_W-1:0]  LAST_DIM  = DIMS[DIM_W-1:0] - 1'b1;
localparam [DIMS-1:0]   FIRST_DIM = 1;

reg                    begun_q;
reg [HOP_W-1:0]        hop_q;
reg [STEP_W-1:0]       step_q;
reg [DIM_W-1:0]        dim_q;
reg [FLOW_W-1:0]       flow_q;
reg [FULL_W-1:0]       full_sum_q;
reg [FLOW_W-1:0]       flow_sum_q;
reg [1:0]              come_q;
reg [2*FULL_W-1:0]     come_full_q;
reg [2*FLOW_W-1:0]     come_flow_q;
reg [LINKS-1:0]        send_q;
reg [LINKS*FULL_W-1:0] send_full_q;
reg [LINKS*FLOW_W-1:0] send_flow_q;

// ----------------------------------------------------------------------------
// Time.
wire            hop      = ~|hop_q;
wire            begins   = ~|step_q;                    // with hop: a dimension
wire            snapshot = hop & begins & ~|dim_q;
wire            hop_ends = hop_q == LAST_HOP;
wire            dim_ends = hop_ends & step_q == LAST_STEP;
wire [DIMS-1:0] dim      = FIRST_DIM << dim_q;

// ----------------------------------------------------------------------------
// Sums. Side 0 travels towards higher coordinates, side 1 towards lower ones.
wire [1:0]        add      = come_q & {~(TWICE & begins), 1'b1};
wire [FULL_W-1:0] full_sum = full_sum_q + (come_full_q[0 +: FULL_W] & {FULL_W{add[0]}}) + (come_full_q[FULL_W +: FULL_W] & {FULL_W{add[1]}});
wire [FLOW_W-1:0] flow_sum = flow_sum_q + (come_flow_q[0 +: FLOW_W] & {FLOW_W{add[0]}}) + (come_flow_q[FLOW_W +: FLOW_W] & {FLOW_W{add[1]}});

// What a dimension begins with.
wire [FULL_W-1:0] own_full = snapshot ? {{(FULL_W-LOCAL_FULL_W){1'b0}}, full} : full_sum;
wire [FLOW_W-1:0] own_flow = snapshot ? flow_q : flow_sum;

assign done       = snapshot & begun_q;
assign total_full = full_sum;
assign total_flow = flow_sum;

always @(posedge clk)
  if (rst) begin
    begun_q    <= 1'b0;
    hop_q      <= {HOP_W{1'b0}};
    step_q     <= {STEP_W{1'b0}};
    dim_q      <= {DIM_W{1'b0}};
    flow_q     <= {FLOW_W{1'b0}};
    full_sum_q <= {FULL_W{1'b0}};
    flow_sum_q <= {FLOW_W{1'b0}};
  end else begin
    hop_q  <= hop_ends ? {HOP_W{1'b0}} : hop_q + 1'b1;
    flow_q <= (snapshot ? {FLOW_W{1'b0}} : flow_q) + {{(FLOW_W-1){1'b0}}, flow};
    if (hop_ends) step_q     <= dim_ends ? {STEP_W{1'b0}} : step_q + 1'b1;
    if (dim_ends) dim_q      <= dim_q == LAST_DIM ? {DIM_W{1'b0}} : dim_q + 1'b1;
    if (snapshot) begun_q    <= 1'b1;
    if (hop)      full_sum_q <= begins ? own_full : full_sum;
    if (hop)      flow_sum_q <= begins ? own_flow : flow_sum;
  end

// ----------------------------------------------------------------------------
// What comes: from the neighbours of the dimension. What travels towards higher coordinates comes from the port of lower ones.
wire [DIMS-1:0]        come_up, come_down;
wire [DIMS*FULL_W-1:0] full_up, full_down;
wire [DIMS*FLOW_W-1:0] flow_up, flow_down;

genvar d, s;
for (d = 0; d < DIMS; d = d + 1) begin : g_come
  assign come_up[d]                   = come[2*d + 1];
  assign come_down[d]                 = come[2*d];
  assign full_up[d*FULL_W +: FULL_W]   = come_full[(2*d + 1)*FULL_W +: FULL_W];
  assign full_down[d*FULL_W +: FULL_W] = come_full[2*d*FULL_W +: FULL_W];
  assign flow_up[d*FLOW_W +: FLOW_W]   = come_flow[(2*d + 1)*FLOW_W +: FLOW_W];
  assign flow_down[d*FLOW_W +: FLOW_W] = come_flow[2*d*FLOW_W +: FLOW_W];
end

wire [1:0]          comes = {|(come_down & dim), |(come_up & dim)};
wire [2*FULL_W-1:0] comes_full;
wire [2*FLOW_W-1:0] comes_flow;

onehot_mux #(.N(DIMS), .W(FULL_W)) full_up_of   (.sel(dim), .d(full_up),   .y(comes_full[0 +: FULL_W]));
onehot_mux #(.N(DIMS), .W(FULL_W)) full_down_of (.sel(dim), .d(full_down), .y(comes_full[FULL_W +: FULL_W]));
onehot_mux #(.N(DIMS), .W(FLOW_W)) flow_up_of   (.sel(dim), .d(flow_up),   .y(comes_flow[0 +: FLOW_W]));
onehot_mux #(.N(DIMS), .W(FLOW_W)) flow_down_of (.sel(dim), .d(flow_down), .y(comes_flow[FLOW_W +: FLOW_W]));

for (s = 0; s < 2; s = s + 1) begin : g_side
  always @(posedge clk)
    if (rst) begin
      come_q[s]                       <= 1'b0;
      come_full_q[s*FULL_W +: FULL_W] <= {FULL_W{1'b0}};
      come_flow_q[s*FLOW_W +: FLOW_W] <= {FLOW_W{1'b0}};
    end else begin
      come_q[s] <= ~hop & (come_q[s] | comes[s]);
      if (~hop & comes[s]) come_full_q[s*FULL_W +: FULL_W] <= comes_full[s*FULL_W +: FULL_W];
      if (~hop & comes[s]) come_flow_q[s*FLOW_W +: FLOW_W] <= comes_flow[s*FLOW_W +: FLOW_W];
    end
end

// ----------------------------------------------------------------------------
// What is sent: what a dimension begins with, both ways; afterwards what has come, on its way.
for (d = 0; d < DIMS; d = d + 1) begin : g_send
  for (s = 0; s < 2; s = s + 1) begin : g_way
    always @(posedge clk)
      if (rst) begin
        send_q[2*d + s]                         <= 1'b0;
        send_full_q[(2*d + s)*FULL_W +: FULL_W] <= {FULL_W{1'b0}};
        send_flow_q[(2*d + s)*FLOW_W +: FLOW_W] <= {FLOW_W{1'b0}};
      end else begin
        send_q[2*d + s] <= hop & dim[d] & (begins | come_q[s]);
        if (hop & dim[d]) send_full_q[(2*d + s)*FULL_W +: FULL_W] <= begins ? own_full : come_full_q[s*FULL_W +: FULL_W];
        if (hop & dim[d]) send_flow_q[(2*d + s)*FLOW_W +: FLOW_W] <= begins ? own_flow : come_flow_q[s*FLOW_W +: FLOW_W];
      end
  end
end

assign send      = send_q;
assign send_full = send_full_q;
assign send_flow = send_flow_q;

`ifndef SYNTHESIS
localparam [LOCAL_FULL_W:0] MOST = NODE_BUFFERS[LOCAL_FULL_W:0];

always @(posedge clk) if (!rst) begin
  if (hop && |come) $fatal(1, "counts come in the cycle of a hop");
  if (|(come_up & ~dim) || |(come_down & ~dim)) $fatal(1, "counts come by a port of another dimension");
  if (|(comes & come_q)) $fatal(1, "counts come twice in a hop");
  if ({1'b0, full} > MOST) $fatal(1, "more full buffers than the node has");
end
`endif

endmodule
