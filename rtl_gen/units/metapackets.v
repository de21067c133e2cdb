// Metapackets of a k-ary n-cube: in every gather, the full buffers of the network and the flits that it delivered, added up by dimension, reach all
// nodes in packets of two flits that go round the rings of its rows, one each way.
// Twin: cmodel/units/metapackets.c. docs/internals/microarchitecture-throttle.md, section 4.
//
// In place of gather, of any network of such routers whose links carry one VC more, without credits, and let it go before others. All nodes leave reset
// in the same cycle.
module metapackets #(
  parameter ARY           = 16,
  parameter DIMS          = 2,
  parameter LINK_VCS      = 3,      // VCs of a link; the last one is that of metapackets
  parameter GATHER_CYCLES = 160,
  parameter FLOW_CYCLES   = 320,    // cycles whose flits a total counts, at most
  parameter BUFFERS       = 2048,   // buffers of the network, as many of each node
  parameter FLIT_BITS     = 64,
  parameter ROUTERS       = ARY ** DIMS,
  parameter LINKS         = 2 * DIMS,
  parameter COORD_W       = $clog2(ARY),
  parameter AT_W          = DIMS * COORD_W,
  parameter VC_W          = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1,
  parameter NODE_BUFFERS  = BUFFERS / ROUTERS,
  parameter LOCAL_FULL_W  = $clog2(NODE_BUFFERS + 1),
  parameter FULL_W        = $clog2(BUFFERS + 1),
  parameter FLOW_W        = $clog2(FLOW_CYCLES * ROUTERS + 1)
) (
  input  wire                       clk,
  input  wire                       rst,

  // Position of the node, constant.
  input  wire [AT_W-1:0]            at,

  // The node, in this cycle. full: its full buffers. flow: a flit is delivered to it.
  input  wire [LOCAL_FULL_W-1:0]    full,
  input  wire                       flow,

  // Links of the network, by port: 2d is the neighbour with the next higher coordinate of dimension d, 2d + 1 the one with the next lower.
  input  wire [LINKS-1:0]           rx_valid,
  input  wire [LINKS-1:0]           rx_head,
  input  wire [LINKS*VC_W-1:0]      rx_vc,
  // verilator lint_off UNUSED
  input  wire [LINKS*FLIT_BITS-1:0] rx_data,
  // verilator lint_on UNUSED

  // sends: by port, a flit of a metapacket is to leave; it leaves unless another one goes before it: blocked. sends_first, sends_data: by direction,
  // that of even ports first: it is the first of its metapacket; the flit; valid only with sends. From registers.
  input  wire [LINKS-1:0]           blocked,
  output wire [LINKS-1:0]           sends,
  output wire [1:0]                 sends_first,
  output wire [2*FLIT_BITS-1:0]     sends_data,

  // done: the totals of the network are known; from registers. The totals are valid only with done.
  output wire                       done,
  output wire [FULL_W-1:0]          total_full,
  output wire [FLOW_W-1:0]          total_flow
);
localparam TIMER_W     = $clog2(GATHER_CYCLES);
localparam DIM_W       = DIMS > 1 ? $clog2(DIMS) : 1;
localparam NODE_FLOW_W = $clog2(FLOW_CYCLES + 1);
localparam ENTRY_W     = FLOW_W + FULL_W + 3;

localparam [TIMER_W-1:0] LAST_CYCLE = GATHER_CYCLES[TIMER_W-1:0] - 1'b1;
localparam [DIM_W-1:0]   LAST_DIM   = DIMS[DIM_W-1:0] - 1'b1;
localparam [DIMS-1:0]    FIRST_DIM  = 1;
localparam [VC_W-1:0]    META_VC    = LINK_VCS[VC_W-1:0] - 1'b1;

reg [TIMER_W-1:0]      timer_q;
reg                    due_q;
reg                    parity_q;
reg [DIM_W-1:0]        dim_q;
reg                    begun_q;
reg                    done_q;
reg [NODE_FLOW_W-1:0]  flow_q;
reg [FULL_W-1:0]       part_full_q;
reg [FLOW_W-1:0]       part_flow_q;
reg [FULL_W-1:0]       sum_full_q;
reg [FLOW_W-1:0]       sum_flow_q;
reg [1:0]              got_q;
reg [2*LINKS-1:0]      come_q;
reg [LINKS-1:0]        come_parity_q;
reg [LINKS*FULL_W-1:0] come_full_q;
reg [LINKS*FLOW_W-1:0] come_flow_q;
reg [3:0]              send_q;
reg [2*FULL_W-1:0]     send_full_q;
reg [2*FLOW_W-1:0]     send_flow_q;

