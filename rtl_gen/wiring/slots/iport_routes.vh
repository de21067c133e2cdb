`include "wiring/slots/route_parameters.vh"
  // verilator lint_off UNUSED
  parameter COUNT_W          = $clog2(SLOTS + 1),
  // verilator lint_on UNUSED
  parameter LINES            = SAQS,
  parameter QUEUES           = LINES + 1
) (
`include "wiring/slots/iport_links.vh"

`ifdef SET_ASIDE
  // Messages to upstream, registered; valid only with rx_msg_valid.
  output wire                    rx_msg_valid,
  output wire                    rx_msg_xoff,     // 1: Xoff, 0: Xon
  output wire [LINE_W-1:0]       rx_msg_line,     // line of this port's CAM
  output wire [POOL_W-1:0]       rx_msg_turns,    // congested point of the line
  output wire [LEN_W-1:0]        rx_msg_len,      // its length

  // From the CAMs of the output ports: internal Xoff, and Xons by turn; pulses, with which the other fields are valid.
  input  wire                    notify_next,
  input  wire [POOL_W-1:0]       notify_next_turns,      // congested point, the turn of this switch lowest
  input  wire [LEN_W-1:0]        notify_next_len,        // its length in turns, the turn of this switch included
  input  wire [LINE_W-1:0]       notify_next_line,       // line of the output's CAM
  input  wire [RADIX-1:0]        xon_valid,
  input  wire [RADIX*LINE_W-1:0] xon_line,

`include "wiring/registers/iport_pins.vh"
`endif

  input  wire [RADIX-1:0]        open_next          // outputs that are open in the next cycle
);
localparam SLOT_W = $clog2(SLOTS);

// ----------------------------------------------------------------------------
// Header of an arriving packet, and its request: turn, length, stamp.
localparam REST        = TURNPOOL_BITS + LEN_W;
localparam UNSTAMPED_W = TURN_W + FLITS_W;

wire                   arrive = rx_valid & rx_head;
wire [FLIT_BITS-1:0]   rx_store;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_data[REST +: FLITS_W], rx_data[TURN_W-1:0]};

`include "wiring/slots/request.vh"

take_turn #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS), .TURNPOOL_BITS(TURNPOOL_BITS)) take_turn (
  .rx_head(rx_head), .rx_data(rx_data), .rx_store(rx_store)
);
