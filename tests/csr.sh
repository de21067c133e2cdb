#!/bin/bash
# Registers on a bus, as software sees them: a bench in Icarus reads and writes them by APB and by AXI-Lite, at the addresses of the generated C
# header. What it expects is written from docs/use/registers.md. Faults of neighbours are named, with port and cycle. Where there are no registers, the
# option is refused.
. "$(dirname "$0")/lib/tap.sh"

cat >bench.v <<'END'
`timescale 1ns/1ns
`include "registers.v"
module bench;
localparam P = 2, W = 64;
reg clk = 0, rst = 1;
reg [P-1:0] rx_valid = 0, rx_head = 0, tx_credit = 0;
reg [P*W-1:0] rx_data = 0;
wire [P-1:0] rx_credit, tx_valid, tx_head;
wire irq;
reg [63:0] now = 0;
reg [31:0] got;
reg bad;
integer errors = 0, k, left = 0;

always #5 clk = ~clk;
always @(posedge clk) now <= rst ? 0 : now + 1;

reg psel = 0, penable = 0, pwrite = 0;
reg [`BUS_AW-1:0] address = 0;
reg [31:0] data = 0;
reg [3:0] strobe = 0;
`ifdef APB
wire pready, pslverr;
wire [31:0] prdata;
`else
reg awvalid = 0, wvalid = 0, arvalid = 0;
wire awready, wready, arready, bvalid, rvalid;
wire [1:0] bresp, rresp;
wire [31:0] rdata;
`endif

sluice_switch dut (
  .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_head(rx_head), .rx_data(rx_data), .rx_credit(rx_credit),
  .tx_valid(tx_valid), .tx_head(tx_head), .tx_data(), .tx_credit(tx_credit), .irq(irq),
`ifdef TABLE
  .rx_credit_queue(), .tx_credit_queue(2'b00), .cfg_valid(1'b0), .cfg_address(2'd0), .cfg_data(2'd0),
`else
  .rx_msg_valid(), .rx_msg_xoff(), .rx_msg_line(), .rx_msg_turns(), .rx_msg_len(),
  .tx_msg_valid(2'd0), .tx_msg_xoff(2'd0), .tx_msg_line(2'd0), .tx_msg_turns(62'd0), .tx_msg_len(10'd0),
`endif
`ifdef APB
  .psel(psel), .penable(penable), .pwrite(pwrite), .paddr(address), .pwdata(data), .pstrb(strobe),
  .pready(pready), .prdata(prdata), .pslverr(pslverr)
`else
  .s_axil_awaddr(address), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_wdata(data), .s_axil_wstrb(strobe),
  .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
  .s_axil_araddr(address), .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
  .s_axil_rvalid(rvalid), .s_axil_rready(1'b1)
`endif
);

task check(input [8*40-1:0] what, input [63:0] is, input [63:0] should);
  if (is !== should) begin
    $display("cycle %0d: %0s: %0h, expected %0h", now, what, is, should);
    errors = errors + 1;
  end
endtask

task access(input write, input [31:0] at, input [31:0] value, input [3:0] bytes);
begin
  address <= at;
  data <= value;
  strobe <= bytes;
`ifdef APB
  psel <= 1;
  penable <= 0;
  pwrite <= write;
  @(posedge clk) penable <= 1;
  @(posedge clk);
  while (!pready) @(posedge clk);
  got = prdata;
  bad = pslverr;
  psel <= 0;
`else
  awvalid <= write;
  wvalid <= write;
  arvalid <= ~write;
  @(posedge clk);
  while (!(write ? awready & wready : arready)) @(posedge clk);
  awvalid <= 0;
  wvalid <= 0;
  arvalid <= 0;
  while (!(write ? bvalid : rvalid)) @(posedge clk);
  got = rdata;
  bad = (write ? bresp : rresp) == 2;
`endif
end
endtask

task put(input [31:0] at, input [31:0] value);
begin
  access(1, at, value, 4'hf);
  check("a write is allowed", bad, 0);
end
endtask

task put_refused(input [31:0] at, input [31:0] value, input [3:0] bytes);
begin
  access(1, at, value, bytes);
  check("a write is refused", bad, 1);
end
endtask

task want(input [8*40-1:0] what, input [31:0] at, input [31:0] value);
begin
  access(0, at, 0, 0);
  check(what, got, value);
  check("a read is allowed", bad, 0);
end
endtask

task want_refused(input [31:0] at);
begin
  access(0, at, 0, 0);
  check("a read is refused", bad, 1);
  check("and reads 0", got, 0);
end
endtask

task restart;
begin
  rst <= 1;
  rx_valid <= 0;
  rx_head <= 0;
  @(posedge clk);
  @(posedge clk) rst <= 0;
end
endtask

// A header on a link, and flits behind it.
function [W-1:0] header(input integer to, input integer flits);
`ifdef TABLE
  header = to | flits << 3;
`else
  header = to | 1 << 31 | flits << 36;
`endif
endfunction

task flit(input integer port, input head, input [W-1:0] value);
begin
  rx_valid <= 1 << port;
  rx_head <= head << port;
  rx_data <= {P{value}};
  @(posedge clk);
  rx_valid <= 0;
  rx_head <= 0;
end
endtask

task send(input integer port, input integer to, input integer flits);
begin
  flit(port, 1, header(to, flits));
  for (left = flits - 1; left > 0; left = left - 1) flit(port, 0, 0);
end
endtask

// A fault is seen at a port, and nothing before it.
task fault(input [8*40-1:0] what, input integer kind, input integer port, input [63:0] cycle);
begin
  access(0, `SLUICE_FLAGS, 0, 0);
  check(what, got >> kind & 1, 1);
  want("FIRST", `SLUICE_FIRST, 32'h80000000 | kind << 8 | port);
  want("FIRST_LOW", `SLUICE_FIRST_LOW, cycle);
  want("FIRST_HIGH", `SLUICE_FIRST_HIGH, 0);
  restart;
end
endtask

reg [63:0] at;
initial begin
  repeat (3) @(posedge clk);
  restart;

  // What it is.
  want("ID", `SLUICE_ID, 32'h51ce0001);
  want("SIZE", `SLUICE_SIZE, `SIZE);
  want("MEMORY", `SLUICE_MEMORY, 6 << 24 | 3 << 16 | 8);
  want("CONTROL", `SLUICE_CONTROL, `SLUICE_CONTROL_COUNT | `SLUICE_CONTROL_DETECT);

  // Addresses and values that are not there.
  want_refused('h048);
  want_refused(`SLUICE_ID + 1);
  want_refused(`SLUICE_PORT(2));
  want_refused(`SLUICE_PORT(0) + 'h7c);
  want_refused('h3ffc);
  put_refused(`SLUICE_ID, 0, 4'hf);
  put_refused(`SLUICE_PORT(0), 0, 4'hf);
  put_refused(`SLUICE_TEST, 2 << 16 | 1, 4'hf);
  put(`SLUICE_MASK, 'h1ff);
  put_refused(`SLUICE_MASK, 0, 4'h7);
  put_refused(`SLUICE_MASK + 2, 0, 4'hf);
  want("MASK", `SLUICE_MASK, 'h1ff);
  want("FLAGS", `SLUICE_FLAGS, 0);

`ifdef TABLE
  want("TABLE", `SLUICE_TABLE, 4);
  for (k = 0; k < 4; k = k + 1) put(`SLUICE_ROUTE(k), k % 2);
  put_refused(`SLUICE_ROUTE(4), 0, 4'hf);
  put_refused(`SLUICE_ROUTE(1), 2, 4'hf);
  put_refused(`SLUICE_ROUTE(1), 1 << 8, 4'hf);
  put_refused(`SLUICE_ROUTE(1), 0, 4'h3);
  want_refused(`SLUICE_ROUTE(1));
`else
  want("DETECT_THRESHOLD", `SLUICE_DETECT_THRESHOLD, 3);
  want("STOP_THRESHOLDS", `SLUICE_STOP_THRESHOLDS, 1 << 16 | 2);
  put_refused(`SLUICE_DETECT_THRESHOLD, 0, 4'hf);
  put_refused(`SLUICE_DETECT_THRESHOLD, 9, 4'hf);
  put_refused(`SLUICE_STOP_THRESHOLDS, 0 << 16 | 2, 4'hf);
  put_refused(`SLUICE_STOP_THRESHOLDS, 3 << 16 | 2, 4'hf);
  put_refused(`SLUICE_STOP_THRESHOLDS, 3 << 16 | 9, 4'hf);
  put(`SLUICE_STOP_THRESHOLDS, 2 << 16 | 4);
  put(`SLUICE_DETECT_THRESHOLD, 8);
  want("DETECT_THRESHOLD", `SLUICE_DETECT_THRESHOLD, 8);
  want("STOP_THRESHOLDS", `SLUICE_STOP_THRESHOLDS, 2 << 16 | 4);
`endif

  // Packets from input 0 to output 1, of 3 flits and of 1.
  send(0, 1, 3);
  send(0, 1, 1);
  repeat (12) @(posedge clk);
  want("before a snapshot", `SLUICE_PORT(0) + `SLUICE_RX_PACKETS, 0);
  put(`SLUICE_CONTROL, `SLUICE_CONTROL_SNAPSHOT | `SLUICE_CONTROL_CLEAR | `SLUICE_CONTROL_COUNT);
  send(1, 1, 2);
  want("RX_PACKETS", `SLUICE_PORT(0) + `SLUICE_RX_PACKETS, 2);
  want("RX_FLITS", `SLUICE_PORT(0) + `SLUICE_RX_FLITS, 4);
  want("RX_PACKETS of 1", `SLUICE_PORT(1) + `SLUICE_RX_PACKETS, 0);
  want("TX_PACKETS", `SLUICE_PORT(1) + `SLUICE_TX_PACKETS, 2);
  want("TX_FLITS", `SLUICE_PORT(1) + `SLUICE_TX_FLITS, 4);
  want("TX_FLITS of 0", `SLUICE_PORT(0) + `SLUICE_TX_FLITS, 0);
  want("TX_STALLS", `SLUICE_PORT(1) + `SLUICE_TX_STALLS, 0);
  access(0, `SLUICE_PORT(0) + `SLUICE_OCCUPANCY, 0, 0);
  check("OCCUPANCY", `SLUICE_GAUGE_NOW(got), 0);
  check("and its peak", `SLUICE_GAUGE_PEAK(got), 2);
  want("SNAPSHOTS", `SLUICE_SNAPSHOTS, 1);
  access(0, `SLUICE_TIME_LOW, 0, 0);
  at = got;
  put(`SLUICE_CONTROL, `SLUICE_CONTROL_SNAPSHOT);
  want("after a clear", `SLUICE_PORT(1) + `SLUICE_RX_FLITS, 2);
  want("after a clear", `SLUICE_PORT(0) + `SLUICE_RX_FLITS, 0);
  access(0, `SLUICE_TIME_LOW, 0, 0);
  check("time goes on", got > at, 1);

  // Counting is off. Then counters of 6 bits are full.
  send(0, 1, 2);
  put(`SLUICE_CONTROL, `SLUICE_CONTROL_SNAPSHOT | `SLUICE_CONTROL_COUNT);
  want("off", `SLUICE_PORT(0) + `SLUICE_RX_FLITS, 0);
  want("not full", `SLUICE_FLAGS, 0);
  for (k = 0; k < 32; k = k + 1) begin
    send(0, k % 2 ^ k[0] ^ 1, 3);
    repeat (8) @(posedge clk);
    tx_credit <= k > 0 ? 2 : 0;
    @(posedge clk) tx_credit <= 0;
  end
  put(`SLUICE_CONTROL, `SLUICE_CONTROL_SNAPSHOT | `SLUICE_CONTROL_COUNT);
  want("full", `SLUICE_PORT(0) + `SLUICE_RX_FLITS, 63);
  want("not full", `SLUICE_PORT(0) + `SLUICE_RX_PACKETS, 32);
  access(0, `SLUICE_FLAGS, 0, 0);
  check("SATURATED", got & `SLUICE_FLAGS_SATURATED, `SLUICE_FLAGS_SATURATED);
  check("no fault", got & 'h7f, 0);
  check("irq", irq, 1);
  put(`SLUICE_FLAGS, `SLUICE_FLAGS_SATURATED);
  put(`SLUICE_CONTROL, `SLUICE_CONTROL_CLEAR | `SLUICE_CONTROL_COUNT);
  put(`SLUICE_FLAGS, `SLUICE_FLAGS_SATURATED);
  want("cleared", `SLUICE_FLAGS, 0);
  check("irq", irq, 0);

  // A test, and the first one.
  put(`SLUICE_TEST, 1 << 16 | `SLUICE_FLAGS_ROUTE | `SLUICE_FLAGS_GAP);
  put(`SLUICE_TEST, `SLUICE_FLAGS_LENGTH);
  want("TEST", `SLUICE_FLAGS, `SLUICE_FLAGS_ROUTE | `SLUICE_FLAGS_GAP | `SLUICE_FLAGS_LENGTH);
  want("FIRST", `SLUICE_FIRST, 32'h80000001);
  put(`SLUICE_FIRST, `SLUICE_FIRST_VALID);
  want("FIRST", `SLUICE_FIRST, 1);
  put(`SLUICE_MASK, `SLUICE_FLAGS_CREDIT);
  @(posedge clk);
  @(posedge clk) check("irq is masked", irq, 0);
  restart;

  // Faults of neighbours. What is driven at a clock edge is on the link in the cycle that begins with it.
  at = rst ? 0 : now + 1;
  tx_credit <= 2;
  @(posedge clk) tx_credit <= 0;
  fault("CREDIT", 6, 1, at);
  flit(0, 1, header(1, 3));
  at = rst ? 0 : now + 1;
  repeat (2) @(posedge clk);
  fault("GAP", 0, 0, at);
  flit(1, 1, header(1, 3));
  at = rst ? 0 : now + 1;
  flit(1, 1, header(1, 1));
  fault("HEAD_EARLY", 1, 1, at);
  at = rst ? 0 : now + 1;
  flit(1, 0, header(1, 1));
  fault("HEAD_MISSING", 2, 1, at);
  at = rst ? 0 : now + 1;
  flit(0, 1, header(1, 0));
  fault("LENGTH", 3, 0, at);
  flit(0, 1, header(1, 3));
  flit(0, 1, header(1, 0));
  access(0, `SLUICE_FLAGS, 0, 0);
  check("HEAD_EARLY and LENGTH in one cycle", got & ('d1 << 1 | 'd1 << 3), 'd1 << 1 | 'd1 << 3);
  restart;
`ifndef TABLE
  at = rst ? 0 : now + 1;
  flit(0, 1, header(1, 1) ^ 1 << 31);
  fault("ROUTE", 4, 0, at);
`endif
  for (k = 0; k < 26; k = k + 1) begin
    at = rst ? 0 : now + 1;
    flit(0, 1, header(1, 1));
  end
  access(0, `SLUICE_FLAGS, 0, 0);
  check("OVERFLOW", got & 'h7f, `SLUICE_FLAGS_OVERFLOW);
  want("reset", `SLUICE_PORT(1) + `SLUICE_TX_PACKETS, 0);
  restart;
  want("reset", `SLUICE_FLAGS, 0);
  $display("%0d errors", errors);
  $finish(0);        // Icarus 12 tells of others
end
endmodule
END

# run DIR DEFINES: the bench with the switch there. Faults are on purpose: without assertions and monitors
run() {
	local defines
	read -ra defines <<<"$2"
	iverilog -g2005 -DSYNTHESIS "${defines[@]}" -I. -o bench.vvp -s bench bench.v "$1"/rtl/*.v 2>err && [ ! -s err ] &&
		vvp -n bench.vvp >out 2>err && [ "$(tail -n 1 out)" = "0 errors" ]
}

# bench DIR DEFINES OPTION...: generates a switch of 2 ports, 8 slots and packets of up to 3 flits, and runs the bench with its header as Verilog
bench() {
	"$sluice" gen --out "$1" --radix 2 --slots 8 --packet-flits 3 --counter-bits 6 "${@:3}" >/dev/null 2>err || return
	sed -nE "s/0x([0-9a-f]+)u?/'h\\1/g; s/([0-9]+)u\\b/\\1/g; s/^#(define SLUICE_[A-Z0-9_]+(\\([a-z, ]*\\))? .*)/\`\\1/p" \
		"$1/sluice_registers.h" >registers.v
	run "$1" "$2"
}

table="--scheme obqa --queues 1 --nodes 4"
route="--scheme recn-iq --saqs 1 --detect-threshold 3 --xoff-threshold 2 --xon-threshold 1"
check "routing table, APB" bench table-apb "-DAPB -DTABLE -DBUS_AW=17 -DSIZE=65538" $table --csr apb
check "routing table, AXI-Lite" bench table-axi "-DTABLE -DBUS_AW=17 -DSIZE=65538" $table --csr axi-lite
check "routes by turns, APB" bench route-apb "-DAPB -DBUS_AW=14 -DSIZE=131330" $route --csr apb
check "routes by turns, AXI-Lite" bench route-axi "-DBUS_AW=14 -DSIZE=131330" $route --csr axi-lite

# The bench sees what is wrong.
sed -i 's/FAULT_CREDIT\] *= tx_credit & ~owing/FAULT_CREDIT] = tx_credit \& owing/' route-axi/rtl/sluice_csr_port.v
! run route-axi "-DBUS_AW=14 -DSIZE=131330" && grep -q "CREDIT: 0, expected 1" out
ok $? "a planted fault is seen"

# The header is C.
cat >header.c <<'END'
#include "table-apb/sluice_registers.h"
unsigned x = SLUICE_ROUTE(3) + SLUICE_ROUTE_WORD(1, 0) + SLUICE_PORT(1) + SLUICE_TX_FLITS + SLUICE_GAUGE_PEAK(7u);
END
gcc -std=c11 -Wall -Wextra -Werror -c header.c -o header.o >out 2>err
ok $? "the header compiles"
sheet=$(grep -c '^| 0x[0-9a-f]* | `[A-Z_]*`' table-apb/datasheet.md)
[ "$sheet" -gt 20 ] && [ "$sheet" = "$(grep -c '^ *} [a-z_]* @' table-apb/sluice_registers.rdl)" ]
ok $? "data sheet and SystemRDL have as many registers"

refused() { refuses 2 "refused: ${*:2}" "$1.*" "$sluice" gen --out no "${@:2}"; }       # refused TEXT OPTION...
refused "csr: scheme wormhole has no such parameter" --scheme wormhole --csr apb
refused "csr: scheme recn-qos has no such parameter" --scheme recn-qos --csr axi-lite
refused "csr: 'ahb'" --csr ahb
refused "counter_bits: 8 without registers" --counter-bits 8
refused "counter_bits: 33 is outside 4..32" --csr apb --counter-bits 33

# Nothing of them is left in a switch without.
"$sluice" gen --out plain >/dev/null && ! grep -rqi 'csr\|counter_bits\|_registers' plain/rtl plain/sluice.f plain/sluice.conf plain/datasheet.md
ok $? "without the option there is nothing of it"

plan
