// Switch with queues at inputs and outputs: a side at each input and each output, the crossbar between them. Nets between ports are packed by the port
// that drives them. Vectors by output are rotated for each input: there they are indexed by turn, so that an input side does not depend on
// its number.
module switch #(
`include "wiring/cells/parameters.vh"
  parameter CLASSES       = 2,
`ifdef PACED
  parameter SPEED_N       = 3,
  parameter SPEED_D       = 2,
`endif
`ifdef SET_ASIDE
  parameter VC_QUEUE_W    = $clog2(DQS + SAQS),
`endif
`include "wiring/cells/header.vh"
  parameter VC_W          = VCS > 1 ? $clog2(VCS) : 1
) (
  input  wire                        clk,
  input  wire                        rst,            // synchronous, active high; one cycle is enough

  // Links into the switch, link i at [i*width +: width]. The flits of a packet follow each other at the link's pace; a header comes only when its VC has
  // credits for all cells of the packet.
  input  wire [RADIX-1:0]            rx_valid,       // a flit arrives
  input  wire [RADIX-1:0]            rx_head,        // the flit is the first of a packet; used only with rx_valid
  input  wire [RADIX*FLIT_BITS-1:0]  rx_data,        // the flit; used only with rx_valid
  output wire [RADIX-1:0]            rx_credit,      // a cell was freed: the sender gets a credit; it starts with CELLS for each VC
  output wire [RADIX*VC_W-1:0]       rx_credit_vc,   // its VC; valid only with rx_credit

`ifdef SET_ASIDE
  // Messages to upstream; valid only with rx_msg_valid.
  output wire [RADIX-1:0]            rx_msg_valid,
  output wire [RADIX-1:0]            rx_msg_xoff,     // 1: Xoff, stop packets for a congested point; 0: Xon, end the stop
  output wire [RADIX*LEVELS-1:0]     rx_msg_levels,   // levels that it is for
  output wire [RADIX*VC_QUEUE_W-1:0] rx_msg_queue,    // queue that stands for the congested point from Xoff to Xon
  output wire [RADIX*POOL_W-1:0]     rx_msg_turns,    // congested point: turns from this switch on; bits beyond the length are 0
  output wire [RADIX*LEN_W-1:0]      rx_msg_len,      // its length in turns

  // Messages from downstream; their congested points are turns from the receiver on.
  input  wire [RADIX-1:0]            tx_msg_valid, tx_msg_xoff,
  input  wire [RADIX*LEVELS-1:0]     tx_msg_levels,
  input  wire [RADIX*VC_QUEUE_W-1:0] tx_msg_queue,
  input  wire [RADIX*POOL_W-1:0]     tx_msg_turns,
  input  wire [RADIX*LEN_W-1:0]      tx_msg_len,
`endif

  // Links out of the switch, likewise. All outputs of the switch are registers.
  output wire [RADIX-1:0]            tx_valid,      // a flit leaves
  output wire [RADIX-1:0]            tx_head,       // the flit is the first of a packet; 0 without tx_valid
  output wire [RADIX*FLIT_BITS-1:0]  tx_data,       // the flit; valid only with tx_valid
  input  wire [RADIX-1:0]            tx_credit,     // the receiver freed a cell: a credit comes back
  input  wire [RADIX*VC_W-1:0]       tx_credit_vc   // its VC; used only with tx_credit
);
localparam QUEUES  = VCS * (DQS + SAQS);
localparam PORT_W  = $clog2(RADIX);
localparam CELLS_W = $clog2(CELLS + 1);

// Driven by inputs. req: a field per input, a bit per output. rd_to, hold_next: likewise.
wire [RADIX*RADIX-1:0]       req, rd_to, hold_next;
wire [RADIX*CLASSES-1:0]     req_class;
wire [RADIX*VCS-1:0]         req_vc;
wire [RADIX*NEED_W-1:0]      req_need;
wire [RADIX-1:0]             rd_head;
wire [RADIX*FLIT_BITS-1:0]   rdata;

