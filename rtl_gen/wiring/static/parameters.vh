  parameter RADIX        = 8,
  parameter QUEUES       = 4,
  parameter NODES        = 64,
  parameter SLOTS        = 64,
  parameter FLIT_BITS    = 64,
  parameter PACKET_FLITS = 8
