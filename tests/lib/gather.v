// Gathers of a k-ary n-cube, by a side band or by metapackets, for Yosys' prover (tests/lib/gather.sh). Wires that nobody drives here are what has their
// names in the gathers, registers but for `latch`.
`default_nettype none

// Sizes of a gather, by its parameters.
`define SIZES \
localparam NODES        = ARY ** DIMS; \
localparam LINKS        = 2 * DIMS; \
localparam STEPS        = TORUS != 0 ? ARY / 2 : ARY - 1; \
localparam LOCAL_FULL_W = $clog2(BUFFERS / NODES + 1); \
localparam FULL_W       = $clog2(BUFFERS + 1); \
localparam FLOW_W       = $clog2(FLOW_CYCLES * NODES + 1); \
localparam NODE_FLOW_W  = $clog2(FLOW_CYCLES + 1); \
localparam TIMER_W      = $clog2(FLOW_CYCLES / 2); \
localparam HOP_W        = $clog2(SIDE_CYCLES); \
localparam STEP_W       = STEPS > 1 ? $clog2(STEPS) : 1; \
localparam DIM_W        = DIMS > 1 ? $clog2(DIMS) : 1;

// Gathers of all nodes, linked by DELAY cycles; metapackets by one more, in the link register. Node SOURCE has any counts, the others have none.
module network #(
  parameter ARY         = 4,
  parameter DIMS        = 2,
  parameter TORUS       = 1,
  parameter SIDE_CYCLES = 2,
  parameter FLOW_CYCLES = 8,
  parameter BUFFERS     = 128,
  parameter DELAY       = 0,
  parameter SOURCE      = 0
) (
  clk, rst, full, flow, snapshot, from_together, together, known
);
`SIZES
`ifdef METAPACKETS
localparam STAGES = DELAY + 1;
localparam LINK_W = FLOW_W + 2;         // a flit and tx_head
`else
localparam STAGES = DELAY;
localparam LINK_W = FLOW_W + FULL_W;
`endif

input  wire                    clk;
input  wire                    rst;
input  wire [LOCAL_FULL_W-1:0] full;
input  wire                    flow;

output wire snapshot;   // in this cycle, of SOURCE
output wire together;   // all nodes are in one cycle of a gather, and messages are on the way in the cycles after a hop only; metapackets: a gather
                        // begins in this cycle, nothing is left of the last one, and all have its parity
output wire from_together;
output wire known;      // done (metapackets: since the gather began), and the totals of all nodes are the counts of SOURCE, at the last snapshot and in
                        // the gather before it

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
wire [NODES*LINKS-1:0]        send, come;
wire [NODES*LINKS*LINK_W-1:0] sent, came;
wire [NODES-1:0]              in_time, right;

