// Congested points known to an input port, one a line, matched with headers and notifications.
// A line is in use while it has packets, is stopped, or stops its upstream; there is no Valid bit.
// Twin: cmodel/units/cam_in.c. RECN-IQ 2.2.1.
`default_nettype none
module cam_in #(
  parameter RADIX         = 8,   //= radix
  parameter SAQS          = 4,   //= saqs
  parameter SLOTS         = 64,  //= slots
  parameter TURNPOOL_BITS = 31   //= turnpool_bits
) (
  clk, rst,
  count,
  hdr_turns, hdr_left,
  notify, notify_turns, notify_len, notify_line,
  xon_valid, xon_line,
  detect, detect_turn,
  sent_set, sent_clear,
  match, live, alloc, xoff, sent_xoff, turns, len
);
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam POOL_W  = TURNS * TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam COUNT_W = $clog2(SLOTS + 1);
localparam LINE_W  = SAQS > 1 ? $clog2(SAQS) : 1;

input  wire                    clk;
input  wire                    rst;

// Set-aside queues: from registers.
input  wire [SAQS*COUNT_W-1:0] count;

// Header to match: counts unless notify.
input  wire [POOL_W-1:0]       hdr_turns;
input  wire [LEN_W-1:0]        hdr_left;

// Internal Xoff: a pulse; notify_* go with it. Sets the line of the same point, or takes a free one.
input  wire                    notify;
input  wire [POOL_W-1:0]       notify_turns;
input  wire [LEN_W-1:0]        notify_len;
input  wire [LINE_W-1:0]       notify_line;

// Xons: pulses, by turn; xon_line goes with xon_valid.
input  wire [RADIX-1:0]        xon_valid;
input  wire [RADIX*LINE_W-1:0] xon_line;

// Detection: a pulse, never with notify and only while alloc is not zero.
input  wire                    detect;
input  wire [TURN_W-1:0]       detect_turn;

// Flow control towards upstream: pulses, never both for a line.
input  wire [SAQS-1:0]         sent_set;
input  wire [SAQS-1:0]         sent_clear;

// match follows hdr_* in the same cycle and means nothing while notify; the rest from registers.
output wire [SAQS-1:0]         match;
output wire [SAQS-1:0]         live;
output wire [SAQS-1:0]         alloc;
output wire [SAQS-1:0]         xoff;
output wire [SAQS-1:0]         sent_xoff;
output wire [SAQS*POOL_W-1:0]  turns;
output wire [SAQS*LEN_W-1:0]   len;

localparam UNUSED_TURNS = (1 << TURN_W) - RADIX;

localparam [LEN_W-1:0]   ONE_TURN = 1;
localparam [POOL_W-1:0]  TURN_MASK = {POOL_W{1'b1}} >> (POOL_W - TURN_W);

reg [SAQS*POOL_W-1:0] turns_q;
reg [SAQS*LEN_W-1:0]  len_q;
reg [SAQS-1:0]        xoff_q;
reg [SAQS*LINE_W-1:0] link_q;
reg [SAQS-1:0]        sent_xoff_q;

// ----------------------------------------------------------------------------
// Search, and what each line would become.
wire [POOL_W-1:0] key_turns = notify ? notify_turns : hdr_turns;
wire [LEN_W-1:0]  key_left  = notify ? notify_len   : hdr_left;

wire [SAQS-1:0] hit;     // the line of the notification
wire [SAQS-1:0] take;    // the free line that is taken
wire [SAQS-1:0] stop = {SAQS{notify}} & (hit | take);
wire [SAQS-1:0] go;      // its Xon is there

wire [POOL_W-1:0] new_turns = notify ? notify_turns : {TURNS{detect_turn}} & TURN_MASK;
wire [LEN_W-1:0]  new_len   = notify ? notify_len   : ONE_TURN;

// Xons for every value of a turn, so that a turn is a safe index.
wire [(1<<TURN_W)-1:0]        xon_valid_all = {{UNUSED_TURNS{1'b0}}, xon_valid};
wire [(1<<TURN_W)*LINE_W-1:0] xon_line_all  = {{UNUSED_TURNS*LINE_W{1'b0}}, xon_line};

genvar l;
generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_line
    wire [POOL_W-1:0] point  = turns_q[l*POOL_W +: POOL_W];
    wire [LEN_W-1:0]  length = len_q[l*LEN_W +: LEN_W];
    wire [LINE_W-1:0] link   = link_q[l*LINE_W +: LINE_W];

    // Turns beyond the length are not compared.
    wire [POOL_W-1:0] beyond = {POOL_W{1'b1}} << (length * TURN_W);

    assign live[l]  = |count[l*COUNT_W +: COUNT_W] | xoff_q[l] | sent_xoff_q[l];
    assign match[l] = live[l] & (key_left >= length) & ~|((key_turns ^ point) & ~beyond);
    assign hit[l]   = match[l] & (length == notify_len);

    // Xon of the output at the line's first turn, for the output's line linked to.
    wire [TURN_W-1:0] first = point[TURN_W-1:0];
    assign go[l] = xon_valid_all[first] & (xon_line_all[first*LINE_W +: LINE_W] == link);

    always @(posedge clk) begin
      if (rst) begin
        turns_q[l*POOL_W +: POOL_W] <= {POOL_W{1'b0}};
        len_q[l*LEN_W +: LEN_W]     <= {LEN_W{1'b0}};
        link_q[l*LINE_W +: LINE_W]  <= {LINE_W{1'b0}};
      end else begin
        if (take[l]) begin
          turns_q[l*POOL_W +: POOL_W] <= new_turns;
          len_q[l*LEN_W +: LEN_W]     <= new_len;
        end
        if (stop[l]) link_q[l*LINE_W +: LINE_W] <= notify_line;
      end
    end
  end
endgenerate

// ----------------------------------------------------------------------------
// Allocation: the lowest line not in use.
wire [SAQS-1:0] above;
prefix_or #(.N(SAQS)) search (.x(~live), .y(above));

assign alloc = ~live & ~above;
assign take  = {SAQS{notify ? ~|hit : detect}} & alloc;

// ----------------------------------------------------------------------------
// State.
always @(posedge clk) begin
  if (rst) begin
    xoff_q      <= {SAQS{1'b0}};
    sent_xoff_q <= {SAQS{1'b0}};
  end else begin
    xoff_q      <= (xoff_q & ~go) | stop;
    sent_xoff_q <= (sent_xoff_q & ~sent_clear) | sent_set;
  end
end

assign xoff      = xoff_q;
assign sent_xoff = sent_xoff_q;
assign turns     = turns_q;
assign len       = len_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (notify && (hit & (hit - 1'b1)) != {SAQS{1'b0}}) begin
    $display("%m: two lines of one congested point");
    $stop;
  end
  if (detect && (notify || alloc == {SAQS{1'b0}})) begin
    $display("%m: no line for a detection");
    $stop;
  end
end
`endif

endmodule
`default_nettype wire
