// Scheduler of a network interface: selects a queue of the send side, and judges its first packet in the next cycle: stopped, granted, or to wait.
// Twin: cmodel/units/nsj.c. docs/microarchitecture-slot-nic.md.
`default_nettype none
module nsj #(
`ifdef PUT_ROUTE
  parameter RADIX         = 8,
  parameter TURNPOOL_BITS = 31,
`endif
  parameter SEND_QUEUES   = 64,
  parameter STOPS         = 4     // lines or classes that hold queues back
) (
  clk, rst,
  more, there, stopped, by, let_go, no_credit, idle,
`ifdef PUT_ROUTE
  route_turns, route_left, go_turns, go_left,
`endif
`ifdef PUT_QUEUE
  route_queue, go_queue,
`endif
  pick, pick_number, cand, gnt, gnt_queue
);
localparam SEND_QUEUE_W = SEND_QUEUES > 1 ? $clog2(SEND_QUEUES) : 1;
localparam BY_W         = STOPS > 1 ? $clog2(STOPS) : 1;

input  wire                    clk;
input  wire                    rst;

// Queues, from registers. more: there are packets beyond the one that leaves and the candidate; there: beyond the one that leaves.
input  wire [SEND_QUEUES-1:0]  more;
input  wire [SEND_QUEUES-1:0]  there;

// The candidate, from registers. stopped: it is held back; by: what holds it, used only with stopped. no_credit: there is none for it.
// idle: a packet can be granted. let_go: what lets queues go in this cycle; from the link.
input  wire                    stopped;
input  wire [BY_W-1:0]         by;
input  wire [STOPS-1:0]        let_go;
input  wire                    no_credit;
input  wire                    idle;

// pick: a queue is selected, and is the candidate in the next cycle; pick_number: its number, 0 without pick. cand: the candidate, one-hot or zero;
// registered. gnt: it is granted; gnt_queue: its queue, one-hot, or zero.
output wire                    pick;
output wire [SEND_QUEUE_W-1:0] pick_number;
output wire [SEND_QUEUES-1:0]  cand;
output wire                    gnt;
output wire [SEND_QUEUES-1:0]  gnt_queue;

reg [SEND_QUEUES-1:0]      cand_q;
reg [SEND_QUEUES-1:0]      parked_q;
reg [SEND_QUEUES*BY_W-1:0] by_q;

// ----------------------------------------------------------------------------
// Judgement of the candidate.
wire any    = |(cand_q & there);
wire park   = any & stopped;
wire go     = any & ~stopped & ~no_credit & idle;
wire waits  = any & ~stopped & ~go;

assign cand      = cand_q;
assign gnt       = go;
assign gnt_queue = cand_q & {SEND_QUEUES{go}};

// ----------------------------------------------------------------------------
// Selection. Whether the candidate waits is known late: it only says whether the queue selected takes its place.
wire [SEND_QUEUES-1:0] first;
wire [SEND_QUEUES-1:0] ready = more & ~parked_q;

`ifdef ONE_QUEUE
assign first = ready;
`else
arbiter_round_robin #(.N(SEND_QUEUES)) arbiter (.clk(clk), .rst(rst), .req(ready), .advance(pick), .gnt(first));
`endif

onehot_index #(.N(SEND_QUEUES)) number_of (.onehot(first & {SEND_QUEUES{~waits}}), .index(pick_number));

assign pick = |ready & ~waits;

// ----------------------------------------------------------------------------
// Queues that are parked, until what holds them lets go.
localparam UNUSED = (1 << BY_W) - STOPS;

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

always @(posedge clk) begin
  if (rst)         cand_q <= {SEND_QUEUES{1'b0}};
  else if (~waits) cand_q <= first;
end

`ifdef PUT_ROUTE
// ----------------------------------------------------------------------------
// Route of the candidate, from registers: turns, and their number; the same of the packet granted last, registered.
localparam TURN_W = $clog2(RADIX);
localparam TURNS  = TURNPOOL_BITS / TURN_W;
localparam POOL_W = TURNS * TURN_W;
localparam LEN_W  = $clog2(TURNS + 1);

input  wire [POOL_W-1:0] route_turns;
input  wire [LEN_W-1:0]  route_left;
output wire [POOL_W-1:0] go_turns;
output wire [LEN_W-1:0]  go_left;

reg [POOL_W-1:0] go_turns_q;
reg [LEN_W-1:0]  go_left_q;

always @(posedge clk) begin
  if (rst) begin
    go_turns_q <= {POOL_W{1'b0}};
    go_left_q  <= {LEN_W{1'b0}};
  end else if (go) begin
    go_turns_q <= route_turns;
    go_left_q  <= route_left;
  end
end

assign go_turns = go_turns_q;
assign go_left  = go_left_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (go && route_left == {LEN_W{1'b0}}) $fatal(1, "a packet leaves without a route");
end
`endif
`endif

`ifdef PUT_QUEUE
// ----------------------------------------------------------------------------
// The candidate's queue at the switch, which is what may hold it back, from registers; the same of the packet granted last, registered.
input  wire [BY_W-1:0] route_queue;
output wire [BY_W-1:0] go_queue;

reg [BY_W-1:0] go_queue_q;

always @(posedge clk) begin
  if (rst)     go_queue_q <= {BY_W{1'b0}};
  else if (go) go_queue_q <= route_queue;
end

assign go_queue = go_queue_q;
`endif

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((cand_q & ~there) != {SEND_QUEUES{1'b0}}) $fatal(1, "the candidate is no packet");
  if ((gnt_queue & parked_q) != {SEND_QUEUES{1'b0}}) $fatal(1, "a queue that is parked is granted");
end
`endif

endmodule
`default_nettype wire
