// A memory of macros: rows of them for its words, columns for its bits. What is read comes in the next cycle, and stays until the next read; a read of
// the word being written returns the old word, and one in the next cycle the new, whatever the macro does.
module macro_memory #(
  parameter MACRO  = 0,   // number in the memory map
  parameter WORDS  = 16,
  parameter WIDTH  = 8,
  parameter MASKED = 0,   // else all of wmask is set
  parameter ADDR_W = WORDS > 1 ? $clog2(WORDS) : 1
) (
  input  wire              clk,
  input  wire              wen,
  input  wire [ADDR_W-1:0] waddr,
  // verilator lint_off UNUSED
  input  wire [WIDTH-1:0]  wmask,
  // verilator lint_on UNUSED
  input  wire [WIDTH-1:0]  wdata,
  input  wire              ren,
  input  wire [ADDR_W-1:0] raddr,
  output wire [WIDTH-1:0]  rdata
);
// The macro: its words; bits of a word, and of those the ones that a bit of its mask is for; whether its output stays until the next read; whether a read
// of the word being written gives the old one. Masked memories have only such macros.
localparam MACRO_WORDS = `MACRO_WORDS;
localparam BITS = `MACRO_BITS;
localparam GRAIN = `MACRO_GRAIN;
localparam HOLDS = `MACRO_HOLDS;
localparam OLD = `MACRO_OLD;

localparam MACRO_AW = $clog2(MACRO_WORDS);
localparam LOW_W = WORDS > MACRO_WORDS ? $clog2(MACRO_WORDS + 1) - 1 : ADDR_W;   // a row has a power of two of words, if there are several
localparam ROWS = (WORDS + (1 << LOW_W) - 1) >> LOW_W;
localparam STRIDE = MASKED != 0 ? GRAIN : 1;            // bits of the macro for a bit of the memory
localparam COLUMN = BITS / STRIDE;
localparam COLUMNS = (WIDTH + COLUMN - 1) / COLUMN;
localparam ROW_W = ROWS > 1 ? $clog2(ROWS) : 1;
localparam PADDED = COLUMNS * COLUMN;

// The write as the macros see it.
wire              macro_wen;
wire [ADDR_W-1:0] macro_waddr;
wire [WIDTH-1:0]  macro_wdata;

// What the macros give for the last read, of those rows that are asked.
wire              macro_ren;
wire [ROW_W-1:0]  wrow, rrow, row_read;
wire [WIDTH-1:0]  read, word;
wire [ROWS-1:0]   row_chosen;
wire [ROWS*WIDTH-1:0] row_words;

onehot_mux #(.N(ROWS), .W(WIDTH)) choose (.sel(row_chosen), .d(row_words), .y(read));

genvar row, column, b;
// Rows: the upper bits of the address, remembered for the data.
if (ROWS > 1) begin : g_deep
  reg [ROW_W-1:0] row_q;
  assign wrow = macro_waddr[ADDR_W-1:LOW_W];
  assign rrow = raddr[ADDR_W-1:LOW_W];
  always @(posedge clk) if (ren) row_q <= rrow;
  assign row_read = row_q;
end else begin : g_flat
  assign wrow = {ROW_W{1'b0}};
  assign rrow = {ROW_W{1'b0}};
  assign row_read = {ROW_W{1'b0}};
end

for (row = 0; row < ROWS; row = row + 1) begin : g_row
  wire [MACRO_AW-1:0] write_at, read_at;
  // verilator lint_off UNUSED
  wire [PADDED-1:0]   row_rdata;      // bits of the last column that the memory has not
  // verilator lint_on UNUSED
  if (MACRO_AW > LOW_W) begin : g_padded
    assign write_at = {{MACRO_AW-LOW_W{1'b0}}, macro_waddr[LOW_W-1:0]};
    assign read_at = {{MACRO_AW-LOW_W{1'b0}}, raddr[LOW_W-1:0]};
  end else begin : g_whole
    assign write_at = macro_waddr[LOW_W-1:0];
    assign read_at = raddr[LOW_W-1:0];
  end
  for (column = 0; column < COLUMNS; column = column + 1) begin : g_column
    // verilator lint_off UNUSED
    wire [BITS-1:0]       write_data, read_data;
    // verilator lint_on UNUSED
    wire [BITS/GRAIN-1:0] write_mask;
    for (b = 0; b < BITS; b = b + 1) begin : g_bit
      if (b % STRIDE == 0 && b / STRIDE < COLUMN && column * COLUMN + b / STRIDE < WIDTH) begin : g_used
        assign write_data[b] = macro_wdata[column * COLUMN + b / STRIDE];
      end else begin : g_spare
        assign write_data[b] = 1'b0;
      end
    end
    for (b = 0; b < BITS / GRAIN; b = b + 1) begin : g_mask
      if (MASKED == 0) begin : g_all
        assign write_mask[b] = 1'b1;
      end else if (column * COLUMN + b < WIDTH) begin : g_one
        assign write_mask[b] = wmask[column * COLUMN + b];
      end else begin : g_none
        assign write_mask[b] = 1'b0;
      end
    end
    for (b = 0; b < COLUMN; b = b + 1) begin : g_out
      assign row_rdata[column * COLUMN + b] = read_data[b * STRIDE];
    end
    macro_pins #(.MACRO(MACRO), .ADDR_W(MACRO_AW), .BITS(BITS), .MASK_W(BITS / GRAIN)) pins (
      .clk(clk), .wen(macro_wen && wrow == row), .waddr(write_at), .wmask(write_mask), .wdata(write_data),
      .ren(macro_ren && rrow == row), .raddr(read_at), .rdata(read_data)
    );
  end
  assign row_chosen[row] = row_read == row;
  assign row_words[row*WIDTH +: WIDTH] = row_rdata[WIDTH-1:0];
end

if (OLD != 0) begin : g_direct
  assign macro_wen = wen;
  assign macro_waddr = waddr;
  assign macro_wdata = wdata;
  assign macro_ren = ren;
  assign word = read;
end else begin : g_late
  // The macros are written a cycle later, so that a read in the cycle of the write finds the old word. A read in the next cycle takes the word that is
  // being written, and does not reach the macros, which so never see a collision.
  reg              wen_q, hit_q;
  reg [ADDR_W-1:0] waddr_q;
  reg [WIDTH-1:0]  wdata_q, new_q;
  wire             hit = wen_q && waddr_q == raddr;
  assign macro_wen = wen_q;
  assign macro_waddr = waddr_q;
  assign macro_wdata = wdata_q;
  assign macro_ren = ren && !hit;
  always @(posedge clk) begin
    wen_q <= wen;
    if (wen) waddr_q <= waddr;
    if (wen) wdata_q <= wdata;
    if (ren) hit_q <= hit;
    if (ren && hit) new_q <= wdata_q;
  end
  assign word = hit_q ? new_q : read;
end

if (HOLDS != 0) begin : g_holds
  assign rdata = word;
end else begin : g_held
  reg             read_q;
  reg [WIDTH-1:0] held_q;
  always @(posedge clk) begin
    read_q <= ren;
    if (read_q) held_q <= word;
  end
  assign rdata = read_q ? word : held_q;
end

endmodule
