// Network interface of a host, as a switch of two ports: port 0 is the link to a switch of the network, port 1 is the host's.
module switch #(
`include "wiring/slot_nic/parameters.vh"
`include "wiring/slot_nic/link_widths.vh"
  parameter FLITS_AT       = 35,      // place of the length in a header
  // Queues of the switch with credits of their own, or its memory; lines, priorities or queues of the switch that hold packets back.
`ifdef NEXT_QUEUES
  parameter CREDIT_CLASSES = QUEUES,
  parameter HOLDERS        = QUEUES,
`else
  parameter CREDIT_CLASSES = 1,
`ifdef PRIORITIES
  parameter HOLDERS        = QUEUES,
`elsif LISTS
  parameter HOLDERS        = CFQS,
`elsif PARKS
  parameter HOLDERS        = SAQS,
`else
  parameter HOLDERS        = 1,
`endif
`endif
  parameter PACKET_FLITS   = 8
) (
`include "wiring/link/two_links.vh"

`ifdef ROUTES
  // Routes: the turns, the first one lowest; their number. The fields are used only with cfg_valid.
  input  wire                      cfg_valid,
  input  wire [DEST_W-1:0]         cfg_address,
  input  wire [POOL_W-1:0]         cfg_turns,
  input  wire [LEN_W-1:0]          cfg_left,

`ifdef PARKS
  output wire [1:0]                rx_msg_valid, rx_msg_xoff,
  output wire [2*LINE_W-1:0]       rx_msg_line,
  output wire [2*POOL_W-1:0]       rx_msg_turns,
  output wire [2*LEN_W-1:0]        rx_msg_len,

  // verilator lint_off UNUSED
  input  wire [1:0]                tx_msg_valid, tx_msg_xoff,
  input  wire [2*LINE_W-1:0]       tx_msg_line,
  input  wire [2*POOL_W-1:0]       tx_msg_turns,
  input  wire [2*LEN_W-1:0]        tx_msg_len,
  // verilator lint_on UNUSED
`endif
`elsif NEXT_QUEUES
  // Queues of the switch. One without credits holds packets back.
  input  wire                      cfg_valid,
  input  wire [DEST_W-1:0]         cfg_address,
  input  wire [QUEUE_W-1:0]        cfg_queue,

  // verilator lint_off UNUSED
  input  wire [2*QUEUE_W-1:0]      tx_credit_queue,   // port 0: queue of the slot that the switch freed
  // verilator lint_on UNUSED
`elsif PRIORITIES
  output wire [1:0]                rx_msg_valid,
  output wire [2*QUEUES-1:0]       rx_msg_stop,

  // verilator lint_off UNUSED
  input  wire [1:0]                tx_msg_valid,
  input  wire [2*QUEUES-1:0]       tx_msg_stop,
  // verilator lint_on UNUSED
`else
  output wire [1:0]                rx_msg_valid, rx_msg_xoff,
  output wire [2*LINE_W-1:0]       rx_msg_line,
  output wire [2*LEN_W-1:0]        rx_msg_hops,
  output wire [2*DEST_W-1:0]       rx_msg_destination,

  // verilator lint_off UNUSED
  input  wire [1:0]                tx_msg_valid, tx_msg_xoff,
  input  wire [2*LINE_W-1:0]       tx_msg_line,
  input  wire [2*LEN_W-1:0]        tx_msg_hops,
  input  wire [2*DEST_W-1:0]       tx_msg_destination,
  // verilator lint_on UNUSED
`endif

  // The host starts with SOURCE_SLOTS credits for each queue of the send side, the network with SINK_SLOTS.
  output wire [2*SEND_QUEUE_W-1:0] rx_credit_queue    // port 1: queue of the send side, valid only with rx_credit; port 0: 0
);
`include "units/slot_credit.vh"

localparam FLITS_W = $clog2(PACKET_FLITS + 1);

// Slots of the receive side. Where the host's header names a queue of the send side: from there on it is 0, up to the length; and the field of the network's
// that is 0. A word of the table, turns and their number, or a queue; what headers to the network get of it. Destinations and queues that headers of the
// network name; 0: none. Synthesis does not use these.
localparam SINK_SLOTS  = SLOTS / CREDIT_CLASSES;
// verilator lint_off UNUSED
`ifdef ROUTES
localparam QUEUE_AT    = 0;
localparam WORD_W      = LEN_W + POOL_W;
localparam PUT_AT      = 0;
localparam PUT_W       = FLITS_AT;
localparam NAMES       = 0;
localparam LEVELS      = 0;
localparam NET_ZEROS   = TURNPOOL_BITS;
localparam NET_ZEROS_W = LEN_W;
`elsif NEXT_QUEUES
localparam QUEUE_AT    = 0;
localparam WORD_W      = QUEUE_W;
localparam PUT_AT      = DEST_W;
localparam PUT_W       = QUEUE_W;
localparam NAMES       = NODES;
localparam LEVELS      = QUEUES;
localparam NET_ZEROS   = DEST_W;
localparam NET_ZEROS_W = QUEUE_W;
`else
`ifdef PRIORITIES
localparam QUEUE_AT    = DEST_W;
localparam LEVELS      = QUEUES;
`else
localparam QUEUE_AT    = 0;
localparam LEVELS      = 0;
`endif
localparam WORD_W      = 1;
localparam PUT_AT      = 0;
localparam PUT_W       = 1;
localparam NAMES       = NODES;
localparam NET_ZEROS   = 0;
localparam NET_ZEROS_W = 0;
`endif
// verilator lint_on UNUSED
localparam BY_W        = HOLDERS > 1 ? $clog2(HOLDERS) : 1;
localparam CLASS_W     = CREDIT_CLASSES > 1 ? $clog2(CREDIT_CLASSES) : 1;

