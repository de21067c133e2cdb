// Address of a cell in the memories of a side: vc * CELLS + the number of the cell in its VC.
module cell_address #(
  parameter VCS       = 2,
  parameter CELLS     = 256,
  parameter VC_W      = VCS > 1 ? $clog2(VCS) : 1,
  parameter CELL_W    = CELLS > 1 ? $clog2(CELLS) : 1,
  parameter ADDRESS_W = VCS * CELLS > 1 ? $clog2(VCS * CELLS) : 1
) (
  // Padded to the address, in which their sum fits. A single VC has number 0.
  input  wire [VC_W-1:0]      vc,
  input  wire [CELL_W-1:0]    number,
  output wire [ADDRESS_W-1:0] address
);
localparam [ADDRESS_W-1:0] OF_A_VC = VCS > 1 ? CELLS[ADDRESS_W-1:0] : {ADDRESS_W{1'b0}};

assign address = {{(ADDRESS_W-VC_W){1'b0}}, vc} * OF_A_VC + {{(ADDRESS_W-CELL_W){1'b0}}, number};

endmodule
