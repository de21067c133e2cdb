// Post-processing: decides, one queue head a cycle, whether a packet stays where it is (ready for
// the scheduler) or moves to the set-aside queue of the congested point that it will cross. Moves
// follow increasing match length, which keeps a flow in order.
// Twin: cmodel/units/ppu.c. RECN-IQ 2.3, 3.5.
`default_nettype none
module ppu #(
  parameter RADIX         = 8,   //= radix  //@ turns
  parameter SAQS          = 4,   //= saqs
  parameter SLOTS         = 64,  //= slots  //@ flash
  parameter TURNPOOL_BITS = 31   //= turnpool_bits  //@ hops
) (
  clk, rst,
  undecided,
  head,                       //@ flash
  match, line_len,
  arrive, popping, detect,
//   told, fetch_queue,          //@ swept
  fetch, fetch_slot,          //@ flash
  judged, ready_set, move_src, move_dst
);
localparam QUEUES = SAQS + 1;
localparam TURN_W = $clog2(RADIX);  //@ turns
localparam TURNS  = TURNPOOL_BITS / TURN_W;  //@ hops
localparam LEN_W  = $clog2(TURNS + 1);
localparam SLOT_W = $clog2(SLOTS);  //@ flash

input  wire                     clk;
input  wire                     rst;

// New heads: a pulse each, while head_q of the queue is being replaced.
input  wire [QUEUES-1:0]        undecided;
input  wire [QUEUES*SLOT_W-1:0] head;  //@ flash

// CAM: match is about the header fetched in the cycle before.
input  wire [SAQS-1:0]          match;
input  wire [SAQS*LEN_W-1:0]    line_len;

// What a move has to wait for.
input  wire                     arrive;
input  wire                     popping;
input  wire                     detect;

//@{ flash
// Header memory: fetch may be raised in any cycle; from registers.
output wire                     fetch;
output wire [SLOT_W-1:0]        fetch_slot;
//@}
//@{ swept
// // Lists: fetch_queue is one-hot or zero, and zero where an internal Xoff is told, which goes first.
// input  wire                     told;
// output wire [QUEUES-1:0]        fetch_queue;
//@}

// Judgement: at most one of ready_set and move, of the queue of judged; src and dst together. judged is from registers.
output wire [QUEUES-1:0]        judged;
output wire [QUEUES-1:0]        ready_set;
output wire [QUEUES-1:0]        move_src;
output wire [QUEUES-1:0]        move_dst;

reg [QUEUES-1:0] und_q;
reg [QUEUES-1:0] pp_q;
reg [QUEUES-2:0] prio_q;

// ----------------------------------------------------------------------------
// Fetch. A head being judged is not fetched again before the outcome is known.
wire [QUEUES-1:0] pick;
wire [QUEUES-2:0] prio_next;

arbiter_round_robin #(.N(QUEUES)) arbiter (
  .req(und_q & ~pp_q), .prio(prio_q), .gnt(pick), .prio_next(prio_next)
);
onehot_mux #(.N(QUEUES), .W(SLOT_W)) slots (.sel(pick), .d(head), .y(fetch_slot));  //@ flash

wire [QUEUES-1:0] fetched =
//   {QUEUES{~told}} &  //@ swept
  pick;

assign fetch = |fetched;  //@ flash
// assign fetch_queue = fetched;  //@ swept

// ----------------------------------------------------------------------------
// Judge: the shortest matching line longer than the queue's own. All lines are held against each other before it is known which match, and
// which is the queue's own; the cold queue has none.
wire [SAQS-1:0]  longer;
wire [SAQS-1:0]  target;

genvar l, m;
generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_line
    wire [SAQS-1:0] shorter;

    for (m = 0; m < SAQS; m = m + 1) begin : g_own
      assign shorter[m] = line_len[m*LEN_W +: LEN_W] < line_len[l*LEN_W +: LEN_W];
    end
    assign longer[l] = match[l] & (pp_q[0] | |(pp_q[QUEUES-1:1] & shorter));
  end
endgenerate

shortest #(.LINES(SAQS), .LEN_W(LEN_W)) shortest (
  .cand(longer), .len(line_len), .pick(target)
);

wire may_move = |pp_q & ~arrive & ~popping & ~detect;

assign judged    = pp_q;
assign ready_set = {QUEUES{~|longer}} & pp_q;
assign move_src  = {QUEUES{may_move & |longer}} & pp_q;
assign move_dst  = {QUEUES{may_move}} & {target, 1'b0};

// ----------------------------------------------------------------------------
// State.
wire [QUEUES-1:0] und_d = (und_q & ~(ready_set | move_src)) | undecided;

always @(posedge clk) begin
  if (rst) begin
    und_q  <= {QUEUES{1'b0}};
    pp_q   <= {QUEUES{1'b0}};
    prio_q <= {(QUEUES-1){1'b0}};
  end else begin
    und_q  <= und_d;
    pp_q   <= fetched;
    if (|fetched) prio_q <= prio_next;
  end
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((move_dst & (move_dst - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two lines of one length match");
  if ((und_q & undecided) != {QUEUES{1'b0}}) $fatal(1, "a new head before the old one was judged");
end
`endif

endmodule
`default_nettype wire
