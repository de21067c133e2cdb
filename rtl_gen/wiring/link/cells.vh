// Of links whose credits are for cells: widths, pins, header.
localparam PACKET_FLITS = PACKET_CELLS * CELL_FLITS;
localparam VC_W         = VCS > 1 ? $clog2(VCS) : 1;

localparam [LEN_W-1:0] NO_TURNS = 0;
localparam [SL_W:0]    ALL_SLS  = SLS[SL_W:0];

`include "wiring/link/pins.vh"

wire [POOL_W-1:0]  turns  = data[POOL_W-1:0];
wire [LEN_W-1:0]   left   = data[LEFT_AT +: LEN_W];
wire [SL_W-1:0]    sl     = data[SL_AT +: SL_W];
wire [FLITS_W-1:0] flits  = data[FLITS_AT +: FLITS_W];
wire [POOL_W-1:0]  ahead  = turns & ~({POOL_W{1'b1}} << (left * TURN_W));
wire               known;         // the VC is there
// verilator lint_off UNUSED
wire [VC_W-1:0]    vc;            // the host's packets have credits by service level
// verilator lint_on UNUSED

`ifdef BY_DESTINATION
localparam [VC_W:0] ALL_VCS = VCS[VC_W:0];

assign vc    = data[VC_AT +: VC_W];
assign known = {1'b0, vc} < ALL_VCS;
`else
wire [VCS-1:0] vc_here;

vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of_sl (.level(sl), .vc(vc_here));
onehot_index #(.N(VCS)) number_of_vc (.onehot(vc_here), .index(vc));
assign known = {1'b0, sl} < ALL_SLS;
`endif

`include "wiring/link/packets.vh"
