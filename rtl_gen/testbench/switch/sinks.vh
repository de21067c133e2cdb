// Downstream of the switch: sinks, which judge what leaves it and give credits.
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
`ifndef QUEUED
      if (tx_head[port] && lane < CREDIT_POOLS && port != LOCAL && taken[pool] != 0) failed("a header for a VC that is not empty", port);
`endif
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
