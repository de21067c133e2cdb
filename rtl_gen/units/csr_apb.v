// Bus of the registers: APB. A transfer takes one cycle of wait, and more while its access is held.
// Twin: cmodel/units/csr_apb.c. docs/internals/microarchitecture-csr.md, section 1.
module csr_apb #(
  parameter DATA_W = 32
) (
  input  wire              clk,
  input  wire              rst,

  // APB. Outputs are registered; prdata and pslverr are valid only with pready.
  input  wire              psel,
  input  wire              penable,
  output wire              pready,
  output wire [DATA_W-1:0] prdata,
  output wire              pslverr,

  // Access: it is done in a cycle with bus_valid in which bus_held is 0. bus_rdata, bus_error: combinational, in that cycle.
  output wire              bus_valid,
  input  wire              bus_held,
  input  wire [DATA_W-1:0] bus_rdata,
  input  wire              bus_error
);
reg              pready_q;
reg [DATA_W-1:0] prdata_q;
reg              pslverr_q;

wire go = bus_valid & ~bus_held;

assign bus_valid = psel & penable & ~pready_q;

always @(posedge clk)
  if (rst) begin
    pready_q  <= 1'b0;
    prdata_q  <= {DATA_W{1'b0}};
    pslverr_q <= 1'b0;
  end else begin
    pready_q  <= go;
    pslverr_q <= go & bus_error;
    if (go) prdata_q <= bus_rdata;
  end

assign pready  = pready_q;
assign prdata  = prdata_q;
assign pslverr = pslverr_q;

endmodule
