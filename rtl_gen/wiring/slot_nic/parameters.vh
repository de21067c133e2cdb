`ifdef ROUTES
  parameter RADIX         = 8,
  // verilator lint_off UNUSED
  parameter SAQS          = 4,      // without messages, nobody asks
  // verilator lint_on UNUSED
`elsif LISTS
  parameter CFQS          = 4,
  parameter HOPS          = 15,
`else
  parameter QUEUES        = 4,
`endif
  parameter NODES         = 64,
  parameter SLOTS         = 64,
  parameter SOURCE_SLOTS  = 4,
  parameter HOST_SLOTS    = 8,
  parameter FLIT_BITS     = 64,
