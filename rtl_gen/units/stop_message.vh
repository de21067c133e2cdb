// ----------------------------------------------------------------------------
// The message. served: its line, one-hot, or zero.
wire [LINES-1:0]  served = sent_set | sent_clear;
wire [LINE_W-1:0] line;
wire [LEN_W-1:0]  len;

onehot_index #(.N(LINES))             line_of (.onehot(served), .index(line));
onehot_mux   #(.N(LINES), .W(LEN_W))  len_of  (.sel(served), .d(line_len), .y(len));

always @(posedge clk)
  if (rst) begin
    msg_valid_q <= 1'b0;
    msg_xoff_q  <= 1'b0;
    msg_line_q  <= {LINE_W{1'b0}};
    msg_len_q   <= {LEN_W{1'b0}};
  end else begin
    msg_valid_q <= |served;
    if (|served) begin
      msg_xoff_q <= |sent_set;
      msg_line_q <= line;
      msg_len_q  <= len;
    end
  end

assign rx_msg_valid = msg_valid_q;
assign rx_msg_xoff  = msg_xoff_q;
assign rx_msg_line  = msg_line_q;
