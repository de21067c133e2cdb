// Clock of a testbench, and its random numbers.
initial clk = 0;
always #5 clk = ~clk;

// ----------------------------------------------------------------------------
// Numbers that look random, and are the same in every simulator: `below` is called where its value is always used, since && and ?: may leave a
// call out.
reg [31:0] state = SEED;

function [31:0] mix;
  input [31:0] x;
  begin
    mix = (x ^ x >> 16) * 32'h7feb352d;
    mix = (mix ^ mix >> 15) * 32'h846ca68b;
    mix = mix ^ mix >> 16;
  end
endfunction

function [31:0] below;           // the next number, from 0 to most - 1
  input [31:0] most;
  begin
    state = state + 32'h9e3779b9;
    below = mix(state) % most;
  end
endfunction
