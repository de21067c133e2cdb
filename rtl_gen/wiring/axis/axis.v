// Switch with AXI-Stream ports: a switch, and a network interface at each port. Parameters are those that it was generated with, and are not to be
// changed: the files of the switch and of the network interfaces have them as well.
module axis #(
`ifdef NIC
  parameter VC_SAQS        = 8,
  parameter VCS            = 2,
  parameter LEVELS         = 8,
  parameter TURNPOOL_BITS  = 31,
`elsif ROUTES
  // verilator lint_off UNUSED
  parameter SAQS           = 4,
  // verilator lint_on UNUSED
  parameter TURNPOOL_BITS  = 31,
`elsif LISTS
  parameter CFQS           = 4,
  parameter HOPS           = 15,
`else
  parameter QUEUES         = 4,
`endif
  parameter NODES          = 8,
  parameter AXIS_BYTES     = 8,
  parameter AXIS_USER_BITS = 1,
  parameter AXIS_ID_BITS   = 8,
  parameter FLIT_BITS      = 138,
  parameter NODE_BITS      = 16,
  parameter DEST_W         = $clog2(NODES)
) (
  input  wire                            aclk,
  input  wire                            aresetn,          // synchronous, active low; one cycle is enough

  // Of port i at [i*W +: W]. TDEST is the port that a frame goes to. TREADY is low in reset, and until tables are written.
  input  wire [NODES*8*AXIS_BYTES-1:0]   s_axis_tdata,
  input  wire [NODES*AXIS_BYTES-1:0]     s_axis_tkeep,
  input  wire [NODES-1:0]                s_axis_tvalid,
  output wire [NODES-1:0]                s_axis_tready,
  input  wire [NODES-1:0]                s_axis_tlast,
  input  wire [NODES*AXIS_ID_BITS-1:0]   s_axis_tid,
  input  wire [NODES*DEST_W-1:0]         s_axis_tdest,
  input  wire [NODES*AXIS_USER_BITS-1:0] s_axis_tuser,

  // TDEST is the port that a frame comes from.
  output wire [NODES*8*AXIS_BYTES-1:0]   m_axis_tdata,
  output wire [NODES*AXIS_BYTES-1:0]     m_axis_tkeep,
  output wire [NODES-1:0]                m_axis_tvalid,
  input  wire [NODES-1:0]                m_axis_tready,
  output wire [NODES-1:0]                m_axis_tlast,
  output wire [NODES*AXIS_ID_BITS-1:0]   m_axis_tid,
  output wire [NODES*DEST_W-1:0]         m_axis_tdest,
  output wire [NODES*AXIS_USER_BITS-1:0] m_axis_tuser,

  // Frames that were dropped: too long, or to a port that is not there. Stays at the most.
  output wire [NODES*16-1:0]             dropped
);
wire                       rst = ~aresetn;
wire                       run;
// verilator lint_off UNUSED
wire                       cfg_valid;
wire [DEST_W-1:0]          cfg_address;      // port that a word of a table is for
// verilator lint_on UNUSED
wire [NODES-1:0]           rx_valid, rx_head, rx_credit, tx_valid, tx_head, tx_credit;
wire [NODES*FLIT_BITS-1:0] rx_data, tx_data;

boot #(.NODES(NODES)) boot (.clk(aclk), .rst(rst), .cfg_valid(cfg_valid), .cfg_address(cfg_address), .done(run));

// ----------------------------------------------------------------------------
// The switch. Of the routing table of one that has one, the word of a port is the port, and queue 0 there.
`ifdef NIC
localparam TURN_W     = $clog2(NODES);
localparam TURNS      = TURNPOOL_BITS / TURN_W;
localparam POOL_W     = TURNS * TURN_W;
localparam LEN_W      = $clog2(TURNS + 1);
localparam VC_W       = VCS > 1 ? $clog2(VCS) : 1;
localparam VC_QUEUE_W = $clog2(NODES + VC_SAQS);

