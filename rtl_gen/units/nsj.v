// Scheduler of a network interface: selects a queue of the send side, and judges its first packet in the next cycle: stopped, granted, or to wait.
// Twin: cmodel/units/nsj.c. docs/internals/microarchitecture-slot-nic.md.
module nsj #(
`ifdef SEND_TABLE
  parameter WORD_W      = 34,   // of the table: turns of a route and their number, or a queue of the switch
`endif
`ifdef ROUTES
  parameter LEFT_W      = 4,    // number of turns
`endif
  parameter SEND_QUEUES = 64,
  parameter HOLDERS     = 4,    // lines, priorities or queues of the switch
  parameter BY_W        = HOLDERS > 1 ? $clog2(HOLDERS) : 1
) (
  input  wire                   clk,
  input  wire                   rst,

  // From registers. more: queues with packets beyond the one that leaves and the candidate. Of the candidate: there: its packet is there;
  // no_credit: there is none for it. idle: a packet can be granted.
  input  wire [SEND_QUEUES-1:0] more,
  input  wire                   there,
  input  wire                   no_credit,
  input  wire                   idle,

  // stopped: the candidate is held back; by: by what, used only with stopped; from registers. let_go: what lets go in this cycle; from the link.
  // Network interfaces without what would hold packets back do not use them.
  // verilator lint_off UNUSED
  input  wire                   stopped,
  input  wire [BY_W-1:0]        by,
  input  wire [HOLDERS-1:0]     let_go,
  // verilator lint_on UNUSED

`ifdef SEND_TABLE
  // popping: the header of the packet granted last is read in this cycle; registered. route_word: the candidate's word of the table, from registers.
  input  wire                   popping,
  input  wire [WORD_W-1:0]      route_word,

  // pick: a queue is selected, and is the candidate in the next cycle; pick_queue: that queue, one-hot, or zero. put_word: that of the packet whose
  // header was read last, registered.
  output wire                   pick,
  output wire [SEND_QUEUES-1:0] pick_queue,
  output wire [WORD_W-1:0]      put_word,
`endif

  // cand: the candidate's queue, one-hot or zero; registered. gnt: it is granted; gnt_queue: its queue, one-hot, or zero.
  output wire [SEND_QUEUES-1:0] cand,
  output wire                   gnt,
  output wire [SEND_QUEUES-1:0] gnt_queue
);
reg [SEND_QUEUES-1:0] cand_q;

// ----------------------------------------------------------------------------
// Judgement of the candidate. It is done with unless it waits, for a credit or for its turn.
wire                   held;      // it is held back
wire [SEND_QUEUES-1:0] parked;    // queues that are not selected
wire                   go    = there & ~held & ~no_credit & idle;
wire                   waits = there & ~held & ~go;

assign cand      = cand_q;
assign gnt       = go;
assign gnt_queue = cand_q & {SEND_QUEUES{go}};

// ----------------------------------------------------------------------------
// Selection. Whether the candidate waits is known late: it only says whether the queue selected takes its place.
wire [SEND_QUEUES-1:0] ready = more & ~parked;
wire [SEND_QUEUES-1:0] first;

`ifdef ONE_SEND_QUEUE
assign first = ready;
`else
wire serves = |ready & ~waits;

arbiter_round_robin #(.N(SEND_QUEUES)) arbiter (.clk(clk), .rst(rst), .req(ready), .advance(serves), .gnt(first));
`endif

always @(posedge clk)
  if (rst)         cand_q <= {SEND_QUEUES{1'b0}};
  else if (~waits) cand_q <= first;

`ifdef PARKS
// ----------------------------------------------------------------------------
// Queues that are held back are parked, until what holds them lets go.
localparam UNUSED = (1 << BY_W) - HOLDERS;

reg [SEND_QUEUES-1:0]      parked_q;
reg [SEND_QUEUES*BY_W-1:0] by_q;

wire park = there & stopped;

// Padded to a bit for every value of by, so that none is out of range.
wire [(1<<BY_W)-1:0] let_go_all = {{UNUSED{1'b0}}, let_go};

genvar q;
for (q = 0; q < SEND_QUEUES; q = q + 1) begin : g_queue
  wire begins = park & cand_q[q] & ~let_go_all[by];
  wire ends   = let_go_all[by_q[q*BY_W +: BY_W]];

  always @(posedge clk)
    if (rst) begin
      parked_q[q]          <= 1'b0;
      by_q[q*BY_W +: BY_W] <= {BY_W{1'b0}};
    end else begin
      parked_q[q] <= begins | (parked_q[q] & ~ends);
      if (begins) by_q[q*BY_W +: BY_W] <= by;
    end
end

assign held   = stopped;
assign parked = parked_q;
`else
assign held   = 1'b0;
assign parked = {SEND_QUEUES{1'b0}};
`endif

`ifdef SEND_TABLE
// ----------------------------------------------------------------------------

assign pick       = serves;
assign pick_queue = first & {SEND_QUEUES{serves}};

`ifdef ROUTES
localparam TURNS_W = WORD_W - LEFT_W;

reg [TURNS_W-1:0] go_turns_q;
reg [LEFT_W-1:0]  go_left_q;
reg [TURNS_W-1:0] put_turns_q;
reg [LEFT_W-1:0]  put_left_q;

always @(posedge clk)
  if (rst) begin
    go_turns_q  <= {TURNS_W{1'b0}};
    go_left_q   <= {LEFT_W{1'b0}};
    put_turns_q <= {TURNS_W{1'b0}};
    put_left_q  <= {LEFT_W{1'b0}};
  end else begin
    if (go) begin
      go_turns_q <= route_word[TURNS_W-1:0];
      go_left_q  <= route_word[TURNS_W +: LEFT_W];
    end
    if (popping) begin
      put_turns_q <= go_turns_q;
      put_left_q  <= go_left_q;
    end
  end

assign put_word = {put_left_q, put_turns_q};
`else
reg [WORD_W-1:0] go_queue_q;
reg [WORD_W-1:0] put_queue_q;

always @(posedge clk)
  if (rst) begin
    go_queue_q  <= {WORD_W{1'b0}};
    put_queue_q <= {WORD_W{1'b0}};
  end else begin
    if (go)      go_queue_q  <= route_word;
    if (popping) put_queue_q <= go_queue_q;
  end

assign put_word = put_queue_q;
`endif
`endif

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (|cand_q && !there) $fatal(1, "the candidate is no packet");
  if ((gnt_queue & parked) != {SEND_QUEUES{1'b0}}) $fatal(1, "a queue that is parked is granted");
end
`endif

endmodule
