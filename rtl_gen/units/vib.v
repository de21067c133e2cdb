// VC buffers of an input of a wormhole router, and the state of the packet in each: alone in its buffer, or the first of several.
// Twin: cmodel/units/vib.c. docs/internals/microarchitecture-wormhole.md, section 2, and microarchitecture-vc-allocation.md, section 1.
module vib #(
  parameter ARY          = 16,
  parameter DIMS         = 2,
  parameter VCS          = 2,
  parameter LINK_VCS     = 2,   // VCS, and the recovery lane
  parameter BUFFER_FLITS = 8,
  parameter PACKET_FLITS = 8,
`ifdef RECOVERY
  parameter TIMEOUT      = 8,
`elsif PORT_RATE
  parameter TORUS        = 1,   // 0: mesh
  parameter ROUTE_W      = 4,
`endif
  parameter FLIT_BITS    = 64,
  parameter COORD_W      = $clog2(ARY),
  parameter AT_W         = DIMS * COORD_W,
  parameter VC_W         = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1,
`ifdef TOTALS
  parameter FULL_W       = $clog2(VCS + 1),
`endif
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                     clk,
  input  wire                     rst,

  // Link. A flit arrives only if its buffer has room; a header only if the last packet of its VC is complete. Flits of the recovery lane, whose VC is
  // number VCS, are not for here.
  input  wire                     rx_valid,
  input  wire                     rx_head,
  input  wire [VC_W-1:0]          rx_vc,
  input  wire [FLIT_BITS-1:0]     rx_data,

  // By VC. routed: its header gets an output VC, only while it asks. pop: the flit at the head of the buffer leaves, only while there is one.
  input  wire [VCS-1:0]           routed,
  input  wire [VCS-1:0]           pop,

  // By VC. asks: a header at the head of the buffer has no output VC; has_vc: the packet has one; filled: the buffer has a flit; from registers. last, first, head: of the flit at
  // the head of the buffer; valid only with filled.
  output wire [VCS-1:0]           asks,
  output wire [VCS-1:0]           has_vc,
  output wire [VCS-1:0]           filled,
  output wire [VCS-1:0]           last,
  output wire [VCS-1:0]           first,
  output wire [VCS*FLIT_BITS-1:0] head,

`ifdef DESTINATIONS
  // By VC, destination of the packet; valid only with asks.
  output wire [VCS*AT_W-1:0]      dest,
`endif

`ifdef PORT_RATE
  // at: position of the router, a constant. route: by VC, port of the header at the head of the buffer, and half of its VCs; valid only with asks.
  input  wire [AT_W-1:0]          at,
  output wire [VCS*ROUTE_W-1:0]   route,
`endif

`ifdef RECOVERY
  // seizable: packets of this input may leave by the recovery lane, a constant. seize: this one does, by VC, only while it asks and is not routed in the
  // same cycle. left: flits of the packet that have not left, by VC. late: asks, and has done so for TIMEOUT cycles without being routed.
  input  wire                     seizable,
  input  wire [VCS-1:0]           seize,
  output wire [VCS*FLITS_W-1:0]   left,
  output wire [VCS-1:0]           late,
`endif

`ifdef TOTALS
  // full: buffers that are full; from registers.
  output wire [FULL_W-1:0]        full,
