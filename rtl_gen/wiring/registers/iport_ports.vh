`ifdef CSR
      .detect_limit(detect_limit), .xoff_limit(xoff_limit), .xon_limit(xon_limit), .seen_detect(seen_detect[i]),
      .seen_cold(seen_cold[i*COUNT_W +: COUNT_W]), .seen_lines(seen_lines[i*6 +: 6]),
`endif
