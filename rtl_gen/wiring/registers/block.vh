`ifdef CSR
// ----------------------------------------------------------------------------
// Registers on a bus.
`include "units/slot_credit.vh"

localparam COUNT_W = $clog2(SLOTS + 1);
localparam GAUGE_W = COUNT_W > 6 ? COUNT_W : 6;
parameter  FAULTS  = 7;
`ifdef SET_ASIDE
parameter  COUNTERS = 11;
parameter  GAUGES   = 3;
`elsif STOPS
parameter  COUNTERS = 10;
parameter  GAUGES   = 1;
`else
parameter  COUNTERS = 6;
parameter  GAUGES   = 1;
`endif

wire                            bus_valid, bus_held, bus_error, bus_write;
wire [BUS_AW-1:0]               bus_address;
wire [31:0]                     bus_data, bus_rdata;
wire [3:0]                      bus_strobe;
wire                            counting, snapshot, clear, saturated;
wire [PORT_W-1:0]               count_port;
wire [4:0]                      count_number;
wire [31:0]                     count_value;
wire [RADIX*COUNTERS-1:0]       pulse;
wire [RADIX*GAUGES*GAUGE_W-1:0] now_gauges;
wire [RADIX*FAULTS-1:0]         fault;
wire                            limits_there, limits_allowed, table_allowed, table_held, detected;
wire [31:0]                     limits_rdata;

// For thresholds and a routing table, which not every switch has.
// verilator lint_off UNUSED
wire register_write;
// verilator lint_on UNUSED

`ifdef CSR_APB
assign bus_write   = pwrite;
assign bus_address = paddr;
assign bus_data    = pwdata;
assign bus_strobe  = pstrb;

csr_apb #(.DATA_W(32)) csr_bus (
  .clk(clk), .rst(rst), .psel(psel), .penable(penable), .pready(pready), .prdata(prdata), .pslverr(pslverr),
  .bus_valid(bus_valid), .bus_held(bus_held), .bus_rdata(bus_rdata), .bus_error(bus_error)
);
`else
csr_axi_lite #(.BUS_AW(BUS_AW)) csr_bus (
  .clk(clk), .rst(rst), .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
  .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
  .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
  .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr),
  .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata),
  .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
  .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address), .bus_data(bus_data),
  .bus_strobe(bus_strobe), .bus_held(bus_held), .bus_rdata(bus_rdata), .bus_error(bus_error)
);
`endif

`ifdef SET_ASIDE
wire                     detecting;
wire [COUNT_W-1:0]       detect_limit, xoff_limit, xon_limit;
wire [RADIX-1:0]         seen_detect;
wire [RADIX*COUNT_W-1:0] seen_cold;
wire [RADIX*6-1:0]       seen_lines;

assign detected = |seen_detect;

csr_limits #(
  .SLOTS(SLOTS), .DETECT_THRESHOLD(DETECT_THRESHOLD), .XOFF_THRESHOLD(XOFF_THRESHOLD), .XON_THRESHOLD(XON_THRESHOLD), .BUS_AW(BUS_AW)
) csr_limits (
  .clk(clk), .rst(rst), .write(register_write), .bus_address(bus_address), .bus_data(bus_data),
  .there(limits_there), .allowed(limits_allowed), .rdata(limits_rdata), .detecting(detecting),
  .detect_limit(detect_limit), .xoff_limit(xoff_limit), .xon_limit(xon_limit)
);
`else
assign limits_there   = 1'b0;
assign limits_allowed = 1'b0;
assign limits_rdata   = 32'd0;
assign detected       = 1'b0;
`endif

csr #(.RADIX(RADIX), .BUS_AW(BUS_AW), .COUNTERS(COUNTERS), .GAUGES(GAUGES), .FAULTS(FAULTS)) csr (
  .clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address),
  .bus_data(bus_data), .bus_strobe(bus_strobe), .bus_held(bus_held), .bus_rdata(bus_rdata),
  .bus_error(bus_error), .write(register_write), .there(limits_there), .allowed(limits_allowed | table_allowed),
  .held(table_held), .rdata(limits_rdata), .port(count_port), .number(count_number), .value(count_value),
  .detected(detected), .saturated(saturated), .fault(fault), .counting(counting), .snapshot(snapshot),
`ifdef SET_ASIDE
  .detecting(detecting),
`endif
  .clear(clear), .irq(irq)
);

csr_counts #(.RADIX(RADIX), .SLOTS(SLOTS), .COUNTERS(COUNTERS), .GAUGES(GAUGES)) csr_counts (
  .clk(clk), .rst(rst), .counting(counting), .snapshot(snapshot), .clear(clear), .pulse(pulse),
  .now(now_gauges), .port(count_port), .number(count_number), .value(count_value), .saturated(saturated)
);

`ifdef TABLE
`ifdef STATIC_QUEUES
localparam WORD_W = PORT_W + QUEUE_W;
localparam NAMED  = QUEUES;
wire [WORD_W-1:0] cfg_word = cfg_data;
`else
localparam WORD_W = PORT_W;
localparam NAMED  = 1;
wire [WORD_W-1:0] cfg_word = cfg_port;
`endif

