// Testbench of the switch beside it. It checks itself, and needs nothing but the files that ../sluice.f lists:
//   make -f tb/Makefile              in the directory above, with Icarus Verilog
//   make -f tb/Makefile verilator    with Verilator 5.006 or newer
// Sources send packets from every input to every output, of random lengths, with gaps; sinks give credits back late. Contents and length of a
// packet follow from its flow (the input that it comes from, where it goes, its level) and from its number in the flow. So a sink knows what has to
// come next: by the right output, whole, in order, and not without a credit; the first packet of a round, which is alone, after LATENCY cycles. At
// the end of a round all packets must have come, and all credits must be back. The first error ends the simulation by $fatal. SEED and PACKETS may be
// set; the other parameters are those of the switch.
`default_nettype none
// verilator lint_off WIDTH
module tb #(
  parameter NAME               = "sluice",
  parameter SEED               = 1,
  parameter PORTS              = 8,
  parameter PACKETS            = 2 * PORTS + 32,  // of each input, in a round; the first of them reach every output
  parameter FLIT_BITS          = 64,
  parameter MOST_FLITS         = 8,               // of the longest packet

  // A sender has credits for the units of each pool of the receiver's memory. A packet takes as many as it needs for its flits; with UNIT_FLITS = 0,
  // one.
  parameter CREDIT_POOLS       = 1,
  parameter POOL_UNITS         = 64,
  parameter UNIT_FLITS         = 0,
  parameter LATENCY            = 4,               // cycles from a header on rx_* to the same on tx_*, if nothing else is in the switch
  parameter PACE_N             = 1,               // cycles in which a link carries PACE_D flits
  parameter PACE_D             = 1,

  // Widths of the header's fields, the first of them at bit 0. 0: the field is not there.
  parameter HEADER_TURNPOOL    = 31,
  parameter HEADER_TURNS_LEFT  = 4,
  parameter HEADER_DESTINATION = 0,
  parameter HEADER_QUEUE       = 0,
  parameter HEADER_SL          = 0,
  parameter HEADER_FLITS       = 4,
  parameter HEADER_SOURCE      = 16,
  parameter ROUTE_TURNS        = 10,              // most turns of a route
  parameter END_NODES          = 0,               // that a header can name
`ifdef WORMHOLE
  parameter ARY                = 16,
  parameter DIMS               = 2,
  parameter TORUS              = 1,
  parameter LINK_VCS           = 2,
  parameter ADAPTIVE           = 1,
  parameter AVOIDANCE          = 1,
  parameter GATHER             = 32,              // cycles of a gather of the side band
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
  parameter SERVICE_LEVELS     = 1
);
localparam PORT_W       = $clog2(PORTS);
localparam POOL_W       = CREDIT_POOLS > 1 ? $clog2(CREDIT_POOLS) : 1;
localparam LEFT_AT      = HEADER_TURNPOOL;
localparam DEST_AT      = LEFT_AT + HEADER_TURNS_LEFT;
localparam QUEUE_AT     = DEST_AT + HEADER_DESTINATION;
localparam SL_AT        = QUEUE_AT + HEADER_QUEUE;
localparam FLITS_AT     = SL_AT + HEADER_SL;
localparam SOURCE_AT    = FLITS_AT + HEADER_FLITS;
localparam HEADER_W     = SOURCE_AT + HEADER_SOURCE;

