// Does each packet fit into the memory that it goes to? Compares its cells with the credits for its VC there.
module credits_there #(
  parameter DQS          = 8,
  parameter SAQS         = 8,
  parameter VCS          = 2,
  parameter CELLS        = 256,
  parameter PACKET_CELLS = 32,
  parameter DESTS        = 8,   // memories that a packet can go to
  parameter VC_QUEUES    = DQS + SAQS,
  parameter QUEUES       = VCS * VC_QUEUES,
  parameter CELLS_W      = $clog2(CELLS + 1),
  parameter NEED_W       = $clog2(PACKET_CELLS + 1)
) (
  // credits: a field for each memory and VC, VC 0 of memory 0 lowest.
  input  wire [DESTS*VCS*CELLS_W-1:0] credits,

  // Queues: where each leads to, one-hot, and cells of its head.
  input  wire [QUEUES*DESTS-1:0]      dest,
  input  wire [QUEUES*NEED_W-1:0]     head_need,

  // Packet that enters: its VC, where it goes to, both one-hot, its cells. Packet behind a head: its
  // queue, one-hot or zero, where it goes to if it is of this queue, one-hot, its cells.
  input  wire [VCS-1:0]               enter_vc,
  input  wire [DESTS-1:0]             enter_dest,
  input  wire [NEED_W-1:0]            enter_need,
  input  wire [QUEUES-1:0]            refill,
  input  wire [QUEUES*DESTS-1:0]      refill_dest,
  input  wire [NEED_W-1:0]            refill_need,

  // Combinational.
  output wire [QUEUES-1:0]            fits,
  output wire                         fits_enter,
  output wire                         fits_refill
);
wire [DESTS*VCS-1:0] enter_to, refill_to;
wire [CELLS_W-1:0]   enter_credits, refill_credits;

genvar d, q, v;
for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [DESTS*CELLS_W-1:0]  there;          // credits of this VC
  wire [DESTS-1:0]          refill_here;    // where the packet behind a head of this VC goes to

  onehot_mux #(.N(VC_QUEUES), .W(DESTS)) refill_of (
    .sel(refill[v*VC_QUEUES +: VC_QUEUES]), .d(refill_dest[v*VC_QUEUES*DESTS +: VC_QUEUES*DESTS]), .y(refill_here)
  );

  for (d = 0; d < DESTS; d = d + 1) begin : g_dest
    assign there[d*CELLS_W +: CELLS_W] = credits[(d*VCS+v)*CELLS_W +: CELLS_W];
    assign enter_to[d*VCS + v]         = enter_vc[v] & enter_dest[d];
    assign refill_to[d*VCS + v]        = refill_here[d];
  end

  for (q = v * VC_QUEUES; q < (v + 1) * VC_QUEUES; q = q + 1) begin : g_queue
    wire [CELLS_W-1:0] ahead;
    onehot_mux #(.N(DESTS), .W(CELLS_W)) credits_of (.sel(dest[q*DESTS +: DESTS]), .d(there), .y(ahead));
    assign fits[q] = {{(CELLS_W-NEED_W){1'b0}}, head_need[q*NEED_W +: NEED_W]} <= ahead;
  end
end

onehot_mux #(.N(DESTS * VCS), .W(CELLS_W)) credits_of_enter  (.sel(enter_to),  .d(credits), .y(enter_credits));
onehot_mux #(.N(DESTS * VCS), .W(CELLS_W)) credits_of_refill (.sel(refill_to), .d(credits), .y(refill_credits));

assign fits_enter  = {{(CELLS_W-NEED_W){1'b0}}, enter_need}  <= enter_credits;
assign fits_refill = {{(CELLS_W-NEED_W){1'b0}}, refill_need} <= refill_credits;

endmodule
