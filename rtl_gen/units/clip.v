// Lists of destinations of an input port (CLIP) in memory: a row per destination, a column per line. An internal Xoff adds its
// destination to the list of a line. The column of a line that is left is cleared in the background; the line is free only after that.
// Twin: cmodel/units/clip.c. FBICM 3.3.
`default_nettype none
module clip #(
  parameter CFQS  = 4,
  parameter NODES = 64
) (
  clk, rst,
  live,
  notify_next, notify_next_destination, fetch_queue, fetch_destination,
  stop, notify_destination,
  sent_set, rx_msg_valid, rx_msg_xoff,
  row, dirty
);
localparam QUEUES        = CFQS + 1;
localparam DESTINATION_W = $clog2(NODES);

input  wire                     clk;
input  wire                     rst;

// live: lines in use, from registers.
input  wire [CFQS-1:0]          live;

// Lookup for an internal Xoff (notify_next) or for a head (fetch_queue), never for both in one cycle. row shows the result in the next cycle,
// without the bits written in this one.
input  wire                     notify_next;
input  wire [DESTINATION_W-1:0] notify_next_destination;
input  wire [QUEUES-1:0]        fetch_queue;
input  wire [DESTINATION_W-1:0] fetch_destination;

// stop: line to whose list notify_destination is added, one-hot or zero.
input  wire [CFQS-1:0]          stop;
input  wire [DESTINATION_W-1:0] notify_destination;

// Flow control towards upstream. sent_set: line whose Xoff is on the link in the next cycle. rx_msg_*: message on the link, registered.
input  wire [CFQS-1:0]          sent_set;
input  wire                     rx_msg_valid;
input  wire                     rx_msg_xoff;

// Registered. row: lines that have the destination looked up. dirty: lines whose column may hold bits, here or upstream; they are not free.
output wire [CFQS-1:0]          row;
output wire [CFQS-1:0]          dirty;

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

// ----------------------------------------------------------------------------
ram_1r1w_masked #(.WORDS(NODES), .WIDTH(CFQS)) clip_mem (
  .clk(clk), .wen(learn | sweep), .waddr(learn ? notify_destination : sweep_row_q), .wmask(learn ? stop : columns),
  .wdata({CFQS{learn}}), .ren(notify_next | |fetch_queue),
  .raddr(notify_next ? notify_next_destination : fetch_destination), .rdata(row)
);

genvar l;
generate
  for (l = 0; l < CFQS; l = l + 1) begin : g_line
    always @(posedge clk) begin
      if (rst)           start_row_q[l*DESTINATION_W +: DESTINATION_W] <= {DESTINATION_W{1'b0}};
      else if (leave[l]) start_row_q[l*DESTINATION_W +: DESTINATION_W] <= sweep_row_d;
    end
  end
endgenerate

always @(posedge clk) begin
  if (rst) begin
    live_prev_q <= {CFQS{1'b0}};
    dirty_q     <= {CFQS{1'b1}};
    sweep_row_q <= {DESTINATION_W{1'b0}};
  end else begin
    live_prev_q <= live;
    dirty_q     <= (dirty_q & ~done) | stop | sent_set;
    sweep_row_q <= sweep_row_d;
  end
end

assign dirty = dirty_q;

`ifndef SYNTHESIS
always @(posedge clk) if (!rst) begin
  if (notify_next && fetch_queue != {QUEUES{1'b0}}) $fatal(1, "two rows to look up in one cycle");
end
`endif

endmodule
`default_nettype wire
