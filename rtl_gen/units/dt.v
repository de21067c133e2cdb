// Destination table: looks up the output port of an arriving packet. So the packet enters the next units one cycle
// after its header arrives.
// Twin: cmodel/units/dt.c. FBICM 3.3.
module dt #(
  parameter RADIX         = 8,
  parameter NODES         = 64,
  parameter SLOTS         = 64,
  parameter PACKET_FLITS  = 8,
  parameter PORT_W        = $clog2(RADIX),
  parameter TURN_W        = $clog2(RADIX),
  parameter DESTINATION_W = $clog2(NODES),
  parameter SLOT_W        = $clog2(SLOTS),
  parameter FLITS_W       = $clog2(PACKET_FLITS + 1)
) (
  input  wire                     clk,
  input  wire                     rst,

  // Link. destination, header_flits: fields of the header; rx_slot: slot of the packet; used only with a header.
  input  wire                     rx_valid,
  input  wire                     rx_head,
  input  wire [DESTINATION_W-1:0] destination,
  input  wire [FLITS_W-1:0]       header_flits,
  input  wire [SLOT_W-1:0]        rx_slot,

  // Configuration: writes a word of the table, also during reset. A header that arrives in the same cycle reads the old word.
  input  wire                     cfg_valid,
  input  wire [DESTINATION_W-1:0] cfg_address,
  input  wire [PORT_W-1:0]        cfg_port,

`ifdef SET_ASIDE
  // Destination of the packet, which tells its set-aside queue.
  output wire [DESTINATION_W-1:0] rx_destination,
`endif

  // The packet in the cycle after its header, registered. Valid only with arrive: slot, number of the output port, length in flits.
  output wire                     arrive,
  output wire [SLOT_W-1:0]        slot,
  output wire [TURN_W-1:0]        rx_port,
  output wire [FLITS_W-1:0]       rx_flits
);
reg               arrive_q;
reg [SLOT_W-1:0]  arrive_slot_q;
reg [FLITS_W-1:0] flits_q;

wire header = rx_valid & rx_head;

always @(posedge clk)
  if (rst) begin
    arrive_q      <= 1'b0;
    arrive_slot_q <= {SLOT_W{1'b0}};
    flits_q       <= {FLITS_W{1'b0}};
  end else begin
    arrive_q <= header;
    if (header) begin
      arrive_slot_q <= rx_slot;
      flits_q       <= header_flits;
    end
  end

ram_1r1w #(.WORDS(NODES), .WIDTH(PORT_W)) table_mem (
  .clk(clk), .wen(cfg_valid), .waddr(cfg_address), .wdata(cfg_port),
  .ren(header), .raddr(destination), .rdata(rx_port)
);

assign arrive   = arrive_q;
assign slot     = arrive_slot_q;
assign rx_flits = flits_q;

`ifdef SET_ASIDE
reg [DESTINATION_W-1:0] destination_q;

always @(posedge clk)
  if (rst)         destination_q <= {DESTINATION_W{1'b0}};
  else if (header) destination_q <= destination;

assign rx_destination = destination_q;
`endif

endmodule
