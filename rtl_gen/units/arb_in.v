// Scheduler, first phase: picks a queue of this input whose head can go now, and requests its output.
// Twin: cmodel/units/arb_in.c. RECN-IQ 3.7.
`default_nettype none
module arb_in #(
  parameter RADIX        = 8,   //= radix
  parameter SAQS         = 4,   //= saqs  //@ saqs_or_queues
//   parameter SLOTS        = 64,  //= slots  //@ stamps
  parameter PACKET_FLITS = 8    //= packet_flits
) (
  clk, rst,             //@ queues //@ unstamped
  able, at, flits,      //@ cold_queue
//   ready, turn, flits,   //@ static_queues
//   stamp, half,          //@ stamps
  xoff, detect,         //@ saqs
//   idle, open,           //@ static_queues
  gnt,
//   req_rank,             //@ stamps
  req, req_flits, req_long, gnt_queue, granted
);
localparam QUEUES  = SAQS + 1;                //@ cold_queue
// localparam TURN_W  = $clog2(RADIX);           //@ static_queues
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam PRIO_W  = QUEUES - 1;              //@ queues //@ unstamped //@ prio_w
// localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;  //@ stamps

input  wire                      clk;         //@ queues //@ unstamped
input  wire                      rst;         //@ queues //@ unstamped

// Heads: from registers; at, one-hot, and flits go with able.  //@ cold_queue
input  wire [QUEUES-1:0]         able;        //@ cold_queue
// // Heads: from registers; turn and flits go with ready.  //@ static_queues
input  wire [QUEUES*RADIX-1:0]   at;          //@ cold_queue
// input  wire [QUEUES-1:0]         ready;       //@ static_queues
// input  wire [QUEUES*TURN_W-1:0]  turn;        //@ static_queues
input  wire [QUEUES*FLITS_W-1:0] flits;
// input  wire [QUEUES*STAMP_W-1:0] stamp;       //@ stamps
// input  wire                      half;        //@ stamps

// What holds heads back.                      //@ saqs
input  wire [SAQS-1:0]           xoff;        //@ saqs
input  wire                      detect;      //@ saqs
// // What holds heads back.                      //@ static_queues
// input  wire                      idle;        //@ static_queues
// input  wire [RADIX-1:0]          open;        //@ static_queues

// Request and grant meet in one cycle: gnt is zero, or equal to req.
input  wire [RADIX-1:0]          gnt;
output wire [RADIX-1:0]          req;
output wire [FLITS_W-1:0]        req_flits;
output wire                      req_long;
// output wire [STAMP_W-1:0]         req_rank;    //@ stamps
output wire [QUEUES-1:0]         gnt_queue;
output wire                      granted;

// localparam [RADIX-1:0] FIRST_TURN = 1;        //@ static_queues

reg [PRIO_W-1:0] prio_q;                      //@ queues //@ unstamped

// ----------------------------------------------------------------------------
// Candidates.
// wire [QUEUES*RADIX-1:0] at;    // by queue: turn of the head, one-hot  //@ static_queues
// wire [QUEUES-1:0]       can;   // its output is open   //@ static_queues
wire [QUEUES-1:0]       cand =
  ~{xoff, detect} &            //@ saqs
  able;                        //@ cold_queue
//   {QUEUES{idle}} & ready & can;  //@ static_queues

// genvar q;  //@ static_queues
// generate  //@ static_queues
//   for (q = 0; q < QUEUES; q = q + 1) begin : g_queue  //@ static_queues
//     assign at[q*RADIX +: RADIX] = FIRST_TURN << turn[q*TURN_W +: TURN_W];  //@ static_queues
//     assign can[q] = |(at[q*RADIX +: RADIX] & open);  //@ static_queues
//   end  //@ static_queues
// endgenerate  //@ static_queues

// // Ranks: a stamp of the other half of all stamps is older than one of the half that is given now.  //@ stamps
// wire [QUEUES*STAMP_W-1:0] rank;  //@ stamps
// genvar k;  //@ stamps
// generate  //@ stamps
//   for (k = 0; k < QUEUES; k = k + 1) begin : g_rank  //@ stamps
//     assign rank[k*STAMP_W +: STAMP_W] = stamp[k*STAMP_W +: STAMP_W] ^ {~half, {(STAMP_W-1){1'b0}}};  //@ stamps
//   end  //@ stamps
// endgenerate  //@ stamps

// ----------------------------------------------------------------------------
// Pick, request, grant. What decides whether input and output stay idle is one bit, since it is late.
wire [QUEUES-1:0] several;    // the head has more than one flit
genvar h;
generate
  for (h = 0; h < QUEUES; h = h + 1) begin : g_several
    assign several[h] = |(flits[h*FLITS_W +: FLITS_W] >> 1);
  end
endgenerate

wire [QUEUES-1:0] pick;
wire [PRIO_W-1:0] prio_next;                  //@ queues //@ unstamped

//@ sole_queue
arbiter_round_robin #(.N(QUEUES)) arbiter (                   //@ queues //@ unstamped //@ arbiter
  .req(cand), .prio(prio_q), .gnt(pick), .prio_next(prio_next)       //@ queues //@ unstamped
// arbiter_oldest_first #(.N(QUEUES), .W(STAMP_W)) arbiter (  //@ queues //@ stamps
//   .req(cand), .rank(rank), .gnt(pick)                     //@ queues //@ stamps
);                                                                   //@ queues

onehot_mux #(.N(QUEUES), .W(RADIX))   turn_of  (.sel(pick), .d(at),    .y(req));
onehot_mux #(.N(QUEUES), .W(FLITS_W)) flits_of (.sel(pick), .d(flits), .y(req_flits));
onehot_mux #(.N(QUEUES), .W(1))       long_of  (.sel(pick), .d(several), .y(req_long));
// onehot_mux #(.N(QUEUES), .W(STAMP_W))  rank_of  (.sel(pick), .d(rank),  .y(req_rank));  //@ stamps

assign granted   = |gnt;
assign gnt_queue = {QUEUES{granted}} & pick;

always @(posedge clk) begin                   //@ queues //@ unstamped
  if (rst)          prio_q <= {PRIO_W{1'b0}}; //@ queues //@ unstamped
  else if (granted) prio_q <= prio_next;      //@ queues //@ unstamped
end                                           //@ queues //@ unstamped

`ifndef SYNTHESIS                             //@ queues //@ unstamped
always @(posedge clk) if (!rst) begin         //@ queues //@ unstamped
  if (granted && gnt != req) $fatal(1, "granted what was not requested");  //@ queues //@ unstamped
end                                           //@ queues //@ unstamped
`endif                                        //@ queues //@ unstamped

endmodule
`default_nettype wire
