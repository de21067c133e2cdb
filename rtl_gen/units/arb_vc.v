// Scheduler: selects a queue of the lowest class of VCs that has an eligible one; in it by round robin.
// Twin: cmodel/units/arb_vc.c. docs/internals/microarchitecture-cioq.md.
module arb_vc #(
  parameter DQS       = 8,
  parameter SAQS      = 8,
  parameter VCS       = 2,
  parameter CLASSES   = 2,   // of as many VCs each
  parameter VC_QUEUES = DQS + SAQS,
  parameter QUEUES    = VCS * VC_QUEUES
) (
  input  wire               clk,
  input  wire               rst,

  // eligible: queues that may be served. advance: the selected queue is granted, and the state of its class changes; may be late.
  input  wire [QUEUES-1:0]  eligible,
  input  wire               advance,

  // Combinational. pick: selected queue, one-hot, zero if none is eligible. pick_class, pick_vc: its class and its VC, likewise.
  output wire [QUEUES-1:0]  pick,
  output wire [CLASSES-1:0] pick_class,
  output wire [VCS-1:0]     pick_vc
);
localparam CLASS_QUEUES = QUEUES / CLASSES;
localparam PRIO_W       = CLASS_QUEUES - 1;

reg [CLASSES*PRIO_W-1:0] prio_q;

wire [CLASSES-1:0] any;      // classes with an eligible queue
wire [CLASSES-1:0] lower;    // classes that a lower one goes before

prefix_or #(.N(CLASSES)) search (.x(any), .y(lower));

assign pick_class = any & ~lower;

// Each class selects, while it is decided which of them is served. A class of one VC is that VC.
genvar c, v;
for (c = 0; c < CLASSES; c = c + 1) begin : g_class
  wire [CLASS_QUEUES-1:0] first;

  rr_pick #(.N(CLASS_QUEUES)) rr_pick (
    .req(eligible[c*CLASS_QUEUES +: CLASS_QUEUES]), .last(prio_q[c*PRIO_W +: PRIO_W]), .pick(first)
  );

  assign any[c] = |eligible[c*CLASS_QUEUES +: CLASS_QUEUES];
  assign pick[c*CLASS_QUEUES +: CLASS_QUEUES] = first & {CLASS_QUEUES{~lower[c]}};

  always @(posedge clk)
    if (rst)                          prio_q[c*PRIO_W +: PRIO_W] <= {PRIO_W{1'b0}};
    else if (advance & pick_class[c]) prio_q[c*PRIO_W +: PRIO_W] <= first[PRIO_W-1:0];
end

if (CLASSES == VCS) begin : g_sole
  assign pick_vc = pick_class;
end else begin : g_several
  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    assign pick_vc[v] = |pick[v*VC_QUEUES +: VC_QUEUES];
  end
end

endmodule
