// Scheduler, second phase: grants this output to an input that requests it for the lowest class of VCs; among those by round robin.
// Twin: cmodel/units/arb_out_vc.c. docs/internals/microarchitecture-cioq.md.
module arb_out_vc #(
  parameter RADIX        = 8,
  parameter VCS          = 2,
  parameter CLASSES      = 2,   // of as many VCs each
  parameter PACKET_CELLS = 32,
  parameter NEED_W       = $clog2(PACKET_CELLS + 1)
) (
  input  wire                     clk,
  input  wire                     rst,

  // By input. req: requests for this output. req_class, req_vc, req_need: class and VC, both one-hot, and cells of the packet; used only where req is
  // set. Where a class is one VC, req_vc is the same as req_class, and not used.
  input  wire [RADIX-1:0]         req,
  input  wire [RADIX*CLASSES-1:0] req_class,
  // verilator lint_off UNUSED
  input  wire [RADIX*VCS-1:0]     req_vc,
  // verilator lint_on UNUSED
  input  wire [RADIX*NEED_W-1:0]  req_need,

  // Combinational. gnt: granted input, one-hot, zero without a request. gnt_valid: there is one. VC, one-hot, and cells of the granted packet; 0
  // without a grant.
  output wire [RADIX-1:0]         gnt,
  output wire                     gnt_valid,
  output wire [VCS-1:0]           gnt_vc,
  output wire [NEED_W-1:0]        gnt_need
);
localparam PRIO_W = RADIX - 1;

reg [CLASSES*PRIO_W-1:0] prio_q;

wire [CLASSES-1:0]       any;          // classes with a request
wire [CLASSES-1:0]       lower;        // classes that a lower one goes before
wire [CLASSES-1:0]       gnt_class;    // class of the granted packet
wire [RADIX*CLASSES-1:0] won;          // by input: class in which it is granted

prefix_or #(.N(CLASSES)) search (.x(any), .y(lower));
onehot_mux #(.N(RADIX), .W(NEED_W)) need_of (.sel(gnt), .d(req_need), .y(gnt_need));

assign gnt_valid = |req;
assign gnt_class = any & ~lower;

// Each class selects, while it is decided which of them is served. A class of one VC is that VC.
genvar c, i;
for (c = 0; c < CLASSES; c = c + 1) begin : g_class
  wire [RADIX-1:0] of_class, first;

  for (i = 0; i < RADIX; i = i + 1) begin : g_input
    assign of_class[i]        = req[i] & req_class[i*CLASSES + c];
    assign won[i*CLASSES + c] = first[i] & ~lower[c];
  end

  rr_pick #(.N(RADIX)) rr_pick (.req(of_class), .last(prio_q[c*PRIO_W +: PRIO_W]), .pick(first));

  assign any[c] = |of_class;

  always @(posedge clk)
    if (rst)               prio_q[c*PRIO_W +: PRIO_W] <= {PRIO_W{1'b0}};
    else if (gnt_class[c]) prio_q[c*PRIO_W +: PRIO_W] <= first[PRIO_W-1:0];
end

for (i = 0; i < RADIX; i = i + 1) begin : g_grant
  assign gnt[i] = |won[i*CLASSES +: CLASSES];
end

if (CLASSES == VCS) begin : g_sole
  assign gnt_vc = gnt_class;
end else begin : g_several
  onehot_mux #(.N(RADIX), .W(VCS)) vc_of (.sel(gnt), .d(req_vc), .y(gnt_vc));
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (gnt_valid && gnt == {RADIX{1'b0}}) $fatal(1, "a request has no class");
end
`endif

endmodule
