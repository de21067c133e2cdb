// Testbench of the network interface beside it. It checks itself, and needs nothing but the files that ../sluice.f lists:
//   make -f tb/Makefile              in the directory above, with Icarus Verilog
//   make -f tb/Makefile verilator    with Verilator 5.006 or newer
// The host sends packets of random lengths to every destination, in every service level or priority, with gaps, some that have to be refused, and takes
// those that come from the network, now and then slowly. The network does the same at the link, by its contract: pace, credits, and messages, with
// which it stops some. Contents and length of a packet follow from its flow (level and destination; from the network, level) and from its number in
// the flow. So it is known what has to come: with its route or queue, whole, in order, not without credits, and not while it is stopped. In the end
// all packets must have come, and all credits must be back. The first error
// ends the simulation by $fatal. SEED and PACKETS may be set; the other parameters are those of the network interface.
// verilator lint_off WIDTH
module tb #(
  parameter NAME               = "sluice",
  parameter SEED               = 1,
  parameter NODES              = 64,
  parameter HOST_LEVELS        = 1,               // service levels, or priorities
  parameter PACKETS            = 2 * NODES + 8 * HOST_LEVELS + 40,  // in each direction; the first of them reach every destination, in every level
`include "testbench/parameters.vh"
`ifdef MESSAGES
  parameter STOP_W             = 2,               // widths of fields of messages
  parameter STOP_QUEUES        = 4,
  parameter STOP_LEVELS        = 1,
  parameter POINT_W            = 30,
  parameter LEN_W              = 4,
`endif
`ifdef NIC
  parameter SL_MAP             = 0,               // VC of each service level, 3 bits each
  parameter BY_LEVEL           = 1,               // messages name service levels; otherwise VCs
  parameter VC_SAQS            = 2,               // without, the network sends no messages
  parameter NIC_LINES          = 8,               // lines of a level
`endif
  parameter RADIX              = 8
);
localparam DEST_W    = $clog2(NODES);
localparam LEVEL_W   = HOST_LEVELS > 1 ? $clog2(HOST_LEVELS) : 1;
localparam PLACE_W   = CREDIT_POOLS > 1 ? $clog2(CREDIT_POOLS) : 1;
localparam TURN_W    = $clog2(RADIX);
`include "testbench/fields.vh"
`ifdef NIC
localparam IN_POOLS  = CREDIT_POOLS;               // of the network interface, for what comes from the network
`else
localparam IN_POOLS  = 1;
`endif
localparam FLOWS     = NODES * HOST_LEVELS;        // of the host
localparam COMING    = FLOWS;                      // the first flow from the network
localparam NODE      = 1;
localparam POOL_FLITS = POOL_UNITS * (UNIT_FLITS == 0 ? MOST_FLITS : UNIT_FLITS);
localparam STALL     = POOL_FLITS > 240 ? 500 : 16 + 2 * POOL_FLITS;
localparam LIMIT     = 5000;                       // cycles without anything that end a simulation
`ifdef NIC
localparam LEVEL_PIN = 1;
`elsif STOPS_QUEUES
localparam LEVEL_PIN = 1;
`else
localparam LEVEL_PIN = 0;
`endif

reg                    clk, rst = 1;
reg                    send_valid = 0, send_last, receive_ready = 0;
reg  [FLIT_BITS-1:0]   send_data;
reg  [DEST_W-1:0]      send_destination;
reg  [LEVEL_W-1:0]     send_level;
wire                   send_ready, send_refused, receive_valid, receive_first, receive_last;
wire [FLIT_BITS-1:0]   receive_data;
wire [HEADER_SOURCE-1:0] receive_source;
wire [LEVEL_W-1:0]     receive_level;
wire                   waits;                      // something holds back what the host may send
reg                    rx_valid = 0, rx_head = 0, tx_credit = 0;
reg  [FLIT_BITS-1:0]   rx_data;
wire                   rx_credit, tx_valid, tx_head, rx_msg_valid;
wire [PLACE_W-1:0]     rx_credit_pool;
reg  [PLACE_W-1:0]     tx_credit_pool;
wire [FLIT_BITS-1:0]   tx_data;
reg                    cfg_valid;
reg  [DEST_W-1:0]      cfg_address;
`ifdef MESSAGES
reg                    msg_valid = 0, msg_xoff;
reg  [63:0]            msg_line, msg_turns, msg_len;
reg  [DEST_W-1:0]      msg_destination;
reg  [STOP_LEVELS-1:0] msg_levels;
reg  [STOP_QUEUES-1:0] msg_stop;
`endif

nic #(.FLIT_BITS(FLIT_BITS)) dut (
`ifdef NIC
  .send_sl(send_level), .send_stopped(send_stopped), .receive_sl(receive_level), .link_rx_credit_vc(rx_credit_pool),
  .link_rx_msg_xoff(), .link_rx_msg_levels(), .link_rx_msg_queue(), .link_rx_msg_turns(), .link_rx_msg_len(),
  .link_tx_credit_vc(tx_credit_pool), .link_tx_msg_xoff(msg_xoff), .link_tx_msg_levels(msg_levels), .link_tx_msg_queue(msg_line[STOP_W-1:0]),
  .link_tx_msg_turns(msg_turns[POINT_W-1:0]), .link_tx_msg_len(msg_len[LEN_W-1:0]),
