// Queues as rings, each in a partition of the memory, with the requests of their first three packets in registers. A head is ready
// for the scheduler only if its queue at the next hop has credit.
// Twin: cmodel/units/qmu.c. docs/internals/microarchitecture-static.md.
module qmu #(
  parameter RADIX        = 8,
  parameter QUEUES       = 4,
  parameter SLOTS        = 64,
  parameter PACKET_FLITS = 8,
  parameter PORT_W       = $clog2(RADIX),
  parameter QUEUE_W      = QUEUES > 1 ? $clog2(QUEUES) : 1,
  parameter SLOT_W       = $clog2(SLOTS),
`ifdef STAMPS
  parameter STAMP_W      = $clog2(RADIX * SLOTS) + 2,
`endif
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Arriving header. rx_queue: queue of the packet; used only with arrive, when it has a free slot (credits).
  input  wire                      arrive,
  input  wire [QUEUE_W-1:0]        rx_queue,

  // The packet one cycle later, registered. enter: its queue, one-hot or zero. Its request, used only with enter: output port, queue at the next
  // hop, length in flits.
  input  wire [QUEUES-1:0]         enter,
  input  wire [PORT_W-1:0]         enter_port,
  input  wire [QUEUE_W-1:0]        enter_next_queue,
  input  wire [FLITS_W-1:0]        enter_flits,

  // Queues downstream, by output, that have a credit in this cycle and in the next, and two.
  input  wire [RADIX*QUEUES-1:0]   avail,
  input  wire [RADIX*QUEUES-1:0]   avail_next,
  input  wire [RADIX*QUEUES-1:0]   avail_two,
  input  wire [RADIX*QUEUES-1:0]   avail_two_next,

  // Credits downstream, by output. take: a credit of take_queue is taken in this cycle. tx_credit: a credit of tx_credit_queue is returned.
  // take_two: take_queue has two credits in the next cycle.
  input  wire [RADIX-1:0]          take,
  input  wire [RADIX*QUEUE_W-1:0]  take_queue,
  input  wire [RADIX-1:0]          take_two,
  input  wire [RADIX-1:0]          tx_credit,
  input  wire [RADIX*QUEUE_W-1:0]  tx_credit_queue,

  // gnt_queue: queue of the granted head, one-hot or zero; only where ready is set.
  input  wire [QUEUES-1:0]         gnt_queue,

  // slot: for the arriving header; combinational from rx_queue.
  output wire [SLOT_W-1:0]         slot,

  // Heads. port, flits: output port and length; valid only where ready is set. A packet that enters a queue without another is shown in the same
  // cycle, and the packet behind one that leaves in the cycle in which it leaves.
  output wire [QUEUES-1:0]         ready,
  output wire [QUEUES*PORT_W-1:0]  port,
  output wire [QUEUES*FLITS_W-1:0] flits,

`ifdef STAMPS
  input  wire [STAMP_W-1:0]        now,
  output wire [QUEUES*STAMP_W-1:0] stamp,
`endif

  // gnt_next_queue: queue at the next hop of the granted head; combinational, valid with gnt_queue. popping: set in the cycle after a grant.
  // leave_slot: slot of the granted packet; valid with popping.
  output wire [QUEUE_W-1:0]        gnt_next_queue,
  output wire                      popping,
  output wire [SLOT_W-1:0]         leave_slot
);
`include "units/slot_credit.vh"

localparam QUEUE_SLOTS = SLOTS / QUEUES;
localparam CREDITS     = slot_credits(QUEUE_SLOTS);
localparam PLACE_W     = QUEUE_SLOTS > 1 ? $clog2(QUEUE_SLOTS) : 1;
localparam FILL_W      = $clog2(QUEUE_SLOTS + 1);
`ifdef STAMPS
localparam REQ_W       = PORT_W + QUEUE_W + FLITS_W + STAMP_W;
`else
localparam REQ_W       = PORT_W + QUEUE_W + FLITS_W;
`endif

localparam HEADS        = 3;    // packets of a queue whose requests are in registers
localparam SECOND_LAST  = QUEUE_SLOTS - 2;
localparam THIRD_LAST   = QUEUE_SLOTS - 3;
localparam WRAPPED      = HEADS - QUEUE_SLOTS;

