// A 2-port switch with a source and a checker at each port. run.sh generates the switch with the parameters that these have.
`default_nettype none
module top (
  input  wire clk,
  input  wire fault_n,
  output wire alive,
  output wire error,
  output wire ready
);

reg [3:0]  boot_q = 0;          // the configuration sets it
reg        rst_q = 1;
reg        fault_0_q, fault_q;
reg [20:0] packets_q;
reg        error_q;

wire [1:0]   valid, head, credit, arrived, wrong;
wire [1:0]   tx_valid, tx_head, tx_credit;
wire [127:0] data, tx_data;

always @(posedge clk) begin
  if (!(&boot_q)) boot_q <= boot_q + 4'd1;
  rst_q <= !(&boot_q);
  fault_0_q <= !fault_n;
  fault_q <= fault_0_q;
  packets_q <= rst_q ? 21'd0 : packets_q + {19'd0, arrived[0] & arrived[1], arrived[0] ^ arrived[1]};
  error_q <= |wrong;
end

assign alive = packets_q[20];
assign error = error_q;
assign ready = !rst_q;

source #(.PORT(0)) source_0 (.clk(clk), .rst(rst_q), .fault(fault_q), .credit(credit[0]), .valid(valid[0]), .head(head[0]), .data(data[63:0]));
source #(.PORT(1)) source_1 (.clk(clk), .rst(rst_q), .fault(fault_q), .credit(credit[1]), .valid(valid[1]), .head(head[1]), .data(data[127:64]));

check #(.PORT(0)) check_0 (.clk(clk), .rst(rst_q), .valid(tx_valid[0]), .head(tx_head[0]), .data(tx_data[63:0]), .credit(tx_credit[0]),
  .arrived(arrived[0]), .error(wrong[0]));
check #(.PORT(1)) check_1 (.clk(clk), .rst(rst_q), .valid(tx_valid[1]), .head(tx_head[1]), .data(tx_data[127:64]), .credit(tx_credit[1]),
  .arrived(arrived[1]), .error(wrong[1]));

sluice_switch dut (
  .clk(clk), .rst(rst_q),
  .rx_valid(valid), .rx_head(head), .rx_data(data), .rx_credit(credit),
  .rx_msg_valid(), .rx_msg_xoff(), .rx_msg_line(), .rx_msg_turns(), .rx_msg_len(),
  .tx_valid(tx_valid), .tx_head(tx_head), .tx_data(tx_data), .tx_credit(tx_credit),
  .tx_msg_valid(2'd0), .tx_msg_xoff(2'd0), .tx_msg_line(2'd0), .tx_msg_turns(12'd0), .tx_msg_len(6'd0)
);

endmodule
`default_nettype wire
