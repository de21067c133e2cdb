// Wormhole router of a k-ary n-cube. Port 2d leads to the router with the next higher coordinate of dimension d, port 2d + 1 to the one with the next
// lower, the last port to the end node. VCs of inputs are numbered port * VCS + VC, those of outputs likewise. Any VC of an input may send in any cycle,
// each to another output: an input is not a bottleneck.
module switch #(
  parameter ARY           = 16,
  parameter DIMS          = 2,
  parameter TORUS         = 1,
  parameter VCS           = 2,
  parameter LINK_VCS      = 2,
  parameter BUFFER_FLITS  = 8,
  parameter PACKET_FLITS  = 8,
  parameter INJECTION_VCS = 1,
  parameter DELIVERY_VCS  = 1,
`ifndef PORT_RATE
  parameter ADAPTIVE      = 1,
`endif
  parameter AVOIDANCE     = 1,
`ifdef RECOVERY
  parameter TIMEOUT       = 8,
`elsif PORT_RATE
  parameter ROUTE_W       = 4,
`endif
`ifdef TOTALS
  parameter BUFFERS       = 2048,
`ifdef SIDE_BAND
  parameter SIDE_CYCLES   = 2,
`endif
  parameter GATHER_CYCLES = 32,
  parameter FLOW_CYCLES   = 32,
  parameter EXTRAPOLATE   = 1,
  parameter ROUTERS       = 256,
`ifdef TUNED
  parameter TUNE_GATHERS  = 3,
  parameter INCREMENT     = 20,
  parameter DECREMENT     = 81,
  parameter FLOOR         = 81,
  parameter FALL          = 6,
`else
  parameter THRESHOLD     = 250,
`endif
`endif
  parameter FLIT_BITS     = 64,
  parameter LINKS         = 2 * DIMS,
  parameter RADIX         = LINKS + 1,
  parameter VC_W          = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1,
`ifdef TOTALS
  parameter FULL_W        = $clog2(BUFFERS + 1),
  parameter FLOW_W        = $clog2(FLOW_CYCLES * ROUTERS + 1),
`endif
  parameter AT_W          = DIMS * $clog2(ARY)
) (
  input  wire                       clk,
  input  wire                       rst,             // synchronous, active high; one cycle is enough

  // Links into the router, link i at [i*width +: width]. A flit arrives only with a credit of its VC, a header only when the last packet of the VC is
  // complete and, where a VC holds one packet at a time, with all credits of the VC; flits of the recovery lane, VC number VCS, as they come, and so
  // metapackets, whose VC is the last one.
  input  wire [RADIX-1:0]           rx_valid,        // a flit arrives
  input  wire [RADIX-1:0]           rx_head,         // the flit is the first of a packet; used only with rx_valid
  input  wire [RADIX*VC_W-1:0]      rx_vc,           // its VC; used only with rx_valid
  input  wire [RADIX*FLIT_BITS-1:0] rx_data,         // the flit; used only with rx_valid
  output wire [RADIX-1:0]           rx_credit,       // flits left buffers: the sender gets credits; it starts with BUFFER_FLITS per VC
  output wire [RADIX*VCS-1:0]       rx_credit_vcs,   // of these VCs; 0 without rx_credit

  // Links out of the router, likewise. All outputs of the router are registers.
  output wire [RADIX-1:0]           tx_valid,        // a flit leaves
  output wire [RADIX-1:0]           tx_head,         // the flit is the first of a packet; 0 without tx_valid
  output wire [RADIX*VC_W-1:0]      tx_vc,           // its VC; valid only with tx_valid
  output wire [RADIX*FLIT_BITS-1:0] tx_data,         // the flit; valid only with tx_valid
  input  wire [RADIX-1:0]           tx_credit,       // flits left buffers of the receiver: credits come back
  input  wire [RADIX*VCS-1:0]       tx_credit_vcs,   // of these VCs; used only with tx_credit

`ifdef MESSAGES
  // Side band, and at the last port the token of the recovery lane. A switch may have one of them alone.
  output wire [RADIX-1:0]           rx_msg_valid,
  // verilator lint_off UNUSED
  input  wire [RADIX-1:0]           tx_msg_valid,
  // verilator lint_on UNUSED
`endif

`ifdef SIDE_BAND
  // Counts; valid only with rx_msg_valid. Those of the token are 0.
  output wire [RADIX*FULL_W-1:0]    rx_msg_full,     // VC buffers that are full
  output wire [RADIX*FLOW_W-1:0]    rx_msg_flow,     // flits delivered in a gather
  // verilator lint_off UNUSED
  input  wire [RADIX*FULL_W-1:0]    tx_msg_full,
  input  wire [RADIX*FLOW_W-1:0]    tx_msg_flow,
  // verilator lint_on UNUSED
`endif

  // Position of the router, constant: its coordinates, that of dimension 0 lowest.
  input  wire [AT_W-1:0]            at
);
localparam CHANNELS  = RADIX * VCS;
localparam CHANNEL_W = $clog2(CHANNELS);

