// Cell memory of a side: gives cells to the flits that enter, links the cells of a packet, reads packets, and frees their cells.
// Twin: cmodel/units/cmu.c. docs/internals/microarchitecture-side.md.
module cmu #(
  parameter VCS          = 2,
  parameter CELLS        = 256,
  parameter CELL_FLITS   = 8,   // a power of two
  parameter PACKET_CELLS = 32,
  parameter STALLS       = 1,   // 0: a flit of a packet that is read is there whenever it may be read (checked in simulation)
  parameter FLIT_BITS    = 64,
  parameter VC_W         = VCS > 1 ? $clog2(VCS) : 1,
  parameter CELL_W       = CELLS > 1 ? $clog2(CELLS) : 1,
  parameter FLITS_W      = $clog2(PACKET_CELLS * CELL_FLITS + 1)
) (
  input  wire                 clk,
  input  wire                 rst,

  // Flit that enters, as it is stored. in_head: it is the first of a packet; in_vc, in_flits: VC and length of that packet, used only with a
  // header. The flits of one packet enter before those of the next, and a header only while its VC has cells for the packet (credits).
  input  wire                 in_valid,
  input  wire                 in_head,
  input  wire [FLIT_BITS-1:0] in_store,
  input  wire [VC_W-1:0]      in_vc,
  input  wire [FLITS_W-1:0]   in_flits,

  // Scheduler. gnt: a packet of this side is granted, only while idle is set. gnt_long: it has more than one flit; used only with gnt.
  input  wire                 gnt,
  input  wire                 gnt_long,

  // popping: set in the cycle after gnt. First cell, length, VC of the packet that was granted; used only with popping.
  input  wire                 popping,
  input  wire [CELL_W-1:0]    pop_cell,
  input  wire [FLITS_W-1:0]   pop_flits,
  input  wire [VC_W-1:0]      pop_vc,

  // The reader. pace: a flit may be read in this cycle; a function of registers, set with popping. pace_next: in the next cycle; may depend on rd_valid.
  input  wire                 pace,
  input  wire                 pace_next,

  // wr_cell: cell of the flit that enters. idle: a packet can be granted in this cycle; a function of registers. idle_next: the last flit is read in
  // the next cycle, or none is left. rd_valid, rd_head: what is read in this cycle. rdata: flit read last. credit: a cell became free, one
  // per cycle; credit_vc: its VC, used only with credit; both registered.
  output wire [CELL_W-1:0]    wr_cell,
  output wire                 idle,
  output wire                 idle_next,
  output wire                 rd_valid,
  output wire                 rd_head,
  output wire [FLIT_BITS-1:0] rdata,
  output wire                 credit,
  output wire [VC_W-1:0]      credit_vc
);
localparam CELLS_W    = $clog2(CELLS + 1);
localparam SIDE_CELLS = VCS * CELLS;
localparam SHIFT      = $clog2(CELL_FLITS);
localparam PLACE_W    = CELL_FLITS > 1 ? SHIFT : 1;
localparam CELL_AW    = SIDE_CELLS > 1 ? $clog2(SIDE_CELLS) : 1;
localparam DATA_AW    = SIDE_CELLS * CELL_FLITS > 1 ? $clog2(SIDE_CELLS * CELL_FLITS) : 1;

localparam LAST_CELL_NUMBER = CELLS - 1;
localparam LAST_FLIT_PLACE  = CELL_FLITS - 1;

localparam [CELLS_W-1:0] NO_CELLS   = 0;
localparam [CELL_W-1:0]  FIRST_CELL = 0;
localparam [CELL_W-1:0]  LAST_CELL  = LAST_CELL_NUMBER[CELL_W-1:0];
localparam [PLACE_W-1:0] FIRST_FLIT = 0;
localparam [PLACE_W-1:0] LAST_FLIT  = LAST_FLIT_PLACE[PLACE_W-1:0];
localparam [FLITS_W-1:0] NO_FLITS   = 0;
localparam [FLITS_W-1:0] ONE_FLIT   = 1;