`ifdef WORMHOLE
localparam LANES        = CREDIT_POOLS;           // packets that are on a link at the same time, into the switch ...
localparam LANES_OUT    = LINK_VCS;               // ... and out of it
localparam LOCAL        = 2 * DIMS;
localparam COORD_W      = $clog2(ARY);
localparam AT_W         = DIMS * COORD_W;
localparam VC_W         = LINK_VCS > 1 ? $clog2(LINK_VCS) : 1;
localparam DESTS        = PORTS + 8;              // destinations: the neighbours, this node, and some others
localparam ROUNDS       = 4;
localparam LIMIT        = 5000 + 8 * GATHER;      // cycles without a flit or credit that end a simulation
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
localparam SHORT        = MOST_FLITS > 16 ? 16 : MOST_FLITS;   // most packets have no more flits
localparam STALL        = POOL_UNITS * MOST_FLITS > 500 ? 1000 : 16 + 2 * POOL_UNITS * MOST_FLITS;

// The first flit says which lane a packet came by: in field source, or above the header; if there is no room, packets of one lane at a time are in
// the switch.
localparam TAG_W        = $clog2(PORTS * LANES);
localparam TAG_AT       = HEADER_SOURCE >= TAG_W ? SOURCE_AT : FLIT_BITS - TAG_W;
localparam TAGGED       = HEADER_SOURCE >= TAG_W || FLIT_BITS - HEADER_W >= TAG_W;

// ----------------------------------------------------------------------------
reg                           clk, rst;
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
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_credit(rx_credit),
  .tx_valid(tx_valid), .tx_head(tx_head), .tx_data(tx_data), .tx_credit(tx_credit)
);

initial clk = 0;
always #5 clk = ~clk;

// ----------------------------------------------------------------------------
// Numbers that look random, and are the same in every simulator: `below` is called where its value is always used, since && and ?: may leave a
// call out.
reg [31:0] state;

function [31:0] mix;
  input [31:0] x;
  begin
    mix = (x ^ x >> 16) * 32'h7feb352d;
    mix = (mix ^ mix >> 15) * 32'h846ca68b;
    mix = mix ^ mix >> 16;
  end
endfunction

function [31:0] below;           // the next number, from 0 to most - 1
  input [31:0] most;
  begin
    state = state + 32'h9e3779b9;
    below = mix(state) % most;
  end
endfunction

// ----------------------------------------------------------------------------
// Flows: (input * DESTS + destination) * LEVELS + level. A level is a service level, or the VC that the packet comes by.
integer round;

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
// Position of a router, or a destination: coordinates of COORD_W bits.
function integer coordinate;
  input [AT_W-1:0] place;
  input integer    dim;
  coordinate = place >> dim * COORD_W & (1 << COORD_W) - 1;
endfunction

function there;                  // is there a link to a neighbour, or to the node itself?
  input integer port;
  there = port == LOCAL || TORUS || (port % 2 == 0 ? coordinate(at, port / 2) != ARY - 1 : coordinate(at, port / 2) != 0);
endfunction

function [AT_W-1:0] somewhere;
  input integer number;
  integer dim;
  begin
    somewhere = 0;
    for (dim = 0; dim < DIMS; dim = dim + 1)
      somewhere = somewhere | mix(mix(number * 8 + dim) + SEED * 64 + round) % ARY << dim * COORD_W;
  end
endfunction

function [AT_W-1:0] node_of;     // of a destination: neighbours, the node itself, others
  input integer dest;
  integer x;
  begin
    node_of = dest > LOCAL ? somewhere(dest) : at;
    if (dest < LOCAL && there(dest)) begin
      x       = coordinate(at, dest / 2);
      node_of = at - (x << dest / 2 * COORD_W) + ((dest % 2 == 0 ? (x == ARY - 1 ? 0 : x + 1) : (x == 0 ? ARY - 1 : x - 1)) << dest / 2 * COORD_W);
    end
  end
endfunction

function integer dest_at;        // the first destination that is this node; DESTS: none
  input [AT_W-1:0] node;
  integer dest;
  begin
    dest_at = DESTS;
    for (dest = DESTS - 1; dest >= 0; dest = dest - 1)
      if (node_of(dest) == node) dest_at = dest;
  end
endfunction

// May a packet for this destination leave by this port and VC? The port is on a shortest way, or the one of dimension order. The escape VC goes as
// in a mesh.
function way;
  input integer port, vc, dest;
  integer dim, first, to, from, ahead;
  reg     up, down, escape;
  begin
    escape = ADAPTIVE && AVOIDANCE && vc == CREDIT_POOLS - 1;
    first  = DIMS;
    way    = 0;
    for (dim = 0; dim < DIMS; dim = dim + 1) begin
      to    = coordinate(node_of(dest), dim);
      from  = coordinate(at, dim);
      ahead = (to - from + ARY) % ARY;
      up    = TORUS ? ahead != 0 && 2 * ahead <= ARY : to > from;
      down  = TORUS ? ahead != 0 && 2 * ahead >= ARY : to < from;
      if (first == DIMS && to != from) first = dim;
      if (port == 2 * dim) begin
        if (ADAPTIVE && vc != CREDIT_POOLS) way = up;
        else way = first == dim && up && !(down && from % 2 == 1);
        if (escape && first == dim && to > from) way = 1;
      end
      if (port == 2 * dim + 1) begin
        if (ADAPTIVE && vc != CREDIT_POOLS) way = down;
        else way = first == dim && down && !(up && from % 2 == 0);
        if (escape && first == dim && to < from) way = 1;
      end
    end
    if (port == LOCAL) way = first == DIMS;
  end
endfunction

function legal;                  // may a packet for this destination come by this input?
  input integer port, dest;
  legal = there(port) && !(port == LOCAL && node_of(dest) == at);
endfunction
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
// Packets. What a field of the header does not need is cut off.
function integer length_of;
  input integer flow, number;
  case (hash(flow, number * 4) % 16)
    0, 1, 2, 3: length_of = 1;
    4:          length_of = MOST_FLITS;
    5:          length_of = 1 + hash(flow, number * 4 + 1) % MOST_FLITS;
    default:    length_of = 1 + hash(flow, number * 4 + 1) % SHORT;
  endcase
endfunction

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

function integer need_of;        // units of a pool
  input integer flow, number;
  need_of = UNIT_FLITS == 0 ? 1 : (length_of(flow, number) + UNIT_FLITS - 1) / UNIT_FLITS;
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

function [63:0] field;
  input [FLIT_BITS-1:0] flit;
  input integer         bit_at, width;
  field = flit >> bit_at & ~({FLIT_BITS{1'b1}} << width);
endfunction

function [FLIT_BITS-1:0] placed;
  input [63:0]  value;
  input integer bit_at, width;
  placed = (value & ~({FLIT_BITS{1'b1}} << width)) << bit_at;
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
integer cycle, quiet, in_flight, alone, header_at, all_packets, stop_number;
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

// Credits from the switch.
task get_credits;
  input integer port;
  integer pool;
  begin
    if (rx_credit[port]) begin
      quiet = 0;
`ifdef WORMHOLE
      for (pool = 0; pool < CREDIT_POOLS; pool = pool + 1)
        if (rx_credit_pools[port*CREDIT_POOLS+pool]) credits[port*CREDIT_POOLS+pool] = credits[port*CREDIT_POOLS+pool] + 1;
