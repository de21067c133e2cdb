// Credits of a network interface: slots of the switch's input, or of the host, that it has taken.
// Twin: cmodel/units/ncu.c. docs/internals/microarchitecture-slot-nic.md.
module ncu #(
  parameter CREDIT_CLASSES = 1,
  parameter CLASS_CREDITS  = 64,
  parameter CLASS_W        = CREDIT_CLASSES > 1 ? $clog2(CREDIT_CLASSES) : 1
) (
  input  wire                      clk,
  input  wire                      rst,

  // gnt: the candidate is granted, only with a credit: it takes a credit of its class. credit: the switch freed a slot; its class is used only with
  // credit. Classes are queues of the switch; where there is one, it is 0.
  input  wire                      gnt,
  input  wire [CLASS_W-1:0]        gnt_class,
  input  wire                      credit,
  input  wire [CLASS_W-1:0]        credit_class,

  // Class of the credit, one-hot; zero without credit.
  output wire [CREDIT_CLASSES-1:0] gives,

  // The candidate's class has no credit; from registers.
  output wire                      no_credit
);
localparam USED_W  = $clog2(CLASS_CREDITS + 1);

localparam [USED_W-1:0] NO_CREDITS  = 0;
localparam [USED_W-1:0] ALL_CREDITS = CLASS_CREDITS[USED_W-1:0];

reg [CREDIT_CLASSES*USED_W-1:0] used_q;

wire [CREDIT_CLASSES-1:0] of_cand;       // one-hot
wire [CREDIT_CLASSES-1:0] of_credit;
wire [CREDIT_CLASSES-1:0] out;           // all credits are taken
wire [CREDIT_CLASSES-1:0] takes = of_cand & {CREDIT_CLASSES{gnt}};

turn_onehot #(.N(1), .TURN_W(CLASS_W), .DESTS(CREDIT_CLASSES)) class_of_cand   (.turn(gnt_class),    .dest(of_cand));
turn_onehot #(.N(1), .TURN_W(CLASS_W), .DESTS(CREDIT_CLASSES)) class_of_credit (.turn(credit_class), .dest(of_credit));

assign gives = of_credit & {CREDIT_CLASSES{credit}};

genvar k;
for (k = 0; k < CREDIT_CLASSES; k = k + 1) begin : g_class
  wire [USED_W-1:0] used = used_q[k*USED_W +: USED_W];

  assign out[k] = used == ALL_CREDITS;

  always @(posedge clk)
    if (rst)                      used_q[k*USED_W +: USED_W] <= NO_CREDITS;
    else if (takes[k] ^ gives[k]) used_q[k*USED_W +: USED_W] <= takes[k] ? used + 1'b1 : used - 1'b1;
end

assign no_credit = |(out & of_cand);

`ifndef SYNTHESIS
wire [CREDIT_CLASSES-1:0] none;
for (k = 0; k < CREDIT_CLASSES; k = k + 1) begin : g_none
  assign none[k] = used_q[k*USED_W +: USED_W] == NO_CREDITS;
end

always @(posedge clk) if (!rst) begin
  if (gnt && no_credit) $fatal(1, "granted without a credit");
  if ((gives & none) != {CREDIT_CLASSES{1'b0}}) $fatal(1, "a credit too many");
end
`endif

endmodule
