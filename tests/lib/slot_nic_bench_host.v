// The host of slot_nic_bench.v: a network interface with its adapter, and what sends to it, receives from it, and stops it. It checks what its links
// and its receiver see. Contents are a function of queue, destination, number and length of a packet, so that the receiver knows what was sent.
// Features (spec/features.def) say which network interface it is.
`timescale 1ns / 1ns

module host #(
  parameter RADIX = 8, SAQS = 4, TURNPOOL_BITS = 31, QUEUES = 4, CFQS = 4, HOPS = 15, NODES = 64, SLOTS = 64, SOURCE_SLOTS = 4,
  parameter HOST_SLOTS = 8, FLIT_BITS = 64, PACKET_FLITS = 8, NODE_BITS = 16,
  parameter NODE = 0, PEER = 1, SEED = 1
) (
  clk, rst, cfg, phase,
  rx_valid, rx_head, rx_data, rx_credit, tx_valid, tx_head, tx_data, tx_credit, tx_credit_queue
);
localparam DEST_W   = $clog2(NODES);
localparam QUEUE_W  = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam FLITS_W  = $clog2(PACKET_FLITS + 1);
localparam TURN_W   = $clog2(RADIX);
localparam TURNS    = TURNPOOL_BITS / TURN_W;
localparam POOL_W   = TURNS * TURN_W;
`ifdef ROUTES
localparam LEN_W    = $clog2(TURNS + 1);
localparam LINES    = SAQS;
localparam LEFT_AT  = TURNPOOL_BITS;
localparam FLITS_AT = TURNPOOL_BITS + LEN_W;
`elsif LISTS
localparam LEN_W    = $clog2(HOPS + 1);
localparam LINES    = CFQS;
localparam FLITS_AT = DEST_W;
`else
localparam LEN_W    = 1;
localparam LINES    = QUEUES;
localparam FLITS_AT = DEST_W + QUEUE_W;
`endif
`ifdef PRIORITIES
localparam PRIORITIES  = QUEUES;
localparam SEND_QUEUES = QUEUES;
`else
localparam PRIORITIES  = 1;
localparam SEND_QUEUES = NODES;
`endif
localparam LINE_W   = LINES > 1 ? $clog2(LINES) : 1;
localparam SOURCE_AT = FLITS_AT + FLITS_W;
localparam HEADER_W = SOURCE_AT + NODE_BITS;
localparam NUMBER_W = 8;                                  // of a packet of its flow, in the first flit: above the header, with queue and destination
localparam MARK_W   = NUMBER_W + QUEUE_W + DEST_W;
localparam FLOWS    = PRIORITIES * NODES;

// Phases: everybody is fast, with longest packets, with packets of one flit, with packets of any length; half of the cycles; a slow receiver, and a
// hot destination; the end.
localparam FAST = 0, ONES = 1, ANY = 2, HALF = 3, SLOW = 4, DRAIN = 5;

input  wire                 clk, rst, cfg;
input  wire [2:0]           phase;
input  wire                 rx_valid, rx_head;
input  wire [FLIT_BITS-1:0] rx_data;
output wire                 rx_credit;
output wire                 tx_valid, tx_head;
output wire [FLIT_BITS-1:0] tx_data;
input  wire                 tx_credit;
input  wire [QUEUE_W-1:0]   tx_credit_queue;

// ----------------------------------------------------------------------------
`include "nic_bench_parts.vh"

wire [SEND_QUEUES-1:0] send_room;
reg  [LINE_W-1:0]      msg_line;
reg  [DEST_W-1:0]      msg_destination;
reg  [QUEUES-1:0]      msg_stop;
wire [QUEUE_W-1:0]     rx_credit_queue;

function [QUEUE_W-1:0] queue_to;   // queue at the switch, for a destination
  input integer dest;
  queue_to = (dest * 5 + dest / 2) % QUEUES;
endfunction

sluice_nic dut (
`ifdef ROUTES
`ifdef PARKS
  .link_rx_msg_valid(rx_msg_valid), .link_rx_msg_xoff(), .link_rx_msg_line(), .link_rx_msg_turns(), .link_rx_msg_len(),
  .link_tx_msg_valid(msg_valid), .link_tx_msg_xoff(msg_xoff), .link_tx_msg_line(msg_line), .link_tx_msg_turns(msg_turns),
  .link_tx_msg_len(msg_len),
`endif
  .cfg_valid(cfg_valid), .cfg_address(cfg_address), .cfg_turns(route_turns[cfg_address]), .cfg_left(route_left[cfg_address]),