`endif

  // Link, reverse: registered. The buffers of these VCs lost a flit in the cycle before.
  output wire                     credit,
  output wire [VCS-1:0]           credit_vcs
);
localparam SPOT_W  = $clog2(BUFFER_FLITS);
localparam DEPTH_W = $clog2(BUFFER_FLITS + 1);

localparam [VCS-1:0]          FIRST_VC   = 1;
localparam [BUFFER_FLITS-1:0] FIRST_SPOT = 1;
localparam [SPOT_W-1:0]       LAST_SPOT  = BUFFER_FLITS[SPOT_W-1:0] - 1'b1;
localparam [DEPTH_W-1:0]      FULL       = BUFFER_FLITS[DEPTH_W-1:0];
localparam [FLITS_W-1:0]      ONE        = 1;

reg [VCS*BUFFER_FLITS*FLIT_BITS-1:0] flits_q;
reg [VCS*SPOT_W-1:0]                 wr_q;
reg [VCS*SPOT_W-1:0]                 rd_q;
reg [VCS*DEPTH_W-1:0]                count_q;
reg [VCS*FLITS_W-1:0]                left_q;
reg [VCS-1:0]                        first_q;
`ifdef DESTINATIONS
reg [VCS*AT_W-1:0]                   dest_q;
`elsif PORT_RATE
reg [VCS*BUFFER_FLITS*ROUTE_W-1:0]   route_q;
`endif
reg [VCS-1:0]                        routed_q;

wire [VCS-1:0]     arrives = {VCS{rx_valid}} & (FIRST_VC << rx_vc);   // zero for the lane
wire [VCS-1:0]     begins  = arrives & {VCS{rx_head}};
wire [VCS-1:0]     ends    = pop & last;
wire [AT_W-1:0]    rx_dest  = rx_data[AT_W-1:0];
// verilator lint_off UNUSED
wire [FLITS_W-1:0] rx_flits = rx_data[AT_W +: FLITS_W];
// verilator lint_on UNUSED
wire [VCS-1:0]     held;     // packets that leave by the lane

genvar v, w;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [SPOT_W-1:0]       wr    = wr_q[v*SPOT_W +: SPOT_W];
  wire [SPOT_W-1:0]       rd    = rd_q[v*SPOT_W +: SPOT_W];
  wire [DEPTH_W-1:0]      count = count_q[v*DEPTH_W +: DEPTH_W];
  wire [FLITS_W-1:0]      rest  = left_q[v*FLITS_W +: FLITS_W];
  wire [BUFFER_FLITS-1:0] write = {BUFFER_FLITS{arrives[v]}} & (FIRST_SPOT << wr);

  assign filled[v] = |count;
`ifdef QUEUED
  // Of the packet at the head of the buffer: flits that have not left.
  wire [FLITS_W-1:0] flits = routed_q[v] ? rest : head[v*FLIT_BITS + AT_W +: FLITS_W];

  assign asks[v]   = filled[v] & ~routed_q[v] & ~held[v];
  assign first[v]  = first_q[v] | ~routed_q[v];
`else
  wire [FLITS_W-1:0] flits = rest;

  assign asks[v]   = |flits & filled[v] & ~routed_q[v] & ~held[v];
  assign first[v]  = first_q[v];
