// Bench of a switch with AXI-Stream ports (../axis.sh). What a frame is like is a function of its source, destination, level and number, so that its
// receiver knows it. Phases: stalls at random on both sides, with frames that are too long, or that go nowhere, among the others; then permutations at
// full speed, and beside them the same packets over links of the same switch alone (NATIVE); then one frame at a time.
`timescale 1ns / 1ns

module port #(
  parameter NODES = 4, LEVELS = 1, AXIS_BYTES = 8, AXIS_USER_BITS = 1, AXIS_ID_BITS = 8, FRAME_BEATS = 190, PORT = 0
) (
  clk, rst, sending, fast, fixed, shift,
  s_tdata, s_tkeep, s_tvalid, s_tready, s_tlast, s_tid, s_tdest, s_tuser,
  m_tdata, m_tkeep, m_tvalid, m_tready, m_tlast, m_tid, m_tdest, m_tuser
);
localparam DEST_W = $clog2(NODES);
localparam DATA_W = 8 * AXIS_BYTES;
localparam BITS   = DATA_W + AXIS_BYTES + AXIS_USER_BITS;
localparam WORDS  = BITS / 32 + 1;
localparam FLOWS  = NODES * LEVELS;

input  wire                      clk, rst, sending, fast;
input  wire [31:0]               fixed;               // beats of every frame; 0: any
input  wire [31:0]               shift;               // fast: every frame goes so many ports on
output reg  [DATA_W-1:0]         s_tdata;
output reg  [AXIS_BYTES-1:0]     s_tkeep;
output reg                       s_tvalid;
input  wire                      s_tready;
output reg                       s_tlast;
output reg  [AXIS_ID_BITS-1:0]   s_tid;
output reg  [DEST_W-1:0]         s_tdest;
output reg  [AXIS_USER_BITS-1:0] s_tuser;
input  wire [DATA_W-1:0]         m_tdata;
input  wire [AXIS_BYTES-1:0]     m_tkeep;
input  wire                      m_tvalid;
output reg                       m_tready;
input  wire                      m_tlast;
input  wire [AXIS_ID_BITS-1:0]   m_tid;
input  wire [DEST_W-1:0]         m_tdest;
input  wire [AXIS_USER_BITS-1:0] m_tuser;

integer seed;
initial seed = 7 * PORT + 1;

function integer below;            // a random number from 0 to most - 1
  input integer most;
  begin
    below = $random(seed);
    below = (below & 32'h7fffffff) % most;
  end
endfunction

function [31:0] mixed;
  input [31:0] x;
  reg   [31:0] y;
  begin
    y = (x ^ x >> 16) * 32'h7feb352d;
    y = (y ^ y >> 15) * 32'h846ca68b;
    mixed = y ^ y >> 16;
  end
endfunction

function [31:0] frame;             // what a frame is made from
  input integer source, dest, level, number;
  frame = mixed(mixed(mixed(source * 64 + dest) + level) + number);
endfunction

function integer beats_of;
  input [31:0] of;
  begin
    if (fixed != 0)            beats_of = fixed;
    else if (of[1:0] == 0)     beats_of = 1;
    else if (of[1:0] == 1)     beats_of = 1 + of[31:2] % (FRAME_BEATS < 16 ? FRAME_BEATS : 16);
    else if (of[6:1] == 1)     beats_of = FRAME_BEATS;
    else                       beats_of = 1 + of[31:2] % FRAME_BEATS;
  end
endfunction

function [AXIS_ID_BITS-1:0] id_of;
  input [31:0]  of;
  input integer level;
  integer       most;
  begin
    most  = (1 << AXIS_ID_BITS) / LEVELS;
    id_of = level + LEVELS * (of[31:8] % most);
  end
endfunction

function [BITS-1:0] beat;          // {TUSER, TKEEP, TDATA}
  input [31:0]  of;
  input integer k;
  reg [31:0]         x;
  reg [32*WORDS-1:0] all;
  integer            i;
  begin
    x = mixed(of + k * 32'h9e3779b9);
    for (i = 0; i < WORDS; i = i + 1) begin
      x = (x ^ x >> 15) * 32'h2c1b3c6d + 1;
      all[32*i +: 32] = x;
    end
    beat = all[BITS-1:0];
  end
endfunction

task fail;
  input [8*40-1:0] what;
  begin
    $display("FAILED at %0d: port %0d: %0s", $time, PORT, what);
    $finish;
  end
endtask

// ----------------------------------------------------------------------------
// Source.
localparam GOOD = 0, LONG = 1, NOWHERE = 2;

integer number [0:FLOWS-1];        // frames to each destination, of each level
integer sent, dropped;             // frames that are whole; those that are to be dropped
integer kind, k, beats, dest, level, f;
reg [31:0] of;
reg [31:0] noise;
reg        busy;

task begin_frame;
  begin
    kind = fast ? GOOD : below(12) == 0 ? LONG : below(12) == 1 && NODES != (1 << DEST_W) ? NOWHERE : GOOD;
    dest = fast ? (PORT + shift) % NODES : kind == NOWHERE ? NODES + below((1 << DEST_W) - NODES) : below(NODES);
    level = below(LEVELS);
    k = 0;
    if (kind == GOOD) begin
      of    = frame(PORT, dest, level, number[level*NODES+dest]);
      beats = beats_of(of);
      number[level*NODES+dest] = number[level*NODES+dest] + 1;
    end else begin
      of    = $random(seed);
      beats = kind == LONG ? FRAME_BEATS + 1 + below(3) * below(FRAME_BEATS) : 1 + below(FRAME_BEATS);
    end
    busy = 1;
  end
endtask

always @(posedge clk) begin
  if (rst) begin
    s_tvalid <= 0;
    busy = 0;
    sent = 0;
    dropped = 0;
    for (f = 0; f < FLOWS; f = f + 1) number[f] = 0;
  end else if (!s_tvalid || s_tready) begin
    s_tvalid <= 0;
    if (!busy && sending && (fast || below(8) != 0)) begin_frame;
    if (busy && (fast || below(4) != 0)) begin
      s_tvalid <= 1;
      {s_tuser, s_tkeep, s_tdata} <= beat(of, k);
      s_tlast <= k == beats - 1;
      noise = $random(seed);
      s_tdest <= k == 0 ? dest : noise;             // those of the first beat count
      s_tid   <= k == 0 ? id_of(of, level) : noise >> 8;
      k = k + 1;
      if (k == beats) begin
        busy = 0;
        if (kind == GOOD) sent = sent + 1;
        else              dropped = dropped + 1;
      end
    end
  end
end

// ----------------------------------------------------------------------------
// Sink. At times it takes nothing for long.
integer expected [0:FLOWS-1];      // number of the next frame of each source and level
integer received, taken;           // frames; beats
integer at, r, halt;
reg [31:0] in;
reg        open;
reg [DEST_W-1:0]       from;
reg [AXIS_ID_BITS-1:0] id;
reg held, was_rst;
reg [BITS+1+AXIS_ID_BITS+DEST_W-1:0] kept;

always @(posedge clk) begin
  was_rst <= rst;
  if (rst) begin
    m_tready <= 0;
    received = 0;
    taken = 0;
    open = 0;
    halt = 0;
    held <= 0;
    for (r = 0; r < FLOWS; r = r + 1) expected[r] = 0;
    if (was_rst === 1'b1 && s_tready !== 1'b0) fail("TREADY in reset");
    if (was_rst === 1'b1 && m_tvalid !== 1'b0) fail("TVALID in reset");
  end else begin
    if (held && (!m_tvalid || kept !== {m_tuser, m_tkeep, m_tdata, m_tlast, m_tid, m_tdest})) fail("a beat goes away before TREADY");
    held <= m_tvalid & ~m_tready;
    kept <= {m_tuser, m_tkeep, m_tdata, m_tlast, m_tid, m_tdest};
    if (m_tvalid && m_tready) begin
      if (!open) begin
        from = m_tdest;
        id   = m_tid;
        r    = (id % LEVELS) * NODES + from;
        if (from >= NODES) fail("a source that is not there");
        in = frame(from, PORT, id % LEVELS, expected[r]);
        at = 0;
      end
      if (m_tdest !== from || m_tid !== id || id !== id_of(in, id % LEVELS)) fail("TDEST or TID");
      if ({m_tuser, m_tkeep, m_tdata} !== beat(in, at)) fail("other contents, or another order");
      at = at + 1;
      if (m_tlast !== (at == beats_of(in))) fail("TLAST");
      open = !m_tlast;
      taken = taken + 1;
      if (m_tlast) begin
        expected[r] = expected[r] + 1;
        received = received + 1;
      end
    end
    if (halt != 0) halt = halt - 1;
    else if (!fast && sending && below(200) == 0) halt = below(300);
    m_tready <= fast || (halt == 0 && below(3) != 0);
  end
end
endmodule

module bench;
parameter NODES = 4, LEVELS = 1, AXIS_BYTES = 8, AXIS_USER_BITS = 1, AXIS_ID_BITS = 8, FRAME_BEATS = 190, FLIT_BITS = 138;
parameter CYCLES = 6000, WARM = 500, MEASURE = 3000;
localparam DEST_W = $clog2(NODES);

reg clk = 0, aresetn = 0, sending = 0, fast = 0;
reg [31:0] fixed = 0, shift = 0;
wire rst = ~aresetn;
always #5 clk = ~clk;

wire [NODES*8*AXIS_BYTES-1:0]   s_axis_tdata, m_axis_tdata;
wire [NODES*AXIS_BYTES-1:0]     s_axis_tkeep, m_axis_tkeep;
wire [NODES-1:0]                s_axis_tvalid, s_axis_tready, s_axis_tlast, m_axis_tvalid, m_axis_tready, m_axis_tlast;
wire [NODES*AXIS_ID_BITS-1:0]   s_axis_tid, m_axis_tid;
wire [NODES*DEST_W-1:0]         s_axis_tdest, m_axis_tdest;
wire [NODES*AXIS_USER_BITS-1:0] s_axis_tuser, m_axis_tuser;
wire [NODES*16-1:0]             dropped;

sluice_axis dut (
  .aclk(clk), .aresetn(aresetn), .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tvalid(s_axis_tvalid),
  .s_axis_tready(s_axis_tready), .s_axis_tlast(s_axis_tlast), .s_axis_tid(s_axis_tid), .s_axis_tdest(s_axis_tdest),
  .s_axis_tuser(s_axis_tuser), .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tvalid(m_axis_tvalid),
  .m_axis_tready(m_axis_tready), .m_axis_tlast(m_axis_tlast), .m_axis_tid(m_axis_tid), .m_axis_tdest(m_axis_tdest),
  .m_axis_tuser(m_axis_tuser), .dropped(dropped)
);

wire [NODES*32-1:0] sent_of, received_of, taken_of, dropped_of;

genvar i;
for (i = 0; i < NODES; i = i + 1) begin : g_port
  port #(
    .NODES(NODES), .LEVELS(LEVELS), .AXIS_BYTES(AXIS_BYTES), .AXIS_USER_BITS(AXIS_USER_BITS), .AXIS_ID_BITS(AXIS_ID_BITS),
    .FRAME_BEATS(FRAME_BEATS), .PORT(i)
  ) p (
    .clk(clk), .rst(rst), .sending(sending), .fast(fast), .fixed(fixed), .shift(shift),
    .s_tdata(s_axis_tdata[i*8*AXIS_BYTES +: 8*AXIS_BYTES]), .s_tkeep(s_axis_tkeep[i*AXIS_BYTES +: AXIS_BYTES]),
    .s_tvalid(s_axis_tvalid[i]), .s_tready(s_axis_tready[i]), .s_tlast(s_axis_tlast[i]),
    .s_tid(s_axis_tid[i*AXIS_ID_BITS +: AXIS_ID_BITS]), .s_tdest(s_axis_tdest[i*DEST_W +: DEST_W]),
    .s_tuser(s_axis_tuser[i*AXIS_USER_BITS +: AXIS_USER_BITS]),
    .m_tdata(m_axis_tdata[i*8*AXIS_BYTES +: 8*AXIS_BYTES]), .m_tkeep(m_axis_tkeep[i*AXIS_BYTES +: AXIS_BYTES]),
    .m_tvalid(m_axis_tvalid[i]), .m_tready(m_axis_tready[i]), .m_tlast(m_axis_tlast[i]),
    .m_tid(m_axis_tid[i*AXIS_ID_BITS +: AXIS_ID_BITS]), .m_tdest(m_axis_tdest[i*DEST_W +: DEST_W]),
    .m_tuser(m_axis_tuser[i*AXIS_USER_BITS +: AXIS_USER_BITS])
  );
  assign sent_of[32*i +: 32]     = p.sent;
  assign received_of[32*i +: 32] = p.received;
  assign taken_of[32*i +: 32]    = p.taken;
  assign dropped_of[32*i +: 32]  = p.dropped;
end

function [31:0] sum;
  input [NODES*32-1:0] of;
  integer n;
  begin
    sum = 0;
    for (n = 0; n < NODES; n = n + 1) sum = sum + of[32*n +: 32];
  end
endfunction

wire [31:0] sent_sum = sum(sent_of), received_sum = sum(received_of), taken_sum = sum(taken_of), dropped_sum = sum(dropped_of);

// ----------------------------------------------------------------------------
// The same switch alone: packets as frames are cut into, as fast as credits allow; all that comes is taken at once.
integer flits_out;
`ifdef NIC
// Links that carry SPEED_D flits in SPEED_N cycles: no switch sends more.
parameter SPEED_N = 3, SPEED_D = 2;