// Driven by outputs and the crossbar. gnt: a field per output, a bit per input. spare: cells of the output side that no packet was promised, by VC.
wire [RADIX*RADIX-1:0]       gnt;
wire [RADIX-1:0]             open, xb_valid;
wire [RADIX*VCS*CELLS_W-1:0] spare;
wire [RADIX*PORT_W-1:0]      xb_src;
wire [RADIX*FLIT_BITS-1:0]   xb_data;

`ifdef SET_ASIDE
localparam LEVEL_W    = LEVELS > 1 ? $clog2(LEVELS) : 1;

localparam [RADIX-1:0] FIRST_INPUT = 1;

// Messages of output sides. notified: a field per output, a bit per input.
wire [RADIX-1:0]            msg_valid, msg_xoff;
wire [RADIX*LEVELS-1:0]     msg_levels;
wire [RADIX*VC_QUEUE_W-1:0] msg_queue;
wire [RADIX*POOL_W-1:0]     msg_turns;
wire [RADIX*LEN_W-1:0]      msg_len;
wire [RADIX*RADIX-1:0]      notified;
wire [RADIX*(LEVELS+VC_QUEUE_W)-1:0] msg_line;  // levels, and the queue that sends it
`endif

// ----------------------------------------------------------------------------
genvar i, o;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
  // Signals of the outputs for this input (_here), and the same by turn (_turn).
  wire [RADIX-1:0]             gnt_here, gnt_turn, req_turn, open_turn, rd_to_turn, hold_next_turn;
  wire [RADIX*VCS*CELLS_W-1:0] spare_turn;
  wire [QUEUES-1:0]            eligible, pick;
  wire                         rd_valid, idle_next;
  wire                         granted = |gnt_turn;
  wire [FLIT_BITS-1:0]         data = rx_data[i*FLIT_BITS +: FLIT_BITS];
  wire [FLIT_BITS-1:0]         rx_store;

  for (o = 0; o < RADIX; o = o + 1) begin : g_from
    assign gnt_here[o] = gnt[o*RADIX + i];
  end

  rotate #(.N(RADIX), .W(1), .BY((RADIX - i) % RADIX)) rotate_req (.x(req_turn), .y(req[i*RADIX +: RADIX]));
  rotate #(.N(RADIX), .W(1), .BY((RADIX - i) % RADIX)) rotate_rd_to (.x(rd_to_turn), .y(rd_to[i*RADIX +: RADIX]));
  rotate #(.N(RADIX), .W(1), .BY((RADIX - i) % RADIX)) rotate_hold_next (.x(hold_next_turn), .y(hold_next[i*RADIX +: RADIX]));
  rotate #(.N(RADIX), .W(1), .BY(i)) rotate_gnt  (.x(gnt_here), .y(gnt_turn));
  rotate #(.N(RADIX), .W(1), .BY(i)) rotate_open (.x(open),     .y(open_turn));
  rotate #(.N(RADIX), .W(VCS * CELLS_W), .BY(i)) rotate_spare (.x(spare), .y(spare_turn));

  // The header is stored without the turn of this switch.
  take_turn #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS)) take_turn (
    .rx_head(rx_head[i]), .rx_data(data), .rx_store(rx_store)
  );

`ifdef SET_ASIDE
  wire [RADIX-1:0]            notify_here, notify_turn, xon_turn;
  wire [RADIX*LEVELS-1:0]     levels_turn;
  wire [RADIX*VC_QUEUE_W-1:0] queue_turn;

  for (o = 0; o < RADIX; o = o + 1) begin : g_notify
    assign notify_here[o] = notified[o*RADIX + i];
  end

  rotate #(.N(RADIX), .W(1),          .BY(i)) rotate_notify (.x(notify_here), .y(notify_turn));
  rotate #(.N(RADIX), .W(1),          .BY(i)) rotate_xon    (.x(msg_valid & ~msg_xoff), .y(xon_turn));
  rotate #(.N(RADIX), .W(LEVELS),     .BY(i)) rotate_levels (.x(msg_levels), .y(levels_turn));
  rotate #(.N(RADIX), .W(VC_QUEUE_W), .BY(i)) rotate_queue  (.x(msg_queue), .y(queue_turn));

  // Xoff for this input.
  wire                  notify_next;
  wire [LEVEL_W-1:0]    notify_next_level;
  wire [POOL_W-1:0]     notify_next_turns;
  wire [LEN_W-1:0]      notify_next_len;
  wire [VC_QUEUE_W-1:0] notify_next_queue;
  wire [LEVELS-1:0]     notify_next_levels;

  notify_in #(.RADIX(RADIX), .TURNPOOL_BITS(TURNPOOL_BITS), .LINE_W(LEVELS + VC_QUEUE_W)) notify_in (
    .from_output(notify_here), .from_turn(notify_turn), .line(msg_line), .turns(msg_turns), .len(msg_len), .notify_next(notify_next),
    .notify_next_turns(notify_next_turns), .notify_next_len(notify_next_len),
    .notify_next_line({notify_next_levels, notify_next_queue})
  );
  onehot_index #(.N(LEVELS)) level_of (.onehot(notify_next_levels), .index(notify_next_level));
`endif

  side #(
