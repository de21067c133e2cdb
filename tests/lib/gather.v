// The side band of a k-ary n-cube, for Yosys' prover (tests/lib/gather.sh). Wires that nobody drives here are the registers of the gathers that have
// their names.
`default_nettype none

// Sizes of a gather, by its parameters.
`define SIZES \
localparam NODES        = ARY ** DIMS; \
localparam LINKS        = 2 * DIMS; \
localparam STEPS        = TORUS != 0 ? ARY / 2 : ARY - 1; \
localparam LOCAL_FULL_W = $clog2(BUFFERS / NODES + 1); \
localparam FULL_W       = $clog2(BUFFERS + 1); \
localparam FLOW_W       = $clog2(DIMS * STEPS * SIDE_CYCLES * NODES + 1); \
localparam HOP_W        = $clog2(SIDE_CYCLES); \
localparam STEP_W       = STEPS > 1 ? $clog2(STEPS) : 1; \
localparam DIM_W        = DIMS > 1 ? $clog2(DIMS) : 1;

// Gathers of all nodes, linked by DELAY cycles. Node SOURCE has any counts, the others have none.
module side_band #(
  parameter ARY         = 4,
  parameter DIMS        = 2,
  parameter TORUS       = 1,
  parameter SIDE_CYCLES = 2,
  parameter BUFFERS     = 128,
  parameter DELAY       = 0,
  parameter SOURCE      = 0
) (
  clk, rst, full, flow, snapshot, from_together, together, known
);
`SIZES

input  wire                    clk;
input  wire                    rst;
input  wire [LOCAL_FULL_W-1:0] full;
input  wire                    flow;

output wire snapshot;   // in this cycle
output wire together;   // all nodes are in one cycle of a gather, and messages are on the way in the cycles after a hop only
output wire from_together;
output wire known;      // done, and the totals of all nodes are the counts of SOURCE, at the last snapshot and in the gather before it

// ----------------------------------------------------------------------------
// What they have to find out.
reg [LOCAL_FULL_W-1:0] full_then;
reg [FLOW_W-1:0]       flow_now, flow_then;

always @(posedge clk) begin
  flow_now <= (snapshot ? {FLOW_W{1'b0}} : flow_now) + {{(FLOW_W-1){1'b0}}, flow};
  if (snapshot) full_then <= full;
  if (snapshot) flow_then <= flow_now;
end

// ----------------------------------------------------------------------------
// Nodes. What port p of a node sends comes by port p + 1, or p - 1, of the neighbour there.
localparam [HOP_W:0] LINK_TIME = DELAY + 1;

wire [NODES*LINKS-1:0]        send, come;
wire [NODES*LINKS*FULL_W-1:0] send_full, come_full;
wire [NODES*LINKS*FLOW_W-1:0] send_flow, come_flow;
wire [NODES-1:0]              in_time, right;

genvar n, p, s;
for (n = 0; n < NODES; n = n + 1) begin : g_node
  localparam [0:0] IS_SOURCE = n == SOURCE;
  wire [HOP_W-1:0]  hop_q;
  wire [STEP_W-1:0] step_q;
  wire [DIM_W-1:0]  dim_q;
  wire              begun_q;
  wire              done;
  wire [FULL_W-1:0] total_full;
  wire [FLOW_W-1:0] total_flow;

  sluice_gather #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .SIDE_CYCLES(SIDE_CYCLES), .BUFFERS(BUFFERS)) gather (
    .clk(clk), .rst(rst), .full(full & {LOCAL_FULL_W{IS_SOURCE}}), .flow(flow & IS_SOURCE),
    .come(come[n*LINKS +: LINKS]), .come_full(come_full[n*LINKS*FULL_W +: LINKS*FULL_W]), .come_flow(come_flow[n*LINKS*FLOW_W +: LINKS*FLOW_W]),
    .send(send[n*LINKS +: LINKS]), .send_full(send_full[n*LINKS*FULL_W +: LINKS*FULL_W]), .send_flow(send_flow[n*LINKS*FLOW_W +: LINKS*FLOW_W]),
    .done(done), .total_full(total_full), .total_flow(total_flow)
  );
  assign right[n] = done & total_full == {{(FULL_W-LOCAL_FULL_W){1'b0}}, full_then} & total_flow == flow_then;

  wire [LINKS-1:0] late;
  assign in_time[n] = hop_q == g_node[0].hop_q & step_q == g_node[0].step_q & dim_q == g_node[0].dim_q & begun_q == g_node[0].begun_q & ~|late;

  for (p = 0; p < LINKS; p = p + 1) begin : g_port
    localparam PLACE = ARY ** (p / 2);
    localparam AT    = n / PLACE % ARY;
    localparam FROM  = n - AT * PLACE + (p % 2 == 0 ? (AT + 1) % ARY : (AT + ARY - 1) % ARY) * PLACE;
    localparam BACK  = FROM * LINKS + (p % 2 == 0 ? p + 1 : p - 1);     // the port of the neighbour
    localparam [0:0] LINKED = TORUS != 0 || (p % 2 == 0 ? AT < ARY - 1 : AT > 0);
    wire [DELAY:0]            valid;
    wire [(DELAY+1)*FULL_W-1:0] fulls;
    wire [(DELAY+1)*FLOW_W-1:0] flows;
    wire [DELAY:0]            late_here;

    assign valid[0]          = send[BACK] & LINKED;
    assign fulls[FULL_W-1:0] = send_full[BACK*FULL_W +: FULL_W];
    assign flows[FLOW_W-1:0] = send_flow[BACK*FLOW_W +: FLOW_W];
    for (s = 0; s < DELAY; s = s + 1) begin : g_stage
      reg              valid_q;
      reg [FULL_W-1:0] full_q;
      reg [FLOW_W-1:0] flow_q;
      always @(posedge clk) begin
        valid_q <= valid[s] & ~rst;
        full_q  <= fulls[s*FULL_W +: FULL_W];
        flow_q  <= flows[s*FLOW_W +: FLOW_W];
      end
      assign valid[s + 1]                     = valid_q;
      assign fulls[(s + 1)*FULL_W +: FULL_W] = full_q;
      assign flows[(s + 1)*FLOW_W +: FLOW_W] = flow_q;
    end
    for (s = 0; s <= DELAY; s = s + 1) begin : g_late
      localparam [HOP_W-1:0] WHEN = s + 1;
      assign late_here[s] = valid[s] & hop_q != WHEN;
    end
    assign late[p]                                    = |late_here;
    assign come[n*LINKS + p]                          = valid[DELAY];
    assign come_full[(n*LINKS + p)*FULL_W +: FULL_W] = fulls[DELAY*FULL_W +: FULL_W];
    assign come_flow[(n*LINKS + p)*FLOW_W +: FLOW_W] = flows[DELAY*FLOW_W +: FLOW_W];
  end
end

assign snapshot = ~|g_node[0].hop_q & ~|g_node[0].step_q & ~|g_node[0].dim_q;
assign together = &in_time;
assign from_together = rst | together;
assign known    = &right;

endmodule

// Three gathers of one node of the same network, in the same cycle of it. If the counts that the third gets are the sums of those that the others get,
// so is all that it has and sends.
module superposition #(
  parameter ARY         = 4,
  parameter DIMS        = 2,
  parameter TORUS       = 1,
  parameter SIDE_CYCLES = 2,
  parameter BUFFERS     = 128
) (
  clk, rst, full, flow, come, come_full, come_flow, from_added, added
);
`SIZES

