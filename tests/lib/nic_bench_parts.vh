// A host of both benches of network interfaces: its side of the interface; contents; a route of any length to each node, and the cycles in which they are
// written; the sender, whose packets are those of new_packet, and the receiver.
reg                    send_valid, send_last, receive_ready;
reg  [FLIT_BITS-1:0]   send_data;
reg  [DEST_W-1:0]      send_destination;
reg  [QUEUE_W-1:0]     send_queue;
wire                   send_ready, send_refused, receive_valid, receive_first, receive_last;
wire [FLIT_BITS-1:0]   receive_data;
wire [NODE_BITS-1:0]   receive_source;
reg                    msg_valid, msg_xoff;
reg  [POOL_W-1:0]      msg_turns;
reg  [LEN_W-1:0]       msg_len;
reg  [DEST_W-1:0]      cfg_address;
reg                    cfg_valid;
reg  [POOL_W-1:0]      route_turns [0:NODES-1];
reg  [LEN_W-1:0]       route_left  [0:NODES-1];
wire                   rx_msg_valid;
wire [NODE_BITS-1:0]   node = NODE;

integer seed;                      // of random numbers

function integer below;            // a random number from 0 to most - 1
  input integer most;
  begin
    below = $random(seed);
    below = (below & 32'h7fffffff) % most;
  end
endfunction

function chance;                   // one time in so many
  input integer most;
  chance = below(most) == 0;
endfunction

function [FLIT_BITS-1:0] contents; // flit k of a packet
  input integer queue, dest, number, length, k;
  reg [31:0]                    x;
  reg [32*(FLIT_BITS/32+1)-1:0] all;
  integer                       i;
  begin
    x = 32'h9e3779b9 * (((queue * 1024 + dest) * 256 + number % 256) * 2 + 1) ^ (length * 1024 + k);
    for (i = 0; i <= FLIT_BITS / 32; i = i + 1) begin
      x = (x ^ x >> 15) * 32'h2c1b3c6d + 1;
      all[32*i +: 32] = x;
    end
    contents = all[FLIT_BITS-1:0];
    if (k == 0) contents[FLIT_BITS-1 -: MARK_W] = {number[NUMBER_W-1:0], queue[QUEUE_W-1:0], dest[DEST_W-1:0]};
  end
endfunction

integer i, turn;

initial begin
  seed = SEED;
  for (i = 0; i < NODES; i = i + 1) begin
    route_left[i]  = 1 + below(TURNS);
    route_turns[i] = 0;
    for (turn = 0; turn < route_left[i]; turn = turn + 1)
      route_turns[i][turn*TURN_W +: TURN_W] = below(RADIX);
  end
end

always @(posedge clk) begin
  cfg_valid   <= cfg;
  cfg_address <= cfg_valid !== 1 || cfg_address == NODES - 1 ? 0 : cfg_address + 1;
end

// ----------------------------------------------------------------------------
// Sender. Each flow numbers its packets. A packet that is to be refused has no number.
integer sent [0:FLOWS-1];
integer all_sent, all_refused, waits;
integer dest, queue, length, at;
reg     bad, refused_next;

always @(posedge clk) begin
  if (rst) begin
    for (i = 0; i < FLOWS; i = i + 1)
      sent[i] = 0;
    all_sent     = 0;
    all_refused  = 0;
    waits        = 0;
    length       = 0;
    at           = 0;
    bad          = 0;
    refused_next = 0;
    send_valid  <= 0;
  end else begin
    if (send_refused !== refused_next) bench.failed("a packet is refused that should not be, or the other way round");
    refused_next = 0;
    waits        = waits + (send_valid && !send_ready);
    if (send_valid && send_ready && send_last) begin
      if (bad) begin
        refused_next = 1;
        all_refused  = all_refused + 1;
      end else begin
        sent[queue*NODES+dest] = sent[queue*NODES+dest] + 1;
        all_sent               = all_sent + 1;
      end
    end
    if (!send_valid || send_ready) begin
      if (at == length && phase != DRAIN) new_packet;
      if (at < length && (phase != HALF || chance(2))) begin
        send_valid       <= 1;
        send_data        <= contents(queue, dest, bad ? 0 : sent[queue*NODES+dest], length, at);
        send_last        <= at == length - 1;
        send_destination <= at == 0 ? dest : below(1 << DEST_W);
        send_queue       <= at == 0 ? queue : below(1 << QUEUE_W);
        at                = at + 1;
      end else begin
        send_valid <= 0;
      end
    end
  end
end

// ----------------------------------------------------------------------------
// Receiver. Everything that the peer sends comes here, whatever its destination.
integer received [0:FLOWS-1];
integer all_received;
wire [NUMBER_W-1:0]   mark_number;
wire [QUEUE_W-1:0]    mark_queue;
wire [DEST_W-1:0]     mark_dest;
wire                  header_good;     // what the header has of destination and level is what the mark says
integer r_dest, r_queue, r_length, r_at, r_flow;
reg [FLIT_BITS+1:0]   shown;
reg [FLIT_BITS-1:0]   expected;
reg                   was_shown;

assign {mark_number, mark_queue, mark_dest} = receive_data[FLIT_BITS-1 -: MARK_W];

always @(posedge clk) begin
  if (rst) begin
    for (i = 0; i < FLOWS; i = i + 1)
      received[i] = 0;
    all_received   = 0;
    r_at           = 0;
    was_shown      = 0;
    receive_ready <= 0;
  end else begin
    if (was_shown && (!receive_valid || shown !== {receive_first, receive_last, receive_data}))
      bench.failed("a flit goes away that the host has not taken");
    was_shown = receive_valid && !receive_ready;
    shown     = {receive_first, receive_last, receive_data};
    if (receive_valid && receive_first !== (r_at == 0)) bench.failed("the first flit of a packet is not where it should be");
    if (receive_valid && receive_ready) begin
      if (r_at == 0) begin
        r_dest   = mark_dest;
        r_queue  = mark_queue;
        r_length = receive_data[FLITS_AT +: FLITS_W];
        r_flow   = r_queue * NODES + r_dest;
        if (r_dest >= NODES || r_queue >= PRIORITIES) bench.failed("other contents than were sent");
        if (receive_source !== PEER) bench.failed("a packet has not its source");
        if (mark_number !== received[r_flow] % 256) bench.failed("a packet is lost, or out of order");
        if (!header_good) bench.failed("a packet has not its destination, or level");
      end
      expected = contents(r_queue, r_dest, received[r_flow], r_length, r_at);
      if (r_at == 0) expected[HEADER_W-1:0] = receive_data[HEADER_W-1:0];
      if (receive_data !== expected) bench.failed("other contents than were sent");
      r_at = r_at + 1;
      if (receive_last !== (r_at == r_length)) bench.failed("the last flit of a packet is not where it should be");
      if (receive_last) begin
        received[r_flow] = received[r_flow] + 1;
        all_received     = all_received + 1;
        r_at             = 0;
      end
    end
    receive_ready <= phase == HALF ? chance(2) : phase == SLOW ? chance(10) : 1'b1;
  end
end
