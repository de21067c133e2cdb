// Ranks of stamps: less is older. A stamp of the other half of all stamps is older than one of the half that is given now.
`default_nettype none
module ranks #(
  parameter N = 5,
  parameter W = 11
) (
  stamp, half, rank
);
input  wire [N*W-1:0] stamp;
input  wire           half;     // top bit of the stamp that is given now
output wire [N*W-1:0] rank;

assign rank = stamp ^ {N{~half, {(W-1){1'b0}}}};

endmodule
`default_nettype wire
