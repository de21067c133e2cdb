// Of an internal Xoff: its output, and the destination that is stopped.
always @(posedge clk)
  if (rst) begin
    notify_port_q        <= {PORT_W{1'b0}};
    notify_destination_q <= {DESTINATION_W{1'b0}};
  end else begin
    notify_port_q        <= notify_next_port;
    notify_destination_q <= notify_next_destination;
  end