`include "wiring/cioq/with_side.vh"
    .LINK(0)
  ) side (
    .clk(clk), .rst(rst), .in_valid(rx_valid[i]), .in_head(rx_head[i]), .in_store(rx_store),
    .in_turns(data[POOL_W-1:0]), .in_left(data[LEFT_AT +: LEN_W]), .in_sl(data[SL_AT +: SL_W]),
    .in_flits(data[FLITS_AT +: FLITS_W]),
`ifdef BY_DESTINATION
    .in_vc(data[VC_AT +: VC_W]),
`endif
    .credits(spare_turn), .open(open_turn), .pick(pick), .gnt(gnt_turn),
    .pace(1'b1), .pace_next(1'b1),
`ifdef SET_ASIDE
    .notify_next(notify_next), .notify_next_level(notify_next_level), .notify_next_turns(notify_next_turns),
    .notify_next_len(notify_next_len), .notify_next_queue(notify_next_queue), .xon_valid(xon_turn),
    .xon_levels(levels_turn), .xon_queue(queue_turn), .msg_valid(rx_msg_valid[i]), .msg_xoff(rx_msg_xoff[i]),
    .msg_levels(rx_msg_levels[i*LEVELS +: LEVELS]), .msg_queue(rx_msg_queue[i*VC_QUEUE_W +: VC_QUEUE_W]),
    .msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]), .msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