`else
  .send_room(send_room),
`ifdef STOPS_QUEUES
  .send_queue(send_level), .link_rx_msg_stop(), .link_tx_msg_stop(msg_stop),
`elsif STOPS_LINES
  .link_rx_msg_xoff(), .link_rx_msg_line(), .link_tx_msg_xoff(msg_xoff), .link_tx_msg_line(msg_line[STOP_W-1:0]),
`ifdef ROUTES
  .link_rx_msg_turns(), .link_rx_msg_len(), .link_tx_msg_turns(msg_turns[POINT_W-1:0]), .link_tx_msg_len(msg_len[LEN_W-1:0]),
`else
  .link_rx_msg_hops(), .link_rx_msg_destination(), .link_tx_msg_hops(msg_len[LEN_W-1:0]), .link_tx_msg_destination(msg_destination),
`endif
`endif
`endif
`ifdef MESSAGES
  .link_rx_msg_valid(rx_msg_valid), .link_tx_msg_valid(msg_valid),
`endif
`ifdef NEXT_QUEUES
  .link_rx_credit_queue(rx_credit_pool), .link_tx_credit_queue(tx_credit_pool), .cfg_valid(cfg_valid), .cfg_address(cfg_address),
  .cfg_queue(cfg_queue),
`elsif NIC
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns), .cfg_left(cfg_left),
`elsif ROUTES
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(cfg_turns), .cfg_left(cfg_left),
`endif
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data), .send_last(send_last),
  .send_destination(send_destination), .send_refused(send_refused), .receive_valid(receive_valid), .receive_ready(receive_ready),
  .receive_data(receive_data), .receive_first(receive_first), .receive_last(receive_last), .receive_source(receive_source),
  .link_rx_valid(rx_valid), .link_rx_head(rx_head), .link_rx_data(rx_data), .link_rx_credit(rx_credit), .link_tx_valid(tx_valid),
  .link_tx_head(tx_head), .link_tx_data(tx_data), .link_tx_credit(tx_credit)
);

`ifdef NIC
wire [HOST_LEVELS*NODES-1:0] send_stopped;

assign waits = send_stopped !== 0;
`else
`ifdef STOPS_QUEUES
wire [HOST_LEVELS-1:0]       send_room;
`else
wire [NODES-1:0]             send_room;
`endif

assign waits         = &send_room !== 1'b1;
assign receive_level = HEADER_QUEUE == 0 || HOST_LEVELS == 1 ? 0 : field(receive_data, QUEUE_AT, HEADER_QUEUE);
`endif
`ifndef NEXT_QUEUES
`ifndef NIC
assign rx_credit_pool = 0;
`endif
`endif
`ifndef MESSAGES
assign rx_msg_valid = 0;
`endif

