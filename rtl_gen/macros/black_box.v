// The macro for synthesis: its pins.
(* blackbox *)
module `NAME (
`PORTS
);
endmodule
