// Input port: its units and their wiring. It does not depend on the number of the port.
`default_nettype none
module iport #(
  parameter RADIX            = 8,
  parameter CFQS             = 4,
  parameter SLOTS            = 64,
  parameter FLIT_BITS        = 64,
  parameter PACKET_FLITS     = 8,
  parameter DETECT_THRESHOLD = 5,
  parameter XOFF_THRESHOLD   = 10,
  parameter XON_THRESHOLD    = 5,
  parameter NODES            = 64,
  parameter HOPS             = 15
) (
  clk, rst,
  rx_valid, rx_head, rx_data, rx_credit,
  rx_msg_valid, rx_msg_xoff, rx_msg_line, rx_msg_hops, rx_msg_destination,
  notify_next, notify_next_port, notify_next_len, notify_next_line, notify_next_destination, xon_valid, xon_line,
  cfg_valid, cfg_address, cfg_port,
`include "wiring/registers/iport_list.vh"
`ifdef STAMPS
  now, req_rank,
`endif
  open_next, gnt, req, req_flits, req_long, rdata
);
localparam QUEUES        = CFQS + 1;
localparam PORT_W        = $clog2(RADIX);
localparam LEN_W         = $clog2(HOPS + 1);
localparam SLOT_W        = $clog2(SLOTS);
localparam COUNT_W       = $clog2(SLOTS + 1);
localparam FLITS_W       = $clog2(PACKET_FLITS + 1);
localparam LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1;
localparam DESTINATION_W = $clog2(NODES);

input  wire                 clk, rst;

// Link into this port; outputs are registered.
input  wire                 rx_valid;     // a flit arrives
input  wire                 rx_head;      // the flit is the first of a packet
input  wire [FLIT_BITS-1:0] rx_data;
output wire                 rx_credit;    // a slot was freed

// Scheduler and crossbar. gnt: in the cycle of req, zero or equal to it. rdata: registered.
input  wire [RADIX-1:0]     open_next;    // outputs that are open in the next cycle
input  wire [RADIX-1:0]     gnt;          // by output: the output grants this input
output wire [RADIX-1:0]     req;          // by output: output requested, one-hot or zero
output wire [FLITS_W-1:0]   req_flits;    // length in flits of the requesting packet, 0 without req
output wire                 req_long;     // req_flits is more than 1
output wire [FLIT_BITS-1:0] rdata;        // flit read in the cycle before

// Messages to upstream, registered; valid only with rx_msg_valid.
output wire                     rx_msg_valid;
output wire                     rx_msg_xoff;          // 1: Xoff, 0: Xon
output wire [LINE_W-1:0]        rx_msg_line;          // line of this port's CAM
output wire [LEN_W-1:0]         rx_msg_hops;          // hops from this port to its congested point
output wire [DESTINATION_W-1:0] rx_msg_destination;   // Xoff: the destination to stop

// From the CAMs of the output ports: internal Xoff, and Xons by output; pulses, with which the other fields are valid.
input  wire                     notify_next;
input  wire [PORT_W-1:0]        notify_next_port;            // output that notifies
input  wire [LEN_W-1:0]         notify_next_len;             // hops to the congested point, this switch included
input  wire [LINE_W-1:0]        notify_next_line;            // line of the output's CAM
input  wire [DESTINATION_W-1:0] notify_next_destination;     // destination that is stopped
input  wire [RADIX-1:0]         xon_valid;
input  wire [RADIX*LINE_W-1:0]  xon_line;

// Configuration: writes a word of the destination table.
input  wire                     cfg_valid;
input  wire [DESTINATION_W-1:0] cfg_address;
input  wire [PORT_W-1:0]        cfg_port;

// ----------------------------------------------------------------------------
// A packet enters a queue one cycle after its header arrives, with its request: output port, length, stamp.
wire                     header = rx_valid & rx_head;
wire [DESTINATION_W-1:0] destination = rx_data[DESTINATION_W-1:0];
wire                     arrive;
wire [SLOT_W-1:0]        slot;
wire [PORT_W-1:0]        rx_port;
wire [FLITS_W-1:0]       rx_flits;
wire [DESTINATION_W-1:0] rx_destination;

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

wire [REQ_W-1:0]  rx_req = {rx_flits, rx_port};
wire [QUEUES-1:0] req_queue;          // queue of the requesting head
wire [RADIX-1:0]  wanted;             // outputs that heads want
`endif

// ----------------------------------------------------------------------------
// Nets between the units.
wire                      granted, popping, idle, rd_idle_next, long_begun, ready, notify, detect, own, no_free_line;
wire [QUEUES-1:0]         enter, gnt_queue, pop, held, held_next, present;
wire [SLOT_W-1:0]         rx_slot, pop_slot;
wire [FLITS_W-1:0]        pop_flits;
wire [PORT_W-1:0]         turn, pop_turn;
wire [QUEUES*COUNT_W-1:0] count, count_next;
wire [RADIX-1:0]          open;
wire [QUEUES*PORT_W-1:0]  ports;
wire [QUEUES*FLITS_W-1:0] flits;
wire [CFQS-1:0]           sent_xoff, sent_set, sent_clear;
wire [CFQS*LEN_W-1:0]     line_len;

wire [QUEUES-1:0] servable = present & ~held;

// ----------------------------------------------------------------------------
// Memory management: slots, write side, read side.
mmu #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) mmu (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_store(rx_data), .gnt(granted),
  .gnt_long(req_long), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .slot(rx_slot),
  .idle(idle), .rd_idle_next(rd_idle_next), .long_begun(long_begun), .rdata(rdata), .rx_credit(rx_credit)
);

// Destination table: output port of an arriving packet.
dt #(.RADIX(RADIX), .NODES(NODES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS)) dt (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .destination(destination),
  .header_flits(rx_data[DESTINATION_W +: FLITS_W]), .rx_slot(rx_slot), .cfg_valid(cfg_valid),
  .cfg_address(cfg_address), .cfg_port(cfg_port), .arrive(arrive), .slot(slot), .rx_port(rx_port),
  .rx_flits(rx_flits), .rx_destination(rx_destination)
);

// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(
  .RADIX(RADIX), .SAQS(CFQS), .SLOTS(SLOTS),
`ifdef STAMPS
  .STAMP_W(STAMP_W),