// Driven by inputs: by input VC.
wire [CHANNELS-1:0]           asks, filled, last, first;
// verilator lint_off UNUSED
wire [CHANNELS-1:0]           has_vc;      // of those, the local ones count
// verilator lint_on UNUSED
// verilator lint_off UNUSED
wire [CHANNELS*AT_W-1:0]      dest;        // where routes are worked out as headers arrive, the gate alone looks at the local ones
// verilator lint_on UNUSED
wire [CHANNELS*FLIT_BITS-1:0] head;

// Driven by outputs: by output VC.
`ifdef ALO
wire [CHANNELS-1:0]           owned;
`endif
wire [CHANNELS-1:0]           free;

// Driven by routing: by input VC; by output VC, and its new owner. pop: by input VC; driven by outputs and the recovery lane.
wire [CHANNELS-1:0]           routed, pop;
wire [CHANNELS-1:0]           allocate;
wire [CHANNELS*CHANNEL_W-1:0] allocate_to;

// ----------------------------------------------------------------------------
// Recovery lane. Only packets that came by a link may enter it.
wire [CHANNELS-1:0] lane_pop;
// verilator lint_off UNUSED
wire [RADIX-1:0]    lane_go;     // without the lane, for counts of delivered flits alone
// verilator lint_on UNUSED