reg [VCS*CELL_W-1:0]  fresh_q;
reg [VCS*CELL_W-1:0]  hand_q;
reg [VCS-1:0]         hand_valid_q;
reg [VCS-1:0]         refill_q;
reg [VCS*CELL_W-1:0]  ring_rd_q;
reg [VCS*CELL_W-1:0]  ring_wr_q;
reg [VCS*CELLS_W-1:0] ring_count_q;
reg [CELL_W-1:0]      wr_first_q;
reg [FLITS_W-1:0]     wr_left_q;
reg [FLITS_W-1:0]     wr_left_prev_q;
reg [VC_W-1:0]        wr_vc_q;
reg [CELL_W-1:0]      wr_cell_q;
reg [FLITS_W-1:0]     rd_left_q;
reg [VC_W-1:0]        rd_vc_q;
reg [CELL_W-1:0]      rd_cell_q;
reg                   rd_cross_q;
reg                   follow_q;
reg                   idle_q;
reg                   long_begun_q;
reg                   credit_q;
reg [VC_W-1:0]        credit_vc_q;

// ----------------------------------------------------------------------------
// Write side. A flit at the first place of a cell takes a cell.
wire               arrive   = in_valid & in_head;
wire [PLACE_W-1:0] wr_place;                      // place of the flit in its cell
wire               begins   = in_valid & (wr_place == FIRST_FLIT);
wire [VC_W-1:0]    wr_vc    = in_head ? in_vc : wr_vc_q;
wire [VCS-1:0]     to_vc;                         // the same, one-hot
wire [VCS-1:0]     take     = to_vc & {VCS{begins}};
wire [CELL_W-1:0]  hand;                          // cell that it takes
wire               chained  = begins & ~in_head;  // which follows another one of its packet

assign wr_cell = begins ? hand : wr_cell_q;

// ----------------------------------------------------------------------------
// Read side. A flit that is still to come is read two cycles after it was written, at the earliest.
wire               there     = ~follow_q | (wr_left_prev_q < rd_left_q);
wire               go        = popping | (|rd_left_q & pace & there);
wire [CELL_W-1:0]  next_cell;                     // that chain_mem delivers with rd_cross_q
wire [CELL_W-1:0]  rd_cell   = popping ? pop_cell : rd_cross_q ? next_cell : rd_cell_q;
wire [PLACE_W-1:0] rd_place;                      // place of the flit in its cell
wire [VC_W-1:0]    rd_vc     = popping ? pop_vc : rd_vc_q;
wire               last      = popping ? pop_flits == ONE_FLIT : rd_left_q == ONE_FLIT;
wire               at_end    = last | (rd_place == LAST_FLIT);
wire               cell_ends = go & at_end;
wire               crosses   = cell_ends & ~last;
wire               delayed   = rd_cross_q & ~go;  // the next cell is read again, to be there in the next cycle

// Both alternatives are counted in parallel; popping selects one.
wire [FLITS_W-1:0] rd_left_d = popping ? pop_flits - ONE_FLIT : go ? rd_left_q - ONE_FLIT : rd_left_q;

// The packet is still arriving.
wire own     = popping ? (pop_cell == wr_first_q) & (pop_vc == wr_vc_q) : follow_q;
wire follow  = own & |wr_left_q;

assign idle      = idle_q & ~long_begun_q;
assign idle_next = ~|(rd_left_d >> 1) & (~rd_left_d[0] | (~follow & pace_next));
assign rd_valid  = go;
assign rd_head   = popping;

// ----------------------------------------------------------------------------
// Free cells: of each VC one at hand, the others never taken yet, or in a ring.
wire [CELL_W-1:0]     ring_word;       // what free_mem delivers
wire [VCS*CELL_W-1:0] hands;
wire [VCS-1:0]        of_vc;           // VC of the cell that is read, one-hot
wire [VCS-1:0]        from_ring, to_ring;
wire [CELL_W-1:0]     ring_rd, ring_wr;

