// Routing and allocation of VCs: one header in each cycle gets an output VC, or waits for its next turn.
// Twin: cmodel/units/rva.c. docs/internals/microarchitecture-wormhole.md, section 3.
module rva #(
  parameter ARY           = 16,
  parameter DIMS          = 2,
  parameter TORUS         = 1,   // 0: mesh
  parameter VCS           = 2,
  parameter LINK_VCS      = 2,   // VCS, and the recovery lane
  parameter DELIVERY_VCS  = 1,
  parameter ADAPTIVE      = 1,   // 0: dimension order
  parameter AVOIDANCE     = 1,   // 1: VCs are chosen so that there is no deadlock
  parameter COORD_W       = $clog2(ARY),
  parameter AT_W          = DIMS * COORD_W,
  parameter LINKS         = 2 * DIMS,
  parameter RADIX         = LINKS + 1,
  parameter PORT_W        = $clog2(RADIX),
  parameter CHANNELS      = RADIX * VCS,
  parameter VC_W          = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1
) (
  input  wire                     clk,
  input  wire                     rst,

  // Position of the router: constant.
  input  wire [AT_W-1:0]          at,

  // By input VC. asks: its header is at the head of the buffer, and has no output VC. dest: destination; used only with asks.
  input  wire [CHANNELS-1:0]      asks,
  input  wire [CHANNELS*AT_W-1:0] dest,

  // By VC of the local input: its packet must not begin.
  input  wire [VCS-1:0]           held,

  // By output VC, numbered as input VCs: a header may get it.
  input  wire [CHANNELS-1:0]      free,

  // routed: input VC whose header gets an output VC in this cycle; one-hot, zero if none does. Port and number of this output VC; valid only with routed.
  output wire [CHANNELS-1:0]      routed,
  output wire [PORT_W-1:0]        route_out,
  output wire [VC_W-1:0]          route_vc
);
localparam INDEX_W  = VCS > 1 ? $clog2(VCS) : 1;
localparam COUNT_W  = $clog2(VCS + 1);
localparam LOCAL    = LINKS * VCS;    // first VC of the local port

reg [CHANNELS-2:0] prio_q;
reg                tie_q;

genvar d, p, q, v;