`endif
    .eligible(eligible), .req(req_turn), .req_need(req_need[i*NEED_W +: NEED_W]), .idle_next(idle_next),
    .rd_valid(rd_valid), .rd_head(rd_head[i]), .rdata(rdata[i*FLIT_BITS +: FLIT_BITS]), .credit(rx_credit[i]),
    .credit_vc(rx_credit_vc[i*VC_W +: VC_W])
  );

  // Scheduler, first phase: selects a queue of this input.
  arb_vc #(.DQS(DQS), .SAQS(SAQS), .VCS(VCS), .CLASSES(CLASSES)) arb_vc (
    .clk(clk), .rst(rst), .eligible(eligible), .advance(granted), .pick(pick), .pick_class(req_class[i*CLASSES +: CLASSES]),
    .pick_vc(req_vc[i*VCS +: VCS])
  );

  // Crossbar control: output of the packet being read.
  xin #(.RADIX(RADIX)) xin (
    .clk(clk), .rst(rst), .gnt(gnt_turn), .granted(granted), .rd_valid(rd_valid), .idle_next(idle_next),
    .rd_to(rd_to_turn), .hold_next(hold_next_turn)
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
  wire [RADIX-1:0]       req_here, from, held_next;
  wire                   gnt_valid, xb_head, pace, pace_next, rd_valid, link_rd_head, leaves, credit;
  wire [VCS-1:0]         gnt_vc, link_vc;
  wire [NEED_W-1:0]      gnt_need, link_need;
  wire [VC_W-1:0]        credit_vc;
  wire [QUEUES-1:0]      eligible, pick;
  wire [VCS*CELLS_W-1:0] link_credits;
  wire [FLIT_BITS-1:0]   link_rdata;
  wire [FLIT_BITS-1:0]   data = xb_data[o*FLIT_BITS +: FLIT_BITS];
  // verilator lint_off UNUSED
  wire                   idle_next;      // a link has no output to hold
  wire [CLASSES-1:0]     link_class;     // nor others to go before
  // verilator lint_on UNUSED

  for (i = 0; i < RADIX; i = i + 1) begin : g_to
    assign req_here[i]  = req[i*RADIX + o];
    assign from[i]      = rd_to[i*RADIX + o];
    assign held_next[i] = hold_next[i*RADIX + o];
  end

  // Scheduler, second phase: grants this output to an input.
  arb_out_vc #(.RADIX(RADIX), .VCS(VCS), .CLASSES(CLASSES), .PACKET_CELLS(PACKET_CELLS)) arb_out_vc (
    .clk(clk), .rst(rst), .req(req_here), .req_class(req_class), .req_vc(req_vc), .req_need(req_need),
    .gnt(gnt[o*RADIX +: RADIX]), .gnt_valid(gnt_valid), .gnt_vc(gnt_vc), .gnt_need(gnt_need)
  );

  // Crossbar control.
  xout #(.RADIX(RADIX)) xout (
    .clk(clk), .rst(rst), .gnt_valid(gnt_valid), .held_next(held_next), .from(from), .from_head(rd_head), .open(open[o]),
    .xb_valid(xb_valid[o]), .xb_head(xb_head), .xb_src(xb_src[o*PORT_W +: PORT_W])
  );

  // Cells of the output side, and cells downstream.
  ccu #(.VCS(VCS), .CELLS(CELLS), .PACKET_CELLS(PACKET_CELLS)) room (
    .clk(clk), .rst(rst), .take(gnt_valid), .take_vc(gnt_vc), .take_need(gnt_need), .give(credit), .give_vc(credit_vc),
    .spare(spare[o*VCS*CELLS_W +: VCS*CELLS_W])
  );
  ccu #(.VCS(VCS), .CELLS(CELLS), .PACKET_CELLS(PACKET_CELLS)) credits (
    .clk(clk), .rst(rst), .take(leaves), .take_vc(link_vc), .take_need(link_need), .give(tx_credit[o]),
    .give_vc(tx_credit_vc[o*VC_W +: VC_W]), .spare(link_credits)
  );

`ifdef SET_ASIDE
  wire [LEVEL_W-1:0] notify_next_level;
  wire [PORT_W-1:0]  src_msg;

  onehot_index #(.N(LEVELS)) level_of (.onehot(tx_msg_levels[o*LEVELS +: LEVELS]), .index(notify_next_level));

  // Message bus: the input that an Xoff of the output side is for.
  mbus #(.RADIX(RADIX)) mbus (
    .clk(clk), .rst(rst), .xb_header(xb_head), .xb_src(xb_src[o*PORT_W +: PORT_W]), .src_msg(src_msg)
  );

  assign notified[o*RADIX +: RADIX] = {RADIX{msg_valid[o] & msg_xoff[o]}} & (FIRST_INPUT << src_msg);
  assign msg_line[o*(LEVELS+VC_QUEUE_W) +: LEVELS+VC_QUEUE_W] = {msg_levels[o*LEVELS +: LEVELS], msg_queue[o*VC_QUEUE_W +: VC_QUEUE_W]};
