// Queues of a side: linked packets, which are linked cells. The first packet of each queue that was not granted is in registers.
// Twin: cmodel/units/cqu.c. docs/internals/microarchitecture-side.md.
module cqu #(
`ifdef BY_DESTINATION
  parameter RADIX        = 8,
`endif
  parameter DQS          = 8,
  parameter SAQS         = 8,
  parameter VCS          = 2,
  parameter CELLS        = 256,
  parameter CELL_FLITS   = 8,
  parameter PACKET_CELLS = 32,
  parameter VC_QUEUES    = DQS + SAQS,
  parameter QUEUES       = VCS * VC_QUEUES,
  parameter CELL_W       = CELLS > 1 ? $clog2(CELLS) : 1,
  parameter CELLS_W      = $clog2(CELLS + 1),
  parameter NEED_W       = $clog2(PACKET_CELLS + 1),
`ifdef BY_DESTINATION
  parameter TURN_W       = $clog2(RADIX),
`endif
  parameter FLITS_W      = $clog2(PACKET_CELLS * CELL_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // enter: queue that a packet enters, one-hot or zero; may be late. Its first cell and its length, from registers; used only with enter.
  input  wire [QUEUES-1:0]         enter,
  input  wire [CELL_W-1:0]         in_cell,
  input  wire [FLITS_W-1:0]        in_flits,

  // gnt_queue: queue whose head is granted, one-hot or zero; only one that is ready. gnt: there is one.
  input  wire                      gnt,
  input  wire [QUEUES-1:0]         gnt_queue,

  // Does a packet fit into the memory that it goes to? From registers. fits: the head; fits_enter: the packet that enters; fits_refill: the packet
  // that link_mem delivers, used only in a cycle of refill.
  input  wire [QUEUES-1:0]         fits,
  input  wire                      fits_enter,
  input  wire                      fits_refill,

`ifdef NIC
  output wire [QUEUES-1:0]         direct,
`endif

`ifdef BY_DESTINATION
  // First turns. in_turn: of the packet that enters; head_turn: of the head, as head_flits; refill_turn: of the packet that link_mem delivers.
  input  wire [TURN_W-1:0]         in_turn,
  output wire [QUEUES*TURN_W-1:0]  head_turn,
  output wire [TURN_W-1:0]         refill_turn,
`endif

  // Functions of registers, but for fill_next. ready: there is a head, and it fits. empty, fill: cells of the packets in the queue. fill_next: the same
  // in the next cycle. head_flits: length of the head; used only where ready is set. refill: one-hot or zero, with the length of the packet
  // that link_mem delivers. pop: queue that a packet leaves, one-hot or zero; the packet's first cell, length, cells: 0 without popping.
  output wire [QUEUES-1:0]         ready,
  output wire [QUEUES-1:0]         empty,
  output wire [QUEUES*CELLS_W-1:0] fill,
  output wire [QUEUES*CELLS_W-1:0] fill_next,
  output wire [QUEUES*FLITS_W-1:0] head_flits,
  output wire [QUEUES-1:0]         refill,
  output wire [FLITS_W-1:0]        refill_flits,
  output wire [QUEUES-1:0]         pop,
  output wire                      popping,
  output wire [CELL_W-1:0]         pop_cell,
  output wire [FLITS_W-1:0]        pop_flits,
  output wire [NEED_W-1:0]         pop_need
);
localparam VC_W       = VCS > 1 ? $clog2(VCS) : 1;
localparam SIDE_CELLS = VCS * CELLS;
localparam CELL_AW    = SIDE_CELLS > 1 ? $clog2(SIDE_CELLS) : 1;

localparam [CELLS_W-1:0] NO_CELLS = 0;

