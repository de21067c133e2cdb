`ifdef CSR
// Registers on a bus: thresholds, from registers. What they see, functions of registers: congestion is detected; packets in the cold queue; set-aside
// queues in use.
localparam SEEN_W = $clog2(QUEUES);

input  wire [COUNT_W-1:0] detect_limit, xoff_limit, xon_limit;
output wire               seen_detect;
output wire [COUNT_W-1:0] seen_cold;
output wire [5:0]         seen_lines;

wire [QUEUES-2:0] used;
wire [SEEN_W-1:0] used_count;

genvar u;
for (u = 0; u < QUEUES - 1; u = u + 1) begin : g_used
  assign used[u] = sent_xoff[u] | |count[(u + 1)*COUNT_W +: COUNT_W];
end

count_ones #(.N(QUEUES - 1)) count_used (.x(used), .count(used_count));

assign seen_lines  = {{(6-SEEN_W){1'b0}}, used_count};
assign seen_detect = detect;
assign seen_cold   = count[COUNT_W-1:0];
`endif