wire [HEADER_SOURCE-1:0] node = NODE;

`include "testbench/random.vh"

function [31:0] hash;            // of a flow, and of one of several things of it
  input integer flow, what;
  hash = mix(mix(flow * 64 + what) + SEED);
endfunction

// ----------------------------------------------------------------------------
// Packets.
`include "testbench/packets.vh"

// The route to a destination is its number in digits of radix RADIX, so that the route says which it is.
integer route_turns;

initial begin
  route_turns = 1;
  while (RADIX ** route_turns < NODES)
    route_turns = route_turns + 1;
end

function [63:0] route_to;
  input integer dest;
  integer       i, rest;
  begin
    route_to = 0;
    rest     = dest;
    for (i = 0; i < route_turns; i = i + 1) begin
      route_to = route_to | rest % RADIX << i * TURN_W;
      rest     = rest / RADIX;
    end
  end
endfunction

function integer dest_by;
  input [63:0] route;
  integer      i;
  begin
    dest_by = 0;
    for (i = route_turns - 1; i >= 0; i = i - 1)
      dest_by = dest_by * RADIX + (route >> i * TURN_W & (1 << TURN_W) - 1);
  end
endfunction

function integer queue_to;       // queue of the switch, for a destination
  input integer dest;
  queue_to = (dest * 5 + dest / 2) % CREDIT_POOLS;
endfunction

// A word of the table for each destination.
`ifdef NEXT_QUEUES
wire [PLACE_W-1:0] cfg_queue = queue_to(cfg_address);
`else
localparam POOL_W  = ROUTE_TURNS * TURN_W;
localparam COUNT_W = HEADER_TURNS_LEFT == 0 ? 1 : HEADER_TURNS_LEFT;

wire [POOL_W-1:0]  cfg_turns = route_to(cfg_address);
wire [COUNT_W-1:0] cfg_left  = route_turns;
`endif

function integer level_of;
  input integer flow;
  level_of = flow >= COMING ? flow - COMING : flow / NODES;
endfunction

// The pool at its receiver: at the switch, or at the network interface.
function integer pool_of;
  input integer flow;
`ifdef NIC
  pool_of = SL_MAP >> 3 * level_of(flow) & 7;
`else
  pool_of = flow >= COMING ? 0 : queue_to(flow % NODES);
`endif
endfunction

function integer queue_of;       // in the header
  input integer flow;
`ifdef NEXT_QUEUES
  queue_of = pool_of(flow);
`else
  queue_of = level_of(flow);
