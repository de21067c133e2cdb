// Link port of a network interface: the link register; headers to the network get their new fields.
// Twin: cmodel/units/nlo.c. docs/microarchitecture-slot-nic.md.
`default_nettype none
module nlo #(
`ifdef PUT_ROUTE
  parameter RADIX         = 8,
  parameter TURNPOOL_BITS = 31,
`endif
`ifdef PUT_QUEUE
  parameter NODES         = 64,
  parameter QUEUES        = 4,
`endif
  parameter FLIT_BITS     = 64
) (
  clk, rst,
  rd_valid, rd_head, rdata,
`ifdef PUT_ROUTE
  put, popping, go_turns, go_left,
`endif
`ifdef PUT_QUEUE
  put, popping, go_queue,
`endif
  tx_valid, tx_head, tx_data
);
input  wire                 clk;
input  wire                 rst;

// The side. rd_valid: rdata is a flit, rd_head: the first of a packet; registered.
input  wire                 rd_valid;
input  wire                 rd_head;
input  wire [FLIT_BITS-1:0] rdata;

// Link, registered: the flits of a packet leave in consecutive cycles.
output wire                 tx_valid;
output wire                 tx_head;
output wire [FLIT_BITS-1:0] tx_data;

reg                 tx_valid_q;
reg                 tx_head_q;
reg [FLIT_BITS-1:0] tx_data_q;

wire [FLIT_BITS-1:0] word;

`ifdef PUT_ROUTE
localparam TURN_W  = $clog2(RADIX);
localparam TURNS   = TURNPOOL_BITS / TURN_W;
localparam POOL_W  = TURNS * TURN_W;
localparam LEN_W   = $clog2(TURNS + 1);
localparam ROUTE_W = TURNPOOL_BITS + LEN_W;

// put: headers get new fields, a constant. popping: the first flit of a packet is read, and the new fields are those of its header.
input  wire                 put;
input  wire                 popping;
input  wire [POOL_W-1:0]    go_turns;
input  wire [LEN_W-1:0]     go_left;

reg [POOL_W-1:0] put_turns_q;
reg [LEN_W-1:0]  put_left_q;

always @(posedge clk) begin
  if (rst) begin
    put_turns_q <= {POOL_W{1'b0}};
    put_left_q  <= {LEN_W{1'b0}};
  end else if (popping) begin
    put_turns_q <= go_turns;
    put_left_q  <= go_left;
  end
end

wire [TURNPOOL_BITS-1:0] pool = {{(TURNPOOL_BITS-POOL_W){1'b0}}, put_turns_q};

assign word = {rdata[FLIT_BITS-1:ROUTE_W], put & rd_head ? {put_left_q, pool} : rdata[ROUTE_W-1:0]};
`elsif PUT_QUEUE
localparam DESTINATION_W = $clog2(NODES);
localparam QUEUE_W       = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam BEHIND        = DESTINATION_W + QUEUE_W;

// put: headers get a new field, a constant. popping: the first flit of a packet is read, and the new field is that of its header.
input  wire               put;
input  wire               popping;
input  wire [QUEUE_W-1:0] go_queue;

reg [QUEUE_W-1:0] put_queue_q;

always @(posedge clk) begin
  if (rst)          put_queue_q <= {QUEUE_W{1'b0}};
  else if (popping) put_queue_q <= go_queue;
end

assign word = {rdata[FLIT_BITS-1:BEHIND], put & rd_head ? put_queue_q : rdata[DESTINATION_W +: QUEUE_W], rdata[DESTINATION_W-1:0]};
`else
assign word = rdata;
`endif

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
