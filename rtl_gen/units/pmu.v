// Partitioned memory: writes arriving flits to the slot that qmu assigns, reads the granted packet, puts its queue at the
// next hop into the header, and returns the credit when the last flit is read.
// Twin: cmodel/units/pmu.c. docs/internals/microarchitecture-static.md.
module pmu #(
  parameter QUEUES       = 4,
  parameter NODES        = 64,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter QUEUE_W      = QUEUES > 1 ? $clog2(QUEUES) : 1,
  parameter SLOT_W       = $clog2(SLOTS),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                 clk,
  input  wire                 rst,

  // Link: the flits of a packet arrive in consecutive cycles. slot: where to store the packet; used only with a header.
  input  wire                 rx_valid,
  input  wire                 rx_head,
  input  wire [FLIT_BITS-1:0] rx_data,
  input  wire [SLOT_W-1:0]    slot,

  // Scheduler. gnt: grant to this input, only while it is idle. Of the granted packet, used only with gnt: length in flits, queue (one-hot), and
  // queue at the next hop.
  input  wire                 gnt,
  input  wire [FLITS_W-1:0]   gnt_flits,
  input  wire [QUEUES-1:0]    gnt_queue,
  input  wire [QUEUE_W-1:0]   gnt_next_queue,

  // popping: set in the cycle after gnt. leave_slot: slot of the granted packet; used only with popping.
  input  wire                 popping,
  input  wire [SLOT_W-1:0]    leave_slot,

  // Functions of registers. idle: a grant is possible in this cycle. rdata: flit read in the cycle before. sent_next_queue: queue at the next
  // hop of the packet granted last. rx_credit: a slot of rx_credit_queue was freed, one per cycle.
  output wire                 idle,
  output wire [FLIT_BITS-1:0] rdata,
  output wire [QUEUE_W-1:0]   sent_next_queue,
  output wire                 rx_credit,
  output wire [QUEUE_W-1:0]   rx_credit_queue
);
`include "units/slot_credit.vh"

localparam DESTINATION_W = $clog2(NODES);
localparam DATA_AW       = $clog2(SLOTS * PACKET_FLITS);

reg [DATA_AW-1:0] waddr_q;
reg [DATA_AW-1:0] raddr_q;
reg [FLITS_W-1:0] rd_left_q;
reg [QUEUE_W-1:0] rd_queue_q;
reg [QUEUE_W-1:0] next_queue_q;
reg               rewrite_queue_q;
reg [QUEUE_W-1:0] new_queue_q;
reg               credit_q;
reg [QUEUE_W-1:0] credit_queue_q;

// Addresses of the first words of slots.
wire [DATA_AW-1:0] write_base = {{(DATA_AW-SLOT_W){1'b0}}, slot} * PACKET_FLITS[DATA_AW-1:0];
wire [DATA_AW-1:0] read_base  = {{(DATA_AW-SLOT_W){1'b0}}, leave_slot} * PACKET_FLITS[DATA_AW-1:0];

// ----------------------------------------------------------------------------
// Write side.
wire [DATA_AW-1:0] waddr = rx_head ? write_base : waddr_q;

// ----------------------------------------------------------------------------
// Read side.
wire reading = |rd_left_q;
wire last    = reading & idle;
wire gives   = credit_goes(popping, last);

wire [DATA_AW-1:0] raddr = popping ? read_base : raddr_q;

wire [QUEUE_W-1:0]   gnt_index;
wire [FLIT_BITS-1:0] word;

onehot_index #(.N(QUEUES)) encode (.onehot(gnt_queue), .index(gnt_index));

assign idle  = ~|(rd_left_q >> 1);
assign rdata = {word[FLIT_BITS-1:DESTINATION_W+QUEUE_W],
                rewrite_queue_q ? new_queue_q : word[DESTINATION_W +: QUEUE_W],
                word[DESTINATION_W-1:0]};

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    waddr_q         <= {DATA_AW{1'b0}};
    raddr_q         <= {DATA_AW{1'b0}};
    rd_left_q       <= {FLITS_W{1'b0}};
    rd_queue_q      <= {QUEUE_W{1'b0}};
    next_queue_q    <= {QUEUE_W{1'b0}};
    rewrite_queue_q <= 1'b0;
    new_queue_q     <= {QUEUE_W{1'b0}};
    credit_q        <= 1'b0;
    credit_queue_q  <= {QUEUE_W{1'b0}};
  end else begin
    if (rx_valid) waddr_q <= waddr + 1'b1;
    if (gnt) begin
      rd_left_q    <= gnt_flits;
      rd_queue_q   <= gnt_index;
      next_queue_q <= gnt_next_queue;
    end else if (reading) begin
      rd_left_q  <= rd_left_q - 1'b1;
    end
    if (reading) raddr_q <= raddr + 1'b1;
    rewrite_queue_q <= popping;
    credit_q        <= gives;
    if (popping) new_queue_q    <= next_queue_q;
    if (gives)   credit_queue_q <= rd_queue_q;
  end

ram_1r1w #(.WORDS(SLOTS * PACKET_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_data),
  .ren(reading), .raddr(raddr), .rdata(word)
);

assign sent_next_queue = next_queue_q;
assign rx_credit       = credit_q;
assign rx_credit_queue = credit_queue_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (gnt && !idle) $fatal(1, "granted while busy");
end
`endif

endmodule