reg [QUEUES*CELLS_W-1:0] fill_q;
reg [QUEUES*CELL_W-1:0]  head_cell_q;
reg [QUEUES*FLITS_W-1:0] head_flits_q;
reg [QUEUES*CELL_W-1:0]  tail_q;
reg [QUEUES-1:0]         present_q;
reg [QUEUES-1:0]         fits_q;
reg [QUEUES-1:0]         pop_q;
reg                      popping_q;   // pop_q is not zero: what depends on it alone is late
reg [QUEUES-1:0]         refill_q;

// ----------------------------------------------------------------------------
// The packet that leaves, and the one that enters.
wire [NEED_W-1:0]  in_need;
wire [CELLS_W-1:0] leaving  = {{(CELLS_W-NEED_W){1'b0}}, pop_need};
wire [CELLS_W-1:0] entering = {{(CELLS_W-NEED_W){1'b0}}, in_need};
wire [CELL_W-1:0]  refill_cell;

onehot_mux #(.N(QUEUES), .W(CELL_W))  cell_of  (.sel(pop_q), .d(head_cell_q),  .y(pop_cell));
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pop_q), .d(head_flits_q), .y(pop_flits));

need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_pop (.flits(pop_flits), .need(pop_need));
need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_in  (.flits(in_flits),  .need(in_need));

// ----------------------------------------------------------------------------
// Queues. Whether a packet enters may be known late: both alternatives are computed, and it selects one.
wire [QUEUES-1:0] vacant;      // but for a packet that enters, the queue is empty in the next cycle
wire [QUEUES-1:0] link;        // it is behind another one
wire [QUEUES-1:0] refill_d;    // queue whose next packet is to be read

// The packet that enters is the head; one-hot or zero, as late as enter.
`ifdef NIC
`else
wire [QUEUES-1:0] direct;
`endif

assign direct   = enter & vacant;
assign link     = enter & ~vacant;
assign refill_d = pop_q & ~vacant;

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [CELLS_W-1:0] now  = fill_q[q*CELLS_W +: CELLS_W];
  wire [CELLS_W-1:0] left = now - (leaving & {CELLS_W{pop_q[q]}});

  assign vacant[q] = now == (leaving & {CELLS_W{pop_q[q]}});
  assign empty[q]  = now == NO_CELLS;
  assign fill_next[q*CELLS_W +: CELLS_W] = enter[q] ? left + entering : left;

  always @(posedge clk)
    if (rst) begin
      head_cell_q[q*CELL_W +: CELL_W]    <= {CELL_W{1'b0}};
      head_flits_q[q*FLITS_W +: FLITS_W] <= {FLITS_W{1'b0}};
      tail_q[q*CELL_W +: CELL_W]         <= {CELL_W{1'b0}};
      fits_q[q]                          <= 1'b1;
    end else begin
      if (refill_q[q]) begin
        head_cell_q[q*CELL_W +: CELL_W]    <= refill_cell;
        head_flits_q[q*FLITS_W +: FLITS_W] <= refill_flits;
      end else if (direct[q]) begin
        head_cell_q[q*CELL_W +: CELL_W]    <= in_cell;
        head_flits_q[q*FLITS_W +: FLITS_W] <= in_flits;
      end
      if (enter[q]) tail_q[q*CELL_W +: CELL_W] <= in_cell;
      fits_q[q] <= refill_q[q] ? fits_refill : direct[q] ? fits_enter : fits[q];
    end
end

always @(posedge clk)
  if (rst) begin
    fill_q    <= {(QUEUES*CELLS_W){1'b0}};
    present_q <= {QUEUES{1'b0}};
    pop_q     <= {QUEUES{1'b0}};
    popping_q <= 1'b0;
    refill_q  <= {QUEUES{1'b0}};
  end else begin
    fill_q    <= fill_next;
    present_q <= (present_q & ~gnt_queue) | direct | refill_q;
    pop_q     <= gnt_queue;
    popping_q <= gnt;
    refill_q  <= refill_d;
  end

assign ready      = present_q & fits_q;
assign fill       = fill_q;
assign head_flits = head_flits_q;
assign refill     = refill_q;
assign pop        = pop_q;
assign popping    = popping_q;

// ----------------------------------------------------------------------------
// Memory of what is behind a packet.
wire [VCS-1:0]     enter_vc, pop_vc;
wire [VC_W-1:0]    enter_vc_number, pop_vc_number;
wire [CELL_W-1:0]  tail;
wire [CELL_AW-1:0] waddr, raddr;

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  assign enter_vc[v] = |enter[v*VC_QUEUES +: VC_QUEUES];
  assign pop_vc[v]   = |pop_q[v*VC_QUEUES +: VC_QUEUES];
end

onehot_index #(.N(VCS)) number_of_enter (.onehot(enter_vc), .index(enter_vc_number));
onehot_index #(.N(VCS)) number_of_pop   (.onehot(pop_vc),   .index(pop_vc_number));
onehot_mux #(.N(QUEUES), .W(CELL_W)) tail_of (.sel(enter), .d(tail_q), .y(tail));

cell_address #(.VCS(VCS), .CELLS(CELLS)) of_tail (.vc(enter_vc_number), .number(tail),     .address(waddr));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_pop  (.vc(pop_vc_number),   .number(pop_cell), .address(raddr));

`ifdef BY_DESTINATION
// Queues are by destination: each packet goes where its first turn says.
localparam BEHIND_W = CELL_W + FLITS_W + TURN_W;

reg [QUEUES*TURN_W-1:0]  head_turn_q;

wire [BEHIND_W-1:0] entered = {in_turn, in_flits, in_cell};
wire [BEHIND_W-1:0] behind;

assign {refill_turn, refill_flits, refill_cell} = behind;
assign head_turn = head_turn_q;

for (q = 0; q < QUEUES; q = q + 1) begin : g_turn
  always @(posedge clk)
    if (rst)              head_turn_q[q*TURN_W +: TURN_W] <= {TURN_W{1'b0}};
    else if (refill_q[q]) head_turn_q[q*TURN_W +: TURN_W] <= refill_turn;
    else if (direct[q])   head_turn_q[q*TURN_W +: TURN_W] <= in_turn;
end
`else
localparam BEHIND_W = CELL_W + FLITS_W;

wire [BEHIND_W-1:0] entered = {in_flits, in_cell};
wire [BEHIND_W-1:0] behind;

assign {refill_flits, refill_cell} = behind;
`endif

ram_1r1w #(.WORDS(SIDE_CELLS), .WIDTH(BEHIND_W)) link_mem (
  .clk(clk), .wen(|link), .waddr(waddr), .wdata(entered),
  .ren(|refill_d), .raddr(raddr), .rdata(behind)
);

`ifndef SYNTHESIS
wire [QUEUES-1:0] too_few;   // more cells leave than the queue has
wire [QUEUES-1:0] too_many;  // more cells are there than the VC has
for (q = 0; q < QUEUES; q = q + 1) begin : g_check
  localparam [CELLS_W:0] ALL = CELLS[CELLS_W:0];
  wire [CELLS_W:0] now = {1'b0, fill_q[q*CELLS_W +: CELLS_W]};
  assign too_few[q]  = pop_q[q] & ({1'b0, leaving} > now);
  assign too_many[q] = now > ALL;
end

always @(posedge clk) if (!rst) begin
  if (gnt != |gnt_queue) $fatal(1, "granted without a queue, or a queue without a grant");
  if ((gnt_queue & ~ready) != {QUEUES{1'b0}}) $fatal(1, "granted a queue that is not ready");
  if ((direct & refill_q) != {QUEUES{1'b0}}) $fatal(1, "a queue has two heads");
  if (too_few != {QUEUES{1'b0}}) $fatal(1, "more cells leave than a queue has");
  if (too_many != {QUEUES{1'b0}}) $fatal(1, "a queue has more cells than its VC");
end
`endif

endmodule
