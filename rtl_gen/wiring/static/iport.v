// Input port with static queues: its units and their wiring. It does not depend on the number of the port.
module iport #(
`include "wiring/static/parameters.vh"
  parameter PORT_W        = $clog2(RADIX)
) (
`include "wiring/slots/iport_links.vh"

  input  wire [RADIX-1:0]          open,              // outputs that can be granted
  output wire [QUEUE_W-1:0]        rx_credit_queue,   // queue of the slot that was freed

  // Configuration: writes a word of the routing table.
  input  wire                      cfg_valid,
  input  wire [DESTINATION_W-1:0]  cfg_address,
  input  wire [PORT_W+QUEUE_W-1:0] cfg_data,

  // Credits of queues downstream, by output. avail, avail_next: queues that have a credit in this cycle, and in the next. avail_two,
  // avail_two_next: two credits.
  output wire [QUEUE_W-1:0]        sent_next_queue,   // queue at the next hop of the packet granted last; registered
  input  wire [RADIX*QUEUES-1:0]   avail, avail_next, avail_two, avail_two_next,
  input  wire [RADIX-1:0]          take,              // a credit is taken in this cycle
  input  wire [RADIX*QUEUE_W-1:0]  take_queue,        // queue whose credit is taken
  input  wire [RADIX-1:0]          take_two,          // that queue has two credits in the next cycle
  input  wire [RADIX-1:0]          tx_credit,         // downstream freed a slot
  input  wire [RADIX*QUEUE_W-1:0]  tx_credit_queue    // queue of that slot
);
localparam SLOT_W = $clog2(SLOTS);

// ----------------------------------------------------------------------------
// Nets between the units; fields of the arriving header.
wire                      arrive   = rx_valid & rx_head;
wire [QUEUE_W-1:0]        rx_queue = rx_data[DESTINATION_W +: QUEUE_W];
wire [QUEUES-1:0]         enter, ready, eligible, gnt_queue;
wire [PORT_W-1:0]         enter_port;
wire [QUEUE_W-1:0]        enter_next_queue, gnt_next_queue;
wire [FLITS_W-1:0]        enter_flits;
wire                      idle, popping, granted;
wire [SLOT_W-1:0]         slot, leave_slot;
wire [QUEUES*PORT_W-1:0]  port;
wire [QUEUES*FLITS_W-1:0] flits;
wire [QUEUES*RADIX-1:0]   port_onehot;

`ifdef STAMPS
`include "wiring/slots/stamps.vh"
`endif

// ----------------------------------------------------------------------------
// Routing table: output port and queue at the next hop of an arriving packet.
rt #(.RADIX(RADIX), .QUEUES(QUEUES), .NODES(NODES), .PACKET_FLITS(PACKET_FLITS)) rt (
  .clk(clk), .rst(rst), .arrive(arrive), .destination(rx_data[DESTINATION_W-1:0]), .rx_queue(rx_queue),
  .rx_flits(rx_data[DESTINATION_W+QUEUE_W +: FLITS_W]), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
  .cfg_data(cfg_data), .enter(enter), .enter_port(enter_port), .enter_next_queue(enter_next_queue),
  .enter_flits(enter_flits)
);

// Partitioned memory: write side, read side, credits.
pmu #(
  .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)
) pmu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .slot(slot), .gnt(granted),
  .gnt_flits(req_flits), .gnt_queue(gnt_queue), .gnt_next_queue(gnt_next_queue), .popping(popping),
  .leave_slot(leave_slot), .idle(idle), .rdata(rdata), .sent_next_queue(sent_next_queue), .rx_credit(rx_credit),
  .rx_credit_queue(rx_credit_queue)
);

// Queues as rings, and the requests of their heads.
qmu #(.RADIX(RADIX), .QUEUES(QUEUES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS)) qmu (
  .clk(clk), .rst(rst), .arrive(arrive), .rx_queue(rx_queue), .enter(enter), .enter_port(enter_port),
  .enter_next_queue(enter_next_queue), .enter_flits(enter_flits),
`ifdef STAMPS
  .now(now), .stamp(stamp),
`endif
  .avail(avail), .avail_next(avail_next), .avail_two(avail_two), .avail_two_next(avail_two_next), .take(take),
  .take_queue(take_queue), .take_two(take_two), .tx_credit(tx_credit), .tx_credit_queue(tx_credit_queue),
  .gnt_queue(gnt_queue), .slot(slot), .ready(ready), .port(port), .flits(flits),
  .gnt_next_queue(gnt_next_queue), .popping(popping), .leave_slot(leave_slot)
);

eligibility #(.RADIX(RADIX), .QUEUES(QUEUES)) eligibility (
  .idle(idle), .open(open), .ready(ready), .port(port), .port_onehot(port_onehot), .eligible(eligible)
);

`include "wiring/slots/schedule.vh"

endmodule
