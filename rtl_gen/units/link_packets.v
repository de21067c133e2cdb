// Part of a link monitor, for simulation: the flits of a link follow each other at the pace of the link, as many as their header says. Tokens are
// those of a sender: a link of PACE_D flits in PACE_N cycles.
`ifndef SYNTHESIS
module link_packets #(
  parameter PACKET_FLITS = 8,
  parameter PACE_N       = 1,
  parameter PACE_D       = 1,
  parameter LINK         = "rx",
  parameter PORT         = 0,
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input wire               clk,
  input wire               hold,        // reset, or before the first one
  input wire [63:0]        cycle,       // since reset
  input wire               valid,
  input wire               head,        // used only with valid
  input wire [FLITS_W-1:0] flits        // of the header; used only with head
);
localparam TOKEN_W = $clog2(PACE_N + PACE_D + 1);

localparam [FLITS_W:0]   BEYOND  = PACKET_FLITS[FLITS_W:0] + 1'b1;
localparam [FLITS_W-1:0] NONE    = 0;
localparam [FLITS_W-1:0] ONE     = 1;
localparam [TOKEN_W-1:0] FULL    = PACE_N[TOKEN_W-1:0];
localparam [TOKEN_W-1:0] GAIN    = PACE_D[TOKEN_W-1:0];
localparam [TOKEN_W-1:0] REST    = FULL - 1;

reg                begun_q;           // a header has come since reset
reg  [FLITS_W-1:0] flits_q;           // of the last packet
reg  [FLITS_W-1:0] left_q;            // that have not come
reg  [TOKEN_W-1:0] tokens_q;

wire [TOKEN_W-1:0] tokens = tokens_q + GAIN;
wire               pace   = tokens >= FULL;     // the link can carry a flit
wire [FLITS_W-1:0] come   = flits_q - left_q;

always @(posedge clk)
  if (hold) begin
    begun_q  <= 1'b0;
    flits_q  <= NONE;
    left_q   <= NONE;
    tokens_q <= REST;
  end else begin
    if (valid !== 1'b0 && valid !== 1'b1)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-valid: valid is %b", LINK, PORT, cycle, $time, valid);
    else if (!valid && left_q != NONE && pace)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: gap-in-packet: no flit, after %0d of the %0d flits that the header says",
        LINK, PORT, cycle, $time, come, flits_q);
    else if (valid && head !== 1'b0 && head !== 1'b1)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-head: head is %b with a flit", LINK, PORT, cycle, $time, head);
    else if (valid && !pace)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: flit-too-early: more than %0d flits in %0d cycles",
        LINK, PORT, cycle, $time, PACE_D, PACE_N);
    else if (valid && head && left_q != NONE)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: packet-too-short: a header, after %0d of the %0d flits that the last one says",
        LINK, PORT, cycle, $time, come, flits_q);
    else if (valid && head && (flits == NONE || {1'b0, flits} >= BEYOND))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: flits-out-of-range: a header says %0d flits, of 1 to %0d",
        LINK, PORT, cycle, $time, flits, PACKET_FLITS);
    else if (valid && !head && left_q == NONE && !begun_q)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: body-after-reset: the first flit after reset has no head", LINK, PORT, cycle, $time);
    else if (valid && !head && left_q == NONE)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: packet-too-long: a flit without head, after all %0d that the header says",
        LINK, PORT, cycle, $time, flits_q);
    if (valid && head) begin
      begun_q <= 1'b1;
      flits_q <= flits;
      left_q  <= flits - ONE;
    end else if (valid) begin
      left_q  <= left_q - ONE;
    end
    tokens_q <= valid ? tokens - FULL : pace ? REST : tokens;
  end

endmodule
`endif
