// Detection queue of a packet in its VC: that of its first turn. One-hot, by VC and turn. A single one is that of turn 0.
module detection_queue #(
  parameter DQS    = 8,
  parameter VCS    = 2,
  parameter TURN_W = 3
) (
  input  wire [VCS-1:0]     vc,
  input  wire [TURN_W-1:0]  turn,
  output wire [VCS*DQS-1:0] dq
);
genvar v, d;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  for (d = 0; d < DQS; d = d + 1) begin : g_queue
    localparam [TURN_W-1:0] THIS = d;
    assign dq[v*DQS + d] = vc[v] & (turn == THIS);
  end
end

endmodule
