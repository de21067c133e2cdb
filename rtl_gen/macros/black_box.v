// The macro for synthesis: its pins.
`default_nettype none
(* blackbox *)
module `NAME (
`PORTS
);
endmodule
`default_nettype wire
