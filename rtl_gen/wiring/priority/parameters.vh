`include "wiring/slots/parameters.vh"
  parameter QUEUES           = 4,
  parameter NODES            = 64,
  parameter RESERVE          = 2,
  parameter XOFF_THRESHOLD   = 10,
  parameter XON_THRESHOLD    = 5,
  parameter LINK_CYCLES      = 1,
  parameter DESTINATION_W    = $clog2(NODES),
