// Pins of all links, cycles since reset, and the header of a packet.
input wire                 clk;
input wire                 rst;
input wire                 valid;
input wire                 head;
// verilator lint_off UNUSED
input wire [FLIT_BITS-1:0] data;
// verilator lint_on UNUSED
input wire                 credit;

// Before the first reset, and while rst is not known, nothing is checked.
reg         ready_q;                 // a reset has been
reg  [63:0] cycle_q;

wire        hold   = rst !== 1'b0 | ~ready_q;
wire [63:0] cycle  = cycle_q;        // 0 in the first cycle after reset
wire        begins = valid & head;

initial ready_q = 1'b0;

always @(posedge clk) begin
  if (rst !== 1'b0) ready_q <= 1'b1;
  cycle_q <= hold ? 64'd0 : cycle_q + 1'b1;
end
