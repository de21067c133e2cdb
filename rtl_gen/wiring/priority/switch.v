// Switch with priorities: input ports, output ports, crossbar. Nets between ports are packed by the port that drives them.
`default_nettype none
module switch #(
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
  tx_valid, tx_head, tx_data, tx_credit, tx_msg_valid, tx_msg_stop,
`include "wiring/registers/list.vh"
  cfg_valid, cfg_address, cfg_port
);
localparam PORT_W        = $clog2(RADIX);
localparam FLITS_W       = $clog2(PACKET_FLITS + 1);
localparam DESTINATION_W = $clog2(NODES);

input  wire                       clk;
input  wire                       rst;          // synchronous, active high; one cycle is enough

// Links into the switch, link i at [i*width +: width]. The flits of a packet arrive in consecutive cycles; its header, only while its priority is
// not stopped, and a slot is free.
input  wire [RADIX-1:0]           rx_valid;     // a flit arrives
input  wire [RADIX-1:0]           rx_head;      // the flit is the first of a packet; used only with rx_valid
input  wire [RADIX*FLIT_BITS-1:0] rx_data;      // the flit; used only with rx_valid
output wire [RADIX-1:0]           rx_credit;    // a slot was freed: the sender gets a credit; it starts with SLOTS
output wire [RADIX-1:0]           rx_msg_valid; // message to the sender: rx_msg_stop has changed
output wire [RADIX*QUEUES-1:0]    rx_msg_stop;  // by priority: 1: Xoff, send no such packets; 0: Xon

// Links out of the switch, likewise. All outputs of the switch are registers.
output wire [RADIX-1:0]           tx_valid;     // a flit leaves
output wire [RADIX-1:0]           tx_head;      // the flit is the first of a packet; 0 without tx_valid
output wire [RADIX*FLIT_BITS-1:0] tx_data;      // the flit; valid only with tx_valid
input  wire [RADIX-1:0]           tx_credit;    // the receiver freed a slot: a credit comes back
input  wire [RADIX-1:0]           tx_msg_valid; // message from the receiver
input  wire [RADIX*QUEUES-1:0]    tx_msg_stop;  // by priority: 1: Xoff, 0: Xon; used only with tx_msg_valid

// Configuration, for the whole switch: writes a word of the routing table, also during reset.
input  wire                       cfg_valid;
input  wire [DESTINATION_W-1:0]   cfg_address;  // destination
input  wire [PORT_W-1:0]          cfg_port;     // its output port

// Driven by input ports. req: a field per input, a bit per output.
wire [RADIX*RADIX-1:0]     req;
wire [RADIX*FLITS_W-1:0]   req_flits;
wire [RADIX-1:0]           req_long;
wire [RADIX*FLIT_BITS-1:0] rdata;

// Driven by output ports and the crossbar. gnt: a field per output, a bit per input.
wire [RADIX*RADIX-1:0]     gnt;
wire [RADIX-1:0]           open_next, xb_valid;
wire [RADIX*PORT_W-1:0]    xb_src;
wire [RADIX*FLIT_BITS-1:0] xb_data;
wire [RADIX*QUEUES-1:0]    stop;

`ifdef STAMPS
// Stamps: numbers packets in the order of arrival.
localparam STAMP_W = $clog2(RADIX * SLOTS) + 2;

wire [STAMP_W-1:0]       now;
wire [RADIX*STAMP_W-1:0] req_rank;

stamp #(.RADIX(RADIX), .SLOTS(SLOTS)) stamp (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .now(now)
);
`endif

`include "wiring/registers/block.vh"

// ----------------------------------------------------------------------------
genvar i, o;
generate
  for (i = 0; i < RADIX; i = i + 1) begin : g_in
    // Grants of the outputs for this input, by output.
    wire [RADIX-1:0] gnt_here;

    for (o = 0; o < RADIX; o = o + 1) begin : g_from
      assign gnt_here[o] = gnt[o*RADIX + i];
    end

    iport #(
      .RADIX(RADIX), .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
      .RESERVE(RESERVE), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .LINK_CYCLES(LINK_CYCLES)
    ) iport (
      .clk(clk), .rst(rst), .rx_valid(rx_valid[i]), .rx_head(rx_head[i]),
      .rx_data(rx_data[i*FLIT_BITS +: FLIT_BITS]), .rx_credit(rx_credit[i]), .rx_msg_valid(rx_msg_valid[i]),
`ifdef CSR
      .rx_msg_stop(rx_msg_stop[i*QUEUES +: QUEUES]), .cfg_valid(table_valid), .cfg_address(table_address),
      .cfg_port(table_word), .stop(stop),
