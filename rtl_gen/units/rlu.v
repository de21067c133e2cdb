// Recovery lane: the token, and the packet that drains. One packet in the whole network is in the lane.
// Twin: cmodel/units/rlu.c. docs/internals/microarchitecture-wormhole.md, section 6.
module rlu #(
  parameter ARY          = 16,
  parameter DIMS         = 2,
  parameter TORUS        = 1,   // 0: mesh
  parameter VCS          = 2,
  parameter LINK_VCS     = 3,   // VCS, and the recovery lane
  parameter PACKET_FLITS = 8,
  parameter FLIT_BITS    = 64,
  parameter COORD_W      = $clog2(ARY),
  parameter AT_W         = DIMS * COORD_W,
  parameter LINKS        = 2 * DIMS,
  parameter RADIX        = LINKS + 1,
  parameter CHANNELS     = RADIX * VCS,
  parameter VC_W         = $clog2(LINK_VCS),
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input  wire                          clk,
  input  wire                          rst,

  // Position of the router: constant. The token starts at the router whose coordinates are 0.
  input  wire [AT_W-1:0]               at,

  // The token comes from the router before this one.
  input  wire                          token,

  // Links, by port: a flit arrives; those of the lane are for here.
  input  wire [RADIX-1:0]              rx_valid,
  input  wire [RADIX-1:0]              rx_head,
  input  wire [RADIX*VC_W-1:0]         rx_vc,
  input  wire [RADIX*FLIT_BITS-1:0]    rx_data,

  // By input VC. late: a header has waited long enough, of an input from the network; routed: it gets an output VC in this cycle. dest, left: of its
  // packet, destination and flits that have not left. filled: the buffer has a flit; head: the one at its head.
  // verilator lint_off UNUSED
  input  wire [CHANNELS-1:0]           late,
  input  wire [CHANNELS-1:0]           routed,
  // verilator lint_on UNUSED
  input  wire [CHANNELS*AT_W-1:0]      dest,
  input  wire [CHANNELS*FLITS_W-1:0]   left,
  input  wire [CHANNELS-1:0]           filled,
  input  wire [CHANNELS*FLIT_BITS-1:0] head,

  // Combinational, one-hot or zero. seize: input VC whose packet enters the lane. pop: input VC of which a flit enters it. lane_go: output by which a
  // flit of the lane leaves; it does leave. lane_first: it is the first of its packet, lane_data: the flit; valid only with lane_go.
  output wire [CHANNELS-1:0]           seize,
  output wire [CHANNELS-1:0]           pop,
  output wire [RADIX-1:0]              lane_go,
  output wire                          lane_first,
  output wire [FLIT_BITS-1:0]          lane_data,

  // The token goes on to the next router: registered.
  output wire                          pass
);
localparam PORT_W    = $clog2(RADIX);
localparam CHANNEL_W = $clog2(CHANNELS);
localparam NETWORK   = LINKS * VCS;                    // VCs of inputs from the network: the lowest ones
localparam PAIRS     = NETWORK * (NETWORK - 1) / 2;

localparam [VC_W-1:0]     LANE          = VCS[VC_W-1:0];
localparam [CHANNELS-1:0] FIRST_CHANNEL = 1;
localparam [RADIX-1:0]    FIRST_PORT    = 1;
localparam [FLITS_W-1:0]  ONE           = 1;
localparam [PORT_W-1:0]   LOCAL         = LINKS[PORT_W-1:0];

reg                   boot_q;
reg                   token_q;
reg                   pass_q;
reg [PAIRS-1:0]       order_q;
reg                   source_q;
reg [CHANNEL_W-1:0]   from_q;
reg [PORT_W-1:0]      lane_out_q;
reg [FLITS_W-1:0]     lane_left_q;
reg                   lane_first_q;
reg                   lane_routed_q;
reg [AT_W-1:0]        lane_dest_q;
reg [2*FLIT_BITS-1:0] lane_flits_q;
reg                   lane_wr_q;
reg                   lane_rd_q;
reg [1:0]             lane_count_q;

// ----------------------------------------------------------------------------
// Token.
wire here = token_q | token | (boot_q & ~|at);
wire idle = ~|lane_left_q;

wire                 seizes = |seize;
wire [CHANNEL_W-1:0] from;
wire [FLITS_W-1:0]   seized_left;
wire [AT_W-1:0]      seized_dest;

onehot_index #(.N(CHANNELS)) number (.onehot(seize), .index(from));
onehot_mux #(.N(CHANNELS), .W(FLITS_W)) left_of (.sel(seize), .d(left), .y(seized_left));
onehot_mux #(.N(CHANNELS), .W(AT_W)) dest_of (.sel(seize), .d(dest), .y(seized_dest));

// The header that came first, of those that wait. comes: a header comes into this VC.
wire [NETWORK-1:0] waits = late[NETWORK-1:0] & ~routed[NETWORK-1:0];
wire [NETWORK-1:0] comes, oldest;

genvar i, j, k, w;
for (j = 0; j < NETWORK; j = j + 1) begin : g_order
  localparam VC = j % VCS;
  wire [NETWORK-1:0] earlier;     // the header of this VC came before that of VC j

  assign comes[j] = rx_valid[j / VCS] & rx_head[j / VCS] & rx_vc[j / VCS * VC_W +: VC_W] == VC[VC_W-1:0];
  for (k = 0; k < NETWORK; k = k + 1) begin : g_other
    if (k < j) begin : g_lower
      assign earlier[k] = order_q[j*(j - 1)/2 + k];

      always @(posedge clk)
        if (rst)           order_q[j*(j - 1)/2 + k] <= 1'b0;
        else if (comes[j]) order_q[j*(j - 1)/2 + k] <= 1'b1;
        else if (comes[k]) order_q[j*(j - 1)/2 + k] <= 1'b0;
    end else if (k == j) begin : g_same
      assign earlier[k] = 1'b0;
    end else begin : g_higher
      assign earlier[k] = ~order_q[k*(k - 1)/2 + j];
    end
  end
  assign oldest[j] = waits[j] & ~|(waits & earlier);
