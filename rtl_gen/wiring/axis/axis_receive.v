// Packets of a network interface to AXI-Stream, where a frame may have several packets: a ring for each flow, a source and a level. A frame is read
// when it is whole.
module axis_receive #(
  parameter NODES          = 64,
  parameter SEND_LEVELS    = 1,
`include "wiring/axis/parameters.vh"
  parameter FRAME_BEATS    = 190,
  parameter FLIT_BITS      = 138,
  parameter NODE_BITS      = 16,
  parameter DEST_W         = $clog2(NODES)
) (
  // Packets, which do not mix. The source is valid with the first flit. ready does not depend on valid.
`include "wiring/axis/packets_out.vh"

  input  wire                      clk,
  input  wire                      rst
);
localparam LEVEL_W = SEND_LEVELS > 1 ? $clog2(SEND_LEVELS) : 1;
localparam FLOWS   = SEND_LEVELS * NODES;
localparam FLOW_W  = $clog2(FLOWS);
localparam AT_W    = FRAME_BEATS > 1 ? $clog2(FRAME_BEATS) : 1;   // place in a ring
localparam BEAT_W  = 9 * AXIS_BYTES + AXIS_USER_BITS + AXIS_ID_BITS;

localparam [AT_W:0] ALL_PLACES = {1'b1, {AT_W{1'b0}}};

// ----------------------------------------------------------------------------
// The flit that comes, and its flow.
reg  [DEST_W-1:0]  source_q;      // of the packet under way

wire [DEST_W-1:0]  source = receive_first ? receive_source[DEST_W-1:0] : source_q;
wire [LEVEL_W-1:0] level;
wire [FLOW_W-1:0]  wr_number;
wire [FLOWS-1:0]   wr_flow;       // one-hot
wire [FLOWS-1:0]   full;          // by flow: its ring
wire               bad, ends;
wire [BEAT_W-1:0]  wr_beat;
wire               take = receive_valid & receive_ready;

assign {bad, ends, wr_beat} = receive_data[HEADER_BITS +: BEAT_W+2];
assign receive_ready        = ~|(wr_flow & full);

frame_level #(.LEVELS(SEND_LEVELS), .ID_W(AXIS_ID_BITS)) level_of (.id(wr_beat[BEAT_W-1 -: AXIS_ID_BITS]), .level(level));
cell_address #(.VCS(SEND_LEVELS), .CELLS(NODES)) flow_of (.vc(level), .number(source), .address(wr_number));
turn_onehot #(.N(1), .TURN_W(FLOW_W), .DESTS(FLOWS)) onehot_of (.turn(wr_number), .dest(wr_flow));

