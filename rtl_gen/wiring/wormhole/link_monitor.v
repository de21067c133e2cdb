// Monitor of a link, for simulation: names a rule of the link's contract that is broken, and ends the run.
`ifndef SYNTHESIS
module link_monitor #(
  parameter ARY          = 16,
  parameter DIMS         = 2,
  parameter VCS          = 2,
  parameter LINK_VCS     = 2,
  parameter BUFFER_FLITS = 8,
  parameter PACKET_FLITS = 8,
`ifdef TOTALS
  parameter BUFFERS      = 2048,
  parameter FLOW_CYCLES  = 32,
  parameter ROUTERS      = 256,
`endif
  parameter FLIT_BITS    = 64,
  parameter FROM_NODE    = 0,        // 1: the sender is an end node
  // verilator lint_off UNUSED
  parameter TO_NODE      = 0,        // 1: the receiver is an end node
  // verilator lint_on UNUSED
  parameter LINK         = "rx",     // names of the link in messages
  parameter PORT         = 0
) (
  clk, rst, at, there,
`ifdef MESSAGES
  msg_valid,
`endif
`ifdef SIDE_BAND
  msg_full, msg_flow,
`endif
  valid, head, vc, data, credit, credit_vcs
);
localparam COORD_W = $clog2(ARY);
localparam AT_W    = DIMS * COORD_W;
localparam VC_W    = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1;
localparam FLITS_W = $clog2(PACKET_FLITS + 1);
localparam DEPTH_W = $clog2(BUFFER_FLITS + 1);
`ifdef METAPACKETS
localparam META_VC = LINK_VCS - 1;                                              // of metapackets, which do not come to end nodes
localparam THERE   = FROM_NODE != 0 || TO_NODE != 0 ? META_VC : LINK_VCS;
`else
localparam THERE   = LINK_VCS;
`endif

localparam [VC_W:0]      ALL_VCS = THERE[VC_W:0];
localparam [FLITS_W:0]   BEYOND  = PACKET_FLITS[FLITS_W:0] + 1'b1;
localparam [FLITS_W-1:0] NONE    = 0;
localparam [FLITS_W-1:0] ONE     = 1;
localparam [COORD_W:0]   ROW     = ARY[COORD_W:0];
localparam [DEPTH_W-1:0] EMPTY   = BUFFER_FLITS[DEPTH_W-1:0];
localparam [DEPTH_W-1:0] NO_ROOM = 0;

`include "wiring/link/pins.vh"

input wire [AT_W-1:0]      at;       // position of the router; used only with FROM_NODE
input wire                 there;    // constant; 0: a link over the edge of a mesh
input wire [VC_W-1:0]      vc;
input wire [VCS-1:0]       credit_vcs;

wire [AT_W-1:0]    destination = data[AT_W-1:0];
wire [FLITS_W-1:0] flits       = data[AT_W +: FLITS_W];
`ifdef METAPACKETS
wire               meta        = valid & vc == META_VC[VC_W-1:0] & THERE == LINK_VCS;
`else
wire               meta        = 1'b0;
`endif
wire               header      = begins & ~meta;
wire [FLITS_W-1:0] in_packet   = meta ? ONE + ONE : flits;
wire [DIMS-1:0]    outside;          // dimensions in which there is no such node

