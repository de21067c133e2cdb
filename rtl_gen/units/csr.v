// Registers on a bus: commands, faults and the interrupt; all others are read through it. Addresses and fields are those of spec/csr.def.
// Twin: cmodel/units/csr.c. docs/internals/microarchitecture-csr.md.
module csr #(
  parameter RADIX                     = 8,
  parameter BUS_AW                    = 17,
  parameter COUNTERS                  = 11,
  parameter GAUGES                    = 3,
  parameter FAULTS                    = 7,
  parameter FLAGS                     = 9,
  parameter FLAG_DETECTED             = 7,
  parameter FLAG_SATURATED            = 8,

  // Addresses.
  parameter AT_ID                     = 0,
  parameter AT_SIZE                   = 4,
  parameter AT_MEMORY                 = 8,
  parameter AT_TABLE                  = 12,
  parameter AT_CONTROL                = 16,
  parameter AT_SNAPSHOTS              = 20,
  parameter AT_TIME_LOW               = 24,
  parameter AT_TIME_HIGH              = 28,
  parameter AT_FLAGS                  = 48,
  parameter AT_MASK                   = 52,
  parameter AT_TEST                   = 56,
  parameter AT_FIRST                  = 60,
  parameter AT_FIRST_LOW              = 64,
  parameter AT_FIRST_HIGH             = 68,

  // Fields: their lowest bits, and constants.
  parameter ID_VERSION                = 0,
  parameter ID_VERSION_RESET          = 1,
  parameter ID_SLUICE                 = 16,
  parameter ID_SLUICE_RESET           = 20942,
  parameter SIZE_PORTS                = 0,
  parameter SIZE_PORTS_RESET          = 8,
  parameter SIZE_LINES                = 8,
  parameter SIZE_LINES_RESET          = 4,
  parameter SIZE_QUEUES               = 16,
  parameter SIZE_QUEUES_RESET         = 5,
  parameter MEMORY_SLOTS              = 0,
  parameter MEMORY_SLOTS_RESET        = 64,
  parameter MEMORY_FLITS              = 16,
  parameter MEMORY_FLITS_RESET        = 8,
  parameter MEMORY_COUNTER_BITS       = 24,
  parameter MEMORY_COUNTER_BITS_RESET = 32,
  parameter TABLE_NODES               = 0,
  parameter TABLE_NODES_RESET         = 0,
  parameter CONTROL_SNAPSHOT          = 0,
  parameter CONTROL_CLEAR             = 1,
  parameter CONTROL_COUNT             = 8,
  parameter CONTROL_DETECT            = 9,
  parameter SNAPSHOTS_COUNT           = 0,
  parameter TEST_PORT                 = 16,
  parameter FIRST_PORT                = 0,
  parameter FIRST_KIND                = 8,
  parameter FIRST_VALID               = 31,
  parameter PORT_W                    = $clog2(RADIX)
) (
  input  wire                    clk,
  input  wire                    rst,

  // Access: it is done in a cycle with bus_valid in which bus_held is 0. bus_held, bus_rdata, bus_error: combinational, of the other bus_*. Reserved
  // bits of what is written mean nothing.
  input  wire                    bus_valid,
  input  wire                    bus_write,
  input  wire [BUS_AW-1:0]       bus_address,
  // verilator lint_off UNUSED
  input  wire [31:0]             bus_data,
  // verilator lint_on UNUSED
  input  wire [3:0]              bus_strobe,
  output wire                    bus_held,
  output wire [31:0]             bus_rdata,
  output wire                    bus_error,

  // Registers that are elsewhere, combinational of bus_address and bus_data. write: the access is a write, and is done. there: the register is there
  // to be read; allowed: such a write to it is allowed; held: it has to wait; rdata: what is read, 0 of another register.
  output wire                    write,
  input  wire                    there,
  input  wire                    allowed,
  input  wire                    held,
  input  wire [31:0]             rdata,

  // Read of the last snapshot, combinational: of a port, the counter or gauge of this number.
  output wire [PORT_W-1:0]       port,
  output wire [4:0]              number,
  input  wire [31:0]             value,

  // Pulses: congestion is detected; a counter did not count, being at its greatest value; faults, a field for each port.
  input  wire                    detected,
  input  wire                    saturated,
  input  wire [RADIX*FAULTS-1:0] fault,

  // Commands. counting: counters count; registered. snapshot, clear: pulses, of the access.
  output wire                    counting,
  output wire                    snapshot,
  output wire                    clear,

`ifdef SET_ASIDE
  // Congestion is detected, registered.
  output wire                    detecting,
`endif

  // Interrupt, registered.
  output wire                    irq
);
localparam KIND_W = $clog2(FAULTS);
localparam ROWS   = COUNTERS + GAUGES;

