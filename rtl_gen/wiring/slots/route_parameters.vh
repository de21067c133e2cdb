`include "wiring/slots/parameters.vh"
  parameter SAQS             = 4,
  parameter TURNPOOL_BITS    = 31,
  // verilator lint_off UNUSED
  parameter TURN_W           = $clog2(RADIX),
  parameter TURNS            = TURNPOOL_BITS / TURN_W,
  parameter LEN_W            = $clog2(TURNS + 1),
  // verilator lint_on UNUSED
`ifdef SET_ASIDE
  parameter POOL_W           = TURNS * TURN_W,
  parameter LINE_W           = SAQS > 1 ? $clog2(SAQS) : 1,
`endif
