// Adapter of a network interface, from the host: a ring of two packets' flits. A packet goes to the send side when it is whole, and its queue has a
// credit.
module source #(
  parameter SEND_QUEUES  = 64,
  parameter FLITS_AT     = 35,   // place of the length in a header
  parameter NODES        = 64,
  parameter SOURCE_SLOTS = 4,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter NODE_BITS    = 16,
  parameter DEST_W       = $clog2(NODES),
  parameter QUEUE_W      = SEND_QUEUES > 1 ? $clog2(SEND_QUEUES) : 1
) (
`include "wiring/link/host_sends.vh"

  // By queue of the send side: there is a credit; from registers, as ready is. Refused is a packet that is too long, or whose destination or queue is not
  // there; registered.
  output wire [SEND_QUEUES-1:0] send_room,

`ifdef PRIORITIES
  // Used only with the first flit of a packet.
  input  wire [QUEUE_W-1:0]     send_queue,
`endif

  // The link to the send side, registered, and its credits.
  output wire                   rx_valid,
  output wire                   rx_head,
  output wire [FLIT_BITS-1:0]   rx_data,
  input  wire                   rx_credit,
  input  wire [QUEUE_W-1:0]     rx_credit_queue
);
`include "units/slot_credit.vh"

localparam FLITS_W    = $clog2(PACKET_FLITS + 1);
localparam RING_FLITS = 2 * PACKET_FLITS;
localparam AT_W       = $clog2(RING_FLITS);
localparam FILL_W     = $clog2(RING_FLITS + 1);
localparam USED_W     = $clog2(SOURCE_SLOTS + 1);

localparam LAST_FLIT = RING_FLITS - 1;
localparam CREDITS   = slot_credits(SOURCE_SLOTS);

localparam [FLITS_W-1:0] NO_FLITS    = 0;
localparam [FLITS_W-1:0] ONE_FLIT    = 1;
localparam [FLITS_W-1:0] MOST_FLITS  = PACKET_FLITS[FLITS_W-1:0];
localparam [FILL_W-1:0]  NO_FILL     = 0;
localparam [FILL_W-1:0]  ALL_FLITS   = RING_FLITS[FILL_W-1:0];
localparam [AT_W-1:0]    LAST_AT     = LAST_FLIT[AT_W-1:0];
localparam [DEST_W:0]    ALL_NODES   = NODES[DEST_W:0];
localparam [USED_W-1:0]  ALL_CREDITS = CREDITS[USED_W-1:0];

// ----------------------------------------------------------------------------
// The packet that comes. Its flits go to the ring at once; if it is refused, the next one begins where it began.
reg [AT_W-1:0]    start_q;         // place of its first flit
reg [AT_W-1:0]    wr_at_q;         // place of its next flit
reg [FLITS_W-1:0] stored_q;        // its flits in the ring
reg [DEST_W-1:0]  destination_q;
reg               refuse_q;        // it is refused
reg               refused_q;       // one ended, and was refused
reg [FILL_W-1:0]  whole_q;         // flits of whole packets in the ring

wire               read;           // one of these is read
wire               known;          // destination and queue are there
wire               take    = send_valid & send_ready;
wire               begins  = stored_q == NO_FLITS & ~refuse_q;
wire               refuse  = refuse_q | (begins ? ~known : stored_q == MOST_FLITS);
wire               store   = take & ~refuse;
wire               ends    = store & send_last;
wire [FLITS_W-1:0] stored  = stored_q + ONE_FLIT;
wire [FILL_W-1:0]  more    = {{(FILL_W-FLITS_W){1'b0}}, stored & {FLITS_W{ends}}};
wire [FILL_W-1:0]  fill    = whole_q + {{(FILL_W-FLITS_W){1'b0}}, stored_q};
wire [AT_W-1:0]    next_at = wr_at_q == LAST_AT ? {AT_W{1'b0}} : wr_at_q + 1'b1;
wire [DEST_W-1:0]  wr_destination = begins ? send_destination : destination_q;

assign send_ready   = refuse_q | fill != ALL_FLITS;
assign send_refused = refused_q;

always @(posedge clk)
  if (rst) begin
    start_q       <= {AT_W{1'b0}};
    wr_at_q       <= {AT_W{1'b0}};
    stored_q      <= NO_FLITS;
    destination_q <= {DEST_W{1'b0}};
    refuse_q      <= 1'b0;
    refused_q     <= 1'b0;
    whole_q       <= NO_FILL;
  end else begin
    refused_q <= take & send_last & refuse;
    whole_q   <= whole_q + more - {{(FILL_W-1){1'b0}}, read};
    if (take) begin
      wr_at_q       <= refuse ? start_q : next_at;
      stored_q      <= refuse | send_last ? NO_FLITS : stored;
      destination_q <= wr_destination;
      refuse_q      <= refuse & ~send_last;
    end
    if (ends) start_q <= next_at;
  end

// ----------------------------------------------------------------------------
// The flit that was read last, and is to go. Of a first flit: the packet's length, queue, destination.
reg                shown_q;        // there is one
reg  [AT_W-1:0]    rd_at_q;        // place of the next flit to be read
reg  [FLITS_W-1:0] left_q;         // flits of the packet still to go; 0: the next one is a first flit

wire [FLIT_BITS-1:0]   rdata;
wire [FLITS_W-1:0]     flits;
wire [QUEUE_W-1:0]     queue;
wire [DEST_W-1:0]      destination;
wire [SEND_QUEUES-1:0] to_queue;   // one-hot
wire                   first = left_q == NO_FLITS;
wire                   goes  = shown_q & (~first | |(to_queue & send_room));

turn_onehot #(.N(1), .TURN_W(QUEUE_W), .DESTS(SEND_QUEUES)) queue_of (.turn(queue), .dest(to_queue));

assign read = whole_q != NO_FILL & (~shown_q | goes);

always @(posedge clk)
  if (rst) begin
    shown_q <= 1'b0;
    rd_at_q <= {AT_W{1'b0}};
    left_q  <= NO_FLITS;
  end else begin
    shown_q <= read | (shown_q & ~goes);
    if (read) rd_at_q <= rd_at_q == LAST_AT ? {AT_W{1'b0}} : rd_at_q + 1'b1;
    if (goes) left_q  <= (first ? flits : left_q) - ONE_FLIT;
  end

ram_1r1w #(.WORDS(RING_FLITS), .WIDTH(FLIT_BITS)) flit_mem (
  .clk(clk), .wen(store), .waddr(wr_at_q), .wdata(send_data), .ren(read), .raddr(rd_at_q), .rdata(rdata)
);

// ----------------------------------------------------------------------------
// What is known of a packet when it is whole, beside its first flit; and what the header says before its length.
`ifdef PRIORITIES
localparam INFO_W = FLITS_W + QUEUE_W + DEST_W;
localparam [QUEUE_W:0] ALL_QUEUES = SEND_QUEUES[QUEUE_W:0];

reg [QUEUE_W-1:0] queue_q;

wire [QUEUE_W-1:0] wr_queue = begins ? send_queue : queue_q;
wire [INFO_W-1:0]  wr_info  = {stored, wr_queue, wr_destination};
wire [INFO_W-1:0]  info;
wire [FLITS_AT-1:0] fields  = {queue, destination};

always @(posedge clk)
  if (rst)       queue_q <= {QUEUE_W{1'b0}};
  else if (take) queue_q <= wr_queue;

assign known = {1'b0, send_destination} < ALL_NODES & {1'b0, send_queue} < ALL_QUEUES;
assign {flits, queue, destination} = info;
`else
localparam INFO_W = FLITS_W + DEST_W;

wire [INFO_W-1:0]  wr_info = {stored, wr_destination};
wire [INFO_W-1:0]  info;
wire [FLITS_AT-1:0] fields = {{(FLITS_AT-DEST_W){1'b0}}, destination};

assign known = {1'b0, send_destination} < ALL_NODES;
assign {flits, destination} = info;
assign queue = destination;
`endif

ram_1r1w #(.WORDS(RING_FLITS), .WIDTH(INFO_W)) info_mem (
  .clk(clk), .wen(ends), .waddr(start_q), .wdata(wr_info), .ren(read), .raddr(rd_at_q), .rdata(info)
);

// ----------------------------------------------------------------------------
// Credits, by queue of the send side.
reg [SEND_QUEUES*USED_W-1:0] used_q;

wire [SEND_QUEUES-1:0] from_queue;  // one-hot
wire [SEND_QUEUES-1:0] takes = to_queue & {SEND_QUEUES{goes & first}};
wire [SEND_QUEUES-1:0] gives = from_queue & {SEND_QUEUES{rx_credit}};

turn_onehot #(.N(1), .TURN_W(QUEUE_W), .DESTS(SEND_QUEUES)) queue_of_credit (.turn(rx_credit_queue), .dest(from_queue));

genvar q;
for (q = 0; q < SEND_QUEUES; q = q + 1) begin : g_queue
  wire [USED_W-1:0] used = used_q[q*USED_W +: USED_W];

  assign send_room[q] = used != ALL_CREDITS;

  always @(posedge clk)
    if (rst)                      used_q[q*USED_W +: USED_W] <= {USED_W{1'b0}};
    else if (takes[q] ^ gives[q]) used_q[q*USED_W +: USED_W] <= takes[q] ? used + 1'b1 : used - 1'b1;
end

// ----------------------------------------------------------------------------
// Link register. The first flit gets its header.
localparam HEADER_W = FLITS_AT + FLITS_W + NODE_BITS;
localparam [FLIT_BITS-1:0] MASK = {FLIT_BITS{1'b1}} >> (FLIT_BITS - HEADER_W);

reg                 rx_valid_q;
reg                 rx_head_q;
reg [FLIT_BITS-1:0] rx_data_q;

wire [FLIT_BITS-1:0] header = {{(FLIT_BITS-HEADER_W){1'b0}}, node, flits, fields};

always @(posedge clk)
  if (rst) begin
    rx_valid_q <= 1'b0;
    rx_head_q  <= 1'b0;
    rx_data_q  <= {FLIT_BITS{1'b0}};
  end else begin
    rx_valid_q <= goes;
    rx_head_q  <= goes & first;
    if (goes) rx_data_q <= first ? (rdata & ~MASK) | header : rdata;
  end

assign rx_valid = rx_valid_q;
assign rx_head  = rx_head_q;
assign rx_data  = rx_data_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (!first && !shown_q) $fatal(1, "a gap inside a packet");
end
`endif

endmodule
