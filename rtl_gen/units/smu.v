// Mapping: the queues of an input port as linked lists of slots, with slots and requests of their first three packets in registers. A link
// holds slot and request of the packet behind.
// Twin: cmodel/units/smu.c. docs/internals/microarchitecture-slots.md.
module smu #(
  parameter RADIX        = 8,
  parameter SLOTS        = 64,
  parameter PACKET_FLITS = 8,
  parameter REQ_W        = 7,
  parameter QUEUES       = 5,
  parameter TURN_W       = $clog2(RADIX),
  parameter SLOT_W       = $clog2(SLOTS),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1),
`ifdef STAMPS
  parameter STAMP_W      = $clog2(RADIX * SLOTS) + 2,
`endif
  parameter COUNT_W      = $clog2(SLOTS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Arrival. slot, rx_req: slot and request of the packet, in the request the turn lowest, then the length; used only with enter. enter: its queue,
  // one-hot or zero.
  input  wire [SLOT_W-1:0]         slot,
  input  wire [REQ_W-1:0]          rx_req,
  input  wire [QUEUES-1:0]         enter,

  // gnt_queue: queue of the granted head, one-hot or zero; only where present is set. The head is popped in the next cycle. granted: there is one; its
  // length is req_flits.
  input  wire [QUEUES-1:0]         gnt_queue,
  input  wire                      granted,
  // verilator lint_off UNUSED
  input  wire [FLITS_W-1:0]        req_flits,
  // verilator lint_on UNUSED

  // open_next: outputs that are open in the next cycle, by turn. rd_idle_next: this input is idle in the next cycle, unless a packet of several flits
  // is granted in this one.
  input  wire [RADIX-1:0]          open_next,
  input  wire                      rd_idle_next,

  // popping: the head granted in the cycle before is popped; from registers. pop_slot, pop_flits: its slot and length; used only with a pop.
  output wire                      popping,
  output wire [SLOT_W-1:0]         pop_slot,
  output wire [FLITS_W-1:0]        pop_flits,

`ifdef SET_ASIDE
  // req: turn of the granted head, one-hot. held_next: queues that may not be served in the next cycle.
  // count_next: occupancy of each queue in the next cycle; combinational from enter. Registered: held: queues that may not be served. pop_turn: turn
  // of the head popped; used only with a pop.
  input  wire [RADIX-1:0]          req,
  input  wire [QUEUES-1:0]         held_next,
  output wire [QUEUES*COUNT_W-1:0] count_next,
  output wire [QUEUES-1:0]         held,
  output wire [TURN_W-1:0]         pop_turn,
`endif

`ifdef MESSAGES
  // pop: queue whose head is popped, one-hot or zero. count: occupancy of each queue. Registered.
  output wire [QUEUES-1:0]         pop,
  output wire [QUEUES*COUNT_W-1:0] count,
`endif

`ifdef STAMPS
  output wire [QUEUES*STAMP_W-1:0] stamp,
`elsif BY_OUTPUT
  // req_queue: queue of the requesting head, one-hot, zero without a request. wanted: by turn, outputs for which there is
  // a head that may be served; registered.
  input  wire [QUEUES-1:0]         req_queue,
  output wire [RADIX-1:0]          wanted,
`endif

  // Heads, registered; in the cycle of a pop, the packet behind. present: the queue has a head. turns, flits: its turn and length. open: outputs
  // that this input may request, by turn; registered.
  output wire [QUEUES-1:0]         present,
  output wire [RADIX-1:0]          open,
  output wire [QUEUES*TURN_W-1:0]  turns,
  output wire [QUEUES*FLITS_W-1:0] flits
);
localparam SHORT_W = PACKET_FLITS > 1 ? $clog2(PACKET_FLITS) : 1;   // of a length whose top bit follows from the others

localparam HEADS   = 3;                 // packets of a queue whose requests are in registers
localparam ENTRY_W = SLOT_W + REQ_W;

reg [QUEUES*COUNT_W-1:0]       count_q;
reg [QUEUES*SLOT_W-1:0]        last_q;
reg [QUEUES-1:0]               pop_q;
reg [QUEUES-1:0]               refill_q;
reg [QUEUES-1:0]               present_q;
reg [HEADS*QUEUES*SLOT_W-1:0]  slot_q;
reg [HEADS*QUEUES*TURN_W-1:0]  turn_q;
reg [HEADS*QUEUES*SHORT_W-1:0] flits_q;
reg [SHORT_W-1:0]              pop_flits_q;
reg [RADIX-1:0]                open_q;

// ----------------------------------------------------------------------------
// Packets that stay, and links: written at the slot of the packet that entered last, read at that of the third packet.
wire [QUEUES*COUNT_W-1:0] count_d;    // packets in each queue in the next cycle
wire [QUEUES*HEADS-1:0]  left_is;     // bit j of a queue: j packets stay
wire [QUEUES-1:0]        any;         // packets are there in the next cycle
wire [QUEUES-1:0]        more;        // two or more are; used only where the head is granted
wire [QUEUES-1:0]        link;        // three or more stay: the packet that enters is in the memory alone
wire [QUEUES-1:0]        next;        // the packet linked to the one that leaves will be the third, and is read
wire [QUEUES*SLOT_W-1:0] third;       // slot of the third packet, before any leaves
wire [SLOT_W-1:0]        waddr;
wire [SLOT_W-1:0]        raddr;
wire [ENTRY_W-1:0]       read;

genvar q, j;
for (q = 0; q < QUEUES; q = q + 1) begin : g_count
  wire [COUNT_W-1:0] packets = count_q[q*COUNT_W +: COUNT_W];
  wire [COUNT_W-1:0] left;

  up_down #(.W(COUNT_W)) leave (.x(packets), .step(pop_q[q]), .down(1'b1), .y(left));
  up_down #(.W(COUNT_W)) enters (.x(left), .step(enter[q]), .down(1'b0), .y(count_d[q*COUNT_W +: COUNT_W]));

  assign left_is[q*HEADS +: HEADS] = {left == 2, left == 1, left == 0};

  assign link[q] = enter[q] & ~|left_is[q*HEADS +: HEADS];
  assign next[q] = pop_q[q] & |(packets >> 2);

  // A head that is granted is there, and does not count from the next cycle on.
  assign any[q]  = enter[q] | ~left_is[q*HEADS];
  assign more[q] = enter[q] | ~left_is[q*HEADS + 1];
  assign third[q*SLOT_W +: SLOT_W] = refill_q[q] ? read[SLOT_W-1:0] : slot_q[(q*HEADS + HEADS-1)*SLOT_W +: SLOT_W];

  always @(posedge clk) begin
    if (rst) begin
      count_q[q*COUNT_W +: COUNT_W] <= {COUNT_W{1'b0}};
      present_q[q]                  <= 1'b0;
    end else begin
      count_q[q*COUNT_W +: COUNT_W] <= count_d[q*COUNT_W +: COUNT_W];
      present_q[q]                  <= gnt_queue[q] ? more[q] : any[q];
    end
    if (rst | enter[q]) last_q[q*SLOT_W +: SLOT_W] <= slot & {SLOT_W{~rst}};
  end
end

onehot_mux #(.N(QUEUES), .W(SLOT_W)) write_at (.sel(enter), .d(last_q), .y(waddr));
onehot_mux #(.N(QUEUES), .W(SLOT_W)) read_at  (.sel(pop_q), .d(third),  .y(raddr));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(ENTRY_W)) link_mem (
  .clk(clk), .wen(|link), .waddr(waddr), .wdata({rx_req, slot}),
  .ren(|next), .raddr(raddr), .rdata(read)
);

`include "units/popping.vh"

`ifdef SET_ASIDE
// ----------------------------------------------------------------------------
// For lines and congestion detection.

reg  [QUEUES-1:0] held_q;
reg  [TURN_W-1:0] pop_turn_q;
wire [TURN_W-1:0] req_turn;

onehot_index #(.N(RADIX)) turn_of (.onehot(req), .index(req_turn));

always @(posedge clk) begin
  if (rst) held_q <= {QUEUES{1'b0}};
  else     held_q <= held_next;

  if (rst)          pop_turn_q <= {TURN_W{1'b0}};
  else if (granted) pop_turn_q <= req_turn;
end

assign count_next = count_d;
assign held       = held_q;
assign pop_turn   = pop_turn_q;
`endif
`ifdef MESSAGES
assign pop   = pop_q;
assign count = count_q;
`endif
`ifdef STAMPS
// ----------------------------------------------------------------------------
// Stamps: the uppermost field of a request.

reg [HEADS*QUEUES*STAMP_W-1:0] stamp_q;
`elsif BY_OUTPUT
// ----------------------------------------------------------------------------
// Outputs that heads want.

localparam [RADIX-1:0] FIRST_TURN = 1;

reg  [RADIX-1:0]         wanted_q;
wire [QUEUES*RADIX-1:0]  first_wants;    // by queue: output of the first packet, one-hot
wire [QUEUES*TURN_W-1:0] second_turns;   // turn of the packet behind it
wire [TURN_W-1:0]        second_turn;    // of that behind the requesting head
wire [QUEUES-1:0]        first_may  = any & ~held_next;
wire [QUEUES-1:0]        second_may = more & ~held_next & req_queue;
wire [RADIX-1:0]         ungranted;      // wanted_q without a grant,
wire [RADIX-1:0]         others;
wire [RADIX-1:0]         once_granted = others | ((FIRST_TURN << second_turn) & {RADIX{|second_may}});   // and with one, known before that is

onehot_mux #(.N(QUEUES), .W(RADIX)) without (.sel(first_may), .d(first_wants), .y(ungranted));
onehot_mux #(.N(QUEUES), .W(RADIX)) with_one (.sel(first_may & ~req_queue), .d(first_wants), .y(others));
onehot_mux #(.N(QUEUES), .W(TURN_W)) behind_head (.sel(req_queue), .d(second_turns), .y(second_turn));

always @(posedge clk)
  if (rst) wanted_q <= {RADIX{1'b0}};
  else     wanted_q <= granted ? once_granted : ungranted;

assign wanted = wanted_q;
`endif
// ----------------------------------------------------------------------------
// Request register file.
wire [HEADS*QUEUES-1:0]  twice;   // a packet read and one that enters, for one entry
wire [QUEUES*SLOT_W-1:0] first;   // slot of entry 0

for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [HEADS*ENTRY_W-1:0] entry;

  // Of what an entry can become, one is selected, and none in reset.
  //
  // The request of entry 0 is that of the packet that can be granted: it changes with the grant, which is late; its slot changes with the pop.
  wire             first_enters = ~rst & enter[q] & left_is[HEADS*q];
  wire             first_stays  = ~rst & ~first_enters;
  wire [REQ_W-1:0] first_d;
  wire [REQ_W-1:0] second_d;
  wire [REQ_W-1:0] head_d = gnt_queue[q] ? second_d : first_d;

  onehot_mux #(.N(2), .W(REQ_W)) first_of (.sel({first_enters, first_stays}), .d({rx_req, entry[SLOT_W +: REQ_W]}), .y(first_d));

`ifdef BY_OUTPUT
  assign first_wants[q*RADIX +: RADIX]    = FIRST_TURN << first_d[TURN_W-1:0];
  assign second_turns[q*TURN_W +: TURN_W] = second_d[TURN_W-1:0];
`endif

  for (j = 0; j < HEADS; j = j + 1) begin : g_entry
    localparam AT     = HEADS * q + j;
    localparam BEHIND = j < HEADS - 1 ? j + 1 : j;

    wire enters = ~rst & enter[q] & left_is[AT];
    wire reads  = ~rst & refill_q[q] & (j == 1 ? pop_q[q] : j == 2 & ~pop_q[q]);
    wire moves  = ~rst & pop_q[q] & j != BEHIND & ~reads & ~enters;     // becomes the entry behind
    wire stays  = ~rst & (~pop_q[q] | j == BEHIND) & ~reads & ~enters;

    wire [ENTRY_W-1:0] own    = entry[j*ENTRY_W +: ENTRY_W];
    wire [ENTRY_W-1:0] behind = entry[BEHIND*ENTRY_W +: ENTRY_W];
    wire [ENTRY_W-1:0] after;
    // verilator lint_off UNUSED
    wire [ENTRY_W-1:0] entry_d = j == 0 ? {head_d, after[SLOT_W-1:0]} : after;
    // verilator lint_on UNUSED

    onehot_mux #(.N(4), .W(ENTRY_W)) after_of (.sel({enters, reads, moves, stays}), .d({rx_req, slot, read, behind, own}), .y(after));

    if (j == 1) begin : g_second assign second_d = after[SLOT_W +: REQ_W]; end

    whole_length #(.FLITS_W(FLITS_W), .SHORT_W(SHORT_W)) length_of (
      .stored(flits_q[AT*SHORT_W +: SHORT_W]), .flits(entry[j*ENTRY_W+SLOT_W+TURN_W +: FLITS_W])
    );
    assign entry[j*ENTRY_W +: SLOT_W+TURN_W] = {turn_q[AT*TURN_W +: TURN_W], slot_q[AT*SLOT_W +: SLOT_W]};
    assign twice[AT] = reads & enters;

    always @(posedge clk) begin
      slot_q[AT*SLOT_W +: SLOT_W]    <= entry_d[0 +: SLOT_W];
      turn_q[AT*TURN_W +: TURN_W]    <= entry_d[SLOT_W +: TURN_W];
      flits_q[AT*SHORT_W +: SHORT_W] <= entry_d[SLOT_W+TURN_W +: SHORT_W];
    end

`ifdef STAMPS
    assign entry[(j+1)*ENTRY_W-1 -: STAMP_W] = stamp_q[AT*STAMP_W +: STAMP_W];

    if (j == 0) begin : g_stamp assign stamp[q*STAMP_W +: STAMP_W] = own[ENTRY_W-1 -: STAMP_W]; end

    always @(posedge clk) stamp_q[AT*STAMP_W +: STAMP_W] <= entry_d[ENTRY_W-1 -: STAMP_W];
`endif
  end

  assign first[q*SLOT_W +: SLOT_W]   = entry[0 +: SLOT_W];
  assign turns[q*TURN_W +: TURN_W]   = entry[SLOT_W +: TURN_W];
  assign flits[q*FLITS_W +: FLITS_W] = entry[SLOT_W+TURN_W +: FLITS_W];
end

onehot_mux #(.N(QUEUES), .W(SLOT_W)) popped (.sel(pop_q), .d(first), .y(pop_slot));

always @(posedge clk)
  if (rst)          pop_flits_q <= {SHORT_W{1'b0}};
  else if (granted) pop_flits_q <= req_flits[SHORT_W-1:0];

whole_length #(.FLITS_W(FLITS_W), .SHORT_W(SHORT_W)) length_of_popped (.stored(pop_flits_q), .flits(pop_flits));

assign present = present_q;
assign open    = open_q;

// open_q: outputs that this input may request unless it is busy. Each input has a copy, since open_next depends on grants, which are late
// and have a high fan-out.
always @(posedge clk)
  if (rst) open_q <= {RADIX{1'b1}};
  else     open_q <= open_next & {RADIX{rd_idle_next}};

`ifndef SYNTHESIS
wire [QUEUES-1:0] empty, full;    // queues without a packet, and with as many as there are slots
for (q = 0; q < QUEUES; q = q + 1) begin : g_empty
  assign empty[q] = ~|count_q[q*COUNT_W +: COUNT_W];
  assign full[q]  = count_q[q*COUNT_W +: COUNT_W] == SLOTS[COUNT_W-1:0];
end

always @(posedge clk) if (!rst) begin
  if ((gnt_queue & ~present) != {QUEUES{1'b0}}) $fatal(1, "granted a head that is not there");
  if ((pop_q & empty) != {QUEUES{1'b0}}) $fatal(1, "a packet left an empty queue");
  if ((enter & full) != {QUEUES{1'b0}}) $fatal(1, "a packet entered a full queue");
  if (twice != {HEADS*QUEUES{1'b0}}) $fatal(1, "two new requests for one entry");
end
`endif

endmodule
