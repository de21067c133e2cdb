// Routing: holds the requests of the heads, and derives which of these heads the scheduler may select.
// Twin: cmodel/units/ru.c. RECN-IQ 3.3.
module ru #(
  parameter RADIX         = 8,
  parameter SAQS          = 4,
`ifdef SET_ASIDE
  parameter HDR_W         = 34,
`ifndef LISTS_RAM
  parameter SLOTS         = 64,
`endif
`endif
`ifdef STAMPS
  parameter STAMP_W       = 11,
`endif
  parameter PACKET_FLITS  = 8,
  parameter REQ_W         = 7,
  parameter QUEUES        = SAQS + 1,
  parameter TURN_W        = $clog2(RADIX),
`ifdef SET_ASIDE
`ifdef LISTS_RAM
  parameter DESTINATION_W = HDR_W - TURN_W,
`else
  parameter SLOT_W        = $clog2(SLOTS),
`endif
`endif
  parameter FLITS_W       = $clog2(PACKET_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Requests, the turn in the low bits, then the length. rx_req: of an arriving packet. link_req: of a new head from the link memory; used only
  // with refill. Of a queue, never both: direct, the packet that enters becomes its head; refill, its new head comes from the link memory.
  input  wire [REQ_W-1:0]          rx_req,
  input  wire [REQ_W-1:0]          link_req,
  input  wire [QUEUES-1:0]         direct,
  input  wire [QUEUES-1:0]         refill,

  // Heads that leave, one-hot or zero. gnt_queue: queue of the granted head; only where eligible_raw is set. pop: gnt_queue of the cycle before.
  input  wire [QUEUES-1:0]         pop,
  input  wire [QUEUES-1:0]         gnt_queue,

  // open_next: outputs that are open in the next cycle, by turn. rd_idle_next: this input is idle in the next cycle, unless long_begun is set then.
  // long_begun: a packet of several flits was granted in the cycle before; registered.
  input  wire [RADIX-1:0]          open_next,
  input  wire                      rd_idle_next,
  input  wire                      long_begun,

  // pop_flits: length of the head of pop, in the same cycle; 0 without a pop.
  output wire [FLITS_W-1:0]        pop_flits,

`ifdef SET_ASIDE
  // move_queue: the only queue whose head may move in this cycle. move_req: request of that head, in the same cycle. Packets enter
  // set-aside queues only by moves.
  input  wire [QUEUES-1:0]         move_queue,
  output wire [REQ_W-1:0]          move_req,
  output wire [TURN_W-1:0]         pop_turn,      // turn of the head of pop, in the same cycle

  // Judging. live: lines in use, from registers. detect: the head of the cold queue moves. ready_set: queue whose head stays, one-hot or zero.
  input  wire [SAQS-1:0]           live,
  input  wire                      detect,
  input  wire [QUEUES-1:0]         ready_set,

  // turn, ready: of the cold queue's head, registered. undecided: queues whose new head has to be judged; combinational from direct, refill.
  output wire [TURN_W-1:0]         turn,
  output wire                      ready,
  output wire [QUEUES-1:0]         undecided,

  // fetch_queue: queue whose header is fetched, one-hot or zero. hdr: that header, turns in the low bits, from the next cycle until the next fetch.
  input  wire [QUEUES-1:0]         fetch_queue,
  output wire [HDR_W-1:0]          hdr,

`ifdef LISTS_RAM
  // fetch_destination: that of the head of fetch_queue, in the same cycle.
  output wire [DESTINATION_W-1:0]  fetch_destination,
`else
  input  wire                      arrive,
  input  wire [SLOT_W-1:0]         slot,
  input  wire [HDR_W-1:0]          rx_hdr,
  input  wire [QUEUES*SLOT_W-1:0]  head,
`endif
`endif

`ifdef STAMPS
  output wire [QUEUES*STAMP_W-1:0] stamp,
`endif

  // Heads, functions of registers. port_onehot: turn, one-hot. flits: length. eligible_raw: the head is ready, this input idle, and the head's
  // output open.
  output wire [QUEUES*RADIX-1:0]   port_onehot,
  output wire [QUEUES*FLITS_W-1:0] flits,
  output wire [QUEUES-1:0]         eligible_raw
);
localparam [RADIX-1:0] FIRST_TURN = 1;

reg [RADIX*QUEUES-1:0]   port_onehot_q;
reg [QUEUES*FLITS_W-1:0] flits_q;
reg [QUEUES-1:0]         ready_q;
reg [RADIX-1:0]          open_q;

// ----------------------------------------------------------------------------
// Request register file.
wire [QUEUES*REQ_W-1:0] enter_req;        // of the packet that enters each queue
wire [QUEUES-1:0]       ready_at_once;    // new heads that are ready without judging
wire [QUEUES-1:0]       ready_d;