end

assign seize = {{VCS{1'b0}}, oldest & {NETWORK{here & idle}}};

// ----------------------------------------------------------------------------
// Arrival: from one link at most.
wire [RADIX-1:0]     arrives_by;
wire                 arrives = |arrives_by;
wire                 begins  = |(arrives_by & rx_head);
wire [FLIT_BITS-1:0] word;

for (i = 0; i < RADIX; i = i + 1) begin : g_in
  assign arrives_by[i] = rx_valid[i] & rx_vc[i*VC_W +: VC_W] == LANE;
end

for (w = 0; w < 2; w = w + 1) begin : g_word
  always @(posedge clk)
    if (rst)                                  lane_flits_q[w*FLIT_BITS +: FLIT_BITS] <= {FLIT_BITS{1'b0}};
    else if (arrives && lane_wr_q == (w != 0)) lane_flits_q[w*FLIT_BITS +: FLIT_BITS] <= word;
end

onehot_mux #(.N(RADIX), .W(FLIT_BITS)) word_of (.sel(arrives_by), .d(rx_data), .y(word));

// ----------------------------------------------------------------------------
// Route: of the packet that is seized, or of the one whose header is in the lane's buffer.
wire              routes = ~idle & ~lane_routed_q & |lane_count_q;
wire [RADIX-1:0]  port;
wire [PORT_W-1:0] out;

// verilator lint_off PINMISSING
order_route #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS)) order_route (.at(at), .dest(seizes ? seized_dest : lane_dest_q), .port(port));
// verilator lint_on PINMISSING
onehot_index #(.N(RADIX)) port_number (.onehot(port), .index(out));

// ----------------------------------------------------------------------------
// Switch.
wire [CHANNELS-1:0]  source  = FIRST_CHANNEL << from_q;
wire                 goes    = lane_routed_q & (source_q ? |(filled & source) : |lane_count_q);
wire                 unloads = goes & ~source_q;
wire                 ends    = goes & lane_left_q == ONE;
wire [FLIT_BITS-1:0] source_word;

onehot_mux #(.N(CHANNELS), .W(FLIT_BITS)) source_word_of (.sel(source), .d(head), .y(source_word));

assign pop        = source & {CHANNELS{goes & source_q}};
assign lane_go    = (FIRST_PORT << lane_out_q) & {RADIX{goes}};
assign lane_first = lane_first_q;
assign lane_data  = source_q ? source_word : lane_flits_q[lane_rd_q*FLIT_BITS +: FLIT_BITS];
assign pass       = pass_q;

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    boot_q        <= 1'b1;
    token_q       <= 1'b0;
    pass_q        <= 1'b0;
    source_q      <= 1'b0;
    from_q        <= {CHANNEL_W{1'b0}};
    lane_out_q    <= {PORT_W{1'b0}};
    lane_left_q   <= {FLITS_W{1'b0}};
    lane_first_q  <= 1'b0;
    lane_routed_q <= 1'b0;
    lane_dest_q   <= {AT_W{1'b0}};
    lane_wr_q     <= 1'b0;
    lane_rd_q     <= 1'b0;
    lane_count_q  <= 2'd0;
  end else begin
    boot_q       <= 1'b0;
    token_q      <= (here & ~idle) | (ends & lane_out_q == LOCAL);
    pass_q       <= here & idle & ~seizes;
    lane_wr_q    <= lane_wr_q ^ arrives;
    lane_rd_q    <= lane_rd_q ^ unloads;
    lane_count_q <= lane_count_q + {1'b0, arrives} - {1'b0, unloads};
    if (seizes)           from_q     <= from;
    if (seizes)           source_q   <= 1'b1;
    else if (ends)        source_q   <= 1'b0;
    if (seizes || routes) lane_out_q <= out;
    if (seizes || routes) lane_routed_q <= 1'b1;
    else if (ends)        lane_routed_q <= 1'b0;
    if (begins)           lane_dest_q <= word[AT_W-1:0];
    if (seizes)           lane_left_q <= seized_left;
    else if (begins)      lane_left_q <= word[AT_W +: FLITS_W];
    else if (goes)        lane_left_q <= lane_left_q - 1'b1;
    if (seizes || begins) lane_first_q <= 1'b1;
    else if (goes)        lane_first_q <= 1'b0;
  end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (|(arrives_by & (arrives_by - FIRST_PORT))) $fatal(1, "flits of the lane arrive by two links");
  if (arrives && lane_count_q == 2'd2 && !unloads) $fatal(1, "a flit arrives in the lane, which is full");
  if (arrives && source_q) $fatal(1, "a flit of the lane arrives where its packet enters it");
  if (begins && !idle) $fatal(1, "a header arrives in the lane, which has a packet");
  if (arrives && !begins && {{FLITS_W{1'b0}}, lane_count_q} >= {2'd0, lane_left_q}) $fatal(1, "a flit without a packet arrives in the lane");
  if (arrives && seizes) $fatal(1, "a flit arrives in the lane, which another packet enters");
  if ((token_q && (token || boot_q)) || (token && boot_q && ~|at) || (here && ends && lane_out_q == LOCAL)) $fatal(1, "two tokens");
end
`endif

endmodule