// Send side: the host's flit, queues, the candidate.
wire [FLIT_BITS-1:0]    host_data = rx_data[FLIT_BITS +: FLIT_BITS];
wire [SEND_QUEUES-1:0]  more, cand, gnt_queue;
wire                    there, no_credit, idle, gnt;
wire [SEND_QUEUE_W-1:0] credit_queue;

// By port out of which packets go.
wire [1:0]              rd_valid, rd_head;
wire [2*FLIT_BITS-1:0]  rdata;

// Receive side: the network's flit; its packet, which goes when the host has a slot.
wire [FLIT_BITS-1:0]    net_data = rx_data[FLIT_BITS-1:0];
wire                    net_there, net_idle, host_full;
wire                    net_gnt = net_there & net_idle & ~host_full;

// Not all network interfaces use these. What holds the candidate back, and what lets go. The queue selected; what the table says of the candidate,
// that it has no route, and of the packet whose header was read last. Classes of credits: of the candidate, of the credit that comes. Of the receive side,
// which has one queue.
// verilator lint_off UNUSED
// verilator lint_off UNDRIVEN
wire                    stopped;
wire [BY_W-1:0]         by;
wire [HOLDERS-1:0]      let_go;
wire                    pick;
wire [SEND_QUEUES-1:0]  pick_queue;
wire [WORD_W-1:0]       route_word, put_word;
wire                    no_route;
wire [PUT_W-1:0]        put_fields;
wire [CLASS_W-1:0]      gnt_class, credit_class;
wire [CREDIT_CLASSES-1:0] gives;
wire                    net_more, net_queue, host_gives;
wire [1:0]              pace, pace_next;
// verilator lint_on UNDRIVEN
// verilator lint_on UNUSED

// ----------------------------------------------------------------------------
// From the host to the network.
dqu #(.SEND_QUEUES(SEND_QUEUES), .SOURCE_SLOTS(SOURCE_SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) dqu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid[1]), .rx_head(rx_head[1]), .rx_data(host_data),
  .rx_queue(host_data[QUEUE_AT +: SEND_QUEUE_W]), .rx_flits(host_data[FLITS_AT +: FLITS_W]), .cand(cand), .gnt(gnt),
  .gnt_queue(gnt_queue), .more(more), .there(there), .idle(idle), .rd_valid(rd_valid[0]),
  .rd_head(rd_head[0]), .rdata(rdata[FLIT_BITS-1:0]), .rx_credit(rx_credit[1]), .rx_credit_queue(credit_queue)
);

