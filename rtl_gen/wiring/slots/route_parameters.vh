  parameter RADIX            = 8,
  parameter SAQS             = 4,
  parameter SLOTS            = 64,
  parameter FLIT_BITS        = 64,
  parameter PACKET_FLITS     = 8,
`ifdef SET_ASIDE
  parameter DETECT_THRESHOLD = 5,
  parameter XOFF_THRESHOLD   = 10,
  parameter XON_THRESHOLD    = 5,
`endif
  parameter TURNPOOL_BITS    = 31,
`ifdef STAMPS
  parameter STAMP_W          = $clog2(RADIX * SLOTS) + 2,
`endif
  parameter FLITS_W          = $clog2(PACKET_FLITS + 1),
  // verilator lint_off UNUSED
  parameter TURN_W           = $clog2(RADIX),
  parameter TURNS            = TURNPOOL_BITS / TURN_W,
  parameter LEN_W            = $clog2(TURNS + 1),
  // verilator lint_on UNUSED
`ifdef SET_ASIDE
  parameter POOL_W           = TURNS * TURN_W,
  parameter LINE_W           = SAQS > 1 ? $clog2(SAQS) : 1,
`endif
