// Scheduler of the send side of a network interface: selects a queue, and judges its first packet one cycle later, when its route is known.
// Twin: cmodel/units/nsu.c. docs/internals/microarchitecture-nic.md.
module nsu #(
  parameter RADIX         = 8,
  parameter NODES         = 64,
  parameter SLS           = 8,
  parameter SL_MAP        = 2396160,
  parameter VCS           = 2,
  parameter CELLS         = 256,
  parameter CELL_FLITS    = 8,
  parameter PACKET_CELLS  = 32,
`include "units/turnpool.vh"
  parameter QUEUES        = SLS * NODES,
  parameter DEST_W        = $clog2(NODES),
  parameter SL_W          = SLS > 1 ? $clog2(SLS) : 1,
  parameter CELLS_W       = $clog2(CELLS + 1),
  parameter NEED_W        = $clog2(PACKET_CELLS + 1),
  parameter FLITS_W       = $clog2(PACKET_CELLS * CELL_FLITS + 1)
) (
  input  wire                      clk,
  input  wire                      rst,

  // Queues, from registers but for direct. present: there is a head; its length, used only then. direct: a packet enters as the head, one-hot or zero.
  // parked: the head would meet a stopped point.
  input  wire [QUEUES-1:0]         present,
  input  wire [QUEUES*FLITS_W-1:0] head_flits,
  input  wire [QUEUES-1:0]         direct,
  input  wire [QUEUES-1:0]         parked,

  // stopped: the candidate would meet a stopped point. msg_vcs: VCs that a message is for. spare: credits, by VC. idle: a packet can be granted;
  // pace_next: so it can on the link; this one may be late. Route of the candidate.
  input  wire                      stopped,
  input  wire [VCS-1:0]            msg_vcs,
  input  wire [VCS*CELLS_W-1:0]    spare,
  input  wire                      idle,
  input  wire                      pace_next,
  input  wire [POOL_W-1:0]         route_turns,
  input  wire [LEN_W-1:0]          route_left,

  // pick: a queue is selected, and is the candidate in the next cycle. The candidate, registered. park: it is to be parked.
  output wire                      pick,
  output wire [DEST_W-1:0]         pick_dest,
  output wire [SL_W-1:0]           cand_sl,
  output wire [DEST_W-1:0]         cand_dest,
  output wire                      park,

  // gnt: the candidate is granted; gnt_queue: its queue, one-hot or zero. Of the candidate: more than one flit; VC, one-hot; cells. go_*: route of
  // the packet granted last, registered.
  output wire                      gnt,
  output wire [QUEUES-1:0]         gnt_queue,
  output wire                      gnt_long,
  output wire [VCS-1:0]            gnt_vc,
  output wire [NEED_W-1:0]         gnt_need,
  output wire [POOL_W-1:0]         go_turns,
  output wire [LEN_W-1:0]          go_left
);
localparam PRIO_W  = NODES - 1;

reg [SLS*PRIO_W-1:0] prio_q;
reg                  cand_valid_q;
reg [SL_W-1:0]       cand_sl_q;
reg [DEST_W-1:0]     cand_dest_q;
reg [NEED_W-1:0]     cand_need_q;
reg                  cand_long_q;
reg [VCS-1:0]        wait_q;
reg [VCS*NEED_W-1:0] wait_need_q;
reg [POOL_W-1:0]     go_turns_q;
reg [LEN_W-1:0]      go_left_q;

// ----------------------------------------------------------------------------
// Selection: the lowest service level with an eligible queue; in it by round robin.
wire [QUEUES-1:0]        eligible;
wire [SLS-1:0]           any;          // service levels with an eligible queue
wire [SLS-1:0]           lower;        // those that a lower one goes before
wire [SLS-1:0]           sl_first = any & ~lower;
wire [NODES-1:0]         among;        // queues of the one that is served
wire [PRIO_W-1:0]        last;
wire [NODES*FLITS_W-1:0] among_flits;
wire [NODES-1:0]         first;
wire [FLITS_W-1:0]       first_flits;
wire [SL_W-1:0]          pick_sl;
wire [NEED_W-1:0]        pick_need;

prefix_or #(.N(SLS)) search (.x(any), .y(lower));

onehot_mux #(.N(SLS), .W(NODES))  queues_of (.sel(sl_first), .d(eligible), .y(among));
onehot_mux #(.N(SLS), .W(PRIO_W)) last_of   (.sel(sl_first), .d(prio_q),   .y(last));

rr_pick #(.N(NODES)) rr_pick (.req(among), .last(last), .pick(first));

onehot_mux #(.N(NODES), .W(FLITS_W)) flits_of (.sel(first), .d(among_flits), .y(first_flits));
onehot_index #(.N(SLS))   number_of_sl   (.onehot(sl_first), .index(pick_sl));
onehot_index #(.N(NODES)) number_of_dest (.onehot(first),    .index(pick_dest));
need_cells #(.N(1), .CELL_FLITS(CELL_FLITS), .PACKET_CELLS(PACKET_CELLS)) need_of_pick (.flits(first_flits), .need(pick_need));

genvar d, s, v;
for (d = 0; d < NODES; d = d + 1) begin : g_dest
  wire [SLS*FLITS_W-1:0] lengths;    // of the heads for this destination
  for (s = 0; s < SLS; s = s + 1) begin : g_sl
    assign lengths[s*FLITS_W +: FLITS_W] = head_flits[(s*NODES+d)*FLITS_W +: FLITS_W];
  end
  onehot_mux #(.N(SLS), .W(FLITS_W)) length_of (.sel(sl_first), .d(lengths), .y(among_flits[d*FLITS_W +: FLITS_W]));
end

assign pick = |any;

// ----------------------------------------------------------------------------
// Judgement of the candidate.
wire [SLS-1:0]     cand_sl_onehot;
wire [NODES-1:0]   cand_dest_onehot;
wire [QUEUES-1:0]  cand_queue;
wire [VCS-1:0]     cand_vc;
wire [CELLS_W-1:0] cand_spare;
wire               judged = cand_valid_q & ~|(cand_vc & wait_q);
wire               short  = judged & ~stopped & cand_spare < {{(CELLS_W-NEED_W){1'b0}}, cand_need_q};

turn_onehot #(.N(1), .TURN_W(SL_W),   .DESTS(SLS))   sl_of   (.turn(cand_sl_q),   .dest(cand_sl_onehot));
turn_onehot #(.N(1), .TURN_W(DEST_W), .DESTS(NODES)) dest_of (.turn(cand_dest_q), .dest(cand_dest_onehot));
vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of (.level(cand_sl_q), .vc(cand_vc));
onehot_mux #(.N(VCS), .W(CELLS_W)) spare_of (.sel(cand_vc), .d(spare), .y(cand_spare));

assign gnt       = judged & ~stopped & ~short & idle & pace_next;
assign gnt_queue = cand_queue & {QUEUES{gnt}};
assign gnt_vc    = cand_vc;
assign gnt_need  = cand_need_q;
assign gnt_long  = cand_long_q;
assign park      = judged & stopped;
assign cand_sl   = cand_sl_q;
assign cand_dest = cand_dest_q;
assign go_turns  = go_turns_q;
assign go_left   = go_left_q;

// ----------------------------------------------------------------------------
// State by service level, and by VC.
wire [SLS*VCS-1:0] fresh;   // by service level: VC, if a packet enters one of its queues as the head

for (s = 0; s < SLS; s = s + 1) begin : g_sl
  localparam [SL_W-1:0] THIS = s;
  wire [VCS-1:0] vc;       // of this service level, a constant

  vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) vc_of (.level(THIS), .vc(vc));

  assign eligible[s*NODES +: NODES]   = present[s*NODES +: NODES] & ~parked[s*NODES +: NODES] & {NODES{~|(vc & wait_q)}};
  assign any[s]                       = |eligible[s*NODES +: NODES];
  assign fresh[s*VCS +: VCS]          = vc & {VCS{|direct[s*NODES +: NODES]}};
  assign cand_queue[s*NODES +: NODES] = cand_dest_onehot & {NODES{cand_sl_onehot[s]}};

  always @(posedge clk)
    if (rst)                          prio_q[s*PRIO_W +: PRIO_W] <= {PRIO_W{1'b0}};
    else if (gnt & cand_sl_onehot[s]) prio_q[s*PRIO_W +: PRIO_W] <= cand_dest_onehot[PRIO_W-1:0];
end

for (v = 0; v < VCS; v = v + 1) begin : g_vc
  wire [SLS-1:0]    fresh_here;
  for (s = 0; s < SLS; s = s + 1) begin : g_fresh
    assign fresh_here[s] = fresh[s*VCS + v];
  end

  wire [NEED_W-1:0] need   = wait_need_q[v*NEED_W +: NEED_W];
  wire              begins = short & cand_vc[v];
  wire              ends   = |fresh_here | msg_vcs[v] | spare[v*CELLS_W +: CELLS_W] >= {{(CELLS_W-NEED_W){1'b0}}, need};

  always @(posedge clk)
    if (rst) begin
      wait_q[v]                       <= 1'b0;
      wait_need_q[v*NEED_W +: NEED_W] <= {NEED_W{1'b0}};
    end else begin
      wait_q[v] <= begins | (wait_q[v] & ~ends);
      if (begins) wait_need_q[v*NEED_W +: NEED_W] <= cand_need_q;
    end
end

always @(posedge clk)
  if (rst) begin
    cand_valid_q <= 1'b0;
    cand_sl_q    <= {SL_W{1'b0}};
    cand_dest_q  <= {DEST_W{1'b0}};
    cand_need_q  <= {NEED_W{1'b0}};
    cand_long_q  <= 1'b0;
    go_turns_q   <= {POOL_W{1'b0}};
    go_left_q    <= {LEN_W{1'b0}};
  end else begin
    cand_valid_q <= pick & ~gnt;
    if (pick) begin
      cand_sl_q   <= pick_sl;
      cand_dest_q <= pick_dest;
      cand_need_q <= pick_need;
      cand_long_q <= |(first_flits >> 1);
    end
    if (gnt) begin
      go_turns_q <= route_turns;
      go_left_q  <= route_left;
    end
  end

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (cand_valid_q && (cand_queue & present) == {QUEUES{1'b0}}) $fatal(1, "the candidate is no packet");
  if (gnt && route_left == {LEN_W{1'b0}}) $fatal(1, "a packet leaves without a route");
end
`endif

endmodule
