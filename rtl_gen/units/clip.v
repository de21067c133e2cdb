// Lists of destinations of an input port (CLIP) in memory: a row per destination, a column per line. An internal Xoff adds its
// destination to the list of a line. The column of a line that is left is cleared in the background; the line is free only after that.
// Twin: cmodel/units/clip.c. FBICM 3.3.
module clip #(
  parameter CFQS          = 4,
  parameter NODES         = 64,
`ifndef SORTED
  parameter QUEUES        = CFQS + 1,
`endif
  parameter DESTINATION_W = $clog2(NODES)
) (
  input  wire                     clk,
  input  wire                     rst,

  // live: lines that may not be swept, from registers.
  input  wire [CFQS-1:0]          live,

  // Internal Xoff, which acts in the next cycle: its destination is looked up. notify_next_destination: used only with notify_next.
  input  wire                     notify_next,
  input  wire [DESTINATION_W-1:0] notify_next_destination,

  // stop: line to whose list notify_destination is added, one-hot or zero.
  input  wire [CFQS-1:0]          stop,
  input  wire [DESTINATION_W-1:0] notify_destination,

  // Flow control towards upstream. sent_set: line whose Xoff is on the link in the next cycle. rx_msg_*: message on the link, registered.
  input  wire [CFQS-1:0]          sent_set,
  input  wire                     rx_msg_valid,
  input  wire                     rx_msg_xoff,

`ifdef SORTED
  // header: one is on the link; its destination, used only with it. arrive_row, notify_row: what is looked up of it and of the notification, in the next
  // cycle, with the bits written in this one.
  input  wire                     header,
  input  wire [DESTINATION_W-1:0] destination,
  output wire [CFQS-1:0]          arrive_row,
  output wire [CFQS-1:0]          notify_row,
`else
  // fetch_queue: queue of a head that is fetched, one-hot or zero. row: what is looked up, in the next cycle, without the bits written in this one.
  input  wire [QUEUES-1:0]        fetch_queue,
  input  wire [DESTINATION_W-1:0] fetch_destination,
  output wire [CFQS-1:0]          row,
`endif

  // Lines whose column may hold bits, here or upstream; they are not free. Registered.
  output wire [CFQS-1:0]          dirty
);
reg [CFQS-1:0]               live_prev_q;
reg [CFQS-1:0]               dirty_q;
reg [DESTINATION_W-1:0]      sweep_row_q;
reg [CFQS*DESTINATION_W-1:0] start_row_q;

// ----------------------------------------------------------------------------
// Columns of lines that are not in use. The output upstream sweeps at least in the same cycles, so its column is clear no later than this one.
wire                     learn = |stop;
wire [CFQS-1:0]          vacant = dirty_q & ~live;
wire [CFQS-1:0]          columns = vacant & ~live_prev_q;
wire [CFQS-1:0]          leave = vacant & live_prev_q;
wire                     sweep;
wire [DESTINATION_W-1:0] moved;
wire [CFQS-1:0]          done;

list_sweep #(.ROWS(NODES), .LINES(CFQS)) around (
  .columns(columns), .busy(learn | (rx_msg_valid & rx_msg_xoff)), .row(sweep_row_q), .start_row(start_row_q),
  .sweep(sweep), .moved(moved), .done(done)
);

wire [DESTINATION_W-1:0] sweep_row_d = {DESTINATION_W{|(vacant & ~done)}} & moved;

wire                     wen = learn | sweep;
wire [DESTINATION_W-1:0] waddr = learn ? notify_destination : sweep_row_q;
wire [CFQS-1:0]          wmask = learn ? stop : columns;

genvar l;
for (l = 0; l < CFQS; l = l + 1) begin : g_line
  always @(posedge clk)
    if (rst)           start_row_q[l*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};
    else if (leave[l]) start_row_q[l*DESTINATION_W +: DESTINATION_W] <= sweep_row_d;
end

always @(posedge clk)
  if (rst) begin
    live_prev_q <= {CFQS{1'b0}};
    dirty_q     <= {CFQS{1'b1}};
    sweep_row_q <= {DESTINATION_W{1'b0}};
  end else begin
    live_prev_q <= live;
    dirty_q     <= (dirty_q & ~done) | stop | sent_set;
    sweep_row_q <= sweep_row_d;
  end

assign dirty = dirty_q;

`ifdef SORTED
// ----------------------------------------------------------------------------
// A header on the link, whose packet is matched in the next cycle, and a notification are looked up in one cycle, in a copy of the lists each.

reg [CFQS-1:0] arrive_late_q;
reg [CFQS-1:0] notify_late_q;

// Rows are unknown until the first sweep; no line is valid before, and no column clean.
wire            known         = |live | ~&dirty_q;
wire            arrive_learns = header & destination == notify_destination;
wire            notify_learns = notify_next & notify_next_destination == notify_destination;
wire [CFQS-1:0] arrive_word;
wire [CFQS-1:0] notify_word;

ram_1r1w_masked #(.WORDS(NODES), .WIDTH(CFQS)) arrive_mem (
  .clk(clk), .wen(wen), .waddr(waddr), .wmask(wmask), .wdata({CFQS{learn}}),
  .ren(header & known), .raddr(destination), .rdata(arrive_word)
);

ram_1r1w_masked #(.WORDS(NODES), .WIDTH(CFQS)) notify_mem (
  .clk(clk), .wen(wen), .waddr(waddr), .wmask(wmask), .wdata({CFQS{learn}}),
  .ren(notify_next & known), .raddr(notify_next_destination), .rdata(notify_word)
);

always @(posedge clk)
  if (rst) begin
    arrive_late_q <= {CFQS{1'b0}};
    notify_late_q <= {CFQS{1'b0}};
  end else begin
    arrive_late_q <= stop & {CFQS{arrive_learns}};
    notify_late_q <= stop & {CFQS{notify_learns}};
  end

assign arrive_row = arrive_word | arrive_late_q;
assign notify_row = notify_word | notify_late_q;
`else
// ----------------------------------------------------------------------------
// A notification and a head that is fetched are never looked up in one cycle.

ram_1r1w_masked #(.WORDS(NODES), .WIDTH(CFQS)) clip_mem (
  .clk(clk), .wen(wen), .waddr(waddr), .wmask(wmask), .wdata({CFQS{learn}}),
  .ren(notify_next | |fetch_queue), .raddr(notify_next ? notify_next_destination : fetch_destination), .rdata(row)
);

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (notify_next && fetch_queue != {QUEUES{1'b0}}) $fatal(1, "two rows to look up in one cycle");
end
`endif
`endif

endmodule