`else
      .rx_msg_stop(rx_msg_stop[i*QUEUES +: QUEUES]), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
      .cfg_port(cfg_port), .stop(stop),
`endif
`ifdef STAMPS
      .now(now), .req_rank(req_rank[i*STAMP_W +: STAMP_W]),
`endif
      .open_next(open_next), .gnt(gnt_here), .req(req[i*RADIX +: RADIX]),
      .req_flits(req_flits[i*FLITS_W +: FLITS_W]), .req_long(req_long[i]),
      .rdata(rdata[i*FLIT_BITS +: FLIT_BITS])
    );
  end

  for (o = 0; o < RADIX; o = o + 1) begin : g_out
    wire [RADIX-1:0]   req_here;
    wire               gnt_valid, gnt_long;
    wire [PORT_W-1:0]  gnt_src;
    wire [FLITS_W-1:0] gnt_flits;

    for (i = 0; i < RADIX; i = i + 1) begin : g_to
      assign req_here[i] = req[i*RADIX + o];
    end

    // Scheduler, second phase: grants this output to an input.
`ifdef STAMPS
    arb_out #(.RADIX(RADIX), .STAMP_W(STAMP_W), .PACKET_FLITS(PACKET_FLITS)) arb_out (
      .req_rank(req_rank),
`else
    arb_out #(.RADIX(RADIX), .PACKET_FLITS(PACKET_FLITS)) arb_out (
      .clk(clk), .rst(rst),
`endif
      .req(req_here), .req_flits(req_flits), .req_long(req_long), .gnt(gnt[o*RADIX +: RADIX]),
      .gnt_valid(gnt_valid), .gnt_src(gnt_src), .gnt_flits(gnt_flits), .gnt_long(gnt_long)
    );

    // Priorities stopped from downstream.
    stop_out #(.QUEUES(QUEUES)) stop_out (
      .clk(clk), .rst(rst), .tx_msg_valid(tx_msg_valid[o]), .tx_msg_stop(tx_msg_stop[o*QUEUES +: QUEUES]),
      .stop(stop[o*QUEUES +: QUEUES])
    );

    // Output port: credits, crossbar control, link register.
    oport #(.RADIX(RADIX), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS)) oport (
      .clk(clk), .rst(rst), .gnt_valid(gnt_valid), .gnt_src(gnt_src), .gnt_flits(gnt_flits),
      .gnt_long(gnt_long), .tx_credit(tx_credit[o]), .xb_data(xb_data[o*FLIT_BITS +: FLIT_BITS]),
      .open_next(open_next[o]), .xb_src(xb_src[o*PORT_W +: PORT_W]), .xb_valid(xb_valid[o]),
      .tx_valid(tx_valid[o]), .tx_head(tx_head[o]), .tx_data(tx_data[o*FLIT_BITS +: FLIT_BITS])
    );
  end
endgenerate

// Crossbar.
xbar #(.RADIX(RADIX), .FLIT_BITS(FLIT_BITS)) xbar (
  .rdata(rdata), .xb_valid(xb_valid), .xb_src(xb_src), .xb_data(xb_data)
);

// ----------------------------------------------------------------------------
// In simulation, a monitor of each link names a broken rule of its contract.
`ifndef SYNTHESIS
`ifndef SLUICE_NO_LINK_MONITOR
generate
  for (i = 0; i < RADIX; i = i + 1) begin : g_monitor
    link_monitor #(
      .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
      .UNDER_WAY(2 * LINK_CYCLES + 3), .LINK("rx"), .PORT(i)
    ) rx (
      .clk(clk), .rst(rst), .valid(rx_valid[i]), .head(rx_head[i]), .data(rx_data[i*FLIT_BITS +: FLIT_BITS]),
      .credit(rx_credit[i]), .msg_valid(rx_msg_valid[i]), .msg_stop(rx_msg_stop[i*QUEUES +: QUEUES])
    );

    link_monitor #(
      .QUEUES(QUEUES), .NODES(NODES), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
      .UNDER_WAY(3), .LINK("tx"), .PORT(i)
    ) tx (
      .clk(clk), .rst(rst), .valid(tx_valid[i]), .head(tx_head[i]), .data(tx_data[i*FLIT_BITS +: FLIT_BITS]),
      .credit(tx_credit[i]), .msg_valid(tx_msg_valid[i]), .msg_stop(tx_msg_stop[i*QUEUES +: QUEUES])
    );
  end
endgenerate
`endif
`endif

endmodule
`default_nettype wire
