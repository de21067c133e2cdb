// The word of a flit.
`default_nettype none
module pattern #(
  parameter PORT = 0
) (
  input  wire [15:0] number,
  input  wire [1:0]  place,
  output wire [31:0] word
);

assign word = {number[7:0], number[15:8], number ^ {8{place}}} ^ {28'hace0135, 2'b00, place} ^ {PORT[0], 31'd0};

endmodule
`default_nettype wire