// Writes of the routing table, which the configuration port writes as well: then the bus waits. A word: the port below, the queue above, of which a table
// may have fewer bits; reserved bits mean nothing.
// verilator lint_off UNUSED
wire [PORT_W+7:0] bus_word = {bus_data[15:8], bus_data[PORT_W-1:0]};
// verilator lint_on UNUSED
wire              at_table = bus_address[16] & ~|bus_address[1:0] & {1'b0, bus_address[15:2]} < NODES[14:0];

assign table_allowed = at_table & bus_data[7:0] < RADIX[7:0] & {1'b0, bus_data[15:8]} < NAMED[8:0];
assign table_held    = bus_write & table_allowed & cfg_valid;

wire                     table_valid   = cfg_valid | (register_write & at_table);
wire [DESTINATION_W-1:0] table_address = cfg_valid ? cfg_address : bus_address[2 +: DESTINATION_W];
wire [WORD_W-1:0]        table_word    = cfg_valid ? cfg_word : bus_word[WORD_W-1:0];
`else
assign table_allowed = 1'b0;
assign table_held    = 1'b0;
`endif

genvar p, s;
for (p = 0; p < RADIX; p = p + 1) begin : g_csr
  // The rest of it is payload, and what other switches read.
  // verilator lint_off UNUSED
  wire [FLIT_BITS-1:0] header = rx_data[p*FLIT_BITS +: FLIT_BITS];
  // verilator lint_on UNUSED
  wire [FLITS_W-1:0]   flits;
  wire [RADIX-1:0]     from_here;
  wire                 astray;

  // Outputs that get a flit of this input.
  for (s = 0; s < RADIX; s = s + 1) begin : g_from_here
    assign from_here[s] = xb_valid[s] & xb_src[s*PORT_W +: PORT_W] == p;
  end

`ifdef STATIC_QUEUES
  localparam ROOM = slot_credits(SLOTS / QUEUES) * QUEUES;
`else
  localparam ROOM = slot_credits(SLOTS);
`endif
`ifdef STOPS_QUEUES
  localparam QUEUE_W = QUEUES > 1 ? $clog2(QUEUES) : 1;
`endif

`ifndef TABLE
  localparam LEFT_W = $clog2(TURNPOOL_BITS / PORT_W + 1);

  assign flits  = header[TURNPOOL_BITS + LEFT_W +: FLITS_W];
  assign astray = {1'b0, header[PORT_W-1:0]} >= RADIX[PORT_W:0] | header[TURNPOOL_BITS +: LEFT_W] == {LEFT_W{1'b0}};
`elsif SET_ASIDE
  assign flits  = header[DESTINATION_W +: FLITS_W];
  assign astray = {1'b0, header[DESTINATION_W-1:0]} >= NODES[DESTINATION_W:0];
`else
  assign flits  = header[DESTINATION_W + QUEUE_W +: FLITS_W];
  assign astray = {1'b0, header[DESTINATION_W-1:0]} >= NODES[DESTINATION_W:0] |
                  {1'b0, header[DESTINATION_W +: QUEUE_W]} >= QUEUES[QUEUE_W:0];
`endif

`ifdef STOPS_QUEUES
  wire xoff_sent, xon_sent, xoff_received, xon_received;

  csr_stops #(.QUEUES(QUEUES)) csr_stops (
    .clk(clk), .rst(rst), .rx_msg_valid(rx_msg_valid[p]), .rx_msg_stop(rx_msg_stop[p*QUEUES +: QUEUES]),
    .tx_msg_valid(tx_msg_valid[p]), .tx_msg_stop(tx_msg_stop[p*QUEUES +: QUEUES]), .xoff_sent(xoff_sent),
    .xon_sent(xon_sent), .xoff_received(xoff_received), .xon_received(xon_received)
  );
`elsif STOPS
  wire xoff_sent     = rx_msg_valid[p] & rx_msg_xoff[p];
  wire xon_sent      = rx_msg_valid[p] & ~rx_msg_xoff[p];
  wire xoff_received = tx_msg_valid[p] & tx_msg_xoff[p];
  wire xon_received  = tx_msg_valid[p] & ~tx_msg_xoff[p];
`endif

  csr_port #(.SLOTS(SLOTS), .ROOM(ROOM), .PACKET_FLITS(PACKET_FLITS), .COUNTERS(COUNTERS), .GAUGES(GAUGES), .FAULTS(FAULTS)) csr_port (
    .clk(clk), .rst(rst), .rx_valid(rx_valid[p]), .rx_head(rx_head[p]), .rx_flits(flits), .astray(astray),
    .rx_credit(rx_credit[p]), .sending(|from_here), .tx_valid(tx_valid[p]), .tx_head(tx_head[p]),
    .tx_credit(tx_credit[p]),
`ifdef STOPS
    .xoff_sent(xoff_sent), .xon_sent(xon_sent), .xoff_received(xoff_received), .xon_received(xon_received),
`endif
`ifdef SET_ASIDE
    .detect(seen_detect[p]), .cold(seen_cold[p*COUNT_W +: COUNT_W]), .lines(seen_lines[p*6 +: 6]),
`endif
    .pulse(pulse[p*COUNTERS +: COUNTERS]), .now(now_gauges[p*GAUGES*GAUGE_W +: GAUGES*GAUGE_W]),
    .fault(fault[p*FAULTS +: FAULTS])
  );
end
`endif
