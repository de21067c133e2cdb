  parameter RADIX            = 8,
  parameter SLOTS            = 64,
  parameter FLIT_BITS        = 64,
  parameter PACKET_FLITS     = 8,
`ifdef SET_ASIDE
  parameter DETECT_THRESHOLD = 5,
  parameter XOFF_THRESHOLD   = 10,
  parameter XON_THRESHOLD    = 5,
`endif
`ifdef STAMPS
  parameter STAMP_W          = $clog2(RADIX * SLOTS) + 2,
`endif
  parameter FLITS_W          = $clog2(PACKET_FLITS + 1),
