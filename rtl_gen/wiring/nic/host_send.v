// Adapter of a network interface, from the host: stores each packet, and sends it to the send side when it is whole, not stopped, and has credits.
// Twin: cmodel/units/host_send.c. docs/internals/microarchitecture-nic.md, section 5.
module host_send #(
  parameter RADIX         = 8,
  parameter NODES         = 64,
  parameter SLS           = 8,
`ifdef PACED
  parameter SPEED_N       = 3,
  parameter SPEED_D       = 2,
`endif
  parameter NIC_CELLS     = 128,
`include "wiring/cells/header.vh"
  parameter NODE_BITS     = 16,
  parameter QUEUES        = SLS * NODES,
  parameter DEST_W        = $clog2(NODES)
) (
`include "wiring/link/host_sends.vh"

  // Service level of a packet, used only with its first flit. By service level and destination: packets wait here. Refused is a packet that is too long, or
  // whose destination or service level is not there. All outputs are registered.
  input  wire [SL_W-1:0]      send_sl,
  output wire [QUEUES-1:0]    send_stopped,

  // The link to the send side, and credits and messages of it.
  output wire                 rx_valid,
  output wire                 rx_head,
  output wire [FLIT_BITS-1:0] rx_data,
  input  wire                 rx_credit,
  input  wire [SL_W-1:0]      rx_credit_sl,
  input  wire                 rx_msg_valid,
  input  wire                 rx_msg_xoff,
  input  wire [SLS-1:0]       rx_msg_levels,
  input  wire [DEST_W-1:0]    rx_msg_destination
);
localparam CELLS_W      = $clog2(NIC_CELLS + 1);
localparam PACKET_FLITS = PACKET_CELLS * CELL_FLITS;
localparam PLACE_W      = PACKET_FLITS > 1 ? $clog2(PACKET_FLITS) : 1;
localparam ADDR_W       = $clog2(2 * PACKET_FLITS);
localparam HEADER_W     = TURNPOOL_BITS + LEN_W + SL_W + FLITS_W + NODE_BITS;

localparam [FLITS_W-1:0] NO_FLITS   = 0;
localparam [FLITS_W-1:0] ONE_FLIT   = 1;
localparam [FLITS_W-1:0] MOST_FLITS = PACKET_FLITS[FLITS_W-1:0];
localparam [SL_W:0]      ALL_SLS    = SLS[SL_W:0];
localparam [DEST_W:0]    ALL_NODES  = NODES[DEST_W:0];

// ----------------------------------------------------------------------------
// The packet that comes, into one of two buffers.
reg               wr_q;            // its buffer
reg [FLITS_W-1:0] wr_flits_q;      // its flits so far; stays at the most
reg               refuse_q;        // it is refused
reg               refused_q;       // one ended, and was refused
reg [1:0]         whole_q;         // by buffer: it holds a whole packet

wire              take    = send_valid & send_ready;
wire              begins  = wr_flits_q == NO_FLITS;
wire              known   = ({1'b0, send_destination} < ALL_NODES) & ({1'b0, send_sl} < ALL_SLS);
wire              refuse  = refuse_q | (begins ? ~known : wr_flits_q == MOST_FLITS);
wire              store   = take & ~refuse;
wire              ends    = store & send_last;
wire              leaves;          // the last flit of a packet is read

assign send_ready   = ~whole_q[wr_q];
assign send_refused = refused_q;

always @(posedge clk)
  if (rst) begin
    wr_q       <= 1'b0;
    wr_flits_q <= NO_FLITS;
    refuse_q   <= 1'b0;
    refused_q  <= 1'b0;
  end else begin
    refused_q <= take & send_last & refuse;
    if (take) begin
      wr_q       <= wr_q ^ ends;
      refuse_q   <= refuse & ~send_last;
      wr_flits_q <= send_last ? NO_FLITS : wr_flits_q == MOST_FLITS ? MOST_FLITS : wr_flits_q + ONE_FLIT;
    end
  end

