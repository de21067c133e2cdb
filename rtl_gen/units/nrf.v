// Receive side of a network interface: the host's packets, a ring of slots, and the slots that the host has.
// Twin: cmodel/units/nrf.c. docs/internals/microarchitecture-slot-nic.md.
module nrf #(
  parameter SINK_SLOTS   = 64,
  parameter HOST_SLOTS   = 8,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                 clk,
  input  wire                 rst,

  // Link from the switch: the flits of a packet arrive in consecutive cycles, a header only while a slot is free (credits). The header's length is
  // used only with rx_head.
  input  wire                 rx_valid,
  input  wire                 rx_head,
  input  wire [FLIT_BITS-1:0] rx_data,
  input  wire [FLITS_W-1:0]   rx_flits,

  // The host took a packet.
  input  wire                 tx_credit,

  // Registered. rd_valid: rdata is a flit, rd_head: the first of its packet. rx_credit: a slot was freed.
  output wire                 rd_valid,
  output wire                 rd_head,
  output wire [FLIT_BITS-1:0] rdata,
  output wire                 rx_credit
);
localparam SINK_FLITS = SINK_SLOTS * PACKET_FLITS;
localparam SLOT_W     = SINK_SLOTS > 1 ? $clog2(SINK_SLOTS) : 1;
localparam COUNT_W    = $clog2(SINK_SLOTS + 1);
localparam SINK_AW    = SINK_FLITS > 1 ? $clog2(SINK_FLITS) : 1;
localparam HOST_W     = $clog2(HOST_SLOTS + 1);
localparam FLIT_W     = PACKET_FLITS > 1 ? $clog2(PACKET_FLITS) : 1;   // place of a flit in a slot

localparam [FLITS_W-1:0] NO_FLITS   = 0;
localparam [FLITS_W-1:0] ONE_FLIT   = 1;
localparam [FLIT_W-1:0]  FIRST_FLIT = 0;
localparam [SLOT_W-1:0]  LAST_SLOT  = SINK_SLOTS[SLOT_W-1:0] - 1'b1;
localparam [HOST_W-1:0]  ALL_HOST   = HOST_SLOTS[HOST_W-1:0];

reg [SLOT_W-1:0]             head_q;
reg [SLOT_W-1:0]             tail_q;
reg [COUNT_W-1:0]            count_q;
reg [SINK_SLOTS*FLITS_W-1:0] flits_q;
reg                          enter_q;
reg                          pop_q;
reg [SINK_AW-1:0]            waddr_q;
reg [SINK_AW-1:0]            raddr_q;
reg [FLITS_W-1:0]            rd_left_q;
reg                          rd_valid_q;
reg                          rd_head_q;
reg                          credit_q;
reg [HOST_W-1:0]             used_q;

// ----------------------------------------------------------------------------
// Ring.
wire               arrive     = rx_valid & rx_head;
wire [SLOT_W-1:0]  after_head = head_q == LAST_SLOT ? {SLOT_W{1'b0}} : head_q + 1'b1;
wire [SLOT_W-1:0]  after_tail = tail_q == LAST_SLOT ? {SLOT_W{1'b0}} : tail_q + 1'b1;
wire [SLOT_W-1:0]  place      = pop_q ? after_head : head_q;
wire [COUNT_W:0]   packets    = {1'b0, count_q} + {{COUNT_W{1'b0}}, enter_q};
wire               there      = packets > {{COUNT_W{1'b0}}, pop_q};
wire               gnt        = there & ~|(rd_left_q >> 1) & used_q != ALL_HOST;
wire [SINK_SLOTS-1:0] granted;     // slot, one-hot
wire [FLITS_W-1:0]    gnt_flits;

turn_onehot #(.N(1), .TURN_W(SLOT_W), .DESTS(SINK_SLOTS)) slot_of (.turn(place), .dest(granted));
onehot_mux #(.N(SINK_SLOTS), .W(FLITS_W)) flits_of (.sel(granted), .d(flits_q), .y(gnt_flits));

genvar s;
for (s = 0; s < SINK_SLOTS; s = s + 1) begin : g_slot
  localparam [SLOT_W-1:0] THIS = s;

  always @(posedge clk)
    if (rst)                         flits_q[s*FLITS_W +: FLITS_W] <= NO_FLITS;
    else if (arrive & tail_q == THIS) flits_q[s*FLITS_W +: FLITS_W] <= rx_flits;
end

// ----------------------------------------------------------------------------
// Memory.
wire [SINK_AW-1:0] write_base, read_base;
wire [SINK_AW-1:0] waddr   = rx_head ? write_base : waddr_q;
wire [SINK_AW-1:0] raddr   = pop_q ? read_base : raddr_q;
wire               reading = rd_left_q != NO_FLITS;

cell_address #(.VCS(SINK_SLOTS), .CELLS(PACKET_FLITS)) of_write (.vc(tail_q), .number(FIRST_FLIT), .address(write_base));
cell_address #(.VCS(SINK_SLOTS), .CELLS(PACKET_FLITS)) of_read  (.vc(head_q), .number(FIRST_FLIT), .address(read_base));

ram_1r1w #(.WORDS(SINK_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(rx_valid), .waddr(waddr), .wdata(rx_data),
  .ren(reading), .raddr(raddr), .rdata(rdata)
);

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    head_q     <= {SLOT_W{1'b0}};
    tail_q     <= {SLOT_W{1'b0}};
    count_q    <= {COUNT_W{1'b0}};
    enter_q    <= 1'b0;
    pop_q      <= 1'b0;
    waddr_q    <= {SINK_AW{1'b0}};
    raddr_q    <= {SINK_AW{1'b0}};
    rd_left_q  <= NO_FLITS;
    rd_valid_q <= 1'b0;
    rd_head_q  <= 1'b0;
    credit_q   <= 1'b0;
    used_q     <= {HOST_W{1'b0}};
  end else begin
    head_q     <= place;
    enter_q    <= arrive;
    pop_q      <= gnt;
    rd_valid_q <= reading;
    rd_head_q  <= pop_q;
    credit_q   <= rd_left_q == ONE_FLIT;
    if (arrive)           tail_q    <= after_tail;
    if (enter_q ^ pop_q)  count_q   <= enter_q ? count_q + 1'b1 : count_q - 1'b1;
    if (rx_valid)         waddr_q   <= waddr + 1'b1;
    if (reading)          raddr_q   <= raddr + 1'b1;
    if (gnt)              rd_left_q <= gnt_flits;
    else if (reading)     rd_left_q <= rd_left_q - ONE_FLIT;
    if (gnt ^ tx_credit)  used_q    <= gnt ? used_q + 1'b1 : used_q - 1'b1;
  end

assign rd_valid  = rd_valid_q;
assign rd_head   = rd_head_q;
assign rx_credit = credit_q;

`ifndef SYNTHESIS
localparam [COUNT_W:0] ALL_SINK = SINK_SLOTS[COUNT_W:0];

always @(posedge clk) if (!rst) begin
  if (arrive && packets >= ALL_SINK) $fatal(1, "a header arrived without a free slot");
  if (arrive && rx_flits - ONE_FLIT >= PACKET_FLITS[FLITS_W-1:0]) $fatal(1, "a length that no packet has");
  if (tx_credit && used_q == {HOST_W{1'b0}}) $fatal(1, "a credit too many");
end
`endif

endmodule