genvar n, p, s;
for (n = 0; n < NODES; n = n + 1) begin : g_node
  localparam [0:0] IS_SOURCE = n == SOURCE;
  wire              done;
  wire [FULL_W-1:0] total_full;
  wire [FLOW_W-1:0] total_flow;
  wire              is_right = done & total_full == {{(FULL_W-LOCAL_FULL_W){1'b0}}, full_then} & total_flow == flow_then;
  wire [LINKS-1:0]  late;
  wire [DIM_W-1:0]  dim_q;
  wire              begun_q;
`ifdef METAPACKETS
  wire [TIMER_W-1:0] timer_q;
  wire               parity_q, done_q, latch;
  wire [1:0]         got_q;
  wire [2*LINKS-1:0] come_q;
  wire [3:0]         send_q;
  wire [1:0]         first;
  wire [2*FLOW_W+1:0] fields;
  wire [LINKS-1:0]   rx_head;
  wire [LINKS*(FLOW_W+1)-1:0] rx_data;
  wire [DIMS*$clog2(ARY)-1:0] at;
  reg                was_right;

  sluice_metapackets #(.ARY(ARY), .DIMS(DIMS), .LINK_VCS(2), .GATHER_CYCLES(FLOW_CYCLES / 2), .FLOW_CYCLES(FLOW_CYCLES), .BUFFERS(BUFFERS), .FLIT_BITS(FLOW_W + 1)) gather (
    .clk(clk), .rst(rst), .at(at), .full(full & {LOCAL_FULL_W{IS_SOURCE}}), .flow(flow & IS_SOURCE),
    .rx_valid(come[n*LINKS +: LINKS]), .rx_head(rx_head), .rx_vc({LINKS{1'b1}}), .rx_data(rx_data), .blocked({LINKS{1'b0}}),
    .sends(send[n*LINKS +: LINKS]), .sends_first(first), .sends_data(fields), .done(done), .total_full(total_full), .total_flow(total_flow)
  );
  for (p = 0; p < DIMS; p = p + 1) begin : g_at
    assign at[p*$clog2(ARY) +: $clog2(ARY)] = n / ARY ** p % ARY;
  end
  for (p = 0; p < LINKS; p = p + 1) begin : g_fields
    assign sent[(n*LINKS + p)*LINK_W +: LINK_W] = {first[p % 2], fields[p%2*(FLOW_W+1) +: FLOW_W + 1]};
    assign {rx_head[p], rx_data[p*(FLOW_W+1) +: FLOW_W + 1]} = came[(n*LINKS + p)*LINK_W +: LINK_W];
  end
  always @(posedge clk) was_right <= (~together & was_right) | is_right;
  assign right[n]   = was_right;
  assign in_time[n] = ~|{timer_q, dim_q, begun_q, done_q, got_q, come_q, send_q, late} & parity_q == g_node[0].parity_q;
`else
  wire [HOP_W-1:0]  hop_q;
  wire [STEP_W-1:0] step_q;
  wire [LINKS*FULL_W-1:0] send_full, come_full;
  wire [LINKS*FLOW_W-1:0] send_flow, come_flow;

  sluice_gather #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .SIDE_CYCLES(SIDE_CYCLES), .BUFFERS(BUFFERS)) gather (
    .clk(clk), .rst(rst), .full(full & {LOCAL_FULL_W{IS_SOURCE}}), .flow(flow & IS_SOURCE),
    .come(come[n*LINKS +: LINKS]), .come_full(come_full), .come_flow(come_flow), .send(send[n*LINKS +: LINKS]), .send_full(send_full),
    .send_flow(send_flow), .done(done), .total_full(total_full), .total_flow(total_flow)
  );
  for (p = 0; p < LINKS; p = p + 1) begin : g_counts
    assign sent[(n*LINKS + p)*LINK_W +: LINK_W] = {send_flow[p*FLOW_W +: FLOW_W], send_full[p*FULL_W +: FULL_W]};
    assign {come_flow[p*FLOW_W +: FLOW_W], come_full[p*FULL_W +: FULL_W]} = came[(n*LINKS + p)*LINK_W +: LINK_W];
  end
  assign right[n]   = is_right;
  assign in_time[n] = hop_q == g_node[0].hop_q & step_q == g_node[0].step_q & dim_q == g_node[0].dim_q & begun_q == g_node[0].begun_q & ~|late;
`endif

  for (p = 0; p < LINKS; p = p + 1) begin : g_port
    localparam PLACE = ARY ** (p / 2);
    localparam AT    = n / PLACE % ARY;
    localparam FROM  = n - AT * PLACE + (p % 2 == 0 ? (AT + 1) % ARY : (AT + ARY - 1) % ARY) * PLACE;
    localparam BACK  = FROM * LINKS + (p % 2 == 0 ? p + 1 : p - 1);     // the port of the neighbour
    localparam [0:0] LINKED = TORUS != 0 || (p % 2 == 0 ? AT < ARY - 1 : AT > 0);
    wire [STAGES:0]               valid, late_here;
    wire [(STAGES+1)*LINK_W-1:0] words;

    assign valid[0]          = send[BACK] & LINKED;
    assign words[LINK_W-1:0] = sent[BACK*LINK_W +: LINK_W];
    for (s = 0; s < STAGES; s = s + 1) begin : g_stage
      reg              valid_q;
      reg [LINK_W-1:0] word_q;
      always @(posedge clk) begin
        valid_q <= valid[s] & ~rst;
        word_q  <= words[s*LINK_W +: LINK_W];
      end
      assign valid[s + 1]                     = valid_q;
      assign words[(s + 1)*LINK_W +: LINK_W] = word_q;
    end
    for (s = 0; s <= STAGES; s = s + 1) begin : g_late
`ifdef METAPACKETS
      assign late_here[s] = valid[s];
`else
      localparam [HOP_W-1:0] WHEN = s + 1;
      assign late_here[s] = valid[s] & hop_q != WHEN;
`endif
    end
    assign late[p]                                = |late_here;
    assign come[n*LINKS + p]                      = valid[STAGES];
    assign came[(n*LINKS + p)*LINK_W +: LINK_W] = words[STAGES*LINK_W +: LINK_W];
  end
end

`ifdef METAPACKETS
assign snapshot = g_node[SOURCE].latch;
`else
assign snapshot = ~|g_node[0].hop_q & ~|g_node[0].step_q & ~|g_node[0].dim_q;
`endif
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
  parameter FLOW_CYCLES = 8,
  parameter BUFFERS     = 128
) (
  clk, rst, full, flow, come, come_full, come_flow, at, come_head, come_parity, blocked, from_added, added
);
`SIZES

// Of the first two.
input  wire                          clk;
input  wire                          rst;
input  wire [2*LOCAL_FULL_W-1:0]     full;
input  wire [1:0]                    flow;
input  wire [LINKS-1:0]              come;          // of all three
input  wire [LINKS-1:0]              come_head, come_parity, blocked;    // likewise
input  wire [DIMS*$clog2(ARY)-1:0]   at;
input  wire [2*LINKS*FULL_W-1:0]     come_full;
input  wire [2*LINKS*FLOW_W-1:0]     come_flow;

output wire added;          // what the third gather has is the sum
output wire from_added;     // so it is now, or after this cycle, by reset; and sums of local counts are local counts

wire [3*LOCAL_FULL_W-1:0] full_of;
wire [2:0]                flow_of;
wire [3*LINKS*FULL_W-1:0] come_full_of;
wire [3*LINKS*FLOW_W-1:0] come_flow_of;
wire [1:0]                carry;

assign full_of[2*LOCAL_FULL_W-1:0] = full;
assign {carry[0], full_of[2*LOCAL_FULL_W +: LOCAL_FULL_W]} = {1'b0, full[0 +: LOCAL_FULL_W]} + {1'b0, full[LOCAL_FULL_W +: LOCAL_FULL_W]};
assign flow_of                         = {^flow, flow};
assign come_full_of[2*LINKS*FULL_W-1:0] = come_full;
assign come_flow_of[2*LINKS*FLOW_W-1:0] = come_flow;

// All counts of a gather, as sums of FULL_W and of FLOW_W bits.
`ifdef METAPACKETS
localparam FULLS = LINKS + 2 + 3;
localparam FLOWS = LINKS + 2 + 3;
`else
localparam FULLS = 1 + 2 + LINKS + 1;
localparam FLOWS = 1 + 1 + 2 + LINKS + 1;
`endif

genvar i, c;
for (c = 0; c < 3; c = c + 1) begin : g_copy
  wire [DIM_W-1:0]         dim_q;
  wire                     begun_q;
  wire [LINKS*FULL_W-1:0]  come_full_q;
  wire [LINKS*FLOW_W-1:0]  come_flow_q;
  wire [FULL_W-1:0]        full_sum_q;
  wire [FLOW_W-1:0]        flow_sum_q;
  wire [LINKS-1:0]         send;
  wire                     done;
  wire [FULL_W-1:0]        total_full;
  wire [FLOW_W-1:0]        total_flow;
`ifdef METAPACKETS
  wire [TIMER_W-1:0]          timer_q;
  wire                        due_q, parity_q, done_q;
  wire [1:0]                  got_q, first;
  wire [2*LINKS-1:0]          come_q;
  wire [LINKS-1:0]            come_parity_q;
  wire [3:0]                  send_q;
  wire [NODE_FLOW_W-1:0]      flow_q;
  wire [FULL_W-1:0]           part_full_q, sum_full_q;
  wire [FLOW_W-1:0]           part_flow_q, sum_flow_q;
  wire [2*FULL_W-1:0]         send_full_q;
  wire [2*FLOW_W-1:0]         send_flow_q;
  wire [2*FLOW_W+1:0]         fields;
  wire [LINKS*(FLOW_W+1)-1:0] rx_data;
  wire [FULLS*FULL_W-1:0]     fulls = {come_full_q, send_full_q, part_full_q, sum_full_q, total_full};
  wire [FLOWS*FLOW_W-1:0]     flows = {come_flow_q, send_flow_q, part_flow_q, sum_flow_q, total_flow};
  wire [TIMER_W+DIM_W+5*LINKS+12:0] times = {
    timer_q, due_q, parity_q, dim_q, begun_q, done_q, got_q, come_q, come_parity_q, send_q, send, first, {LINKS{done}}
  };

  sluice_metapackets #(.ARY(ARY), .DIMS(DIMS), .LINK_VCS(2), .GATHER_CYCLES(FLOW_CYCLES / 2), .FLOW_CYCLES(FLOW_CYCLES), .BUFFERS(BUFFERS), .FLIT_BITS(FLOW_W + 1)) gather (
    .clk(clk), .rst(rst), .at(at), .full(full_of[c*LOCAL_FULL_W +: LOCAL_FULL_W]), .flow(flow_of[c]),
    .rx_valid(come), .rx_head(come_head), .rx_vc({LINKS{1'b1}}), .rx_data(rx_data), .blocked(blocked),
    .sends(send), .sends_first(first), .sends_data(fields), .done(done), .total_full(total_full), .total_flow(total_flow)
  );
  for (i = 0; i < LINKS; i = i + 1) begin : g_data
    assign rx_data[i*(FLOW_W+1) +: FLOW_W + 1] = {
      come_head[i] ? {{(FLOW_W-FULL_W){1'b0}}, come_full_of[(c*LINKS + i)*FULL_W +: FULL_W]} : come_flow_of[(c*LINKS + i)*FLOW_W +: FLOW_W], come_parity[i]
    };
  end
`else
  wire [HOP_W-1:0]         hop_q;
  wire [STEP_W-1:0]        step_q;
  wire [1:0]               come_q;
  wire [FLOW_W-1:0]        flow_q;
  wire [LINKS*FULL_W-1:0]  send_full;
  wire [LINKS*FLOW_W-1:0]  send_flow;
  wire [FULLS*FULL_W-1:0]  fulls = {total_full, send_full, come_full_q[2*FULL_W-1:0], full_sum_q};
  wire [FLOWS*FLOW_W-1:0]  flows = {total_flow, send_flow, come_flow_q[2*FLOW_W-1:0], flow_sum_q, flow_q};
  wire [HOP_W+STEP_W+DIM_W+LINKS+3:0] times = {hop_q, step_q, dim_q, begun_q, come_q, send, done};

  sluice_gather #(.ARY(ARY), .DIMS(DIMS), .TORUS(TORUS), .SIDE_CYCLES(SIDE_CYCLES), .BUFFERS(BUFFERS)) gather (
    .clk(clk), .rst(rst), .full(full_of[c*LOCAL_FULL_W +: LOCAL_FULL_W]), .flow(flow_of[c]),
    .come(come), .come_full(come_full_of[c*LINKS*FULL_W +: LINKS*FULL_W]), .come_flow(come_flow_of[c*LINKS*FLOW_W +: LINKS*FLOW_W]),
    .send(send), .send_full(send_full), .send_flow(send_flow), .done(done), .total_full(total_full), .total_flow(total_flow)
  );
`endif
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

`ifdef METAPACKETS
// Local flits have a width of their own; what is sent is a register, or the other one.
wire [NODE_FLOW_W-1:0] flits;
wire [1:0]             fields_added;

assign {carry[1], flits} = {1'b0, g_copy[0].flow_q} + {1'b0, g_copy[1].flow_q} + {{NODE_FLOW_W{1'b0}}, ^flow};
for (i = 0; i < 2; i = i + 1) begin : g_field
  wire [FLOW_W-1:0] field = g_copy[2].first[i] ? {{(FLOW_W-FULL_W){1'b0}}, g_copy[2].send_full_q[i*FULL_W +: FULL_W]} : g_copy[2].send_flow_q[i*FLOW_W +: FLOW_W];
  assign fields_added[i] = g_copy[2].fields[i*(FLOW_W+1) +: FLOW_W + 1] == {field, g_copy[2].parity_q};
end
wire others_added = &fields_added & g_copy[2].flow_q == g_copy[0].flow_q + g_copy[1].flow_q;
`else
wire others_added = 1'b1;
assign carry[1] = 1'b0;
`endif

assign added      = &full_added & &flow_added & others_added & g_copy[0].times == g_copy[2].times & g_copy[1].times == g_copy[2].times;
assign from_added = (rst | added) & ~|carry & ~&flow;

endmodule
`default_nettype wire
