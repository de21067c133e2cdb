// Side of a port: cells, queues, lines, flow control, and the heads' requests. The same at inputs, where the link writes and the crossbar reads, and at
// outputs, where the crossbar writes and the link reads (LINK = 1), as in a network interface that receives. It does not depend on the number of the port.
module side #(
`include "wiring/cells/parameters.vh"
`include "wiring/cells/header.vh"
  parameter ROOM          = CELLS,                  // cells of a VC in the memory that packets go to
  parameter LINK          = 0,
  parameter VC_QUEUES     = DQS + SAQS,
  parameter QUEUES        = VCS * VC_QUEUES,
  parameter VC_W          = VCS > 1 ? $clog2(VCS) : 1,
  parameter ROOM_W        = $clog2(ROOM + 1),
`ifdef SET_ASIDE
  parameter LEVEL_W       = LEVELS > 1 ? $clog2(LEVELS) : 1,
  parameter VC_QUEUE_W    = $clog2(VC_QUEUES),
`endif
  parameter DESTS         = LINK != 0 ? 1 : RADIX   // places that packets go to: outputs, by turn, or the link
) (
  input  wire                        clk, rst,

  // Flit that enters, as it is stored; in_head: it is the first of a packet. The other fields are those of the header, used only with it.
  input  wire                        in_valid, in_head,
  input  wire [FLIT_BITS-1:0]        in_store,
  input  wire [POOL_W-1:0]           in_turns,      // turns ahead, the next one lowest
  input  wire [LEN_W-1:0]            in_left,       // their number
  input  wire [SL_W-1:0]             in_sl,
  input  wire [FLITS_W-1:0]          in_flits,

  // Where packets go to; registered.
  input  wire [DESTS*VCS*ROOM_W-1:0] credits,       // cells there, VC 0 of place 0 lowest
  input  wire [DESTS-1:0]            open,          // a packet can be granted

  // Scheduler. pick: selected one of the eligible queues. req: where its head goes to; gnt: zero or equal to req.
  output wire [QUEUES-1:0]           eligible,
  input  wire [QUEUES-1:0]           pick,
  output wire [DESTS-1:0]            req,
  output wire [NEED_W-1:0]           req_need,      // cells of that packet, 0 without req
  input  wire [DESTS-1:0]            gnt,

`ifdef BY_DESTINATION
  // The header names the VC of a packet. Queues lead where their heads go to.
  input  wire [VC_W-1:0]             in_vc,
`endif

`ifdef SET_ASIDE
  // Xoff of the place that packets go to; it acts one cycle later. The fields are used only with notify_next.
  input  wire                        notify_next,
  input  wire [LEVEL_W-1:0]          notify_next_level,
  input  wire [POOL_W-1:0]           notify_next_turns,      // congested point, from this side on
  input  wire [LEN_W-1:0]            notify_next_len,        // its length
  input  wire [VC_QUEUE_W-1:0]       notify_next_queue,      // queue that sent it

  // Xons of those places. The fields are used only with xon_valid.
  input  wire [DESTS-1:0]            xon_valid,
  input  wire [DESTS*LEVELS-1:0]     xon_levels,
  input  wire [DESTS*VC_QUEUE_W-1:0] xon_queue,              // queue that sent it

  // Messages to the place that packets come from, registered; used only with msg_valid.
  output wire                        msg_valid,
  output wire                        msg_xoff,               // 1: Xoff, 0: Xon
  output wire [LEVELS-1:0]           msg_levels,
  output wire [VC_QUEUE_W-1:0]       msg_queue,              // queue of this side
  output wire [POOL_W-1:0]           msg_turns,              // congested point, from this side on
  output wire [LEN_W-1:0]            msg_len,                // its length
`endif

  // Read side. pace: a flit may be read in this cycle; pace_next: in the next one.
  input  wire                        pace, pace_next,
  output wire                        idle_next,     // no flit but the last is left to be read in the next cycle
  output wire                        rd_valid,      // a flit is read in this cycle
  output wire                        rd_head,       // the first of a packet
  output wire [FLIT_BITS-1:0]        rdata,         // flit read last
  output wire                        credit,        // a cell was freed; registered
  output wire [VC_W-1:0]             credit_vc      // its VC
);
localparam CELL_W    = CELLS > 1 ? $clog2(CELLS) : 1;
localparam CELLS_W   = $clog2(CELLS + 1);
localparam FIFO      = DQS == 1 | (LINK != 0 & FIFO_OUT != 0);       // packets of a VC enter its first detection queue