integer cycles;
always @(posedge clk) begin
  cycles = rst ? 0 : cycles + 1;
  flits_out = cycles * NODES * SPEED_D / SPEED_N;
end
`else
parameter FRAME_FLITS = 8, SLOTS = 64, QUEUES = 1, TURNPOOL_BITS = 31, NODE_BITS = 16;
localparam FLITS_W = $clog2(FRAME_FLITS + 1);
localparam QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1;
localparam TURNS   = TURNPOOL_BITS / DEST_W;
localparam LEN_W   = $clog2(TURNS + 1);

reg  [NODES-1:0]           rx_valid, rx_head, tx_credit;
reg  [NODES*FLIT_BITS-1:0] rx_data;
wire [NODES-1:0]           rx_credit, tx_valid, tx_head;

sluice_switch native (
`ifdef ROUTES
`ifdef PARKS
  .rx_msg_valid(), .rx_msg_xoff(), .rx_msg_line(), .rx_msg_turns(), .rx_msg_len(), .tx_msg_valid({NODES{1'b0}}), .tx_msg_xoff({NODES{1'b0}}),
  .tx_msg_line(0), .tx_msg_turns(0), .tx_msg_len(0),
`endif
`elsif NEXT_QUEUES
  .rx_credit_queue(), .tx_credit_queue(0), .cfg_valid(dut.cfg_valid), .cfg_address(dut.cfg_address), .cfg_data({{QUEUE_W{1'b0}}, dut.cfg_address}),
`elsif PRIORITIES
  .rx_msg_valid(), .rx_msg_stop(), .tx_msg_valid({NODES{1'b0}}), .tx_msg_stop(0),
  .cfg_valid(dut.cfg_valid), .cfg_address(dut.cfg_address), .cfg_port(dut.cfg_address),
`else
  .rx_msg_valid(), .rx_msg_xoff(), .rx_msg_line(), .rx_msg_hops(), .rx_msg_destination(), .tx_msg_valid({NODES{1'b0}}), .tx_msg_xoff({NODES{1'b0}}),
  .tx_msg_line(0), .tx_msg_hops(0), .tx_msg_destination(0),
  .cfg_valid(dut.cfg_valid), .cfg_address(dut.cfg_address), .cfg_port(dut.cfg_address),
`endif
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_credit(rx_credit), .tx_valid(tx_valid),
  .tx_head(tx_head), .tx_data(), .tx_credit(tx_credit)
);

integer                credit [0:NODES-1], of_frame [0:NODES-1], of_packet [0:NODES-1];
integer                l;
reg  [DEST_W-1:0]      to;
reg  [FLITS_W-1:0]     length;
reg  [NODE_BITS-1:0]   source;
reg  [QUEUE_W-1:0]     queue;
reg  [TURNPOOL_BITS-1:0] pool;
reg  [LEN_W-1:0]       one_turn;

always @(posedge clk) begin
  tx_credit <= rst ? {NODES{1'b0}} : tx_head & tx_valid;
  if (rst) flits_out = 0;
  for (l = 0; l < NODES; l = l + 1) begin
    rx_valid[l] <= 0;
    rx_head[l]  <= 0;
    if (rst) begin
      credit[l] = SLOTS / QUEUES;
      of_frame[l] = 0;
      of_packet[l] = 0;
    end else begin
      flits_out = flits_out + tx_valid[l];
      credit[l] = credit[l] + rx_credit[l];
      if (of_packet[l] == 0 && sending && fast && credit[l] != 0) begin
        if (of_frame[l] == 0) of_frame[l] = fixed;
        of_packet[l] = of_frame[l] < FRAME_FLITS ? of_frame[l] : FRAME_FLITS;
        of_frame[l] = of_frame[l] - of_packet[l];
        credit[l] = credit[l] - 1;
        to = (l + shift) % NODES;
        length = of_packet[l];
        source = l;
        queue = to % QUEUES;
        pool = shift;
        one_turn = 1;
        rx_valid[l] <= 1;
        rx_head[l]  <= 1;
`ifdef ROUTES
        rx_data[l*FLIT_BITS +: FLIT_BITS] <= {source, length, one_turn, pool};
`elsif LISTS
        rx_data[l*FLIT_BITS +: FLIT_BITS] <= {source, length, to};
`else
        rx_data[l*FLIT_BITS +: FLIT_BITS] <= {source, length, queue, to};
`endif
        of_packet[l] = of_packet[l] - 1;
      end else if (of_packet[l] != 0) begin
        rx_valid[l] <= 1;
        of_packet[l] = of_packet[l] - 1;
      end else if (!sending) of_frame[l] = 0;
    end
  end
end
`endif

// ----------------------------------------------------------------------------
integer n, left, frames, refused, first_in, first_out, native_in, native_out, percent;
reg     watched;

always @(posedge clk) begin
  if (watched && s_axis_tvalid[0] && s_axis_tready[0] && first_in == 0) first_in = $time / 10;
  if (watched && |m_axis_tvalid && first_out == 0) first_out = $time / 10;
`ifndef NIC
  if (watched && rx_valid[0] && native_in == 0) native_in = $time / 10;
  if (watched && |tx_valid && native_out == 0) native_out = $time / 10;
`endif
end

task give_up;
  input [8*60-1:0] what;
  begin
    $display("FAILED at %0d: %0s", $time, what);
    $finish;
  end
endtask

task drain;                       // all that was sent is there
  begin
    sending = 0;
    left = 20000;
    while ((sent_sum != received_sum || |s_axis_tvalid) && left != 0) begin
      @(posedge clk);
      left = left - 1;
    end
    repeat (50) @(posedge clk);
    if (left == 0 || sent_sum != received_sum) give_up("not all frames came");
    for (n = 0; n < NODES; n = n + 1)
      if (dropped[16*n +: 16] != dropped_of[32*n +: 32]) give_up("frames dropped, and not counted, or counted and not dropped");
  end
endtask

task permute;                     // all permutations: the ports take what the links take
  input integer beats;
  integer       axis_beats, native_flits;
  begin
    fixed = beats;
    axis_beats = 0;
    native_flits = 0;
    for (shift = 0; shift < NODES; shift = shift + 1) begin
      sending = 1;
      fast = 1;
      repeat (WARM) @(posedge clk);
      axis_beats = axis_beats - taken_sum;
      native_flits = native_flits - flits_out;
      repeat (MEASURE) @(posedge clk);
      axis_beats = axis_beats + taken_sum;
      native_flits = native_flits + flits_out;
      drain;
      repeat (100) @(posedge clk);
    end
    percent = 1000 * axis_beats / native_flits;
    $display("frames of %0d beats: %0d beats, %0d flits of native links, %0d.%0d %% in %0d cycles", beats, axis_beats, native_flits, percent / 10, percent % 10,
      NODES * MEASURE);
    if (percent < 980) give_up("less than the native links");
  end
endtask

task once;                        // cycles from the first beat taken to the first that is there; of native links, for the first flit
  input integer beats;
  begin
    fixed = beats;
    shift = 1;
    fast = 1;
    watched = 1;
    first_in = 0;
    first_out = 0;
    native_in = 0;
    native_out = 0;
    @(negedge clk) sending = 1;
    @(negedge clk) sending = 0;
    drain;
    watched = 0;
    $display("latency, frame of %0d beats: %0d cycles, %0d of native links", beats, first_out - first_in, native_out - native_in);
  end
endtask

initial begin
  watched = 0;
  repeat (10) @(posedge clk);
  @(negedge clk) aresetn = 1;
  sending = 1;
  repeat (CYCLES) @(posedge clk);
  drain;
  frames = received_sum;
  refused = dropped_sum;
  if (CYCLES != 0 && (frames < 20 * NODES || refused == 0)) give_up("too few frames");
  permute((64 + AXIS_BYTES - 1) / AXIS_BYTES);
  if (FRAME_BEATS * AXIS_BYTES >= 1500) permute((1500 + AXIS_BYTES - 1) / AXIS_BYTES);
  once(1);
  once((64 + AXIS_BYTES - 1) / AXIS_BYTES);
  if (FRAME_BEATS * AXIS_BYTES >= 1500) once((1500 + AXIS_BYTES - 1) / AXIS_BYTES);
  // Reset with frames under way: nothing of them comes later.
  sending = 1;
  repeat (200) @(posedge clk);
  @(negedge clk) aresetn = 0;
  sending = 0;
  fast = 0;
  fixed = 0;
  repeat (5) @(posedge clk);
  @(negedge clk) aresetn = 1;
  sending = 1;
  repeat (1000) @(posedge clk);
  drain;
  $display("PASSED: %0d frames, %0d dropped", frames, refused);
  $finish;
end
endmodule