`else
      pool = CREDIT_POOLS == 1 ? 0 : rx_credit_pool[port*POOL_W +: POOL_W];
      if (pool >= CREDIT_POOLS) failed("a credit of a queue that is not there", port);
      else credits[port*CREDIT_POOLS+pool] = credits[port*CREDIT_POOLS+pool] + 1;
`endif
      for (pool = 0; pool < CREDIT_POOLS; pool = pool + 1)
        if (credits[port*CREDIT_POOLS+pool] > POOL_UNITS) failed("more credits than there is memory", port);
    end
  end
endtask

`ifdef STOPS
// Messages from the switch: what it has stopped must be let go in the end.
task get_message;
  input integer port;
  integer       level;
  begin
    if (rx_msg_valid[port]) begin
`ifdef STOPS_QUEUES
      if (rx_msg_stop[port*STOP_QUEUES +: STOP_QUEUES] === stopped[port]) failed("a message without a change", port);
      stopped[port] = rx_msg_stop[port*STOP_QUEUES +: STOP_QUEUES];
`elsif STOPS_LINES
      stop_number = rx_msg_line[port*STOP_W +: STOP_W];
      if (!rx_msg_xoff[port] && !stopped[port][stop_number]) failed("an Xon without an Xoff", port);
      stopped[port][stop_number] = rx_msg_xoff[port];
`elsif STOPS_LEVELS
      stop_number = rx_msg_line[port*STOP_W +: STOP_W];
      for (level = 0; level < STOP_LEVELS; level = level + 1)
        if (rx_msg_levels[port*STOP_LEVELS+level]) stopped[port][stop_number*STOP_LEVELS+level] = rx_msg_xoff[port];
`endif
    end
  end
endtask
`endif

// The next packet of an input: at first one for each destination in turn, then any, of which every second is for the hot spot of the round.
task choose;
  input integer port;
  integer dest;
  begin
    dest = below(2 * DESTS);
    if (dest >= DESTS) dest = round % DESTS;
    if (begun[port] < DESTS) dest = (begun[port] + port) % DESTS;
`ifdef WORMHOLE
    dest = dest_at(node_of(dest));
    if (!legal(port, dest)) dest = -1;
`endif
    if (dest < 0) begun[port] = begun[port] + 1;
    else choice[port] = (port * DESTS + dest) * LEVELS + below(LEVELS);
  end
endtask

// May the packet that is chosen begin in this lane?
function may_begin;
  input integer port, lane;
  integer flow, free;
  begin
    flow      = choice[port];
    may_begin = 0;
    if (flow >= 0 && gap[port] == 0 && (in_flight == 0 || header_at < 0 && (TAGGED || alone == port * LANES + lane))) begin
      free = credits[port*CREDIT_POOLS+pool_of(flow, 0)];
