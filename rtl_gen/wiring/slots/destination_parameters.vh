`include "wiring/slots/parameters.vh"
  parameter CFQS             = 4,
  parameter NODES            = 64,
  parameter HOPS             = 15,
  parameter LEN_W            = $clog2(HOPS + 1),
  parameter LINE_W           = CFQS > 1 ? $clog2(CFQS) : 1,
  parameter DESTINATION_W    = $clog2(NODES),
