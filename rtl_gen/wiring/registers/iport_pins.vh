`ifdef CSR
  // Registers on a bus: thresholds, from registers. What they see, functions of registers: congestion is detected; packets in the cold queue; set-aside
  // queues in use.
  input  wire [COUNT_W-1:0] detect_limit, xoff_limit, xon_limit,
  output wire               seen_detect,
  output wire [COUNT_W-1:0] seen_cold,
  output wire [5:0]         seen_lines,
`endif
