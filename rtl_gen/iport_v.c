/* Wiring of one input port. A port of a unit is on the net of its own name, but for the table below. */
#include "wiring.h"

#include <assert.h>
#include <string.h>

static const struct { enum unit unit; const char *port, *net; } renamed[] = {
	{ UNIT_mmu,    "gnt",         "granted" },
	{ UNIT_mmu,    "gnt_long",    "req_long" },
	{ UNIT_ppu,    "move_src",    "ppu_src" },
	{ UNIT_ppu,    "move_dst",    "ppu_dst" },
	{ UNIT_cam_in, "turns",       "line_turns" },
	{ UNIT_cam_in, "len",         "line_len" },
	{ UNIT_cam_in, "count",       "count[QUEUES*COUNT_W-1:COUNT_W]" },
	{ UNIT_cam_in, "detect_turn", "turn" },
	{ UNIT_cdu,    "count",       "count[COUNT_W-1:0]" },
	{ UNIT_rfcu,   "count",       "count[QUEUES*COUNT_W-1:COUNT_W]" },
	{ UNIT_rt,     "destination", "rx_data[DESTINATION_W-1:0]" },
	{ UNIT_rt,     "rx_queue",    "rx_data[DESTINATION_W +: QUEUE_W]" },
	{ UNIT_rt,     "rx_flits",    "rx_data[DESTINATION_W+QUEUE_W +: FLITS_W]" },
	{ UNIT_arb_in, "half",        "now[STAMP_W-1]" },
	{ UNIT_qmu,    "rx_queue",    "rx_data[DESTINATION_W +: QUEUE_W]" },
	{ UNIT_pmu,    "gnt",         "granted" },
	{ UNIT_pmu,    "gnt_flits",   "req_flits" },
	{ UNIT_dt,     "destination", "rx_data[DESTINATION_W-1:0]" },
	{ UNIT_dt,     "header_flits", "rx_data[DESTINATION_W +: FLITS_W]" },
	{ UNIT_dcam_in, "move",       "ppu_dst[QUEUES-1:1]" },
	{ UNIT_dcam_in, "len",        "line_len" },
	{ UNIT_dcam_in, "count",      "count[QUEUES*COUNT_W-1:COUNT_W]" },
	{ UNIT_dcam_in, "detect_turn", "turn" },
	{ UNIT_drfcu,  "move",        "ppu_dst[QUEUES-1:1]" },
	{ UNIT_drfcu,  "count",       "count[QUEUES*COUNT_W-1:COUNT_W]" },
};

/* Where the destination table stands between the link and the other units: packets are stored as they come. */
static const struct { enum unit unit; const char *port, *net; } before_table[] = {
	{ UNIT_mmu,    "slot",        "rx_slot" },
	{ UNIT_mmu,    "rx_store",    "rx_data" },
};

/* Nets that the port's own few gates drive, and those that they read. */
static const char *const driven[] = { "arrive", "move_src", "move_dst", NULL };
static const char *const read[] = { "alloc", "ppu_src", "ppu_dst", NULL };
/* Read by a unit of the port and by the switch. */
static const char *const read_twice[] = { "req", "req_flits", "req_long", "rx_msg_valid", "rx_msg_xoff", NULL };

static bool listed(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (!strcmp(*list, name))
			return true;
	return false;
}

static const char *net_of(const struct unit_desc *units, enum unit u, unsigned row)
{
	const char *port = units[u].signals[row].name;

	for (size_t i = 0; units[UNIT_dt].present && i < sizeof before_table / sizeof *before_table; i++)
		if (before_table[i].unit == u && !strcmp(before_table[i].port, port))
			return before_table[i].net;
	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (renamed[i].unit == u && !strcmp(renamed[i].port, port))
			return renamed[i].net;
	return port;
}

static void net_name(const struct unit_desc *units, enum unit u, unsigned row, char *text, size_t size)
{
	snprintf(text, size, "%s", net_of(units, u, row));
}

/* Is the net on a port of this kind of any unit? An expression that begins with its name counts as it. */
static bool on_a_port(const struct unit_desc *units, enum signal_kind kind, const char *net)
{
	for (enum unit u = 0; u < UNITS; u++) {
		if (!units[u].present || units[u].per != PER_INPUT)
			continue;
		for (unsigned row = 0; next_port(&units[u], &row); row++) {
			const char *other = net_of(units, u, row);
			const size_t n = strcspn(other, "[");

			if (units[u].signals[row].kind == kind && strlen(net) == n && !strncmp(other, net, n))
				return true;
		}
	}
	return false;
}

