// Congestion detection: a long cold queue whose head did not go, and not because a packet of its own
// way went before. The head then moves to a new line for its output.
// Twin: cmodel/units/cdu.c. RECN-IQ 2.2, 3.4.
`default_nettype none
module cdu #(
  parameter RADIX            = 8,
  parameter SLOTS            = 64,
  parameter DETECT_THRESHOLD = 5
) (
  clk, rst,
  count, ready, turn,
  none,
  granted, told, notify,
  idle, popping, pop_turn,
  detect
);
localparam TURN_W  = $clog2(RADIX);
localparam COUNT_W = $clog2(SLOTS + 1);

input  wire                   clk;
input  wire                   rst;

// Cold queue: from registers.
input  wire [COUNT_W-1:0]     count;
input  wire                   ready;
input  wire [TURN_W-1:0]      turn;

// No line may be taken: from registers.
input  wire                   none;

// What goes first: a grant, which pops in the next cycle; an internal Xoff that acts in this cycle, or in the next.
input  wire                   granted;
input  wire                   told;
input  wire                   notify;

// What the input is sending: from popping on, that of pop_turn.
input  wire                   idle;
input  wire                   popping;
input  wire [TURN_W-1:0]      pop_turn;

// A pulse: in this cycle the head of the cold queue moves into the line that the CAM allocates. From registers.
output wire                   detect;

reg              detect_q;
reg [TURN_W-1:0] sent_turn_q;

// ----------------------------------------------------------------------------
wire full = {1'b0, count} > DETECT_THRESHOLD[COUNT_W:0];

assign detect = detect_q;

// A head behind a packet to the same output is no victim of others.
wire [TURN_W-1:0] sent_turn = popping ? pop_turn : sent_turn_q;
wire              victim = ready & (idle | sent_turn != turn);

always @(posedge clk) begin
  if (rst) begin
    detect_q    <= 1'b0;
    sent_turn_q <= {TURN_W{1'b0}};
  end else begin
    detect_q    <= victim & full & ~none & ~notify & ~told & ~detect_q & ~granted;
    sent_turn_q <= sent_turn;
  end
end

endmodule
`default_nettype wire