// Of the first two.
input  wire                          clk;
input  wire                          rst;
input  wire [2*LOCAL_FULL_W-1:0]     full;
input  wire [1:0]                    flow;
input  wire [LINKS-1:0]              come;          // of all three
input  wire [2*LINKS*FULL_W-1:0]     come_full;
input  wire [2*LINKS*FLOW_W-1:0]     come_flow;

output wire added;          // what the third gather has is the sum
output wire from_added;     // so it is now, or after this cycle, by reset; and sums of local counts are local counts

wire [3*LOCAL_FULL_W-1:0] full_of;
wire [2:0]                flow_of;
wire [3*LINKS*FULL_W-1:0] come_full_of;
wire [3*LINKS*FLOW_W-1:0] come_flow_of;
wire                      carry;

assign full_of[2*LOCAL_FULL_W-1:0] = full;
assign {carry, full_of[2*LOCAL_FULL_W +: LOCAL_FULL_W]} = {1'b0, full[0 +: LOCAL_FULL_W]} + {1'b0, full[LOCAL_FULL_W +: LOCAL_FULL_W]};
assign flow_of                         = {^flow, flow};
assign come_full_of[2*LINKS*FULL_W-1:0] = come_full;
assign come_flow_of[2*LINKS*FLOW_W-1:0] = come_flow;

