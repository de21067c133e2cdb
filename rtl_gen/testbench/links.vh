// Links: what is on the way, and what is on either side of them.
// in_flight: packets in what is tested, or on their way into it; alone: the lane that the last one came by; header_at: the cycle in which the header
// of the first packet was sent; -1: it has left.
integer quiet, in_flight, alone, header_at;
integer sent [0:ALL_FLOWS-1], received [0:ALL_FLOWS-1];

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

task start_links;
  integer x;
  begin
    for (x = 0; x < ALL_FLOWS; x = x + 1) begin
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
