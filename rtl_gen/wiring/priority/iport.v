// Input port with priorities: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/priority/parameters.vh"
  parameter PORT_W         = $clog2(RADIX)
) (
`include "wiring/slots/iport_links.vh"

  input  wire [RADIX-1:0]         open_next,      // outputs that are open in the next cycle

  // Messages to upstream, registered.
  output wire                     rx_msg_valid,   // rx_msg_stop has changed
  output wire [QUEUES-1:0]        rx_msg_stop,    // by priority: upstream must not send it

  // Configuration: writes a word of the destination table.
  input  wire                     cfg_valid,
  input  wire [DESTINATION_W-1:0] cfg_address,
  input  wire [PORT_W-1:0]        cfg_port,

  // Priorities stopped at each output: a field per output, a bit per priority; registered.
  input  wire [RADIX*QUEUES-1:0]  stop
);
localparam SLOT_W     = $clog2(SLOTS);
localparam COUNT_W    = $clog2(SLOTS + 1);
localparam PRIORITY_W = QUEUES > 1 ? $clog2(QUEUES) : 1;

// ----------------------------------------------------------------------------
// A packet enters its queue one cycle after its header arrives, with its request: output port, length, stamp.
wire               header = rx_valid & rx_head;
wire               arrive;
wire [QUEUES-1:0]  marked;    // queue of the packet
wire [QUEUES-1:0]  enter = marked & {QUEUES{arrive}};
wire [SLOT_W-1:0]  slot;
wire [PORT_W-1:0]  rx_port;
wire [FLITS_W-1:0] rx_flits;
wire [FLITS_W-1:0] header_flits = rx_data[DESTINATION_W+PRIORITY_W +: FLITS_W];

localparam UNSTAMPED_W = PORT_W + FLITS_W;
wire [UNSTAMPED_W-1:0] rx_unstamped = {rx_flits, rx_port};
`include "wiring/slots/request.vh"

wire [SLOT_W-1:0]         rx_slot;
wire [QUEUES-1:0]         pop, held;
wire [QUEUES*COUNT_W-1:0] count;

`include "wiring/slots/sorted_queues.vh"

// Heads whose input is idle, and whose output is open.
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES-1:0]         eligible_raw;
wire [QUEUES-1:0]         eligible = eligible_raw & ~held;

eligibility #(.RADIX(RADIX), .QUEUES(QUEUES)) eligibility (
  .idle(~long_begun), .open(open), .ready(present), .port(turns), .port_onehot(port_onehot), .eligible(eligible_raw)
);

// A head is held back while its priority is stopped at its output.
genvar q, o;
for (q = 0; q < QUEUES; q = q + 1) begin : g_held
  wire [RADIX-1:0] stopped;

  for (o = 0; o < RADIX; o = o + 1) begin : g_stopped
    assign stopped[o] = stop[o*QUEUES + q];
  end
  assign held[q] = |(port_onehot[q*RADIX +: RADIX] & stopped);
end

// Flow control of priorities towards upstream.
pfcu #(
  .QUEUES(QUEUES), .SLOTS(SLOTS), .RESERVE(RESERVE), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD),
  .LINK_CYCLES(LINK_CYCLES)
) pfcu (
  .clk(clk), .rst(rst), .arrive(header), .rx_queue(rx_data[DESTINATION_W +: PRIORITY_W]), .count(count),
  .pop(pop), .enter(marked), .rx_msg_valid(rx_msg_valid), .rx_msg_stop(rx_msg_stop)
);

`include "wiring/slots/schedule.vh"

endmodule