genvar q, t;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  wire [REQ_W-1:0] req           = refill[q] ? link_req : enter_req[q*REQ_W +: REQ_W];  // of the new head
  wire [RADIX-1:0] port_onehot_d = FIRST_TURN << req[TURN_W-1:0];

  for (t = 0; t < RADIX; t = t + 1) begin : g_turn
    always @(posedge clk)
      if (rst)                        port_onehot_q[t*QUEUES + q] <= FIRST_TURN[t];
      else if (refill[q] | direct[q]) port_onehot_q[t*QUEUES + q] <= port_onehot_d[t];
    assign port_onehot[q*RADIX + t] = port_onehot_q[t*QUEUES + q];
  end

  always @(posedge clk)
    if (rst)                        flits_q[q*FLITS_W +: FLITS_W] <= {FLITS_W{1'b0}};
    else if (refill[q] | direct[q]) flits_q[q*FLITS_W +: FLITS_W] <= req[TURN_W +: FLITS_W];
end

onehot_mux #(.N(QUEUES), .W(FLITS_W)) popped_flits (.sel(pop), .d(flits_q), .y(pop_flits));

assign flits = flits_q;

`ifdef SET_ASIDE
// ----------------------------------------------------------------------------
// Set-aside queues.

reg  [QUEUES*TURN_W-1:0] turn_q;
wire [QUEUES*REQ_W-1:0]  head_req;

for (q = 0; q < QUEUES; q = q + 1) begin : g_turn_of
  always @(posedge clk)
    if (rst)                        turn_q[q*TURN_W +: TURN_W] <= {TURN_W{1'b0}};
    else if (refill[q] | direct[q]) turn_q[q*TURN_W +: TURN_W] <= g_queue[q].req[TURN_W-1:0];

  assign head_req[q*REQ_W +: TURN_W]           = turn_q[q*TURN_W +: TURN_W];
  assign head_req[q*REQ_W + TURN_W +: FLITS_W] = flits_q[q*FLITS_W +: FLITS_W];
end

onehot_mux #(.N(QUEUES), .W(TURN_W)) popped_turn (.sel(pop),   .d(turn_q),        .y(pop_turn));
onehot_mux #(.N(QUEUES), .W(REQ_W))  moved       (.sel(move_queue), .d(head_req), .y(move_req));

assign enter_req = {{SAQS{move_req}}, rx_req};
assign turn      = turn_q[TURN_W-1:0];
assign ready     = ready_q[0];

// New heads are judged while a line is in use. The line of a set-aside queue with a head is in use, so only the cold queue's can be ready at once.
assign ready_at_once = {{SAQS{1'b0}}, ~|live} & (direct | refill);
assign undecided     = (direct | refill) & ~ready_at_once;
assign ready_d       = (ready_q & ~{{SAQS{1'b0}}, detect} & ~gnt_queue) | (ready_set | ready_at_once);

`ifdef LISTS_RAM
// Requests hold the destination.

reg [QUEUES*DESTINATION_W-1:0] destination_q;
reg [TURN_W-1:0]               hdr_port_q;
reg [DESTINATION_W-1:0]        hdr_destination_q;

for (q = 0; q < QUEUES; q = q + 1) begin : g_destination
  always @(posedge clk)
    if (rst)
      destination_q[q*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};
    else if (refill[q] | direct[q])
      destination_q[q*DESTINATION_W +: DESTINATION_W] <= g_queue[q].req[TURN_W + FLITS_W +: DESTINATION_W];

  assign head_req[q*REQ_W + TURN_W + FLITS_W +: DESTINATION_W] = destination_q[q*DESTINATION_W +: DESTINATION_W];
end

wire [TURN_W-1:0] fetch_turn;
onehot_mux #(.N(QUEUES), .W(TURN_W))        fetched_turn        (.sel(fetch_queue), .d(turn_q), .y(fetch_turn));
onehot_mux #(.N(QUEUES), .W(DESTINATION_W)) fetched_destination (.sel(fetch_queue), .d(destination_q), .y(fetch_destination));

always @(posedge clk)
  if (rst) begin
    hdr_port_q        <= {TURN_W{1'b0}};
    hdr_destination_q <= {DESTINATION_W{1'b0}};
  end else if (|fetch_queue) begin
    hdr_port_q        <= fetch_turn;
    hdr_destination_q <= fetch_destination;
  end

assign hdr = {hdr_destination_q, hdr_port_q};
`else
// Header memory, a word per slot. With arrive, rx_hdr is written at slot. head: slots of the heads, registered.

wire [SLOT_W-1:0] fetch_slot;
onehot_mux #(.N(QUEUES), .W(SLOT_W)) fetched (.sel(fetch_queue), .d(head), .y(fetch_slot));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(HDR_W)) hdr_mem (
  .clk(clk), .wen(arrive), .waddr(slot), .wdata(rx_hdr),
  .ren(|fetch_queue), .raddr(fetch_slot), .rdata(hdr)
);
`endif
`else
assign enter_req     = rx_req;
assign ready_at_once = direct | refill;
assign ready_d       = (ready_q & ~gnt_queue) | ready_at_once;
`endif

`ifdef STAMPS
// ----------------------------------------------------------------------------
// Stamps: the uppermost field of a request.

reg [QUEUES*STAMP_W-1:0] stamp_q;

for (q = 0; q < QUEUES; q = q + 1) begin : g_stamp
  always @(posedge clk)
    if (rst)                        stamp_q[q*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};
    else if (refill[q] | direct[q]) stamp_q[q*STAMP_W +: STAMP_W] <= g_queue[q].req[REQ_W-1 -: STAMP_W];
`ifdef SET_ASIDE
  assign head_req[q*REQ_W + REQ_W - 1 -: STAMP_W] = stamp_q[q*STAMP_W +: STAMP_W];
`endif
end

assign stamp = stamp_q;
`endif
// ----------------------------------------------------------------------------
// Ready heads. open_q: outputs that this input may request unless long_begun is set. Each input has a copy, since open_next depends on grants,
// which are late and have a high fan-out.
always @(posedge clk)
  if (rst) begin
    ready_q <= {QUEUES{1'b0}};
    open_q  <= {RADIX{1'b1}};
  end else begin
    ready_q <= ready_d;
    open_q  <= open_next & {RADIX{rd_idle_next}};
  end

for (q = 0; q < QUEUES; q = q + 1) begin : g_eligible_raw
  assign eligible_raw[q] = ready_q[q] & ~long_begun & |(port_onehot[q*RADIX +: RADIX] & open_q);
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt_queue & ~eligible_raw) != {QUEUES{1'b0}}) $fatal(1, "granted a head that was not eligible");
end
`endif

endmodule
