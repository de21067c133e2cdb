// CAM of an output port, by destinations: line l holds the destinations that downstream stopped in its line l (CLOP).
// A header leaving for one of them tells the input that it came from.
// Twin: cmodel/units/dcam_out.c. FBICM 3.5.
`default_nettype none
module dcam_out #(
  parameter RADIX = 8,   //= radix
  parameter SAQS  = 4,   //= saqs
  parameter NODES = 64,  //= nodes
  parameter HOPS  = 15   //= hops
) (
  clk, rst,
  tx_valid, tx_head, tx_destination, tx_src,  //@ flash
//   left, left_destination, left_src, left_row,  //@ swept
  tx_msg_valid, tx_msg_xoff, tx_msg_line, tx_msg_hops,
  tx_msg_destination,  //@ flash
  xon_valid, xon_line,
  notify, notify_src, notify_line, notify_len,
//   stopped,  //@ swept
  notify_destination
);
localparam PORT_W        = $clog2(RADIX);
localparam LEN_W         = $clog2(HOPS + 1);
localparam LINE_W        = SAQS > 1 ? $clog2(SAQS) : 1;
localparam DESTINATION_W = $clog2(NODES);

input  wire                     clk;
input  wire                     rst;

//@{ flash
// Link, forward: what leaves in this cycle, from registers; counts with tx_valid and tx_head.
input  wire                     tx_valid;
input  wire                     tx_head;
input  wire [DESTINATION_W-1:0] tx_destination;
input  wire [PORT_W-1:0]        tx_src;
//@}
//@{ swept
// // The header that left in the cycle before, with its row of the lists: from registers; left_* go with left.
// input  wire                     left;
// input  wire [DESTINATION_W-1:0] left_destination;
// input  wire [PORT_W-1:0]        left_src;
// input  wire [SAQS-1:0]          left_row;
//@}

// Link, reverse: at most one message a cycle; a line's Xoffs have all the same hops up to its Xon.
input  wire                     tx_msg_valid;
input  wire                     tx_msg_xoff;
input  wire [LINE_W-1:0]        tx_msg_line;
input  wire [LEN_W-1:0]         tx_msg_hops;
input  wire [DESTINATION_W-1:0] tx_msg_destination;  //@ flash

// Xon, to all inputs: a cycle after the message; from registers.
output wire                     xon_valid;
output wire [LINE_W-1:0]        xon_line;

// Internal Xoff, a pulse; taken back in the same cycle if the Xon for its line arrives.
output wire                     notify;
output wire [PORT_W-1:0]        notify_src;
output wire [LINE_W-1:0]        notify_line;
output wire [LEN_W-1:0]         notify_len;
output wire [DESTINATION_W-1:0] notify_destination;

// // Stopped lines: from registers.  //@ swept
// output wire [SAQS-1:0]          stopped;  //@ swept

localparam [SAQS-1:0]  FIRST_LINE = 1;
localparam [LEN_W-1:0] FARTHEST = HOPS[LEN_W-1:0];

reg                     xon_valid_q;
reg [LINE_W-1:0]        xon_line_q;
reg [SAQS-1:0]          valid_q;
reg [SAQS*LEN_W-1:0]    len_q;
reg [NODES*SAQS-1:0]    clop_q;  //@ flash
reg                     notify_valid_q;
reg [PORT_W-1:0]        notify_src_q;
reg [LINE_W-1:0]        notify_line_q;
reg [DESTINATION_W-1:0] notify_destination_q;

// ----------------------------------------------------------------------------
// Messages.
wire [SAQS-1:0] at  = FIRST_LINE << tx_msg_line;
wire [SAQS-1:0] set = {SAQS{tx_msg_valid & tx_msg_xoff}} & at;
wire            xon = tx_msg_valid & ~tx_msg_xoff;
wire [SAQS-1:0] clr = {SAQS{xon}} & at;

//@{ flash
// ----------------------------------------------------------------------------
// Lists: one destination is stopped, another one looked up.
wire [NODES*SAQS-1:0] learned;
wire [SAQS-1:0]       row;

list_place #(.ROWS(NODES), .WIDTH(SAQS)) stopping (.at(tx_msg_destination), .bits(set), .placed(learned));
list_row   #(.ROWS(NODES), .WIDTH(SAQS)) leaving  (.at(tx_destination), .d(clop_q), .row(row));
//@}

// ----------------------------------------------------------------------------
// Lines: those that stop the header leaving, and whose length can be said here.
wire [SAQS-1:0]   match;
wire [SAQS-1:0]   pick;
wire [LINE_W-1:0] line;

genvar l;
generate
  for (l = 0; l < SAQS; l = l + 1) begin : g_line
    wire [LEN_W-1:0] length = len_q[l*LEN_W +: LEN_W];

    assign match[l] = valid_q[l] & row[l] & (length != FARTHEST);  //@ flash
//     assign match[l] = valid_q[l] & left_row[l] & (length != FARTHEST);  //@ swept

    always @(posedge clk) begin
      if (rst)         len_q[l*LEN_W +: LEN_W] <= {LEN_W{1'b0}};
      else if (set[l]) len_q[l*LEN_W +: LEN_W] <= tx_msg_hops;
    end
  end
endgenerate

shortest     #(.LINES(SAQS), .LEN_W(LEN_W)) shortest (.cand(match), .len(len_q), .pick(pick));
onehot_index #(.N(SAQS))                   line_of  (.onehot(pick), .index(line));

wire found = tx_valid & tx_head & |match;  //@ flash
// wire found = left & |match;  //@ swept

// ----------------------------------------------------------------------------
// Notification, a cycle later, of what the line is now.
wire [SAQS-1:0] named = FIRST_LINE << notify_line_q;

assign notify             = notify_valid_q & |(named & valid_q & ~clr);
assign notify_src         = notify_src_q;
assign notify_line        = notify_line_q;
assign notify_destination = notify_destination_q;

onehot_mux #(.N(SAQS), .W(LEN_W)) len_of (.sel(named), .d(len_q), .y(notify_len));

assign xon_valid = xon_valid_q;
assign xon_line  = xon_line_q;
// assign stopped   = valid_q;  //@ swept

// ----------------------------------------------------------------------------
// State.
always @(posedge clk) begin
  if (rst) begin
    xon_valid_q          <= 1'b0;
    xon_line_q           <= {LINE_W{1'b0}};
    valid_q              <= {SAQS{1'b0}};
    clop_q               <= {NODES*SAQS{1'b0}};  //@ flash
    notify_valid_q       <= 1'b0;
    notify_src_q         <= {PORT_W{1'b0}};
    notify_line_q        <= {LINE_W{1'b0}};
    notify_destination_q <= {DESTINATION_W{1'b0}};
  end else begin
    xon_valid_q    <= xon;
    xon_line_q     <= tx_msg_line & {LINE_W{xon}};
    valid_q        <= (valid_q & ~clr) | set;
    notify_valid_q <= found;
    if (tx_msg_valid) clop_q <= (clop_q & ~{NODES{clr}}) | learned;  //@ flash
    if (found) begin
      notify_src_q         <= tx_src;  //@ flash
//       notify_src_q         <= left_src;  //@ swept
      notify_line_q        <= line;
      notify_destination_q <= tx_destination;  //@ flash
//       notify_destination_q <= left_destination;  //@ swept
    end
  end
end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if ((clr & ~valid_q) != {SAQS{1'b0}}) $fatal(1, "an Xon for a line that is not stopped");
  if (found && (pick & (pick - 1'b1)) != {SAQS{1'b0}}) $fatal(1, "two lines of the same length stop a destination");
end
`endif

endmodule
`default_nettype wire