`elsif LISTS
  .link_rx_msg_valid(rx_msg_valid), .link_rx_msg_xoff(), .link_rx_msg_line(), .link_rx_msg_hops(), .link_rx_msg_destination(),
  .link_tx_msg_valid(msg_valid), .link_tx_msg_xoff(msg_xoff), .link_tx_msg_line(msg_line), .link_tx_msg_hops(msg_len),
  .link_tx_msg_destination(msg_destination),
`elsif PRIORITIES
  .send_queue(send_queue), .link_rx_msg_valid(rx_msg_valid), .link_rx_msg_stop(), .link_tx_msg_valid(msg_valid),
  .link_tx_msg_stop(msg_stop),
`else
  .link_rx_credit_queue(rx_credit_queue), .link_tx_credit_queue(tx_credit_queue), .cfg_valid(cfg_valid),
  .cfg_address(cfg_address), .cfg_queue(queue_to(cfg_address)),
`endif
  .clk(clk), .rst(rst), .node(node), .send_valid(send_valid), .send_ready(send_ready), .send_data(send_data),
  .send_last(send_last), .send_destination(send_destination), .send_room(send_room), .send_refused(send_refused),
  .receive_valid(receive_valid), .receive_ready(receive_ready), .receive_data(receive_data), .receive_first(receive_first),
  .receive_last(receive_last), .receive_source(receive_source), .link_rx_valid(rx_valid), .link_rx_head(rx_head),
  .link_rx_data(rx_data), .link_rx_credit(rx_credit), .link_tx_valid(tx_valid), .link_tx_head(tx_head), .link_tx_data(tx_data),
  .link_tx_credit(tx_credit)
);

`ifdef NEXT_QUEUES
assign rx_msg_valid = 1'b0;
`elsif PARKS
assign rx_credit_queue = 0;
`else
assign rx_msg_valid    = 1'b0;
assign rx_credit_queue = 0;
`endif

link_check #(.FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W)) of_link (
  .clk(clk), .rst(rst), .valid(tx_valid), .head(tx_head), .data(tx_data)
);
link_check #(.FLIT_BITS(FLIT_BITS), .FLITS_AT(FLITS_AT), .FLITS_W(FLITS_W)) of_host (
  .clk(clk), .rst(rst), .valid(dut.in_valid), .head(dut.in_head), .data(dut.in_data)
);

// ----------------------------------------------------------------------------
integer turns;
initial turns = 0;

task new_packet;
  begin
    bad   = phase > ANY && chance(8);
    turns = turns + 1;
    dest  = phase <= ANY ? turns % NODES : phase == SLOW && !chance(4) ? 1 : below(NODES);
    queue = phase <= ANY ? turns % PRIORITIES : below(PRIORITIES);
    case (phase)
      FAST:    length = PACKET_FLITS;
      ONES:    length = 1;
      default: length = 1 + below(PACKET_FLITS);
    endcase
    if (bad) begin
      case (below(3))
        0: if (NODES < 1 << DEST_W) dest = NODES + below((1 << DEST_W) - NODES); else length = PACKET_FLITS + 1;
        1: if (PRIORITIES > 1 && QUEUES < 1 << QUEUE_W) queue = QUEUES + below((1 << QUEUE_W) - QUEUES);
           else length = PACKET_FLITS + 2 + below(2 * PACKET_FLITS);
        default: length = PACKET_FLITS + 1 + below(2);
      endcase
    end
    at = 0;
  end
endtask

`ifdef ROUTES
assign header_good = 1'b1;
`elsif PRIORITIES
assign header_good = receive_data[QUEUE_W+DEST_W-1:0] === {mark_queue, mark_dest};
`else
assign header_good = receive_data[DEST_W-1:0] === mark_dest;
`endif

// ----------------------------------------------------------------------------
// What the switch has stopped, by destination and priority. A header on the link was granted three cycles ago. Lines have points, or lists.
reg [FLOWS-1:0]   stops, stops_1, stops_2, stops_3;
reg               on [0:LINES];
reg [NODES-1:0]   list [0:LINES];
reg [POOL_W-1:0]  point;
integer           rest;
integer           k, m, d, length_here, parks, stopped_flow;

