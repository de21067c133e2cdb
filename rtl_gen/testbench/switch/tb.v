// Testbench of the switch beside it. It checks itself, and needs nothing but the files that ../sluice.f lists:
//   make -f tb/Makefile              in the directory above, with Icarus Verilog
//   make -f tb/Makefile verilator    with Verilator 5.006 or newer
// Sources send packets from every input to every output, of random lengths, with gaps; sinks give credits back late. Contents and length of a
// packet follow from its flow (the input that it comes from, where it goes, its level) and from its number in the flow. So a sink knows what has to
// come next: by the right output, whole, in order, and not without a credit; the first packet of a round, which is alone, after LATENCY cycles. At
// the end of a round all packets must have come, and all credits must be back. The first error ends the simulation by $fatal. SEED and PACKETS may be
// set; the other parameters are those of the switch.
// verilator lint_off WIDTH
module tb #(
  parameter NAME               = "sluice",
  parameter SEED               = 1,
  parameter PORTS              = 8,
  parameter PACKETS            = 2 * PORTS + 32,  // of each input, in a round; the first of them reach every output
  parameter LATENCY            = 4,               // cycles from a header on rx_* to the same on tx_*, if nothing else is in the switch
`include "testbench/parameters.vh"
  parameter END_NODES          = 0,               // that a header can name
`ifdef WORMHOLE
  parameter ARY                = 16,
  parameter DIMS               = 2,
  parameter TORUS              = 1,
  parameter LINK_VCS           = 2,
  parameter ADAPTIVE           = 1,
  parameter AVOIDANCE          = 1,
  parameter GATHER_CYCLES      = 32,              // cycles of a gather
`elsif CELLS
  parameter SL_MAP             = 0,               // VC of each service level, 3 bits each
`endif
`ifdef MESSAGES
  parameter STOP_QUEUES        = 4,               // queues, or lines, that a message can stop
  parameter STOP_LEVELS        = 1,               // levels of each
  parameter STOP_W             = 2,               // width of their number
  parameter POINT_W            = 30,              // widths of other fields
  parameter LEN_W              = 4,
  parameter SIDE_FULL_W        = 12,
  parameter SIDE_FLOW_W        = 14,
`endif
`ifdef CSR
  parameter BUS_AW             = 17,              // bits of an address of the registers
`endif
  parameter SERVICE_LEVELS     = 1
);
localparam PORT_W       = $clog2(PORTS);
localparam POOL_W       = CREDIT_POOLS > 1 ? $clog2(CREDIT_POOLS) : 1;
`include "testbench/fields.vh"

`ifdef WORMHOLE
localparam LANES        = CREDIT_POOLS;           // packets that are on a link at the same time, into the switch ...
localparam LANES_OUT    = LINK_VCS;               // ... and out of it
localparam LOCAL        = 2 * DIMS;
localparam COORD_W      = $clog2(ARY);
localparam AT_W         = DIMS * COORD_W;
localparam VC_W         = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1;
localparam DESTS        = PORTS + 8;              // destinations: the neighbours, this node, and some others
localparam ROUNDS       = 4;
localparam LIMIT        = 5000 + 8 * GATHER_CYCLES;      // cycles without a flit or credit that end a simulation
`else
localparam LANES        = 1;
localparam LANES_OUT    = 1;
localparam DESTS        = END_NODES == 0 || END_NODES > 2 * PORTS ? (END_NODES == 0 ? PORTS : 2 * PORTS) : END_NODES;
localparam ROUNDS       = DESTS < PORTS ? 1 + (PORTS - 1) / DESTS : 2;
localparam LIMIT        = 5000 + END_NODES;
localparam STRIDE       = END_NODES == 0 ? 1 : END_NODES / DESTS;
`endif
localparam LEVELS       = LANES > SERVICE_LEVELS ? LANES : SERVICE_LEVELS;
localparam FLOWS        = PORTS * DESTS * LEVELS;
localparam STALL        = POOL_UNITS * MOST_FLITS > 500 ? 1000 : 16 + 2 * POOL_UNITS * MOST_FLITS;

