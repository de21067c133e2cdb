// Mapping: the queues of an input port as linked lists of slots, with slots and requests of their first three packets in registers. A link
// holds slot and request of the packet behind.
// Twin: cmodel/units/smu.c. docs/microarchitecture-sorted.md.
`default_nettype none
module smu #(
  parameter RADIX        = 8,
  parameter SAQS         = 4,
  parameter SLOTS        = 64,
`ifdef STAMPS
  parameter STAMP_W      = 11,
`endif
  parameter PACKET_FLITS = 8,
  parameter REQ_W        = 7
) (
  clk, rst,
  slot, rx_req, enter,
  gnt_queue, granted, req, req_flits,
  open_next, rd_idle_next,
`ifdef STAMPS
  stamp,
`endif
  pop, popping, pop_slot, pop_flits, pop_turn,
  count, ready, turn,
  present, open, turns, flits
);
localparam QUEUES  = SAQS + 1;
localparam TURN_W  = $clog2(RADIX);
localparam SLOT_W  = $clog2(SLOTS);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam COUNT_W = $clog2(SLOTS + 1);

input  wire                      clk;
input  wire                      rst;

// Arrival. slot, rx_req: slot and request of the packet, in the request the turn lowest, then the length; used only with enter. enter: its queue,
// one-hot or zero.
input  wire [SLOT_W-1:0]         slot;
input  wire [REQ_W-1:0]          rx_req;
input  wire [QUEUES-1:0]         enter;

// gnt_queue: queue of the granted head, one-hot or zero; only where present is set. The head is popped in the next cycle. granted: there is one; its
// turn, one-hot, and its length are req and req_flits.
input  wire [QUEUES-1:0]         gnt_queue;
input  wire                      granted;
input  wire [RADIX-1:0]          req;
input  wire [FLITS_W-1:0]        req_flits;

// open_next: outputs that are open in the next cycle, by turn. rd_idle_next: this input is idle in the next cycle, unless a packet of several flits
// is granted in this one.
input  wire [RADIX-1:0]          open_next;
input  wire                      rd_idle_next;

// Pop of the head granted in the cycle before; from registers. pop: its queue, one-hot or zero. popping: pop is non-zero. pop_slot, pop_flits,
// pop_turn: its slot, length and turn; used only with a pop.
output wire [QUEUES-1:0]         pop;
output wire                      popping;
output wire [SLOT_W-1:0]         pop_slot;
output wire [FLITS_W-1:0]        pop_flits;
output wire [TURN_W-1:0]         pop_turn;

// count: occupancy of each queue, registered.
output wire [QUEUES*COUNT_W-1:0] count;

// Heads, registered; in the cycle of a pop, the packet behind. ready, turn: the cold queue has a head; its turn. present: the queue has
// a head. turns, flits: its turn and length. open: outputs that this input may request, by turn; registered.
output wire                      ready;
output wire [TURN_W-1:0]         turn;
output wire [QUEUES-1:0]         present;
output wire [RADIX-1:0]          open;
output wire [QUEUES*TURN_W-1:0]  turns;
output wire [QUEUES*FLITS_W-1:0] flits;

localparam HEADS   = 3;                 // packets of a queue whose requests are in registers
localparam ENTRY_W = SLOT_W + REQ_W;

reg [QUEUES*COUNT_W-1:0]       count_q;
reg [QUEUES*SLOT_W-1:0]        last_q;
reg [QUEUES-1:0]               pop_q;
reg [QUEUES-1:0]               refill_q;
reg [QUEUES-1:0]               present_q;
reg [HEADS*QUEUES*SLOT_W-1:0]  slot_q;
reg [HEADS*QUEUES*TURN_W-1:0]  turn_q;
reg [HEADS*QUEUES*FLITS_W-1:0] flits_q;
reg [TURN_W-1:0]               pop_turn_q;
reg [FLITS_W-1:0]              pop_flits_q;
reg [RADIX-1:0]                open_q;

// ----------------------------------------------------------------------------
// Packets that stay, and links: written at the slot of the packet that entered last, read at that of the third packet.
wire [QUEUES*HEADS-1:0]  left_is;     // bit j of a queue: j packets stay
wire [QUEUES-1:0]        link;        // three or more stay: the packet that enters is in the memory alone
wire [QUEUES-1:0]        next;        // the packet linked to the one that leaves will be the third, and is read
wire [QUEUES*SLOT_W-1:0] third;       // slot of the third packet, before any leaves
wire [SLOT_W-1:0]        waddr;
wire [SLOT_W-1:0]        raddr;
wire [ENTRY_W-1:0]       read;

genvar q, j;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_count
    wire [COUNT_W-1:0] packets = count_q[q*COUNT_W +: COUNT_W];
    wire [HEADS:0]     is      = {packets == 3, packets == 2, packets == 1, packets == 0};

    assign left_is[q*HEADS +: HEADS] = pop_q[q] ? is[HEADS:1] : is[HEADS-1:0];

    assign link[q] = enter[q] & ~|left_is[q*HEADS +: HEADS];
    assign next[q] = pop_q[q] & |(packets >> 2);

    // A head that is granted is there, and does not count from the next cycle on.
    wire any  = enter[q] | ~left_is[q*HEADS];
    wire more = enter[q] | ~left_is[q*HEADS + 1];
    assign third[q*SLOT_W +: SLOT_W] = refill_q[q] ? read[SLOT_W-1:0] : slot_q[(q*HEADS + HEADS-1)*SLOT_W +: SLOT_W];

    always @(posedge clk) begin
      if (rst) begin
        count_q[q*COUNT_W +: COUNT_W] <= {COUNT_W{1'b0}};
        last_q[q*SLOT_W +: SLOT_W]    <= {SLOT_W{1'b0}};
        present_q[q]                  <= 1'b0;
      end else begin
        if (enter[q] & ~pop_q[q]) count_q[q*COUNT_W +: COUNT_W] <= packets + 1'b1;
        if (pop_q[q] & ~enter[q]) count_q[q*COUNT_W +: COUNT_W] <= packets - 1'b1;
        if (enter[q]) last_q[q*SLOT_W +: SLOT_W] <= slot;
        present_q[q] <= gnt_queue[q] ? more : any;
      end
    end
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(SLOT_W)) write_at (.sel(enter), .d(last_q), .y(waddr));
onehot_mux #(.N(QUEUES), .W(SLOT_W)) read_at  (.sel(pop_q), .d(third),  .y(raddr));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(ENTRY_W)) link_mem (
  .clk(clk), .wen(|link), .waddr(waddr), .wdata({rx_req, slot}),
  .ren(|next), .raddr(raddr), .rdata(read)
);

always @(posedge clk) begin
  if (rst) begin
    pop_q    <= {QUEUES{1'b0}};
    refill_q <= {QUEUES{1'b0}};
  end else begin
    pop_q    <= gnt_queue;
    refill_q <= next;
  end
end

assign count   = count_q;
assign pop     = pop_q;
assign popping = |pop_q;

`ifdef STAMPS
// ----------------------------------------------------------------------------
// Stamps: the uppermost field of a request.
output wire [QUEUES*STAMP_W-1:0] stamp;

