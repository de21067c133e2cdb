// Routing table: looks up the output port of an arriving packet, and its queue at the next hop.
// Twin: cmodel/units/rt.c. docs/internals/microarchitecture-static.md.
module rt #(
  parameter RADIX         = 8,
  parameter QUEUES        = 4,
  parameter NODES         = 64,
  parameter PACKET_FLITS  = 8,
  parameter PORT_W        = $clog2(RADIX),
  parameter QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1,
  parameter DESTINATION_W = $clog2(NODES),
  parameter FLITS_W       = $clog2(PACKET_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Arriving header: its fields are used only with arrive.
  input  wire                      arrive,
  input  wire [DESTINATION_W-1:0]  destination,
  input  wire [QUEUE_W-1:0]        rx_queue,
  input  wire [FLITS_W-1:0]        rx_flits,

  // Configuration: writes a word of the table, also during reset. A header that arrives in the same cycle reads the old word.
  // cfg_data: output port (low bits), queue at the next hop.
  input  wire                      cfg_valid,
  input  wire [DESTINATION_W-1:0]  cfg_address,
  input  wire [PORT_W+QUEUE_W-1:0] cfg_data,

  // The packet in the cycle after its header, registered. enter: its queue here, one-hot or zero. Valid only with enter: output port, queue at
  // the next hop, length in flits.
  output wire [QUEUES-1:0]         enter,
  output wire [PORT_W-1:0]         enter_port,
  output wire [QUEUE_W-1:0]        enter_next_queue,
  output wire [FLITS_W-1:0]        enter_flits
);
localparam [QUEUES-1:0] FIRST_QUEUE = 1;

reg [QUEUES-1:0]  enter_q;
reg [FLITS_W-1:0] flits_q;

always @(posedge clk)
  if (rst) begin
    enter_q <= {QUEUES{1'b0}};
    flits_q <= {FLITS_W{1'b0}};
  end else begin
    enter_q <= {QUEUES{arrive}} & (FIRST_QUEUE << rx_queue);
    if (arrive) flits_q <= rx_flits;
  end

ram_1r1w #(.WORDS(NODES), .WIDTH(QUEUE_W + PORT_W)) table_mem (
  .clk(clk), .wen(cfg_valid), .waddr(cfg_address), .wdata(cfg_data),
  .ren(arrive), .raddr(destination), .rdata({enter_next_queue, enter_port})
);

assign enter       = enter_q;
assign enter_flits = flits_q;

endmodule