// The first flit says which lane a packet came by: in field source, or above the header; if there is no room, packets of one lane at a time are in
// the switch.
localparam TAG_W        = $clog2(PORTS * LANES);
localparam TAG_AT       = HEADER_SOURCE >= TAG_W ? SOURCE_AT : FLIT_BITS - TAG_W;
localparam TAGGED       = HEADER_SOURCE >= TAG_W || FLIT_BITS - HEADER_W >= TAG_W;

// ----------------------------------------------------------------------------
reg                           clk, rst = 1;
reg  [PORTS-1:0]              rx_valid, rx_head, tx_credit;
reg  [PORTS*FLIT_BITS-1:0]    rx_data;
wire [PORTS-1:0]              rx_credit, tx_valid, tx_head;
wire [PORTS*FLIT_BITS-1:0]    tx_data;
`ifdef WORMHOLE
reg  [PORTS*VC_W-1:0]         rx_vc;
wire [PORTS*VC_W-1:0]         tx_vc;
wire [PORTS*CREDIT_POOLS-1:0] rx_credit_pools;
reg  [PORTS*CREDIT_POOLS-1:0] tx_credit_pools;
reg  [AT_W-1:0]               at;
`else
wire [PORTS*POOL_W-1:0]       rx_credit_pool;
reg  [PORTS*POOL_W-1:0]       tx_credit_pool;
`endif
`ifdef TABLE
reg                             cfg_valid;
reg  [$clog2(END_NODES)-1:0]    cfg_address;
reg  [PORT_W-1:0]               cfg_port;
reg  [POOL_W-1:0]               cfg_queue;
`endif
`ifdef MESSAGES
wire [PORTS-1:0]              rx_msg_valid;
`endif
`ifdef STOPS_QUEUES
wire [PORTS*STOP_QUEUES-1:0]  rx_msg_stop;
`elsif STOPS_LINES
wire [PORTS-1:0]              rx_msg_xoff;
wire [PORTS*STOP_W-1:0]       rx_msg_line;
`elsif STOPS_LEVELS
wire [PORTS-1:0]              rx_msg_xoff;
wire [PORTS*STOP_W-1:0]       rx_msg_line;
wire [PORTS*STOP_LEVELS-1:0]  rx_msg_levels;
`endif
`ifdef RECOVERY
reg                           token;
`endif

switch #(.FLIT_BITS(FLIT_BITS)) dut (
`ifdef WORMHOLE
  .rx_vc(rx_vc), .rx_credit_vcs(rx_credit_pools), .tx_vc(tx_vc), .tx_credit_vcs(tx_credit_pools), .at(at),
`elsif CELLS
  .rx_credit_vc(rx_credit_pool), .tx_credit_vc(tx_credit_pool),
`elsif STATIC_QUEUES
  .rx_credit_queue(rx_credit_pool), .tx_credit_queue(tx_credit_pool), .cfg_data({cfg_queue, cfg_port}),
