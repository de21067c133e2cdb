// Clock, failures, and the first cycles of both benches of network interfaces: in reset, tables of routes are written.
reg       clk, rst, cfg;
reg [2:0] phase;

task failed;
  input [80*8-1:0] what;
  begin
    $display("FAILED at %0d: %0s", $time, what);
    $finish;
  end
endtask

always #1 clk = ~clk;

task start;
  begin
    clk   = 0;
    rst   = 1;
    cfg   = 1;
    phase = 0;
    repeat (NODES + 4) @(posedge clk);
    @(negedge clk) cfg = 0;
    repeat (2) @(posedge clk);
    @(negedge clk) rst = 0;
  end
endtask
