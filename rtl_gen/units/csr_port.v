// What the registers count at a port: packets, flits, stalls and messages of the link into it, and of the one out of it; how much of its memory is in
// use; and faults of the neighbours.
// Twin: cmodel/units/csr_port.c. docs/internals/microarchitecture-csr.md, sections 2 and 5.
module csr_port #(
  parameter SLOTS               = 64,
  parameter ROOM                = 64,   // slots that packets can take
  parameter PACKET_FLITS        = 8,
  parameter COUNTERS            = 11,
  parameter COUNT_RX_PACKETS    = 0,
  parameter COUNT_RX_FLITS      = 1,
  parameter COUNT_RX_STALLS     = 2,
  parameter COUNT_TX_PACKETS    = 3,
  parameter COUNT_TX_FLITS      = 4,
  parameter COUNT_TX_STALLS     = 5,
`ifdef STOPS
  parameter COUNT_XOFF_SENT     = 6,
  parameter COUNT_XON_SENT      = 7,
  parameter COUNT_XOFF_RECEIVED = 8,
  parameter COUNT_XON_RECEIVED  = 9,
`endif
`ifdef SET_ASIDE
  parameter COUNT_DETECTIONS    = 10,
  parameter GAUGE_COLD          = 1,
  parameter GAUGE_LINES         = 2,
`endif
  parameter GAUGES              = 3,
  parameter GAUGE_OCCUPANCY     = 0,
  parameter FAULTS              = 7,
  parameter FAULT_GAP           = 0,
  parameter FAULT_HEAD_EARLY    = 1,
  parameter FAULT_HEAD_MISSING  = 2,
  parameter FAULT_LENGTH        = 3,
  parameter FAULT_ROUTE         = 4,
  parameter FAULT_OVERFLOW      = 5,
  parameter FAULT_CREDIT        = 6,
  parameter COUNT_W             = $clog2(SLOTS + 1),
  parameter FLITS_W             = $clog2(PACKET_FLITS + 1),
  parameter GAUGE_W             = COUNT_W > 6 ? COUNT_W : 6
) (
  input  wire                      clk,
  input  wire                      rst,

  // Link into the port. rx_flits: length in the header; astray: the header names what is not there; both used only with a header. sending: a flit of
  // this input goes through the crossbar.
  input  wire                      rx_valid,
  input  wire                      rx_head,
  input  wire [FLITS_W-1:0]        rx_flits,
  input  wire                      astray,
  input  wire                      rx_credit,
  input  wire                      sending,

  // Link out of it.
  input  wire                      tx_valid,
  input  wire                      tx_head,
  input  wire                      tx_credit,

`ifdef STOPS
  // Messages.
  input  wire                      xoff_sent,
  input  wire                      xon_sent,
  input  wire                      xoff_received,
  input  wire                      xon_received,
`endif

`ifdef SET_ASIDE
  // Congestion at the input, functions of registers: it is detected; packets in the cold queue; set-aside queues in use.
  input  wire                      detect,
  input  wire [COUNT_W-1:0]        cold,
  input  wire [5:0]                lines,
`endif

  // Functions of this cycle. pulse: a bit for each counter, which counts it; now: gauges, from registers; fault: a bit for each kind.
  output wire [COUNTERS-1:0]       pulse,
  output wire [GAUGES*GAUGE_W-1:0] now,
  output wire [FAULTS-1:0]         fault
);
reg [FLITS_W-1:0] left_q;
reg [COUNT_W-1:0] occupancy_q;
reg [COUNT_W-1:0] owed_q;

// ----------------------------------------------------------------------------
wire rx_header = rx_valid & rx_head;
wire tx_header = tx_valid & tx_head;
wire more      = |left_q;
wire occupied  = |occupancy_q;
wire owing     = |owed_q;
wire full      = occupancy_q == ROOM[COUNT_W-1:0];
wire wrong     = rx_flits == {FLITS_W{1'b0}} | {1'b0, rx_flits} > PACKET_FLITS[FLITS_W:0];

assign pulse[COUNT_RX_PACKETS] = rx_header;
assign pulse[COUNT_RX_FLITS]   = rx_valid;
assign pulse[COUNT_RX_STALLS]  = occupied & ~sending;
assign pulse[COUNT_TX_PACKETS] = tx_header;
assign pulse[COUNT_TX_FLITS]   = tx_valid;
assign pulse[COUNT_TX_STALLS]  = owed_q == ROOM[COUNT_W-1:0];

assign fault[FAULT_GAP]          = more & ~rx_valid;
assign fault[FAULT_HEAD_EARLY]   = more & rx_header;
assign fault[FAULT_HEAD_MISSING] = ~more & rx_valid & ~rx_head;
assign fault[FAULT_LENGTH]       = rx_header & wrong;
assign fault[FAULT_ROUTE]        = rx_header & astray;
assign fault[FAULT_OVERFLOW]     = rx_header & full;
assign fault[FAULT_CREDIT]       = tx_credit & ~owing;

assign now[GAUGE_OCCUPANCY*GAUGE_W +: GAUGE_W] = {{(GAUGE_W-COUNT_W){1'b0}}, occupancy_q};

// ----------------------------------------------------------------------------
// State.
wire [COUNT_W-1:0] occupancy_d, owed_d;

up_down #(.W(COUNT_W)) occupy (
  .x(occupancy_q), .step(rx_credit ? occupied & ~rx_header : rx_header & ~full), .down(rx_credit), .y(occupancy_d)
);
up_down #(.W(COUNT_W)) owe (.x(owed_q), .step(tx_credit ? owing & ~tx_header : tx_header), .down(tx_credit), .y(owed_d));

always @(posedge clk)
  if (rst) begin
    left_q      <= {FLITS_W{1'b0}};
    occupancy_q <= {COUNT_W{1'b0}};
    owed_q      <= {COUNT_W{1'b0}};
  end else begin
    left_q      <= {FLITS_W{rx_valid & (rx_head ? ~wrong : more)}} & ((rx_head ? rx_flits : left_q) - 1'b1);
    occupancy_q <= occupancy_d;
    owed_q      <= owed_d;
  end

`ifdef STOPS
assign pulse[COUNT_XOFF_SENT]     = xoff_sent;
assign pulse[COUNT_XON_SENT]      = xon_sent;
assign pulse[COUNT_XOFF_RECEIVED] = xoff_received;
assign pulse[COUNT_XON_RECEIVED]  = xon_received;
`endif

`ifdef SET_ASIDE
reg [COUNT_W-1:0] cold_q;
reg [5:0]         lines_q;

always @(posedge clk)
  if (rst) begin
    cold_q  <= {COUNT_W{1'b0}};
    lines_q <= 6'd0;
  end else begin
    cold_q  <= cold;
    lines_q <= lines;
  end

assign pulse[COUNT_DETECTIONS]              = detect;
assign now[GAUGE_COLD*GAUGE_W +: GAUGE_W]  = {{(GAUGE_W-COUNT_W){1'b0}}, cold_q};
assign now[GAUGE_LINES*GAUGE_W +: GAUGE_W] = {{(GAUGE_W-6){1'b0}}, lines_q};
`endif

endmodule
