// A granted head is popped in the cycle after the grant; what is read for it comes one cycle later.
always @(posedge clk)
  if (rst) begin
    pop_q    <= {QUEUES{1'b0}};
    refill_q <= {QUEUES{1'b0}};
  end else begin
    pop_q    <= gnt_queue;
    refill_q <= next;
  end

assign popping = |pop_q;
