// Receive side of a network interface: cells and queues of the packets for the host, a queue for each VC.
`default_nettype none
module receive #(
  parameter RADIX         = 8,
  parameter SLS           = 8,
  parameter SL_MAP        = 2396160,
  parameter VCS           = 2,
  parameter CELLS         = 256,
  parameter CELL_FLITS    = 8,
  parameter PACKET_CELLS  = 32,
  parameter HOST_CELLS    = 64,
  parameter FLIT_BITS     = 64,
  parameter TURNPOOL_BITS = 31
) (
  clk, rst,
  in_valid, in_head, in_store, in_turns, in_left, in_sl, in_flits,
  credits, pace, pace_next,
  gnt, gnt_vc, gnt_need, rd_valid, rd_head, rdata, credit, credit_vc
);
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam POOL_W  = TURNS * TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam SL_W    = SLS > 1 ? $clog2(SLS) : 1;
localparam VC_W    = VCS > 1 ? $clog2(VCS) : 1;
localparam CELL_W  = CELLS > 1 ? $clog2(CELLS) : 1;
localparam CELLS_W = $clog2(CELLS + 1);
localparam HOST_W  = $clog2(HOST_CELLS + 1);
localparam NEED_W  = $clog2(PACKET_CELLS + 1);
localparam FLITS_W = $clog2(PACKET_CELLS * CELL_FLITS + 1);

input  wire                   clk, rst;

// Flit of the network; in_head: it is the first of a packet. The other fields are those of the header, used only with it.
input  wire                   in_valid, in_head;
input  wire [FLIT_BITS-1:0]   in_store;
input  wire [POOL_W-1:0]      in_turns;
input  wire [LEN_W-1:0]       in_left;
input  wire [SL_W-1:0]        in_sl;
input  wire [FLITS_W-1:0]     in_flits;

// Cells of the host that no packet was promised, by VC; registered. pace: a flit may be read in this cycle; pace_next: in the next one.
input  wire [VCS*HOST_W-1:0]  credits;
input  wire                   pace, pace_next;

// gnt: a packet is granted; gnt_vc: its VC, one-hot or zero; gnt_need: its cells.
output wire                   gnt;
output wire [VCS-1:0]         gnt_vc;
output wire [NEED_W-1:0]      gnt_need;

// Read side, and credits to the network, as at a side of a switch.
output wire                   rd_valid, rd_head;
output wire [FLIT_BITS-1:0]   rdata;
output wire                   credit;
output wire [VC_W-1:0]        credit_vc;

// ----------------------------------------------------------------------------
// Nets between the units. Nobody asks some of them.
// verilator lint_off UNUSED
wire                   valid, popping, idle, idle_next, gnt_long, fits_enter, fits_refill;
wire [POOL_W-1:0]      turns;
wire [LEN_W-1:0]       left;
wire [SL_W-1:0]        sl;
wire [VC_W-1:0]        in_vc, pop_vc;
wire [VCS-1:0]         in_vc_onehot, vc_onehot, eligible, lower;
wire [FLITS_W-1:0]     flits, pop_flits, refill_flits;
wire [CELL_W-1:0]      wr_cell, first_cell, pop_cell;
wire [NEED_W-1:0]      enter_need, refill_need, pop_need;
wire [VCS-1:0]         enter, empty, refill, pop, ready, fits, direct;
wire [VCS*CELLS_W-1:0] fill, fill_next;
wire [VCS*FLITS_W-1:0] head_flits;
wire [VCS*NEED_W-1:0]  head_need;
// verilator lint_on UNUSED

vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_in    (.level(in_sl), .vc(in_vc_onehot));
vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_enter (.level(sl),    .vc(vc_onehot));
onehot_index #(.N(VCS)) number_of_in  (.onehot(in_vc_onehot), .index(in_vc));
onehot_index #(.N(VCS)) number_of_pop (.onehot(pop),          .index(pop_vc));

need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_enter  (.flits(flits),        .need(enter_need));
need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_refill (.flits(refill_flits), .need(refill_need));
need_cells #(.N(VCS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_heads (.flits(head_flits), .need(head_need));

assign enter = vc_onehot & {VCS{valid}};

// ----------------------------------------------------------------------------
// Header of the packet that enters a queue.
hru #(
  .RADIX(RADIX), .TURNPOOL_BITS(TURNPOOL_BITS), .SLS(SLS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) hru (
  .clk(clk), .rst(rst), .arrive(in_valid & in_head), .in_turns(in_turns), .in_left(in_left), .in_sl(in_sl), .in_flits(in_flits),
  .in_cell(wr_cell), .valid(valid), .turns(turns), .left(left), .sl(sl), .flits(flits), .first_cell(first_cell)
);

// Cell memory: free cells, write side, read side. The link does not stall.
cmu #(
  .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .STALLS(0), .FLIT_BITS(FLIT_BITS)
) cmu (
  .clk(clk), .rst(rst), .in_valid(in_valid), .in_head(in_head), .in_store(in_store), .in_vc(in_vc), .in_flits(in_flits),
  .gnt(gnt), .gnt_long(gnt_long), .popping(popping), .pop_cell(pop_cell), .pop_flits(pop_flits), .pop_vc(pop_vc),
  .pace(pace), .pace_next(pace_next), .wr_cell(wr_cell), .idle(idle), .idle_next(idle_next), .rd_valid(rd_valid),
  .rd_head(rd_head), .rdata(rdata), .credit(credit), .credit_vc(credit_vc)
);

// Queues.
cqu #(
  .DQS(1), .SAQS(0), .VCS(VCS), .CELLS(CELLS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)
) cqu (
  .clk(clk), .rst(rst), .enter(enter), .in_cell(first_cell), .in_flits(flits), .gnt(gnt), .gnt_queue(gnt_vc), .fits(fits),
  .fits_enter(fits_enter), .fits_refill(fits_refill), .ready(ready), .empty(empty), .fill(fill), .fill_next(fill_next),
  .head_flits(head_flits), .refill(refill), .refill_flits(refill_flits), .pop(pop), .popping(popping), .pop_cell(pop_cell),
  .pop_flits(pop_flits), .pop_need(pop_need), .direct(direct)
);

credits_there #(
  .DQS(1), .SAQS(0), .VCS(VCS), .CELLS(HOST_CELLS), .PACKET_CELLS(PACKET_CELLS), .DESTS(1)
) credits_there (
  .credits(credits), .dest({VCS{1'b1}}), .head_need(head_need), .enter_vc(vc_onehot), .enter_dest(1'b1), .enter_need(enter_need),
  .refill(refill), .refill_dest({VCS{1'b1}}), .refill_need(refill_need), .fits(fits), .fits_enter(fits_enter), .fits_refill(fits_refill)
);

// Scheduler: the lowest eligible VC is granted. Credits of the host do not know yet of the packet that leaves its queue.
prefix_or #(.N(VCS)) search (.x(eligible), .y(lower));

heads #(.QUEUES(VCS), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS), .DESTS(1)) heads (
  .idle(idle & ~popping), .open(pace_next), .ready(ready), .held({VCS{1'b0}}), .dest({VCS{1'b1}}), .flits(head_flits),
  .need(head_need), .pick(gnt_vc), .eligible(eligible), .req(gnt), .req_need(gnt_need), .req_long(gnt_long)
);

assign gnt_vc = eligible & ~lower;

endmodule
`default_nettype wire