`elsif TABLE
  .cfg_port(cfg_port),
`endif
`ifdef TABLE
  .cfg_valid(cfg_valid), .cfg_address(cfg_address),
`endif
`ifdef MESSAGES
  .rx_msg_valid(rx_msg_valid),
`ifdef RECOVERY
  .tx_msg_valid({token, {LOCAL{1'b0}}}),
`else
  .tx_msg_valid({PORTS{1'b0}}),
`endif
`endif
`ifdef STOPS_QUEUES
  .rx_msg_stop(rx_msg_stop), .tx_msg_stop({PORTS*STOP_QUEUES{1'b0}}),
`elsif STOPS_LINES
  .rx_msg_xoff(rx_msg_xoff), .rx_msg_line(rx_msg_line), .tx_msg_xoff({PORTS{1'b0}}),
  .tx_msg_line({PORTS*STOP_W{1'b0}}),
`ifdef TABLE
  .rx_msg_hops(), .rx_msg_destination(), .tx_msg_hops({PORTS*LEN_W{1'b0}}),
  .tx_msg_destination({PORTS*HEADER_DESTINATION{1'b0}}),
`else
  .rx_msg_turns(), .rx_msg_len(), .tx_msg_turns({PORTS*POINT_W{1'b0}}), .tx_msg_len({PORTS*LEN_W{1'b0}}),
`endif
`elsif STOPS_LEVELS
  .rx_msg_xoff(rx_msg_xoff), .rx_msg_queue(rx_msg_line), .rx_msg_levels(rx_msg_levels), .rx_msg_turns(), .rx_msg_len(),
  .tx_msg_xoff({PORTS{1'b0}}), .tx_msg_queue({PORTS*STOP_W{1'b0}}), .tx_msg_levels({PORTS*STOP_LEVELS{1'b0}}),
  .tx_msg_turns({PORTS*POINT_W{1'b0}}), .tx_msg_len({PORTS*LEN_W{1'b0}}),
`elsif SIDE_BAND
  .rx_msg_full(), .rx_msg_flow(), .tx_msg_full({PORTS*SIDE_FULL_W{1'b0}}),
  .tx_msg_flow({PORTS*SIDE_FLOW_W{1'b0}}),
`endif
`ifdef CSR_APB
  .psel(1'b0), .penable(1'b0), .pwrite(1'b0), .paddr({BUS_AW{1'b0}}), .pwdata(32'd0), .pstrb(4'd0),
  .pready(), .prdata(), .pslverr(), .irq(),
`elsif CSR_AXI_LITE
  .s_axil_awaddr({BUS_AW{1'b0}}), .s_axil_awvalid(1'b0), .s_axil_awready(), .s_axil_wdata(32'd0), .s_axil_wstrb(4'd0),
  .s_axil_wvalid(1'b0), .s_axil_wready(), .s_axil_bresp(), .s_axil_bvalid(), .s_axil_bready(1'b0),
  .s_axil_araddr({BUS_AW{1'b0}}), .s_axil_arvalid(1'b0), .s_axil_arready(), .s_axil_rdata(), .s_axil_rresp(),
  .s_axil_rvalid(), .s_axil_rready(1'b0), .irq(),
`endif
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_credit(rx_credit),
  .tx_valid(tx_valid), .tx_head(tx_head), .tx_data(tx_data), .tx_credit(tx_credit)
);

`include "testbench/random.vh"

// ----------------------------------------------------------------------------
// Flows: (input * DESTS + destination) * LEVELS + level. A level is a service level, or the VC that the packet comes by.
integer round = 0;

function integer input_of;
  input integer flow;
  input_of = flow / (DESTS * LEVELS);
endfunction

function integer dest_of;
  input integer flow;
  dest_of = flow / LEVELS % DESTS;
endfunction

function integer level_of;
  input integer flow;
  level_of = flow % LEVELS;
endfunction

function [31:0] hash;            // of a flow, and of one of several things of it
  input integer flow, what;
  hash = mix(mix(flow * 64 + what) + SEED * 64 + round);
endfunction

`ifdef WORMHOLE
`include "testbench/switch/cube.vh"
`else
function integer output_of;
  input integer dest;
  output_of = END_NODES == 0 ? dest : (dest + round * DESTS) % PORTS;
endfunction

function integer node_of;
  input integer dest;
  node_of = dest * STRIDE;
endfunction
`endif

// ----------------------------------------------------------------------------
// Packets.
`include "testbench/packets.vh"

function integer pool_of;        // where it waits behind the link into the switch, or out of it
  input integer flow;
  input         leaving;
`ifdef WORMHOLE
  pool_of = level_of(flow);
`elsif BY_DESTINATION
  pool_of = level_of(flow) * END_NODES + node_of(dest_of(flow));
`elsif CELLS
  pool_of = SL_MAP >> 3 * level_of(flow) & 7;
`elsif STATIC_QUEUES
  pool_of = (leaving ? mix(dest_of(flow) * 8 + round) : mix(flow)) % CREDIT_POOLS;
`else
  pool_of = 0;
`endif
endfunction

function integer queue_of;       // that the header names
  input integer flow;
  input         leaving;
`ifdef STOPS_QUEUES
  queue_of = (input_of(flow) + dest_of(flow)) % STOP_QUEUES;
`else
  queue_of = pool_of(flow, leaving);
`endif
endfunction

// Flit k of a packet as it comes to the switch, or as it leaves.
function [FLIT_BITS-1:0] flit_of;
  input integer flow, number, tag, k;
  input         leaving;
  reg [32*(FLIT_BITS/32+1)-1:0] all;
  reg [63:0]                    route;
  integer                       i, turns;
  begin
    for (i = 0; i <= FLIT_BITS / 32; i = i + 1)
      all[32*i +: 32] = mix(hash(flow, number) + mix(k * 32 + i));
    flit_of = all[FLIT_BITS-1:0];
    if (k == 0) begin
      flit_of = flit_of >> HEADER_W << HEADER_W;
      if (HEADER_TURNPOOL != 0) begin
`ifndef WORMHOLE
        turns = 1 + hash(flow, -1) % ROUTE_TURNS;
        route = 0;
        for (i = turns - 1; i > 0; i = i - 1)
          route = (route | hash(flow, -1 - i) % PORTS) << PORT_W;
        if (leaving) route = route >> PORT_W;
        else route = route | (output_of(dest_of(flow)) - input_of(flow) + PORTS) % PORTS;
        flit_of = flit_of | placed(route, 0, HEADER_TURNPOOL) | placed(leaving ? turns - 1 : turns, LEFT_AT, HEADER_TURNS_LEFT);
`endif
      end
      flit_of = flit_of | placed(node_of(dest_of(flow)), DEST_AT, HEADER_DESTINATION) | placed(queue_of(flow, leaving), QUEUE_AT, HEADER_QUEUE) |
                placed(level_of(flow), SL_AT, HEADER_SL) | placed(length_of(flow, number), FLITS_AT, HEADER_FLITS) |
                placed(all, SOURCE_AT, HEADER_SOURCE);
      if (TAGGED) begin
        for (i = 0; i < TAG_W; i = i + 1)
          flit_of[TAG_AT+i] = tag >> i;
      end
    end
  end
endfunction

// ----------------------------------------------------------------------------
// Counts of a round, and of all rounds. in_flight: packets in the switch, or on their way into it; alone: the lane that the last one came by;
// header_at: the cycle in which the header of the first packet was sent; -1: it has left.
integer cycle = 0, quiet, in_flight, alone, header_at, all_packets = 0, stop_number;
integer sent [0:FLOWS-1], received [0:FLOWS-1];
reg     finished;

task failed;
  input [8*48-1:0] what;
  input integer    port;
  begin
    $display("cycle %0d, round %0d, port %0d: %0s", cycle, round, port, what);
    $fatal(1, "testbench: the switch is at fault, or what surrounds it");
  end
endtask

// Sources: by input; by lane the packet that it sends: flow, number, the next flit, and how many are left (0: none is being sent). choice: the flow
// of the next packet; -1: none.
integer begun [0:PORTS-1], choice [0:PORTS-1], gap [0:PORTS-1], tokens [0:PORTS-1];
integer source_flow [0:PORTS*LANES-1], source_number [0:PORTS*LANES-1], source_flit [0:PORTS*LANES-1], source_left [0:PORTS*LANES-1];
integer credits [0:PORTS*CREDIT_POOLS-1];

// Sinks: by output; by lane the packet that comes; by pool what is taken of it, and what of that can be given back.
integer stall [0:PORTS-1], pace [0:PORTS-1], last_pool [0:PORTS-1], owed_here [0:PORTS-1];
integer sink_flow [0:PORTS*LANES_OUT-1], sink_tag [0:PORTS*LANES_OUT-1], sink_flit [0:PORTS*LANES_OUT-1], sink_left [0:PORTS*LANES_OUT-1];
integer taken [0:PORTS*CREDIT_POOLS-1], owed [0:PORTS*CREDIT_POOLS-1];
`ifdef STOPS
reg [STOP_QUEUES*STOP_LEVELS-1:0] stopped [0:PORTS-1];
`endif

task start_round;
  integer x;
  begin
    for (x = 0; x < FLOWS; x = x + 1) begin
      sent[x]     = 0;
      received[x] = 0;
    end
    for (x = 0; x < PORTS; x = x + 1) begin
      begun[x]     = 0;
      choice[x]    = -1;
      gap[x]       = 0;
      tokens[x]    = PACE_N - 1;
      stall[x]     = 0;
      pace[x]      = PACE_N - 1;
      last_pool[x] = 0;
      owed_here[x] = 0;
`ifdef STOPS
      stopped[x]   = 0;
`endif
    end
    for (x = 0; x < PORTS * LANES; x = x + 1)
      source_left[x] = 0;
    for (x = 0; x < PORTS * LANES_OUT; x = x + 1)
      sink_left[x] = 0;
    for (x = 0; x < PORTS * CREDIT_POOLS; x = x + 1) begin
      credits[x] = POOL_UNITS;
      taken[x]   = 0;
      owed[x]    = 0;
    end
    in_flight = 0;
    alone     = 0;
    header_at = 0;
    quiet     = 0;
  end
endtask

task drive_nothing;
  begin
    rx_valid  <= 0;
    rx_head   <= 0;
    tx_credit <= 0;
`ifdef WORMHOLE
    tx_credit_pools <= 0;
`endif
`ifdef TABLE
    cfg_valid <= 0;
`endif
`ifdef RECOVERY
    token <= 0;
`endif
  end
endtask

`ifdef METAPACKETS
`include "testbench/switch/rings.vh"
`endif
`include "testbench/switch/sources.vh"
`include "testbench/switch/sinks.vh"

`ifdef RECOVERY
// The token of the recovery lane: what the rest of the network would do with it. It starts in the node whose coordinates are 0.
reg token_here;

task pass_token;
  begin
    token <= 0;
    if (rx_msg_valid[LOCAL]) begin
      if (token_here) failed("a second token", LOCAL);
      token_here = 1;
    end else if (token_here && cycle % 16 == 0) begin
      token     <= 1;
      token_here = 0;
    end
  end
endtask
`endif

// ----------------------------------------------------------------------------
// Rounds. Each begins with a reset, in which the routing table is written.
integer p, step = 0;

task reset;
  begin
    rst <= 1;
    drive_nothing;
`ifdef WORMHOLE
    at  = round == 0 ? 0 : somewhere(-1);
`endif
`ifdef RECOVERY
    token_here = at != 0;
`endif
`ifdef TABLE
    cfg_valid   <= step < DESTS;
    cfg_address <= node_of(step);
    cfg_port    <= output_of(step);
`ifdef STATIC_QUEUES
    cfg_queue   <= pool_of(step * LEVELS, 1);
`endif
`endif
    step = step + 1;
    if (step > DESTS + 2) begin
      rst <= 0;
      start_round;
`ifdef METAPACKETS
      start_rings;
`endif
    end
  end
endtask

task check_end;
  integer x;
  begin
    for (x = 0; x < FLOWS; x = x + 1)
      if (sent[x] != received[x]) failed("a packet is lost", input_of(x));
    for (x = 0; x < PORTS * CREDIT_POOLS; x = x + 1)
      if (credits[x] != POOL_UNITS) failed("a credit is lost", x / CREDIT_POOLS);
`ifdef STOPS
    for (x = 0; x < PORTS; x = x + 1)
      if (stopped[x] !== 0) failed("a stop that does not end", x);
`endif
  end
endtask

always @(posedge clk) begin
  cycle = cycle + 1;
  if (step <= DESTS + 2) begin
    reset;
  end else begin
    if (^{tx_valid, rx_credit} === 1'bx) failed("an unknown value on a link", 0);
    quiet    = quiet + 1;
    finished = in_flight == 0;
`ifdef RECOVERY
    pass_token;
`endif
    for (p = 0; p < PORTS; p = p + 1) begin
`ifdef STOPS
      get_message(p);
`endif
      get_credits(p);
`ifdef METAPACKETS
      if (p < LOCAL && tx_valid[p] && tx_vc[p*VC_W +: VC_W] == LINK_VCS - 1) receive_meta(p);
      else
`endif
      receive(p);
      give_credits(p);
      send(p);
      if (begun[p] < PACKETS || owed_here[p] != 0) finished = 0;
    end
    if (quiet > LIMIT) failed("nothing comes any more", 0);
    if (finished && quiet > 200) begin
      check_end;
      step  = 0;
      round = round + 1;
      if (round == ROUNDS) begin
        $display("%0s_tb: %0d packets, 0 errors", NAME, all_packets);
        $finish;
      end
    end
  end
end

endmodule
