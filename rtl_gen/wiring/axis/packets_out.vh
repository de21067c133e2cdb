  input  wire                      receive_valid,
  output wire                      receive_ready,
  // verilator lint_off UNUSED
  input  wire [FLIT_BITS-1:0]      receive_data,
  // verilator lint_on UNUSED
  input  wire                      receive_first,
  // verilator lint_off UNUSED
  input  wire [NODE_BITS-1:0]      receive_source,
  // verilator lint_on UNUSED

  // Frames. TDEST is the source.
`include "wiring/axis/frames_out.vh"
