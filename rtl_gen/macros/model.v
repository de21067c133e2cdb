// The macro as its lines in the memory map describe it, for simulation; its maker's model may take its place. What they leave open is as bad as can be:
// a read of the word being written gives its complement, and so does the output in a cycle without a read.
// verilator lint_off UNDRIVEN
// verilator lint_off UNUSED
module `NAME (
`PORTS
);
// verilator lint_on UNUSED
// verilator lint_on UNDRIVEN
localparam WORDS = `WORDS;
localparam BITS = `BITS;
localparam GRAIN = `GRAIN;

wire                  writing = `WRITING;
wire                  reading = `READING;
wire [BITS/GRAIN-1:0] mask = `MASK;
wire                  unsure = `UNSURE;

reg [BITS-1:0] words [0:WORDS-1];
reg [BITS-1:0] out;
integer b;

always @(posedge `WRITE_CLOCK)
  for (b = 0; b < BITS; b = b + 1)
    if (writing && mask[b / GRAIN]) words[`WRITE_ADDRESS][b] <= `WRITE_DATA[b];

always @(posedge `READ_CLOCK)
  if (reading) out <= unsure ? ~words[`READ_ADDRESS] : words[`READ_ADDRESS];
  else if (`FORGETS) out <= ~out;

assign `READ_DATA = out;

endmodule
