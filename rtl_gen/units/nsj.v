// Scheduler of a network interface: selects a queue of the send side, and judges its first packet in the next cycle: stopped, granted, or to wait.
// Twin: cmodel/units/nsj.c. docs/microarchitecture-slot-nic.md.
`default_nettype none
module nsj #(
  parameter SEND_QUEUES = 64,
  parameter HOLDERS     = 4,     // lines, priorities or queues of the switch
  parameter WORD_W      = 30,    // of the table: turns of a route, or a queue of the switch
  parameter LEFT_W      = 4      // number of turns
) (
  clk, rst,
  more, there, no_credit, idle, stopped, by, let_go, popping, route_word, route_left,
  cand, gnt, gnt_queue, pick, pick_queue, put_word, put_left
);
localparam BY_W = HOLDERS > 1 ? $clog2(HOLDERS) : 1;

input  wire                   clk;
input  wire                   rst;

// From registers. more: queues with packets beyond the one that leaves and the candidate. Of the candidate: there: its packet is there;
// no_credit: there is none for it. idle: a packet can be granted.
input  wire [SEND_QUEUES-1:0] more;
input  wire                   there;
input  wire                   no_credit;
input  wire                   idle;

// stopped: the candidate is held back; by: by what, used only with stopped; from registers. let_go: what lets go in this cycle; from the link.
// popping: the header of the packet granted last is read in this cycle; registered. route_*: the candidate's word of the table, from registers.
// Network interfaces without what would hold packets back, or without a table, do not use them.
// verilator lint_off UNUSED
input  wire                   stopped;
input  wire [BY_W-1:0]        by;
input  wire [HOLDERS-1:0]     let_go;
input  wire                   popping;
input  wire [WORD_W-1:0]      route_word;
input  wire [LEFT_W-1:0]      route_left;
// verilator lint_on UNUSED

// cand: the candidate's queue, one-hot or zero; registered. gnt: it is granted; gnt_queue: its queue, one-hot, or zero.
output wire [SEND_QUEUES-1:0] cand;
output wire                   gnt;
output wire [SEND_QUEUES-1:0] gnt_queue;

// pick: a queue is selected, and is the candidate in the next cycle; pick_queue: that queue, one-hot, or zero. put_*: the word of the packet whose
// header was read last, registered.
output wire                   pick;
output wire [SEND_QUEUES-1:0] pick_queue;
output wire [WORD_W-1:0]      put_word;
output wire [LEFT_W-1:0]      put_left;

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

assign pick       = |ready & ~waits;
assign pick_queue = first & {SEND_QUEUES{pick}};

`ifdef ONE_SEND_QUEUE
assign first = ready;
`else
arbiter_round_robin #(.N(SEND_QUEUES)) arbiter (.clk(clk), .rst(rst), .req(ready), .advance(pick), .gnt(first));
`endif

always @(posedge clk) begin
  if (rst)         cand_q <= {SEND_QUEUES{1'b0}};
  else if (~waits) cand_q <= first;
end

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
generate
  for (q = 0; q < SEND_QUEUES; q = q + 1) begin : g_queue
    wire begins = park & cand_q[q] & ~let_go_all[by];
    wire ends   = let_go_all[by_q[q*BY_W +: BY_W]];

    always @(posedge clk) begin
      if (rst) begin
        parked_q[q]          <= 1'b0;
        by_q[q*BY_W +: BY_W] <= {BY_W{1'b0}};
      end else begin
        parked_q[q] <= begins | (parked_q[q] & ~ends);
        if (begins) by_q[q*BY_W +: BY_W] <= by;
      end
    end
  end
endgenerate

assign held   = stopped;
assign parked = parked_q;
`else
assign held   = 1'b0;
assign parked = {SEND_QUEUES{1'b0}};
`endif

// ----------------------------------------------------------------------------
// The word of a packet waits for its header.
`ifdef ROUTES
reg [WORD_W-1:0] go_turns_q;
reg [LEFT_W-1:0]  go_left_q;
reg [WORD_W-1:0] put_turns_q;
reg [LEFT_W-1:0]  put_left_q;

always @(posedge clk) begin
  if (rst) begin
    go_turns_q  <= {WORD_W{1'b0}};
    go_left_q   <= {LEFT_W{1'b0}};
    put_turns_q <= {WORD_W{1'b0}};
    put_left_q  <= {LEFT_W{1'b0}};
  end else begin
    if (go) begin
      go_turns_q <= route_word;
      go_left_q  <= route_left;
    end
    if (popping) begin
      put_turns_q <= go_turns_q;
      put_left_q  <= go_left_q;
    end
  end
end

assign put_word = put_turns_q;
assign put_left  = put_left_q;
`elsif NEXT_QUEUES
reg [WORD_W-1:0] go_queue_q;
reg [WORD_W-1:0] put_queue_q;

always @(posedge clk) begin
  if (rst) begin
    go_queue_q  <= {WORD_W{1'b0}};
    put_queue_q <= {WORD_W{1'b0}};
  end else begin
    if (go)      go_queue_q  <= route_word;
    if (popping) put_queue_q <= go_queue_q;
  end
end

assign put_word = put_queue_q;
assign put_left  = {LEFT_W{1'b0}};
`else
assign put_word = {WORD_W{1'b0}};
assign put_left  = {LEFT_W{1'b0}};
`endif

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (|cand_q && !there) $fatal(1, "the candidate is no packet");
  if ((gnt_queue & parked) != {SEND_QUEUES{1'b0}}) $fatal(1, "a queue that is parked is granted");
end
`endif

endmodule
`default_nettype wire
