// Scheduler, second phase: picks one of the inputs that request this output. An input requests only
// an open output, so a pick is a grant.
// Twin: cmodel/units/arb_out.c. RECN-IQ 3.7.
`default_nettype none
module arb_out #(
  parameter RADIX        = 8,  //= radix
//   parameter SLOTS        = 64, //= slots  //@ stamps
  parameter PACKET_FLITS = 8   //= packet_flits
) (
  clk, rst,             //@ unstamped
  req, req_flits, req_long,
//   req_rank,             //@ stamps
  gnt, gnt_valid, gnt_src, gnt_flits, gnt_long
);
localparam PORT_W  = $clog2(RADIX);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam PRIO_W  = RADIX - 1; //@ unstamped //@ prio_w
// localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;  //@ stamps

input  wire                     clk;  //@ unstamped
input  wire                     rst;  //@ unstamped

// Requests, by input: req_flits and req_long, that it is more than 1, go with req.
input  wire [RADIX-1:0]         req;
input  wire [RADIX*FLITS_W-1:0] req_flits;
input  wire [RADIX-1:0]         req_long;
// input  wire [RADIX*STAMP_W-1:0]  req_rank;  //@ stamps

// Grant, in the same cycle; gnt_src, gnt_flits and gnt_long go with gnt_valid.
output wire [RADIX-1:0]         gnt;
output wire                     gnt_valid;
output wire [PORT_W-1:0]        gnt_src;
output wire [FLITS_W-1:0]       gnt_flits;
output wire                     gnt_long;

reg  [PRIO_W-1:0] prio_q;     //@ unstamped
wire [PRIO_W-1:0] prio_next;  //@ unstamped

arbiter_round_robin #(.N(RADIX)) arbiter (  //@ unstamped //@ arbiter
  .req(req), .prio(prio_q), .gnt(gnt), .prio_next(prio_next)  //@ unstamped
// arbiter_oldest_first #(.N(RADIX), .W(STAMP_W)) arbiter (  //@ stamps
//   .req(req), .rank(req_rank), .gnt(gnt)  //@ stamps
);
onehot_index #(.N(RADIX))                src_of   (.onehot(gnt), .index(gnt_src));
onehot_mux   #(.N(RADIX), .W(FLITS_W))   flits_of (.sel(gnt), .d(req_flits), .y(gnt_flits));
onehot_mux   #(.N(RADIX), .W(1))         long_of  (.sel(gnt), .d(req_long),  .y(gnt_long));

assign gnt_valid = |req;

always @(posedge clk) begin  //@ unstamped
  if (rst)            prio_q <= {PRIO_W{1'b0}};  //@ unstamped
  else if (gnt_valid) prio_q <= prio_next;  //@ unstamped
end  //@ unstamped

`ifndef SYNTHESIS  //@ unstamped
always @(posedge clk) if (!rst) begin  //@ unstamped
  if ((gnt & (gnt - 1'b1)) != {RADIX{1'b0}} || (|gnt) != gnt_valid) $fatal(1, "not exactly one grant");  //@ unstamped
end  //@ unstamped
`endif  //@ unstamped

endmodule
`default_nettype wire
