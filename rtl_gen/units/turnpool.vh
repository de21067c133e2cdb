  // Bits of a route in the header; of its turns: bits of one, their number, bits of all, bits of their number.
  parameter TURNPOOL_BITS = 31,
  parameter TURN_W        = $clog2(RADIX),
  parameter TURNS         = TURNPOOL_BITS / TURN_W,
  parameter POOL_W        = TURNS * TURN_W,
  parameter LEN_W         = $clog2(TURNS + 1),