`endif
endfunction

function [FLIT_BITS-1:0] flit_of;     // flit k of a packet on the link
  input integer flow, number, k;
  reg [32*(FLIT_BITS/32+1)-1:0] all;
  integer                       i;
  begin
    for (i = 0; i <= FLIT_BITS / 32; i = i + 1)
      all[32*i +: 32] = mix(hash(flow, number) + mix(k * 32 + i));
    flit_of = all[FLIT_BITS-1:0];
    if (k == 0) begin
      flit_of = flit_of >> HEADER_W << HEADER_W | placed(flow >= COMING ? NODE : flow % NODES, DEST_AT, HEADER_DESTINATION) |
                placed(queue_of(flow), QUEUE_AT, HEADER_QUEUE) | placed(level_of(flow), SL_AT, HEADER_SL) |
                placed(length_of(flow, number), FLITS_AT, HEADER_FLITS) | placed(flow >= COMING ? all : NODE, SOURCE_AT, HEADER_SOURCE);
      if (flow < COMING)
        flit_of = flit_of | placed(route_to(flow % NODES), 0, HEADER_TURNPOOL) | placed(route_turns, LEFT_AT, HEADER_TURNS_LEFT);
    end
  end
endfunction

// ----------------------------------------------------------------------------
integer cycle = 0, quiet = 0;
integer sent [0:FLOWS+HOST_LEVELS-1], received [0:FLOWS+HOST_LEVELS-1];

task failed;
  input [8*48-1:0] what;
  begin
    $display("cycle %0d: %0s", cycle, what);
    $fatal(1, "testbench: the network interface is at fault, or what surrounds it");
  end
endtask

// The host: packets that it sends ...
integer host_begun = 0, host_flow, host_number, host_flit = 0, host_length = 0, host_gap = 0, host_dest, host_level;
reg     host_bad = 0, refuses = 0;         // the packet has to be refused; one that ended in the cycle before has

task host_sends;
  integer any, other, bad;
  begin
    any   = below(2 * FLOWS);
    other = below(1 << 16);        // destination and level behind the first flit, which count nothing
    bad   = below(24);
    if (send_refused !== refuses) failed("a refusal where none should be, or no refusal");
    refuses = send_valid && send_ready && send_last && host_bad;
    if (host_gap != 0) host_gap = host_gap - 1;
    if (!send_valid || send_ready) begin
      send_valid <= 0;
      if (send_valid) quiet = 0;
      if (host_flit == host_length && host_begun < PACKETS && host_gap == 0) begin
        host_flow       = any < FLOWS ? any : FLOWS / 2;         // the hot spot
        if (host_begun < 2 * NODES) host_flow = (host_begun + host_begun / NODES) % HOST_LEVELS * NODES + host_begun % NODES;
        host_number = sent[host_flow];
        host_flit   = 0;
        host_length = length_of(host_flow, host_number);
        host_dest   = host_flow % NODES;
        host_level  = level_of(host_flow);
        host_bad    = bad < 3;
        if (bad == 0 && NODES < 1 << DEST_W) host_dest = NODES;
        else if (bad == 1 && LEVEL_PIN && HOST_LEVELS < 1 << LEVEL_W) host_level = HOST_LEVELS;
        else if (host_bad) host_length = MOST_FLITS + 1 + other % (MOST_FLITS + 2);
        sent[host_flow] = sent[host_flow] + !host_bad;
        host_begun      = host_begun + !host_bad;
        host_gap        = any % 64 < 16 ? host_length + any % 16 : 0;
      end
      if (host_flit < host_length && cycle % 7 != 0) begin
        send_valid       <= 1;
        send_data        <= flit_of(host_flow, host_number, host_flit) >> (host_flit == 0 ? HEADER_W : 0) << (host_flit == 0 ? HEADER_W : 0);
        send_last        <= host_flit == host_length - 1;
        send_destination <= host_flit == 0 ? host_dest : other;
        send_level       <= host_flit == 0 ? host_level : other >> DEST_W;
        host_flit         = host_flit + 1;
      end
    end
  end
endtask

// ... and those that it takes.
integer take_flow, take_flit, take_left = 0, slow = 0, taken_packets = 0;

task host_takes;
  integer chance;
  begin
    chance = below(1024);
    if (receive_valid && receive_ready) begin
      quiet = 0;
      if (receive_first !== (take_left == 0)) failed("a header in a packet, or a flit outside of one");
      if (take_left == 0) begin
        take_flow = COMING + receive_level;
        take_flit = 0;
        take_left = length_of(take_flow, received[take_flow]);
        if (receive_level >= HOST_LEVELS || received[take_flow] >= sent[take_flow]) failed("a packet that nobody has sent");
        if (receive_source !== field(flit_of(take_flow, received[take_flow], 0), SOURCE_AT, HEADER_SOURCE)) failed("a packet from another source");
      end
      if (receive_data !== flit_of(take_flow, received[take_flow], take_flit)) failed("a flit to the host that has not to come");
      take_flit = take_flit + 1;
      take_left = take_left - 1;
      if (receive_last !== (take_left == 0)) failed("the last flit of a packet is not the last");
      if (take_left == 0) begin
        received[take_flow] = received[take_flow] + 1;
        taken_packets       = taken_packets + 1;
      end
    end
    if (slow != 0) slow = slow - 1;
    else if (chance == 0) slow = STALL;
    receive_ready <= slow == 0 || chance % 16 == 1;
  end
endtask

`include "testbench/nic/stops.vh"

