// Queues as rings, each in a partition of the memory, with the requests of their heads. A head is ready for the
// scheduler only if its queue at the next hop has credit.
// Twin: cmodel/units/qmu.c. docs/microarchitecture-static.md.
`default_nettype none
module qmu #(
  parameter RADIX        = 8,
  parameter QUEUES       = 4,
  parameter SLOTS        = 64,
  parameter PACKET_FLITS = 8
) (
  clk, rst,
  arrive, rx_queue,
  enter, enter_port, enter_next_queue, enter_flits,
`ifdef STAMPS
  now, stamp,
`endif
  avail, avail_next, exhausted, exhausted_queue, tx_credit, tx_credit_queue,
  gnt_queue,
  slot,
  ready, port, flits,
  gnt_next_queue, popping, leave_slot
);
localparam PORT_W      = $clog2(RADIX);
localparam QUEUE_W     = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam SLOT_W      = $clog2(SLOTS);
localparam FLITS_W     = $clog2(PACKET_FLITS + 1);
localparam QUEUE_SLOTS = SLOTS / QUEUES;
localparam PLACE_W     = QUEUE_SLOTS > 1 ? $clog2(QUEUE_SLOTS) : 1;
localparam FILL_W      = $clog2(QUEUE_SLOTS + 1);
`ifdef STAMPS
localparam STAMP_W     = $clog2(RADIX * SLOTS) + 2;
localparam REQ_W       = PORT_W + QUEUE_W + FLITS_W + STAMP_W;
`else
localparam REQ_W       = PORT_W + QUEUE_W + FLITS_W;
`endif

input  wire                      clk;
input  wire                      rst;

// Arriving header. rx_queue: queue of the packet; used only with arrive, when it has a free slot (credits).
input  wire                      arrive;
input  wire [QUEUE_W-1:0]        rx_queue;

// The packet one cycle later, registered. enter: its queue, one-hot or zero. Its request, used only with enter: output port, queue at the next
// hop, length in flits.
input  wire [QUEUES-1:0]         enter;
input  wire [PORT_W-1:0]         enter_port;
input  wire [QUEUE_W-1:0]        enter_next_queue;
input  wire [FLITS_W-1:0]        enter_flits;

// Credits downstream, by output. avail, avail_next: queues that have credit in this cycle, and in the next. exhausted: the last credit of
// exhausted_queue is taken in this cycle. tx_credit: a credit of tx_credit_queue is returned.
input  wire [RADIX*QUEUES-1:0]   avail;
input  wire [RADIX*QUEUES-1:0]   avail_next;
input  wire [RADIX-1:0]          exhausted;
input  wire [RADIX*QUEUE_W-1:0]  exhausted_queue;
input  wire [RADIX-1:0]          tx_credit;
input  wire [RADIX*QUEUE_W-1:0]  tx_credit_queue;

// gnt_queue: queue of the granted head, one-hot or zero; only where ready is set.
input  wire [QUEUES-1:0]         gnt_queue;

// slot: for the arriving header; combinational from rx_queue.
output wire [SLOT_W-1:0]         slot;

// Heads. port, flits: output port and length; valid only where ready is set. A packet that enters an empty queue is shown in the same cycle.
output wire [QUEUES-1:0]         ready;
output wire [QUEUES*PORT_W-1:0]  port;
output wire [QUEUES*FLITS_W-1:0] flits;

// gnt_next_queue: queue at the next hop of the granted head; combinational, valid with gnt_queue. popping: set in the cycle after a grant.
// leave_slot: slot of the granted packet; valid with popping.
output wire [QUEUE_W-1:0]        gnt_next_queue;
output wire                      popping;
output wire [SLOT_W-1:0]         leave_slot;

localparam UNUSED_PORTS = (1 << PORT_W) - RADIX;

localparam [RADIX-1:0]   FIRST_PORT  = 1;
localparam [QUEUES-1:0]  FIRST_QUEUE = 1;
localparam [PLACE_W-1:0] LAST_PLACE  = QUEUE_SLOTS[PLACE_W-1:0] - 1'b1;

