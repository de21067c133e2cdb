`ifdef CSR
  parameter BUS_AW           = 14,
`endif
