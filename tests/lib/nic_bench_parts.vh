// Of both benches of network interfaces: random numbers, from `seed`; a route of any length to each node, and the cycles in which they are written.
function integer below;            // a random number from 0 to most - 1
  input integer most;
  begin
    below = $random(seed);
    below = (below & 32'h7fffffff) % most;
  end
endfunction

function chance;                   // one time in so many
  input integer most;
  chance = below(most) == 0;
endfunction

integer i, turn;

initial begin
  for (i = 0; i < NODES; i = i + 1) begin
    route_left[i]  = 1 + below(TURNS);
    route_turns[i] = 0;
    for (turn = 0; turn < route_left[i]; turn = turn + 1)
      route_turns[i][turn*TURN_W +: TURN_W] = below(RADIX);
  end
end

always @(posedge clk) begin
  cfg_valid   <= cfg;
  cfg_address <= cfg_valid !== 1 || cfg_address == NODES - 1 ? 0 : cfg_address + 1;
end