// ----------------------------------------------------------------------------
// The header that is served.
wire [CHANNELS-1:0] request = asks & ~{held, {LOCAL{1'b0}}};
wire [CHANNELS-1:0] pick;
wire [AT_W-1:0]     to;

rr_pick #(.N(CHANNELS)) first (.req(request), .last(prio_q), .pick(pick));
onehot_mux #(.N(CHANNELS), .W(AT_W)) dest_of (.sel(pick), .d(dest), .y(to));

// ----------------------------------------------------------------------------
// Ports, and VCs of the network's, that it may get. escape: port whose last VC it may get if none of these is free; zero: there is none.
wire [RADIX-1:0] ports;
wire [VCS-1:0]   vcs;
wire [LINKS-1:0] escape;
// verilator lint_off UNUSED
wire             ahead;
// verilator lint_on UNUSED

localparam [VCS-1:0] LAST_VC = {VCS{1'b1}} ^ ({VCS{1'b1}} >> 1);

if (ADAPTIVE != 0) begin : g_adaptive
  wire [LINKS-1:0] minimal;

  minimal_ports #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) minimal_ports (.at(at), .dest(to), .minimal(minimal));

  assign ports = {~|minimal, minimal};
  assign ahead = 1'b0;
end else begin : g_ordered
  order_route #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) order_route (.at(at), .dest(to), .port(ports), .ahead(ahead));
end

if (AVOIDANCE == 0 || (ADAPTIVE == 0 && TORUS == 0)) begin : g_all
  assign vcs    = {VCS{1'b1}};
  assign escape = {LINKS{1'b0}};
end else if (ADAPTIVE != 0) begin : g_escape
  // The last VC of each port is for the order of the mesh, and a packet that has had one stays in them.
  localparam [CHANNELS-1:0] ESCAPES = {{VCS{1'b0}}, {LINKS{LAST_VC}}};

  wire [DIMS-1:0] above;    // the destination has a higher coordinate
  wire [DIMS-1:0] below;    // a lower one
  wire [DIMS-1:0] lower;    // of a lower dimension, either

  for (d = 0; d < DIMS; d = d + 1) begin : g_order
    assign above[d]        = to[d*COORD_W +: COORD_W] > at[d*COORD_W +: COORD_W];
    assign below[d]        = to[d*COORD_W +: COORD_W] < at[d*COORD_W +: COORD_W];
    assign escape[2*d +: 2] = {below[d], above[d]} & {2{~lower[d]}};
  end

  prefix_or #(.N(DIMS)) search (.x(above | below), .y(lower));

  assign vcs = ~LAST_VC & {VCS{~|(pick & ESCAPES)}};
end else begin : g_halves
  // The lower half of the VCs until the packet is over the link between the ends of the row.
  localparam [VCS-1:0] HALF = {VCS{1'b1}} >> (VCS - VCS / 2);

  assign vcs    = ahead ? HALF : ~HALF;
  assign escape = {LINKS{1'b0}};
end

// ----------------------------------------------------------------------------
// Those that are free: offers. Of several ports, one with the most; of its VCs, the lowest.
localparam [VCS-1:0] DELIVERY = {VCS{1'b1}} >> (VCS - DELIVERY_VCS);

wire [CHANNELS-1:0]      wanted;
wire [CHANNELS-1:0]      offers;
wire [RADIX*COUNT_W-1:0] count;
wire [RADIX-1:0]         best;
wire                     none = ~|wanted;

assign wanted[LOCAL +: VCS] = free[LOCAL +: VCS] & DELIVERY & {VCS{ports[LINKS]}};
assign offers[LOCAL +: VCS] = wanted[LOCAL +: VCS];

for (p = 0; p < LINKS; p = p + 1) begin : g_link
  assign wanted[p*VCS +: VCS] = free[p*VCS +: VCS] & vcs & {VCS{ports[p]}};
  assign offers[p*VCS +: VCS] = wanted[p*VCS +: VCS] | (free[p*VCS +: VCS] & LAST_VC & {VCS{none & escape[p]}});
end

for (p = 0; p < RADIX; p = p + 1) begin : g_port
  wire [RADIX-1:0] as_many;

  count_ones #(.N(VCS)) count_offers (.x(offers[p*VCS +: VCS]), .count(count[p*COUNT_W +: COUNT_W]));

  for (q = 0; q < RADIX; q = q + 1) begin : g_other
    assign as_many[q] = count[p*COUNT_W +: COUNT_W] >= count[q*COUNT_W +: COUNT_W];
  end

  assign best[p] = |offers[p*VCS +: VCS] & &as_many;
end

// The lowest of the best ports, or the highest: the same search, in a vector that is turned round.
wire [RADIX-1:0]   round, search, above_first, port;
wire [RADIX-1:0]   found = search & ~above_first;
wire [VCS-1:0]     of_port, above_vc;
wire [VCS-1:0]     vc    = of_port & ~above_vc;
wire [INDEX_W-1:0] index;
wire               sent  = |request & |port;

assign search = tie_q ? round : best;

for (p = 0; p < RADIX; p = p + 1) begin : g_round
  assign round[p] = best[RADIX-1-p];
  assign port[p]  = tie_q ? found[RADIX-1-p] : found[p];
end

prefix_or #(.N(RADIX)) search_port (.x(search), .y(above_first));
onehot_mux #(.N(RADIX), .W(VCS)) offers_of (.sel(port), .d(offers), .y(of_port));
prefix_or #(.N(VCS)) search_vc (.x(of_port), .y(above_vc));
onehot_index #(.N(RADIX)) number (.onehot(port), .index(route_out));
onehot_index #(.N(VCS)) vc_number (.onehot(vc), .index(index));

assign routed   = pick & {CHANNELS{sent}};
assign route_vc = {{(VC_W-INDEX_W){1'b0}}, index};

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    prio_q <= {(CHANNELS-1){1'b0}};
    tie_q  <= 1'b0;
  end else begin
    if (|request)            prio_q <= pick[CHANNELS-2:0];
    if (sent & ~port[LINKS]) tie_q  <= ~tie_q;
  end

`ifndef SYNTHESIS
localparam [COORD_W:0] ROW = ARY[COORD_W:0];

for (d = 0; d < DIMS; d = d + 1) begin : g_inside
  always @(posedge clk) if (!rst) begin
    if ({1'b0, at[d*COORD_W +: COORD_W]} >= ROW) $fatal(1, "the router is out of the network, in dimension %0d", d);
  end
end

for (v = 0; v < VCS; v = v + 1) begin : g_elsewhere
  always @(posedge clk) if (!rst) begin
    if (asks[LOCAL + v] && dest[(LOCAL + v)*AT_W +: AT_W] == at) $fatal(1, "a packet from the end node to itself, in VC %0d", v);
  end
end
`endif

endmodule
