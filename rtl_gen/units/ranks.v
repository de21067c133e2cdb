// Ranks of stamps, lower is older. Stamps wrap around: one whose top bit differs from that of the current stamp is older than one whose
// top bit is the same. Combinational.
`default_nettype none
module ranks #(
  parameter N = 5,
  parameter W = 11
) (
  stamp, half, rank
);
input  wire [N*W-1:0] stamp;
input  wire           half;     // top bit of the current stamp
output wire [N*W-1:0] rank;

assign rank = stamp ^ {N{~half, {(W-1){1'b0}}}};

endmodule
`default_nettype wire