// All counts of a gather, as sums of FULL_W and of FLOW_W bits.
localparam FULLS = 1 + 2 + LINKS + 1;
localparam FLOWS = 1 + 1 + 2 + LINKS + 1;

genvar i, c;
for (c = 0; c < 3; c = c + 1) begin : g_copy
  wire [HOP_W-1:0]         hop_q;
  wire [STEP_W-1:0]        step_q;
  wire [DIM_W-1:0]         dim_q;
  wire                     begun_q;
  wire [1:0]               come_q;
  wire [FLOW_W-1:0]        flow_q, flow_sum_q;
  wire [FULL_W-1:0]        full_sum_q;
  wire [2*FULL_W-1:0]      come_full_q;
  wire [2*FLOW_W-1:0]      come_flow_q;
  wire [LINKS-1:0]         send;
  wire [LINKS*FULL_W-1:0]  send_full;
  wire [LINKS*FLOW_W-1:0]  send_flow;
  wire                     done;
  wire [FULL_W-1:0]        total_full;
  wire [FLOW_W-1:0]        total_flow;
  wire [FULLS*FULL_W-1:0]  fulls = {total_full, send_full, come_full_q, full_sum_q};
  wire [FLOWS*FLOW_W-1:0]  flows = {total_flow, send_flow, come_flow_q, flow_sum_q, flow_q};
  wire [HOP_W+STEP_W+DIM_W+LINKS+3:0] times = {hop_q, step_q, dim_q, begun_q, come_q, send, done};

  sluice_gather #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .SIDE_CYCLES(SIDE_CYCLES), .BUFFERS(BUFFERS)) gather (
    .clk(clk), .rst(rst), .full(full_of[c*LOCAL_FULL_W +: LOCAL_FULL_W]), .flow(flow_of[c]),
    .come(come), .come_full(come_full_of[c*LINKS*FULL_W +: LINKS*FULL_W]), .come_flow(come_flow_of[c*LINKS*FLOW_W +: LINKS*FLOW_W]),
    .send(send), .send_full(send_full), .send_flow(send_flow), .done(done), .total_full(total_full), .total_flow(total_flow)
  );
end
for (i = 0; i < LINKS; i = i + 1) begin : g_link
  assign come_full_of[(2*LINKS + i)*FULL_W +: FULL_W] = come_full[i*FULL_W +: FULL_W] + come_full[(LINKS + i)*FULL_W +: FULL_W];
  assign come_flow_of[(2*LINKS + i)*FLOW_W +: FLOW_W] = come_flow[i*FLOW_W +: FLOW_W] + come_flow[(LINKS + i)*FLOW_W +: FLOW_W];
end

wire [FULLS-1:0] full_added;
wire [FLOWS-1:0] flow_added;

for (i = 0; i < FULLS; i = i + 1) begin : g_full
  wire [FULL_W-1:0] sum = g_copy[0].fulls[i*FULL_W +: FULL_W] + g_copy[1].fulls[i*FULL_W +: FULL_W];
  assign full_added[i] = g_copy[2].fulls[i*FULL_W +: FULL_W] == sum;
end
for (i = 0; i < FLOWS; i = i + 1) begin : g_flow
  wire [FLOW_W-1:0] sum = g_copy[0].flows[i*FLOW_W +: FLOW_W] + g_copy[1].flows[i*FLOW_W +: FLOW_W];
  assign flow_added[i] = g_copy[2].flows[i*FLOW_W +: FLOW_W] == sum;
end

assign added      = &full_added & &flow_added & g_copy[0].times == g_copy[2].times & g_copy[1].times == g_copy[2].times;
assign from_added = (rst | added) & ~carry & ~&flow;

endmodule
`default_nettype wire
