// Output port: counts credits and the flits of the packet being sent, controls the crossbar, and holds
// the link register.
// Twin: cmodel/units/oport.c. RECN-IQ 3.
module oport #(
  parameter RADIX        = 8,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8,
  parameter PORT_W       = $clog2(RADIX),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                 clk,
  input  wire                 rst,

  // Scheduler. gnt_valid: this output is granted; only while it is open, that is, not busy and with credit. gnt_src: number
  // of the input; gnt_flits: length of the packet in flits; gnt_long: it is more than 1; used only with gnt_valid.
  input  wire                 gnt_valid,
  input  wire [PORT_W-1:0]    gnt_src,
  input  wire [FLITS_W-1:0]   gnt_flits,
  input  wire                 gnt_long,

  // Link, reverse. tx_credit: the receiver freed one slot in each cycle in which this is set.
  input  wire                 tx_credit,

  // Crossbar. xb_src: input to select, xb_valid: select it; registered. xb_data: its flit, in the same cycle.
  input  wire [FLIT_BITS-1:0] xb_data,
  output wire [PORT_W-1:0]    xb_src,
  output wire                 xb_valid,

`ifdef STATIC_QUEUES
  // A grant is possible in this cycle; registered.
  output wire                 open,
`else
  // A grant is possible in the next cycle; combinational.
  output wire                 open_next,
`endif

`ifdef SET_ASIDE
  // Number of the input from which the packet on the link came; registered.
  output wire [PORT_W-1:0]    tx_src,
`endif

  // Link, forward, registered: the flits of a packet leave in consecutive cycles.
  output wire                 tx_valid,
  output wire                 tx_head,
  output wire [FLIT_BITS-1:0] tx_data
);
`include "units/slot_credit.vh"

localparam COUNT_W = $clog2(SLOTS + 1);
localparam CREDITS = slot_credits(SLOTS);

reg [COUNT_W-1:0]   credits_q;
reg [FLITS_W-1:0]   flits_left_q;
reg                 rd_head_q;
reg [PORT_W-1:0]    src_q;
reg                 xb_valid_q;
reg                 xb_head_q;
reg [PORT_W-1:0]    xb_src_q;
reg                 tx_valid_q;
reg                 tx_head_q;
reg [FLIT_BITS-1:0] tx_data_q;

// ----------------------------------------------------------------------------
// Packet being sent, and credits; a grant takes its credit one cycle later. gnt_valid is late in the cycle, so next values are computed for
// both of its values, and gnt_valid only selects.
wire               sending         = |flits_left_q;
wire [FLITS_W-1:0] flits_left_next = sending ? flits_left_q - 1'b1 : flits_left_q;
wire [FLITS_W-1:0] flits_left_d    = gnt_valid ? gnt_flits : flits_left_next;

wire [COUNT_W-1:0] credits_d = credits_q + {{(COUNT_W-1){1'b0}}, tx_credit} - {{(COUNT_W-1){1'b0}}, rd_head_q};
wire               any       = credits_q > {{(COUNT_W-1){1'b0}}, rd_head_q};
wire               more      = credits_q > {{(COUNT_W-2){1'b0}}, rd_head_q, ~rd_head_q};  // than one credit

wire free_d    = gnt_valid ? ~gnt_long : ~|(flits_left_next >> 1);
wire credit_d  = tx_credit | (gnt_valid ? more : any);

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    credits_q    <= CREDITS[COUNT_W-1:0];
    flits_left_q <= {FLITS_W{1'b0}};
    rd_head_q    <= 1'b0;
    src_q        <= {PORT_W{1'b0}};
    xb_valid_q   <= 1'b0;
    xb_head_q    <= 1'b0;
    xb_src_q     <= {PORT_W{1'b0}};
    tx_valid_q   <= 1'b0;
    tx_head_q    <= 1'b0;
    tx_data_q    <= {FLIT_BITS{1'b0}};
  end else begin
    credits_q    <= credits_d;
    flits_left_q <= flits_left_d;
    rd_head_q    <= gnt_valid;
    xb_valid_q   <= sending;
    xb_head_q    <= rd_head_q;
    tx_valid_q   <= xb_valid_q;
    tx_head_q    <= xb_head_q;
    if (gnt_valid)  src_q     <= gnt_src;
    if (sending)    xb_src_q  <= src_q;
    if (xb_valid_q) tx_data_q <= xb_data;
  end

`ifdef STATIC_QUEUES
reg         open_q;

always @(posedge clk)
  if (rst) open_q <= 1'b1;
  else     open_q <= free_d & credit_d;

assign open = open_q;
`else
assign open_next = free_d & credit_d;
`endif

`ifdef SET_ASIDE
reg [PORT_W-1:0]         tx_src_q;

always @(posedge clk)
  if (rst)            tx_src_q <= {PORT_W{1'b0}};
  else if (xb_head_q) tx_src_q <= xb_src_q;

assign tx_src = tx_src_q;
`endif
assign xb_src   = xb_src_q;
assign xb_valid = xb_valid_q;
assign tx_valid = tx_valid_q;
assign tx_head  = tx_head_q;
assign tx_data  = tx_data_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (gnt_valid && (|(flits_left_q >> 1) || !any)) $fatal(1, "granted while not open");
  if (tx_credit && !rd_head_q && credits_q == CREDITS[COUNT_W-1:0]) $fatal(1, "a credit too many");
end
`endif

endmodule