// ----------------------------------------------------------------------------
// Nets between the units. Those that only set-aside queues need are not used without them.
// verilator lint_off UNUSED
wire                      arrive = in_valid & in_head;
wire [VCS-1:0]            vc_onehot, pop_vc_onehot;
wire [VC_W-1:0]           vc, pop_vc;
wire                      valid;
wire [POOL_W-1:0]         turns;
wire [LEN_W-1:0]          left;
wire [TURN_W-1:0]         first_turn = turns[TURN_W-1:0] & {TURN_W{|left}};
wire [SL_W-1:0]           sl;
wire [FLITS_W-1:0]        flits, pop_flits, refill_flits;
wire [CELL_W-1:0]         wr_cell, first_cell, pop_cell;
wire [NEED_W-1:0]         enter_need, refill_need, pop_need;
wire [QUEUES-1:0]         enter, empty, refill, pop, ready, held, fits;
wire [QUEUES*CELLS_W-1:0] fill, fill_next;
wire [QUEUES*FLITS_W-1:0] head_flits;
wire [QUEUES*NEED_W-1:0]  head_need;
wire [QUEUES*DESTS-1:0]   dest;              // where each queue leads to, one-hot
wire [QUEUES*DESTS-1:0]   refill_dest;       // where the packet that link_mem delivers goes to, if it is of this queue
wire [DESTS-1:0]          enter_dest;        // where the packet that enters goes to
wire                      idle, popping, req_long, fits_enter, fits_refill;
`ifdef NIC
wire [QUEUES-1:0]         direct;            // what a side that sends tells nsu
`endif
// verilator lint_on UNUSED

wire                      granted   = |gnt;
wire [QUEUES-1:0]         gnt_queue = pick & {QUEUES{granted}};

onehot_index #(.N(VCS)) number_of_pop (.onehot(pop_vc_onehot), .index(pop_vc));

turn_onehot #(.N(1), .TURN_W(TURN_W), .DESTS(DESTS)) dest_of_enter (.turn(turns[TURN_W-1:0]), .dest(enter_dest));

need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_enter  (.flits(flits),        .need(enter_need));
need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_refill (.flits(refill_flits), .need(refill_need));
need_cells #(.N(QUEUES), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_heads (.flits(head_flits), .need(head_need));

// Detection queues that no packet enters are never served, so that they have no state.
genvar d, v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  assign pop_vc_onehot[v] = |pop[v*VC_QUEUES +: VC_QUEUES];
  for (d = 0; d < DQS; d = d + 1) begin : g_dq
    assign held[v*VC_QUEUES + d] = FIFO & d != 0;
  end
end

`ifdef BY_DESTINATION
wire [QUEUES*TURN_W-1:0] head_turn;
wire [TURN_W-1:0]        refill_turn;
wire [DESTS-1:0]         refill_to;

turn_onehot #(.N(QUEUES), .TURN_W(TURN_W), .DESTS(DESTS)) dest_of_heads  (.turn(head_turn),   .dest(dest));
turn_onehot #(.N(1),      .TURN_W(TURN_W), .DESTS(DESTS)) dest_of_refill (.turn(refill_turn), .dest(refill_to));

assign refill_dest = {QUEUES{refill_to}};

for (v = 0; v < VCS; v = v + 1) begin : g_enter
  localparam [VC_W-1:0] THIS = v;
  assign vc_onehot[v] = vc == THIS;
end
`else
// The VC of a packet is that of its service level. Detection queues lead where their turns do.
wire [VCS-1:0]  in_vc_onehot;
wire [VC_W-1:0] in_vc;

vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_in    (.level(in_sl), .vc(in_vc_onehot));
vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_enter (.level(sl),    .vc(vc_onehot));
onehot_index #(.N(VCS)) number_of_in    (.onehot(in_vc_onehot), .index(in_vc));
onehot_index #(.N(VCS)) number_of_enter (.onehot(vc_onehot),    .index(vc));

assign refill_dest = dest;

for (v = 0; v < VCS; v = v + 1) begin : g_lead
  for (d = 0; d < DQS; d = d + 1) begin : g_dq
    localparam [TURN_W-1:0] THIS = d;
    turn_onehot #(.N(1), .TURN_W(TURN_W), .DESTS(DESTS)) dest_of (.turn(THIS), .dest(dest[(v*VC_QUEUES+d)*DESTS +: DESTS]));
  end
