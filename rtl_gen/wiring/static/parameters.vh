  parameter RADIX         = 8,
  parameter QUEUES        = 4,
  parameter NODES         = 64,
  parameter SLOTS         = 64,
  parameter FLIT_BITS     = 64,
  parameter PACKET_FLITS  = 8,
`ifdef STAMPS
  parameter STAMP_W       = $clog2(RADIX * SLOTS) + 2,
`endif
  parameter FLITS_W       = $clog2(PACKET_FLITS + 1),
  parameter DESTINATION_W = $clog2(NODES),
  parameter QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1,
