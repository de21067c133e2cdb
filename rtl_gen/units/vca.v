// Allocation of VCs: of each input a header gets an output VC, or asks again. Inputs select first, then output VCs.
// Twin: cmodel/units/vca.c. docs/internals/microarchitecture-vc-allocation.md, section 2.
module vca #(
  parameter DIMS         = 2,
  parameter TORUS        = 1,   // 0: mesh
  parameter VCS          = 2,
  parameter DELIVERY_VCS = 1,
  parameter AVOIDANCE    = 1,   // 1: VCs are chosen so that there is no deadlock
  parameter ROUTE_W      = 4,
  parameter RADIX        = 2 * DIMS + 1,
  parameter CHANNELS     = RADIX * VCS,
  parameter CHANNEL_W    = $clog2(CHANNELS)
) (
  input  wire                          clk,
  input  wire                          rst,

  // By input VC. asks: its header is at the head of the buffer, and has no output VC. route: its port, and above it, whether it may get the lower half of
  // the VCs, or the upper one; used only with asks.
  input  wire [CHANNELS-1:0]           asks,
  input  wire [CHANNELS*ROUTE_W-1:0]   route,

  // By VC of the local input: its packet must not begin.
  input  wire [VCS-1:0]                held,

  // By output VC, numbered as input VCs: a header may get it.
  input  wire [CHANNELS-1:0]           free,

  // routed: input VCs whose header gets an output VC, at most one of an input. allocate: these output VCs; allocate_to: their input VC, valid only with
  // allocate.
  output wire [CHANNELS-1:0]           routed,
  output wire [CHANNELS-1:0]           allocate,
  output wire [CHANNELS*CHANNEL_W-1:0] allocate_to
);
localparam PORT_W = $clog2(RADIX);
localparam LOCAL  = RADIX - 1;
localparam HALVES = TORUS != 0 && AVOIDANCE != 0;

localparam [RADIX-1:0] FIRST_PORT = 1;
localparam [VCS-1:0]   DELIVERY   = {VCS{1'b1}} >> (VCS - DELIVERY_VCS);
localparam [VCS-1:0]   HALF       = {VCS{1'b1}} >> (VCS - VCS / 2);

`ifdef SEVERAL_VCS
reg [RADIX*(VCS-1)-1:0]      in_prio_q;
reg [RADIX*(VCS-1)-1:0]      vc_prio_q;
`endif
reg [CHANNELS*(RADIX-1)-1:0] out_prio_q;

wire [CHANNELS-1:0]        request = asks & ~{held, {(LOCAL*VCS){1'b0}}};
wire [CHANNELS*RADIX-1:0]  asked;      // by output VC, inputs that ask for it
wire [CHANNELS*RADIX-1:0]  grants;     // likewise, the one that gets it
wire [RADIX*CHANNEL_W-1:0] number;     // by input, number of the VC that asks

genvar i, n, v;
for (i = 0; i < RADIX; i = i + 1) begin : g_in
  wire [VCS*VCS-1:0]   wants;      // by VC, those that its header would take
  wire [VCS*RADIX-1:0] ports;      // by VC, one-hot
  wire [VCS-1:0]       able, pick, offers, vc;
  wire [RADIX-1:0]     port;
  wire [CHANNELS-1:0]  granted;    // output VCs

  for (v = 0; v < VCS; v = v + 1) begin : g_vc
    wire [ROUTE_W-1:0] way = route[(i*VCS + v)*ROUTE_W +: ROUTE_W];
    wire [RADIX-1:0]   to  = FIRST_PORT << way[PORT_W-1:0];
    wire [VCS-1:0]     of_port;
    wire [VCS-1:0]     may;

    if (HALVES != 0) begin : g_halves
      assign may = to[LOCAL] ? DELIVERY : way[ROUTE_W-1] ? HALF : ~HALF;
    end else begin : g_all
      assign may = to[LOCAL] ? DELIVERY : {VCS{1'b1}};
    end

    onehot_mux #(.N(RADIX), .W(VCS)) free_of (.sel(to), .d(free), .y(of_port));

    assign ports[v*RADIX +: RADIX] = to;
    assign wants[v*VCS +: VCS]     = of_port & may & {VCS{request[i*VCS + v]}};
    assign able[v]                 = |wants[v*VCS +: VCS];
  end

  onehot_mux #(.N(VCS), .W(RADIX)) port_of (.sel(pick), .d(ports), .y(port));
  onehot_mux #(.N(VCS), .W(VCS)) offers_of (.sel(pick), .d(wants), .y(offers));
  onehot_index #(.N(CHANNELS)) number_of (.onehot({{(CHANNELS-VCS){1'b0}}, pick} << i * VCS), .index(number[i*CHANNEL_W +: CHANNEL_W]));

`ifdef SEVERAL_VCS
  rr_pick #(.N(VCS)) select_in (.req(able), .last(in_prio_q[i*(VCS-1) +: VCS-1]), .pick(pick));
  rr_pick #(.N(VCS)) select_vc (.req(offers), .last(vc_prio_q[i*(VCS-1) +: VCS-1]), .pick(vc));

  always @(posedge clk)
    if (rst) begin
      in_prio_q[i*(VCS-1) +: VCS-1] <= {(VCS-1){1'b0}};
      vc_prio_q[i*(VCS-1) +: VCS-1] <= {(VCS-1){1'b0}};
    end else if (|granted) begin
      in_prio_q[i*(VCS-1) +: VCS-1] <= pick[VCS-2:0];
      vc_prio_q[i*(VCS-1) +: VCS-1] <= vc[VCS-2:0];
    end
`else
  assign pick = able;
  assign vc   = offers;
`endif

  for (n = 0; n < CHANNELS; n = n + 1) begin : g_asks
    assign asked[n*RADIX + i] = port[n / VCS] & vc[n % VCS];
    assign granted[n]         = grants[n*RADIX + i];
  end

  assign routed[i*VCS +: VCS] = pick & {VCS{|granted}};
end

for (n = 0; n < CHANNELS; n = n + 1) begin : g_out
  rr_pick #(.N(RADIX)) select (.req(asked[n*RADIX +: RADIX]), .last(out_prio_q[n*(RADIX-1) +: RADIX-1]), .pick(grants[n*RADIX +: RADIX]));
  onehot_mux #(.N(RADIX), .W(CHANNEL_W)) owner (.sel(grants[n*RADIX +: RADIX]), .d(number), .y(allocate_to[n*CHANNEL_W +: CHANNEL_W]));

  assign allocate[n] = |asked[n*RADIX +: RADIX];

  always @(posedge clk)
    if (rst)              out_prio_q[n*(RADIX-1) +: RADIX-1] <= {(RADIX-1){1'b0}};
    else if (allocate[n]) out_prio_q[n*(RADIX-1) +: RADIX-1] <= grants[n*RADIX +: RADIX-1];

`ifndef SYNTHESIS
  always @(posedge clk) if (!rst) begin
    if (allocate[n] && !free[n]) $fatal(1, "output VC %0d is allocated, and is not free", n);
  end
`endif
end

endmodule
