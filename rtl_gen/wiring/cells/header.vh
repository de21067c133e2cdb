// Widths of what headers and flow control of cells have, and places of the fields behind the turnpool. Not all modules need all of them.
// verilator lint_off UNUSED
localparam TURN_W   = $clog2(RADIX);
localparam TURNS    = TURNPOOL_BITS / TURN_W;
localparam POOL_W   = TURNS * TURN_W;
localparam LEN_W    = $clog2(TURNS + 1);
localparam SL_W     = SLS > 1 ? $clog2(SLS) : 1;
localparam NEED_W   = $clog2(PACKET_CELLS + 1);
localparam FLITS_W  = $clog2(PACKET_CELLS * CELL_FLITS + 1);
localparam LEFT_AT  = TURNPOOL_BITS;
`ifdef BY_DESTINATION
localparam VC_AT    = LEFT_AT + LEN_W;
localparam SL_AT    = VC_AT + (VCS > 1 ? $clog2(VCS) : 1);
`else
localparam SL_AT    = LEFT_AT + LEN_W;
`endif
localparam FLITS_AT = SL_AT + SL_W;
// verilator lint_on UNUSED
