// Post-processing: judges one head per cycle. The packet either stays in its queue, ready for the
// scheduler, or moves to the set-aside queue of a congested point that it will cross. A packet moves
// only to lines of increasing length, which keeps flows in order.
// Twin: cmodel/units/ppu.c. RECN-IQ 2.3, 3.5.
module ppu #(
  parameter SAQS   = 4,
  parameter LEN_W  = 4,
  parameter QUEUES = SAQS + 1
) (
  input  wire                  clk,
  input  wire                  rst,

  // undecided: the queue gets a new head that has to be judged; a pulse in the cycle before head_q shows it.
  input  wire [QUEUES-1:0]     undecided,

  // CAM. match: lines that match the header fetched in the cycle before. line_len: length of each line.
  input  wire [SAQS-1:0]       match,
  input  wire [SAQS*LEN_W-1:0] line_len,

  // A move waits while any of these is set.
  input  wire                  arrive,
  input  wire                  popping,
  input  wire                  detect,

  // fetch_queue: queue whose header is fetched and whose head is judged in the next cycle; one-hot or zero.
  output wire [QUEUES-1:0]     fetch_queue,

`ifdef LISTS_RAM
  // notify_next: the row of an internal Xoff is read in this cycle, which takes the read port of the list memory.
  input wire notify_next,
`endif

  // judged: queue whose head is judged, one-hot or zero, registered. ready_set: equal to judged if the head stays, otherwise zero. move_src,
  // move_dst: queue of the head and destination queue if it moves, both zero otherwise. All three are zero if a move has to wait.
  output wire [QUEUES-1:0]     judged,
  output wire [QUEUES-1:0]     ready_set,
  output wire [QUEUES-1:0]     move_src,
  output wire [QUEUES-1:0]     move_dst
);
reg [QUEUES-1:0] unjudged_q;
reg [QUEUES-1:0] judged_q;

// ----------------------------------------------------------------------------
// Fetch. A head that is being judged is not fetched again in that cycle.
wire [QUEUES-1:0] pick;

arbiter_round_robin #(.N(QUEUES)) arbiter (
  .clk(clk), .rst(rst), .req(unjudged_q & ~judged_q), .advance(|fetch_queue), .gnt(pick)
);

`ifdef LISTS_RAM
assign fetch_queue = pick & {QUEUES{~notify_next}};
`else
assign fetch_queue = pick;
`endif

// ----------------------------------------------------------------------------
// Judge: the target is the shortest matching line that is longer than the queue's own; the cold queue has none. The lengths of all pairs of
// lines are compared off the path from match and judged_q.
wire [SAQS-1:0]  longer;
wire [SAQS-1:0]  target;

genvar l, m;
for (l = 0; l < SAQS; l = l + 1) begin : g_line
  wire [SAQS-1:0] shorter;

  for (m = 0; m < SAQS; m = m + 1) begin : g_own
    assign shorter[m] = line_len[m*LEN_W +: LEN_W] < line_len[l*LEN_W +: LEN_W];
  end
  assign longer[l] = match[l] & (judged_q[0] | |(judged_q[QUEUES-1:1] & shorter));
end

shortest #(.LINES(SAQS), .LEN_W(LEN_W)) shortest (
  .cand(longer), .len(line_len), .pick(target)
);

wire may_move = |judged_q & ~arrive & ~popping & ~detect;

assign judged    = judged_q;
assign ready_set = {QUEUES{~|longer}} & judged_q;
assign move_src  = {QUEUES{may_move & |longer}} & judged_q;
assign move_dst  = {QUEUES{may_move}} & {target, 1'b0};

// ----------------------------------------------------------------------------
// State.
wire [QUEUES-1:0] unjudged_d = (unjudged_q & ~(ready_set | move_src)) | undecided;

always @(posedge clk)
  if (rst) begin
    unjudged_q <= {QUEUES{1'b0}};
    judged_q   <= {QUEUES{1'b0}};
  end else begin
    unjudged_q <= unjudged_d;
    judged_q   <= fetch_queue;
  end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((move_dst & (move_dst - 1'b1)) != {QUEUES{1'b0}}) $fatal(1, "two lines of one length match");
  if ((unjudged_q & undecided) != {QUEUES{1'b0}}) $fatal(1, "a new head before the old one was judged");
end
`endif

endmodule