`endif

  side #(
`include "wiring/cioq/with_side.vh"
    .LINK(1)
  ) side (
    .clk(clk), .rst(rst), .in_valid(xb_valid[o]), .in_head(xb_head), .in_store(data), .in_turns(data[POOL_W-1:0]),
    .in_left(data[LEFT_AT +: LEN_W]), .in_sl(data[SL_AT +: SL_W]), .in_flits(data[FLITS_AT +: FLITS_W]),
`ifdef BY_DESTINATION
    .in_vc(data[VC_AT +: VC_W]),
`endif
    .credits(link_credits), .open(pace_next), .pick(pick), .gnt(leaves), .pace(pace), .pace_next(pace_next),
`ifdef SET_ASIDE
    .notify_next(tx_msg_valid[o] & tx_msg_xoff[o]), .notify_next_level(notify_next_level),
    .notify_next_turns(tx_msg_turns[o*POOL_W +: POOL_W]), .notify_next_len(tx_msg_len[o*LEN_W +: LEN_W]),
    .notify_next_queue(tx_msg_queue[o*VC_QUEUE_W +: VC_QUEUE_W]), .xon_valid(tx_msg_valid[o] & ~tx_msg_xoff[o]),
    .xon_levels(tx_msg_levels[o*LEVELS +: LEVELS]), .xon_queue(tx_msg_queue[o*VC_QUEUE_W +: VC_QUEUE_W]),
    .msg_valid(msg_valid[o]), .msg_xoff(msg_xoff[o]), .msg_levels(msg_levels[o*LEVELS +: LEVELS]),
    .msg_queue(msg_queue[o*VC_QUEUE_W +: VC_QUEUE_W]), .msg_turns(msg_turns[o*POOL_W +: POOL_W]),
    .msg_len(msg_len[o*LEN_W +: LEN_W]),
`endif
    .eligible(eligible), .req(leaves), .req_need(link_need), .idle_next(idle_next), .rd_valid(rd_valid),
    .rd_head(link_rd_head), .rdata(link_rdata), .credit(credit), .credit_vc(credit_vc)
  );

  // Scheduler of the link: its selection is granted.
  arb_vc #(.DQS(DQS), .SAQS(SAQS), .VCS(VCS), .CLASSES(CLASSES)) arb_vc (
    .clk(clk), .rst(rst), .eligible(eligible), .advance(leaves), .pick(pick), .pick_class(link_class), .pick_vc(link_vc)
  );

  // Link port: pace, link register.
`ifdef PACED
  lport #(.SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .FLIT_BITS(FLIT_BITS)) lport (
`else
  lport #(.FLIT_BITS(FLIT_BITS)) lport (
`endif
    .clk(clk), .rst(rst), .rd_valid(rd_valid), .rd_head(link_rd_head), .rdata(link_rdata), .put(1'b0), .put_fields(1'b0),
    .pace(pace), .pace_next(pace_next), .tx_valid(tx_valid[o]), .tx_head(tx_head[o]), .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
  );
end

// Crossbar.
xbar #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS)) xbar (
  .rdata(rdata), .xb_valid(xb_valid), .xb_src(xb_src), .xb_data(xb_data)
);

// ----------------------------------------------------------------------------
// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SYNTHESIS
`ifndef SLUICE_NO_LINK_MONITOR
for (i = 0; i < RADIX; i = i + 1) begin : g_monitor
  link_monitor #(
`include "wiring/cioq/with_monitor.vh"
    .LINK("rx"), .PORT(i)
  ) rx (
    .clk(clk), .rst(rst), .valid(rx_valid[i]), .head(rx_head[i]), .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef SET_ASIDE
    .msg_valid(rx_msg_valid[i]), .msg_xoff(rx_msg_xoff[i]), .msg_levels(rx_msg_levels[i*LEVELS +: LEVELS]),
    .msg_queue(rx_msg_queue[i*VC_QUEUE_W +: VC_QUEUE_W]), .msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]),
    .msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
`endif
    .credit(rx_credit[i]), .credit_vc(rx_credit_vc[i*VC_W +: VC_W])
  );

  link_monitor #(
`include "wiring/cioq/with_monitor.vh"
    .ENDS(1), .LINK("tx"), .PORT(i)
  ) tx (
    .clk(clk), .rst(rst), .valid(tx_valid[i]), .head(tx_head[i]), .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
`ifdef SET_ASIDE
    .msg_valid(tx_msg_valid[i]), .msg_xoff(tx_msg_xoff[i]), .msg_levels(tx_msg_levels[i*LEVELS +: LEVELS]),
    .msg_queue(tx_msg_queue[i*VC_QUEUE_W +: VC_QUEUE_W]), .msg_turns(tx_msg_turns[i*POOL_W +: POOL_W]),
    .msg_len(tx_msg_len[i*LEN_W +: LEN_W]),
`endif
    .credit(tx_credit[i]), .credit_vc(tx_credit_vc[i*VC_W +: VC_W])
  );
end
`endif
`endif

endmodule
