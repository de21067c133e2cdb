// The network: what it stops. A line stops a priority, a destination, or the routes of a level that begin with some turns. The header on the link was
// granted three cycles ago, and a message that comes in the cycle of a grant comes too late.
`ifdef MESSAGES
`ifdef NIC
localparam LINES = NIC_LINES < 4 ? NIC_LINES : 4;
localparam STOPS = VC_SAQS != 0;
`else
localparam LINES = STOP_QUEUES < 4 ? STOP_QUEUES : 4;
localparam STOPS = 1;
`endif

reg [LINES-1:0] on = 0, on_1 = 0, on_2 = 0, on_3;
integer         stop_dest [0:LINES-1], stop_level [0:LINES-1], stop_len [0:LINES-1];

function covers;                 // does the line stop the flow?
  input integer line, flow;
`ifdef STOPS_QUEUES
  covers = level_of(flow) == line;
`elsif LISTS
  covers = flow % NODES == stop_dest[line];
`elsif NIC
  covers = stop_level[line] == (BY_LEVEL ? level_of(flow) : pool_of(flow)) && same_way(line, flow);
`else
  covers = same_way(line, flow);
`endif
endfunction

function same_way;
  input integer line, flow;
  same_way = ((route_to(flow % NODES) ^ route_to(stop_dest[line])) & ~(~64'd0 << stop_len[line] * TURN_W)) == 0;
endfunction

function is_stopped;
  input integer flow;
  integer       line;
  begin
    is_stopped = 0;
    for (line = 0; line < LINES; line = line + 1)
      if (on_3[line] && covers(line, flow)) is_stopped = 1;
  end
endfunction

task network_stops;
  integer line, dest, level, len, chance;
  begin
    line   = below(LINES);
    dest   = below(NODES);
    level  = below(STOP_LEVELS);
    len    = 1 + below(route_turns);
    chance = below(16);
    on_3 = on_2;
    on_2 = on_1;
    on_1 = on;
    if (msg_valid) on[msg_line] = msg_xoff;
    msg_valid <= 0;
    if (STOPS && cycle % 8 == 0 && (on[line] ? chance < 4 || host_begun == PACKETS : chance == 0 && host_begun != PACKETS)) begin
      if (!on[line]) begin
        stop_dest[line]  = dest;
        stop_level[line] = level;
        stop_len[line]   = len;
      end
      msg_valid       <= 1;
      msg_xoff        <= !on[line];
      msg_line        <= line;
      msg_destination <= dest;
      msg_levels      <= 1 << stop_level[line];
      msg_stop        <= on ^ 1 << line;
      msg_turns       <= on[line] ? 0 : route_to(dest) & ~(~64'd0 << len * TURN_W);
      msg_len         <= on[line] ? 0 : len;
    end
  end
endtask
`else
function is_stopped;
  input integer flow;
  is_stopped = 0;
endfunction
`endif
