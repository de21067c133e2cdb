// ----------------------------------------------------------------------------
// Lines that downstream stops.
localparam [LINES-1:0] FIRST_LINE = 1;

wire [LINES-1:0] msg_line_onehot = FIRST_LINE << tx_msg_line;
wire [LINES-1:0] set             = {LINES{tx_msg_valid & tx_msg_xoff}} & msg_line_onehot;
wire             xon             = tx_msg_valid & ~tx_msg_xoff;
wire [LINES-1:0] clr             = {LINES{xon}} & msg_line_onehot;

// ----------------------------------------------------------------------------
// Notification, one cycle after the match, with the present contents of the line.
wire [LINES-1:0]  match;        // stopped lines of the header
wire              found;        // a header leaves that has such a line
wire [PORT_W-1:0] src;          // input that it came from
wire [LINES-1:0]  pick;         // the shortest of the lines
wire [LINE_W-1:0] line;
wire [LINES-1:0]  named = FIRST_LINE << notify_line_q;

shortest     #(.LINES(LINES), .LEN_W(LEN_W)) shortest (.cand(match), .len(len_q), .pick(pick));
onehot_index #(.N(LINES))                    line_of  (.onehot(pick), .index(line));
onehot_mux   #(.N(LINES), .W(LEN_W))         len_of   (.sel(named), .d(len_q), .y(notify_len));

always @(posedge clk)
  if (rst) begin
    stopped_q      <= {LINES{1'b0}};
    xon_valid_q    <= 1'b0;
    xon_line_q     <= {LINE_W{1'b0}};
    notify_valid_q <= 1'b0;
    notify_src_q   <= {PORT_W{1'b0}};
    notify_line_q  <= {LINE_W{1'b0}};
  end else begin
    stopped_q      <= (stopped_q & ~clr) | set;
    xon_valid_q    <= xon;
    notify_valid_q <= found;
    xon_line_q     <= tx_msg_line & {LINE_W{xon}};
    if (found) begin
      notify_src_q  <= src;
      notify_line_q <= line;
    end
  end

assign xon_valid   = xon_valid_q;
assign xon_line    = xon_line_q;
assign notify      = notify_valid_q & |(named & stopped_q & ~clr);
assign notify_src  = notify_src_q;
assign notify_line = notify_line_q;
