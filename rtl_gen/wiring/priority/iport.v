// Input port with priorities: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
module iport #(
  parameter RADIX          = 8,
  parameter QUEUES         = 4,
  parameter NODES          = 64,
  parameter SLOTS          = 64,
  parameter FLIT_BITS      = 64,
  parameter PACKET_FLITS   = 8,
  parameter RESERVE        = 2,
  parameter XOFF_THRESHOLD = 10,
  parameter XON_THRESHOLD  = 5,
  parameter LINK_CYCLES    = 1
) (
  clk, rst,
  rx_valid, rx_head, rx_data, rx_credit, rx_msg_valid, rx_msg_stop,
  cfg_valid, cfg_address, cfg_port,
  stop,
`ifdef STAMPS
  now, req_rank,
`endif
  open_next, gnt, req, req_flits, req_long, rdata
);
localparam PORT_W        = $clog2(RADIX);
localparam SLOT_W        = $clog2(SLOTS);
localparam COUNT_W       = $clog2(SLOTS + 1);
localparam FLITS_W       = $clog2(PACKET_FLITS + 1);
localparam DESTINATION_W = $clog2(NODES);
localparam PRIORITY_W    = QUEUES > 1 ? $clog2(QUEUES) : 1;

input  wire                     clk, rst;

// Link into this port; outputs are registered.
input  wire                     rx_valid;       // a flit arrives
input  wire                     rx_head;        // the flit is the first of a packet
input  wire [FLIT_BITS-1:0]     rx_data;
output wire                     rx_credit;      // a slot was freed
output wire                     rx_msg_valid;   // rx_msg_stop has changed
output wire [QUEUES-1:0]        rx_msg_stop;    // by priority: upstream must not send it

// Configuration: writes a word of the destination table.
input  wire                     cfg_valid;
input  wire [DESTINATION_W-1:0] cfg_address;
input  wire [PORT_W-1:0]        cfg_port;

// Priorities stopped at each output: a field per output, a bit per priority; registered.
input  wire [RADIX*QUEUES-1:0]  stop;

// Scheduler and crossbar. gnt: in the cycle of req, zero or equal to it. rdata: registered.
input  wire [RADIX-1:0]         open_next;      // outputs that are open in the next cycle
input  wire [RADIX-1:0]         gnt;            // by output: the output grants this input
output wire [RADIX-1:0]         req;            // by output: output requested, one-hot or zero
output wire [FLITS_W-1:0]       req_flits;      // length in flits of the requesting packet, 0 without req
output wire                     req_long;       // req_flits is more than 1
output wire [FLIT_BITS-1:0]     rdata;          // flit read in the cycle before

// ----------------------------------------------------------------------------
// A packet enters its queue one cycle after its header arrives, with its request: output port, length, stamp.
wire               arrive = rx_valid & rx_head;
wire               entering;
wire [QUEUES-1:0]  enter;
wire [SLOT_W-1:0]  slot;
wire [PORT_W-1:0]  rx_port;
wire [FLITS_W-1:0] rx_flits;

`ifdef STAMPS
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;
localparam REQ_W   = PORT_W + FLITS_W + STAMP_W;

input  wire [STAMP_W-1:0] now;        // stamp of a packet that enters in this cycle; registered, common to all inputs
output wire [STAMP_W-1:0] req_rank;   // rank of the requesting packet, lower is older

wire [QUEUES*STAMP_W-1:0] stamp;      // stamps of the heads
wire [QUEUES*STAMP_W-1:0] rank;
wire [REQ_W-1:0]          rx_req = {now, rx_flits, rx_port};

ranks #(.N(QUEUES), .W(STAMP_W)) ranks (.stamp(stamp), .half(now[STAMP_W-1]), .rank(rank));
`else
localparam REQ_W = PORT_W + FLITS_W;
wire [REQ_W-1:0] rx_req = {rx_flits, rx_port};
`endif

// ----------------------------------------------------------------------------
// Nets between the units.
wire [SLOT_W-1:0]         rx_slot, pop_slot;
wire                      granted, popping, rd_idle_next, long_begun;
wire [QUEUES-1:0]         gnt_queue, pop, present, eligible_raw, held, eligible;
wire [FLITS_W-1:0]        pop_flits;
wire [RADIX-1:0]          open;
wire [QUEUES*PORT_W-1:0]  port;
wire [QUEUES*RADIX-1:0]   port_onehot;
wire [QUEUES*FLITS_W-1:0] flits;
wire [QUEUES*COUNT_W-1:0] count;

// A head is held back while its priority is stopped at its output.
genvar q, o;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_held
    wire [RADIX-1:0] stopped;

    for (o = 0; o < RADIX; o = o + 1) begin : g_stopped
      assign stopped[o] = stop[o*QUEUES + q];
    end
    assign held[q] = |(port_onehot[q*RADIX +: RADIX] & stopped);
  end
endgenerate

assign eligible = eligible_raw & ~held;

// ----------------------------------------------------------------------------
// Memory management: slots, write side, read side.
mmu #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) mmu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_store(rx_data), .gnt(granted),
  .gnt_long(req_long), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .slot(rx_slot),
  .rd_idle_next(rd_idle_next), .long_begun(long_begun), .rdata(rdata), .rx_credit(rx_credit)
);

// Destination table: output port of an arriving packet.
dt #(.RADIX(RADIX), .NODES(NODES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS)) dt (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .destination(rx_data[DESTINATION_W-1:0]),
  .header_flits(rx_data[DESTINATION_W+PRIORITY_W +: FLITS_W]), .rx_slot(rx_slot), .cfg_valid(cfg_valid),
  .cfg_address(cfg_address), .cfg_port(cfg_port), .arrive(entering), .slot(slot), .rx_port(rx_port),
  .rx_flits(rx_flits)
);

// Flow control of priorities towards upstream.
pfcu #(
  .QUEUES(QUEUES), .SLOTS(SLOTS), .RESERVE(RESERVE), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD),
  .LINK_CYCLES(LINK_CYCLES)
) pfcu (
  .clk(clk), .rst(rst), .arrive(arrive), .rx_queue(rx_data[DESTINATION_W +: PRIORITY_W]), .count(count),
  .pop(pop), .enter(enter), .rx_msg_valid(rx_msg_valid), .rx_msg_stop(rx_msg_stop)
);

// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(
  .RADIX(RADIX), .SAQS(QUEUES - 1), .SLOTS(SLOTS),
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter & {QUEUES{entering}}), .gnt_queue(gnt_queue),
  .granted(granted), .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next),
`ifdef STAMPS
  .stamp(stamp),
`endif
  .count(count), .pop(pop), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .present(present),
  .open(open), .turns(port), .flits(flits)
);

// Heads whose input is idle, and whose output is open.
eligibility #(.RADIX(RADIX), .QUEUES(QUEUES)) eligibility (
  .idle(~long_begun), .open(open), .ready(present), .port(port), .port_onehot(port_onehot), .eligible(eligible_raw)
);

`ifdef ONE_QUEUE
// Scheduler, first phase: a single queue needs no selection.
sole_queue #(.RADIX(RADIX), .PACKET_FLITS(PACKET_FLITS)) sole_queue (
  .eligible(eligible), .port_onehot(port_onehot), .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);

`ifdef STAMPS
assign req_rank = rank & {STAMP_W{eligible}};
`endif
`else
// Scheduler, first phase: selects a queue of this input.
`ifdef STAMPS
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .rank(rank), .req_rank(req_rank),
`else
arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .clk(clk), .rst(rst),
`endif
  .eligible(eligible), .port_onehot(port_onehot), .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);
`endif

endmodule
`default_nettype wire