genvar d, v;
for (d = 0; d < DIMS; d = d + 1) begin : g_dimension
  assign outside[d] = {1'b0, destination[d*COORD_W +: COORD_W]} >= ROW;
end

always @(posedge clk) if (!hold) begin
  if (valid !== 1'b0 && valid !== 1'b1)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-valid: valid is %b", LINK, PORT, cycle, $time, valid);
  else if (valid && head !== 1'b0 && head !== 1'b1)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-head: head is %b with a flit", LINK, PORT, cycle, $time, head);
  else if (valid && (^vc) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-vc: VC of a flit is %b", LINK, PORT, cycle, $time, vc);
  else if (valid && {1'b0, vc} >= ALL_VCS)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: vc-out-of-range: a flit of VC %0d, of %0d", LINK, PORT, cycle, $time, vc, LINK_VCS);
  else if (header && (^{flits, destination}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-header: destination is %b, flits %b", LINK, PORT, cycle, $time, destination, flits);
  else if (header && (flits == NONE || {1'b0, flits} >= BEYOND))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: flits-out-of-range: a header says %0d flits, of 1 to %0d",
      LINK, PORT, cycle, $time, flits, PACKET_FLITS);
  else if (header && |outside)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-out-of-range: destination of a header is %b, with coordinates of less than %0d",
      LINK, PORT, cycle, $time, destination, ARY);
  else if (header && FROM_NODE != 0 && destination == at)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: destination-own: destination of a header is its own node, %b",
      LINK, PORT, cycle, $time, destination);
  if ((credit !== 1'b0 && credit !== 1'b1) || (credit && (^credit_vcs) === 1'bx))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-credit: credit is %b, for VCs %b", LINK, PORT, cycle, $time, credit, credit_vcs);
  else if (!there && (valid || credit))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: no-link-here: a flit or a credit over the edge of the mesh", LINK, PORT, cycle, $time);
end

// ----------------------------------------------------------------------------
// The flits of a VC, or of the recovery lane, whose number is VCS, or of metapackets.
for (v = 0; v < THERE; v = v + 1) begin : g_vc
  localparam [VC_W-1:0] THIS = v;

  reg                begun_q;      // a header has come since reset
  reg  [FLITS_W-1:0] flits_q;      // of the last packet
  reg  [FLITS_W-1:0] left_q;       // that have not come

  wire               here = valid & vc == THIS;
  wire [FLITS_W-1:0] come = flits_q - left_q;

  always @(posedge clk)
    if (hold) begin
      begun_q <= 1'b0;
      flits_q <= NONE;
      left_q  <= NONE;
    end else begin
      if (here && head && left_q != NONE)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: packet-too-short: a header of VC %0d, after %0d of the %0d flits that the last one says",
          LINK, PORT, cycle, $time, v, come, flits_q);
      else if (here && !head && left_q == NONE && !begun_q)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: body-after-reset: the first flit of VC %0d after reset has no head",
          LINK, PORT, cycle, $time, v);
      else if (here && !head && left_q == NONE)
        $fatal(1, "%0s %0d, cycle %0d, time %0d: packet-too-long: a flit of VC %0d without head, after all %0d that the header says",
          LINK, PORT, cycle, $time, v, flits_q);
      if (here && head) begin
        begun_q <= 1'b1;
        flits_q <= in_packet;
        left_q  <= in_packet - ONE;
      end else if (here) begin
        left_q  <= left_q - ONE;
      end
    end

  if (v < VCS) begin : g_credits
    reg  [DEPTH_W-1:0] room_q;     // credits that the sender has

    wire               back = credit & credit_vcs[v];
    wire [DEPTH_W-1:0] room = room_q + {{(DEPTH_W-1){1'b0}}, back};

    always @(posedge clk)
      if (hold) begin
        room_q <= EMPTY;
      end else begin
        if (back && room_q == EMPTY)
          $fatal(1, "%0s %0d, cycle %0d, time %0d: credit-too-many: a credit of VC %0d, of which the sender has all %0d",
            LINK, PORT, cycle, $time, v, BUFFER_FLITS);
        else if (here && room == NO_ROOM)
          $fatal(1, "%0s %0d, cycle %0d, time %0d: no-credit: a flit of VC %0d, of which the sender has no credit",
            LINK, PORT, cycle, $time, v);
`ifndef QUEUED
        else if (here && head && room != EMPTY && TO_NODE == 0)
          $fatal(1, "%0s %0d, cycle %0d, time %0d: credits-not-home: a header of VC %0d, of which the sender has %0d of %0d credits",
            LINK, PORT, cycle, $time, v, room, BUFFER_FLITS);
`endif
        room_q <= room - {{(DEPTH_W-1){1'b0}}, here};
      end
  end
end

// ----------------------------------------------------------------------------
// Messages.
`ifdef MESSAGES
input wire msg_valid;

always @(posedge clk) if (!hold && msg_valid !== 1'b0 && msg_valid !== 1'b1)
  $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-message: msg_valid is %b", LINK, PORT, cycle, $time, msg_valid);
`endif

`ifdef TOTALS
localparam FULL_W = $clog2(BUFFERS + 1);
localparam FLOW_W = $clog2(FLOW_CYCLES * ROUTERS + 1);

localparam [FULL_W:0] BEYOND_FULL = BUFFERS[FULL_W:0] + 1'b1;
`endif

`ifdef SIDE_BAND
localparam            ALL_FLOW    = FLOW_CYCLES * ROUTERS;
localparam [FLOW_W:0] BEYOND_FLOW = ALL_FLOW[FLOW_W:0] + 1'b1;

input wire [FULL_W-1:0] msg_full;
input wire [FLOW_W-1:0] msg_flow;

always @(posedge clk) if (!hold && msg_valid) begin
  if ((^{msg_full, msg_flow}) === 1'bx)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-counts: full is %b, flow %b", LINK, PORT, cycle, $time, msg_full, msg_flow);
  else if ((FROM_NODE != 0 || TO_NODE != 0) && (|msg_full || |msg_flow))
    $fatal(1, "%0s %0d, cycle %0d, time %0d: token-with-counts: full is %0d, flow %0d, in a token",
      LINK, PORT, cycle, $time, msg_full, msg_flow);
  else if ({1'b0, msg_full} >= BEYOND_FULL || {1'b0, msg_flow} >= BEYOND_FLOW)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: counts-out-of-range: full is %0d, of at most %0d, flow %0d, of at most %0d",
      LINK, PORT, cycle, $time, msg_full, BUFFERS, msg_flow, ALL_FLOW);
end
`endif

`ifdef METAPACKETS
// ----------------------------------------------------------------------------
// Metapackets: one of each gather.
reg  parity_q;    // of the next one

wire beyond = head ? {1'b0, data[1 +: FULL_W]} >= BEYOND_FULL || |(data >> FULL_W + 1) : |(data >> FLOW_W + 1);

always @(posedge clk)
  if (hold) begin
    parity_q <= 1'b0;
  end else if (meta) begin
    if ((^data) === 1'bx)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-counts: a flit of a metapacket is %b", LINK, PORT, cycle, $time, data);
    else if (data[0] != parity_q)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: gather-out-of-turn: the gather of a metapacket has parity %b", LINK, PORT, cycle, $time, data[0]);
    else if (beyond)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: counts-out-of-range: a flit of a metapacket is %b, with counts of at most %0d full buffers and of %0d bits",
        LINK, PORT, cycle, $time, data, BUFFERS, FLOW_W);
    if (!head) parity_q <= ~parity_q;
  end
`endif

endmodule
`endif