genvar v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [VC_W-1:0] THIS = v;

  wire [CELL_W-1:0]  fresh = fresh_q[v*CELL_W +: CELL_W];
  wire [CELL_W-1:0]  rd    = ring_rd_q[v*CELL_W +: CELL_W];
  wire [CELL_W-1:0]  wr    = ring_wr_q[v*CELL_W +: CELL_W];
  wire [CELLS_W-1:0] count = ring_count_q[v*CELLS_W +: CELLS_W];

  assign to_vc[v] = wr_vc == THIS;
  assign of_vc[v] = rd_vc == THIS;
  assign hands[v*CELL_W +: CELL_W] = refill_q[v] ? ring_word : hand_q[v*CELL_W +: CELL_W];

  wire freed      = of_vc[v] & cell_ends;
  wire ring_empty = count == NO_CELLS;
  wire want       = take[v] | ~(hand_valid_q[v] | refill_q[v]);
  wire from_fresh = want & ring_empty & (fresh != LAST_CELL);
  wire direct     = want & ring_empty & (fresh == LAST_CELL) & freed;

  assign from_ring[v] = take[v] & ~ring_empty;
  assign to_ring[v]   = freed & ~direct;

  always @(posedge clk)
    if (rst) begin
      fresh_q[v*CELL_W +: CELL_W]        <= FIRST_CELL;
      hand_q[v*CELL_W +: CELL_W]         <= FIRST_CELL;
      hand_valid_q[v]                    <= 1'b1;
      ring_rd_q[v*CELL_W +: CELL_W]      <= FIRST_CELL;
      ring_wr_q[v*CELL_W +: CELL_W]      <= FIRST_CELL;
      ring_count_q[v*CELLS_W +: CELLS_W] <= NO_CELLS;
    end else begin
      hand_valid_q[v] <= from_fresh | direct | ((hand_valid_q[v] | refill_q[v]) & ~take[v]);
      if (from_fresh)    hand_q[v*CELL_W +: CELL_W] <= fresh + 1'b1;
      else if (direct)   hand_q[v*CELL_W +: CELL_W] <= rd_cell;
      else               hand_q[v*CELL_W +: CELL_W] <= hands[v*CELL_W +: CELL_W];
      if (from_fresh)    fresh_q[v*CELL_W +: CELL_W]   <= fresh + 1'b1;
      if (from_ring[v])  ring_rd_q[v*CELL_W +: CELL_W] <= rd == LAST_CELL ? FIRST_CELL : rd + 1'b1;
      if (to_ring[v])    ring_wr_q[v*CELL_W +: CELL_W] <= wr == LAST_CELL ? FIRST_CELL : wr + 1'b1;
      if (from_ring[v] != to_ring[v])
        ring_count_q[v*CELLS_W +: CELLS_W] <= to_ring[v] ? count + 1'b1 : count - 1'b1;
    end
end

