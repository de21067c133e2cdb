// Scheduler: selects a queue of the lowest VC that has an eligible one; in it by round robin.
// Twin: cmodel/units/arb_vc.c. docs/microarchitecture-cioq.md.
`default_nettype none
module arb_vc #(
  parameter RADIX = 8,
  parameter SAQS  = 8,
  parameter VCS   = 2
) (
  clk, rst,
  eligible, advance,
  pick, pick_vc
);
localparam VC_QUEUES = RADIX + SAQS;
localparam QUEUES    = VCS * VC_QUEUES;
localparam PRIO_W    = VC_QUEUES - 1;

input  wire              clk;
input  wire              rst;

// eligible: queues that may be served. advance: the selected queue is granted, and the state of its VC changes; may be late.
input  wire [QUEUES-1:0] eligible;
input  wire              advance;

// Combinational. pick: selected queue, one-hot, zero if none is eligible. pick_vc: its VC, likewise.
output wire [QUEUES-1:0] pick;
output wire [VCS-1:0]    pick_vc;

reg [VCS*PRIO_W-1:0] prio_q;

wire [VCS-1:0] any;      // VCs with an eligible queue
wire [VCS-1:0] lower;    // VCs that a lower one goes before

prefix_or #(.N(VCS)) search (.x(any), .y(lower));

assign pick_vc = any & ~lower;

// Each VC selects, while it is decided which of them is served.
genvar v;
generate
  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    wire [VC_QUEUES-1:0] first;

    rr_pick #(.N(VC_QUEUES)) rr_pick (
      .req(eligible[v*VC_QUEUES +: VC_QUEUES]), .last(prio_q[v*PRIO_W +: PRIO_W]), .pick(first)
    );

    assign any[v] = |eligible[v*VC_QUEUES +: VC_QUEUES];
    assign pick[v*VC_QUEUES +: VC_QUEUES] = first & {VC_QUEUES{~lower[v]}};

    always @(posedge clk) begin
      if (rst)                       prio_q[v*PRIO_W +: PRIO_W] <= {PRIO_W{1'b0}};
      else if (advance & pick_vc[v]) prio_q[v*PRIO_W +: PRIO_W] <= first[PRIO_W-1:0];
    end
  end
endgenerate

endmodule
`default_nettype wire