localparam [RADIX-1:0]   FIRST_PORT  = 1;
localparam [QUEUES-1:0]  FIRST_QUEUE = 1;
localparam [PLACE_W-1:0] LAST_PLACE  = QUEUE_SLOTS[PLACE_W-1:0] - 1'b1;

reg [QUEUES*PLACE_W-1:0]       head_q;
reg [QUEUES*PLACE_W-1:0]       tail_q;
reg [QUEUES*FILL_W-1:0]        count_q;
reg [SLOT_W-1:0]               arrive_slot_q;
reg [QUEUES-1:0]               pop_q;
reg [QUEUES-1:0]               refill_q;
reg [HEADS*QUEUES*PORT_W-1:0]  port_q;
reg [HEADS*QUEUES*QUEUE_W-1:0] next_queue_q;
reg [HEADS*QUEUES*FLITS_W-1:0] flits_q;
reg [2*QUEUES-1:0]             credit_q;
reg [2*QUEUES-1:0]             two_credits_q;

// ----------------------------------------------------------------------------
// Rings.
wire [QUEUES-1:0]        named = FIRST_QUEUE << rx_queue;
wire [QUEUES*SLOT_W-1:0] head;
wire [QUEUES*SLOT_W-1:0] tail;      // slot for the next packet
wire [QUEUES-1:0]        wraps;     // the third place after the head is before it
wire [QUEUES-1:0]        next;      // the packet there will be the third, and is read
wire [QUEUES*HEADS-1:0]  left_is;   // bit j of a queue: j packets stay

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_ring
  localparam BASE = q * QUEUE_SLOTS;

  wire [FILL_W-1:0]  packets = count_q[q*FILL_W +: FILL_W];
  wire [PLACE_W-1:0] first   = head_q[q*PLACE_W +: PLACE_W];
  wire [PLACE_W-1:0] last    = tail_q[q*PLACE_W +: PLACE_W];
  wire [PLACE_W-1:0] after_first = first == LAST_PLACE ? {PLACE_W{1'b0}} : first + 1'b1;
  wire [PLACE_W-1:0] after_last  = last == LAST_PLACE ? {PLACE_W{1'b0}} : last + 1'b1;

  // Up to three packets, by number. Wide enough for these numbers.
  wire [FILL_W+1:0]  wide = {2'b00, packets};
  wire [HEADS:0]     is   = {wide == 3, wide == 2, wide == 1, wide == 0};

  assign left_is[q*HEADS +: HEADS] = pop_q[q] ? is[HEADS:1] : is[HEADS-1:0];

  assign next[q]  = pop_q[q] & |(wide >> 2);
  assign wraps[q] = first == LAST_PLACE | first == SECOND_LAST[PLACE_W-1:0] | first == THIRD_LAST[PLACE_W-1:0];
  assign head[q*SLOT_W +: SLOT_W] = BASE[SLOT_W-1:0] + {{(SLOT_W-PLACE_W){1'b0}}, first};
  assign tail[q*SLOT_W +: SLOT_W] = BASE[SLOT_W-1:0] + {{(SLOT_W-PLACE_W){1'b0}}, last};

  always @(posedge clk)
    if (rst) begin
      head_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
      tail_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
      count_q[q*FILL_W +: FILL_W]  <= {FILL_W{1'b0}};
    end else begin
      if (pop_q[q])             head_q[q*PLACE_W +: PLACE_W] <= after_first;
      if (arrive & named[q])    tail_q[q*PLACE_W +: PLACE_W] <= after_last;
      if (enter[q] & ~pop_q[q]) count_q[q*FILL_W +: FILL_W]  <= packets + 1'b1;
      if (pop_q[q] & ~enter[q]) count_q[q*FILL_W +: FILL_W]  <= packets - 1'b1;
    end
end

onehot_mux #(.N(QUEUES), .W(SLOT_W)) slot_of (.sel(named), .d(tail), .y(slot));
onehot_mux #(.N(QUEUES), .W(SLOT_W)) leaving (.sel(pop_q), .d(head), .y(leave_slot));

always @(posedge clk)
  if (rst)         arrive_slot_q <= {SLOT_W{1'b0}};
  else if (arrive) arrive_slot_q <= slot;

`include "units/popping.vh"

// ----------------------------------------------------------------------------
// Requests: a memory holds those of all packets, registers hold those of the first three of each queue.
wire [REQ_W-1:0]   enter_req;
wire [REQ_W-1:0]   read_req;
wire [SLOT_W-1:0]  raddr = leave_slot + (|(pop_q & wraps) ? WRAPPED[SLOT_W-1:0] : HEADS[SLOT_W-1:0]);

ram_1r1w #(.WORDS(SLOTS), .WIDTH(REQ_W)) req_mem (
  .clk(clk), .wen(|enter), .waddr(arrive_slot_q), .wdata(enter_req),
  .ren(|next), .raddr(raddr), .rdata(read_req)
);

assign enter_req[0 +: PORT_W+QUEUE_W+FLITS_W] = {enter_flits, enter_next_queue, enter_port};

`ifdef STAMPS
// Stamps, the uppermost field of a request. now: stamp of a packet that enters in this cycle. stamp: those of the heads.

reg [HEADS*QUEUES*STAMP_W-1:0] stamp_q;

assign enter_req[REQ_W-1 -: STAMP_W] = now;

for (q = 0; q < QUEUES; q = q + 1) begin : g_stamp
  assign stamp[q*STAMP_W +: STAMP_W] = g_queue[q].request[REQ_W-1 -: STAMP_W];
end
`endif

// ----------------------------------------------------------------------------
// What happens to credits, by output, and what it means to the packets whose credits are known: entries 0 and 1 of each queue, and last the
// packet that enters.
localparam EVENT_W = 2 * QUEUE_W + 3;
localparam KNOWN   = 2 * QUEUES + 1;

wire [RADIX-1:0]         enter_sel   = FIRST_PORT << enter_port;
wire [QUEUES-1:0]        enter_queue = FIRST_QUEUE << enter_next_queue;
wire [QUEUES-1:0]        enter_avail, enter_avail_two;  // at the output of the packet that enters
wire [RADIX*EVENT_W-1:0] events;
wire [KNOWN-1:0]         may_go;       // as a head, the packet has the credits that it needs in this cycle
wire [KNOWN-1:0]         credit_next;  // in the next cycle the queue that it names has a credit
wire [KNOWN-1:0]         two_next;     // two credits

onehot_mux #(.N(RADIX), .W(QUEUES)) enter_avail_of     (.sel(enter_sel), .d(avail),     .y(enter_avail));
onehot_mux #(.N(RADIX), .W(QUEUES)) enter_avail_two_of (.sel(enter_sel), .d(avail_two), .y(enter_avail_two));

genvar o, k;
for (o = 0; o < RADIX; o = o + 1) begin : g_event
  assign events[o*EVENT_W +: EVENT_W] =
    {tx_credit_queue[o*QUEUE_W +: QUEUE_W], take_queue[o*QUEUE_W +: QUEUE_W], tx_credit[o], take_two[o], take[o]};
end

for (k = 0; k < KNOWN; k = k + 1) begin : g_known
  wire [RADIX-1:0]   sel;
  wire [QUEUE_W-1:0] to_queue;
  wire               credit, two;
  wire [EVENT_W-1:0] event_here;

  if (k < KNOWN - 1) begin : g_entry
    localparam ENTRY = HEADS * (k / 2) + k % 2;

    assign sel      = FIRST_PORT << port_q[ENTRY*PORT_W +: PORT_W];
    assign to_queue = next_queue_q[ENTRY*QUEUE_W +: QUEUE_W];
    assign credit   = credit_q[k];
    assign two      = two_credits_q[k];
  end else begin : g_enter
    assign sel      = enter_sel;
    assign to_queue = enter_next_queue;
    assign credit   = |(enter_avail & enter_queue);
    assign two      = |(enter_avail_two & enter_queue);
  end

  onehot_mux #(.N(RADIX), .W(EVENT_W)) event_of (.sel(sel), .d(events), .y(event_here));

  wire take_here = event_here[0];
  wire taken     = take_here & event_here[3 +: QUEUE_W] == to_queue;
  wire given     = event_here[2] & event_here[3+QUEUE_W +: QUEUE_W] == to_queue;

  // A head needs a credit, and two in a cycle in which its output takes one.
  assign may_go[k] = credit & (~take_here | two);

  // Two credits include one, a credit taken is there, and take_two includes the credit given.
  assign credit_next[k] = given | two | (credit & ~taken);
  assign two_next[k]    = taken ? event_here[1] : two | (given & credit);
end

// ----------------------------------------------------------------------------
// Request register file.
wire [QUEUES*REQ_W-1:0]   third;        // entries 2
wire [REQ_W-1:0]          third_popped; // of the queue that pops
wire [REQ_W-1:0]          behind        = |(pop_q & refill_q) ? read_req : third_popped;  // becomes entry 1 of that queue
wire [RADIX-1:0]          behind_sel    = FIRST_PORT << behind[PORT_W-1:0];
wire [QUEUES-1:0]         behind_queue  = FIRST_QUEUE << behind[PORT_W +: QUEUE_W];
wire [QUEUES-1:0]         behind_avail_next, behind_avail_two_next;  // at its output

onehot_mux #(.N(QUEUES), .W(REQ_W)) third_of                 (.sel(pop_q),      .d(third),          .y(third_popped));
onehot_mux #(.N(RADIX), .W(QUEUES)) behind_avail_next_of     (.sel(behind_sel), .d(avail_next),     .y(behind_avail_next));
onehot_mux #(.N(RADIX), .W(QUEUES)) behind_avail_two_next_of (.sel(behind_sel), .d(avail_two_next), .y(behind_avail_two_next));

wire [1:0] enter_credits  = {two_next[KNOWN-1], credit_next[KNOWN-1]};
wire [1:0] behind_credits = {|(behind_avail_two_next & behind_queue), |(behind_avail_next & behind_queue)};

wire [QUEUES*QUEUE_W-1:0] next_queue;  // of the heads

genvar j;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [HEADS-1:0]       direct = {HEADS{enter[q]}} & left_is[q*HEADS +: HEADS];
  wire [HEADS*REQ_W-1:0] kept;          // requests of the entries
  wire [HEADS*REQ_W-1:0] kept_d;
  wire [1:0]             first_credits = pop_q[q] ? {two_next[2*q+1], credit_next[2*q+1]} : {two_next[2*q], credit_next[2*q]};
  wire [REQ_W-1:0]       first = pop_q[q] ? kept[REQ_W +: REQ_W] : kept[0 +: REQ_W];  // of the packets that stay
  wire [REQ_W-1:0]       request;       // of the head

  assign kept_d[0 +: REQ_W]       = direct[0] ? enter_req : first;
  assign kept_d[REQ_W +: REQ_W]   = direct[1] ? enter_req : pop_q[q] ? behind : kept[REQ_W +: REQ_W];
  assign kept_d[2*REQ_W +: REQ_W] = direct[2] ? enter_req : refill_q[q] & ~pop_q[q] ? read_req : kept[2*REQ_W +: REQ_W];
  assign third[q*REQ_W +: REQ_W]  = kept[2*REQ_W +: REQ_W];

  always @(posedge clk)
    if (rst) begin
      credit_q[2*q +: 2]      <= 2'b11;
      two_credits_q[2*q +: 2] <= {2{CREDITS > 1}};
    end else begin
      {two_credits_q[2*q], credit_q[2*q]}     <= direct[0] ? enter_credits : first_credits;
      {two_credits_q[2*q+1], credit_q[2*q+1]} <= direct[1] ? enter_credits : pop_q[q] ? behind_credits : {two_next[2*q+1], credit_next[2*q+1]};
    end

  for (j = 0; j < HEADS; j = j + 1) begin : g_entry
    localparam ENTRY = HEADS * q + j;

    assign kept[j*REQ_W +: PORT_W+QUEUE_W+FLITS_W] =
      {flits_q[ENTRY*FLITS_W +: FLITS_W], next_queue_q[ENTRY*QUEUE_W +: QUEUE_W], port_q[ENTRY*PORT_W +: PORT_W]};

    always @(posedge clk)
      if (rst) begin
        port_q[ENTRY*PORT_W +: PORT_W]         <= {PORT_W{1'b0}};
        next_queue_q[ENTRY*QUEUE_W +: QUEUE_W] <= {QUEUE_W{1'b0}};
        flits_q[ENTRY*FLITS_W +: FLITS_W]      <= {FLITS_W{1'b0}};
      end else begin
        port_q[ENTRY*PORT_W +: PORT_W]         <= kept_d[j*REQ_W +: PORT_W];
        next_queue_q[ENTRY*QUEUE_W +: QUEUE_W] <= kept_d[j*REQ_W+PORT_W +: QUEUE_W];
        flits_q[ENTRY*FLITS_W +: FLITS_W]      <= kept_d[j*REQ_W+PORT_W+QUEUE_W +: FLITS_W];
      end

`ifdef STAMPS
    assign kept[(j+1)*REQ_W-1 -: STAMP_W] = stamp_q[ENTRY*STAMP_W +: STAMP_W];

    always @(posedge clk)
      if (rst) stamp_q[ENTRY*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};
      else     stamp_q[ENTRY*STAMP_W +: STAMP_W] <= kept_d[(j+1)*REQ_W-1 -: STAMP_W];
`endif
  end

  // The head: the packet that enters, or the first of those that stay.
  assign request  = left_is[q*HEADS] ? enter_req : first;
  assign ready[q] = left_is[q*HEADS] ? enter[q] & may_go[KNOWN-1] : pop_q[q] ? may_go[2*q+1] : may_go[2*q];

  assign port[q*PORT_W +: PORT_W]         = request[0 +: PORT_W];
  assign next_queue[q*QUEUE_W +: QUEUE_W] = request[PORT_W +: QUEUE_W];
  assign flits[q*FLITS_W +: FLITS_W]      = request[PORT_W+QUEUE_W +: FLITS_W];
end

onehot_mux #(.N(QUEUES), .W(QUEUE_W)) next_of (.sel(gnt_queue), .d(next_queue), .y(gnt_next_queue));

`ifndef SYNTHESIS
// full: all places of the ring are taken, by packets that have entered or whose header arrived in the cycle before. empty: no packet has entered.
// twice: a request read and one that enters, for one entry. wrong: the two bits of an entry are not the credits of the queue that it names.
localparam UNUSED_PORTS = (1 << PORT_W) - RADIX;

wire [QUEUES-1:0]             full;
wire [QUEUES-1:0]             empty;
wire [QUEUES-1:0]             twice;
wire [2*QUEUES-1:0]           wrong;
wire [(1<<PORT_W)*QUEUES-1:0] avail_all     = {{UNUSED_PORTS*QUEUES{1'b0}}, avail};
wire [(1<<PORT_W)*QUEUES-1:0] avail_two_all = {{UNUSED_PORTS*QUEUES{1'b0}}, avail_two};
for (q = 0; q < QUEUES; q = q + 1) begin : g_full
  assign full[q]  = count_q[q*FILL_W +: FILL_W] == QUEUE_SLOTS[FILL_W-1:0] - {{(FILL_W-1){1'b0}}, enter[q]};
  assign empty[q] = ~|count_q[q*FILL_W +: FILL_W];
  assign twice[q] = refill_q[q] & enter[q] & (pop_q[q] ? left_is[q*HEADS+1] : left_is[q*HEADS+2]);
end
for (k = 0; k < 2 * QUEUES; k = k + 1) begin : g_wrong
  localparam ENTRY = HEADS * (k / 2) + k % 2;

  wire [QUEUES-1:0] at         = FIRST_QUEUE << next_queue_q[ENTRY*QUEUE_W +: QUEUE_W];
  wire [QUEUES-1:0] has_credit = avail_all[port_q[ENTRY*PORT_W +: PORT_W]*QUEUES +: QUEUES];
  wire [QUEUES-1:0] has_two    = avail_two_all[port_q[ENTRY*PORT_W +: PORT_W]*QUEUES +: QUEUES];

  assign wrong[k] = {two_credits_q[k], credit_q[k]} != {|(has_two & at), |(has_credit & at)};
end

always @(posedge clk) if (!rst) begin
  if (arrive && (named & full) != {QUEUES{1'b0}}) $fatal(1, "a header arrived for a queue without a free slot");
  if ((gnt_queue & ~ready) != {QUEUES{1'b0}}) $fatal(1, "granted a head that was not ready");
  if ((pop_q & empty) != {QUEUES{1'b0}}) $fatal(1, "a packet left an empty queue");
  if (twice != {QUEUES{1'b0}}) $fatal(1, "two new requests for one entry");
  if (wrong != {2*QUEUES{1'b0}}) $fatal(1, "an entry does not know the credits of its queue");
end
`endif

endmodule