reg [HEADS*QUEUES*STAMP_W-1:0] stamp_q;

`endif
// ----------------------------------------------------------------------------
// Request register file.
wire [HEADS*QUEUES-1:0]  twice;   // a packet read and one that enters, for one entry
wire [QUEUES*SLOT_W-1:0] first;   // slot of entry 0

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    wire [HEADS*ENTRY_W-1:0] entry;

    // The request of entry 0 is that of the packet that can be granted: it changes with the grant, which is late; its slot changes with the pop.
    wire [REQ_W-1:0] first_d = enter[q] & left_is[HEADS*q] ? rx_req : entry[SLOT_W +: REQ_W];
    wire [REQ_W-1:0] second_d;
    wire [REQ_W-1:0] head_d  = gnt_queue[q] ? second_d : first_d;

    for (j = 0; j < HEADS; j = j + 1) begin : g_entry
      localparam AT     = HEADS * q + j;
      localparam BEHIND = j < HEADS - 1 ? j + 1 : j;

      wire read_here   = refill_q[q] & (j == 1 ? pop_q[q] : j == 2 & ~pop_q[q]);
      wire direct_here = enter[q] & left_is[AT];

      // enter is late.
      wire [ENTRY_W-1:0] kept    = read_here ? read : pop_q[q] ? entry[BEHIND*ENTRY_W +: ENTRY_W] : entry[j*ENTRY_W +: ENTRY_W];
      wire [ENTRY_W-1:0] after   = direct_here ? {rx_req, slot} : kept;
      wire [ENTRY_W-1:0] entry_d = j == 0 ? {head_d, after[SLOT_W-1:0]} : after;

      if (j == 1) assign second_d = after[SLOT_W +: REQ_W];

      assign entry[j*ENTRY_W +: SLOT_W+TURN_W+FLITS_W] =
        {flits_q[AT*FLITS_W +: FLITS_W], turn_q[AT*TURN_W +: TURN_W], slot_q[AT*SLOT_W +: SLOT_W]};
      assign twice[AT] = read_here & direct_here;

      always @(posedge clk) begin
        if (rst) begin
          slot_q[AT*SLOT_W +: SLOT_W]    <= {SLOT_W{1'b0}};
          turn_q[AT*TURN_W +: TURN_W]    <= {TURN_W{1'b0}};
          flits_q[AT*FLITS_W +: FLITS_W] <= {FLITS_W{1'b0}};
        end else begin
          slot_q[AT*SLOT_W +: SLOT_W]    <= entry_d[0 +: SLOT_W];
          turn_q[AT*TURN_W +: TURN_W]    <= entry_d[SLOT_W +: TURN_W];
          flits_q[AT*FLITS_W +: FLITS_W] <= entry_d[SLOT_W+TURN_W +: FLITS_W];
        end
      end

`ifdef STAMPS
      assign entry[(j+1)*ENTRY_W-1 -: STAMP_W] = stamp_q[AT*STAMP_W +: STAMP_W];

      always @(posedge clk) begin
        if (rst) stamp_q[AT*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};
        else     stamp_q[AT*STAMP_W +: STAMP_W] <= entry_d[ENTRY_W-1 -: STAMP_W];
      end
