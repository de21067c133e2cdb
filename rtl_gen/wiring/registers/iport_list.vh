`ifdef CSR
  detect_limit, xoff_limit, xon_limit, seen_detect, seen_cold, seen_lines,
`endif
