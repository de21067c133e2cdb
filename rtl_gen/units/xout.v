// Crossbar control of an output: whether it may be granted, and the input that it gets a flit from.
// Twin: cmodel/units/xout.c. docs/internals/microarchitecture-cioq.md.
module xout #(
  parameter RADIX  = 8,
  parameter PORT_W = $clog2(RADIX)
) (
  input  wire              clk,
  input  wire              rst,

  // gnt_valid: a packet is granted this output. By input: held_next: a packet being read there still holds this output in the next cycle; from: a flit for
  // this output is read there, one-hot or zero; from_head: the flit that is read there is the first of a packet.
  input  wire              gnt_valid,
  input  wire [RADIX-1:0]  held_next,
  input  wire [RADIX-1:0]  from,
  input  wire [RADIX-1:0]  from_head,

  // Registered. open: a packet may be granted this output. xb_valid: the crossbar delivers a flit, of input xb_src; xb_head: the first of a packet, 0
  // without xb_valid.
  output wire              open,
  output wire              xb_valid,
  output wire              xb_head,
  output wire [PORT_W-1:0] xb_src
);
reg              open_q;
reg              xb_valid_q;
reg              xb_head_q;
reg [PORT_W-1:0] xb_src_q;

wire [PORT_W-1:0] src;
onehot_index #(.N(RADIX)) number (.onehot(from), .index(src));

always @(posedge clk)
  if (rst) begin
    open_q     <= 1'b1;
    xb_valid_q <= 1'b0;
    xb_head_q  <= 1'b0;
    xb_src_q   <= {PORT_W{1'b0}};
  end else begin
    open_q     <= ~gnt_valid & ~|held_next;
    xb_valid_q <= |from;
    xb_head_q  <= |(from & from_head);
    if (|from) xb_src_q <= src;
  end

assign open     = open_q;
assign xb_valid = xb_valid_q;
assign xb_head  = xb_head_q;
assign xb_src   = xb_src_q;

`ifndef SYNTHESIS
localparam [RADIX-1:0] ONE_INPUT = 1;
always @(posedge clk) if (!rst) begin
  if ((from & (from - ONE_INPUT)) != {RADIX{1'b0}}) $fatal(1, "two inputs send to one output");
  if (gnt_valid && !open_q) $fatal(1, "granted while not open");
end
`endif

endmodule
