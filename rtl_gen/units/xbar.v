// Crossbar: each output gets the flit of the input that it selects. Combinational.
// No state, and so no twin in the C model. RECN-IQ 3.
module xbar #(
  parameter RADIX     = 8,
  parameter FLIT_BITS = 64,
  parameter PORT_W    = $clog2(RADIX)
) (
  // Flit read by each input.
  input  wire [RADIX*FLIT_BITS-1:0] rdata,

  // By output. xb_src: number of the input; used only where xb_valid is set. xb_data: its flit, in the same cycle; 0 without xb_valid.
  input  wire [RADIX-1:0]           xb_valid,
  input  wire [RADIX*PORT_W-1:0]    xb_src,
  output wire [RADIX*FLIT_BITS-1:0] xb_data
);
localparam [RADIX-1:0] FIRST_INPUT = 1;

genvar o;
for (o = 0; o < RADIX; o = o + 1) begin : g_output
  wire [RADIX-1:0] from = {RADIX{xb_valid[o]}} & (FIRST_INPUT << xb_src[o*PORT_W +: PORT_W]);

  onehot_mux #(.N(RADIX), .W(FLIT_BITS)) mux (
    .sel(from), .d(rdata), .y(xb_data[o*FLIT_BITS +: FLIT_BITS])
  );
end

endmodule