static bool crosses(const struct unit_desc *units, const struct signal *s, const char *net)
{
	if (s->kind == SIGNAL_IN)
		return !strchr(net, '[') && !listed(driven, net) && !on_a_port(units, SIGNAL_OUT, net);
	return listed(read_twice, net) || (!listed(read, net) && !on_a_port(units, SIGNAL_IN, net));
}

static bool known(const struct iport_port *ports, unsigned n, const char *net)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(ports[i].net, net))
			return true;
	return false;
}

unsigned iport_ports(const struct unit_desc units[UNITS], struct iport_port ports[MODULE_PORTS])
{
	unsigned n = 0;

	for (enum unit u = 0; u < UNITS; u++) {
		if (!units[u].present || units[u].per != PER_INPUT)
			continue;
		for (unsigned row = 0; next_port(&units[u], &row); row++) {
			const struct signal *s = &units[u].signals[row];
			const char *net = net_of(units, u, row);

			if (!crosses(units, s, net) || known(ports, n, net))
				continue;
			assert(n < MODULE_PORTS);
			ports[n] = (struct iport_port){ .signal = s, .net = net, .out = s->kind == SIGNAL_OUT };
			width_text(u, row, ports[n++].width);
		}
	}
	return n;
}

static const struct { const char *prefix[5], *comment; } groups[] = {
	{ { "rx_", NULL }, "Link that enters here; outputs from registers." },
	{ { "told", "xon_", NULL }, "From the output ports' CAMs: pulses; what says more goes with them." },
	{ { "cfg_", NULL }, "Configuration: a word of the routing table." },
	{ { "avail", "spent", "tx_", "sent_" }, "Credits of queues downstream, by output: now, in the next cycle, what changes; sent_next from a register." },
	{ { "now", NULL }, "Stamp of what enters in this cycle: from a register, the same for all inputs." },
	{ { "", NULL }, "Scheduler and crossbar: gnt is zero, or equal to req, in the same cycle; rdata from a register." },
};

static unsigned group_of(const char *net)
{
	for (unsigned g = 0;; g++)
		for (const char *const *prefix = groups[g].prefix; *prefix; prefix++)
			if (!strncmp(net, *prefix, strlen(*prefix)))
				return g;
}

static void declare_ports(struct module *m, const struct unit_desc *units)
{
	struct iport_port ports[MODULE_PORTS];
	const unsigned n = iport_ports(units, ports);

	module_port(m, false, "1", "clk", "the only clock", "Clock, and reset: synchronous.");
	module_port(m, false, "1", "rst", "reset", NULL);
	for (unsigned g = 0; g < sizeof groups / sizeof *groups; g++) {
		const char *comment = groups[g].comment;

		for (unsigned i = 0; i < n; i++) {
			if (group_of(ports[i].net) != g)
				continue;
			module_port(m, ports[i].out, ports[i].width, ports[i].net, ports[i].signal->help, comment);
			comment = NULL;
		}
	}
}

static void declare_nets(struct vw *w, const struct unit_desc *units)
{
	char width[WIDTH_TEXT];

	vw(w, "%s", "");
	vw(w, "// Nets between the units.");
	for (enum unit u = 0; u < UNITS; u++) {
		if (!units[u].present || units[u].per != PER_INPUT)
			continue;
		for (unsigned row = 0; next_port(&units[u], &row); row++) {
			const struct signal *s = &units[u].signals[row];
			const char *net = net_of(units, u, row);

			if (s->kind == SIGNAL_IN || crosses(units, s, net))
				continue;
			width_text(u, row, width);
			vw_wire(w, NULL, width, net);
		}
	}
}

static void write_gates(struct vw *w, const struct unit_desc *units, bool saqs)
{
	if (!units[UNIT_dt].present)
		vw(w, "wire arrive = rx_valid & rx_head;");
	if (!saqs)
		return;
	vw(w, "%s", "");
	vw(w, "// A move is the post-processor's; or, in a detect cycle, that of the cold queue's head to the new line.");
	vw(w, "wire [QUEUES-1:0] move_src = ppu_src | {{SAQS{1'b0}}, detect};");
	vw(w, "wire [QUEUES-1:0] move_dst = ppu_dst | ({QUEUES{detect}} & {alloc, 1'b0});");
}

bool iport_write(const struct library *l, const struct unit_desc units[UNITS], FILE *out)
{
	struct module m;

	if (!module_begin(&m, l->p, "iport",
			  "// Input port: its units, wired. Nothing in it depends on which port of the switch it is.\n"))
		return false;
	declare_ports(&m, units);
	declare_nets(&m.w, units);
	write_gates(&m.w, units, l->p->saqs > 0);
	for (enum unit u = 0; u < UNITS; u++)
		if (units[u].present && units[u].per == PER_INPUT)
			unit_instance(&m.w, l, units, u, net_name);
	vw(&m.w, "%s", "");
	return module_write(&m, out);
}
