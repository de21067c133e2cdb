// ----------------------------------------------------------------------------
// Lines that wait until packets have left another queue. A line that begins to wait does so for the packets of its parent, the queue that its point's packets
// entered so far; if the parent has none, for what the parent waits for. filled: lines whose queues have packets, or get one.
localparam [COUNT_W-1:0] ONE_PACKET = 1;

wire [LINES-1:0]         waiting;
wire [LINES-1:0]         waits;          // lines that wait in the next cycle, unless they begin now
wire [LINES*QUEUES-1:0]  ahead;          // by line: the queue that it waits for, or waited for last, one-hot
wire [LINES*COUNT_W-1:0] wait_less;      // new wait_q of lines that do not begin to wait
wire [LINES-1:0]         onward = parent_line & waits & ~filled;   // the parent's line, if that has no packets but waits: then none is popped
wire [QUEUES-1:0]        beyond;         // and the queue that it waits for
wire [QUEUES-1:0]        new_ahead = (parent & ~{onward, {COLD{1'b0}}}) | beyond;
wire [COUNT_W-1:0]       new_wait;
wire [QUEUE_W-1:0]       new_behind;
wire [LINES-1:0]         held_d;

onehot_mux   #(.N(LINES), .W(QUEUES)) beyond_of (.sel(onward), .d(ahead), .y(beyond));
onehot_mux   #(.N(QUEUES + LINES), .W(COUNT_W)) wait_of (.sel({onward, parent}), .d({wait_less, count_next}), .y(new_wait));
onehot_index #(.N(QUEUES)) behind_of (.onehot(new_ahead), .index(new_behind));

for (l = 0; l < LINES; l = l + 1) begin : g_wait
  wire [COUNT_W-1:0] to_wait = wait_q[l*COUNT_W +: COUNT_W];
  wire [QUEUES-1:0]  queue   = ahead[l*QUEUES +: QUEUES];
  wire               leaves  = waiting[l] & |(pop & queue);   // a packet that the line waits for
  wire [LINES-1:0]   holders;                                 // lines that hold this line's queue

  for (m = 0; m < QUEUES; m = m + 1) begin : g_ahead
    localparam [QUEUE_W-1:0] OTHER = m;
    assign ahead[l*QUEUES + m] = behind_q[l*QUEUE_W +: QUEUE_W] == OTHER;
  end

  for (m = 0; m < LINES; m = m + 1) begin : g_holder
    assign holders[m] = waits[m] & stays_off[m] & ahead[m*QUEUES + COLD + l];
  end

  assign waiting[l] = |to_wait;
  assign waits[l]   = waiting[l] & ~(leaves & to_wait == ONE_PACKET);
  assign held_d[l]  = stays_off[l] | waits[l] | (longer[l] & |holders);

  up_down #(.W(COUNT_W)) less (.x(to_wait), .step(leaves), .down(1'b1), .y(wait_less[l*COUNT_W +: COUNT_W]));
end

assign held_next = {held_d, {COLD{1'b0}}};
