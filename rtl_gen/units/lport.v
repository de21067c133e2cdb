// Link port: the pace of a link that is slower than the crossbar, and the link register; headers get new fields.
// Twin: cmodel/units/lport.c. docs/internals/microarchitecture-cioq.md.
module lport #(
`ifdef PACED
  parameter SPEED_N   = 3,       // 2 or more
  parameter SPEED_D   = 2,
`endif
  parameter PUT_AT    = 0,       // place of the fields that headers get
  parameter PUT_W     = 1,       // their width
  parameter FLIT_BITS = 64
) (
  input  wire                 clk,
  input  wire                 rst,

  // The side. rd_valid: a flit is read, only with pace; rd_head: the first of a packet. rdata: the flit that was read in the cycle before.
  input  wire                 rd_valid,
  input  wire                 rd_head,
  input  wire [FLIT_BITS-1:0] rdata,

  // put: headers get these fields, a constant. The fields are those of the packet whose header was read in the cycle before; used only with put.
  input  wire                 put,
  input  wire [PUT_W-1:0]     put_fields,

  // pace: a flit may be read in this cycle; from registers. pace_next: in the next one; depends on rd_valid. The link: registered.
  output wire                 pace,
  output wire                 pace_next,
  output wire                 tx_valid,
  output wire                 tx_head,
  output wire [FLIT_BITS-1:0] tx_data
);
localparam [FLIT_BITS-1:0] MASK = {FLIT_BITS{1'b1}} >> (FLIT_BITS - PUT_W) << PUT_AT;

`ifdef PACED
// Tokens: a link carries SPEED_D flits in SPEED_N cycles.
localparam TOKEN_W = $clog2(SPEED_N);
localparam [TOKEN_W:0] N    = SPEED_N[TOKEN_W:0];
localparam [TOKEN_W:0] D    = SPEED_D[TOKEN_W:0];
localparam [TOKEN_W:0] REST = N - 1'b1;

reg [TOKEN_W-1:0] tokens_q;

wire [TOKEN_W:0] more     = {1'b0, tokens_q} + D;
wire [TOKEN_W:0] after    = more - N;                      // with a flit
wire [TOKEN_W:0] without  = more > REST ? REST : more;
wire [TOKEN_W:0] tokens_d = rd_valid ? after : without;

always @(posedge clk)
  if (rst) tokens_q <= REST[TOKEN_W-1:0];
  else     tokens_q <= tokens_d[TOKEN_W-1:0];

assign pace      = more >= N;
assign pace_next = rd_valid ? after + D >= N : without + D >= N;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (rd_valid && tokens_d[TOKEN_W]) $fatal(1, "a flit that the link cannot carry yet");
end
`endif
`else
assign pace      = 1'b1;
assign pace_next = 1'b1;
`endif

reg                 rd_valid_q;
reg                 rd_head_q;
reg                 tx_valid_q;
reg                 tx_head_q;
reg [FLIT_BITS-1:0] tx_data_q;

wire [FLIT_BITS-1:0] fields = {{(FLIT_BITS-PUT_W){1'b0}}, put_fields} << PUT_AT;
wire [FLIT_BITS-1:0] word   = put & rd_head_q ? (rdata & ~MASK) | fields : rdata;

always @(posedge clk)
  if (rst) begin
    rd_valid_q <= 1'b0;
    rd_head_q  <= 1'b0;
    tx_valid_q <= 1'b0;
    tx_head_q  <= 1'b0;
    tx_data_q  <= {FLIT_BITS{1'b0}};
  end else begin
    rd_valid_q <= rd_valid;
    rd_head_q  <= rd_head;
    tx_valid_q <= rd_valid_q;
    tx_head_q  <= rd_head_q;
    if (rd_valid_q) tx_data_q <= word;
  end

assign tx_valid = tx_valid_q;
assign tx_head  = tx_head_q;
assign tx_data  = tx_data_q;

endmodule
