// Routing: the requests of the queues' heads, and which of these heads the scheduler may choose.
// Twin: cmodel/units/ru.c. RECN-IQ 3.3.
`default_nettype none
module ru #(
  parameter RADIX        = 8,
  parameter SAQS         = 4,
`ifdef SET_ASIDE
  parameter HDR_W        = 34,
`ifndef LISTS_RAM
  parameter SLOTS        = 64,
`endif
`endif
`ifdef STAMPS
  parameter STAMP_W      = 11,
`endif
  parameter PACKET_FLITS = 8,
  parameter REQ_W        = 7
) (
  clk, rst,
  rx_req, link_req, direct, refill,
  pop, gnt_queue,
  open_next, idle_next, begun,
`ifdef STAMPS
  stamp,
`endif
`ifdef SET_ASIDE
  mover, live, detect, ready_set, fetch_queue,
  pop_turn, move_req, turn, ready, undecided, hdr,
`ifdef LISTS_RAM
  fetch_destination,
`else
  arrive, slot, rx_hdr, head,
`endif
`endif
  pop_flits, at, flits, able
);
localparam QUEUES  = SAQS + 1;
localparam TURN_W  = $clog2(RADIX);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);

input  wire                      clk;
input  wire                      rst;

// Requests, with the turn lowest, then the length: of a packet that arrives, and of a new head from the link memory. A queue has at
// most one of direct, which says that what enters is its head, and refill, with which link_req goes.
input  wire [REQ_W-1:0]          rx_req;
input  wire [REQ_W-1:0]          link_req;
input  wire [QUEUES-1:0]         direct;
input  wire [QUEUES-1:0]         refill;

// Heads that leave: one-hot or zero. gnt_queue only of a head that is able; pop is gnt_queue of the cycle before.
input  wire [QUEUES-1:0]         pop;
input  wire [QUEUES-1:0]         gnt_queue;

// What the next cycle brings, by turn: outputs that are open; and whether this input is idle, but for begun, from a register: a
// packet of several flits was granted in the cycle before.
input  wire [RADIX-1:0]          open_next;
input  wire                      idle_next;
input  wire                      begun;

// Length of the head of pop, in the same cycle.
output wire [FLITS_W-1:0]        pop_flits;

// Heads: from registers. at: turn, one-hot. able: ready, this input is idle and the head's output open.
output wire [QUEUES*RADIX-1:0]   at;
output wire [QUEUES*FLITS_W-1:0] flits;
output wire [QUEUES-1:0]         able;

localparam [RADIX-1:0] FIRST_TURN = 1;

reg [RADIX*QUEUES-1:0]   way_q;
reg [QUEUES*FLITS_W-1:0] flits_q;
reg [QUEUES-1:0]         ready_q;
reg [RADIX-1:0]          may_q;

// ----------------------------------------------------------------------------
// Request register file.
wire [QUEUES*REQ_W-1:0] enter_req;    // of what enters each queue
wire [QUEUES-1:0]       stays;        // heads that are ready at once
wire [QUEUES-1:0]       ready_d;

