// Drives a switch with a recorded run of its model (file "vectors", format in vectors.h), and compares
// every register, every output and every memory word written with the record. Stops at the first cycle
// with a difference. All that depends on the switch is in switch.vh, which is generated for it.
`default_nettype none

// An X, or a register whose width is not the expected one, is a difference.
`define CHECK(NAME, PLACE, EXPECTED) \
  if ({1'b1, PLACE} !== {1'b1, EXPECTED}) begin \
    if (mismatches < 20) $display("cycle %0d: %0s: model %h, RTL %h", cycle, NAME, EXPECTED, PLACE); \
    mismatches = mismatches + 1; \
  end

// The same for one word of a memory.
`define CHECK_WORD(NAME, ADDRESS, PLACE, EXPECTED) \
  if ({1'b1, PLACE[ADDRESS]} !== {1'b1, EXPECTED}) begin \
    if (mismatches < 20) \
      $display("cycle %0d: %0s[%0d]: model %h, RTL %h", cycle, NAME, ADDRESS, EXPECTED, PLACE[ADDRESS]); \
    mismatches = mismatches + 1; \
  end

// Data of a link without valid is undefined: the switch gets X.
module link_pins #(
  parameter PORTS = 1,
  parameter WIDTH = 1
) (
  input  wire [PORTS-1:0]       valid,
  input  wire [PORTS*WIDTH-1:0] recorded,
  output wire [PORTS*WIDTH-1:0] pins
);

genvar i;
for (i = 0; i < PORTS; i = i + 1) begin : g_port
  assign pins[i*WIDTH +: WIDTH] = valid[i] ? recorded[i*WIDTH +: WIDTH] : {WIDTH{1'bx}};
end

endmodule

module bench;

reg     clk, rst;
integer file, step, cycle, mismatches;

`include "switch.vh"

// Reads a step of the record: the words that differ from the step before. A truncated record ends the run in step BROKEN.
task load;
  integer n;
  reg [31:0] index, word;
  begin
    if ($fscanf(file, "%h %h", step, n) != 2) step = BROKEN;
    while (step != BROKEN && n != 0) begin
      if ($fscanf(file, "%h %h", index, word) != 2) step = BROKEN;
      else row[index] = word;
      n = n - 1;
    end
  end
endtask

initial begin
  clk        = 1'b0;
  cycle      = 0;
  mismatches = 0;
  file       = $fopen("vectors", "r");
  load;
  while (step != END && step != BROKEN && mismatches == 0) begin
    rst = step == RESET;
    #1;
    if (step == CYCLE || step == LAST) begin
      compare_registers;
      compare_outputs;
    end
    if (step != RESET) compare_memories;
    if (mismatches == 0) begin
      if (step == RESET || step == CYCLE) begin
        #1 clk = 1'b1;
        #1 clk = 1'b0;
      end
      if (step == CYCLE) cycle = cycle + 1;
      load;
    end
  end
  if (step == BROKEN)
    $display("icarus: the record of the model breaks off at cycle %0d", cycle);
  else if (mismatches != 0)
    $display("icarus: model and RTL differ at cycle %0d: %0d mismatches", cycle, mismatches);
  else
    $display("icarus: %0d cycles, %0s state bits, 0 mismatches", cycle, `STATE_BITS);
  $finish(0);
end

endmodule
`default_nettype wire