reg [QUEUES*PLACE_W-1:0] head_q;
reg [QUEUES*PLACE_W-1:0] tail_q;
reg [QUEUES*FILL_W-1:0]  count_q;
reg [SLOT_W-1:0]         arrive_slot_q;
reg [QUEUES-1:0]         pop_q;
reg [QUEUES-1:0]         refill_q;
reg [QUEUES*PORT_W-1:0]  port_q;
reg [QUEUES*QUEUE_W-1:0] next_queue_q;
reg [QUEUES*FLITS_W-1:0] flits_q;
reg [QUEUES-1:0]         ready_q;
reg [QUEUES-1:0]         credit_ok_q;

// ----------------------------------------------------------------------------
// Rings.
wire [QUEUES-1:0]        named = FIRST_QUEUE << rx_queue;
wire [QUEUES*SLOT_W-1:0] head;
wire [QUEUES*SLOT_W-1:0] tail;      // slot for the next packet
wire [QUEUES*SLOT_W-1:0] second;    // slot behind the head
wire [QUEUES-1:0]        empty;
wire [QUEUES-1:0]        two_or_more;  // packets
wire [QUEUES-1:0]        direct = enter & ~two_or_more & (pop_q | empty);
wire [QUEUES-1:0]        fresh  = enter & empty;

