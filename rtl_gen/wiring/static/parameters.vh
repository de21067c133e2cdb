`include "wiring/slots/parameters.vh"
  parameter QUEUES           = 4,
  parameter NODES            = 64,
  parameter DESTINATION_W    = $clog2(NODES),
  parameter QUEUE_W          = QUEUES > 1 ? $clog2(QUEUES) : 1,
