// Pins of all links, cycles since reset, and the header of a packet.
input wire                 clk;
input wire                 rst;
input wire                 valid;
input wire                 head;
// verilator lint_off UNUSED
input wire [FLIT_BITS-1:0] data;
// verilator lint_on UNUSED
input wire                 credit;

wire        hold;
wire [63:0] cycle;
wire        begins = valid & head;

link_cycles #(.CYCLE_W(64)) cycles (.clk(clk), .rst(rst), .hold(hold), .cycle(cycle));
