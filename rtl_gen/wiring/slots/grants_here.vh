  // Grants of the outputs for this input, by output.
  wire [RADIX-1:0] gnt_here;

  for (o = 0; o < RADIX; o = o + 1) begin : g_from
    assign gnt_here[o] = gnt[o*RADIX + i];
  end
