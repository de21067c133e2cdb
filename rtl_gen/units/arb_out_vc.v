// Scheduler, second phase: grants this output to an input that requests it for the lowest VC; among those by round robin.
// Twin: cmodel/units/arb_out_vc.c. docs/microarchitecture-cioq.md.
`default_nettype none
module arb_out_vc #(
  parameter RADIX        = 8,
  parameter VCS          = 2,
  parameter PACKET_CELLS = 32
) (
  clk, rst,
  req, req_vc, req_need,
  gnt, gnt_valid, gnt_vc, gnt_need
);
localparam NEED_W = $clog2(PACKET_CELLS + 1);
localparam PRIO_W = RADIX - 1;

input  wire                    clk;
input  wire                    rst;

// By input. req: requests for this output. req_vc, req_need: VC, one-hot, and cells of the packet; used only where req is set.
input  wire [RADIX-1:0]        req;
input  wire [RADIX*VCS-1:0]    req_vc;
input  wire [RADIX*NEED_W-1:0] req_need;

// Combinational. gnt: granted input, one-hot, zero without a request. gnt_valid: there is one. VC, one-hot, and cells of the granted packet; 0
// without a grant.
output wire [RADIX-1:0]        gnt;
output wire                    gnt_valid;
output wire [VCS-1:0]          gnt_vc;
output wire [NEED_W-1:0]       gnt_need;

reg [VCS*PRIO_W-1:0] prio_q;

wire [VCS-1:0]       any;      // VCs with a request
wire [VCS-1:0]       lower;    // VCs that a lower one goes before
wire [RADIX*VCS-1:0] won;      // by input: VC in which it is granted

prefix_or #(.N(VCS)) search (.x(any), .y(lower));
onehot_mux #(.N(RADIX), .W(NEED_W)) need_of (.sel(gnt), .d(req_need), .y(gnt_need));

assign gnt_valid = |req;
assign gnt_vc    = any & ~lower;

// Each VC selects, while it is decided which of them is served.
genvar v, i;
generate
  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    wire [RADIX-1:0] of_vc, first;

    for (i = 0; i < RADIX; i = i + 1) begin : g_input
      assign of_vc[i]       = req[i] & req_vc[i*VCS + v];
      assign won[i*VCS + v] = first[i] & ~lower[v];
    end

    rr_pick #(.N(RADIX)) rr_pick (.req(of_vc), .last(prio_q[v*PRIO_W +: PRIO_W]), .pick(first));

    assign any[v] = |of_vc;

    always @(posedge clk) begin
      if (rst)            prio_q[v*PRIO_W +: PRIO_W] <= {PRIO_W{1'b0}};
      else if (gnt_vc[v]) prio_q[v*PRIO_W +: PRIO_W] <= first[PRIO_W-1:0];
    end
  end

  for (i = 0; i < RADIX; i = i + 1) begin : g_grant
    assign gnt[i] = |won[i*VCS +: VCS];
  end
endgenerate

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (gnt_valid && gnt == {RADIX{1'b0}}) $fatal(1, "a request has no VC");
end
`endif

endmodule
`default_nettype wire
