// Crossbar control of an input: the output to which the packet being read goes.
// Twin: cmodel/units/xin.c. docs/internals/microarchitecture-cioq.md.
module xin #(
  parameter RADIX = 8
) (
  input  wire             clk,
  input  wire             rst,

  // gnt: by turn: the output grants this input. granted: one does. rd_valid: a flit is read. idle_next: no flit but the last is left to be read in the
  // next cycle.
  input  wire [RADIX-1:0] gnt,
  input  wire             granted,
  input  wire             rd_valid,
  input  wire             idle_next,

  // By turn, one-hot or zero; combinational. rd_to: output of the flit that is read. hold_next: output that the packet still holds in the next cycle.
  output wire [RADIX-1:0] rd_to,
  output wire [RADIX-1:0] hold_next
);
reg [RADIX-1:0] to_q;

always @(posedge clk)
  if (rst)          to_q <= {RADIX{1'b0}};
  else if (granted) to_q <= gnt;

assign rd_to     = to_q & {RADIX{rd_valid}};
assign hold_next = to_q & {RADIX{~idle_next}};

endmodule