reg              counting_q;
reg              detect_on_q;
reg [FLAGS-1:0]  flags_q;
reg [FLAGS-1:0]  mask_q;
reg              irq_q;
reg              first_valid_q;
reg [PORT_W-1:0] first_port_q;
reg [KIND_W-1:0] first_kind_q;
reg [63:0]       first_time_q;
reg [63:0]       time_q;
reg [63:0]       snap_time_q;
reg [15:0]       snapshots_q;

// ----------------------------------------------------------------------------
// Which register.
localparam PORTS_AT = 'h2000;

wire at_id         = bus_address == AT_ID[BUS_AW-1:0];
wire at_size       = bus_address == AT_SIZE[BUS_AW-1:0];
wire at_memory     = bus_address == AT_MEMORY[BUS_AW-1:0];
wire at_table      = bus_address == AT_TABLE[BUS_AW-1:0];
wire at_control    = bus_address == AT_CONTROL[BUS_AW-1:0];
wire at_snapshots  = bus_address == AT_SNAPSHOTS[BUS_AW-1:0];
wire at_time_low   = bus_address == AT_TIME_LOW[BUS_AW-1:0];
wire at_time_high  = bus_address == AT_TIME_HIGH[BUS_AW-1:0];
wire at_flags      = bus_address == AT_FLAGS[BUS_AW-1:0];
wire at_mask       = bus_address == AT_MASK[BUS_AW-1:0];
wire at_test       = bus_address == AT_TEST[BUS_AW-1:0];
wire at_first      = bus_address == AT_FIRST[BUS_AW-1:0];
wire at_first_low  = bus_address == AT_FIRST_LOW[BUS_AW-1:0];
wire at_first_high = bus_address == AT_FIRST_HIGH[BUS_AW-1:0];
wire in_ports      = bus_address[BUS_AW-1:13] == PORTS_AT[BUS_AW-1:13];
wire at_count      = in_ports & ~|bus_address[1:0] & {1'b0, bus_address[12:7]} < RADIX[6:0] & bus_address[6:2] < ROWS[4:0];

assign port   = bus_address[7 +: PORT_W];
assign number = bus_address[6:2];

// ----------------------------------------------------------------------------
// The access.
wire readable = at_id | at_size | at_memory | at_table | at_control | at_snapshots | at_time_low | at_time_high | at_flags | at_mask | at_test |
                at_first | at_first_low | at_first_high | at_count | there;
wire writable = at_control | at_flags | at_mask | at_first | (at_test & bus_data[TEST_PORT +: 8] < RADIX[7:0]) | allowed;

assign bus_error = bus_write ? ~(writable & &bus_strobe) : ~readable;
assign bus_held  = held & ~bus_error;
assign write     = bus_valid & bus_write & ~bus_held & ~bus_error & ~rst;

assign counting = counting_q;
assign snapshot = write & at_control & bus_data[CONTROL_SNAPSHOT];
assign clear    = write & at_control & bus_data[CONTROL_CLEAR];

// ----------------------------------------------------------------------------
// Faults: those that are seen, and those of a test.
wire                    test = write & at_test;
wire [RADIX*FAULTS-1:0] seen;
wire [RADIX-1:0]        faulty;        // ports
wire [FLAGS-1:0]        set;

genvar p, k;
for (p = 0; p < RADIX; p = p + 1) begin : g_port
  assign seen[p*FAULTS +: FAULTS] = fault[p*FAULTS +: FAULTS] | (bus_data[FAULTS-1:0] & {FAULTS{test & bus_data[TEST_PORT +: 8] == p}});
  assign faulty[p] = |seen[p*FAULTS +: FAULTS];
end

for (k = 0; k < FAULTS; k = k + 1) begin : g_kind
  wire [RADIX-1:0] of_kind;

  for (p = 0; p < RADIX; p = p + 1) begin : g_of_port
    assign of_kind[p] = seen[p*FAULTS + k];
  end
  assign set[k] = |of_kind;
end

assign set[FLAG_DETECTED]  = detected  | (test & bus_data[FLAG_DETECTED]);
assign set[FLAG_SATURATED] = saturated | (test & bus_data[FLAG_SATURATED]);

// The first one: the lowest port, its lowest kind.
localparam [RADIX-1:0] FIRST = 1;

wire              any_fault, any_kind;
wire [PORT_W-1:0] lowest_port;
wire [KIND_W-1:0] lowest_kind;
wire [FAULTS-1:0] kinds;
wire              forget = write & at_first & bus_data[FIRST_VALID];
wire              keep   = first_valid_q & ~forget;

lowest_index #(.N(RADIX))              port_of  (.x(faulty), .found(any_fault), .index(lowest_port));
onehot_mux   #(.N(RADIX), .W(FAULTS))  kinds_of (.sel(FIRST << lowest_port), .d(seen), .y(kinds));
lowest_index #(.N(FAULTS))             kind_of  (.x(kinds), .found(any_kind), .index(lowest_kind));

// ----------------------------------------------------------------------------
// State.
always @(posedge clk)
  if (rst) begin
    counting_q    <= 1'b1;
    detect_on_q   <= 1'b1;
    flags_q       <= {FLAGS{1'b0}};
    mask_q        <= {FLAGS{1'b0}};
    irq_q         <= 1'b0;
    first_valid_q <= 1'b0;
    first_port_q  <= {PORT_W{1'b0}};
    first_kind_q  <= {KIND_W{1'b0}};
    first_time_q  <= 64'd0;
    time_q        <= 64'd0;
    snap_time_q   <= 64'd0;
    snapshots_q   <= 16'd0;
  end else begin
    time_q        <= time_q + 1'b1;
    flags_q       <= set | (flags_q & ~(bus_data[FLAGS-1:0] & {FLAGS{write & at_flags}}));
    irq_q         <= |(flags_q & mask_q);
    first_valid_q <= keep | any_fault;
    if (write & at_control) begin
      counting_q  <= bus_data[CONTROL_COUNT];
      detect_on_q <= bus_data[CONTROL_DETECT];
    end
    if (write & at_mask) mask_q <= bus_data[FLAGS-1:0];
    if (any_kind & ~keep) begin
      first_port_q <= lowest_port;
      first_kind_q <= lowest_kind;
      first_time_q <= time_q;
    end
    if (snapshot) begin
      snap_time_q <= time_q;
      snapshots_q <= snapshots_q + 1'b1;
    end
  end

assign irq = irq_q;

// ----------------------------------------------------------------------------
// What is read: values of fields at their places.
wire [31:0] id         = ID_VERSION_RESET << ID_VERSION | ID_SLUICE_RESET << ID_SLUICE;
wire [31:0] size       = SIZE_PORTS_RESET << SIZE_PORTS | SIZE_LINES_RESET << SIZE_LINES | SIZE_QUEUES_RESET << SIZE_QUEUES;
wire [31:0] memory     = MEMORY_SLOTS_RESET << MEMORY_SLOTS | MEMORY_FLITS_RESET << MEMORY_FLITS |
                         MEMORY_COUNTER_BITS_RESET << MEMORY_COUNTER_BITS;
wire [31:0] words      = TABLE_NODES_RESET << TABLE_NODES;
wire [31:0] snapshots  = {16'd0, snapshots_q} << SNAPSHOTS_COUNT;
wire [31:0] first      = {{(32-PORT_W){1'b0}}, first_port_q} << FIRST_PORT | {{(32-KIND_W){1'b0}}, first_kind_q} << FIRST_KIND |
                         {31'd0, first_valid_q} << FIRST_VALID;
wire [31:0] enables    = {31'd0, counting_q} << CONTROL_COUNT | {31'd0, detect_on_q} << CONTROL_DETECT;
wire [31:0] all_flags  = {{(32-FLAGS){1'b0}}, flags_q};
wire [31:0] mask       = {{(32-FLAGS){1'b0}}, mask_q};

wire [31:0] register =
  (id                  & {32{at_id}})         | (size                & {32{at_size}})        |
  (memory              & {32{at_memory}})     | (words               & {32{at_table}})       |
  (enables             & {32{at_control}})    | (snapshots           & {32{at_snapshots}})   |
  (snap_time_q[31:0]   & {32{at_time_low}})   | (snap_time_q[63:32]  & {32{at_time_high}})   |
  (all_flags           & {32{at_flags}})      | (mask                & {32{at_mask}})        |
  (first               & {32{at_first}})      | (first_time_q[31:0]  & {32{at_first_low}})   |
  (first_time_q[63:32] & {32{at_first_high}}) | (value               & {32{at_count}});

assign bus_rdata = (register | rdata) & {32{~bus_write & ~bus_error}};

`ifdef SET_ASIDE
assign detecting = detect_on_q;
`endif

endmodule