genvar q, t;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    wire [REQ_W-1:0] req  = refill[q] ? link_req : enter_req[q*REQ_W +: REQ_W];   // of its new head
    wire [RADIX-1:0] at_d = FIRST_TURN << req[TURN_W-1:0];

    for (t = 0; t < RADIX; t = t + 1) begin : g_turn
      always @(posedge clk) begin
        if (rst)                        way_q[t*QUEUES + q] <= FIRST_TURN[t];
        else if (refill[q] | direct[q]) way_q[t*QUEUES + q] <= at_d[t];
      end
      assign at[q*RADIX + t] = way_q[t*QUEUES + q];
    end

    always @(posedge clk) begin
      if (rst)                        flits_q[q*FLITS_W +: FLITS_W] <= {FLITS_W{1'b0}};
      else if (refill[q] | direct[q]) flits_q[q*FLITS_W +: FLITS_W] <= req[TURN_W +: FLITS_W];
    end
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(FLITS_W)) popped_flits (.sel(pop), .d(flits_q), .y(pop_flits));

assign flits = flits_q;

`ifdef SET_ASIDE
// ----------------------------------------------------------------------------
// Set-aside queues. mover: the head that moves if one does, whose request follows in the same cycle. A packet that enters a set-aside
// queue has been moved there.
input  wire [QUEUES-1:0] mover;
output wire [REQ_W-1:0]  move_req;
output wire [TURN_W-1:0] pop_turn;      // of the head of pop, in the same cycle

// Judging: one-hot or zero; live from registers. detect: the cold queue's head is being moved.
input  wire [SAQS-1:0]   live;
input  wire              detect;
input  wire [QUEUES-1:0] ready_set;

// The cold queue's head: from registers. undecided follows direct and refill in the same cycle.
output wire [TURN_W-1:0] turn;
output wire              ready;
output wire [QUEUES-1:0] undecided;

// Fetch, one-hot or zero: hdr, the turns lowest, shows the header of that head in the cycle after, until the next.
input  wire [QUEUES-1:0] fetch_queue;
output wire [HDR_W-1:0]  hdr;

reg  [QUEUES*TURN_W-1:0] turn_q;
wire [QUEUES*REQ_W-1:0]  head_req;

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_turn_of
    always @(posedge clk) begin
      if (rst)                        turn_q[q*TURN_W +: TURN_W] <= {TURN_W{1'b0}};
      else if (refill[q] | direct[q]) turn_q[q*TURN_W +: TURN_W] <= g_queue[q].req[TURN_W-1:0];
    end

    assign head_req[q*REQ_W +: TURN_W]           = turn_q[q*TURN_W +: TURN_W];
    assign head_req[q*REQ_W + TURN_W +: FLITS_W] = flits_q[q*FLITS_W +: FLITS_W];
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(TURN_W)) popped_turn (.sel(pop),   .d(turn_q),   .y(pop_turn));
onehot_mux #(.N(QUEUES), .W(REQ_W))  moved       (.sel(mover), .d(head_req), .y(move_req));

assign enter_req = {{SAQS{move_req}}, rx_req};
assign turn      = turn_q[TURN_W-1:0];
assign ready     = ready_q[0];

// Where a line is in use a new head is judged; so only the cold queue's can be ready at once, for a line whose queue has a head is in use.
assign stays     = {{SAQS{1'b0}}, ~|live} & (direct | refill);
assign undecided = (direct | refill) & ~stays;
assign ready_d   = (ready_q & ~({{SAQS{1'b0}}, detect} | gnt_queue)) | ready_set | stays;

`ifdef LISTS_RAM
// Heads know their destinations. That of fetch_queue's, in the same cycle:
localparam DESTINATION_W = HDR_W - TURN_W;

output wire [DESTINATION_W-1:0] fetch_destination;

reg [QUEUES*DESTINATION_W-1:0] destination_q;
reg [TURN_W-1:0]               hdr_port_q;
reg [DESTINATION_W-1:0]        hdr_destination_q;

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_destination
    always @(posedge clk) begin
      if (rst)
        destination_q[q*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};
      else if (refill[q] | direct[q])
        destination_q[q*DESTINATION_W +: DESTINATION_W] <= g_queue[q].req[TURN_W + FLITS_W +: DESTINATION_W];
    end

    assign head_req[q*REQ_W + TURN_W + FLITS_W +: DESTINATION_W] = destination_q[q*DESTINATION_W +: DESTINATION_W];
  end
endgenerate

wire [TURN_W-1:0] fetch_turn;
onehot_mux #(.N(QUEUES), .W(TURN_W))        fetched_turn        (.sel(fetch_queue), .d(turn_q), .y(fetch_turn));
onehot_mux #(.N(QUEUES), .W(DESTINATION_W)) fetched_destination (.sel(fetch_queue), .d(destination_q), .y(fetch_destination));

always @(posedge clk) begin
  if (rst) begin
    hdr_port_q        <= {TURN_W{1'b0}};
    hdr_destination_q <= {DESTINATION_W{1'b0}};
  end else if (|fetch_queue) begin
    hdr_port_q        <= fetch_turn;
    hdr_destination_q <= fetch_destination;
  end
end

assign hdr = {hdr_destination_q, hdr_port_q};
`else
// Headers, of all packets in memory: of one that arrives, rx_hdr goes into its slot with arrive. head: slots of the heads, from registers.
localparam SLOT_W = $clog2(SLOTS);

input  wire                     arrive;
input  wire [SLOT_W-1:0]        slot;
input  wire [HDR_W-1:0]         rx_hdr;
input  wire [QUEUES*SLOT_W-1:0] head;

wire [SLOT_W-1:0] fetch_slot;
onehot_mux #(.N(QUEUES), .W(SLOT_W)) fetched (.sel(fetch_queue), .d(head), .y(fetch_slot));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(HDR_W)) hdr_mem (
  .clk(clk), .wen(arrive), .waddr(slot), .wdata(rx_hdr),
  .ren(|fetch_queue), .raddr(fetch_slot), .rdata(hdr)
);
`endif
`else
assign enter_req = rx_req;
assign stays     = direct | refill;
assign ready_d   = (ready_q & ~gnt_queue) | stays;
`endif

`ifdef STAMPS
// ----------------------------------------------------------------------------
// Stamps: the uppermost field of a request.
output wire [QUEUES*STAMP_W-1:0] stamp;

reg [QUEUES*STAMP_W-1:0] stamp_q;

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_stamp
    always @(posedge clk) begin
      if (rst)                        stamp_q[q*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};
      else if (refill[q] | direct[q]) stamp_q[q*STAMP_W +: STAMP_W] <= g_queue[q].req[REQ_W-1 -: STAMP_W];
    end
`ifdef SET_ASIDE
    assign head_req[q*REQ_W + REQ_W - 1 -: STAMP_W] = stamp_q[q*STAMP_W +: STAMP_W];
`endif
  end
endgenerate

assign stamp = stamp_q;

`endif
// ----------------------------------------------------------------------------
// Ready for scheduling. may_q: outputs that this input may request unless it has begun: registers of its own, since grants come late
// and many wait for them.
always @(posedge clk) begin
  if (rst) begin
    ready_q <= {QUEUES{1'b0}};
    may_q   <= {RADIX{1'b1}};
  end else begin
    ready_q <= ready_d;
    may_q   <= open_next & {RADIX{idle_next}};
  end
end

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_able
    assign able[q] = ready_q[q] & ~begun & |(at[q*RADIX +: RADIX] & may_q);
  end
endgenerate

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt_queue & ~able) != {QUEUES{1'b0}}) $fatal(1, "granted a head that was not able");
end
`endif

endmodule
`default_nettype wire
