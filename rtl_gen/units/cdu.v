// Congestion detection: the cold queue is long and its head did not leave, although no packet from this input
// to the same output was being sent. The head then moves to the queue of a new line for its output.
// Twin: cmodel/units/cdu.c. RECN-IQ 2.2, 3.4.
module cdu #(
  parameter RADIX            = 8,
  parameter SLOTS            = 64,
  parameter DETECT_THRESHOLD = 5,
  parameter TURN_W           = $clog2(RADIX),
  parameter COUNT_W          = $clog2(SLOTS + 1)
) (
  input  wire               clk,
  input  wire               rst,

  // Cold queue, registered: its occupancy; its head is ready; turn of its head.
  input  wire [COUNT_W-1:0] count,
  input  wire               ready,
  input  wire [TURN_W-1:0]  turn,

  // no_free_line: every line is taken; a function of registers.
  input  wire               no_free_line,

  // Events that prevent a detection. granted: a grant, which pops in the next cycle. notify_next, notify: an internal Xoff that acts in the next
  // cycle, in this cycle.
  input  wire               granted,
  input  wire               notify_next,
  input  wire               notify,

  // Packet being sent. idle: this input can be granted in this cycle. popping: a new packet is popped; pop_turn: its turn, used only with popping.
  input  wire               idle,
  input  wire               popping,
  input  wire [TURN_W-1:0]  pop_turn,

`ifdef CSR
  // Threshold, from the register block; registered here as well, so that its way to the ports takes no time from the comparison.
  input  wire [COUNT_W-1:0] detect_limit,
`endif

  // detect: in this cycle the head of the cold queue moves to the queue of the line that the CAM allocates; a pulse, registered.
  output wire               detect
);
reg              detect_q;
reg [TURN_W-1:0] sent_turn_q;

// ----------------------------------------------------------------------------
`ifdef CSR
reg [COUNT_W-1:0]         detect_limit_q;

always @(posedge clk)
  if (rst) detect_limit_q <= DETECT_THRESHOLD[COUNT_W-1:0];
  else     detect_limit_q <= detect_limit;

wire full = count > detect_limit_q;
`else
wire full = {1'b0, count} > DETECT_THRESHOLD[COUNT_W:0];
`endif

assign detect = detect_q;

// A head that only waits for a packet of this input to the same output is no sign of congestion.
wire [TURN_W-1:0] sent_turn = popping ? pop_turn : sent_turn_q;
wire              victim = ready & (idle | sent_turn != turn);

always @(posedge clk)
  if (rst) begin
    detect_q    <= 1'b0;
    sent_turn_q <= {TURN_W{1'b0}};
  end else begin
    detect_q    <= victim & full & ~no_free_line & ~notify & ~notify_next & ~detect_q & ~granted;
    sent_turn_q <= sent_turn;
  end

endmodule
