// Registers on a bus: writes of the routing table, which the configuration port writes as well.
// docs/internals/microarchitecture-csr.md, section 4.
`default_nettype none
module csr_table #(
  parameter RADIX  = 8,
  parameter NODES  = 64,
  parameter QUEUES = 1,     // at the next hop, that a word can name
  parameter WORD_W = 3
) (
  bus_write, bus_address, bus_data, write, allowed, held,
  cfg_valid, cfg_address, cfg_word,
  table_valid, table_address, table_word
);
localparam BUS_AW        = 17;
localparam PORT_W        = $clog2(RADIX);
localparam DESTINATION_W = $clog2(NODES);

// Access. write: it is a write, and is done in this cycle. allowed: a write of this word is allowed; held: it has to wait, for the configuration
// port; combinational of the other three. Reserved bits of what is written mean nothing.
input  wire                     bus_write;
input  wire [BUS_AW-1:0]        bus_address;
// verilator lint_off UNUSED
input  wire [31:0]              bus_data;
// verilator lint_on UNUSED
input  wire                     write;
output wire                     allowed;
output wire                     held;

// Configuration port of the switch.
input  wire                     cfg_valid;
input  wire [DESTINATION_W-1:0] cfg_address;
input  wire [WORD_W-1:0]        cfg_word;

// To the routing tables: both, combinational.
output wire                     table_valid;
output wire [DESTINATION_W-1:0] table_address;
output wire [WORD_W-1:0]        table_word;

wire here = bus_address[16] & ~|bus_address[1:0] & {1'b0, bus_address[15:2]} < NODES[14:0];

// A word: the port below, the queue above, of which a table may have fewer bits.
// verilator lint_off UNUSED
wire [PORT_W+7:0] word = {bus_data[15:8], bus_data[PORT_W-1:0]};
// verilator lint_on UNUSED

assign allowed = here & bus_data[7:0] < RADIX[7:0] & {1'b0, bus_data[15:8]} < QUEUES[8:0];
assign held    = bus_write & allowed & cfg_valid;

assign table_valid   = cfg_valid | (write & here);
assign table_address = cfg_valid ? cfg_address : bus_address[2 +: DESTINATION_W];
assign table_word    = cfg_valid ? cfg_word : word[WORD_W-1:0];

endmodule
`default_nettype wire
