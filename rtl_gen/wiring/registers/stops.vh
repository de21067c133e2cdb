`ifdef CSR
  .xoff_limit(xoff_limit), .xon_limit(xon_limit),
`endif