`ifdef WORMHOLE
      may_begin = lane == level_of(flow) && free == POOL_UNITS;
`else
      may_begin = free >= need_of(flow, sent[flow]);
`ifdef STOPS_QUEUES
      if (stopped[port][queue_of(flow, 0)]) may_begin = 0;
`endif
`endif
    end
  end
endfunction

task send;
  input integer port;
  integer lane, n, x, flow, pool;
  reg     done;
  begin
    if (gap[port] != 0) gap[port] = gap[port] - 1;
    if (choice[port] < 0 && begun[port] < PACKETS) choose(port);
    rx_valid[port] <= 0;
    rx_head[port]  <= 0;
    done = tokens[port] + PACE_D < PACE_N;
`ifdef WORMHOLE
    done = below(5) == 0;
`endif
    lane = below(LANES);
    for (n = 0; n < LANES; n = n + 1) begin
      x = port * LANES + lane;
      if (!done && source_left[x] == 0 && may_begin(port, lane)) begin
        flow             = choice[port];
        source_flow[x]   = flow;
        source_number[x] = sent[flow];
        source_flit[x]   = 0;
        source_left[x]   = length_of(flow, sent[flow]);
        sent[flow]       = sent[flow] + 1;
        begun[port]      = begun[port] + 1;
        choice[port]     = -1;
        gap[port]        = below(64);
        if (gap[port] >= 16) gap[port] = 0;
        in_flight        = in_flight + 1;
        alone            = x;
        if (header_at == 0) header_at = cycle;
`ifndef WORMHOLE
        if (gap[port] != 0) gap[port] = gap[port] + source_left[x];
        pool             = port * CREDIT_POOLS + pool_of(flow, 0);
        credits[pool]    = credits[pool] - need_of(flow, source_number[x]);
`endif
      end
      pool = port * CREDIT_POOLS + lane;
`ifdef WORMHOLE
      if (!done && source_left[x] != 0 && credits[pool] > 0) begin
        credits[pool] = credits[pool] - 1;
        rx_vc[port*VC_W +: VC_W] <= lane;
`else
      if (!done && source_left[x] != 0) begin
`endif
        done   = 1;
        quiet  = 0;
        rx_valid[port] <= 1;
        rx_head[port]  <= source_flit[x] == 0;
        rx_data[port*FLIT_BITS +: FLIT_BITS] <= flit_of(source_flow[x], source_number[x], x, source_flit[x], 0);
        source_flit[x] = source_flit[x] + 1;
        source_left[x] = source_left[x] - 1;
        tokens[port]   = tokens[port] - PACE_N;
      end
      lane = lane == LANES - 1 ? 0 : lane + 1;
    end
    tokens[port] = tokens[port] + PACE_D > PACE_N - 1 ? PACE_N - 1 : tokens[port] + PACE_D;
  end
endtask

// The flow of a header that leaves by a port, by what it says itself.
task find_flow;
  input integer               port, x;
  input [FLIT_BITS-1:0]       data;
  integer dest, level, tag;
  begin
    tag   = TAGGED ? field(data, TAG_AT, TAG_W) : alone;
    level = HEADER_SL != 0 ? field(data, SL_AT, HEADER_SL) : 0;
`ifdef WORMHOLE
    level = tag % LANES;
    dest  = dest_at(field(data, DEST_AT, HEADER_DESTINATION));
    if (dest < DESTS && !way(port, tx_vc[port*VC_W +: VC_W], dest)) failed("a packet leaves by a wrong port", port);
`elsif BY_DESTINATION
    dest = field(data, QUEUE_AT, HEADER_QUEUE) % END_NODES / STRIDE;
`else
    dest = END_NODES == 0 ? port : field(data, DEST_AT, HEADER_DESTINATION) / STRIDE;
`endif
    if (tag >= PORTS * LANES || dest >= DESTS || level >= LEVELS) failed("a packet that nobody has sent", port);
`ifndef WORMHOLE
    if (output_of(dest) != port) failed("a packet leaves by a wrong port", port);
`endif
    sink_tag[x]  = tag;
    sink_flow[x] = (tag / LANES * DESTS + dest) * LEVELS + level;
  end
endtask

task receive;
  input integer port;
  integer x, lane, flow, pool, need;
  begin
    lane = 0;
