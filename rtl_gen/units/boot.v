// After reset, names each destination once, one a cycle, for the tables of switches and network interfaces, which write their word for it.
module boot #(
  parameter NODES  = 8,
  parameter DEST_W = NODES > 1 ? $clog2(NODES) : 1
) (
  input  wire              clk,
  input  wire              rst,
  output wire              cfg_valid,       // a word is written
  output wire [DEST_W-1:0] cfg_address,     // destination; what is written follows from it
  output wire              done             // all are written
);
localparam [DEST_W:0] ALL_NODES = NODES[DEST_W:0];

reg [DEST_W:0] next_q;

assign done        = next_q == ALL_NODES;
assign cfg_valid   = ~done;
assign cfg_address = next_q[DEST_W-1:0];

always @(posedge clk)
  if (rst)        next_q <= {(DEST_W+1){1'b0}};
  else if (~done) next_q <= next_q + 1'b1;

endmodule
