// Removes this switch's turn from a header: the turnpool shifts down by one turn, zeros enter at the top, and turns_left drops by one.
// No state, and so no twin in the C model. RECN-IQ 3.3.
module take_turn #(
  parameter RADIX         = 8,
  parameter FLIT_BITS     = 64,
  parameter TURNPOOL_BITS = 31
) (
  // Flit that arrives. rx_head: it begins with a header.
  input  wire                 rx_head,
  input  wire [FLIT_BITS-1:0] rx_data,

  // The flit to be stored; combinational, equal to rx_data without rx_head.
  output wire [FLIT_BITS-1:0] rx_store
);
localparam TURN_W = $clog2(RADIX);
localparam TURNS  = TURNPOOL_BITS / TURN_W;
localparam LEN_W  = $clog2(TURNS + 1);
localparam REST   = TURNPOOL_BITS + LEN_W;

wire [TURNPOOL_BITS-1:0] pool       = rx_data[TURNPOOL_BITS-1:0];
wire [LEN_W-1:0]         turns_left = rx_data[TURNPOOL_BITS +: LEN_W];

assign rx_store = {rx_data[FLIT_BITS-1:REST], rx_head ? {turns_left - 1'b1, pool >> TURN_W} : {turns_left, pool}};

endmodule
