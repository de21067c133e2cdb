// Sends packets of random length to random outputs of a 2-port switch, with random gaps, as credits allow. The word that each flit holds follows from
// source, number of the packet among those for its output, and place in the packet.
`default_nettype none
module source #(
  parameter PORT = 0,
  parameter SLOTS = 16
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        fault,
  input  wire        credit,
  output reg         valid,
  output reg         head,
  output reg  [63:0] data
);

reg [22:0] random_q;
reg [4:0]  credits_q;
reg [2:0]  left_q;              // flits of the packet still to be sent
reg [1:0]  place_q;
reg [15:0] number_q, next_0_q, next_1_q;        // of this packet; of the next one to either output

wire        output_1 = random_q[2];
wire [2:0]  flits = {1'b0, random_q[1:0]} + 3'd1;
wire        start = left_q == 0 && credits_q != 0 && random_q[5:3] != 0;
wire [15:0] number = start ? (output_1 ? next_1_q : next_0_q) : number_q;
wire [1:0]  place = start ? 2'd0 : place_q;
wire        turn = output_1 ^ (PORT == 1);
wire [31:0] pattern;

pattern #(.PORT(PORT)) word (.number(number), .place(place), .word(pattern));

always @(posedge clk) begin
  random_q <= {random_q[21:0], random_q[22] ^ random_q[17]};
  valid <= start || left_q != 0;
  head <= start;
  // header: turnpool, turns left, flits, source; then the packet's number
  data <= {pattern ^ {31'd0, fault}, number, start ? {4'd0 + PORT[3:0], flits, 3'd1, 5'd0, turn} : ~number};
  number_q <= number;
  place_q <= place + 2'd1;
  left_q <= start ? flits - 3'd1 : left_q - {2'd0, left_q != 0};
  credits_q <= credits_q + {4'd0, credit} - {4'd0, start};
  if (start && output_1) next_1_q <= next_1_q + 16'd1;
  if (start && !output_1) next_0_q <= next_0_q + 16'd1;
  if (rst) begin
    random_q <= 23'h1234 + PORT[22:0];
    credits_q <= SLOTS[4:0];
    left_q <= 0;
    next_0_q <= 0;
    next_1_q <= 0;
    valid <= 0;
  end
end

endmodule
`default_nettype wire
