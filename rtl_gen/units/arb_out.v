// Scheduler, second phase: grants this output to one of the inputs that request it. An input requests
// only an open output, so there is a grant whenever there is a request.
// Twin: cmodel/units/arb_out.c. RECN-IQ 3.7.
module arb_out #(
  parameter RADIX        = 8,
`ifdef STAMPS
  parameter STAMP_W      = 11,
`endif
  parameter PACKET_FLITS = 8,
  parameter PORT_W       = $clog2(RADIX),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  // Requests, by input. req_flits: length of the packet in flits; req_long: it is more than 1. Both are used only where req is set.
  input  wire [RADIX-1:0]         req,
  input  wire [RADIX*FLITS_W-1:0] req_flits,
  input  wire [RADIX-1:0]         req_long,

`ifdef STAMPS
  // req_rank: rank of each requesting packet, lower is older; used only where req is set.
  input  wire [RADIX*STAMP_W-1:0] req_rank,
`else
  input  wire                     clk,
  input  wire                     rst,
`endif

  // Grant, combinational. gnt: granted input, one-hot, zero without a request. gnt_valid: gnt is non-zero.
  // gnt_src: number of that input; gnt_flits, gnt_long: those of its packet; all 0 without a grant.
  output wire [RADIX-1:0]         gnt,
  output wire                     gnt_valid,
  output wire [PORT_W-1:0]        gnt_src,
  output wire [FLITS_W-1:0]       gnt_flits,
  output wire                     gnt_long
);
assign gnt_valid = |req;

`ifdef STAMPS
arbiter_oldest_first #(.N(RADIX), .W(STAMP_W)) arbiter (.req(req), .rank(req_rank), .gnt(gnt));
`else
`ARBITER #(.N(RADIX)) arbiter (.clk(clk), .rst(rst), .req(req), .advance(gnt_valid), .gnt(gnt));

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt & (gnt - 1'b1)) != {RADIX{1'b0}} || (|gnt) != gnt_valid) $fatal(1, "not exactly one grant");
end
`endif
`endif

onehot_index #(.N(RADIX))              src_of   (.onehot(gnt), .index(gnt_src));
onehot_mux   #(.N(RADIX), .W(FLITS_W)) flits_of (.sel(gnt), .d(req_flits), .y(gnt_flits));
onehot_mux   #(.N(RADIX), .W(1))       long_of  (.sel(gnt), .d(req_long),  .y(gnt_long));

endmodule
