// Mapping: the queues of an input port as linked lists of slots. A link holds slot and request
// of the packet behind, so a new head and its request are read together.
// Twin: cmodel/units/mu.c. RECN-IQ 3.2.
module mu #(
  parameter SAQS    = 4,
  parameter SLOTS   = 64,
  parameter REQ_W   = 7,
  parameter QUEUES  = SAQS + 1,
  parameter SLOT_W  = $clog2(SLOTS),
  parameter COUNT_W = $clog2(SLOTS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Arrival. arrive: a packet enters queue 0. slot, rx_req: its slot and its request; used only with arrive.
  input  wire                      arrive,
  input  wire [SLOT_W-1:0]         slot,
  input  wire [REQ_W-1:0]          rx_req,

  // gnt_queue: queue of the granted head, one-hot or zero; the head is popped in the next cycle.
  input  wire [QUEUES-1:0]         gnt_queue,

  // Pop of the head granted in the cycle before; from registers. pop: its queue, one-hot or zero. popping: pop is non-zero. pop_slot: its slot,
  // 0 without a pop.
  output wire [QUEUES-1:0]         pop,
  output wire                      popping,
  output wire [SLOT_W-1:0]         pop_slot,

  // direct: the packet that enters the queue in this cycle becomes its head. Combinational.
  output wire [QUEUES-1:0]         direct,

`ifdef SET_ASIDE
  // move_src, move_dst: queues of a move, both one-hot or both zero; zero while popping; with arrive, only into an empty queue. The source is
  // the cold queue with detect, otherwise judged. judged: one-hot or zero, registered.
  input  wire [QUEUES-1:0]         judged,
  input  wire                      detect,
  input  wire [QUEUES-1:0]         move_src,
  input  wire [QUEUES-1:0]         move_dst,

  // move_queue: the only queue whose head may move in this cycle, from registers. move_req: request of that head, in the same cycle.
  output wire [QUEUES-1:0]         move_queue,
  input  wire [REQ_W-1:0]          move_req,

  // Occupancy of each queue, registered.
  output wire [QUEUES*COUNT_W-1:0] count,

`ifndef LISTS_RAM
  // Slots of the heads, registered: addresses in the header memory.
  output wire [QUEUES*SLOT_W-1:0]  head,
`endif
`endif

  // refill: queue that gets a new head from the link memory, one-hot or zero. link_req: request of that head; valid with refill. Registered.
  output wire [QUEUES-1:0]         refill,
  output wire [REQ_W-1:0]          link_req
);
reg [QUEUES*SLOT_W-1:0]  head_q;
reg [QUEUES*SLOT_W-1:0]  tail_q;
reg [QUEUES*COUNT_W-1:0] count_q;
reg [QUEUES-1:0]         pop_q;
reg [QUEUES-1:0]         refill_q;

assign pop = pop_q;
onehot_mux #(.N(QUEUES), .W(SLOT_W)) popped (.sel(pop_q), .d(head_q), .y(pop_slot));

// ----------------------------------------------------------------------------
// Packets that enter and packets that leave.
wire [QUEUES-1:0]        enter;
wire [QUEUES-1:0]        leave;
wire [QUEUES*SLOT_W-1:0] enter_slot;
wire [QUEUES-1:0]        replaced;      // the head leaves; used only where a packet enters
wire [SLOT_W-1:0]        raddr;
wire [REQ_W+SLOT_W-1:0]  wdata;

`ifdef SET_ASIDE
localparam [QUEUES-1:0] COLD = 1;

// move_queue does not depend on popping, to shorten its path. In the cycle of a pop nothing moves, and move_slot is not used.
wire [SLOT_W-1:0] move_slot;
assign move_queue = detect ? COLD : judged;
onehot_mux #(.N(QUEUES), .W(SLOT_W)) moved (.sel(move_queue), .d(head_q), .y(move_slot));

// A packet enters the cold queue from the link, a set-aside queue by a move. No packet leaves the destination of a move in the same cycle.
// PPU moves nothing in the cycle of an arrival.
assign enter      = move_dst | (COLD & {QUEUES{arrive}});
assign leave      = move_src | pop_q;
assign enter_slot = {{SAQS{move_slot}}, slot};
assign replaced   = COLD & {QUEUES{detect | pop_q[0]}};
assign raddr      = ~popping ? move_slot : pop_slot;
assign wdata      = ~arrive ? {move_req, move_slot} : {rx_req, slot};

assign count = count_q;

`ifndef LISTS_RAM
assign head = head_q;
`endif
`else
assign enter      = arrive;
assign leave      = pop_q;
assign enter_slot = slot;
assign replaced   = pop_q;
assign raddr      = pop_slot;
assign wdata      = {rx_req, slot};
`endif

// ----------------------------------------------------------------------------
// Queues.
wire [SLOT_W-1:0] link_slot;
wire [QUEUES-1:0] two_or_more;    // packets

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [COUNT_W-1:0] packets = count_q[q*COUNT_W +: COUNT_W];
  wire [SLOT_W-1:0]  entering = enter_slot[q*SLOT_W +: SLOT_W];

  assign two_or_more[q] = |(packets >> 1);
  assign direct[q]      = enter[q] & ~two_or_more[q] & (replaced[q] | ~packets[0]);

  always @(posedge clk)
    if (rst) begin
      head_q[q*SLOT_W +: SLOT_W]    <= {SLOT_W{1'b0}};
      tail_q[q*SLOT_W +: SLOT_W]    <= {SLOT_W{1'b0}};
      count_q[q*COUNT_W +: COUNT_W] <= {COUNT_W{1'b0}};
    end else begin
      if (refill_q[q])            head_q[q*SLOT_W +: SLOT_W] <= link_slot;
      else if (direct[q])         head_q[q*SLOT_W +: SLOT_W] <= entering;
      if (enter[q])               tail_q[q*SLOT_W +: SLOT_W] <= entering;
      if (enter[q] & ~leave[q])   count_q[q*COUNT_W +: COUNT_W] <= packets + 1'b1;
      if (leave[q] & ~enter[q])   count_q[q*COUNT_W +: COUNT_W] <= packets - 1'b1;
    end
end

// ----------------------------------------------------------------------------
// Links: written at the tail of the queue that a packet enters, read at the head of the queue that a packet leaves.
wire [QUEUES-1:0] append = enter & ~direct;
wire [QUEUES-1:0] next = leave & two_or_more;
wire [SLOT_W-1:0] waddr;

onehot_mux #(.N(QUEUES), .W(SLOT_W)) write_at (.sel(append), .d(tail_q), .y(waddr));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(REQ_W + SLOT_W)) link_mem (
  .clk(clk), .wen(|append), .waddr(waddr), .wdata(wdata),
  .ren(|next), .raddr(raddr), .rdata({link_req, link_slot})
);

// ----------------------------------------------------------------------------
// Pop, and refill.
`include "units/popping.vh"

assign refill = refill_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((leave & (leave - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two packets leave in one cycle");
  if ((append & (append - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two links to write in one cycle");
  if ((refill_q & direct) != {QUEUES{1'b0}}) $fatal(1, "two new heads for one queue");
end
`endif

endmodule
