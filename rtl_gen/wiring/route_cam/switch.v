// RECN-IQ switch: input ports, output ports, crossbar. Nets between ports are packed by the port that drives them. Vectors by output are rotated
// for each input port: there they are indexed by turn, so that an input port does not depend on its number.
module switch #(
`include "wiring/registers/parameters.vh"
`include "wiring/slots/route_parameters.vh"
  parameter PORT_W           = $clog2(RADIX)
) (
`ifdef SET_ASIDE
  // Messages to upstream; valid only with rx_msg_valid.
  output wire [RADIX-1:0]        rx_msg_valid,
  output wire [RADIX-1:0]        rx_msg_xoff,     // 1: Xoff, stop packets for a congested point; 0: Xon, end the stop
  output wire [RADIX*LINE_W-1:0] rx_msg_line,     // line that names the congested point from Xoff to Xon
  output wire [RADIX*POOL_W-1:0] rx_msg_turns,    // congested point: turns from this switch on; bits beyond the length are 0
  output wire [RADIX*LEN_W-1:0]  rx_msg_len,      // its length in turns

  // Messages from downstream; their congested points are turns from the receiver on.
  input  wire [RADIX-1:0]        tx_msg_valid, tx_msg_xoff,
  input  wire [RADIX*LINE_W-1:0] tx_msg_line,
  input  wire [RADIX*POOL_W-1:0] tx_msg_turns,
  input  wire [RADIX*LEN_W-1:0]  tx_msg_len,
`endif

`include "wiring/registers/pins.vh"

`include "wiring/slots/switch_pins.vh"

  input  wire                    clk,
  input  wire                    rst           // synchronous, active high; one cycle is enough
);
`include "wiring/slots/links.vh"

// Driven by output ports.
wire [RADIX-1:0] open_next;

`ifdef SET_ASIDE
localparam [RADIX-1:0] FIRST_INPUT = 1;

// Driven by output ports: Xons and internal Xoffs. notified: a field per output, a bit per input.
wire [RADIX-1:0]        xon_valid;
wire [RADIX*LINE_W-1:0] xon_line, notify_line;
wire [RADIX*RADIX-1:0]  notified;
wire [RADIX*POOL_W-1:0] notify_turns;
wire [RADIX*LEN_W-1:0]  notify_len;
`endif

`include "wiring/registers/block.vh"

// ----------------------------------------------------------------------------
genvar i, o;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
`include "wiring/slots/grants_here.vh"

  // Signals of the outputs for this input by turn.
  wire [RADIX-1:0] gnt_turn, req_turn, open_next_turn;

  rotate #(.N(RADIX), .W(1), .BY((RADIX - i) % RADIX)) rotate_req (.x(req_turn), .y(req[i*RADIX +: RADIX]));
  rotate #(.N(RADIX), .W(1), .BY(i)) rotate_gnt       (.x(gnt_here),  .y(gnt_turn));
  rotate #(.N(RADIX), .W(1), .BY(i)) rotate_open_next (.x(open_next), .y(open_next_turn));

`ifdef SET_ASIDE
  wire [RADIX-1:0]        notify_here, notify_turn, xon_valid_turn;
  wire [RADIX*LINE_W-1:0] xon_line_turn;

  for (o = 0; o < RADIX; o = o + 1) begin : g_notify
    assign notify_here[o] = notified[o*RADIX + i];
  end

  rotate #(.N(RADIX), .W(1),      .BY(i)) rotate_notify    (.x(notify_here), .y(notify_turn));
  rotate #(.N(RADIX), .W(1),      .BY(i)) rotate_xon_valid (.x(xon_valid),   .y(xon_valid_turn));
  rotate #(.N(RADIX), .W(LINE_W), .BY(i)) rotate_xon_line  (.x(xon_line),    .y(xon_line_turn));

  // Internal Xoff for this input.
  wire              notify_next;
  wire [POOL_W-1:0] notify_next_turns;
  wire [LEN_W-1:0]  notify_next_len;
  wire [LINE_W-1:0] notify_next_line;

  notify_in #(.RADIX(RADIX), .TURNPOOL_BITS(TURNPOOL_BITS), .LINE_W(LINE_W)) notify_in (
    .from_output(notify_here), .from_turn(notify_turn), .line(notify_line), .turns(notify_turns),
    .len(notify_len), .notify_next(notify_next), .notify_next_turns(notify_next_turns),
    .notify_next_len(notify_next_len), .notify_next_line(notify_next_line)
  );
