  parameter HEADER_BITS    = 55,
  parameter AXIS_BYTES     = 8,
  parameter AXIS_USER_BITS = 1,
  parameter AXIS_ID_BITS   = 8,
