// Bus of the registers: AXI-Lite. One access at a time waits here; writes go before reads.
// Twin: cmodel/units/csr_axi_lite.c. docs/internals/microarchitecture-csr.md, section 1.
module csr_axi_lite #(
  parameter BUS_AW = 17
) (
  input  wire              clk,
  input  wire              rst,

`include "units/axi_lite_pins.vh"

  // Access, from registers: it is done in a cycle with bus_valid in which bus_held is 0. bus_rdata, bus_error: combinational, in that cycle.
  output wire              bus_valid,
  output wire              bus_write,
  output wire [BUS_AW-1:0] bus_address,
  output wire [31:0]       bus_data,
  output wire [3:0]        bus_strobe,
  input  wire              bus_held,
  input  wire [31:0]       bus_rdata,
  input  wire              bus_error
);
reg              awready_q;
reg              wready_q;
reg              arready_q;
reg              bvalid_q;
reg [1:0]        bresp_q;
reg              rvalid_q;
reg [1:0]        rresp_q;
reg [31:0]       rdata_q;
reg              pending_q;
reg              write_q;
reg [BUS_AW-1:0] address_q;
reg [31:0]       data_q;
reg [3:0]        strobe_q;

// ----------------------------------------------------------------------------
wire accept_write = s_axil_awvalid & s_axil_wvalid & ~pending_q & ~bvalid_q;
wire accept_read  = s_axil_arvalid & ~pending_q & ~rvalid_q & ~accept_write;
wire go           = pending_q & ~bus_held;
wire written      = go & write_q;
wire fetched      = go & ~write_q;

always @(posedge clk)
  if (rst) begin
    awready_q <= 1'b0;
    wready_q  <= 1'b0;
    arready_q <= 1'b0;
    bvalid_q  <= 1'b0;
    bresp_q   <= 2'd0;
    rvalid_q  <= 1'b0;
    rresp_q   <= 2'd0;
    rdata_q   <= 32'd0;
    pending_q <= 1'b0;
    write_q   <= 1'b0;
    address_q <= {BUS_AW{1'b0}};
    data_q    <= 32'd0;
    strobe_q  <= 4'd0;
  end else begin
    awready_q <= accept_write;
    wready_q  <= accept_write;
    arready_q <= accept_read;
    bvalid_q  <= written | (bvalid_q & ~s_axil_bready);
    rvalid_q  <= fetched | (rvalid_q & ~s_axil_rready);
    pending_q <= accept_write | accept_read | (pending_q & ~go);
    if (accept_write | accept_read) begin
      write_q   <= accept_write;
      address_q <= accept_write ? s_axil_awaddr : s_axil_araddr;
    end
    if (accept_write) begin
      data_q   <= s_axil_wdata;
      strobe_q <= s_axil_wstrb;
    end
    if (written) bresp_q <= {bus_error, 1'b0};
    if (fetched) begin
      rresp_q <= {bus_error, 1'b0};
      rdata_q <= bus_rdata;
    end
  end

assign bus_valid      = pending_q;
assign bus_write      = write_q;
assign bus_address    = address_q;
assign bus_data       = data_q;
assign bus_strobe     = strobe_q;
assign s_axil_awready = awready_q;
assign s_axil_wready  = wready_q;
assign s_axil_bresp   = bresp_q;
assign s_axil_bvalid  = bvalid_q;
assign s_axil_arready = arready_q;
assign s_axil_rdata   = rdata_q;
assign s_axil_rresp   = rresp_q;
assign s_axil_rvalid  = rvalid_q;

endmodule
