`ifdef BY_OUTPUT
// Scheduler, first phase: selects an output, and a queue of this input.
arb_by_output #(.RADIX(RADIX), .QUEUES(QUEUES), .PACKET_FLITS(PACKET_FLITS)) arb_by_output (
  .clk(clk), .rst(rst), .idle(~long_begun), .open(open), .wanted(wanted), .ready(servable), .turn(turns),
  .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits), .req_long(req_long), .req_queue(req_queue),
  .gnt_queue(gnt_queue), .granted(granted)
);
`else
// Heads whose input is idle, and whose output is open.
wire [QUEUES*RADIX-1:0] port_onehot;
wire [QUEUES-1:0]       eligible;

eligibility #(.RADIX(RADIX), .QUEUES(QUEUES)) eligibility (
  .idle(~long_begun), .open(open), .ready(servable), .port(turns), .port_onehot(port_onehot), .eligible(eligible)
);

`include "wiring/slots/schedule.vh"
`endif

`ifdef SET_ASIDE
`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt_queue & held) != {QUEUES{1'b0}}) $fatal(1, "granted a queue that may not be served");
end
`endif
`endif