localparam [LEN_W-1:0] ONE_TURN = 1;

wire [NODES*VC_W-1:0]       rx_credit_vc, tx_credit_vc;
// verilator lint_off UNUSED
wire [NODES-1:0]            rx_msg_valid, rx_msg_xoff, tx_msg_valid, tx_msg_xoff;
wire [NODES*LEVELS-1:0]     rx_msg_levels, tx_msg_levels;
wire [NODES*VC_QUEUE_W-1:0] rx_msg_queue, tx_msg_queue;
wire [NODES*POOL_W-1:0]     rx_msg_turns, tx_msg_turns;
wire [NODES*LEN_W-1:0]      rx_msg_len, tx_msg_len;
// verilator lint_on UNUSED

`ifdef NIC_STOPS
switch #(.RADIX(NODES)) switch (
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_levels(rx_msg_levels), .rx_msg_queue(rx_msg_queue),
  .rx_msg_turns(rx_msg_turns), .rx_msg_len(rx_msg_len), .tx_msg_valid(tx_msg_valid), .tx_msg_xoff(tx_msg_xoff),
  .tx_msg_levels(tx_msg_levels), .tx_msg_queue(tx_msg_queue), .tx_msg_turns(tx_msg_turns), .tx_msg_len(tx_msg_len),
`else
assign rx_msg_valid  = {NODES{1'b0}};
assign rx_msg_xoff   = {NODES{1'b0}};
assign rx_msg_levels = {(NODES*LEVELS){1'b0}};
assign rx_msg_queue  = {(NODES*VC_QUEUE_W){1'b0}};
assign rx_msg_turns  = {(NODES*POOL_W){1'b0}};
assign rx_msg_len    = {(NODES*LEN_W){1'b0}};

switch #(.RADIX(NODES)) switch (
`endif
  .rx_credit_vc(rx_credit_vc), .tx_credit_vc(tx_credit_vc),
`elsif ROUTES
localparam TURN_W = $clog2(NODES);
localparam TURNS  = TURNPOOL_BITS / TURN_W;
localparam POOL_W = TURNS * TURN_W;
localparam LEN_W  = $clog2(TURNS + 1);

localparam [LEN_W-1:0] ONE_TURN = 1;

`ifdef PARKS
localparam LINE_W = SAQS > 1 ? $clog2(SAQS) : 1;

wire [NODES-1:0]        rx_msg_valid, rx_msg_xoff, tx_msg_valid, tx_msg_xoff;
wire [NODES*LINE_W-1:0] rx_msg_line, tx_msg_line;
wire [NODES*POOL_W-1:0] rx_msg_turns, tx_msg_turns;
wire [NODES*LEN_W-1:0]  rx_msg_len, tx_msg_len;

switch #(.RADIX(NODES)) switch (
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_turns(rx_msg_turns),
  .rx_msg_len(rx_msg_len), .tx_msg_valid(tx_msg_valid), .tx_msg_xoff(tx_msg_xoff), .tx_msg_line(tx_msg_line),
  .tx_msg_turns(tx_msg_turns), .tx_msg_len(tx_msg_len),
`else
switch #(.RADIX(NODES)) switch (
`endif
`elsif NEXT_QUEUES
localparam QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1;

wire [NODES*QUEUE_W-1:0] rx_credit_queue, tx_credit_queue;
wire [QUEUE_W-1:0]       cfg_queue;

frame_level #(.LEVELS(QUEUES), .ID_W(DEST_W)) queue_of (.id(cfg_address), .level(cfg_queue));

switch #(.RADIX(NODES)) switch (
  .rx_credit_queue(rx_credit_queue), .tx_credit_queue(tx_credit_queue), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
  .cfg_data({{QUEUE_W{1'b0}}, cfg_address}),
`elsif PRIORITIES
wire [NODES-1:0]        rx_msg_valid, tx_msg_valid;
wire [NODES*QUEUES-1:0] rx_msg_stop, tx_msg_stop;

switch #(.RADIX(NODES)) switch (
  .rx_msg_valid(rx_msg_valid), .rx_msg_stop(rx_msg_stop), .tx_msg_valid(tx_msg_valid), .tx_msg_stop(tx_msg_stop),
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_port(cfg_address),
`else
localparam LINE_W = CFQS > 1 ? $clog2(CFQS) : 1;
localparam LEN_W  = $clog2(HOPS + 1);

wire [NODES-1:0]        rx_msg_valid, rx_msg_xoff, tx_msg_valid, tx_msg_xoff;
wire [NODES*LINE_W-1:0] rx_msg_line, tx_msg_line;
wire [NODES*LEN_W-1:0]  rx_msg_hops, tx_msg_hops;
wire [NODES*DEST_W-1:0] rx_msg_destination, tx_msg_destination;

switch #(.RADIX(NODES)) switch (
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_hops(rx_msg_hops),
  .rx_msg_destination(rx_msg_destination), .tx_msg_valid(tx_msg_valid), .tx_msg_xoff(tx_msg_xoff), .tx_msg_line(tx_msg_line),
  .tx_msg_hops(tx_msg_hops), .tx_msg_destination(tx_msg_destination), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
  .cfg_port(cfg_address),
`endif
  .clk(aclk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_credit(rx_credit),
  .tx_valid(tx_valid), .tx_head(tx_head), .tx_data(tx_data), .tx_credit(tx_credit)
);

// ----------------------------------------------------------------------------
// End nodes. A route is one turn, which leads from port i to the destination; the queue at the switch is that of the destination.
genvar i;
for (i = 0; i < NODES; i = i + 1) begin : g_node
  localparam [NODE_BITS-1:0] NODE   = i;
  localparam [DEST_W:0]      AROUND = NODES - i;
  localparam [DEST_W:0]      ALL    = NODES;

  // verilator lint_off UNUSED
  wire [DEST_W:0] sum  = {1'b0, cfg_address} + AROUND;
  wire [DEST_W:0] turn = sum >= ALL ? sum - ALL : sum;
  // verilator lint_on UNUSED

  axis_node #(.NODES(NODES)) end_node (
`ifdef NIC
    .link_rx_credit_vc(tx_credit_vc[i*VC_W +: VC_W]), .link_tx_credit_vc(rx_credit_vc[i*VC_W +: VC_W]),
    .link_rx_msg_valid(tx_msg_valid[i]), .link_rx_msg_xoff(tx_msg_xoff[i]),
    .link_rx_msg_levels(tx_msg_levels[i*LEVELS +: LEVELS]), .link_rx_msg_queue(tx_msg_queue[i*VC_QUEUE_W +: VC_QUEUE_W]),
    .link_rx_msg_turns(tx_msg_turns[i*POOL_W +: POOL_W]), .link_rx_msg_len(tx_msg_len[i*LEN_W +: LEN_W]),
    .link_tx_msg_valid(rx_msg_valid[i]), .link_tx_msg_xoff(rx_msg_xoff[i]),
    .link_tx_msg_levels(rx_msg_levels[i*LEVELS +: LEVELS]), .link_tx_msg_queue(rx_msg_queue[i*VC_QUEUE_W +: VC_QUEUE_W]),
    .link_tx_msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]), .link_tx_msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns({{(POOL_W-DEST_W){1'b0}}, turn[DEST_W-1:0]}),
    .cfg_left(ONE_TURN),
`elsif ROUTES
`ifdef PARKS
    .link_rx_msg_valid(tx_msg_valid[i]), .link_rx_msg_xoff(tx_msg_xoff[i]),
    .link_rx_msg_line(tx_msg_line[i*LINE_W +: LINE_W]), .link_rx_msg_turns(tx_msg_turns[i*POOL_W +: POOL_W]),
    .link_rx_msg_len(tx_msg_len[i*LEN_W +: LEN_W]), .link_tx_msg_valid(rx_msg_valid[i]), .link_tx_msg_xoff(rx_msg_xoff[i]),
    .link_tx_msg_line(rx_msg_line[i*LINE_W +: LINE_W]), .link_tx_msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]),
    .link_tx_msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
`endif
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns({{(POOL_W-DEST_W){1'b0}}, turn[DEST_W-1:0]}),
    .cfg_left(ONE_TURN),
`elsif NEXT_QUEUES
    .link_rx_credit_queue(tx_credit_queue[i*QUEUE_W +: QUEUE_W]), .link_tx_credit_queue(rx_credit_queue[i*QUEUE_W +: QUEUE_W]),
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_queue(cfg_queue),
`elsif PRIORITIES
    .link_rx_msg_valid(tx_msg_valid[i]), .link_rx_msg_stop(tx_msg_stop[i*QUEUES +: QUEUES]),
    .link_tx_msg_valid(rx_msg_valid[i]), .link_tx_msg_stop(rx_msg_stop[i*QUEUES +: QUEUES]),
`else
    .link_rx_msg_valid(tx_msg_valid[i]), .link_rx_msg_xoff(tx_msg_xoff[i]),
    .link_rx_msg_line(tx_msg_line[i*LINE_W +: LINE_W]), .link_rx_msg_hops(tx_msg_hops[i*LEN_W +: LEN_W]),
    .link_rx_msg_destination(tx_msg_destination[i*DEST_W +: DEST_W]), .link_tx_msg_valid(rx_msg_valid[i]),
    .link_tx_msg_xoff(rx_msg_xoff[i]), .link_tx_msg_line(rx_msg_line[i*LINE_W +: LINE_W]),
    .link_tx_msg_hops(rx_msg_hops[i*LEN_W +: LEN_W]), .link_tx_msg_destination(rx_msg_destination[i*DEST_W +: DEST_W]),
`endif
    .clk(aclk), .rst(rst), .run(run), .node(NODE), .dropped(dropped[i*16 +: 16]),
    .s_axis_tdata(s_axis_tdata[i*8*AXIS_BYTES +: 8*AXIS_BYTES]), .s_axis_tkeep(s_axis_tkeep[i*AXIS_BYTES +: AXIS_BYTES]),
    .s_axis_tvalid(s_axis_tvalid[i]), .s_axis_tready(s_axis_tready[i]), .s_axis_tlast(s_axis_tlast[i]),
    .s_axis_tid(s_axis_tid[i*AXIS_ID_BITS +: AXIS_ID_BITS]), .s_axis_tdest(s_axis_tdest[i*DEST_W +: DEST_W]),
    .s_axis_tuser(s_axis_tuser[i*AXIS_USER_BITS +: AXIS_USER_BITS]),
    .m_axis_tdata(m_axis_tdata[i*8*AXIS_BYTES +: 8*AXIS_BYTES]), .m_axis_tkeep(m_axis_tkeep[i*AXIS_BYTES +: AXIS_BYTES]),
    .m_axis_tvalid(m_axis_tvalid[i]), .m_axis_tready(m_axis_tready[i]), .m_axis_tlast(m_axis_tlast[i]),
    .m_axis_tid(m_axis_tid[i*AXIS_ID_BITS +: AXIS_ID_BITS]), .m_axis_tdest(m_axis_tdest[i*DEST_W +: DEST_W]),
    .m_axis_tuser(m_axis_tuser[i*AXIS_USER_BITS +: AXIS_USER_BITS]), .link_rx_valid(tx_valid[i]), .link_rx_head(tx_head[i]),
    .link_rx_data(tx_data[i*FLIT_BITS +: FLIT_BITS]), .link_rx_credit(tx_credit[i]), .link_tx_valid(rx_valid[i]),
    .link_tx_head(rx_head[i]), .link_tx_data(rx_data[i*FLIT_BITS +: FLIT_BITS]), .link_tx_credit(rx_credit[i])
  );
end

endmodule