always @(posedge clk) begin
  if (rst) begin
    for (k = 0; k < LINES; k = k + 1) begin
      on[k]   = 0;
      list[k] = 0;
    end
    stops      = 0;
    stops_1    = 0;
    stops_2    = 0;
    stops_3    = 0;
    rest       = 0;
    parks      = 0;
    msg_valid <= 0;
  end else begin
    if (tx_valid && tx_head) begin
      stopped_flow = tx_data[FLIT_BITS-NUMBER_W-1 -: QUEUE_W] * NODES + tx_data[FLIT_BITS-NUMBER_W-QUEUE_W-1 -: DEST_W];
      if (stops_3[stopped_flow]) bench.failed("a packet leaves for a stopped point");
    end
    stops_3 = stops_2;
    stops_2 = stops_1;
    stops_1 = stops;
    rest    = rest + 1;
    if (msg_valid) begin
`ifdef PRIORITIES
      for (k = 0; k < QUEUES; k = k + 1)
        stops[k*NODES +: NODES] = {NODES{msg_stop[k]}};
`else
      on[msg_line]   = msg_xoff;
      list[msg_line] = msg_xoff ? list[msg_line] : 0;
      for (d = 0; d < NODES; d = d + 1)
`ifdef ROUTES
        if (msg_xoff && route_left[d] >= msg_len && ((route_turns[d] ^ msg_turns) & ~({POOL_W{1'b1}} << msg_len * TURN_W)) == 0)
`else
        if (msg_xoff && msg_destination == d)
`endif
          list[msg_line][d] = 1;
      stops = 0;
      for (k = 0; k < LINES; k = k + 1)
        stops = stops | list[k];
`endif
    end
    msg_valid <= 0;
`ifdef PARKS
    parks = parks + (dut.switch.nsj.parked_q != 0);
`ifndef NEXT_QUEUES
    k = below(LINES);
    m = below(NODES);
    if (rest > 8 && phase >= HALF && (phase == DRAIN ? stops != 0 : chance(8))) begin
      rest             = 0;
`ifdef LISTS
      msg_xoff        <= phase != DRAIN && (!on[k] || chance(2));
      msg_valid       <= phase != DRAIN || on[k];
`else
      msg_xoff        <= !on[k] && phase != DRAIN;
      msg_valid       <= phase != DRAIN || on[k];
`endif
      msg_line        <= k;
      length_here      = 1 + below(route_left[m]);
      msg_len         <= length_here;
      msg_turns       <= route_turns[m] & ~({POOL_W{1'b1}} << length_here * TURN_W);
      msg_destination <= m;
      msg_stop        <= phase == DRAIN ? 0 : below(1 << QUEUES);
`ifdef PRIORITIES
      msg_valid       <= 1;
`endif
    end
`endif
`endif
  end
end

// ----------------------------------------------------------------------------
// The host's credits, and what a header to the switch has.
integer hold [0:SEND_QUEUES-1];
integer tx_dest, tx_queue, in_queue;

always @(posedge clk) begin
  if (rst) begin
    for (i = 0; i < SEND_QUEUES; i = i + 1)
      hold[i] = 0;
  end else begin
    if (rx_msg_valid !== 0 || rx_credit_queue !== 0) bench.failed("a message to the network, or a queue that is not there");
    if (dut.in_credit) hold[dut.in_credit_queue] = hold[dut.in_credit_queue] - 1;
    if (dut.in_valid && dut.in_head) begin
`ifdef PRIORITIES
      in_queue = dut.in_data[DEST_W +: QUEUE_W];
`else
      in_queue = dut.in_data[DEST_W-1:0];
`endif
      hold[in_queue] = hold[in_queue] + 1;
      if (hold[in_queue] > SOURCE_SLOTS) bench.failed("the adapter sends without a credit");
    end
    if (tx_valid && tx_head) begin
      tx_dest  = tx_data[FLIT_BITS-NUMBER_W-QUEUE_W-1 -: DEST_W];
`ifdef ROUTES
      if (tx_data[TURNPOOL_BITS-1:0] !== route_turns[tx_dest] || tx_data[LEFT_AT +: LEN_W] !== route_left[tx_dest])
        bench.failed("a packet has not its route");
`elsif NEXT_QUEUES
      if (tx_data[DEST_W +: QUEUE_W] !== queue_to(tx_dest)) bench.failed("a packet has not its queue");
`endif
    end
  end
end

wire quiet = dut.source.used_q == 0 && dut.switch.ncu.used_q == 0 && dut.switch.nrf.used_q == 0 && &send_room && stops == 0;

endmodule