`endif
    end

    assign first[q*SLOT_W +: SLOT_W]   = entry[0 +: SLOT_W];
    assign turns[q*TURN_W +: TURN_W]   = entry[SLOT_W +: TURN_W];
    assign flits[q*FLITS_W +: FLITS_W] = entry[SLOT_W+TURN_W +: FLITS_W];
`ifdef STAMPS
    assign stamp[q*STAMP_W +: STAMP_W] = entry[ENTRY_W-1 -: STAMP_W];
`endif
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(SLOT_W)) popped (.sel(pop_q), .d(first), .y(pop_slot));

wire [TURN_W-1:0] req_turn;

onehot_index #(.N(RADIX)) turn_of (.onehot(req), .index(req_turn));

always @(posedge clk) begin
  if (rst) begin
    pop_turn_q  <= {TURN_W{1'b0}};
    pop_flits_q <= {FLITS_W{1'b0}};
  end else if (granted) begin
    pop_turn_q  <= req_turn;
    pop_flits_q <= req_flits;
  end
end

assign pop_turn  = pop_turn_q;
assign pop_flits = pop_flits_q;
assign present   = present_q;
assign ready     = present_q[0];
assign turn      = turns[TURN_W-1:0];
assign open      = open_q;

// open_q: outputs that this input may request unless it is busy. Each input has a copy, since open_next depends on grants, which are late
// and have a high fan-out.
always @(posedge clk) begin
  if (rst) open_q <= {RADIX{1'b1}};
  else     open_q <= open_next & {RADIX{rd_idle_next}};
end

`ifndef SYNTHESIS
wire [QUEUES-1:0] empty, full;    // queues without a packet, and with as many as there are slots
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_empty
    assign empty[q] = ~|count_q[q*COUNT_W +: COUNT_W];
    assign full[q]  = count_q[q*COUNT_W +: COUNT_W] == SLOTS[COUNT_W-1:0];
  end
endgenerate

always @(posedge clk) if (!rst) begin
  if ((gnt_queue & ~present) != {QUEUES{1'b0}}) $fatal(1, "granted a head that is not there");
  if ((pop_q & empty) != {QUEUES{1'b0}}) $fatal(1, "a packet left an empty queue");
  if ((enter & full) != {QUEUES{1'b0}}) $fatal(1, "a packet entered a full queue");
  if (twice != {HEADS*QUEUES{1'b0}}) $fatal(1, "two new requests for one entry");
end
`endif

endmodule
`default_nettype wire