onehot_mux #(.N(VCS), .W(CELL_W)) hand_of    (.sel(to_vc), .d(hands),     .y(hand));
onehot_mux #(.N(VCS), .W(CELL_W)) ring_rd_of (.sel(to_vc), .d(ring_rd_q), .y(ring_rd));
onehot_mux #(.N(VCS), .W(CELL_W)) ring_wr_of (.sel(of_vc), .d(ring_wr_q), .y(ring_wr));

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    refill_q       <= {VCS{1'b0}};
    wr_first_q     <= FIRST_CELL;
    wr_left_q      <= NO_FLITS;
    wr_left_prev_q <= NO_FLITS;
    wr_vc_q        <= {VC_W{1'b0}};
    wr_cell_q      <= FIRST_CELL;
    rd_left_q      <= NO_FLITS;
    rd_vc_q        <= {VC_W{1'b0}};
    rd_cell_q      <= FIRST_CELL;
    rd_cross_q     <= 1'b0;
    follow_q       <= 1'b0;
    idle_q         <= 1'b1;
    long_begun_q   <= 1'b0;
    credit_q       <= 1'b0;
    credit_vc_q    <= {VC_W{1'b0}};
  end else begin
    refill_q       <= from_ring;
    wr_left_prev_q <= wr_left_q;
    rd_left_q      <= rd_left_d;
    follow_q       <= follow;
    idle_q         <= idle_next;
    long_begun_q   <= gnt & gnt_long;
    credit_q       <= cell_ends;
    if (arrive) begin
      wr_first_q <= wr_cell;
      wr_vc_q    <= in_vc;
    end
    if (in_valid) begin
      wr_left_q <= (in_head ? in_flits : wr_left_q) - ONE_FLIT;
      wr_cell_q <= wr_cell;
    end
    if (go) begin
      rd_vc_q    <= rd_vc;
      rd_cell_q  <= rd_cell;
      rd_cross_q <= crosses;
    end
    if (cell_ends) credit_vc_q <= rd_vc;
  end

assign credit    = credit_q;
assign credit_vc = credit_vc_q;

// ----------------------------------------------------------------------------
// Memories.
wire [CELL_AW-1:0] wr_at, chain_wr_at, rd_at, free_wr_at, free_rd_at;
wire [VC_W-1:0]    chain_vc   = delayed ? rd_vc_q : rd_vc;
wire [CELL_W-1:0]  chain_cell = delayed ? rd_cell_q : rd_cell;
wire [CELL_AW-1:0] chain_rd_at;

cell_address #(.VCS(VCS), .CELLS(CELLS)) of_write    (.vc(wr_vc),    .number(wr_cell),    .address(wr_at));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_link     (.vc(wr_vc_q),  .number(wr_cell_q),  .address(chain_wr_at));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_read     (.vc(rd_vc),    .number(rd_cell),    .address(rd_at));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_next     (.vc(chain_vc), .number(chain_cell), .address(chain_rd_at));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_ring_end (.vc(rd_vc),    .number(ring_wr),    .address(free_wr_at));
cell_address #(.VCS(VCS), .CELLS(CELLS)) of_ring     (.vc(wr_vc),    .number(ring_rd),    .address(free_rd_at));

// Addresses of flits.
wire [DATA_AW-1:0] waddr = ({{(DATA_AW-CELL_AW){1'b0}}, wr_at} << SHIFT) | {{(DATA_AW-PLACE_W){1'b0}}, wr_place};
wire [DATA_AW-1:0] raddr = ({{(DATA_AW-CELL_AW){1'b0}}, rd_at} << SHIFT) | {{(DATA_AW-PLACE_W){1'b0}}, rd_place};

ram_1r1w #(.WORDS(SIDE_CELLS * CELL_FLITS), .WIDTH(FLIT_BITS)) data_mem (
  .clk(clk), .wen(in_valid), .waddr(waddr), .wdata(in_store),
  .ren(go), .raddr(raddr), .rdata(rdata)
);

ram_1r1w #(.WORDS(SIDE_CELLS), .WIDTH(CELL_W)) chain_mem (
  .clk(clk), .wen(chained), .waddr(chain_wr_at), .wdata(wr_cell),
  .ren(crosses | delayed), .raddr(chain_rd_at), .rdata(next_cell)
);

ram_1r1w #(.WORDS(SIDE_CELLS), .WIDTH(CELL_W)) free_mem (
  .clk(clk), .wen(|to_ring), .waddr(free_wr_at), .wdata(rd_cell),
  .ren(|from_ring), .raddr(free_rd_at), .rdata(ring_word)
);

`ifdef CELL_OF_FLITS
// Places in cells. A packet begins at the first place of a cell.
reg [PLACE_W-1:0] wr_flit_q;
reg [PLACE_W-1:0] rd_flit_q;

assign wr_place = in_head ? FIRST_FLIT : wr_flit_q;
assign rd_place = popping ? FIRST_FLIT : rd_flit_q;   // with rd_cross_q it is the first one: it comes after the last

always @(posedge clk)
  if (rst) begin
    wr_flit_q <= FIRST_FLIT;
    rd_flit_q <= FIRST_FLIT;
  end else begin
    if (in_valid) wr_flit_q <= wr_place + 1'b1;
    if (go)       rd_flit_q <= rd_place + 1'b1;
  end
`else
assign wr_place = FIRST_FLIT;
assign rd_place = FIRST_FLIT;
`endif

`ifndef SYNTHESIS
wire [VCS-1:0] full;       // no cell of the VC is taken
for (v = 0; v < VCS; v = v + 1) begin : g_check
  assign full[v] = ring_count_q[v*CELLS_W +: CELLS_W] == CELLS[CELLS_W-1:0];
end

always @(posedge clk) if (!rst) begin
  if ((take & ~hand_valid_q & ~refill_q) != {VCS{1'b0}}) $fatal(1, "a flit without a cell at hand");
  if ((to_ring & full) != {VCS{1'b0}}) $fatal(1, "a cell was freed twice");
  if (in_valid && !in_head && wr_left_q == NO_FLITS) $fatal(1, "a flit behind the last of its packet");
  if (arrive && wr_left_q != NO_FLITS) $fatal(1, "a header inside a packet");
  if (gnt && !idle) $fatal(1, "granted while busy");
  if (popping && !pace) $fatal(1, "a packet begins while the link may not send");
  if (popping && rd_left_q != NO_FLITS) $fatal(1, "a packet begins inside another");
  if (STALLS == 0 && rd_left_q != NO_FLITS && pace && !go) $fatal(1, "the link stalls inside a packet");
end
`endif

endmodule
