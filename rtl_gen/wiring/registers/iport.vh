`ifdef CSR
// What the registers on a bus see.
localparam SEEN_W = $clog2(QUEUES);

wire [LINES-1:0]  used;
wire [SEEN_W-1:0] used_count;

genvar u;
for (u = 0; u < LINES; u = u + 1) begin : g_used
  assign used[u] = sent_xoff[u] | |line_count[u*COUNT_W +: COUNT_W];
end

count_ones #(.N(LINES)) count_used (.x(used), .count(used_count));

assign seen_lines  = {{(6-SEEN_W){1'b0}}, used_count};
assign seen_detect = detect;
assign seen_cold   = cold_count;
`endif
