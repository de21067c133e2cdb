`include "wiring/slots/destination_parameters.vh"
  parameter PORT_W           = $clog2(RADIX),
  parameter COUNT_W          = $clog2(SLOTS + 1)
) (
`include "wiring/slots/iport_links.vh"
`include "wiring/registers/iport_pins.vh"

  input  wire [RADIX-1:0]         open_next,            // outputs that are open in the next cycle

  // Messages to upstream, registered; valid only with rx_msg_valid.
  output wire                     rx_msg_valid,
  output wire                     rx_msg_xoff,          // 1: Xoff, 0: Xon
  output wire [LINE_W-1:0]        rx_msg_line,          // line of this port's CAM
  output wire [LEN_W-1:0]         rx_msg_hops,          // hops from this port to its congested point
  output wire [DESTINATION_W-1:0] rx_msg_destination,   // Xoff: the destination to stop

  // From the CAMs of the output ports: internal Xoff, and Xons by output; pulses, with which the other fields are valid.
  input  wire                     notify_next,
  input  wire [PORT_W-1:0]        notify_next_port,            // output that notifies
  input  wire [LEN_W-1:0]         notify_next_len,             // hops to the congested point, this switch included
  input  wire [LINE_W-1:0]        notify_next_line,            // line of the output's CAM
  input  wire [DESTINATION_W-1:0] notify_next_destination,     // destination that is stopped
  input  wire [RADIX-1:0]         xon_valid,
  input  wire [RADIX*LINE_W-1:0]  xon_line,

  // Configuration: writes a word of the destination table.
  input  wire                     cfg_valid,
  input  wire [DESTINATION_W-1:0] cfg_address,
  input  wire [PORT_W-1:0]        cfg_port
);
localparam LINES  = CFQS;
localparam QUEUES = LINES + 1;
localparam SLOT_W = $clog2(SLOTS);

// ----------------------------------------------------------------------------
// A packet enters a queue one cycle after its header arrives, with its request: output port, length, destination (lists in memory), stamp.
wire                     arrive;
wire [SLOT_W-1:0]        slot;
wire [PORT_W-1:0]        rx_port;
wire [FLITS_W-1:0]       rx_flits;
wire [DESTINATION_W-1:0] rx_destination;
wire [FLITS_W-1:0]       header_flits = rx_data[DESTINATION_W +: FLITS_W];
