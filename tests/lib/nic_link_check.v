`timescale 1ns / 1ns

// A link keeps its pace, and the flits of a packet follow each other.
module link_check #(
  parameter SPEED_N   = 1,
  parameter SPEED_D   = 1,
  parameter FLIT_BITS = 64,
  parameter FLITS_AT  = 32,
  parameter FLITS_W   = 8
) (
  input wire clk, rst, valid, head,
  input wire [FLIT_BITS-1:0] data
);
integer tokens, left, flits;

always @(posedge clk) begin
  if (rst) begin
    tokens <= SPEED_N - 1;
    left   <= 0;
    flits  <= 0;
  end else begin
    if (^{valid, valid && head} === 1'bx) bench.failed("an unknown value on a link");
    if (valid && tokens + SPEED_D < SPEED_N) bench.failed("a flit before its time");
    if (valid && head !== (left == 0)) bench.failed("a header inside a packet, or a flit outside of one");
    if (!valid && left != 0 && tokens + SPEED_D >= SPEED_N) bench.failed("a gap inside a packet");
    if (valid) begin
      tokens <= tokens + SPEED_D - SPEED_N;
      left   <= head ? data[FLITS_AT +: FLITS_W] - 1 : left - 1;
      flits  <= flits + 1;
    end else begin
      tokens <= tokens + SPEED_D > SPEED_N - 1 ? SPEED_N - 1 : tokens + SPEED_D;
    end
  end
end
endmodule