`endif
  .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)
) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter), .gnt_queue(gnt_queue), .granted(granted), .req(req),
  .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next),
`ifdef STAMPS
  .stamp(stamp),
`else
  .req_queue(req_queue), .wanted(wanted),
`endif
  .pop(pop), .popping(popping), .pop_slot(pop_slot), .pop_flits(pop_flits), .pop_turn(pop_turn), .count(count),
  .held_next(held_next), .count_next(count_next), .held(held), .ready(ready), .turn(turn), .present(present), .open(open),
  .turns(ports), .flits(flits)
);

`ifdef LISTS_RAM
// Lists of destinations, in memory. A line is swept when it has been given up.
wire [DESTINATION_W-1:0] notify_destination;
wire [CFQS-1:0]          arrive_row, notify_row, dirty, learn, valid;

genvar l;
generate
  for (l = 0; l < CFQS; l = l + 1) begin : g_valid
    assign valid[l] = |line_len[l*LEN_W +: LEN_W];
  end
endgenerate

clip #(.CFQS(CFQS), .NODES(NODES)) clip (
  .clk(clk), .rst(rst), .live(valid), .notify_next(notify_next), .notify_next_destination(notify_next_destination),
  .stop(learn), .notify_destination(notify_destination), .sent_set(sent_set), .rx_msg_valid(rx_msg_valid),
  .rx_msg_xoff(rx_msg_xoff), .dirty(dirty), .header(header), .destination(destination), .arrive_row(arrive_row),
  .notify_row(notify_row)
);
`endif

// CAM: congested points known to this port, by destinations.
dcam_sort #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .HOPS(HOPS)) dcam_sort (
  .clk(clk), .rst(rst),
`ifdef LISTS_RAM
  .arrive_row(arrive_row), .notify_row(notify_row), .dirty(dirty), .learn(learn), .notify_destination(notify_destination),
`else
  .header(header), .destination(destination),
`endif
  .count(count), .count_next(count_next), .pop(pop), .arrive(arrive), .rx_port(rx_port), .notify_next(notify_next),
  .notify_next_port(notify_next_port), .notify_next_len(notify_next_len), .notify_next_line(notify_next_line),
  .notify_next_destination(notify_next_destination), .xon_valid(xon_valid), .xon_line(xon_line), .detect(detect),
  .turn(turn), .sent_set(sent_set), .sent_clear(sent_clear), .enter(enter), .notify(notify),
  .no_free_line(no_free_line), .own(own), .held_next(held_next), .sent_xoff(sent_xoff), .len(line_len)
);

`include "wiring/registers/iport.vh"

// Congestion detection. An output whose line exists needs no other.
cdu #(.RADIX(RADIX), .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD)) cdu (
`include "wiring/registers/detect.vh"
  .clk(clk), .rst(rst), .count(count[COUNT_W-1:0]), .ready(ready & ~own), .turn(turn),
  .no_free_line(no_free_line), .granted(granted), .notify_next(notify_next), .notify(notify), .idle(idle),
  .popping(popping), .pop_turn(pop_turn), .detect(detect)
);

// Flow control of set-aside queues towards upstream, by destinations.
drfcu #(
  .CFQS(CFQS), .NODES(NODES), .SLOTS(SLOTS), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .HOPS(HOPS)
) drfcu (
`include "wiring/registers/stops.vh"
  .clk(clk), .rst(rst), .count(count[QUEUES*COUNT_W-1:COUNT_W]), .sent_xoff(sent_xoff), .line_len(line_len),
  .enter(enter[QUEUES-1:1]), .hdr_destination(rx_destination), .sent_set(sent_set), .sent_clear(sent_clear),
  .rx_msg_valid(rx_msg_valid), .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .rx_msg_hops(rx_msg_hops),
  .rx_msg_destination(rx_msg_destination)
);

// Scheduler, first phase.
`ifdef STAMPS
// Selects a queue of this input.
wire [QUEUES*RADIX-1:0] port_onehot;
wire [QUEUES-1:0]       eligible;

eligibility #(.RADIX(RADIX), .QUEUES(QUEUES)) eligibility (
  .idle(~long_begun), .open(open), .ready(servable), .port(ports), .port_onehot(port_onehot), .eligible(eligible)
);

arb_in #(.RADIX(RADIX), .QUEUES(QUEUES), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_in (
  .rank(rank), .req_rank(req_rank), .eligible(eligible), .port_onehot(port_onehot),
`else
// Selects an output, and a queue of this input.
arb_by_output #(.RADIX(RADIX), .QUEUES(QUEUES), .PACKET_FLITS(PACKET_FLITS)) arb_by_output (
  .clk(clk), .rst(rst), .idle(~long_begun), .open(open), .wanted(wanted), .ready(servable), .turn(ports),
  .req_queue(req_queue),
`endif
  .flits(flits), .gnt(gnt), .req(req), .req_flits(req_flits),
  .req_long(req_long), .gnt_queue(gnt_queue), .granted(granted)
);

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((gnt_queue & held) != {QUEUES{1'b0}}) $fatal(1, "granted a queue that may not be served");
end
`endif

endmodule
`default_nettype wire