assign rx_credit_queue = {credit_queue, {SEND_QUEUE_W{1'b0}}};

// Scheduler.
nsj #(
`ifdef SEND_TABLE
  .WORD_W(WORD_W),
`endif
`ifdef ROUTES
  .LEFT_W(LEN_W),
`endif
  .SEND_QUEUES(SEND_QUEUES), .HOLDERS(HOLDERS)
) nsj (
`ifdef SEND_TABLE
  .popping(rd_head[0]), .route_word(route_word), .pick(pick), .pick_queue(pick_queue), .put_word(put_word),
`endif
  .clk(clk), .rst(rst), .more(more), .there(there), .no_credit(no_credit), .idle(idle), .stopped(stopped), .by(by), .let_go(let_go),
  .cand(cand), .gnt(gnt), .gnt_queue(gnt_queue)
);

// Slots of the switch.
ncu #(.CREDIT_CLASSES(CREDIT_CLASSES), .CLASS_CREDITS(slot_credits(SINK_SLOTS))) ncu (
  .clk(clk), .rst(rst), .gnt(gnt), .gnt_class(gnt_class), .credit(tx_credit[0]), .credit_class(credit_class), .gives(gives),
  .no_credit(no_credit)
);

// ----------------------------------------------------------------------------
// From the network to the host.
dqu #(.SEND_QUEUES(1), .SOURCE_SLOTS(SINK_SLOTS), .AT_ONCE(1), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) receive (
  .clk(clk), .rst(rst), .rx_valid(rx_valid[0]), .rx_head(rx_head[0]), .rx_data(net_data), .rx_queue(1'b0),
  .rx_flits(net_data[FLITS_AT +: FLITS_W]), .cand(1'b1), .gnt(net_gnt), .gnt_queue(net_gnt), .more(net_more), .there(net_there),
  .idle(net_idle), .rd_valid(rd_valid[1]), .rd_head(rd_head[1]), .rdata(rdata[FLIT_BITS +: FLIT_BITS]),
  .rx_credit(rx_credit[0]), .rx_credit_queue(net_queue)
);

// Slots of the host.
ncu #(.CREDIT_CLASSES(1), .CLASS_CREDITS(slot_credits(HOST_SLOTS))) host (
  .clk(clk), .rst(rst), .gnt(net_gnt), .gnt_class(1'b0), .credit(tx_credit[1]), .credit_class(1'b0), .gives(host_gives),
  .no_credit(host_full)
);

// ----------------------------------------------------------------------------
// Link ports. Headers to the network get what the network interface knows.
genvar o;
for (o = 0; o < 2; o = o + 1) begin : g_out
  lport #(.PUT_AT(PUT_AT), .PUT_W(PUT_W), .FLIT_BITS(FLIT_BITS)) lport (
    .clk(clk), .rst(rst), .rd_valid(rd_valid[o]), .rd_head(rd_head[o]), .rdata(rdata[o*FLIT_BITS +: FLIT_BITS]),
    .put(NET_ZEROS_W != 0 && o == 0), .put_fields(put_fields), .pace(pace[o]), .pace_next(pace_next[o]), .tx_valid(tx_valid[o]),
    .tx_head(tx_head[o]), .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
  );
end

