// ----------------------------------------------------------------------------
// Lines of an input port, whatever names their congested points.
// Padded to every value of an output's number, so that no index is out of range.
localparam OUTPUTS = 1 << $clog2(RADIX);

wire [OUTPUTS-1:0]        xon_valid_all = {{(OUTPUTS-RADIX){1'b0}}, xon_valid};
wire [OUTPUTS*LINE_W-1:0] xon_line_all  = {{(OUTPUTS-RADIX)*LINE_W{1'b0}}, xon_line};

wire [LINES-1:0] xon_hit;      // lines whose Xon arrives
wire [LINES-1:0] stays_off = xoff_q & ~xon_hit;

always @(posedge clk)
  if (rst) begin
    xoff_q        <= {LINES{1'b0}};
    sent_xoff_q   <= {LINES{1'b0}};
    notify_q      <= 1'b0;
    notify_len_q  <= {LEN_W{1'b0}};
    notify_line_q <= {LINE_W{1'b0}};
  end else begin
    xoff_q        <= stays_off | stop;
    sent_xoff_q   <= (sent_xoff_q & ~sent_clear) | sent_set;
    notify_q      <= notify_next;
    notify_len_q  <= notify_next_len;
    notify_line_q <= notify_next_line;
  end

assign notify    = notify_q;
assign sent_xoff = sent_xoff_q;
assign len       = len_q;
