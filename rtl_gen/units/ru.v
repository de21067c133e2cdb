// Routing: takes the switch's own turn out of a header, keeps the request of each queue's head  //@ turns
// // Routing: keeps the request of each queue's head  //@ destinations
// and whether it is ready for the scheduler.
// Keeps headers for the post-processor.  //@ saqs  //@ flash
// Twin: cmodel/units/ru.c. RECN-IQ 3.3.
`default_nettype none
module ru #(
  parameter RADIX         = 8,   //= radix
  parameter SAQS          = 4,   //= saqs
  parameter SLOTS         = 64,  //= slots  //@ hdr_mem_or_stamps
  parameter FLIT_BITS     = 64,  //= flit_bits  //@ turns
//   parameter NODES         = 64,  //= nodes  //@ destinations
  parameter PACKET_FLITS  = 8,   //= packet_flits  //@ turns
  parameter TURNPOOL_BITS = 31   //= turnpool_bits  //@ turns
//   parameter PACKET_FLITS  = 8    //= packet_flits  //@ destinations
) (
  clk, rst,
  arrive,                                                //@ saqs  //@ flash
  rx_head, rx_data,                                      //@ turns
//   rx_turn, rx_flits, rx_destination,                     //@ destinations
  slot,                                                  //@ saqs  //@ flash
//   now,                                                   //@ stamps
  direct, refill, link_turn, link_flits,
//   link_stamp,                                            //@ stamps
//   link_destination,                                      //@ swept
  live, detect, ready_set,                               //@ saqs
  pop, gnt_queue,
  mover,                                                 //@ saqs
  fetch, fetch_slot,                                     //@ saqs  //@ flash
//   fetch_queue,                                           //@ swept
  rx_store, rx_turn, rx_flits,                           //@ turns
  pop_flits,
  pop_turn, move_turn, move_flits,                       //@ saqs
//   move_stamp,                                           //@ stamps //@ saqs
//   move_destination, fetch_destination,                  //@ swept
  open_next, idle_next, begun,
  at, flits,
//   stamp,                                                 //@ stamps
  turn, ready, undecided, hdr_turns, hdr_left,           //@ saqs  //@ turns
//   turn, ready, undecided, hdr_turns, hdr_destination,    //@ destinations
  able
);
localparam QUEUES  = SAQS + 1;
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;             //@ turns
localparam POOL_W  = TURNS * TURN_W;                     //@ saqs  //@ hops
localparam LEN_W   = $clog2(TURNS + 1);                  //@ turns
// localparam DESTINATION_W = $clog2(NODES);                //@ destinations
localparam SLOT_W  = $clog2(SLOTS);                      //@ saqs  //@ flash
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
// localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;          //@ stamps

input  wire                      clk;
input  wire                      rst;

// Link: rx_data is a header if rx_head.      //@ turns
// It counts with arrive, and goes into slot.  //@ saqs  //@ turns
// // Arrival: all go with arrive; rx_turn is the output port.  //@ flash  //@ destinations
// // Arrival: rx_turn is the output port.  //@ swept
input  wire                      arrive;      //@ saqs  //@ flash
input  wire                      rx_head;     //@ turns
input  wire [FLIT_BITS-1:0]      rx_data;     //@ turns
// input  wire [TURN_W-1:0]         rx_turn;         //@ destinations
// input  wire [FLITS_W-1:0]        rx_flits;        //@ destinations
// input  wire [DESTINATION_W-1:0]  rx_destination;  //@ destinations
input  wire [SLOT_W-1:0]         slot;        //@ saqs  //@ flash
// input  wire [STAMP_W-1:0]        now;         //@ stamps

// New heads, from MU: a queue has at most one of both; link_* go with refill.
input  wire [QUEUES-1:0]         direct;
input  wire [QUEUES-1:0]         refill;
input  wire [TURN_W-1:0]         link_turn;
input  wire [FLITS_W-1:0]        link_flits;
// input  wire [STAMP_W-1:0]        link_stamp;  //@ stamps
// input  wire [DESTINATION_W-1:0]  link_destination;  //@ swept

// Judging: one-hot or zero; live from registers. detect: the cold queue's head is being moved.  //@ saqs
input  wire [SAQS-1:0]           live;        //@ saqs
input  wire                      detect;      //@ saqs
input  wire [QUEUES-1:0]         ready_set;   //@ saqs

// Heads that leave: one-hot or zero. gnt_queue only of a head that is able; pop is gnt_queue of the cycle before.
// mover: the head that moves if one does.    //@ saqs
input  wire [QUEUES-1:0]         pop;
input  wire [QUEUES-1:0]         gnt_queue;
input  wire [QUEUES-1:0]         mover;       //@ saqs

// Header memory: hdr_* show the header in the cycle after fetch, until the next.  //@ saqs  //@ flash
input  wire                      fetch;       //@ saqs  //@ flash
input  wire [SLOT_W-1:0]         fetch_slot;  //@ saqs  //@ flash
// // Fetch: one-hot or zero; hdr_* show that head in the cycle after, until the next.  //@ swept
// input  wire [QUEUES-1:0]         fetch_queue;  //@ swept

// What the next cycle brings, by turn: outputs that are open; and whether this input is idle, but for begun, from a register: a
// packet of several flits was granted in the cycle before.
input  wire [RADIX-1:0]          open_next;
input  wire                      idle_next;
input  wire                      begun;

// Arriving flit: follows rx_data in the same cycle; rx_turn and rx_flits count with a header.  //@ turns
output wire [FLIT_BITS-1:0]      rx_store;    //@ turns
output wire [TURN_W-1:0]         rx_turn;     //@ turns
output wire [FLITS_W-1:0]        rx_flits;    //@ turns

// Requests of pop, and of mover, in the same cycle.
output wire [FLITS_W-1:0]        pop_flits;
output wire [TURN_W-1:0]         pop_turn;    //@ saqs
output wire [TURN_W-1:0]         move_turn;   //@ saqs
output wire [FLITS_W-1:0]        move_flits;  //@ saqs
// output wire [STAMP_W-1:0]        move_stamp;  //@ stamps //@ saqs
//@{ swept
// output wire [DESTINATION_W-1:0]  move_destination;

// // Destination of fetch_queue's head, in the same cycle.
// output wire [DESTINATION_W-1:0]  fetch_destination;
//@}

// Heads: from registers. at is one-hot. able: ready, this input is idle and the head's output open.
// turn and ready are those of the cold queue.  //@ saqs
// undecided follows direct and refill in the same cycle.  //@ saqs
output wire [QUEUES*RADIX-1:0]   at;
output wire [QUEUES*FLITS_W-1:0] flits;
// output wire [QUEUES*STAMP_W-1:0] stamp;       //@ stamps
output wire [QUEUES-1:0]         able;
output wire [TURN_W-1:0]         turn;        //@ saqs
output wire                      ready;       //@ saqs
output wire [QUEUES-1:0]         undecided;   //@ saqs
output wire [POOL_W-1:0]         hdr_turns;   //@ saqs
output wire [LEN_W-1:0]          hdr_left;    //@ saqs  //@ turns
// output wire [DESTINATION_W-1:0]  hdr_destination;  //@ destinations

localparam [RADIX-1:0] FIRST_TURN = 1;

reg [QUEUES*TURN_W-1:0]  turn_q;  //@ saqs
reg [RADIX*QUEUES-1:0]   way_q;
reg [QUEUES*FLITS_W-1:0] flits_q;
// reg [QUEUES*STAMP_W-1:0] stamp_q;  //@ stamps
//@{ swept
// reg [QUEUES*DESTINATION_W-1:0] destination_q;
// reg [TURN_W-1:0]         hdr_port_q;
// reg [DESTINATION_W-1:0]  hdr_destination_q;
//@}
reg [QUEUES-1:0]         ready_q;
reg [RADIX-1:0]          may_q;

// ----------------------------------------------------------------------------
// Header: the own turn leaves at the bottom, zeros enter at the top.  //@ turns
// // Header: what the post-processor looks at.  //@ flash  //@ destinations
// // Fetch: what the post-processor looks at.  //@ swept
localparam LEFT = TURNPOOL_BITS;  //@ turns
localparam REST = TURNPOOL_BITS + LEN_W;  //@ turns

wire [TURNPOOL_BITS-1:0] pool = rx_data[TURNPOOL_BITS-1:0];  //@ turns
wire [LEN_W-1:0]         left = rx_data[LEFT +: LEN_W];  //@ turns

assign rx_turn  = rx_data[TURN_W-1:0];  //@ turns
assign rx_flits = rx_data[REST +: FLITS_W];  //@ turns
assign rx_store = {rx_data[FLIT_BITS-1:REST], rx_head ? {left - 1'b1, pool >> TURN_W} : {left, pool}};  //@ turns

ram_1r1w #(.WORDS(SLOTS), .WIDTH(LEN_W + POOL_W)) hdr_mem (  //@ saqs  //@ turns
  .clk(clk), .wen(arrive), .waddr(slot), .wdata({left, pool[POOL_W-1:0]}),  //@ saqs  //@ turns
  .ren(fetch), .raddr(fetch_slot), .rdata({hdr_left, hdr_turns})  //@ saqs  //@ turns
// ram_1r1w #(.WORDS(SLOTS), .WIDTH(DESTINATION_W + POOL_W)) hdr_mem (  //@ flash  //@ destinations
//   .clk(clk), .wen(arrive), .waddr(slot), .wdata({rx_destination, rx_turn}),  //@ flash  //@ destinations
//   .ren(fetch), .raddr(fetch_slot), .rdata({hdr_destination, hdr_turns})  //@ flash  //@ destinations
);  //@ saqs  //@ flash
//@{ swept
// wire [POOL_W-1:0] fetch_turn;
// onehot_mux #(.N(QUEUES), .W(POOL_W))        fetched_turn        (.sel(fetch_queue), .d(turn_q), .y(fetch_turn));
// onehot_mux #(.N(QUEUES), .W(DESTINATION_W)) fetched_destination (.sel(fetch_queue), .d(destination_q), .y(fetch_destination));

// always @(posedge clk) begin
//   if (rst) begin
//     hdr_port_q        <= {TURN_W{1'b0}};
//     hdr_destination_q <= {DESTINATION_W{1'b0}};
//   end else if (|fetch_queue) begin
//     hdr_port_q        <= fetch_turn;
//     hdr_destination_q <= fetch_destination;
//   end
// end

// assign hdr_turns       = hdr_port_q;
// assign hdr_destination = hdr_destination_q;
//@}

// ----------------------------------------------------------------------------
// Request register file.
// A packet that enters a set-aside queue has been moved there.  //@ saqs
wire [QUEUES*TURN_W-1:0]  enter_turn = {
  {SAQS{move_turn}},            //@ saqs
  rx_turn};
wire [QUEUES*FLITS_W-1:0] enter_flits = {
  {SAQS{move_flits}},           //@ saqs
  rx_flits};
// wire [QUEUES*STAMP_W-1:0] enter_stamp = {  //@ stamps
//   {SAQS{move_stamp}},           //@ stamps //@ saqs
//   now};                          //@ stamps
// wire [QUEUES*DESTINATION_W-1:0] enter_destination = {{SAQS{move_destination}}, rx_destination};  //@ swept

genvar q, t;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    wire [RADIX-1:0] at_d = FIRST_TURN << (refill[q] ? link_turn : enter_turn[q*TURN_W +: TURN_W]);

    for (t = 0; t < RADIX; t = t + 1) begin : g_turn
      always @(posedge clk) begin
        if (rst)                        way_q[t*QUEUES + q] <= FIRST_TURN[t];
        else if (refill[q] | direct[q]) way_q[t*QUEUES + q] <= at_d[t];
      end
      assign at[q*RADIX + t] = way_q[t*QUEUES + q];
    end

    always @(posedge clk) begin
      if (rst) begin
        turn_q[q*TURN_W +: TURN_W]    <= {TURN_W{1'b0}};  //@ saqs
        flits_q[q*FLITS_W +: FLITS_W] <= {FLITS_W{1'b0}};
//         stamp_q[q*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};  //@ stamps
//         destination_q[q*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};  //@ swept
      end else if (refill[q]) begin
        turn_q[q*TURN_W +: TURN_W]    <= link_turn;  //@ saqs
        flits_q[q*FLITS_W +: FLITS_W] <= link_flits;
//         stamp_q[q*STAMP_W +: STAMP_W] <= link_stamp;  //@ stamps
//         destination_q[q*DESTINATION_W +: DESTINATION_W] <= link_destination;  //@ swept
      end else if (direct[q]) begin
        turn_q[q*TURN_W +: TURN_W]    <= enter_turn[q*TURN_W +: TURN_W];  //@ saqs
        flits_q[q*FLITS_W +: FLITS_W] <= enter_flits[q*FLITS_W +: FLITS_W];
//         stamp_q[q*STAMP_W +: STAMP_W] <= enter_stamp[q*STAMP_W +: STAMP_W];  //@ stamps
//         destination_q[q*DESTINATION_W +: DESTINATION_W] <= enter_destination[q*DESTINATION_W +: DESTINATION_W];  //@ swept
      end
    end
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(FLITS_W)) popped_flits (.sel(pop), .d(flits_q), .y(pop_flits));
onehot_mux #(.N(QUEUES), .W(TURN_W))  popped_turn (.sel(pop), .d(turn_q), .y(pop_turn));  //@ saqs
onehot_mux #(.N(QUEUES), .W(TURN_W))  turn_of  (.sel(mover), .d(turn_q),  .y(move_turn));   //@ saqs
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(mover), .d(flits_q), .y(move_flits));  //@ saqs
// onehot_mux #(.N(QUEUES), .W(STAMP_W)) stamp_of (.sel(mover), .d(stamp_q), .y(move_stamp));  //@ stamps //@ saqs
// onehot_mux #(.N(QUEUES), .W(DESTINATION_W)) destination_of (.sel(mover), .d(destination_q), .y(move_destination));  //@ swept

// ----------------------------------------------------------------------------
// Ready for scheduling: a new head at once.
// But where a line is in use it is judged; so only the cold queue's can be ready here, for a line  //@ saqs
// whose queue has a head is in use.  //@ saqs
wire [QUEUES-1:0] stays =
  {{SAQS{1'b0}}, ~|live} &       //@ saqs
  (direct | refill);
wire [QUEUES-1:0] goes =
  {{SAQS{1'b0}}, detect} |       //@ saqs
  gnt_queue;
wire [QUEUES-1:0] ready_d = (ready_q & ~goes) |
  ready_set |                    //@ saqs
  stays;

assign undecided = (direct | refill) & ~stays;  //@ saqs

// Outputs that this input may request unless it has begun: registers of its own, since grants come late and many wait for them.
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

assign turn  = turn_q[TURN_W-1:0];  //@ saqs
assign flits = flits_q;
// assign stamp = stamp_q;  //@ stamps
assign ready = ready_q[0];  //@ saqs

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt_queue & ~able) != {QUEUES{1'b0}}) $fatal(1, "granted a head that was not able");
end
`endif

endmodule
`default_nettype wire
