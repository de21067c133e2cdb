// AXI-Stream to the packets of a network interface: a beat is a flit, a frame is cut into packets. Frames that are too long, or that go to no node, are
// dropped and counted.
module axis_send #(
  parameter NODES          = 64,
  parameter SEND_LEVELS    = 1,
`include "wiring/axis/parameters.vh"
  // verilator lint_off UNUSED
  parameter FRAME_BEATS    = 190,
  parameter FRAME_FLITS    = 8,      // of a packet
  // verilator lint_on UNUSED
  parameter FLIT_BITS      = 138,
  parameter DEST_W         = $clog2(NODES),
  parameter LEVEL_W        = SEND_LEVELS > 1 ? $clog2(SEND_LEVELS) : 1
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire                      run,                 // frames may come: tables are written
  output wire [15:0]               dropped,             // frames that were dropped; stays at the most

  // TDEST and TID are those of a frame's first beat. TREADY does not depend on TVALID.
`include "wiring/axis/frames_in.vh"

  // Packets. Destination and level count only with the first flit. refused: a packet was refused, in the cycle after its last flit.
  output wire                      send_valid,
  input  wire                      send_ready,
  output wire [FLIT_BITS-1:0]      send_data,
  output wire                      send_last,
  output wire [DEST_W-1:0]         send_destination,
  output wire [LEVEL_W-1:0]        send_level,
  input  wire                      send_refused
);
localparam BEAT_W  = 9 * AXIS_BYTES + AXIS_USER_BITS + AXIS_ID_BITS + 2;
localparam COUNT_W = 16;

localparam [AXIS_ID_BITS-1:0] NO_ID = 0;

// ----------------------------------------------------------------------------
reg                    run_q;
reg                    begun_q;         // a frame is under way
reg [DEST_W-1:0]       dest_q;          // of that frame
reg [AXIS_ID_BITS-1:0] id_q;
reg [COUNT_W-1:0]      dropped_q;

wire                    take  = s_axis_tvalid & s_axis_tready;
wire [AXIS_ID_BITS-1:0] id    = begun_q ? id_q : s_axis_tid;
wire                    bad;            // the frame is too long
wire                    drop;           // the beat is taken, and goes nowhere
wire                    dropping;       // a frame was found to be one that is dropped

assign s_axis_tready    = run_q & (drop | send_ready);
assign send_valid       = run_q & s_axis_tvalid & ~drop;
assign send_destination = begun_q ? dest_q : s_axis_tdest;
assign dropped          = dropped_q;

always @(posedge clk)
  if (rst) begin
    run_q     <= 1'b0;
    begun_q   <= 1'b0;
    dest_q    <= {DEST_W{1'b0}};
    id_q      <= NO_ID;
    dropped_q <= {COUNT_W{1'b0}};
  end else begin
    run_q <= run;
    if (dropping & ~&dropped_q) dropped_q <= dropped_q + 1'b1;
    if (take) begin
      begun_q <= ~s_axis_tlast;
      dest_q  <= send_destination;
      id_q    <= id;
    end
  end

// The level of a frame: its TID modulo their number.
frame_level #(.LEVELS(SEND_LEVELS), .ID_W(AXIS_ID_BITS)) level_of (.id(id), .level(send_level));

// ----------------------------------------------------------------------------
// A frame of one packet is refused by the network interface if it is too long, or goes to no node. One of several is cut, and ends with a flit that says
// that it is bad.
`ifdef FRAMES_CUT
localparam FLITS_W  = FRAME_FLITS > 1 ? $clog2(FRAME_FLITS) : 1;
localparam BEATS_W  = FRAME_BEATS > 1 ? $clog2(FRAME_BEATS) : 1;

localparam LAST_FLIT_NUMBER = FRAME_FLITS - 1;
localparam LAST_BEAT_NUMBER = FRAME_BEATS - 1;

localparam [FLITS_W-1:0] LAST_FLIT = LAST_FLIT_NUMBER[FLITS_W-1:0];
localparam [BEATS_W-1:0] LAST_BEAT = LAST_BEAT_NUMBER[BEATS_W-1:0];
localparam [DEST_W:0]    ALL_NODES = NODES[DEST_W:0];

reg [BEATS_W-1:0] beat_q;       // beats of the frame so far
reg [FLITS_W-1:0] flit_q;       // flits of the packet so far
reg               swallow_q;    // the rest of the frame is dropped

wire unknown    = ~begun_q & ~({1'b0, s_axis_tdest} < ALL_NODES);
wire frame_ends = s_axis_tlast | bad;

assign bad       = beat_q == LAST_BEAT & ~s_axis_tlast;
assign drop      = swallow_q | unknown;
assign dropping  = take & (unknown | (bad & ~swallow_q));
assign send_last = frame_ends | flit_q == LAST_FLIT;

always @(posedge clk)
  if (rst) begin
    beat_q    <= {BEATS_W{1'b0}};
    flit_q    <= {FLITS_W{1'b0}};
    swallow_q <= 1'b0;
  end else if (take) begin
    swallow_q <= ~s_axis_tlast & (drop | bad);
    beat_q    <= frame_ends | drop ? {BEATS_W{1'b0}} : beat_q + 1'b1;
    flit_q    <= send_last  | drop ? {FLITS_W{1'b0}} : flit_q + 1'b1;
  end

// verilator lint_off UNUSED
wire refused = send_refused;    // never: destinations are known, and packets not too long
// verilator lint_on UNUSED
`else
assign bad       = 1'b0;
assign drop      = 1'b0;
assign dropping  = send_refused;
assign send_last = s_axis_tlast;
`endif

// ----------------------------------------------------------------------------
// A flit: the beat above the bits of the header, which the network interface writes in the first one. At the top what is not used is 0.
localparam USED_W = HEADER_BITS + BEAT_W;

wire [USED_W-1:0] beat = {bad, s_axis_tlast, id, s_axis_tuser, s_axis_tkeep, s_axis_tdata, {HEADER_BITS{1'b0}}};

if (FLIT_BITS > USED_W) begin : g_wide
  assign send_data = {{(FLIT_BITS-USED_W){1'b0}}, beat};
end else begin : g_full
  assign send_data = beat;
end

endmodule
