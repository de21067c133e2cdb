// Turns that a header has left, and the next one, on links to switches; with ENDS, the receiver may be an end node.
localparam [TURN_W:0]  ALL_TURNS = RADIX[TURN_W:0];
localparam [LEN_W:0]   BEYOND    = TURNS[LEN_W:0] + 1'b1;

wire [TURN_W-1:0] turn = turns[TURN_W-1:0];

always @(posedge clk) if (!hold && begins) begin
  if (left == NO_TURNS && ENDS == 0)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: no-turns-left: turns_left of a header is 0", LINK, PORT, cycle, $time);
  else if ({1'b0, left} >= BEYOND)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turns-left-out-of-range: turns_left of a header is %0d, of at most %0d",
      LINK, PORT, cycle, $time, left, TURNS);
  else if ({1'b0, turn} >= ALL_TURNS && ENDS == 0)
    $fatal(1, "%0s %0d, cycle %0d, time %0d: turn-out-of-range: the next turn of a header is %0d, of less than %0d",
      LINK, PORT, cycle, $time, turn, RADIX);
end
