  // Turns of a route: bits of one, their number, bits of all, bits of their number.
  parameter TURN_W        = $clog2(RADIX),
  parameter TURNS         = TURNPOOL_BITS / TURN_W,
  parameter POOL_W        = TURNS * TURN_W,
  parameter LEN_W         = $clog2(TURNS + 1),