end
`endif

// ----------------------------------------------------------------------------
// Header of the packet that enters a queue.
hru #(
`ifdef BY_DESTINATION
  .VCS(VCS),
`endif
  .RADIX(RADIX), .TURNPOOL_BITS(TURNPOOL_BITS), .SLS(SLS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) hru (
`ifdef BY_DESTINATION
  .in_vc(in_vc), .vc(vc),
`endif
  .clk(clk), .rst(rst), .arrive(arrive), .in_turns(in_turns), .in_left(in_left), .in_sl(in_sl), .in_flits(in_flits),
  .in_cell(wr_cell), .valid(valid), .turns(turns), .left(left), .sl(sl), .flits(flits), .first_cell(first_cell)
);

// Cell memory: free cells, write side, read side. A link does not stall.
cmu #(
  .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .STALLS(1 - LINK), .FLIT_BITS(FLIT_BITS)
) cmu (
  .clk(clk), .rst(rst), .in_valid(in_valid), .in_head(in_head), .in_store(in_store), .in_vc(in_vc), .in_flits(in_flits),
  .gnt(granted), .gnt_long(req_long), .popping(popping), .pop_cell(pop_cell), .pop_flits(pop_flits), .pop_vc(pop_vc),
  .pace(pace), .pace_next(pace_next), .wr_cell(wr_cell), .idle(idle), .idle_next(idle_next), .rd_valid(rd_valid),
  .rd_head(rd_head), .rdata(rdata), .credit(credit), .credit_vc(credit_vc)
);

// Queues.
cqu #(
`ifdef BY_DESTINATION
  .RADIX(RADIX),
`endif
  .DQS(DQS), .SAQS(SAQS), .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) cqu (
`ifdef BY_DESTINATION
  .in_turn(first_turn), .head_turn(head_turn), .refill_turn(refill_turn),
`elsif NIC
  .direct(direct),
`endif
  .clk(clk), .rst(rst), .enter(enter), .in_cell(first_cell), .in_flits(flits), .gnt(granted), .gnt_queue(gnt_queue), .fits(fits),
  .fits_enter(fits_enter), .fits_refill(fits_refill), .ready(ready), .empty(empty), .fill(fill), .fill_next(fill_next),
  .head_flits(head_flits), .refill(refill), .refill_flits(refill_flits), .pop(pop), .popping(popping), .pop_cell(pop_cell),
  .pop_flits(pop_flits), .pop_need(pop_need)
);

credits_there #(
  .DQS(DQS), .SAQS(SAQS), .VCS(VCS), .CELLS(ROOM), .PACKET_CELLS(PACKET_CELLS), .DESTS(DESTS)
) credits_there (
  .credits(credits), .dest(dest), .head_need(head_need), .enter_vc(vc_onehot), .enter_dest(enter_dest), .enter_need(enter_need),
  .refill(refill), .refill_dest(refill_dest), .refill_need(refill_need), .fits(fits), .fits_enter(fits_enter), .fits_refill(fits_refill)
);

// Heads. Credits for the link do not know yet of the packet that leaves its queue.
heads #(.QUEUES(QUEUES), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .DESTS(DESTS)) heads (
  .idle(idle & ~(LINK != 0 & popping)), .open(open), .ready(ready), .held(held), .dest(dest), .flits(head_flits), .need(head_need),
  .pick(pick), .eligible(eligible), .req(req), .req_need(req_need), .req_long(req_long)
);