always @(posedge clk)
  if (rst)                source_q <= {DEST_W{1'b0}};
  else if (receive_valid) source_q <= source;

// ----------------------------------------------------------------------------
// The beat that was read last is what is shown, until it is taken; then the next one is read, of the same frame or of another one.
reg               shown_q;       // it is not taken yet
reg               begun_q;       // one was read
reg  [FLOWS-1:0]  rd_flow_q;     // its flow, one-hot
reg  [DEST_W-1:0] rd_source_q;

wire              last;          // it is the last of its frame
wire [FLOWS-1:0]  there;         // by flow: a whole frame is there that nobody reads
wire [FLOWS-1:0]  picked;
wire              goes_on = begun_q & ~last;
wire [FLOWS-1:0]  rd_flow = goes_on ? rd_flow_q : picked;
wire              read    = |rd_flow & (~shown_q | m_axis_tready);
wire              starts  = read & ~goes_on;
wire [FLOW_W-1:0] rd_number;
wire [NODES-1:0]  rd_source;
wire [DEST_W-1:0] rd_source_number;

arbiter_round_robin #(.N(FLOWS)) arbiter (.clk(clk), .rst(rst), .req(there), .advance(starts), .gnt(picked));
onehot_index #(.N(FLOWS)) number_of_flow   (.onehot(rd_flow), .index(rd_number));
onehot_index #(.N(NODES)) number_of_source (.onehot(rd_source), .index(rd_source_number));
onehot_mux #(.N(SEND_LEVELS), .W(NODES)) source_of (.sel({SEND_LEVELS{1'b1}}), .d(rd_flow), .y(rd_source));

assign m_axis_tvalid = shown_q;
assign m_axis_tlast  = last;
assign m_axis_tdest  = rd_source_q;

always @(posedge clk)
  if (rst) begin
    shown_q     <= 1'b0;
    begun_q     <= 1'b0;
    rd_flow_q   <= {FLOWS{1'b0}};
    rd_source_q <= {DEST_W{1'b0}};
  end else begin
    shown_q <= read | (shown_q & ~m_axis_tready);
    if (read) begin
      begun_q     <= 1'b1;
      rd_flow_q   <= rd_flow;
      rd_source_q <= rd_source_number;
    end
  end

// ----------------------------------------------------------------------------
// Rings. A frame fits in one that is empty: so one that is full has a whole frame, and waits for nothing but TREADY.
wire [FLOWS*AT_W-1:0] wr_ats, rd_ats;
wire [AT_W-1:0]       wr_at, rd_at;

// By flow: place of the next beat that comes, where its frame began, place of the next beat to be read, each with a bit more; whole frames that
// nobody has begun to read.
reg [FLOWS*(AT_W+1)-1:0] wr_q;
reg [FLOWS*(AT_W+1)-1:0] begin_q;
reg [FLOWS*(AT_W+1)-1:0] rd_q;
reg [FLOWS*(AT_W+1)-1:0] frames_q;

genvar f;
for (f = 0; f < FLOWS; f = f + 1) begin : g_flow
  localparam LSB = f * (AT_W + 1);

  wire [AT_W:0] wr     = wr_q[LSB +: AT_W+1];
  wire [AT_W:0] rd     = rd_q[LSB +: AT_W+1];
  wire [AT_W:0] frames = frames_q[LSB +: AT_W+1];
  wire          in     = take & wr_flow[f];
  wire          whole  = in & ends;
  wire          out    = read & rd_flow[f];
  wire          begun  = starts & rd_flow[f];

  assign full[f]  = (wr ^ rd) == ALL_PLACES;
  assign there[f] = |frames;
  assign wr_ats[f*AT_W +: AT_W] = wr[AT_W-1:0];
  assign rd_ats[f*AT_W +: AT_W] = rd[AT_W-1:0];

  always @(posedge clk)
    if (rst) begin
      wr_q[LSB +: AT_W+1]     <= {(AT_W+1){1'b0}};
      begin_q[LSB +: AT_W+1]  <= {(AT_W+1){1'b0}};
      rd_q[LSB +: AT_W+1]     <= {(AT_W+1){1'b0}};
      frames_q[LSB +: AT_W+1] <= {(AT_W+1){1'b0}};
    end else begin
      if (in)            wr_q[LSB +: AT_W+1]     <= bad ? begin_q[LSB +: AT_W+1] : wr + 1'b1;
      if (whole)         begin_q[LSB +: AT_W+1]  <= wr + 1'b1;
      if (out)           rd_q[LSB +: AT_W+1]     <= rd + 1'b1;
      if (whole ^ begun) frames_q[LSB +: AT_W+1] <= whole ? frames + 1'b1 : frames - 1'b1;
    end
end

onehot_mux #(.N(FLOWS), .W(AT_W)) wr_at_of (.sel(wr_flow), .d(wr_ats), .y(wr_at));
onehot_mux #(.N(FLOWS), .W(AT_W)) rd_at_of (.sel(rd_flow), .d(rd_ats), .y(rd_at));

ram_1r1w #(.WORDS(FLOWS << AT_W), .WIDTH(BEAT_W + 1)) beat_mem (
  .clk(clk), .wen(take), .waddr({wr_number, wr_at}), .wdata({ends, wr_beat}), .ren(read), .raddr({rd_number, rd_at}),
  .rdata({last, m_axis_tid, m_axis_tuser, m_axis_tkeep, m_axis_tdata})
);

endmodule
