  parameter DEST_W        = $clog2(NODES),
`ifdef ROUTES
`include "units/turnpool.vh"
`ifdef PARKS
  parameter LINE_W        = SAQS > 1 ? $clog2(SAQS) : 1,
`endif
`elsif NEXT_QUEUES
  parameter QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1,
`elsif LISTS
  parameter LINE_W        = CFQS > 1 ? $clog2(CFQS) : 1,
  parameter LEN_W         = $clog2(HOPS + 1),
`endif
  // verilator lint_off UNUSED
`ifdef PRIORITIES
  parameter SEND_QUEUES   = QUEUES,
`else
  parameter SEND_QUEUES   = NODES,
`endif
  parameter SEND_QUEUE_W  = SEND_QUEUES > 1 ? $clog2(SEND_QUEUES) : 1,
  // verilator lint_on UNUSED