`ifdef SET_ASIDE
localparam LINES      = VCS * SAQS;

wire [LEVEL_W-1:0]          level, notify_level;
wire [VC_QUEUE_W-1:0]       notify_queue;
wire                        overtaken;
wire [LINES-1:0]            xon, blocked, xoff, sent, sent_set, sent_clear;
wire [LINES*VC_QUEUE_W-1:0] out_queue;
wire [LINES*POOL_W-1:0]     line_turns;
wire [LINES*LEN_W-1:0]      line_len;
wire [LINES*LEVEL_W-1:0]    line_level;
wire [LINES*DESTS-1:0]      line_dest;
wire [DESTS-1:0]            notify_dest;
// verilator lint_off UNUSED
wire [POOL_W-1:0]           notify_turns;    // of which the first turn is used
wire                        lost;            // an Xoff found no line: it is counted, and nothing else
// verilator lint_on UNUSED

// Units of congestion management.
genvar l;
if (BY_LEVEL != 0) begin : g_by_level
  assign level = sl;
end else begin : g_by_vc
  assign level = vc;
end

for (v = 0; v < VCS; v = v + 1) begin : g_held
  assign held[v*VC_QUEUES+DQS +: SAQS] = blocked[v*SAQS +: SAQS];
  assign dest[(v*VC_QUEUES+DQS)*DESTS +: SAQS*DESTS] = line_dest[v*SAQS*DESTS +: SAQS*DESTS];
end

for (l = 0; l < LINES; l = l + 1) begin : g_line
  turn_onehot #(.N(1), .TURN_W(TURN_W), .DESTS(DESTS)) dest_of (
    .turn(line_turns[l*POOL_W +: TURN_W]), .dest(line_dest[l*DESTS +: DESTS])
  );
end

turn_onehot #(.N(1), .TURN_W(TURN_W), .DESTS(DESTS)) dest_of_notify (.turn(notify_turns[TURN_W-1:0]), .dest(notify_dest));

// CAM: congested points known to this side.
scam #(
  .RADIX(RADIX), .SAQS(SAQS), .VCS(VCS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP), .CELLS(CELLS), .PACKET_CELLS(PACKET_CELLS),
  .TURNPOOL_BITS(TURNPOOL_BITS)
) scam (
  .clk(clk), .rst(rst), .valid(valid), .in_turns(turns), .in_left(left), .in_level(level), .in_vc(vc), .empty(empty),
  .fill_next(fill_next), .pop(pop), .pop_need(pop_need), .notify_next(notify_next), .notify_next_level(notify_next_level),
  .notify_next_turns(notify_next_turns), .notify_next_len(notify_next_len), .notify_next_queue(notify_next_queue),
  .overtaken(overtaken), .xon(xon), .sent_set(sent_set), .sent_clear(sent_clear), .enter(enter), .notify_level(notify_level),
  .notify_turns(notify_turns), .notify_queue(notify_queue), .lost(lost), .blocked(blocked), .xoff(xoff),
  .out_queue(out_queue), .sent(sent), .turns(line_turns), .len(line_len), .level(line_level)
);

xon_lines #(.LINES(LINES), .LEVELS(LEVELS), .VC_QUEUE_W(VC_QUEUE_W), .DESTS(DESTS)) xon_lines (
  .xon_valid(xon_valid), .xon_levels(xon_levels), .xon_queue(xon_queue), .xoff(xoff), .line_dest(line_dest),
  .line_queue(out_queue), .line_level(line_level), .notify_dest(notify_dest), .notify_queue(notify_queue),
  .notify_level(notify_level), .xon(xon), .overtaken(overtaken)
);

// Congestion detection and flow control. Packets enter an output side from several inputs: its Xoffs are repeated.
sfcu #(
  .RADIX(RADIX), .DQS(DQS), .SAQS(SAQS), .VCS(VCS), .LEVELS(LEVELS), .LEVEL_MAP(LEVEL_MAP), .CELLS(CELLS), .DETECT_CELLS(DETECT_CELLS),
  .DETECT_XON_CELLS(DETECT_XON_CELLS), .XOFF_CELLS(XOFF_CELLS), .XON_CELLS(XON_CELLS), .REPEAT(LINK),
  .TURNPOOL_BITS(TURNPOOL_BITS)
) sfcu (
  .clk(clk), .rst(rst), .enter(enter), .in_level(level), .in_end(~|left), .fill(fill), .sent(sent), .line_turns(line_turns),
  .line_len(line_len), .line_level(line_level), .sent_set(sent_set), .sent_clear(sent_clear), .msg_valid(msg_valid),
  .msg_xoff(msg_xoff), .msg_levels(msg_levels), .msg_queue(msg_queue), .msg_turns(msg_turns), .msg_len(msg_len)
);
`else
// All packets enter detection queues.
wire [QUEUES-1:0] dq;

detection_queue #(.DQS(DQS), .VCS(VCS), .TURN_W(TURN_W)) dq_of (.vc(vc_onehot), .turn(FIFO ? {TURN_W{1'b0}} : first_turn), .dq(dq));

assign enter = dq & {QUEUES{valid}};
`endif

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (granted && gnt != req) $fatal(1, "granted what was not requested");
  if ((gnt_queue & held) != {QUEUES{1'b0}}) $fatal(1, "granted a queue that may not be served");
end
`endif

endmodule
