  parameter CELL_FLITS    = 8,
  parameter PACKET_CELLS  = 32,
  parameter FLIT_BITS     = 64,

  // Widths of what headers and flow control of cells have, and places of the fields behind the turnpool. Not all modules need all of them.
  // verilator lint_off UNUSED
`include "units/turnpool.vh"
  parameter SL_W          = SLS > 1 ? $clog2(SLS) : 1,
  parameter NEED_W        = $clog2(PACKET_CELLS + 1),
  parameter FLITS_W       = $clog2(PACKET_CELLS * CELL_FLITS + 1),
  parameter LEFT_AT       = TURNPOOL_BITS,
`ifdef BY_DESTINATION
  parameter VC_AT         = LEFT_AT + LEN_W,
  parameter SL_AT         = VC_AT + (VCS > 1 ? $clog2(VCS) : 1),
`else
  parameter SL_AT         = LEFT_AT + LEN_W,
`endif
  parameter FLITS_AT      = SL_AT + SL_W,
  // verilator lint_on UNUSED