// Packets that it sends ...
integer net_begun = 0, net_choice = -1, net_flow, net_number, net_flit, net_left = 0, net_gap = 0, net_tokens = PACE_N - 1;
integer credits [0:IN_POOLS-1];

task network_sends;
  integer any, pool;
  begin
    any = below(1024 * HOST_LEVELS);
    if (rx_msg_valid !== 0) failed("a message to the network");
    if (rx_credit) begin
      quiet = 0;
      pool  = CREDIT_POOLS == 1 ? 0 : rx_credit_pool;
      if (pool >= IN_POOLS) failed("a credit of what is not there");
      credits[pool] = credits[pool] + 1;
      if (credits[pool] > POOL_UNITS) failed("more credits than there are units");
    end
    if (net_gap != 0) net_gap = net_gap - 1;
    if (net_choice < 0 && net_begun < PACKETS) net_choice = COMING + any % HOST_LEVELS;
    rx_valid <= 0;
    rx_head  <= 0;
    pool     = net_choice < 0 ? 0 : pool_of(net_choice);
    if (net_left == 0 && net_gap == 0 && net_choice >= 0 && net_tokens + PACE_D >= PACE_N &&
        credits[pool] >= need_of(net_choice, sent[net_choice])) begin
      net_flow       = net_choice;
      net_choice     = -1;
      net_number     = sent[net_flow];
      net_flit       = 0;
      net_left       = length_of(net_flow, net_number);
      net_gap        = any % 5 == 0 ? net_left + any % 32 : 0;
      sent[net_flow] = sent[net_flow] + 1;
      net_begun      = net_begun + 1;
      credits[pool]  = credits[pool] - need_of(net_flow, net_number);
    end
    if (net_left != 0 && net_tokens + PACE_D >= PACE_N) begin
      quiet      = 0;
      rx_valid  <= 1;
      rx_head   <= net_flit == 0;
      rx_data   <= flit_of(net_flow, net_number, net_flit);
      net_flit   = net_flit + 1;
      net_left   = net_left - 1;
      net_tokens = net_tokens - PACE_N;
    end
    net_tokens = net_tokens + PACE_D > PACE_N - 1 ? PACE_N - 1 : net_tokens + PACE_D;
  end
endtask

// ... and those that come to it. It gives no credits for a while, now and then, so that a pool becomes full.
integer come_flow, come_flit, come_left = 0, come_pace = PACE_N - 1, stall = 0, last_pool = 0, come_packets = 0, all_owed = 0;
integer taken [0:CREDIT_POOLS-1], owed [0:CREDIT_POOLS-1];