`ifdef WORMHOLE
    if (LINK_VCS > 1) lane = tx_vc[port*VC_W +: VC_W];
    if (lane >= LANES_OUT) lane = 0;
`else
    if (tx_valid[port] && pace[port] + PACE_D < PACE_N) failed("a flit before the link's pace allows it", port);
    if (!tx_valid[port] && sink_left[port] != 0 && pace[port] + PACE_D >= PACE_N) failed("a gap inside a packet", port);
`endif
    x = port * LANES_OUT + lane;
    if (tx_valid[port]) begin
      quiet      = 0;
      pace[port] = pace[port] - PACE_N;
      if (tx_head[port] !== (sink_left[x] == 0)) failed("a header in a packet, or a flit outside of one", port);
      if (tx_head[port]) begin
        find_flow(port, x, tx_data[port*FLIT_BITS +: FLIT_BITS]);
        if (header_at >= 0 && cycle != header_at + 1 + LATENCY) failed("a packet that is alone takes other than LATENCY", port);
        header_at    = -1;
        sink_flit[x] = 0;
        sink_left[x] = length_of(sink_flow[x], received[sink_flow[x]]);
      end
      flow = sink_flow[x];
      if (received[flow] >= sent[flow]) failed("a packet more than were sent", port);
      if (tx_data[port*FLIT_BITS +: FLIT_BITS] !== flit_of(flow, received[flow], sink_tag[x], sink_flit[x], 1))
        failed("a flit that is not the one that has to come", port);
`ifdef WORMHOLE
      pool = port * CREDIT_POOLS + lane;
      need = lane < CREDIT_POOLS ? 1 : 0;                     // flits of the recovery lane need no credit
      if (lane == CREDIT_POOLS) pool = port * CREDIT_POOLS;
      if (tx_head[port] && lane < CREDIT_POOLS && port != LOCAL && taken[pool] != 0) failed("a header for a VC that is not empty", port);
`else
      pool = port * CREDIT_POOLS + pool_of(flow, 1);
      need = tx_head[port] ? need_of(flow, received[flow]) : 0;
`endif
      taken[pool]  = taken[pool] + need;
      if (taken[pool] > POOL_UNITS) failed("a packet without a credit", port);
      sink_flit[x] = sink_flit[x] + 1;
      sink_left[x] = sink_left[x] - 1;
`ifndef WORMHOLE
      need         = sink_left[x] == 0 ? need_of(flow, received[flow]) : 0;
`endif
      owed[pool]      = owed[pool] + need;
      owed_here[port] = owed_here[port] + need;
      if (sink_left[x] == 0) begin
        received[flow] = received[flow] + 1;
        in_flight      = in_flight - 1;
        all_packets    = all_packets + 1;
      end
    end
    pace[port] = pace[port] + PACE_D > PACE_N - 1 ? PACE_N - 1 : pace[port] + PACE_D;
  end
endtask

// Credits to the switch. A sink gives none for a while, now and then, so that its memory becomes full.
task give_credits;
  input integer port;
  integer n, pool, chance;
  reg     done;
  begin
    chance = below(256);
    tx_credit[port] <= 0;
`ifdef WORMHOLE
    tx_credit_pools[port*CREDIT_POOLS +: CREDIT_POOLS] <= 0;
`endif
    if (stall[port] != 0) stall[port] = stall[port] - 1;
    else if (owed_here[port] != 0 && chance < 8) stall[port] = 1 + below(STALL);
    done = stall[port] != 0 || owed_here[port] == 0 || chance % 8 == 7;
    for (n = 0; n < CREDIT_POOLS && !done; n = n + 1) begin
      pool = last_pool[port];
      if (owed[port*CREDIT_POOLS+pool] != 0) begin
        quiet = 0;
        owed[port*CREDIT_POOLS+pool]  = owed[port*CREDIT_POOLS+pool] - 1;
        owed_here[port]               = owed_here[port] - 1;
        taken[port*CREDIT_POOLS+pool] = taken[port*CREDIT_POOLS+pool] - 1;
        tx_credit[port] <= 1;
`ifdef WORMHOLE
        tx_credit_pools[port*CREDIT_POOLS+pool] <= 1;
      end
      last_pool[port] = pool == CREDIT_POOLS - 1 ? 0 : pool + 1;
`else
        tx_credit_pool[port*POOL_W +: POOL_W] <= pool;
        done = 1;
      end else begin
        last_pool[port] = pool == CREDIT_POOLS - 1 ? 0 : pool + 1;
      end
`endif
    end
  end
endtask

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
integer p, step;

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

initial begin
  rst         = 1;
  state       = SEED;
  cycle       = 0;
  round       = 0;
  step        = 0;
  all_packets = 0;
end

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
