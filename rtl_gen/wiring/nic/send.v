// Send side of a network interface: cells and queues of the host's packets, by service level and destination, and flow control towards the host. In
// the units' terms, service levels are VCs.
module send #(
  parameter RADIX            = 8,
  parameter NODES            = 64,
  parameter SLS              = 8,
  parameter NIC_CELLS        = 128,
  parameter DETECT_CELLS     = 64,
  parameter DETECT_XON_CELLS = 32,
`include "wiring/cells/header.vh"
  parameter QUEUES           = SLS * NODES,
  parameter DEST_W           = $clog2(NODES)
) (
  input  wire                      clk, rst,

  // Flit of the host; in_head: it is the first of a packet. The other fields are those of the header, used only with it; in_turns: the destination.
  input  wire                      in_valid, in_head,
  input  wire [FLIT_BITS-1:0]      in_store,
  input  wire [POOL_W-1:0]         in_turns,
  input  wire [LEN_W-1:0]          in_left,
  input  wire [SL_W-1:0]           in_sl,
  input  wire [FLITS_W-1:0]        in_flits,

  // Scheduler. gnt_queue: queue whose head is granted, one-hot or zero; gnt: any is, gnt_long: its packet has more than one flit.
  input  wire                      gnt,
  input  wire [QUEUES-1:0]         gnt_queue,
  input  wire                      gnt_long,

  // pace: a flit may be read in this cycle; pace_next: in the next one.
  input  wire                      pace, pace_next,

  // Queues: there is a head; its length; a packet enters as the head. idle: one can be granted.
  output wire [QUEUES-1:0]         present,
  output wire [QUEUES*FLITS_W-1:0] head_flits,
  output wire [QUEUES-1:0]         direct,
  output wire                      idle,

  // Read side, and credits to the host, as at a side of a switch. credit_sl: service level of the cell.
  output wire                      rd_valid, rd_head,
  output wire [FLIT_BITS-1:0]      rdata,
  output wire                      credit,
  output wire [SL_W-1:0]           credit_sl,

  // Messages to the host, registered; used only with msg_valid. Turns and length are 0.
  output wire                      msg_valid, msg_xoff,
  output wire [SLS-1:0]            msg_levels,
  output wire [DEST_W-1:0]         msg_queue,
  output wire [POOL_W-1:0]         msg_turns,
  output wire [LEN_W-1:0]          msg_len
);
localparam CELL_W  = NIC_CELLS > 1 ? $clog2(NIC_CELLS) : 1;
localparam CELLS_W = $clog2(NIC_CELLS + 1);

localparam THEMSELVES = 16434824;     // service levels are VCs: 3 bits each, that of level 0 lowest

// ----------------------------------------------------------------------------
// Nets between the units. Nobody asks some of them.
// verilator lint_off UNUSED
wire                      valid, popping, idle_next;
wire [POOL_W-1:0]         turns;
wire [LEN_W-1:0]          left;
wire [SL_W-1:0]           sl, pop_sl;
wire [SLS-1:0]            pop_sl_onehot, sl_onehot;
wire [NODES-1:0]          dest_onehot;
wire [FLITS_W-1:0]        flits, pop_flits, refill_flits;
wire [CELL_W-1:0]         wr_cell, first_cell, pop_cell;
wire [NEED_W-1:0]         pop_need;
wire [QUEUES-1:0]         enter, empty, refill, pop;
wire [QUEUES*CELLS_W-1:0] fill, fill_next;
// verilator lint_on UNUSED

turn_onehot #(.N(1), .TURN_W(SL_W),   .DESTS(SLS))   sl_of   (.turn(sl),                .dest(sl_onehot));
turn_onehot #(.N(1), .TURN_W(DEST_W), .DESTS(NODES)) dest_of (.turn(turns[DEST_W-1:0]), .dest(dest_onehot));
onehot_index #(.N(SLS)) number_of_pop (.onehot(pop_sl_onehot), .index(pop_sl));

genvar s;
for (s = 0; s < SLS; s = s + 1) begin : g_sl
  assign enter[s*NODES +: NODES] = dest_onehot & {NODES{valid & sl_onehot[s]}};
  assign pop_sl_onehot[s]        = |pop[s*NODES +: NODES];
end

// ----------------------------------------------------------------------------
// Header of the packet that enters a queue.
hru #(
  .RADIX(RADIX), .TURNPOOL_BITS(TURNPOOL_BITS), .SLS(SLS), .CELLS(NIC_CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) hru (
  .clk(clk), .rst(rst), .arrive(in_valid & in_head), .in_turns(in_turns), .in_left(in_left), .in_sl(in_sl), .in_flits(in_flits),
  .in_cell(wr_cell), .valid(valid), .turns(turns), .left(left), .sl(sl), .flits(flits), .first_cell(first_cell)
);

// Cell memory: free cells, write side, read side. The link does not stall.
cmu #(
  .VCS(SLS), .CELLS(NIC_CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .STALLS(0), .FLIT_BITS(FLIT_BITS)
) cmu (
  .clk(clk), .rst(rst), .in_valid(in_valid), .in_head(in_head), .in_store(in_store), .in_vc(in_sl), .in_flits(in_flits),
  .gnt(gnt), .gnt_long(gnt_long), .popping(popping), .pop_cell(pop_cell), .pop_flits(pop_flits), .pop_vc(pop_sl),
  .pace(pace), .pace_next(pace_next), .wr_cell(wr_cell), .idle(idle), .idle_next(idle_next), .rd_valid(rd_valid),
  .rd_head(rd_head), .rdata(rdata), .credit(credit), .credit_vc(credit_sl)
);

// Queues. Whether a packet fits where it goes to is judged later.
cqu #(
  .DQS(NODES), .SAQS(0), .VCS(SLS), .CELLS(NIC_CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) cqu (
  .clk(clk), .rst(rst), .enter(enter), .in_cell(first_cell), .in_flits(flits), .gnt(gnt), .gnt_queue(gnt_queue), .fits({QUEUES{1'b1}}),
  .fits_enter(1'b1), .fits_refill(1'b1), .ready(present), .empty(empty), .fill(fill), .fill_next(fill_next),
  .head_flits(head_flits), .refill(refill), .refill_flits(refill_flits), .pop(pop), .popping(popping), .pop_cell(pop_cell),
  .pop_flits(pop_flits), .pop_need(pop_need), .direct(direct)
);

// Flow control: destinations of a service level that the host must not send to.
sfcu #(
  .RADIX(RADIX), .DQS(NODES), .SAQS(0), .VCS(SLS), .LEVELS(SLS), .LEVEL_MAP(THEMSELVES), .CELLS(NIC_CELLS),
  .DETECT_CELLS(DETECT_CELLS), .DETECT_XON_CELLS(DETECT_XON_CELLS), .REPEAT(0), .TURNPOOL_BITS(TURNPOOL_BITS)
) sfcu (
  .clk(clk), .rst(rst), .enter(enter), .in_level(sl), .in_end(1'b1), .fill(fill), .msg_valid(msg_valid), .msg_xoff(msg_xoff),
  .msg_levels(msg_levels), .msg_queue(msg_queue), .msg_turns(msg_turns), .msg_len(msg_len)
);

endmodule
