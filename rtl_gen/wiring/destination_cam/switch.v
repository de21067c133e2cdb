// FBICM switch: input ports, output ports, crossbar. Nets between ports are packed by the port that drives them.
module switch #(
`include "wiring/registers/parameters.vh"
`include "wiring/slots/destination_parameters.vh"
  parameter PORT_W           = $clog2(RADIX)
) (
  input  wire                           clk,
  input  wire                           rst,          // synchronous, active high; one cycle is enough

`include "wiring/slots/switch_pins.vh"
`include "wiring/registers/pins.vh"

  // Messages to upstream, and from downstream; valid only with their valid bit.
  output wire [RADIX-1:0]               rx_msg_valid,
  output wire [RADIX-1:0]               rx_msg_xoff,          // 1: Xoff, stop packets for a destination; 0: Xon, end the stop of the line
  output wire [RADIX*LINE_W-1:0]        rx_msg_line,          // line that names the congested point from Xoff to Xon
  output wire [RADIX*LEN_W-1:0]         rx_msg_hops,          // hops to the congested point; the receiver is the first
  output wire [RADIX*DESTINATION_W-1:0] rx_msg_destination,   // Xoff: the destination to stop
  input  wire [RADIX-1:0]               tx_msg_valid, tx_msg_xoff,
  input  wire [RADIX*LINE_W-1:0]        tx_msg_line,
  input  wire [RADIX*LEN_W-1:0]         tx_msg_hops,
  input  wire [RADIX*DESTINATION_W-1:0] tx_msg_destination,

  // Configuration, for the whole switch: writes a word of the routing table, also during reset.
  input  wire                           cfg_valid,
  input  wire [DESTINATION_W-1:0]       cfg_address,          // destination
  input  wire [PORT_W-1:0]              cfg_port              // its output port
);
localparam [RADIX-1:0] FIRST_INPUT = 1;

`include "wiring/slots/links.vh"

// Driven by output ports: Xons and internal Xoffs. notified: a field per output, a bit per input.
wire [RADIX-1:0]               open_next, xon_valid;
wire [RADIX*RADIX-1:0]         notified;
wire [RADIX*LINE_W-1:0]        xon_line, notify_line;
wire [RADIX*LEN_W-1:0]         notify_len;
wire [RADIX*DESTINATION_W-1:0] notify_destination;

`include "wiring/registers/block.vh"

// ----------------------------------------------------------------------------
genvar i, o;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
`include "wiring/slots/grants_here.vh"

  wire [RADIX-1:0] notify_here;

  for (o = 0; o < RADIX; o = o + 1) begin : g_notify
    assign notify_here[o] = notified[o*RADIX + i];
  end

  // Internal Xoff for this input: at most one per cycle, from the output to which the input sent a header. From the input, the congested point is one
  // hop farther away than from the output. FBICM 3.5.
  wire                     notify_next = |notify_here;
  wire [PORT_W-1:0]        notify_next_port;
  wire [LEN_W-1:0]         below_len;
  wire [LEN_W-1:0]         notify_next_len = below_len + {{(LEN_W-1){1'b0}}, notify_next};
  wire [LINE_W-1:0]        notify_next_line;
  wire [DESTINATION_W-1:0] notify_next_destination;

  onehot_index #(.N(RADIX))                    port_of        (.onehot(notify_here), .index(notify_next_port));
  onehot_mux   #(.N(RADIX), .W(LINE_W))        line_of        (.sel(notify_here), .d(notify_line), .y(notify_next_line));
  onehot_mux   #(.N(RADIX), .W(LEN_W))         len_of         (.sel(notify_here), .d(notify_len), .y(below_len));
  onehot_mux   #(.N(RADIX), .W(DESTINATION_W)) destination_of (.sel(notify_here), .d(notify_destination), .y(notify_next_destination));

  iport #(
    .RADIX(RADIX), .CFQS(CFQS), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
    .DETECT_THRESHOLD(DETECT_THRESHOLD), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD),
    .NODES(NODES), .HOPS(HOPS)
  ) iport (
    .rx_msg_valid(rx_msg_valid[i]), .rx_msg_xoff(rx_msg_xoff[i]), .rx_msg_line(rx_msg_line[i*LINE_W +: LINE_W]),
    .rx_msg_hops(rx_msg_hops[i*LEN_W +: LEN_W]),
    .rx_msg_destination(rx_msg_destination[i*DESTINATION_W +: DESTINATION_W]), .notify_next(notify_next),
    .notify_next_port(notify_next_port), .notify_next_len(notify_next_len), .notify_next_line(notify_next_line),
    .notify_next_destination(notify_next_destination), .xon_valid(xon_valid), .xon_line(xon_line),
    .open_next(open_next),
`include "wiring/registers/iport_ports.vh"
`ifdef CSR
    .cfg_valid(table_valid), .cfg_address(table_address), .cfg_port(table_word),
`else
    .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_port(cfg_port),
