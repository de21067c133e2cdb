// Switch with priorities: input ports, output ports, crossbar. Nets between ports are packed by the port that drives them.
module switch #(
`include "wiring/registers/parameters.vh"
`include "wiring/priority/parameters.vh"
  parameter PORT_W         = $clog2(RADIX)
) (
  input  wire                     clk,
  input  wire                     rst,          // synchronous, active high; one cycle is enough

`include "wiring/slots/switch_pins.vh"
`include "wiring/registers/pins.vh"

  // Messages to the sender, and from the receiver. A header comes only while its priority is not stopped, and a slot is free.
  output wire [RADIX-1:0]         rx_msg_valid,   // rx_msg_stop has changed
  output wire [RADIX*QUEUES-1:0]  rx_msg_stop,    // by priority: 1: Xoff, send no such packets; 0: Xon
  input  wire [RADIX-1:0]         tx_msg_valid,
  input  wire [RADIX*QUEUES-1:0]  tx_msg_stop,    // used only with tx_msg_valid

  // Configuration, for the whole switch: writes a word of the routing table, also during reset.
  input  wire                     cfg_valid,
  input  wire [DESTINATION_W-1:0] cfg_address,    // destination
  input  wire [PORT_W-1:0]        cfg_port        // its output port
);
`include "wiring/slots/links.vh"

// Driven by output ports.
wire [RADIX-1:0]        open_next;
wire [RADIX*QUEUES-1:0] stop;

`include "wiring/registers/block.vh"

// ----------------------------------------------------------------------------
genvar i, o;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
`include "wiring/slots/grants_here.vh"

  iport #(
    .RADIX(RADIX), .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
    .RESERVE(RESERVE), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .LINK_CYCLES(LINK_CYCLES)
  ) iport (
    .rx_msg_valid(rx_msg_valid[i]), .rx_msg_stop(rx_msg_stop[i*QUEUES +: QUEUES]), .stop(stop), .open_next(open_next),
`ifdef CSR
    .cfg_valid(table_valid), .cfg_address(table_address), .cfg_port(table_word),
`else
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_port(cfg_port),
`endif
`include "wiring/slots/iport_ports.vh"
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
`include "wiring/slots/grant.vh"

  // Priorities stopped from downstream.
  stop_out #(.QUEUES(QUEUES)) stop_out (
    .clk(clk), .rst(rst), .tx_msg_valid(tx_msg_valid[o]), .tx_msg_stop(tx_msg_stop[o*QUEUES +: QUEUES]),
    .stop(stop[o*QUEUES +: QUEUES])
  );

`include "wiring/slots/output.vh"
end

`include "wiring/slots/monitors.vh"

endmodule