`ifdef RECOVERY
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

wire [CHANNELS-1:0]         seize, late;
wire [CHANNELS*FLITS_W-1:0] left;
wire                        lane_first;
wire [FLIT_BITS-1:0]        lane_data;

rlu #(
  .ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .VCS(VCS), .LINK_VCS(LINK_VCS), .PACKET_FLITS(PACKET_FLITS), .FLIT_BITS(FLIT_BITS)
) rlu (
  .clk(clk), .rst(rst), .at(at), .token(tx_msg_valid[LINKS]), .rx_valid(rx_valid), .rx_head(rx_head), .rx_vc(rx_vc), .rx_data(rx_data),
  .late(late), .routed(routed), .dest(dest), .left(left), .filled(filled), .head(head), .seize(seize), .pop(lane_pop),
  .lane_go(lane_go), .lane_first(lane_first), .lane_data(lane_data), .pass(rx_msg_valid[LINKS])
);
`ifndef SIDE_BAND
assign rx_msg_valid[LINKS-1:0] = {LINKS{1'b0}};
`endif
`else
`ifdef SIDE_BAND
assign rx_msg_valid[LINKS] = 1'b0;
`endif
assign lane_pop = {CHANNELS{1'b0}};
assign lane_go  = {RADIX{1'b0}};
`endif

// ----------------------------------------------------------------------------
// Totals of the network.
`ifdef TOTALS
localparam INPUT_FULL_W = $clog2(VCS + 1);
localparam LOCAL_FULL_W = $clog2(LINKS * VCS + 1);

wire                    throttle, done;
wire [LOCAL_FULL_W-1:0] full;
wire [FULL_W-1:0]       total_full, threshold;
wire                    flow;
// verilator lint_off UNUSED
wire                    above;                  // for the tuner alone
wire [FLOW_W-1:0]       total_flow;             // likewise
// verilator lint_on UNUSED

`ifdef SIDE_BAND
gather #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .SIDE_CYCLES(SIDE_CYCLES), .BUFFERS(BUFFERS)) gather (
  .clk(clk), .rst(rst), .full(full), .flow(flow), .come(tx_msg_valid[LINKS-1:0]), .come_full(tx_msg_full[LINKS*FULL_W-1:0]),
  .come_flow(tx_msg_flow[LINKS*FLOW_W-1:0]), .send(rx_msg_valid[LINKS-1:0]), .send_full(rx_msg_full[LINKS*FULL_W-1:0]),
  .send_flow(rx_msg_flow[LINKS*FLOW_W-1:0]), .done(done), .total_full(total_full), .total_flow(total_flow)
);

assign rx_msg_full[LINKS*FULL_W +: FULL_W] = {FULL_W{1'b0}};
assign rx_msg_flow[LINKS*FLOW_W +: FLOW_W] = {FLOW_W{1'b0}};
`elsif METAPACKETS
wire [RADIX-1:0]       meta;          // by output
wire [1:0]             meta_first;    // by direction
wire [2*FLIT_BITS-1:0] meta_data;

metapackets #(
  .ARY(ARY), .DIMS(DIMS), .LINK_VCS(LINK_VCS), .GATHER_CYCLES(GATHER_CYCLES), .FLOW_CYCLES(FLOW_CYCLES), .BUFFERS(BUFFERS), .FLIT_BITS(FLIT_BITS)
) metapackets (
  .clk(clk), .rst(rst), .at(at), .full(full), .flow(flow), .rx_valid(rx_valid[LINKS-1:0]), .rx_head(rx_head[LINKS-1:0]),
  .rx_vc(rx_vc[LINKS*VC_W-1:0]), .rx_data(rx_data[LINKS*FLIT_BITS-1:0]), .blocked(lane_go[LINKS-1:0]), .sends(meta[LINKS-1:0]),
  .sends_first(meta_first), .sends_data(meta_data), .done(done), .total_full(total_full), .total_flow(total_flow)
);

assign meta[LINKS] = 1'b0;
`endif

estimate #(.BUFFERS(BUFFERS), .GATHER_CYCLES(GATHER_CYCLES), .EXTRAPOLATE(EXTRAPOLATE)) estimate (
  .clk(clk), .rst(rst), .done(done), .total_full(total_full), .threshold(threshold), .above(above), .throttle(throttle)
);

`ifdef TUNED
tuner #(
  .ROUTERS(ROUTERS), .BUFFERS(BUFFERS), .FLOW_CYCLES(FLOW_CYCLES), .TUNE_GATHERS(TUNE_GATHERS), .INCREMENT(INCREMENT),
  .DECREMENT(DECREMENT), .FLOOR(FLOOR), .FALL(FALL)
) tuner (
  .clk(clk), .rst(rst), .done(done), .total_full(total_full), .total_flow(total_flow), .throttle(above), .threshold(threshold)
);
`else
assign threshold = THRESHOLD[FULL_W-1:0];
`endif
`endif

// ----------------------------------------------------------------------------
// Routing and allocation of VCs.
wire [VCS-1:0] held;

genvar i, o;

injection_gate #(
`ifdef ALO
  .ARY(ARY), .DIMS(DIMS), .TORUS(TORUS),
`endif
  .VCS(VCS), .INJECTION_VCS(INJECTION_VCS)
) injection_gate (
`ifdef ALO
  .at(at), .dest(dest[LINKS*VCS*AT_W +: VCS*AT_W]), .owned(owned),
`elsif TOTALS
  .throttle(throttle),
`endif
  .entering(has_vc[LINKS*VCS +: VCS]), .held(held)
);

`ifdef PORT_RATE
wire [CHANNELS*ROUTE_W-1:0] route;

vca #(.DIMS(DIMS), .TORUS(TORUS), .VCS(VCS), .DELIVERY_VCS(DELIVERY_VCS), .AVOIDANCE(AVOIDANCE), .ROUTE_W(ROUTE_W)) vca (
  .clk(clk), .rst(rst), .asks(asks), .route(route), .held(held), .free(free), .routed(routed), .allocate(allocate), .allocate_to(allocate_to)
);
`else
localparam PORT_W = $clog2(RADIX);

localparam [RADIX-1:0] FIRST_PORT = 1;
localparam [VCS-1:0]   FIRST_VC   = 1;

wire [PORT_W-1:0]    route_out;
wire [VC_W-1:0]      route_vc;
wire [CHANNEL_W-1:0] routed_number;
wire [RADIX-1:0]     allocates = (FIRST_PORT << route_out) & {RADIX{|routed}};

rva #(
  .ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .VCS(VCS), .LINK_VCS(LINK_VCS), .DELIVERY_VCS(DELIVERY_VCS), .ADAPTIVE(ADAPTIVE), .AVOIDANCE(AVOIDANCE)
) rva (
  .clk(clk), .rst(rst), .at(at), .asks(asks), .dest(dest), .held(held), .free(free), .routed(routed), .route_out(route_out), .route_vc(route_vc)
);
onehot_index #(.N(CHANNELS)) number (.onehot(routed), .index(routed_number));

assign allocate_to = {CHANNELS{routed_number}};

for (o = 0; o < RADIX; o = o + 1) begin : g_allocate
  assign allocate[o*VCS +: VCS] = (FIRST_VC << route_vc) & {VCS{allocates[o]}};
end
`endif

// ----------------------------------------------------------------------------
`ifndef DESTINATIONS
for (i = 0; i < CHANNELS; i = i + 1) begin : g_dest
  assign dest[i*AT_W +: AT_W] = head[i*FLIT_BITS +: AT_W];
end
`endif
for (i = 0; i < RADIX; i = i + 1) begin : g_in
`ifdef TOTALS
  // Full buffers: of the port, and of the ports up to this one.
  wire [INPUT_FULL_W-1:0] full_here;
  wire [LOCAL_FULL_W-1:0] full_so_far;

  if (i == 0) begin : g_full_first
    assign full_so_far = {{(LOCAL_FULL_W-INPUT_FULL_W){1'b0}}, full_here};
  end else if (i < LINKS) begin : g_full_next
    assign full_so_far = g_in[i-1].full_so_far + {{(LOCAL_FULL_W-INPUT_FULL_W){1'b0}}, full_here};
  end else begin : g_full_local
    // verilator lint_off UNUSED
    wire [INPUT_FULL_W-1:0] not_counted = full_here;
    // verilator lint_on UNUSED
    assign full_so_far = g_in[i-1].full_so_far;
  end
`endif

  // VC buffers.
  vib #(
    .ARY(ARY), .DIMS(DIMS), .VCS(VCS), .LINK_VCS(LINK_VCS), .BUFFER_FLITS(BUFFER_FLITS), .PACKET_FLITS(PACKET_FLITS),
`ifdef RECOVERY
    .TIMEOUT(TIMEOUT),
`elsif PORT_RATE
    .TORUS(TORUS), .ROUTE_W(ROUTE_W),
`endif
    .FLIT_BITS(FLIT_BITS)
  ) vib (
    .clk(clk), .rst(rst), .rx_valid(rx_valid[i]), .rx_head(rx_head[i]), .rx_vc(rx_vc[i*VC_W +: VC_W]),
    .rx_data(rx_data[i*FLIT_BITS +: FLIT_BITS]), .routed(routed[i*VCS +: VCS]), .pop(pop[i*VCS +: VCS]),
`ifdef RECOVERY
    .seizable(i < LINKS), .seize(seize[i*VCS +: VCS]), .left(left[i*VCS*FLITS_W +: VCS*FLITS_W]), .late(late[i*VCS +: VCS]),
`elsif PORT_RATE
    .at(at), .route(route[i*VCS*ROUTE_W +: VCS*ROUTE_W]),
`endif
`ifdef TOTALS
    .full(full_here),
`endif
    .asks(asks[i*VCS +: VCS]), .has_vc(has_vc[i*VCS +: VCS]), .filled(filled[i*VCS +: VCS]), .last(last[i*VCS +: VCS]),
    .first(first[i*VCS +: VCS]),
`ifdef DESTINATIONS
    .dest(dest[i*VCS*AT_W +: VCS*AT_W]),
`endif
    .head(head[i*VCS*FLIT_BITS +: VCS*FLIT_BITS]), .credit(rx_credit[i]),
    .credit_vcs(rx_credit_vcs[i*VCS +: VCS])
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
  wire [VCS-1:0]           go, ready;
  wire [VCS*CHANNEL_W-1:0] owner;
  wire [CHANNELS-1:0]      pop_here, pop_so_far;
`ifdef SPECULATE
  wire [VCS-1:0]           starts;
`endif

  if (o == 0) begin : g_pop_first
    assign pop_so_far = lane_pop | pop_here;
  end else begin : g_pop_next
    assign pop_so_far = g_out[o-1].pop_so_far | pop_here;
  end

  // Output VCs: owners, credits.
  vob #(.DIMS(DIMS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS)) vob (
    .clk(clk), .rst(rst), .to_node(o == LINKS), .allocate(allocate[o*VCS +: VCS]), .allocate_to(allocate_to[o*VCS*CHANNEL_W +: VCS*CHANNEL_W]), .filled(filled),
    .last(last), .go(go), .credit(tx_credit[o]), .credit_vcs(tx_credit_vcs[o*VCS +: VCS]),
`ifdef SPECULATE
    .starts(starts),
`endif
    .ready(ready), .owner(owner),
`ifdef ALO
    .owned(owned[o*VCS +: VCS]),
`endif
    .free(free[o*VCS +: VCS])
  );

  // Link port: selection of a VC, link register.
  vlp #(.DIMS(DIMS), .VCS(VCS), .LINK_VCS(LINK_VCS), .FLIT_BITS(FLIT_BITS)) vlp (
    .clk(clk), .rst(rst), .ready(ready), .owner(owner), .first(first), .head(head),
`ifdef SPECULATE
    .starts(starts),
`elsif RECOVERY
    .lane_go(lane_go[o]), .lane_first(lane_first), .lane_data(lane_data),
`endif
`ifdef METAPACKETS
    .meta(meta[o]), .meta_first(meta_first[o%2]), .meta_data(meta_data[o%2*FLIT_BITS +: FLIT_BITS]),
`endif
    .go(go), .pop(pop_here), .tx_valid(tx_valid[o]), .tx_head(tx_head[o]), .tx_vc(tx_vc[o*VC_W +: VC_W]),
    .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
  );
end

assign pop = g_out[LINKS].pop_so_far;

`ifdef TOTALS
assign full = g_in[LINKS].full_so_far;
assign flow = |g_out[LINKS].go | lane_go[LINKS];
`endif

// ----------------------------------------------------------------------------
// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SYNTHESIS
`ifndef SLUICE_NO_LINK_MONITOR
localparam COORD_W = $clog2(ARY);

for (i = 0; i < RADIX; i = i + 1) begin : g_monitor
  localparam HERE = i < LINKS ? i / 2 : 0;
  localparam EDGE = i % 2 == 0 ? ARY - 1 : 0;

  wire there = TORUS != 0 || i == LINKS || at[HERE*COORD_W +: COORD_W] != EDGE[COORD_W-1:0];   // a link; otherwise the edge of a mesh

  link_monitor #(
    .ARY(ARY), .DIMS(DIMS), .VCS(VCS), .LINK_VCS(LINK_VCS), .BUFFER_FLITS(BUFFER_FLITS), .PACKET_FLITS(PACKET_FLITS),
`ifdef TOTALS
    .BUFFERS(BUFFERS), .FLOW_CYCLES(FLOW_CYCLES), .ROUTERS(ROUTERS),
`endif
    .FLIT_BITS(FLIT_BITS), .FROM_NODE(i == LINKS ? 1 : 0), .LINK("rx"), .PORT(i)
  ) rx (
    .clk(clk), .rst(rst), .at(at), .there(there), .valid(rx_valid[i]), .head(rx_head[i]), .vc(rx_vc[i*VC_W +: VC_W]),
    .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef MESSAGES
    .msg_valid(rx_msg_valid[i]),
`endif
`ifdef SIDE_BAND
    .msg_full(rx_msg_full[i*FULL_W +: FULL_W]), .msg_flow(rx_msg_flow[i*FLOW_W +: FLOW_W]),
`endif
    .credit(rx_credit[i]), .credit_vcs(rx_credit_vcs[i*VCS +: VCS])
  );

  link_monitor #(
    .ARY(ARY), .DIMS(DIMS), .VCS(VCS), .LINK_VCS(LINK_VCS), .BUFFER_FLITS(BUFFER_FLITS), .PACKET_FLITS(PACKET_FLITS),
`ifdef TOTALS
    .BUFFERS(BUFFERS), .FLOW_CYCLES(FLOW_CYCLES), .ROUTERS(ROUTERS),
`endif
    .FLIT_BITS(FLIT_BITS), .TO_NODE(i == LINKS ? 1 : 0), .LINK("tx"), .PORT(i)
  ) tx (
    .clk(clk), .rst(rst), .at(at), .there(there), .valid(tx_valid[i]), .head(tx_head[i]), .vc(tx_vc[i*VC_W +: VC_W]),
    .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef MESSAGES
    .msg_valid(tx_msg_valid[i]),
`endif
`ifdef SIDE_BAND
    .msg_full(tx_msg_full[i*FULL_W +: FULL_W]), .msg_flow(tx_msg_flow[i*FLOW_W +: FLOW_W]),
`endif
    .credit(tx_credit[i]), .credit_vcs(tx_credit_vcs[i*VCS +: VCS])
  );
end
`endif
`endif

endmodule
