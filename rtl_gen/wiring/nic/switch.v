// Network interface: a send side from port 1, the host's, to port 0, the link to a switch, and a receive side the other way. Its ports are those of a
// switch of two ports.
module switch #(
`include "wiring/nic/parameters.vh"
  parameter NODES         = 64,
`include "wiring/cells/header.vh"
  parameter DEST_W        = $clog2(NODES),
  parameter VC_QUEUE_W    = $clog2(RADIX + VC_SAQS),
  parameter MSG_W         = DEST_W > VC_QUEUE_W ? DEST_W : VC_QUEUE_W
) (
`include "wiring/link/two_links.vh"

  // The host starts with NIC_CELLS credits for each service level, the network with CELLS for each VC.
  output wire [2*SL_W-1:0]      rx_credit_vc,   // port 0: VC, port 1: service level; valid only with rx_credit

  // Messages to the host, by port 1; none are sent by port 0. Valid only with rx_msg_valid.
  output wire [1:0]             rx_msg_valid,
  output wire [1:0]             rx_msg_xoff,    // 1: Xoff, stop packets of a service level for a destination; 0: Xon, end the stop
  output wire [2*SLS-1:0]       rx_msg_levels,  // service levels
  output wire [2*MSG_W-1:0]     rx_msg_queue,   // destination
  output wire [2*POOL_W-1:0]    rx_msg_turns,   // 0
  output wire [2*LEN_W-1:0]     rx_msg_len,     // 0

  // verilator lint_off UNUSED
  input  wire [2*SL_W-1:0]      tx_credit_vc,   // VC

  // Messages from the network, to port 0; the host sends none.
  input  wire [1:0]             tx_msg_valid, tx_msg_xoff,
  input  wire [2*SLS-1:0]       tx_msg_levels,
  input  wire [2*MSG_W-1:0]     tx_msg_queue,
  input  wire [2*POOL_W-1:0]    tx_msg_turns,
  input  wire [2*LEN_W-1:0]     tx_msg_len,
  // verilator lint_on UNUSED

  // Write of a word of the routing table. The fields are used only with cfg_valid.
  input  wire                   cfg_valid,
  input  wire [DEST_W-1:0]      cfg_address,    // destination
  input  wire [POOL_W-1:0]      cfg_turns,      // its route, the first turn lowest
  input  wire [LEN_W-1:0]       cfg_left        // number of turns
);
localparam QUEUES     = SLS * NODES;
localparam VC_W       = VCS > 1 ? $clog2(VCS) : 1;
localparam CELLS_W    = $clog2(CELLS + 1);
localparam HOST_W     = $clog2(HOST_CELLS + 1);

// Headers: that of the host, that of the network.
wire [FLIT_BITS-1:0]      host_data = rx_data[FLIT_BITS +: FLIT_BITS];
wire [FLIT_BITS-1:0]      net_data  = rx_data[FLIT_BITS-1:0];

// Send side and its scheduler.
wire [QUEUES-1:0]         present, direct, parked, gnt_queue;
wire [QUEUES*FLITS_W-1:0] head_flits;
wire                      pick, park, stopped, idle, gnt, gnt_long;
wire [DEST_W-1:0]         pick_dest, cand_dest;
wire [SL_W-1:0]           cand_sl;
wire [VCS-1:0]            msg_vcs, gnt_vc;
wire [NEED_W-1:0]         gnt_need;
wire [POOL_W-1:0]         route_turns, go_turns;
wire [LEN_W-1:0]          route_left, go_left;
wire [VCS*CELLS_W-1:0]    spare;

// Receive side.
wire                      host_gnt;
wire [VCS-1:0]            host_eligible, host_lower;
wire [VCS-1:0]            host_vc     = host_eligible & ~host_lower;     // the lowest VC that has a packet for the host
wire [NEED_W-1:0]         host_need;
wire [VCS*HOST_W-1:0]     host_spare;

// By port out of which the packets go.
wire [1:0]                rd_valid, rd_head, pace, pace_next;
wire [2*FLIT_BITS-1:0]    rdata;

// A message of the send side, and a credit of the receive side, in the width of the pins.
wire [DEST_W-1:0]         msg_queue;
wire [VC_W-1:0]           credit_vc;

// verilator lint_off UNUSED
wire                      lost;            // an Xoff found no line: it is counted, and nothing else
wire                      host_idle_next;  // a host has no output to hold
// verilator lint_on UNUSED

// ----------------------------------------------------------------------------
// From the host to the network.
send #(
  .RADIX(RADIX), .NODES(NODES), .SLS(SLS), .NIC_CELLS(NIC_CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS),
  .DETECT_CELLS(DETECT_CELLS), .DETECT_XON_CELLS(DETECT_XON_CELLS), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS)
) send (
  .clk(clk), .rst(rst), .in_valid(rx_valid[1]), .in_head(rx_head[1]), .in_store(host_data), .in_turns(host_data[POOL_W-1:0]),
  .in_left(host_data[LEFT_AT +: LEN_W]), .in_sl(host_data[SL_AT +: SL_W]), .in_flits(host_data[FLITS_AT +: FLITS_W]),
  .gnt(gnt), .gnt_queue(gnt_queue), .gnt_long(gnt_long), .pace(pace[0]), .pace_next(pace_next[0]), .present(present),
  .head_flits(head_flits), .direct(direct), .idle(idle), .rd_valid(rd_valid[0]), .rd_head(rd_head[0]),
  .rdata(rdata[FLIT_BITS-1:0]), .credit(rx_credit[1]), .credit_sl(rx_credit_vc[SL_W +: SL_W]), .msg_valid(rx_msg_valid[1]),
  .msg_xoff(rx_msg_xoff[1]), .msg_levels(rx_msg_levels[SLS +: SLS]), .msg_queue(msg_queue),
  .msg_turns(rx_msg_turns[POOL_W +: POOL_W]), .msg_len(rx_msg_len[LEN_W +: LEN_W])
);

// Routing table.
nrt #(.RADIX(RADIX), .NODES(NODES), .TURNPOOL_BITS(TURNPOOL_BITS)) nrt (
  .clk(clk), .pick(pick), .pick_dest(pick_dest), .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns),
  .cfg_left(cfg_left), .route_turns(route_turns), .route_left(route_left)
);

// Filter: what the network has stopped.
nfu #(
  .RADIX(RADIX), .VC_SAQS(VC_SAQS), .NODES(NODES), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .LEVELS(LEVELS),
  .LEVEL_MAP(LEVEL_MAP), .BY_LEVEL(BY_LEVEL), .NIC_LINES(NIC_LINES), .TURNPOOL_BITS(TURNPOOL_BITS)
) nfu (
  .clk(clk), .rst(rst), .msg_valid(tx_msg_valid[0]), .msg_xoff(tx_msg_xoff[0]), .msg_levels(tx_msg_levels[LEVELS-1:0]),
  .msg_queue(tx_msg_queue[VC_QUEUE_W-1:0]), .msg_turns(tx_msg_turns[POOL_W-1:0]), .msg_len(tx_msg_len[LEN_W-1:0]),
  .cand_sl(cand_sl), .cand_dest(cand_dest), .park(park), .route_turns(route_turns), .route_left(route_left),
  .stopped(stopped), .parked(parked), .msg_vcs(msg_vcs), .lost(lost)
);

// Scheduler.
nsu #(
  .RADIX(RADIX), .NODES(NODES), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS),
  .PACKET_CELLS(PACKET_CELLS), .TURNPOOL_BITS(TURNPOOL_BITS)
) nsu (
  .clk(clk), .rst(rst), .present(present), .head_flits(head_flits), .direct(direct), .parked(parked), .stopped(stopped),
  .msg_vcs(msg_vcs), .spare(spare), .idle(idle), .pace_next(pace_next[0]), .route_turns(route_turns),
  .route_left(route_left), .pick(pick), .pick_dest(pick_dest), .cand_sl(cand_sl), .cand_dest(cand_dest), .park(park),
  .gnt(gnt), .gnt_queue(gnt_queue), .gnt_long(gnt_long), .gnt_vc(gnt_vc), .gnt_need(gnt_need), .go_turns(go_turns),
  .go_left(go_left)
);

// Cells of the switch.
ccu #(.VCS(VCS), .CELLS(CELLS), .PACKET_CELLS(PACKET_CELLS)) credits (
  .clk(clk), .rst(rst), .take(gnt), .take_vc(gnt_vc), .take_need(gnt_need), .give(tx_credit[0]),
  .give_vc(tx_credit_vc[VC_W-1:0]), .spare(spare)
);

// ----------------------------------------------------------------------------
// From the network to the host.
side #(
  .RADIX(RADIX), .SAQS(0), .DQS(1), .SLS(SLS), .SL_MAP(SL_MAP), .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS),
  .PACKET_CELLS(PACKET_CELLS), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS), .ROOM(HOST_CELLS), .LINK(1)
) receive (
  .clk(clk), .rst(rst), .in_valid(rx_valid[0]), .in_head(rx_head[0]), .in_store(net_data), .in_turns(net_data[POOL_W-1:0]),
  .in_left(net_data[LEFT_AT +: LEN_W]), .in_sl(net_data[SL_AT +: SL_W]), .in_flits(net_data[FLITS_AT +: FLITS_W]),
  .credits(host_spare), .open(pace_next[1]), .pick(host_vc), .gnt(host_gnt), .pace(pace[1]), .pace_next(pace_next[1]),
  .eligible(host_eligible), .req(host_gnt), .req_need(host_need), .idle_next(host_idle_next), .rd_valid(rd_valid[1]), .rd_head(rd_head[1]),
  .rdata(rdata[FLIT_BITS +: FLIT_BITS]), .credit(rx_credit[0]), .credit_vc(credit_vc)
);
prefix_or #(.N(VCS)) search (.x(host_eligible), .y(host_lower));

// Cells of the host.
ccu #(.VCS(VCS), .CELLS(HOST_CELLS), .PACKET_CELLS(PACKET_CELLS)) host (
  .clk(clk), .rst(rst), .take(host_gnt), .take_vc(host_vc), .take_need(host_need), .give(tx_credit[1]),
  .give_vc(tx_credit_vc[SL_W +: VC_W]), .spare(host_spare)
);

// ----------------------------------------------------------------------------
// Link ports. A header to the network gets its route.
wire [SL_AT-1:0] route = {go_left, {(TURNPOOL_BITS-POOL_W){1'b0}}, go_turns};

genvar o;
for (o = 0; o < 2; o = o + 1) begin : g_out
`ifdef PACED
  lport #(.SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .PUT_W(SL_AT), .FLIT_BITS(FLIT_BITS)) lport (
`else
  lport #(.PUT_W(SL_AT), .FLIT_BITS(FLIT_BITS)) lport (
`endif
    .clk(clk), .rst(rst), .rd_valid(rd_valid[o]), .rd_head(rd_head[o]), .rdata(rdata[o*FLIT_BITS +: FLIT_BITS]),
    .put(o == 0), .put_fields(route), .pace(pace[o]), .pace_next(pace_next[o]),
    .tx_valid(tx_valid[o]), .tx_head(tx_head[o]), .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
  );
