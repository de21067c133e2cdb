`include "wiring/slots/parameters.vh"
  parameter SAQS             = 4,
  // verilator lint_off UNUSED
`include "units/turnpool.vh"
  // verilator lint_on UNUSED
`ifdef SET_ASIDE
  parameter LINE_W           = SAQS > 1 ? $clog2(SAQS) : 1,
`endif
