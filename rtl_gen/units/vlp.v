// Link port of a wormhole router: selects the VC of which a flit leaves, by round robin, and holds the link register.
// Twin: cmodel/units/vlp.c. docs/internals/microarchitecture-wormhole.md, section 5, and microarchitecture-vc-allocation.md, section 3.
module vlp #(
  parameter DIMS      = 2,
  parameter VCS       = 2,
  parameter LINK_VCS  = 2,   // VCS, the recovery lane, and that of metapackets
  parameter FLIT_BITS = 64,
  parameter CHANNELS  = (2 * DIMS + 1) * VCS,
  parameter CHANNEL_W = $clog2(CHANNELS),
  parameter VC_W      = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1
) (
  input  wire                          clk,
  input  wire                          rst,

  // By VC. ready: a flit of it can leave. owner: input VC that the flit is in; used only with ready.
  input  wire [VCS-1:0]                ready,
  input  wire [VCS*CHANNEL_W-1:0]      owner,

`ifdef SPECULATE
  // By VC: a header that gets it in this cycle can leave; it does only while no VC is ready.
  input  wire [VCS-1:0]                starts,
`endif

  // By input VC, of the flit at the head of its buffer: it is the first of its packet; the flit.
  input  wire [CHANNELS-1:0]           first,
  input  wire [CHANNELS*FLIT_BITS-1:0] head,

  // Combinational. go: VC of the flit that leaves, pop: its input VC; one-hot, zero if none leaves, or one of the recovery lane does.
  output wire [VCS-1:0]                go,
  output wire [CHANNELS-1:0]           pop,

`ifdef RECOVERY
  // A flit of the recovery lane leaves, before all others; it is the first of its packet; the flit. The last two are used only with lane_go.
  input  wire                          lane_go,
  input  wire                          lane_first,
  input  wire [FLIT_BITS-1:0]          lane_data,
`endif

`ifdef METAPACKETS
  // A flit of a metapacket is to leave, before data, after the lane: used only without lane_go. It is the first of its packet; the flit.
  input  wire                          meta,
  input  wire                          meta_first,
  input  wire [FLIT_BITS-1:0]          meta_data,
`endif

  // Link: registered.
  output wire                          tx_valid,
  output wire                          tx_head,
  output wire [VC_W-1:0]               tx_vc,
  output wire [FLIT_BITS-1:0]          tx_data
);
localparam INDEX_W   = VCS > 1 ? $clog2(VCS) : 1;

`ifdef RECOVERY
`else
wire                                 lane_go    = 1'b0;
wire                                 lane_first = 1'b0;
wire [FLIT_BITS-1:0]                 lane_data  = {FLIT_BITS{1'b0}};
`endif

localparam [CHANNELS-1:0] FIRST_CHANNEL = 1;
localparam [VC_W-1:0]     LANE          = VCS[VC_W-1:0];

// ----------------------------------------------------------------------------
// Selection.
wire [VCS-1:0] pick;

`ifdef METAPACKETS
localparam [VC_W-1:0] META_VC = LINK_VCS[VC_W-1:0] - 1'b1;

wire                 ahead       = lane_go | meta;
wire                 ahead_first = lane_go ? lane_first : meta_first;
wire [VC_W-1:0]      ahead_vc    = lane_go ? LANE : META_VC;
wire [FLIT_BITS-1:0] ahead_data  = lane_go ? lane_data : meta_data;
`else
wire                 ahead       = lane_go;
wire                 ahead_first = lane_first;
wire [VC_W-1:0]      ahead_vc    = LANE;
wire [FLIT_BITS-1:0] ahead_data  = lane_data;
`endif

`ifdef SPECULATE
wire [VCS-1:0] above_start;

prefix_or #(.N(VCS)) lowest_start (.x(starts), .y(above_start));

assign go = (|ready ? pick : starts & ~above_start) & {VCS{~ahead}};
`else
assign go = pick & {VCS{~ahead}};
`endif

`ifdef SEVERAL_VCS
reg [VCS-2:0] prio_q;

rr_pick #(.N(VCS)) rr_pick (.req(ready), .last(prio_q), .pick(pick));

always @(posedge clk)
  if (rst)      prio_q <= {(VCS-1){1'b0}};
  else if (|go) prio_q <= go[VCS-2:0];
`else
assign pick = ready;
`endif

// ----------------------------------------------------------------------------
// Its input VC: of each VC, and of the one that goes.
wire [FLIT_BITS-1:0] word;
wire [INDEX_W-1:0]   index;

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [CHANNELS-1:0] here = (FIRST_CHANNEL << owner[v*CHANNEL_W +: CHANNEL_W]) & {CHANNELS{go[v]}};
  wire [CHANNELS-1:0] any;      // of the VCs up to this one

  if (v == 0) begin : g_lowest
    assign any = here;
  end else begin : g_next
    assign any = g_vc[v-1].any | here;
  end
end

assign pop = g_vc[VCS-1].any;

onehot_mux #(.N(CHANNELS), .W(FLIT_BITS)) word_of (.sel(pop), .d(head), .y(word));
onehot_index #(.N(VCS)) number (.onehot(go), .index(index));

// ----------------------------------------------------------------------------
// Link register.
reg                 tx_valid_q;
reg                 tx_head_q;
reg [VC_W-1:0]      tx_vc_q;
reg [FLIT_BITS-1:0] tx_data_q;

wire leaves = ahead | |go;

always @(posedge clk)
  if (rst) begin
    tx_valid_q <= 1'b0;
    tx_head_q  <= 1'b0;
    tx_vc_q    <= {VC_W{1'b0}};
    tx_data_q  <= {FLIT_BITS{1'b0}};
  end else begin
    tx_valid_q <= leaves;
    tx_head_q  <= ahead ? ahead_first : |(pop & first);
    if (leaves) tx_vc_q   <= ahead ? ahead_vc : {{(VC_W-INDEX_W){1'b0}}, index};
    if (leaves) tx_data_q <= ahead ? ahead_data : word;
  end

assign tx_valid = tx_valid_q;
assign tx_head  = tx_head_q;
assign tx_vc    = tx_vc_q;
assign tx_data  = tx_data_q;

endmodule
