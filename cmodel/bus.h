#pragma once

#include <stdint.h>

/*
 * The pins of the bus of a switch's registers in a cycle, by their names in spec/ports.def: those that it reads, BUS_IN(PIN), and those that
 * it drives, BUS_OUT(PIN). Pins of the other bus are 0.
 */
#define BUS_IN(PIN)                                                                                                                     \
	PIN(psel) PIN(penable) PIN(pwrite) PIN(paddr) PIN(pwdata) PIN(pstrb)                                                            \
	PIN(s_axil_awaddr) PIN(s_axil_awvalid) PIN(s_axil_wdata) PIN(s_axil_wstrb) PIN(s_axil_wvalid) PIN(s_axil_bready)                \
	PIN(s_axil_araddr) PIN(s_axil_arvalid) PIN(s_axil_rready)
#define BUS_OUT(PIN)                                                                                                                    \
	PIN(pready) PIN(prdata) PIN(pslverr)                                                                                            \
	PIN(s_axil_awready) PIN(s_axil_wready) PIN(s_axil_bresp) PIN(s_axil_bvalid) PIN(s_axil_arready) PIN(s_axil_rdata)               \
	PIN(s_axil_rresp) PIN(s_axil_rvalid)

#define PIN(name) uint32_t name;
struct bus_in {
	BUS_IN(PIN)
};

struct bus_out {
	BUS_OUT(PIN)
};
#undef PIN
