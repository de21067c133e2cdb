// Upstream of the switch: sources, with the credits and stops that they get from it.
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
`ifdef QUEUED
      may_begin = lane == level_of(flow) && free != 0;
`else
      may_begin = lane == level_of(flow) && free == POOL_UNITS;
`endif
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
`ifdef METAPACKETS
    if (!done && port < LOCAL && ring_left[port] != 0) begin
      send_meta(port);
      done = 1;
    end
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
