// Link port of a network interface: the link register; headers to the network get their new fields.
// Twin: cmodel/units/nlo.c. docs/microarchitecture-slot-nic.md.
`default_nettype none
module nlo #(
`ifdef ROUTES
  parameter RADIX         = 8,
  parameter TURNPOOL_BITS = 31,
`elsif NEXT_QUEUES
  parameter NODES         = 64,
  parameter QUEUES        = 4,
`endif
  parameter FLIT_BITS     = 64
) (
  clk, rst,
  rd_valid, rd_head, rdata,
`ifdef ROUTES
  put, put_turns, put_left,
`elsif NEXT_QUEUES
  put, put_queue,
`endif
  tx_valid, tx_head, tx_data
);
input  wire                 clk;
input  wire                 rst;

// The side. rd_valid: rdata is a flit, rd_head: the first of a packet; registered.
input  wire                 rd_valid;
input  wire                 rd_head;
input  wire [FLIT_BITS-1:0] rdata;

wire [FLIT_BITS-1:0] word;

`ifdef ROUTES
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam POOL_W  = TURNS * TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam ROUTE_W = TURNPOOL_BITS + LEN_W;

// put: headers get another route, a constant. The route of the packet whose header was read last; used only with put.
input  wire                 put;
input  wire [POOL_W-1:0]    put_turns;
input  wire [LEN_W-1:0]     put_left;

wire [TURNPOOL_BITS-1:0] pool = {{(TURNPOOL_BITS-POOL_W){1'b0}}, put_turns};

assign word = {rdata[FLIT_BITS-1:ROUTE_W], put & rd_head ? {put_left, pool} : rdata[ROUTE_W-1:0]};
`elsif NEXT_QUEUES
localparam DESTINATION_W = $clog2(NODES);
localparam QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam BEHIND        = DESTINATION_W + QUEUE_W;

// put: headers get another queue, a constant. That of the packet whose header was read last; used only with put.
input  wire                 put;
input  wire [QUEUE_W-1:0]   put_queue;

assign word = {rdata[FLIT_BITS-1:BEHIND], put & rd_head ? put_queue : rdata[DESTINATION_W +: QUEUE_W], rdata[DESTINATION_W-1:0]};
`else
assign word = rdata;
`endif

// Link, registered: the flits of a packet leave in consecutive cycles.
output wire                 tx_valid;
output wire                 tx_head;
output wire [FLIT_BITS-1:0] tx_data;

reg                 tx_valid_q;
reg                 tx_head_q;
reg [FLIT_BITS-1:0] tx_data_q;

always @(posedge clk) begin
  if (rst) begin
    tx_valid_q <= 1'b0;
    tx_head_q  <= 1'b0;
    tx_data_q  <= {FLIT_BITS{1'b0}};
  end else begin
    tx_valid_q <= rd_valid;
    tx_head_q  <= rd_head;
    if (rd_valid) tx_data_q <= word;
  end
end

assign tx_valid = tx_valid_q;
assign tx_head  = tx_head_q;
assign tx_data  = tx_data_q;

endmodule
`default_nettype wire