// ----------------------------------------------------------------------------
// What differs: the table, and what the network has stopped, by messages to port 0. None are sent, neither to it nor to the host.
`ifdef ROUTES
wire [DEST_W-1:0]        pick_dest;
wire [POOL_W-1:0]        route_turns, put_turns;
wire [LEN_W-1:0]         route_left, put_left;

onehot_index #(.N(NODES)) number_of_pick (.onehot(pick_queue), .index(pick_dest));

nrt #(.RADIX(RADIX), .NODES(NODES), .TURNPOOL_BITS(TURNPOOL_BITS)) nrt (
  .clk(clk), .pick(pick), .pick_dest(pick_dest), .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns),
  .cfg_left(cfg_left), .route_turns(route_turns), .route_left(route_left)
);

assign route_word   = {route_left, route_turns};
assign no_route     = route_left == {LEN_W{1'b0}};
assign {put_left, put_turns} = put_word;
assign put_fields   = {put_left, {(TURNPOOL_BITS-POOL_W){1'b0}}, put_turns};
assign gnt_class    = 1'b0;
assign credit_class = 1'b0;

`ifdef PARKS
assign rx_msg_valid = 2'b00;
assign rx_msg_xoff  = 2'b00;
assign rx_msg_line  = {2*LINE_W{1'b0}};
assign rx_msg_turns = {2*POOL_W{1'b0}};
assign rx_msg_len   = {2*LEN_W{1'b0}};

nlf #(.RADIX(RADIX), .SAQS(SAQS), .TURNPOOL_BITS(TURNPOOL_BITS)) nlf (
  .clk(clk), .rst(rst), .msg_valid(tx_msg_valid[0]), .msg_xoff(tx_msg_xoff[0]), .msg_line(tx_msg_line[LINE_W-1:0]),
  .msg_turns(tx_msg_turns[POOL_W-1:0]), .msg_len(tx_msg_len[LEN_W-1:0]), .route_turns(route_turns),
  .route_left(route_left), .stopped(stopped), .by(by), .let_go(let_go)
);
`else
assign stopped = 1'b0;
assign by      = 1'b0;
assign let_go  = 1'b0;
`endif
`elsif NEXT_QUEUES
wire [DEST_W-1:0]           pick_dest;

onehot_index #(.N(NODES)) number_of_pick (.onehot(pick_queue), .index(pick_dest));

nrt #(.NODES(NODES), .QUEUES(QUEUES)) nrt (
  .clk(clk), .pick(pick), .pick_dest(pick_dest), .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_queue(cfg_queue),
  .route_queue(route_word)
);

assign put_fields   = put_word;
assign gnt_class    = route_word;
assign no_route     = 1'b0;
assign credit_class = tx_credit_queue[QUEUE_W-1:0];
assign stopped      = no_credit;
assign by           = route_word;
assign let_go       = gives;
`elsif PRIORITIES
assign rx_msg_valid = 2'b00;
assign rx_msg_stop  = {2*QUEUES{1'b0}};

npf #(.QUEUES(QUEUES)) npf (
  .clk(clk), .rst(rst), .msg_valid(tx_msg_valid[0]), .msg_stop(tx_msg_stop[QUEUES-1:0]), .cand(cand),
  .stopped(stopped), .by(by), .let_go(let_go)
);
`else
assign rx_msg_valid       = 2'b00;
assign rx_msg_xoff        = 2'b00;
assign rx_msg_line        = {2*LINE_W{1'b0}};
assign rx_msg_hops        = {2*LEN_W{1'b0}};
assign rx_msg_destination = {2*DEST_W{1'b0}};

ndf #(.CFQS(CFQS), .NODES(NODES)) ndf (
  .clk(clk), .rst(rst), .msg_valid(tx_msg_valid[0]), .msg_xoff(tx_msg_xoff[0]), .msg_line(tx_msg_line[LINE_W-1:0]),
  .msg_destination(tx_msg_destination[DEST_W-1:0]), .cand(cand), .stopped(stopped), .by(by), .let_go(let_go)
);
`endif
`ifndef SEND_TABLE
// There is no table.
assign no_route     = 1'b0;
assign put_fields   = 1'b0;
assign gnt_class    = 1'b0;
assign credit_class = 1'b0;
`endif

`ifndef SYNTHESIS
localparam HOST_ZEROS   = QUEUE_AT + SEND_QUEUE_W;
localparam HOST_ZEROS_W = FLITS_AT - HOST_ZEROS;

wire [FLIT_BITS-1:0] host_writes = host_data >> HOST_ZEROS & ~({FLIT_BITS{1'b1}} << HOST_ZEROS_W);
wire [FLIT_BITS-1:0] net_writes  = net_data >> NET_ZEROS & ~({FLIT_BITS{1'b1}} << NET_ZEROS_W);

always @(posedge clk) if (!rst) begin
  if (rx_valid[1] && rx_head[1] && |host_writes) $fatal(1, "the host writes what the network interface knows");
  if (rx_valid[0] && rx_head[0] && |net_writes) $fatal(1, "a route that does not end here, or a queue that is not there");
  if (gnt && no_route) $fatal(1, "a packet leaves without a route");
end

// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SLUICE_NO_LINK_MONITOR
genvar i;
for (i = 0; i < 2; i = i + 1) begin : g_monitor
  link_monitor #(
    .KINDS(i == 0 ? 1 : SEND_QUEUES), .FULL(i == 0 ? SINK_SLOTS : SOURCE_SLOTS), .CREDIT_W(SEND_QUEUE_W), .KIND_AT(QUEUE_AT),
    .FLITS_AT(FLITS_AT), .NODES(i == 0 ? NAMES : NODES), .QUEUES_AT(DEST_W), .QUEUES(LEVELS),
    .ZEROS_AT(i == 0 ? NET_ZEROS : HOST_ZEROS), .ZEROS_W(i == 0 ? NET_ZEROS_W : HOST_ZEROS_W), .FLIT_BITS(FLIT_BITS),
    .PACKET_FLITS(PACKET_FLITS), .LINK("rx"), .PORT(i)
  ) rx (
    .clk(clk), .rst(rst), .valid(rx_valid[i]), .head(rx_head[i]), .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
    .credit(rx_credit[i]), .credit_queue(rx_credit_queue[i*SEND_QUEUE_W +: SEND_QUEUE_W])
  );

  link_monitor #(
    .KINDS(i == 0 ? CREDIT_CLASSES : 1), .FULL(i == 0 ? SINK_SLOTS : HOST_SLOTS), .CREDIT_W(CLASS_W), .KIND_AT(DEST_W),
    .FLITS_AT(FLITS_AT), .NODES(NAMES), .QUEUES_AT(DEST_W), .QUEUES(LEVELS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
    .LINK("tx"), .PORT(i)
  ) tx (
    .clk(clk), .rst(rst), .valid(tx_valid[i]), .head(tx_head[i]), .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
    .credit(tx_credit[i]), .credit_queue(credit_class)
  );
end
`endif
`endif

endmodule