end

// ----------------------------------------------------------------------------
// Pins that are wider than what they carry.
assign rx_msg_valid[0]          = 1'b0;
assign rx_msg_xoff[0]           = 1'b0;
assign rx_msg_levels[SLS-1:0]   = {SLS{1'b0}};
assign rx_msg_queue             = {{(MSG_W-DEST_W){1'b0}}, msg_queue, {MSG_W{1'b0}}};
assign rx_msg_turns[POOL_W-1:0] = {POOL_W{1'b0}};
assign rx_msg_len[LEN_W-1:0]    = {LEN_W{1'b0}};
assign rx_credit_vc[SL_W-1:0]   = {{(SL_W-VC_W){1'b0}}, credit_vc};

`ifndef SYNTHESIS
localparam [DEST_W:0] ALL_NODES = NODES[DEST_W:0];

wire known = ~|(host_data[TURNPOOL_BITS-1:0] >> DEST_W) & {1'b0, host_data[DEST_W-1:0]} < ALL_NODES;

always @(posedge clk) if (!rst) begin
  if (rx_valid[1] && rx_head[1] && host_data[LEFT_AT +: LEN_W] != {LEN_W{1'b0}}) $fatal(1, "the host sends a route");
  if (rx_valid[1] && rx_head[1] && !known) $fatal(1, "a destination that is not there");
  if (rx_valid[0] && rx_head[0] && net_data[LEFT_AT +: LEN_W] != {LEN_W{1'b0}}) $fatal(1, "a route that does not end here");
end
`endif

// ----------------------------------------------------------------------------
// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SYNTHESIS
`ifndef SLUICE_NO_LINK_MONITOR
genvar i;
for (i = 0; i < 2; i = i + 1) begin : g_monitor
  link_monitor #(
`include "wiring/nic/with_monitor.vh"
    .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS), .FROM_HOST(i), .LINK("rx"), .PORT(i)
  ) rx (
    .clk(clk), .rst(rst), .valid(rx_valid[i]), .head(rx_head[i]), .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
    .credit(rx_credit[i]), .credit_vc(rx_credit_vc[i*SL_W +: SL_W]), .msg_valid(rx_msg_valid[i]),
    .msg_xoff(rx_msg_xoff[i]), .msg_levels(rx_msg_levels[i*SLS +: SLS]), .msg_queue(rx_msg_queue[i*MSG_W +: MSG_W]),
    .msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]), .msg_len(rx_msg_len[i*LEN_W +: LEN_W])
  );

  link_monitor #(
`include "wiring/nic/with_monitor.vh"
    .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS), .TO_HOST(i), .TO_SWITCH(1 - i), .LINK("tx"), .PORT(i)
  ) tx (
    .clk(clk), .rst(rst), .valid(tx_valid[i]), .head(tx_head[i]), .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
    .credit(tx_credit[i]), .credit_vc(tx_credit_vc[i*SL_W +: SL_W]), .msg_valid(tx_msg_valid[i]),
    .msg_xoff(tx_msg_xoff[i]), .msg_levels(tx_msg_levels[i*SLS +: SLS]), .msg_queue(tx_msg_queue[i*MSG_W +: MSG_W]),
    .msg_turns(tx_msg_turns[i*POOL_W +: POOL_W]), .msg_len(tx_msg_len[i*LEN_W +: LEN_W])
  );
end
`endif
`endif

endmodule