`endif

  iport #(
    .RADIX(RADIX), .SAQS(SAQS), .SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .PACKET_FLITS(PACKET_FLITS),
`ifdef SET_ASIDE
    .DETECT_THRESHOLD(DETECT_THRESHOLD), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD),
`endif
    .TURNPOOL_BITS(TURNPOOL_BITS)
  ) iport (
    .clk(clk), .rst(rst), .rx_valid(rx_valid[i]), .rx_head(rx_head[i]),
    .rx_data(rx_data[i*FLIT_BITS +: FLIT_BITS]), .rx_credit(rx_credit[i]),
`ifdef SET_ASIDE
    .rx_msg_valid(rx_msg_valid[i]), .rx_msg_xoff(rx_msg_xoff[i]), .rx_msg_line(rx_msg_line[i*LINE_W +: LINE_W]),
    .rx_msg_turns(rx_msg_turns[i*POOL_W +: POOL_W]), .rx_msg_len(rx_msg_len[i*LEN_W +: LEN_W]),
    .notify_next(notify_next), .notify_next_turns(notify_next_turns), .notify_next_len(notify_next_len),
    .notify_next_line(notify_next_line), .xon_valid(xon_valid_turn), .xon_line(xon_line_turn),
`include "wiring/registers/iport_ports.vh"
`endif
`ifdef STAMPS
    .now(now), .req_rank(req_rank[i*STAMP_W +: STAMP_W]),
`endif
    .open_next(open_next_turn), .gnt(gnt_turn), .req(req_turn), .req_flits(req_flits[i*FLITS_W +: FLITS_W]),
    .req_long(req_long[i]), .rdata(rdata[i*FLIT_BITS +: FLIT_BITS])
  );
end

for (o = 0; o < RADIX; o = o + 1) begin : g_out
`include "wiring/slots/grant.vh"

`ifdef SET_ASIDE
  wire [PORT_W-1:0] tx_src, notify_src;
  wire              notify;

  assign notified[o*RADIX +: RADIX] = {RADIX{notify}} & (FIRST_INPUT << notify_src);

  // Congested points stopped by downstream. From the header on the link: turns, and their number.
  cam_out #(.RADIX(RADIX), .SAQS(SAQS), .TURNPOOL_BITS(TURNPOOL_BITS)) cam_out (
    .clk(clk), .rst(rst), .tx_valid(tx_valid[o]), .tx_head(tx_head[o]),
    .tx_turns(tx_data[o*FLIT_BITS +: POOL_W]), .tx_left(tx_data[o*FLIT_BITS + TURNPOOL_BITS +: LEN_W]),
    .tx_src(tx_src), .tx_msg_valid(tx_msg_valid[o]), .tx_msg_xoff(tx_msg_xoff[o]),
    .tx_msg_line(tx_msg_line[o*LINE_W +: LINE_W]), .tx_msg_turns(tx_msg_turns[o*POOL_W +: POOL_W]),
    .tx_msg_len(tx_msg_len[o*LEN_W +: LEN_W]), .xon_valid(xon_valid[o]),
    .xon_line(xon_line[o*LINE_W +: LINE_W]), .notify(notify), .notify_src(notify_src),
    .notify_line(notify_line[o*LINE_W +: LINE_W]), .notify_turns(notify_turns[o*POOL_W +: POOL_W]),
    .notify_len(notify_len[o*LEN_W +: LEN_W])
  );
`endif

`include "wiring/slots/output.vh"
end

`include "wiring/slots/monitors.vh"

endmodule
