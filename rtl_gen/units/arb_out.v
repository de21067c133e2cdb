// Scheduler, second phase: picks one of the inputs that request this output. An input requests only
// an open output, so a pick is a grant.
// Twin: cmodel/units/arb_out.c. RECN-IQ 3.7.
`default_nettype none
module arb_out #(
  parameter RADIX        = 8,  //= radix
  parameter PACKET_FLITS = 8   //= packet_flits
) (
  clk, rst,
  req, req_flits,
  gnt, gnt_valid, gnt_src, gnt_flits
);
localparam PORT_W  = $clog2(RADIX);
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam PRIO_W  = RADIX;     //@ prio_w

input  wire                     clk;
input  wire                     rst;

// Requests, by input: req_flits goes with req.
input  wire [RADIX-1:0]         req;
input  wire [RADIX*FLITS_W-1:0] req_flits;

// Grant, in the same cycle; gnt_src and gnt_flits go with gnt_valid.
output wire [RADIX-1:0]         gnt;
output wire                     gnt_valid;
output wire [PORT_W-1:0]        gnt_src;
output wire [FLITS_W-1:0]       gnt_flits;

reg  [PRIO_W-1:0] prio_q;
wire [PRIO_W-1:0] prio_next;

arbiter_round_robin #(.N(RADIX)) arbiter (  //@ arbiter
  .req(req), .prio(prio_q), .gnt(gnt), .prio_next(prio_next)
);
onehot_index #(.N(RADIX))                src_of   (.onehot(gnt), .index(gnt_src));
onehot_mux   #(.N(RADIX), .W(FLITS_W))   flits_of (.sel(gnt), .d(req_flits), .y(gnt_flits));

assign gnt_valid = |req;

always @(posedge clk) begin
  if (rst)            prio_q <= {PRIO_W{1'b1}};
  else if (gnt_valid) prio_q <= prio_next;
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt & (gnt - 1'b1)) != {RADIX{1'b0}} || (|gnt) != gnt_valid) begin
    $display("%m: not exactly one grant");
    $stop;
  end
end
`endif

endmodule
`default_nettype wire
