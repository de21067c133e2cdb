// Link port of a network interface: the link register; headers to the network get their new fields.
// Twin: cmodel/units/nlo.c. docs/internals/microarchitecture-slot-nic.md.
module nlo #(
  parameter PUT_AT    = 0,       // place of the fields that headers get
  parameter PUT_W     = 1,       // their width
  parameter FLIT_BITS = 64
) (
  input  wire                 clk,
  input  wire                 rst,

  // The side. rd_valid: rdata is a flit, rd_head: the first of a packet; registered.
  input  wire                 rd_valid,
  input  wire                 rd_head,
  input  wire [FLIT_BITS-1:0] rdata,

  // put: headers get these fields, a constant. The fields are those of the packet whose header was read last; used only with put.
  input  wire                 put,
  input  wire [PUT_W-1:0]     put_fields,

  // Link, registered: the flits of a packet leave in consecutive cycles.
  output wire                 tx_valid,
  output wire                 tx_head,
  output wire [FLIT_BITS-1:0] tx_data
);
localparam [FLIT_BITS-1:0] MASK = {FLIT_BITS{1'b1}} >> (FLIT_BITS - PUT_W) << PUT_AT;

reg                 tx_valid_q;
reg                 tx_head_q;
reg [FLIT_BITS-1:0] tx_data_q;

wire [FLIT_BITS-1:0] fields = {{(FLIT_BITS-PUT_W){1'b0}}, put_fields} << PUT_AT;
wire [FLIT_BITS-1:0] word   = put & rd_head ? (rdata & ~MASK) | fields : rdata;

always @(posedge clk)
  if (rst) begin
    tx_valid_q <= 1'b0;
    tx_head_q  <= 1'b0;
    tx_data_q  <= {FLIT_BITS{1'b0}};
  end else begin
    tx_valid_q <= rd_valid;
    tx_head_q  <= rd_head;
    if (rd_valid) tx_data_q <= word;
  end

assign tx_valid = tx_valid_q;
assign tx_head  = tx_head_q;
assign tx_data  = tx_data_q;

endmodule