genvar q;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_ring
    localparam BASE = q * QUEUE_SLOTS;

    wire [FILL_W-1:0]  packets = count_q[q*FILL_W +: FILL_W];
    wire [PLACE_W-1:0] first   = head_q[q*PLACE_W +: PLACE_W];
    wire [PLACE_W-1:0] last    = tail_q[q*PLACE_W +: PLACE_W];
    wire [PLACE_W-1:0] after_first = first == LAST_PLACE ? {PLACE_W{1'b0}} : first + 1'b1;
    wire [PLACE_W-1:0] after_last  = last == LAST_PLACE ? {PLACE_W{1'b0}} : last + 1'b1;

    assign empty[q]       = ~|packets;
    assign two_or_more[q] = |(packets >> 1);
    assign head[q*SLOT_W +: SLOT_W]   = BASE[SLOT_W-1:0] + {{(SLOT_W-PLACE_W){1'b0}}, first};
    assign second[q*SLOT_W +: SLOT_W] = BASE[SLOT_W-1:0] + {{(SLOT_W-PLACE_W){1'b0}}, after_first};
    assign tail[q*SLOT_W +: SLOT_W]   = BASE[SLOT_W-1:0] + {{(SLOT_W-PLACE_W){1'b0}}, last};

    always @(posedge clk) begin
      if (rst) begin
        head_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
        tail_q[q*PLACE_W +: PLACE_W] <= {PLACE_W{1'b0}};
        count_q[q*FILL_W +: FILL_W]  <= {FILL_W{1'b0}};
      end else begin
        if (pop_q[q])             head_q[q*PLACE_W +: PLACE_W] <= after_first;
        if (arrive & named[q])    tail_q[q*PLACE_W +: PLACE_W] <= after_last;
        if (enter[q] & ~pop_q[q]) count_q[q*FILL_W +: FILL_W]  <= packets + 1'b1;
        if (pop_q[q] & ~enter[q]) count_q[q*FILL_W +: FILL_W]  <= packets - 1'b1;
      end
    end
  end
endgenerate

onehot_mux #(.N(QUEUES), .W(SLOT_W)) slot_of (.sel(named), .d(tail), .y(slot));

always @(posedge clk) begin
  if (rst)         arrive_slot_q <= {SLOT_W{1'b0}};
  else if (arrive) arrive_slot_q <= slot;
end

// ----------------------------------------------------------------------------
// Requests: a memory holds those of all packets, registers hold those of the heads.
wire [QUEUES-1:0]  next = pop_q & two_or_more;
wire [SLOT_W-1:0]  raddr;
wire [PORT_W-1:0]  read_port;
wire [QUEUE_W-1:0] read_next_queue;
wire [FLITS_W-1:0] read_flits;
wire [REQ_W-1:0]   enter_req;
wire [REQ_W-1:0]   read_req;

onehot_mux #(.N(QUEUES), .W(SLOT_W)) read_at (.sel(next), .d(second), .y(raddr));

ram_1r1w #(.WORDS(SLOTS), .WIDTH(REQ_W)) req_mem (
  .clk(clk), .wen(|enter), .waddr(arrive_slot_q), .wdata(enter_req),
  .ren(|next), .raddr(raddr), .rdata(read_req)
);

assign enter_req[0 +: PORT_W+QUEUE_W+FLITS_W]   = {enter_flits, enter_next_queue, enter_port};
assign {read_flits, read_next_queue, read_port} = read_req[0 +: PORT_W+QUEUE_W+FLITS_W];

`ifdef STAMPS
// Stamps, the uppermost field of a request. now: stamp of a packet that enters in this cycle. stamp: those of the heads.

input  wire [STAMP_W-1:0]        now;
output wire [QUEUES*STAMP_W-1:0] stamp;

reg  [QUEUES*STAMP_W-1:0] stamp_q;
wire [STAMP_W-1:0]        read_stamp = read_req[REQ_W-1 -: STAMP_W];

assign enter_req[REQ_W-1 -: STAMP_W] = now;

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_stamp
    assign stamp[q*STAMP_W +: STAMP_W] = fresh[q] ? now : stamp_q[q*STAMP_W +: STAMP_W];

    always @(posedge clk) begin
      if (rst)              stamp_q[q*STAMP_W +: STAMP_W] <= {STAMP_W{1'b0}};
      else if (refill_q[q]) stamp_q[q*STAMP_W +: STAMP_W] <= read_stamp;
      else if (direct[q])   stamp_q[q*STAMP_W +: STAMP_W] <= now;
    end
  end
endgenerate

`endif

// ----------------------------------------------------------------------------
// credit_ok_q: the queue at the next hop of a head has credit. It is looked up for a new head, and updated from then on.
wire [QUEUES-1:0] enter_avail;  // queues with credit at its output, in this cycle and in the next
wire [QUEUES-1:0] enter_avail_next;
wire [QUEUES-1:0] read_avail_next;
wire              enter_credit_ok      = |(enter_avail & (FIRST_QUEUE << enter_next_queue));
wire              enter_credit_ok_next = |(enter_avail_next & (FIRST_QUEUE << enter_next_queue));
wire              read_credit_ok_next  = |(read_avail_next & (FIRST_QUEUE << read_next_queue));
wire [QUEUES-1:0] credit_ok_d;

onehot_mux #(.N(RADIX), .W(QUEUES)) enter_avail_of      (.sel(FIRST_PORT << enter_port), .d(avail),      .y(enter_avail));
onehot_mux #(.N(RADIX), .W(QUEUES)) enter_avail_next_of (.sel(FIRST_PORT << enter_port), .d(avail_next), .y(enter_avail_next));
onehot_mux #(.N(RADIX), .W(QUEUES)) read_avail_next_of  (.sel(FIRST_PORT << read_port),  .d(avail_next), .y(read_avail_next));

// Padded to every value of a port number, so that no index is out of range.
wire [(1<<PORT_W)-1:0]         exhausted_all       = {{UNUSED_PORTS{1'b0}}, exhausted};
wire [(1<<PORT_W)-1:0]         credit_all          = {{UNUSED_PORTS{1'b0}}, tx_credit};
wire [(1<<PORT_W)*QUEUE_W-1:0] exhausted_queue_all = {{UNUSED_PORTS*QUEUE_W{1'b0}}, exhausted_queue};
wire [(1<<PORT_W)*QUEUE_W-1:0] credit_queue_all    = {{UNUSED_PORTS*QUEUE_W{1'b0}}, tx_credit_queue};

generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_head
    wire [PORT_W-1:0]  to_port  = port_q[q*PORT_W +: PORT_W];
    wire [QUEUE_W-1:0] to_queue = next_queue_q[q*QUEUE_W +: QUEUE_W];

    wire exhausted_here = exhausted_all[to_port] & (exhausted_queue_all[to_port*QUEUE_W +: QUEUE_W] == to_queue);
    wire credit_here    = credit_all[to_port] & (credit_queue_all[to_port*QUEUE_W +: QUEUE_W] == to_queue);

    assign credit_ok_d[q] = refill_q[q] ? read_credit_ok_next : direct[q] ? enter_credit_ok_next
                          : (credit_ok_q[q] & ~exhausted_here) | credit_here;

    assign port[q*PORT_W +: PORT_W]    = fresh[q] ? enter_port : to_port;
    assign flits[q*FLITS_W +: FLITS_W] = fresh[q] ? enter_flits : flits_q[q*FLITS_W +: FLITS_W];

    always @(posedge clk) begin
      if (rst) begin
        port_q[q*PORT_W +: PORT_W]         <= {PORT_W{1'b0}};
        next_queue_q[q*QUEUE_W +: QUEUE_W] <= {QUEUE_W{1'b0}};
        flits_q[q*FLITS_W +: FLITS_W]      <= {FLITS_W{1'b0}};
      end else if (refill_q[q]) begin
        port_q[q*PORT_W +: PORT_W]         <= read_port;
        next_queue_q[q*QUEUE_W +: QUEUE_W] <= read_next_queue;
        flits_q[q*FLITS_W +: FLITS_W]      <= read_flits;
      end else if (direct[q]) begin
        port_q[q*PORT_W +: PORT_W]         <= enter_port;
        next_queue_q[q*QUEUE_W +: QUEUE_W] <= enter_next_queue;
        flits_q[q*FLITS_W +: FLITS_W]      <= enter_flits;
      end
    end
  end
endgenerate

// ----------------------------------------------------------------------------
// Scheduling.
wire [QUEUE_W-1:0] head_next_queue;
onehot_mux #(.N(QUEUES), .W(QUEUE_W)) next_of (.sel(gnt_queue), .d(next_queue_q), .y(head_next_queue));

assign ready          = (ready_q & credit_ok_q) | (fresh & {QUEUES{enter_credit_ok}});
assign gnt_next_queue = |(gnt_queue & fresh) ? enter_next_queue : head_next_queue;
assign popping        = |pop_q;

onehot_mux #(.N(QUEUES), .W(SLOT_W)) leaving (.sel(pop_q), .d(head), .y(leave_slot));

always @(posedge clk) begin
  if (rst) begin
    pop_q       <= {QUEUES{1'b0}};
    refill_q    <= {QUEUES{1'b0}};
    ready_q     <= {QUEUES{1'b0}};
    credit_ok_q <= {QUEUES{1'b1}};
  end else begin
    pop_q       <= gnt_queue;
    refill_q    <= next;
    ready_q     <= (ready_q | direct | refill_q) & ~gnt_queue;
    credit_ok_q <= credit_ok_d;
  end
end

`ifndef SYNTHESIS
// full: all places of the ring are taken, by packets that have entered or whose header arrived in the cycle before.
wire [QUEUES-1:0] full;
generate
  for (q = 0; q < QUEUES; q = q + 1) begin : g_full
    assign full[q] = count_q[q*FILL_W +: FILL_W] == QUEUE_SLOTS[FILL_W-1:0] - {{(FILL_W-1){1'b0}}, enter[q]};
  end
endgenerate

always @(posedge clk) if (!rst) begin
  if (arrive && (named & full) != {QUEUES{1'b0}}) $fatal(1, "a header arrived for a queue without a free slot");
  if ((gnt_queue & ~ready) != {QUEUES{1'b0}}) $fatal(1, "granted a head that was not ready");
  if ((refill_q & direct) != {QUEUES{1'b0}}) $fatal(1, "two new heads for one queue");
end
`endif

endmodule
`default_nettype wire
