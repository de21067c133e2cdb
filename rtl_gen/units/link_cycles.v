// Part of a link monitor, for simulation: counts cycles since reset. Before the first reset, and while rst is not known, nothing is checked.
`ifndef SYNTHESIS
`default_nettype none
module link_cycles #(
  parameter CYCLE_W = 64
) (
  clk, rst, hold, cycle
);
input  wire               clk;
input  wire               rst;
output wire               hold;      // nothing is checked in this cycle
output wire [CYCLE_W-1:0] cycle;     // 0 in the first cycle after reset

reg               begun_q;           // a reset has been
reg [CYCLE_W-1:0] cycle_q;

initial begun_q = 1'b0;

assign hold  = rst !== 1'b0 | ~begun_q;
assign cycle = cycle_q;

always @(posedge clk) begin
  if (rst !== 1'b0) begun_q <= 1'b1;
  cycle_q <= hold ? {CYCLE_W{1'b0}} : cycle_q + 1'b1;
end

endmodule
`default_nettype wire
`endif
