  parameter FLIT_BITS          = 64,
  parameter MOST_FLITS         = 8,               // of the longest packet

  // A sender has credits for the units of each pool of the receiver's memory. A packet takes as many as it needs for its flits; with UNIT_FLITS = 0,
  // one.
  parameter CREDIT_POOLS       = 1,
  parameter POOL_UNITS         = 64,
  parameter UNIT_FLITS         = 0,
  parameter PACE_N             = 1,               // cycles in which a link carries PACE_D flits
  parameter PACE_D             = 1,

  // Widths of the header's fields, the first of them at bit 0. 0: the field is not there.
  parameter HEADER_TURNPOOL    = 31,
  parameter HEADER_TURNS_LEFT  = 4,
  parameter HEADER_DESTINATION = 0,
  parameter HEADER_QUEUE       = 0,
  parameter HEADER_SL          = 0,
  parameter HEADER_FLITS       = 4,
  parameter HEADER_SOURCE      = 16,
  parameter ROUTE_TURNS        = 10,              // most turns of a route
