  parameter RADIX            = 8,
  parameter SAQS             = 8,
  parameter DQS              = 8,
  parameter FIFO_OUT         = 0,
  parameter SLS              = 8,
`ifndef BY_DESTINATION
  parameter SL_MAP           = 2396160,
`endif
  parameter VCS              = 2,
`ifdef SET_ASIDE
  parameter LEVELS           = 8,
  parameter LEVEL_MAP        = 2396160,
  parameter BY_LEVEL         = 1,
  parameter DETECT_CELLS     = 64,
  parameter DETECT_XON_CELLS = 32,
  parameter XOFF_CELLS       = 32,
  parameter XON_CELLS        = 16,
`endif
  parameter CELLS            = 256,