// ----------------------------------------------------------------------------
// The packet that leaves: the older one.
reg                  rd_q;           // its buffer
reg  [FLITS_W-1:0]   rd_flits_q;     // its flits that were read
reg                  head_q;         // the flit read in the cycle before is the first
reg  [FLITS_W-1:0]   flits_q;        // of the packet that began last: length, service level, destination
reg  [SL_W-1:0]      sl_q;
reg  [DEST_W-1:0]    destination_q;

// Of the packets in the buffers, by buffer: length, service level, destination.
reg  [2*FLITS_W-1:0] length_q;
reg  [2*SL_W-1:0]    sl_here_q;
reg  [2*DEST_W-1:0]  destination_here_q;

wire [FLITS_W-1:0]   flits       = rd_q ? length_q[FLITS_W +: FLITS_W] : length_q[0 +: FLITS_W];
wire [SL_W-1:0]      sl          = rd_q ? sl_here_q[SL_W +: SL_W] : sl_here_q[0 +: SL_W];
wire [DEST_W-1:0]    destination = rd_q ? destination_here_q[DEST_W +: DEST_W] : destination_here_q[0 +: DEST_W];
wire [NEED_W-1:0]    need;
wire [SLS-1:0]       sl_onehot;
wire [NODES-1:0]     dest_onehot, stopped_of_sl;
wire [SLS*CELLS_W-1:0] spare;
wire [CELLS_W-1:0]   spare_of_sl;
wire                 pace;
wire                 between = rd_flits_q == NO_FLITS;
wire                 may     = whole_q[rd_q] & ~|(stopped_of_sl & dest_onehot) & {{(CELLS_W-NEED_W){1'b0}}, need} <= spare_of_sl;
wire                 read    = pace & (between ? may : 1'b1);
wire                 head    = read & between;

assign leaves = read & rd_flits_q + ONE_FLIT == flits;

need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of (.flits(flits), .need(need));
turn_onehot #(.N(1), .TURN_W(SL_W),   .DESTS(SLS))   sl_of   (.turn(sl),          .dest(sl_onehot));
turn_onehot #(.N(1), .TURN_W(DEST_W), .DESTS(NODES)) dest_of (.turn(destination), .dest(dest_onehot));
onehot_mux #(.N(SLS), .W(NODES))   stopped_of (.sel(sl_onehot), .d(send_stopped), .y(stopped_of_sl));
onehot_mux #(.N(SLS), .W(CELLS_W)) spare_of   (.sel(sl_onehot), .d(spare),        .y(spare_of_sl));

// Credits: cells of the send side, by service level.
ccu #(.VCS(SLS), .CELLS(NIC_CELLS), .PACKET_CELLS(PACKET_CELLS)) credits (
  .clk(clk), .rst(rst), .take(head), .take_vc(sl_onehot), .take_need(need), .give(rx_credit), .give_vc(rx_credit_sl),
  .spare(spare)
);

always @(posedge clk)
  if (rst) begin
    rd_q          <= 1'b0;
    rd_flits_q    <= NO_FLITS;
    head_q        <= 1'b0;
    flits_q       <= NO_FLITS;
    sl_q          <= {SL_W{1'b0}};
    destination_q <= {DEST_W{1'b0}};
  end else begin
    head_q <= head;
    rd_q   <= rd_q ^ leaves;
    if (read) rd_flits_q <= leaves ? NO_FLITS : rd_flits_q + ONE_FLIT;
    if (head) begin
      flits_q       <= flits;
      sl_q          <= sl;
      destination_q <= destination;
    end
  end

// ----------------------------------------------------------------------------
// Buffers. One is written from the cycle after its last flit was read on.
genvar b;
for (b = 0; b < 2; b = b + 1) begin : g_buffer
  localparam [0:0] THIS = b;

  always @(posedge clk)
    if (rst) begin
      whole_q[b]                             <= 1'b0;
      length_q[b*FLITS_W +: FLITS_W]         <= NO_FLITS;
      sl_here_q[b*SL_W +: SL_W]              <= {SL_W{1'b0}};
      destination_here_q[b*DEST_W +: DEST_W] <= {DEST_W{1'b0}};
    end else begin
      whole_q[b] <= (whole_q[b] & ~(leaves & rd_q == THIS)) | (ends & wr_q == THIS);
      if (ends & wr_q == THIS) length_q[b*FLITS_W +: FLITS_W] <= wr_flits_q + ONE_FLIT;
      if (store & begins & wr_q == THIS) begin
        sl_here_q[b*SL_W +: SL_W]              <= send_sl;
        destination_here_q[b*DEST_W +: DEST_W] <= send_destination;
      end
    end
end

wire [ADDR_W-1:0]    waddr, raddr;
wire [FLIT_BITS-1:0] rdata;

cell_address #(.VCS(2), .CELLS(PACKET_FLITS)) of_write (.vc(wr_q), .number(wr_flits_q[PLACE_W-1:0]), .address(waddr));
cell_address #(.VCS(2), .CELLS(PACKET_FLITS)) of_read  (.vc(rd_q), .number(rd_flits_q[PLACE_W-1:0]), .address(raddr));

ram_1r1w #(.WORDS(2 * PACKET_FLITS), .WIDTH(FLIT_BITS)) packet_mem (
  .clk(clk), .wen(store), .waddr(waddr), .wdata(send_data), .ren(read), .raddr(raddr), .rdata(rdata)
);

// ----------------------------------------------------------------------------
// Queues of the send side that are stopped.
reg  [QUEUES-1:0] stopped_q;
wire [NODES-1:0]  msg_dest;

turn_onehot #(.N(1), .TURN_W(DEST_W), .DESTS(NODES)) dest_of_msg (.turn(rx_msg_destination), .dest(msg_dest));

assign send_stopped = stopped_q;

genvar s;
for (s = 0; s < SLS; s = s + 1) begin : g_sl
  wire [NODES-1:0] here = msg_dest & {NODES{rx_msg_valid & rx_msg_levels[s]}};

  always @(posedge clk)
    if (rst)              stopped_q[s*NODES +: NODES] <= {NODES{1'b0}};
    else if (rx_msg_xoff) stopped_q[s*NODES +: NODES] <= stopped_q[s*NODES +: NODES] | here;
    else                  stopped_q[s*NODES +: NODES] <= stopped_q[s*NODES +: NODES] & ~here;
end

// ----------------------------------------------------------------------------
// Link register and pace. The first flit gets its header.
localparam [LEN_W-1:0] NO_TURNS = 0;

wire [TURNPOOL_BITS-1:0] pool   = {{(TURNPOOL_BITS-DEST_W){1'b0}}, destination_q};
wire [HEADER_W-1:0]      header = {node, flits_q, sl_q, NO_TURNS, pool};
wire [FLIT_BITS-1:0]     data;

// verilator lint_off UNUSED
wire                     pace_next;      // a packet begins whenever the link may send
// verilator lint_on UNUSED

if (FLIT_BITS > HEADER_W) begin : g_payload
  assign data = {rdata[FLIT_BITS-1:HEADER_W], head_q ? header : rdata[HEADER_W-1:0]};
end else begin : g_header
  assign data = head_q ? header : rdata;
end

`ifdef PACED
lport #(.SPEED_N(SPEED_N), .SPEED_D(SPEED_D), .FLIT_BITS(FLIT_BITS)) lport (
`else
lport #(.FLIT_BITS(FLIT_BITS)) lport (
`endif
  .clk(clk), .rst(rst), .rd_valid(read), .rd_head(head), .rdata(data), .put(1'b0), .put_fields(1'b0), .pace(pace),
  .pace_next(pace_next), .tx_valid(rx_valid), .tx_head(rx_head), .tx_data(rx_data)
);

endmodule
