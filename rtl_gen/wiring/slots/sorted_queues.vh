// ----------------------------------------------------------------------------
// Queues that packets enter as they arrive. Nets between the units.
wire                            granted, popping, rd_idle_next, long_begun;
wire [QUEUES-1:0]               gnt_queue, present;
wire [SLOT_W-1:0]               pop_slot;
wire [FLITS_W-1:0]              pop_flits;
wire [RADIX-1:0]                open;
wire [QUEUES*$clog2(RADIX)-1:0] turns;
wire [QUEUES*FLITS_W-1:0]       flits;

`ifdef SET_ASIDE
`include "wiring/slots/queues.vh"

wire                            idle, notify, no_free_line;
wire [QUEUES-1:0]               enter, pop, held, held_next;
wire [COLD*$clog2(RADIX)-1:0]   turn = turns[COLD*$clog2(RADIX)-1:0];   // of the cold queue's head
wire [$clog2(RADIX)-1:0]        pop_turn;
wire [QUEUES*COUNT_W-1:0]       count_next;
wire [LINES-1:0]                sent_xoff, sent_set, sent_clear;
wire [LINES*LEN_W-1:0]          line_len;
wire [QUEUES-1:0]               servable = present & ~held;

// An output whose line exists needs no other.
wire [COLD-1:0]                 own, detect;
wire [COLD-1:0]                 detectable = present[COLD-1:0] & ~own;
`endif
`ifdef BY_OUTPUT
wire [QUEUES-1:0]               req_queue;          // queue of the requesting head
wire [RADIX-1:0]                wanted;             // outputs that heads want
`endif

// ----------------------------------------------------------------------------
`include "wiring/slots/memory.vh"

// Mapping: the queues as linked lists of slots, and the requests of their first packets.
smu #(.RADIX(RADIX), .QUEUES(QUEUES), .SLOTS(SLOTS), .PACKET_FLITS(PACKET_FLITS), .REQ_W(REQ_W)) smu (
  .clk(clk), .rst(rst), .slot(slot), .rx_req(rx_req), .enter(enter), .gnt_queue(gnt_queue), .granted(granted),
  .req_flits(req_flits), .open_next(open_next), .rd_idle_next(rd_idle_next), .popping(popping), .pop_slot(pop_slot),
  .pop_flits(pop_flits), .present(present), .open(open), .turns(turns),
`ifdef SET_ASIDE
  .req(req), .pop_turn(pop_turn), .held_next(held_next), .count_next(count_next), .held(held),
`endif
`ifdef MESSAGES
  .pop(pop), .count(count),
`endif
`ifdef STAMPS
  .stamp(stamp),
`elsif BY_OUTPUT
  .req_queue(req_queue), .wanted(wanted),
`endif
  .flits(flits)
);
