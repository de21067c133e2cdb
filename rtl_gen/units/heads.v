// Heads of a side: which are eligible, and what the selected one requests.
module heads #(
  parameter QUEUES       = 32,
  parameter CELL_FLITS   = 8,
  parameter PACKET_CELLS = 32,
  parameter DESTS        = 8,   // places that a packet can go to
  parameter NEED_W       = $clog2(PACKET_CELLS + 1),
  parameter FLITS_W      = $clog2(PACKET_CELLS * CELL_FLITS + 1)
) (
  // idle: the side can begin to read a packet. open: a packet can go there. From registers.
  input  wire                      idle,
  input  wire [DESTS-1:0]          open,

  // Queues. ready: it has a head that fits where it goes to. held: it may not be served. dest: where it leads to, one-hot. Flits and cells of the head.
  input  wire [QUEUES-1:0]         ready,
  input  wire [QUEUES-1:0]         held,
  input  wire [QUEUES*DESTS-1:0]   dest,
  input  wire [QUEUES*FLITS_W-1:0] flits,
  input  wire [QUEUES*NEED_W-1:0]  need,

  // pick: selected queue, one-hot, zero if none is eligible.
  input  wire [QUEUES-1:0]         pick,

  // Combinational. Of the selected head: where it leads to, its cells; req_long: it has more than one flit; all 0 without one.
  output wire [QUEUES-1:0]         eligible,
  output wire [DESTS-1:0]          req,
  output wire [NEED_W-1:0]         req_need,
  output wire                      req_long
);
wire [QUEUES-1:0] several;    // the head has more than one flit

genvar q;
for (q = 0; q < QUEUES; q = q + 1) begin : g_queue
  assign several[q]  = |(flits[q*FLITS_W +: FLITS_W] >> 1);
  assign eligible[q] = idle & ready[q] & ~held[q] & |(dest[q*DESTS +: DESTS] & open);
end

onehot_mux #(.N(QUEUES), .W(DESTS))  dest_of (.sel(pick), .d(dest),    .y(req));
onehot_mux #(.N(QUEUES), .W(NEED_W)) need_of (.sel(pick), .d(need),    .y(req_need));
onehot_mux #(.N(QUEUES), .W(1))      long_of (.sel(pick), .d(several), .y(req_long));

endmodule
