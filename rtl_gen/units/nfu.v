// Filter of a network interface: congested points that the network has stopped, and queues whose first packet would meet one.
// Twin: cmodel/units/nfu.c. docs/internals/microarchitecture-nic.md.
module nfu #(
  parameter RADIX         = 8,
  parameter VC_SAQS       = 8,
  parameter NODES         = 64,
  parameter SLS           = 8,
  parameter SL_MAP        = 2396160,
  parameter VCS           = 2,
  parameter LEVELS        = 8,
  parameter LEVEL_MAP     = 2396160,
  parameter BY_LEVEL      = 1,   // 0: a line is for a VC
  parameter NIC_LINES     = 8,
`include "units/turnpool.vh"
  parameter QUEUES        = SLS * NODES,
  parameter VC_QUEUE_W    = $clog2(RADIX + VC_SAQS),
  parameter SL_W          = SLS > 1 ? $clog2(SLS) : 1,
  parameter DEST_W        = $clog2(NODES)
) (
  input  wire                  clk,
  input  wire                  rst,

  // Message of the network. The fields are used only with msg_valid; turns and length only with an Xoff.
  input  wire                  msg_valid,
  input  wire                  msg_xoff,
  input  wire [LEVELS-1:0]     msg_levels,
  input  wire [VC_QUEUE_W-1:0] msg_queue,
  input  wire [POOL_W-1:0]     msg_turns,
  input  wire [LEN_W-1:0]      msg_len,

  // The candidate: its service level, its destination, its route, from registers. park: its queue is to be parked; a function of stopped.
  input  wire [SL_W-1:0]       cand_sl,
  input  wire [DEST_W-1:0]     cand_dest,
  input  wire                  park,
  input  wire [POOL_W-1:0]     route_turns,
  input  wire [LEN_W-1:0]      route_left,

  // stopped: a packet on the candidate's route would meet a stopped point; a function of registers. parked: queues whose first packet would;
  // registered. msg_vcs: VCs of the message's levels. lost: the Xoff finds no line.
  output wire                  stopped,
  output wire [QUEUES-1:0]     parked,
  output wire [VCS-1:0]        msg_vcs,
  output wire                  lost
);
localparam LINES      = LEVELS * NIC_LINES;

localparam [LEN_W-1:0] NO_TURNS = 0;

reg [LINES*POOL_W-1:0]     turns_q;
reg [LINES*LEN_W-1:0]      len_q;
reg [LINES*VC_QUEUE_W-1:0] queue_q;
reg [QUEUES-1:0]           parked_q;

// ----------------------------------------------------------------------------
// Levels: the candidate's, one-hot, and those that an Xon is for.
wire [SLS-1:0]    cand_sl_onehot;
wire [NODES-1:0]  cand_dest_onehot;
wire [LEVELS-1:0] cand_level;
wire              stops  = msg_valid & msg_xoff;
wire [LEVELS-1:0] resume = msg_levels & {LEVELS{msg_valid & ~msg_xoff}};

turn_onehot #(.N(1), .TURN_W(SL_W),   .DESTS(SLS))   sl_of   (.turn(cand_sl),   .dest(cand_sl_onehot));
turn_onehot #(.N(1), .TURN_W(DEST_W), .DESTS(NODES)) dest_of (.turn(cand_dest), .dest(cand_dest_onehot));

genvar e, l, s, t, v;
if (BY_LEVEL != 0) begin : g_by_level
  assign cand_level = cand_sl_onehot;
end else begin : g_by_vc
  vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) level_of (.level(cand_sl), .vc(cand_level));
end

for (v = 0; v < VCS; v = v + 1) begin : g_vc
  localparam [2:0] THIS = v;
  wire [LEVELS-1:0] here;
  for (e = 0; e < LEVELS; e = e + 1) begin : g_here
    assign here[e] = msg_levels[e] & LEVEL_MAP[3*e +: 3] == THIS;
  end
  assign msg_vcs[v] = msg_valid & |here;
end

// ----------------------------------------------------------------------------
// Lines.
wire [LINES-1:0]  taken;     // lines in use
wire [LINES-1:0]  same;      // those of the queue that sent the message
wire [LINES-1:0]  match;     // those of the candidate's route
wire [LINES-1:0]  take;      // line that the Xoff takes
wire [LEVELS-1:0] met;       // levels with a line of the candidate's route
wire [LEVELS-1:0] finds;     // levels with a line for the Xoff

for (l = 0; l < LINES; l = l + 1) begin : g_line
  wire [POOL_W-1:0] point  = turns_q[l*POOL_W +: POOL_W];
  wire [LEN_W-1:0]  length = len_q[l*LEN_W +: LEN_W];

  // Turns of the line that are not those of the route. Turns beyond the length are not compared.
  wire [TURNS-1:0]  differs;
  for (t = 0; t < TURNS; t = t + 1) begin : g_turn
    localparam [LEN_W-1:0] TURN = t;
    wire                   used = t == 0 | length > TURN;   // a free line matches nothing anyway

    assign differs[t] = used & |(route_turns[t*TURN_W +: TURN_W] ^ point[t*TURN_W +: TURN_W]);
  end

  assign taken[l] = length != NO_TURNS;
  assign same[l]  = taken[l] & queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] == msg_queue;
  assign match[l] = taken[l] & route_left >= length & ~|differs;

  always @(posedge clk)
    if (rst) begin
      turns_q[l*POOL_W +: POOL_W]         <= {POOL_W{1'b0}};
      len_q[l*LEN_W +: LEN_W]             <= NO_TURNS;
      queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] <= {VC_QUEUE_W{1'b0}};
    end else if (take[l]) begin
      turns_q[l*POOL_W +: POOL_W]         <= msg_turns;
      len_q[l*LEN_W +: LEN_W]             <= msg_len;
      queue_q[l*VC_QUEUE_W +: VC_QUEUE_W] <= msg_queue;
    end else if (same[l] & resume[l/NIC_LINES]) begin
      len_q[l*LEN_W +: LEN_W] <= NO_TURNS;
    end
end

for (e = 0; e < LEVELS; e = e + 1) begin : g_level
  wire [NIC_LINES-1:0] vacant = ~taken[e*NIC_LINES +: NIC_LINES];
  wire [NIC_LINES-1:0] above;
  wire                 known  = |same[e*NIC_LINES +: NIC_LINES];

  prefix_or #(.N(NIC_LINES)) search (.x(vacant), .y(above));

  assign take[e*NIC_LINES +: NIC_LINES] = vacant & ~above & {NIC_LINES{stops & msg_levels[e] & ~known}};
  assign finds[e] = known | |vacant;
  assign met[e]   = |match[e*NIC_LINES +: NIC_LINES];
end

assign stopped = |(cand_level & met);
assign lost    = stops & ~|(msg_levels & finds);

// ----------------------------------------------------------------------------
// Parked queues. An Xon lets all queues of its levels try again.
for (s = 0; s < SLS; s = s + 1) begin : g_sl
  localparam [SLS-1:0]  FIRST = 1;
  localparam [SL_W-1:0] THIS  = s;
  wire [LEVELS-1:0]     level;      // of this service level, a constant
  wire [NODES-1:0]      here = cand_dest_onehot & {NODES{park & cand_sl_onehot[s]}};

  if (BY_LEVEL != 0) begin : g_itself
    assign level = FIRST << s;
  end else begin : g_vc
    vc_of_level #(.N(SLS), .MAP(SL_MAP), .VCS(VCS)) level_of (.level(THIS), .vc(level));
  end

  always @(posedge clk)
    if (rst | |(level & resume)) parked_q[s*NODES +: NODES] <= {NODES{1'b0}};
    else                         parked_q[s*NODES +: NODES] <= parked_q[s*NODES +: NODES] | here;
end

assign parked = parked_q;

`ifndef SYNTHESIS
wire [LEVELS-1:0] used;           // levels with a line in use
wire [SLS-1:0]    for_nothing;    // a queue is parked, and its level has none
for (e = 0; e < LEVELS; e = e + 1) begin : g_used
  assign used[e] = |taken[e*NIC_LINES +: NIC_LINES];
end

for (s = 0; s < SLS; s = s + 1) begin : g_check
  assign for_nothing[s] = |parked_q[s*NODES +: NODES] & ~|(g_sl[s].level & used);
end

always @(posedge clk) if (!rst) begin
  if (for_nothing != {SLS{1'b0}}) $fatal(1, "a queue is parked for nothing");
  if (stops && msg_len == NO_TURNS) $fatal(1, "an Xoff for no congested point");
end
`endif

endmodule