task network_takes;
  integer dest, level, pool, chance, n;
  begin
    chance = below(1024);
    if (tx_valid && come_pace + PACE_D < PACE_N) failed("a flit before the link's pace allows it");
    if (!tx_valid && come_left != 0 && come_pace + PACE_D >= PACE_N) failed("a gap inside a packet");
    if (tx_valid) begin
      quiet     = 0;
      come_pace = come_pace - PACE_N;
      if (tx_head !== (come_left == 0)) failed("a header in a packet, or a flit outside of one");
      if (tx_head) begin
        dest      = HEADER_DESTINATION == 0 ? dest_by(tx_data) : field(tx_data, DEST_AT, HEADER_DESTINATION);
        level     = HOST_LEVELS == 1 ? 0 : HEADER_SL == 0 ? field(tx_data, QUEUE_AT, HEADER_QUEUE) : field(tx_data, SL_AT, HEADER_SL);
        if (dest >= NODES || level >= HOST_LEVELS) failed("a packet that nobody has sent");
        come_flow = level * NODES + dest;
        come_flit = 0;
        come_left = length_of(come_flow, received[come_flow]);
        if (received[come_flow] >= sent[come_flow]) failed("a packet more than were sent");
        if (is_stopped(come_flow)) failed("a packet leaves that is stopped");
        pool      = pool_of(come_flow);
        taken[pool] = taken[pool] + need_of(come_flow, received[come_flow]);
        if (taken[pool] > POOL_UNITS) failed("a packet without credits");
      end
      if (tx_data !== flit_of(come_flow, received[come_flow], come_flit)) failed("a flit to the network that has not to come");
      come_flit = come_flit + 1;
      come_left = come_left - 1;
      if (come_left == 0) begin
        pool                = pool_of(come_flow);
        owed[pool]          = owed[pool] + need_of(come_flow, received[come_flow]);
        all_owed            = all_owed + need_of(come_flow, received[come_flow]);
        received[come_flow] = received[come_flow] + 1;
        come_packets        = come_packets + 1;
      end
    end
    come_pace = come_pace + PACE_D > PACE_N - 1 ? PACE_N - 1 : come_pace + PACE_D;
    tx_credit <= 0;
    if (stall != 0) stall = stall - 1;
    else if (chance < 4) stall = STALL;
    for (n = 0; n < CREDIT_POOLS && stall == 0 && chance % 8 != 7; n = n + 1) begin
      last_pool = last_pool == CREDIT_POOLS - 1 ? 0 : last_pool + 1;
      if (owed[last_pool] != 0) begin
        n              = CREDIT_POOLS;
        quiet          = 0;
        owed[last_pool]  = owed[last_pool] - 1;
        all_owed       = all_owed - 1;
        taken[last_pool] = taken[last_pool] - 1;
        tx_credit     <= 1;
        tx_credit_pool <= last_pool;
      end
    end
  end
endtask

// ----------------------------------------------------------------------------
integer step = 0, x;

task reset;                      // in which the routes are written
  begin
    rst         <= 1;
    cfg_valid   <= step < NODES;
    cfg_address <= step;
    step         = step + 1;
    if (step > NODES + 2) rst <= 0;
  end
endtask

task check_end;
  begin
    for (x = 0; x < FLOWS + HOST_LEVELS; x = x + 1)
      if (sent[x] != received[x]) failed("a packet is lost");
    for (x = 0; x < IN_POOLS; x = x + 1)
      if (credits[x] != POOL_UNITS) failed("a credit is lost");
    for (x = 0; x < CREDIT_POOLS; x = x + 1)
      if (taken[x] != 0) failed("a credit is lost");
    if (waits) failed("a stop that does not end");
    $display("%0s_tb: %0d packets, 0 errors", NAME, come_packets + taken_packets);
    $finish;
  end
endtask

initial begin
  for (x = 0; x < FLOWS + HOST_LEVELS; x = x + 1) begin
    sent[x]     = 0;
    received[x] = 0;
  end
  for (x = 0; x < IN_POOLS; x = x + 1)
    credits[x] = POOL_UNITS;
  for (x = 0; x < CREDIT_POOLS; x = x + 1) begin
    taken[x] = 0;
    owed[x]  = 0;
  end
end

always @(posedge clk) begin
  cycle = cycle + 1;
  if (step <= NODES + 2) begin
    reset;
  end else begin
    if (^{tx_valid, rx_credit, receive_valid, send_ready} === 1'bx) failed("an unknown value at a pin");
    cfg_valid <= 0;
    quiet      = quiet + 1;
    host_takes;
    network_takes;
`ifdef MESSAGES
    network_stops;
`endif
    host_sends;
    network_sends;
    if (quiet > LIMIT) failed("nothing comes any more");
    if (quiet > 200 && come_packets == PACKETS && taken_packets == PACKETS && all_owed == 0) check_end;
  end
end

endmodule
