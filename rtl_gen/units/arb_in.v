// Scheduler, first phase: picks a queue of this input whose head can go now, and requests its output.
// Twin: cmodel/units/arb_in.c. RECN-IQ 3.7.
`default_nettype none
module arb_in #(
  parameter RADIX        = 8,   //= radix
  parameter SAQS         = 4,   //= saqs  //@ saqs_or_queues
  parameter PACKET_FLITS = 8    //= packet_flits
) (
  clk, rst,             //@ queues
  ready, turn, flits,
  xoff, detect,         //@ saqs
  idle, open, gnt,
  req, req_flits, gnt_queue, granted
);
localparam QUEUES  = SAQS + 1;                //@ cold_queue
localparam TURN_W  = $clog2(RADIX);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam PRIO_W  = QUEUES;                  //@ queues //@ prio_w

input  wire                      clk;         //@ queues
input  wire                      rst;         //@ queues

// Heads: from registers; turn and flits go with ready.
input  wire [QUEUES-1:0]         ready;
input  wire [QUEUES*TURN_W-1:0]  turn;
input  wire [QUEUES*FLITS_W-1:0] flits;

// What holds heads back.
input  wire [SAQS-1:0]           xoff;        //@ saqs
input  wire                      detect;      //@ saqs
input  wire                      idle;
input  wire [RADIX-1:0]          open;

// Request and grant meet in one cycle: gnt is zero, or equal to req.
input  wire [RADIX-1:0]          gnt;
output wire [RADIX-1:0]          req;
output wire [FLITS_W-1:0]        req_flits;
output wire [QUEUES-1:0]         gnt_queue;
output wire                      granted;

localparam [RADIX-1:0] FIRST_TURN = 1;

reg [PRIO_W-1:0] prio_q;                      //@ queues

// ----------------------------------------------------------------------------
// Candidates.
wire [QUEUES*RADIX-1:0] at;    // by queue: turn of the head, one-hot
wire [QUEUES-1:0]       can;   // its output is open
wire [QUEUES-1:0]       cand =
  ~{xoff, detect} &            //@ saqs
  {QUEUES{idle}} & ready & can;

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
    assign at[q*RADIX +: RADIX] = FIRST_TURN << turn[q*TURN_W +: TURN_W];
    assign can[q] = |(at[q*RADIX +: RADIX] & open);
  end
endgenerate

// ----------------------------------------------------------------------------
// Pick, request, grant.
wire [QUEUES-1:0] pick;
wire [PRIO_W-1:0] prio_next;                  //@ queues

//@ sole_queue
arbiter_round_robin #(.N(QUEUES)) arbiter (                   //@ queues //@ arbiter
  .req(cand), .prio(prio_q), .gnt(pick), .prio_next(prio_next)       //@ queues
);                                                                   //@ queues

onehot_mux #(.N(QUEUES), .W(RADIX))   turn_of  (.sel(pick), .d(at),    .y(req));
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pick), .d(flits), .y(req_flits));

assign granted   = |gnt;
assign gnt_queue = {QUEUES{granted}} & pick;

always @(posedge clk) begin                   //@ queues
  if (rst)          prio_q <= {PRIO_W{1'b1}}; //@ queues
  else if (granted) prio_q <= prio_next;      //@ queues
end                                           //@ queues

`ifndef SYNTHESIS                             //@ queues
always @(posedge clk) if (!rst) begin         //@ queues
  if (granted && gnt != req) begin            //@ queues
    $display("%m: granted what was not requested");  //@ queues
    $stop;                                    //@ queues
  end                                         //@ queues
end                                           //@ queues
`endif                                        //@ queues

endmodule
`default_nettype wire
