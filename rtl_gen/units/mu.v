// Mapping: the queues of an input port as linked slots. A link holds the slot and the request
// of the packet behind, so a new head comes with its request.
// Twin: cmodel/units/mu.c. RECN-IQ 3.2.
`default_nettype none
module mu #(
  parameter RADIX        = 8,   //= radix
  parameter SAQS         = 4,   //= saqs
//   parameter NODES        = 64,  //= nodes  //@ swept
  parameter SLOTS        = 64,  //= slots
  parameter PACKET_FLITS = 8    //= packet_flits
) (
  clk, rst,
  arrive, slot, rx_turn, rx_flits,
//   now,                                        //@ stamps
//   rx_destination,                             //@ swept
  gnt_queue,
  judged, detect, move_src, move_dst,         //@ saqs
  pop, popping, pop_slot,
  mover,                                      //@ saqs
  move_turn, move_flits,                    //@ saqs
//   move_stamp,                                //@ stamps //@ saqs
//   move_destination,                          //@ swept
  head,                                       //@ saqs  //@ flash
  count,                                      //@ saqs
//   link_stamp,                                 //@ stamps
//   link_destination,                           //@ swept
  direct, refill, link_turn, link_flits
);
localparam QUEUES  = SAQS + 1;
localparam TURN_W  = $clog2(RADIX);
localparam SLOT_W  = $clog2(SLOTS);
localparam COUNT_W = $clog2(SLOTS + 1);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
// localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;  //@ stamps
// localparam DESTINATION_W = $clog2(NODES);        //@ swept
localparam LINK_W  =
//   STAMP_W +                   //@ stamps
//   DESTINATION_W +             //@ swept
  FLITS_W + TURN_W + SLOT_W;

input  wire                      clk;
input  wire                      rst;

// Arrival: a packet enters queue 0; slot and request go with arrive.
input  wire                      arrive;
input  wire [SLOT_W-1:0]         slot;
input  wire [TURN_W-1:0]         rx_turn;
input  wire [FLITS_W-1:0]        rx_flits;
// input  wire [STAMP_W-1:0]        now;         //@ stamps
// input  wire [DESTINATION_W-1:0]  rx_destination;  //@ swept

// Scheduler: one-hot or zero; the head of that queue is popped in the next cycle.
input  wire [QUEUES-1:0]         gnt_queue;

// Move: both one-hot, or both zero; never while popping. Never with a header arriving,  //@ saqs
// unless into an empty queue. The source is the cold queue with detect, else judged, which comes early.  //@ saqs
input  wire [QUEUES-1:0]         judged;      //@ saqs
input  wire                      detect;      //@ saqs
input  wire [QUEUES-1:0]         move_src;    //@ saqs
input  wire [QUEUES-1:0]         move_dst;    //@ saqs

// The head granted in the cycle before is popped: from registers. pop_slot is 0 without.
output wire [QUEUES-1:0]         pop;
output wire                      popping;
output wire [SLOT_W-1:0]         pop_slot;

// The queue whose head moves if one does, from registers, and the request of that head, in the same cycle.  //@ saqs
output wire [QUEUES-1:0]         mover;        //@ saqs
input  wire [TURN_W-1:0]         move_turn;   //@ saqs
input  wire [FLITS_W-1:0]        move_flits;  //@ saqs
// input  wire [STAMP_W-1:0]        move_stamp;  //@ stamps //@ saqs
// input  wire [DESTINATION_W-1:0]  move_destination;  //@ swept

// Queues: from registers; but direct follows what enters in the same cycle.
output wire [QUEUES*SLOT_W-1:0]  head;        //@ saqs  //@ flash
output wire [QUEUES*COUNT_W-1:0] count;       //@ saqs
output wire [QUEUES-1:0]         direct;

// New head from the link memory: link_* go with refill.
output wire [QUEUES-1:0]         refill;
output wire [TURN_W-1:0]         link_turn;
output wire [FLITS_W-1:0]        link_flits;
// output wire [STAMP_W-1:0]        link_stamp;  //@ stamps
// output wire [DESTINATION_W-1:0]  link_destination;  //@ swept

localparam [QUEUES-1:0]  COLD = 1;

reg [QUEUES*SLOT_W-1:0]  head_q;
reg [QUEUES*SLOT_W-1:0]  tail_q;
reg [QUEUES*COUNT_W-1:0] count_q;
reg [QUEUES-1:0]         pop_q;
reg [QUEUES-1:0]         refill_q;

// ----------------------------------------------------------------------------
// Who enters and who leaves.
wire [QUEUES-1:0] enter =
  move_dst |                    //@ saqs
  (COLD & {QUEUES{arrive}});
wire [QUEUES-1:0] leave =
  move_src |                    //@ saqs
  pop_q;

assign pop     = pop_q;
assign popping = |pop_q;
onehot_mux #(.N(QUEUES), .W(SLOT_W)) popped (.sel(pop_q), .d(head_q), .y(pop_slot));

// No packet moves in the cycle of a pop, but mover does not wait to know of it.  //@ saqs
wire [SLOT_W-1:0] move_slot;            //@ saqs
assign mover = detect ? COLD : judged;  //@ saqs
onehot_mux #(.N(QUEUES), .W(SLOT_W)) moved (.sel(mover), .d(head_q), .y(move_slot));  //@ saqs

// A packet enters the cold queue from the link, and others by a move.  //@ saqs
wire [QUEUES*SLOT_W-1:0] enter_slot = {
  {SAQS{move_slot}},           //@ saqs
  slot};

// What leaves a queue that a packet enters: nothing leaves where one moves to, and PPU moves nothing in the cycle of an arrival.  //@ saqs
wire [QUEUES-1:0] replaced = COLD & {QUEUES{
  detect |                      //@ saqs
  pop_q[0]}};

// ----------------------------------------------------------------------------
// Queues.
wire [LINK_W-1:0]         link;
wire [SLOT_W-1:0]         link_slot = link[SLOT_W-1:0];
wire [QUEUES-1:0]         many;     // two packets or more

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    wire [COUNT_W-1:0] packets = count_q[q*COUNT_W +: COUNT_W];
    wire [SLOT_W-1:0]  entering = enter_slot[q*SLOT_W +: SLOT_W];

    assign many[q]   = |(packets >> 1);
    assign direct[q] = enter[q] & ~many[q] & (replaced[q] | ~packets[0]);

    always @(posedge clk) begin
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
  end
endgenerate

// ----------------------------------------------------------------------------
// Links: behind the tail of the queue entered, and from the head of the queue left.
wire [QUEUES-1:0] append = enter & ~direct;
wire [QUEUES-1:0] next = leave & many;
wire [SLOT_W-1:0] waddr;
wire [SLOT_W-1:0] raddr =
  ~popping ? move_slot :        //@ saqs
  pop_slot;
wire [LINK_W-1:0] wdata =
  ~arrive ? {                                //@ saqs
//     move_stamp,                            //@ stamps //@ saqs
//     move_destination,                      //@ swept
    move_flits, move_turn, move_slot} :   //@ saqs
  {
//   now,                                      //@ stamps
//   rx_destination,                           //@ swept
  rx_flits, rx_turn, slot};

onehot_mux #(.N(QUEUES), .W(SLOT_W)) write_at (.sel(append), .d(tail_q), .y(waddr));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(LINK_W)) link_mem (
  .clk(clk), .wen(|append), .waddr(waddr), .wdata(wdata),
  .ren(|next), .raddr(raddr), .rdata(link)
);

assign link_turn  = link[SLOT_W +: TURN_W];
assign link_flits = link[SLOT_W + TURN_W +: FLITS_W];
// assign link_stamp = link[LINK_W-1 -: STAMP_W];  //@ stamps
// assign link_destination = link[SLOT_W + TURN_W + FLITS_W +: DESTINATION_W];  //@ swept

// ----------------------------------------------------------------------------
// Leaving, and what it brings.
always @(posedge clk) begin
  if (rst) begin
    pop_q    <= {QUEUES{1'b0}};
    refill_q <= {QUEUES{1'b0}};
  end else begin
    pop_q    <= gnt_queue;
    refill_q <= next;
  end
end

assign head    = head_q;        //@ saqs  //@ flash
assign count   = count_q;       //@ saqs
assign refill  = refill_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((leave & (leave - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two packets leave in one cycle");
  if ((append & (append - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two links to write in one cycle");
  if ((refill_q & direct) != {QUEUES{1'b0}}) $fatal(1, "two new heads for one queue");
end
`endif

endmodule
`default_nettype wire
