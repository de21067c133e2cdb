// Takes the packets of an output, and expects those of each source whole and in order. A credit for each goes back some cycles later, at random.
`default_nettype none
module check #(
  parameter PORT = 0
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        valid,
  input  wire        head,
  input  wire [63:0] data,
  output reg         credit,
  output reg         arrived,           // a packet has
  output reg         error              // stays 1
);

reg [18:0] random_q;
reg [4:0]  owed_q;                      // credits
reg [2:0]  left_q;                      // flits of the packet still to come
reg [1:0]  place_q;
reg        source_q;
reg [15:0] number_q, next_0_q, next_1_q;

wire        source = head ? data[12] : source_q;
wire [15:0] number = head ? (source ? next_1_q : next_0_q) : number_q;
wire [1:0]  place = head ? 2'd0 : place_q;
wire [2:0]  left = head ? data[11:9] - 3'd1 : left_q - 3'd1;
wire [31:0] pattern_0, pattern_1;
wire [31:0] expected = source ? pattern_1 : pattern_0;
wire        is_last = valid && left == 0;
wire        give = owed_q != 0 && random_q[1:0] != 0;

pattern #(.PORT(0)) of_0 (.number(number), .place(place), .word(pattern_0));
pattern #(.PORT(1)) of_1 (.number(number), .place(place), .word(pattern_1));

// Found in one cycle, told in the next.
reg wrong_word_q, wrong_number_q, wrong_form_q;

always @(posedge clk) begin
  random_q <= {random_q[17:0], random_q[18] ^ random_q[5] ^ random_q[1] ^ random_q[0]};
  wrong_word_q <= valid && data[63:32] != expected;
  wrong_number_q <= valid && data[31:16] != number;
  wrong_form_q <= valid && (head != (left_q == 0) || (head ? data[8:0] != 0 || data[15:13] != 0 || data[11:9] == 0 : data[15:0] != ~number));
  arrived <= is_last;
  credit <= give;
  owed_q <= owed_q + {4'd0, is_last} - {4'd0, give};
  if (valid) begin
    left_q <= left;
    place_q <= place + 2'd1;
    source_q <= source;
    number_q <= number;
  end
  if (valid && head && source) next_1_q <= next_1_q + 16'd1;
  if (valid && head && !source) next_0_q <= next_0_q + 16'd1;
  error <= error || wrong_word_q || wrong_number_q || wrong_form_q;
  if (rst) begin
    random_q <= 19'h2345 + PORT[18:0];
    owed_q <= 0;
    left_q <= 0;
    next_0_q <= 0;
    next_1_q <= 0;
    credit <= 0;
    wrong_word_q <= 0;
    wrong_number_q <= 0;
    wrong_form_q <= 0;
    error <= 0;
  end
end

endmodule
`default_nettype wire
