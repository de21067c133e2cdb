`ifdef CSR
  .detect_limit(detect_limit),
`endif
