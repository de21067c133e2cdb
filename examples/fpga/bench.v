// Traffic without an error, then with damaged flits, which the checkers have to find. Prints one line.
`default_nettype none
module bench;

reg  clk = 0, fault_n = 1;
wire alive, error, ready;

top dut (.clk(clk), .fault_n(fault_n), .alive(alive), .error(error), .ready(ready));

always #1 clk = !clk;

reg clean;

initial begin
  repeat (4000) @(posedge clk);
  clean = error === 0 && ready === 1 && dut.packets_q > 1000;
  $write("%0d packets, error %b; ", dut.packets_q, error);
  fault_n = 0;
  repeat (200) @(posedge clk);
  $display("with a fault, error %b: %0s", error, clean && error === 1 ? "passed" : "failed");
  $finish;
end

endmodule
`default_nettype wire