// ----------------------------------------------------------------------------
// The phase. Side 0 travels towards higher coordinates, side 1 towards lower ones.
wire [DIMS-1:0]     dim    = FIRST_DIM << dim_q;
wire [DIMS-1:0]     origin;                                     // by dimension, the coordinate is 0
wire                master = |(origin & dim);
wire                due    = ~|timer_q | due_q;
wire                launch = master & ~begun_q & (|dim_q | due);
wire [1:0]          take, blocks;
wire                begins = launch | |take;
wire                latch  = ~|dim_q & ~begun_q & begins;
wire [1:0]          adds   = take & {2{~master}};
wire [1:0]          loads  = adds | {2{launch}};
wire [1:0]          stays;                                      // a flit is to leave after this cycle
wire                ends   = &(got_q | take) & ~|stays;
wire                last   = ends & dim_q == LAST_DIM;
wire [2*FULL_W-1:0] came_full;                                  // by side: fields of the metapacket that came
wire [2*FLOW_W-1:0] came_flow;

wire [FULL_W-1:0] part_full = latch ? {{(FULL_W-LOCAL_FULL_W){1'b0}}, full} : part_full_q;
wire [FLOW_W-1:0] part_flow = latch ? {{(FLOW_W-NODE_FLOW_W){1'b0}}, flow_q} : part_flow_q;
wire [FULL_W-1:0] so_far_full = latch ? part_full : sum_full_q;
wire [FLOW_W-1:0] so_far_flow = latch ? part_flow : sum_flow_q;
wire [FULL_W-1:0] sum_full = master & take[0] ? came_full[0 +: FULL_W]
                           : so_far_full + (came_full[0 +: FULL_W] & {FULL_W{adds[0]}}) + (came_full[FULL_W +: FULL_W] & {FULL_W{adds[1]}});
wire [FLOW_W-1:0] sum_flow = master & take[0] ? came_flow[0 +: FLOW_W]
                           : so_far_flow + (came_flow[0 +: FLOW_W] & {FLOW_W{adds[0]}}) + (came_flow[FLOW_W +: FLOW_W] & {FLOW_W{adds[1]}});

always @(posedge clk)
  if (rst) begin
    timer_q     <= {TIMER_W{1'b0}};
    due_q       <= 1'b0;
    parity_q    <= 1'b0;
    dim_q       <= {DIM_W{1'b0}};
    begun_q     <= 1'b0;
    done_q      <= 1'b0;
    flow_q      <= {NODE_FLOW_W{1'b0}};
    part_full_q <= {FULL_W{1'b0}};
    part_flow_q <= {FLOW_W{1'b0}};
    sum_full_q  <= {FULL_W{1'b0}};
    sum_flow_q  <= {FLOW_W{1'b0}};
    got_q       <= 2'b00;
  end else begin
    timer_q     <= timer_q == LAST_CYCLE ? {TIMER_W{1'b0}} : timer_q + 1'b1;
    due_q       <= due & ~(launch & ~|dim_q);
    parity_q    <= parity_q ^ last;
    begun_q     <= (begun_q | begins) & ~ends;
    done_q      <= last;
    flow_q      <= (latch ? {NODE_FLOW_W{1'b0}} : flow_q) + {{(NODE_FLOW_W-1){1'b0}}, flow};
    part_full_q <= ends ? sum_full : part_full;
    part_flow_q <= ends ? sum_flow : part_flow;
    sum_full_q  <= sum_full;
    sum_flow_q  <= sum_flow;
    got_q       <= (got_q | take) & {2{~ends}};
    if (ends) dim_q <= last ? {DIM_W{1'b0}} : dim_q + 1'b1;
  end

assign done       = done_q;
assign total_full = part_full_q;
assign total_flow = part_flow_q;

// ----------------------------------------------------------------------------
// What comes. What travels towards higher coordinates comes by odd ports.
wire [LINKS*ENTRY_W-1:0] entries;    // by side and dimension

genvar d, s;
for (d = 0; d < DIMS; d = d + 1) begin : g_dim
  assign origin[d] = ~|at[d*COORD_W +: COORD_W];

  for (s = 0; s < 2; s = s + 1) begin : g_come
    localparam LINK = 2 * d + 1 - s;

    wire       here  = rx_valid[LINK] & rx_vc[LINK*VC_W +: VC_W] == META_VC;
    wire       first = here & rx_head[LINK];
    wire       other = here & ~rx_head[LINK];
    wire [1:0] come  = come_q[2*LINK +: 2];

    always @(posedge clk)
      if (rst) begin
        come_q[2*LINK +: 2]                <= 2'b00;
        come_parity_q[LINK]                <= 1'b0;
        come_full_q[LINK*FULL_W +: FULL_W] <= {FULL_W{1'b0}};
        come_flow_q[LINK*FLOW_W +: FLOW_W] <= {FLOW_W{1'b0}};
      end else begin
        come_q[2*LINK +: 2] <= (come & ~{2{take[s] & dim[d]}}) | {other, first};
        if (first) come_parity_q[LINK]                <= rx_data[LINK*FLIT_BITS];
        if (first) come_full_q[LINK*FULL_W +: FULL_W] <= rx_data[LINK*FLIT_BITS + 1 +: FULL_W];
        if (other) come_flow_q[LINK*FLOW_W +: FLOW_W] <= rx_data[LINK*FLIT_BITS + 1 +: FLOW_W];
      end

    assign entries[(s*DIMS + d)*ENTRY_W +: ENTRY_W] = {
      come_flow_q[LINK*FLOW_W +: FLOW_W], come_full_q[LINK*FULL_W +: FULL_W], come_parity_q[LINK], come
    };

`ifndef SYNTHESIS
    localparam [FULL_W:0] MOST = BUFFERS[FULL_W:0];

    always @(posedge clk) if (!rst) begin
      if (first && |come) $fatal(1, "a metapacket comes by port %0d, where another one waits", LINK);
      if (other && come != 2'b01) $fatal(1, "the second flit of a metapacket comes by port %0d without the first", LINK);
      if (other && rx_data[LINK*FLIT_BITS] != come_parity_q[LINK]) $fatal(1, "flits of different gathers come by port %0d", LINK);
      if (first && {1'b0, rx_data[LINK*FLIT_BITS + 1 +: FULL_W]} > MOST) $fatal(1, "more full buffers than the network has");
    end
`endif
  end
end

for (s = 0; s < 2; s = s + 1) begin : g_take
  wire [ENTRY_W-1:0] entry;

  onehot_mux #(.N(DIMS), .W(ENTRY_W)) entry_of (.sel(dim), .d(entries[s*DIMS*ENTRY_W +: DIMS*ENTRY_W]), .y(entry));

  assign take[s]                        = &entry[1:0] & entry[2] == parity_q;
  assign came_full[s*FULL_W +: FULL_W] = entry[3 +: FULL_W];
  assign came_flow[s*FLOW_W +: FLOW_W] = entry[3 + FULL_W +: FLOW_W];
end

// ----------------------------------------------------------------------------
// What is sent: what a phase begins with, and nothing the other way; or what has come, with the part of the node.
for (s = 0; s < 2; s = s + 1) begin : g_send
  localparam [0:0] COUNTS = s == 0;

  wire [DIMS-1:0]   of_dim;
  wire [1:0]        send  = send_q[2*s +: 2];
  wire [1:0]        left  = send & ({2{blocks[s]}} | {send[0], 1'b0});      // after this cycle
  wire [FULL_W-1:0] fulls = (came_full[s*FULL_W +: FULL_W] & {FULL_W{~launch}}) + (part_full & {FULL_W{COUNTS | ~launch}});
  wire [FLOW_W-1:0] flows = (came_flow[s*FLOW_W +: FLOW_W] & {FLOW_W{~launch}}) + (part_flow & {FLOW_W{COUNTS | ~launch}});

  for (d = 0; d < DIMS; d = d + 1) begin : g_port
    assign sends[2*d + s] = dim[d] & |send;
    assign of_dim[d]      = blocked[2*d + s];
  end

  always @(posedge clk)
    if (rst) begin
      send_q[2*s +: 2]                 <= 2'b00;
      send_full_q[s*FULL_W +: FULL_W] <= {FULL_W{1'b0}};
      send_flow_q[s*FLOW_W +: FLOW_W] <= {FLOW_W{1'b0}};
    end else begin
      send_q[2*s +: 2] <= left | {2{loads[s]}};
      if (loads[s]) send_full_q[s*FULL_W +: FULL_W] <= fulls;
      if (loads[s]) send_flow_q[s*FLOW_W +: FLOW_W] <= flows;
    end

  assign blocks[s]      = |(of_dim & dim);
  assign stays[s]       = loads[s] | |left;
  assign sends_first[s] = send[0];
  assign sends_data[s*FLIT_BITS +: FLIT_BITS] = {
    send[0] ? {{(FLIT_BITS-1-FULL_W){1'b0}}, send_full_q[s*FULL_W +: FULL_W]}
            : {{(FLIT_BITS-1-FLOW_W){1'b0}}, send_flow_q[s*FLOW_W +: FLOW_W]}, parity_q
  };
end

`ifndef SYNTHESIS
localparam [LOCAL_FULL_W:0] NODE_MOST = NODE_BUFFERS[LOCAL_FULL_W:0];

always @(posedge clk) if (!rst) begin
  if ({1'b0, full} > NODE_MOST) $fatal(1, "more full buffers than the node has");
  if (|(loads & {|send_q[3:2], |send_q[1:0]})) $fatal(1, "a metapacket is to leave before the last one has");
  if (master && take[1] && (got_q[0] || take[0]) &&
      (sum_full != came_full[FULL_W +: FULL_W] + part_full || sum_flow != came_flow[FLOW_W +: FLOW_W] + part_flow))
    $fatal(1, "the two metapackets of a row differ");
end
`endif

endmodule
