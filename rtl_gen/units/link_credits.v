// Part of a link monitor, for simulation: no header without credits, and no more credits than the receiver has. KINDS of credits, each FULL at first.
`ifndef SYNTHESIS
module link_credits #(
  parameter KINDS        = 1,
  parameter FULL         = 64,
  parameter PACKET_FLITS = 8,
  parameter UNIT_FLITS   = 0,           // flits that a credit is for; 0: a packet
  parameter LINK         = "rx",
  parameter PORT         = 0,
  parameter KIND_W       = KINDS > 1 ? $clog2(KINDS) : 1,
  parameter FLITS_W      = $clog2(PACKET_FLITS + 1)
) (
  input wire               clk,
  input wire               hold,        // reset, or before the first one
  input wire [63:0]        cycle,       // since reset
  input wire               begins,      // a header that is as it should be
  input wire [FLITS_W-1:0] flits,       // of its packet; used only with begins
  input wire [KIND_W-1:0]  spent,       // kind of the credits that it needs; used only with begins
  input wire               credit,      // one comes back
  input wire [KIND_W-1:0]  gained       // its kind; used only with credit
);
`include "units/slot_credit.vh"

localparam ROOM_W = 16;
localparam ROOM   = UNIT_FLITS == 0 ? slot_credits(FULL) : FULL;
localparam UNIT   = UNIT_FLITS == 0 ? PACKET_FLITS : UNIT_FLITS;

localparam [KIND_W:0]   ALL_KINDS = KINDS[KIND_W:0];
localparam [ROOM_W-1:0] ALL_ROOM  = ROOM[ROOM_W-1:0];
localparam [ROOM_W-1:0] ONE       = 1;
localparam [ROOM_W-1:0] NO_ROOM   = 0;

reg  [KINDS*ROOM_W-1:0] room_q;       // credits that the sender has

wire [ROOM_W-1:0] need = ({{(ROOM_W-FLITS_W){1'b0}}, flits} + UNIT[ROOM_W-1:0] - ONE) / UNIT[ROOM_W-1:0];

wire known = {1'b0, gained} < ALL_KINDS;
wire gains = credit & known;
wire same  = gains & begins & gained == spent;

wire [ROOM_W-1:0] room        = room_q[spent*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] room_gained = room_q[gained*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] more        = same ? ONE : NO_ROOM;

always @(posedge clk)
  if (hold) begin
    room_q <= {KINDS{ALL_ROOM}};
  end else begin
    if ((credit !== 1'b0 && credit !== 1'b1) || (credit && (^gained) === 1'bx))
      $fatal(1, "%0s %0d, cycle %0d, time %0d: unknown-credit: credit is %b, for %b", LINK, PORT, cycle, $time, credit, gained);
    else if (credit && !known)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: credit-out-of-range: a credit for number %0d, of %0d",
        LINK, PORT, cycle, $time, gained, KINDS);
    else if (credit && room_gained == ALL_ROOM)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: credit-too-many: a credit for number %0d, of which the sender has all %0d",
        LINK, PORT, cycle, $time, gained, ROOM);
    else if (begins && need > room + more)
      $fatal(1, "%0s %0d, cycle %0d, time %0d: no-credit: a header that needs %0d for number %0d, of which the sender has %0d",
        LINK, PORT, cycle, $time, need, spent, room + more);
    if (begins)                                      room_q[spent*ROOM_W +: ROOM_W]  <= room + more - need;
    if (gains && !same && room_gained != ALL_ROOM)   room_q[gained*ROOM_W +: ROOM_W] <= room_gained + ONE;
  end

endmodule
`endif
