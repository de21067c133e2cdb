// Switch with static queues: input ports, output ports, crossbar. Nets between ports are packed by the port that drives them.
module switch #(
`include "wiring/registers/parameters.vh"
`include "wiring/static/parameters.vh"
  parameter PORT_W        = $clog2(RADIX)
) (
  input  wire                      clk,
  input  wire                      rst,          // synchronous, active high; one cycle is enough

`include "wiring/slots/switch_pins.vh"
`include "wiring/registers/pins.vh"

  // A header comes only when its queue has a free slot.
  output wire [RADIX*QUEUE_W-1:0]  rx_credit_queue,  // queue of the slot that was freed
  input  wire [RADIX*QUEUE_W-1:0]  tx_credit_queue,

  // Configuration, for the whole switch: writes a word of the routing table, also during reset.
  input  wire                      cfg_valid,
  input  wire [DESTINATION_W-1:0]  cfg_address,      // destination
  input  wire [PORT_W+QUEUE_W-1:0] cfg_data          // its output port (low bits), and queue at the next hop
);
`include "wiring/slots/links.vh"

// Driven by input ports, and by output ports.
wire [RADIX*QUEUE_W-1:0] sent_next_queue, take_queue;
wire [RADIX-1:0]         open, take, take_two;
wire [RADIX*QUEUES-1:0]  avail, avail_next, avail_two, avail_two_next;

`include "wiring/registers/block.vh"

// ----------------------------------------------------------------------------
genvar i, o;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
`include "wiring/slots/grants_here.vh"

  iport #(
    .RADIX(RADIX), .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)
  ) iport (
    .rx_credit_queue(rx_credit_queue[i*QUEUE_W +: QUEUE_W]), .sent_next_queue(sent_next_queue[i*QUEUE_W +: QUEUE_W]),
    .avail(avail), .avail_next(avail_next), .avail_two(avail_two), .avail_two_next(avail_two_next), .take(take),
    .take_queue(take_queue), .take_two(take_two), .tx_credit(tx_credit), .tx_credit_queue(tx_credit_queue), .open(open),
`ifdef CSR
    .cfg_valid(table_valid), .cfg_address(table_address), .cfg_data(table_word),
`else
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_data(cfg_data),
`endif
`include "wiring/slots/iport_ports.vh"
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
`include "wiring/slots/grant.vh"

`include "wiring/slots/output.vh"

  // Credits of each queue downstream.
  qcu #(.RADIX(RADIX), .QUEUES(QUEUES), .SLOTS(SLOTS)) qcu (
    .clk(clk), .rst(rst), .gnt(gnt[o*RADIX +: RADIX]), .sent_next_queue(sent_next_queue),
    .tx_credit(tx_credit[o]), .tx_credit_queue(tx_credit_queue[o*QUEUE_W +: QUEUE_W]),
    .avail(avail[o*QUEUES +: QUEUES]), .avail_next(avail_next[o*QUEUES +: QUEUES]),
    .avail_two(avail_two[o*QUEUES +: QUEUES]), .avail_two_next(avail_two_next[o*QUEUES +: QUEUES]), .take(take[o]),
    .take_queue(take_queue[o*QUEUE_W +: QUEUE_W]), .take_two(take_two[o])
  );
end

`include "wiring/slots/monitors.vh"

endmodule