`endif
`include "wiring/slots/iport_ports.vh"
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
`include "wiring/slots/grant.vh"

  wire [PORT_W-1:0] tx_src, notify_src;
  wire              notify;

  assign notified[o*RADIX +: RADIX] = {RADIX{notify}} & (FIRST_INPUT << notify_src);

`ifdef LISTS_RAM
  wire                     departed;
  wire [DESTINATION_W-1:0] departed_destination;
  wire [PORT_W-1:0]        departed_src;
  wire [CFQS-1:0]          departed_row, stopped;

  // Lists of destinations, in memory.
  clop #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES)) clop (
    .clk(clk), .rst(rst), .tx_valid(tx_valid[o]), .tx_head(tx_head[o]),
    .tx_destination(tx_data[o*FLIT_BITS +: DESTINATION_W]), .tx_src(tx_src), .tx_msg_valid(tx_msg_valid[o]),
    .tx_msg_xoff(tx_msg_xoff[o]), .tx_msg_line(tx_msg_line[o*LINE_W +: LINE_W]),
    .tx_msg_destination(tx_msg_destination[o*DESTINATION_W +: DESTINATION_W]), .stopped(stopped),
    .departed(departed), .departed_destination(departed_destination), .departed_src(departed_src),
    .departed_row(departed_row)
  );
`endif

  // Destinations stopped by downstream.
  dcam_out #(.RADIX(RADIX), .CFQS(CFQS), .NODES(NODES), .HOPS(HOPS)) dcam_out (
    .clk(clk), .rst(rst),
`ifdef LISTS_RAM
    .departed(departed), .departed_destination(departed_destination), .departed_src(departed_src),
    .departed_row(departed_row), .stopped(stopped),
`else
    .tx_valid(tx_valid[o]), .tx_head(tx_head[o]), .tx_destination(tx_data[o*FLIT_BITS +: DESTINATION_W]),
    .tx_src(tx_src), .tx_msg_destination(tx_msg_destination[o*DESTINATION_W +: DESTINATION_W]),
`endif
    .tx_msg_valid(tx_msg_valid[o]), .tx_msg_xoff(tx_msg_xoff[o]),
    .tx_msg_line(tx_msg_line[o*LINE_W +: LINE_W]), .tx_msg_hops(tx_msg_hops[o*LEN_W +: LEN_W]),
    .xon_valid(xon_valid[o]), .xon_line(xon_line[o*LINE_W +: LINE_W]), .notify(notify),
    .notify_src(notify_src), .notify_line(notify_line[o*LINE_W +: LINE_W]),
    .notify_len(notify_len[o*LEN_W +: LEN_W]),
    .notify_destination(notify_destination[o*DESTINATION_W +: DESTINATION_W])
  );

`include "wiring/slots/output.vh"
end

`include "wiring/slots/monitors.vh"

endmodule