`endif

  assign last[v]   = flits == ONE;

  onehot_mux #(.N(BUFFER_FLITS), .W(FLIT_BITS)) flit_at_head (
    .sel(FIRST_SPOT << rd), .d(flits_q[v*BUFFER_FLITS*FLIT_BITS +: BUFFER_FLITS*FLIT_BITS]), .y(head[v*FLIT_BITS +: FLIT_BITS])
  );

  for (w = 0; w < BUFFER_FLITS; w = w + 1) begin : g_word
    always @(posedge clk)
      if (rst)           flits_q[(v*BUFFER_FLITS + w)*FLIT_BITS +: FLIT_BITS] <= {FLIT_BITS{1'b0}};
      else if (write[w]) flits_q[(v*BUFFER_FLITS + w)*FLIT_BITS +: FLIT_BITS] <= rx_data;
  end

  always @(posedge clk)
    if (rst) begin
      wr_q[v*SPOT_W +: SPOT_W]      <= {SPOT_W{1'b0}};
      rd_q[v*SPOT_W +: SPOT_W]      <= {SPOT_W{1'b0}};
      count_q[v*DEPTH_W +: DEPTH_W] <= {DEPTH_W{1'b0}};
      left_q[v*FLITS_W +: FLITS_W]  <= {FLITS_W{1'b0}};
      first_q[v]                    <= 1'b0;
      routed_q[v]                   <= 1'b0;
    end else begin
      if (arrives[v])     wr_q[v*SPOT_W +: SPOT_W]     <= wr == LAST_SPOT ? {SPOT_W{1'b0}} : wr + 1'b1;
      if (pop[v])         rd_q[v*SPOT_W +: SPOT_W]     <= rd == LAST_SPOT ? {SPOT_W{1'b0}} : rd + 1'b1;
`ifdef QUEUED
      if (routed[v] || pop[v]) left_q[v*FLITS_W +: FLITS_W] <= flits - {{(FLITS_W-1){1'b0}}, pop[v]};
      first_q[v] <= (first_q[v] | routed[v]) & ~pop[v];
`else
      if (begins[v])      left_q[v*FLITS_W +: FLITS_W] <= rx_flits;
      else if (pop[v])    left_q[v*FLITS_W +: FLITS_W] <= flits - 1'b1;
      if (begins[v])      first_q[v]                   <= 1'b1;
      else if (pop[v])    first_q[v]                   <= 1'b0;
`endif
`ifdef SPECULATE
      if (ends[v])        routed_q[v]                  <= 1'b0;
      else if (routed[v]) routed_q[v]                  <= 1'b1;
`else
      if (routed[v])      routed_q[v]                  <= 1'b1;
      else if (ends[v])   routed_q[v]                  <= 1'b0;
`endif
      count_q[v*DEPTH_W +: DEPTH_W] <= count + {{(DEPTH_W-1){1'b0}}, arrives[v]} - {{(DEPTH_W-1){1'b0}}, pop[v]};
    end

`ifndef SYNTHESIS
  always @(posedge clk) if (!rst) begin
    if (arrives[v] && count == FULL) $fatal(1, "a flit arrives in VC %0d, whose buffer is full", v);
`ifndef QUEUED
    if (begins[v] && |flits) $fatal(1, "a header arrives in VC %0d, which has a packet", v);
    if (arrives[v] && !rx_head && {{FLITS_W{1'b0}}, count} >= {{DEPTH_W{1'b0}}, flits}) $fatal(1, "a flit without a packet arrives in VC %0d", v);
`endif
    if (pop[v] && !filled[v]) $fatal(1, "a flit leaves VC %0d, whose buffer is empty", v);
    if (routed[v] && !asks[v]) $fatal(1, "VC %0d does not ask for an output VC, and gets one", v);
  end
`endif
end

`ifdef DESTINATIONS
for (v = 0; v < VCS; v = v + 1) begin : g_dest
  always @(posedge clk)
    if (rst)            dest_q[v*AT_W +: AT_W] <= {AT_W{1'b0}};
    else if (begins[v]) dest_q[v*AT_W +: AT_W] <= rx_dest;
end

assign dest = dest_q;
`endif

`ifdef PORT_RATE
// ----------------------------------------------------------------------------
// Route of a header that arrives, beside its word: so the allocation of VCs starts from registers.
localparam RADIX  = 2 * DIMS + 1;
localparam PORT_W = $clog2(RADIX);

wire [RADIX-1:0]  rx_port;
wire [PORT_W-1:0] rx_number;
wire              rx_ahead;
// verilator lint_off UNUSED
wire [PORT_W:0]   rx_route = {rx_ahead, rx_number};    // in a mesh, the port alone
// verilator lint_on UNUSED

order_route #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) order_route (.at(at), .dest(rx_dest), .port(rx_port), .ahead(rx_ahead));
onehot_index #(.N(RADIX)) port_number (.onehot(rx_port), .index(rx_number));

for (v = 0; v < VCS; v = v + 1) begin : g_route
  onehot_mux #(.N(BUFFER_FLITS), .W(ROUTE_W)) route_at_head (
    .sel(FIRST_SPOT << g_vc[v].rd), .d(route_q[v*BUFFER_FLITS*ROUTE_W +: BUFFER_FLITS*ROUTE_W]), .y(route[v*ROUTE_W +: ROUTE_W])
  );

  for (w = 0; w < BUFFER_FLITS; w = w + 1) begin : g_place
    always @(posedge clk)
      if (rst)                              route_q[(v*BUFFER_FLITS + w)*ROUTE_W +: ROUTE_W] <= {ROUTE_W{1'b0}};
      else if (g_vc[v].write[w] && rx_head) route_q[(v*BUFFER_FLITS + w)*ROUTE_W +: ROUTE_W] <= rx_route[ROUTE_W-1:0];
  end
end
`endif

// ----------------------------------------------------------------------------
// Credits.
reg           credit_q;
reg [VCS-1:0] credit_vcs_q;

always @(posedge clk)
  if (rst) begin
    credit_q     <= 1'b0;
    credit_vcs_q <= {VCS{1'b0}};
  end else begin
    credit_q     <= |pop;
    credit_vcs_q <= pop;
  end

assign has_vc     = routed_q;
assign credit     = credit_q;
assign credit_vcs = credit_vcs_q;

`ifdef RECOVERY
// ----------------------------------------------------------------------------
// Recovery.
localparam WAIT_W = $clog2(TIMEOUT + 1);
localparam [WAIT_W-1:0] LATE = TIMEOUT[WAIT_W-1:0];

reg [VCS*WAIT_W-1:0] wait_q;
reg [VCS-1:0]        seized_q;

for (v = 0; v < VCS; v = v + 1) begin : g_wait
  wire [WAIT_W-1:0] cycles = wait_q[v*WAIT_W +: WAIT_W];
  wire              waits  = seizable & asks[v] & ~routed[v] & ~seize[v];

  assign late[v] = asks[v] & cycles == LATE;

  always @(posedge clk)
    if (rst)                 wait_q[v*WAIT_W +: WAIT_W] <= {WAIT_W{1'b0}};
    else if (!waits)         wait_q[v*WAIT_W +: WAIT_W] <= {WAIT_W{1'b0}};
    else if (cycles != LATE) wait_q[v*WAIT_W +: WAIT_W] <= cycles + 1'b1;
end

always @(posedge clk)
  if (rst) seized_q <= {VCS{1'b0}};
  else     seized_q <= (seized_q | seize) & ~ends;

assign held = seized_q;
assign left = left_q;
`else
assign held = {VCS{1'b0}};
`endif

`ifdef TOTALS
// ----------------------------------------------------------------------------
// Full buffers.
wire [VCS-1:0] is_full;

for (v = 0; v < VCS; v = v + 1) begin : g_full
  assign is_full[v] = count_q[v*DEPTH_W +: DEPTH_W] == FULL;
end

count_ones #(.N(VCS)) count_full (.x(is_full), .count(full));
`endif

`ifndef SYNTHESIS
localparam [VC_W:0]    VCS_THERE = LINK_VCS[VC_W:0];
localparam [FLITS_W:0] LONGEST   = PACKET_FLITS[FLITS_W:0];
localparam [COORD_W:0] ROW       = ARY[COORD_W:0];

always @(posedge clk) if (!rst) begin
  if (rx_valid && {1'b0, rx_vc} >= VCS_THERE) $fatal(1, "a flit of VC %0d, which is not there", rx_vc);
  if (|begins && {1'b0, rx_flits} - 1'b1 >= LONGEST) $fatal(1, "a packet of %0d flits", rx_flits);
end
genvar d;
for (d = 0; d < DIMS; d = d + 1) begin : g_inside
  always @(posedge clk) if (!rst) begin
    if (|begins && {1'b0, rx_dest[d*COORD_W +: COORD_W]} >= ROW) $fatal(1, "a destination out of the network, in dimension %0d", d);
  end
end
`endif

endmodule
