/*
 * Wiring of the switch. Nets between ports are packed by the port that drives them; an input port sees what
 * outputs drive "by turn": rotated, so that its own number does not matter.
 */
#include "wiring.h"

#include <string.h>

static const struct top_port { bool out, one; const char *name, *width, *help; } top_ports[] = {
#define IN(name, width, help)        { false, false, #name, #width, help },
#define OUT(name, width, help)       { true, false, #name, #width, help },
#define SWITCH_IN(name, width, help) { false, true, #name, #width, help },
#include "ports.def"
#undef IN
#undef OUT
#undef SWITCH_IN
};

/* Nets of an output port that nobody else sees. */
static const char *const local[] = {
	"gnt_valid", "gnt_src", "gnt_flits", "gnt_long", "tx_src", "notify", "notify_src", "stopped", "left", "left_destination", "left_src", "left_row", NULL,
};

static bool is_local(const char *name)
{
	for (const char *const *l = local; *l; l++)
		if (!strcmp(*l, name))
			return true;
	return false;
}

static bool is_top(const char *name)
{
	for (size_t i = 0; i < sizeof top_ports / sizeof *top_ports; i++)
		if (!strcmp(top_ports[i].name, name))
			return true;
	return false;
}

static const char *group_of(const struct top_port *t, const struct shape *s)
{
	if (t->one)
		return "Configuration, for the whole switch: a word of the routing table.";
	if (t->name[0] == 't')
		return "Links that leave, in the same way. All outputs of the switch are registers.";
	return s->classifier != CLASSIFIER_STATIC ? "Links that enter, link i at [i*width +: width]: flits one way, credits and messages the other."
						     : "Links that enter, link i at [i*width +: width]: flits one way, credits the other.";
}

static void declare_ports(struct module *m, const struct shape *s)
{
	const unsigned widths[] = {
#define IN(name, width, help)        (width),
#define OUT(name, width, help)       (width),
#define SWITCH_IN(name, width, help) (width),
#include "ports.def"
#undef IN
#undef OUT
#undef SWITCH_IN
	};
	char one[WIDTH_TEXT], all[WIDTH_TEXT];
	char side = 0;

	module_port(m, false, "1", "clk", "the only clock", "Clock, and reset: synchronous.");
	module_port(m, false, "1", "rst", "reset", NULL);
	for (size_t i = 0; i < sizeof top_ports / sizeof *top_ports; i++) {
		const struct top_port *t = &top_ports[i];
		const char *group = group_of(t, s);

		if (!widths[i])
			continue;
		width_of(t->width, one);
		snprintf(all, sizeof all, "RADIX%s%.40s", strcmp(one, "1") ? "*" : "", strcmp(one, "1") ? one : "");
		module_port(m, t->out, t->one ? one : all, t->name, t->help, side == t->name[0] ? NULL : group);
		side = t->name[0];
	}
}

/* Outputs of this kind of unit, that are no ports of the switch: packed (times RADIX), or local. */
static void declare_outputs(struct vw *w, const struct unit_desc *units, bool locals)
{
	char width[WIDTH_TEXT];

	for (enum unit u = 0; u < UNITS; u++) {
		if (!units[u].present || units[u].per != PER_OUTPUT)
			continue;
		for (unsigned row = 0; next_port(&units[u], &row); row++) {
			const struct signal *s = &units[u].signals[row];

			if (s->kind != SIGNAL_OUT || is_top(s->name) || is_local(s->name) != locals)
				continue;
			width_text(u, row, width);
			vw_wire(w, locals ? NULL : "RADIX", width, s->name);
		}
	}
}

static void declare_nets(struct vw *w, const struct unit_desc *units, const struct shape *s)
{
	vw(w, "%s", "");
	vw(w, "// Driven by input ports; req of each by output.");
	vw_wire(w, "RADIX", "RADIX", "req");
	vw_wire(w, "RADIX", "FLITS_W", "req_flits");
	vw_wire(w, "RADIX", "1", "req_long");
	vw_wire(w, "RADIX", "FLIT_BITS", "rdata");
	if (s->flow_control == FLOW_CREDIT_PER_QUEUE)
		vw_wire(w, "RADIX", "QUEUE_W", "sent_next");
	if (s->stamp_w) {
		vw_wire(w, "RADIX", "STAMP_W", "req_rank");
		vw(w, "%s", "");
		vw(w, "// For all input ports.");
		vw_wire(w, NULL, "STAMP_W", "now");
	}
	vw(w, "%s", "");
	vw(w, "// Driven by output ports, and by the crossbar for them; gnt and notified of each by input.");
	declare_outputs(w, units, false);
	vw_wire(w, "RADIX", "FLIT_BITS", "xb_data");
	if (!s->saqs)
		return;
	vw_wire(w, "RADIX", "RADIX", "notified");
	vw(w, "%s", "");
	vw(w, "localparam [RADIX-1:0] FIRST_INPUT = 1;");
}

static void rotate(struct vw *w, const struct params *p, const char *name, const char *width, const char *by,
		   const char *x, const char *y)
{
	vw(w, "%s_rotate #(.N(RADIX), .W(%s), .BY(%s)) %s (.x(%s), .y(%s));", p->name, width, by, name, x, y);
}

/* What outputs say to input i: bit i of each output's vector, then by turn. */
static void write_seen(struct vw *w, const struct params *p, const struct shape *s)
{
	vw(w, "// What is meant for this input, by output.");
	vw_wire(w, "RADIX", "1", "gnt_here");
	if (p->saqs)
		vw_wire(w, "RADIX", "1", "notify_here");
	vw(w, "for (o = 0; o < RADIX; o = o + 1) begin : g_from");
	vw(w, "assign gnt_here[o] = gnt[o*RADIX + i];");
	if (p->saqs)
		vw(w, "assign notify_here[o] = notified[o*RADIX + i];");
	vw(w, "end");
	if (s->classifier != CLASSIFIER_ROUTE_CAM)
		return;
	vw(w, "%s", "");
	vw(w, "// As this input sees it, by turn.");
	vw_wire(w, "RADIX", "1", "req_turn");
	vw_wire(w, "RADIX", "1", "gnt_turn");
	vw_wire(w, "RADIX", "1", "open_next_turn");
	rotate(w, p, "rotate_req", "1", "(RADIX - i) % RADIX", "req_turn", "req[i*RADIX +: RADIX]");
	rotate(w, p, "rotate_gnt", "1", "i", "gnt_here", "gnt_turn");
	rotate(w, p, "rotate_open_next", "1", "i", "open_next", "open_next_turn");
	if (!p->saqs)
		return;
	vw_wire(w, "RADIX", "1", "notify_turn");
	vw_wire(w, "RADIX", "1", "xon_valid_turn");
	vw_wire(w, "RADIX", "LINE_W", "xon_line_turn");
	rotate(w, p, "rotate_notify", "1", "i", "notify_here", "notify_turn");
	rotate(w, p, "rotate_xon_valid", "1", "i", "xon_valid", "xon_valid_turn");
	rotate(w, p, "rotate_xon_line", "LINE_W", "i", "xon_line", "xon_line_turn");
}

/* The instance of notify_in: its outputs have the names of the input port's ports. */
static void write_notify(struct vw *w, const struct library *l, const struct iport_port *ports, unsigned n, bool turns)
{
	vw(w, "%s", "");
	vw(w, "// Internal Xoff for this input.");
	for (unsigned i = 0; i < n; i++)
		if (!strncmp(ports[i].net, "told", 4))
			vw_wire(w, NULL, ports[i].width, ports[i].net);
	vw_instance(w, l, turns ? "notify_in" : "dnotify_in");
	vw_connect(w, "from_output", "notify_here", false);
	if (turns)
		vw_connect(w, "from_turn", "notify_turn", false);
	vw_connect(w, "line", "notify_line", false);
	if (turns)
		vw_connect(w, "turns", "notify_turns", false);
	else
		vw_connect(w, "destination", "notify_destination", false);
	vw_connect(w, "len", "notify_len", false);
	vw_connect(w, "told", "told", false);
	if (turns) {
		vw_connect(w, "told_turns", "told_turns", false);
	} else {
		vw_connect(w, "told_port", "told_port", false);
		vw_connect(w, "told_destination", "told_destination", false);
	}
	vw_connect(w, "told_len", "told_len", false);
	vw_connect(w, "told_line", "told_line", true);
	vw(w, ");");
}

/* With routing tables: outputs by number, and the same for all inputs but for the grants. */
static bool table_net(const char *net, char *text, size_t size)
{
	static const struct { const char *prefix, *net; } whole[] = {
		{ "gnt", "gnt_here" }, { "avail", NULL }, { "spent", NULL }, { "tx_", NULL }, { "cfg_", NULL }, { "xon_", NULL }, { "open", NULL },
	};

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (!strncmp(net, whole[i].prefix, strlen(whole[i].prefix))) {
			snprintf(text, size, "%s", whole[i].net ? whole[i].net : net);
			return true;
		}
	return false;
}

static bool turn_net(const char *net, char *text, size_t size)
{
	static const char *const by_turn[] = { "req", "gnt", "open_next", "xon_valid", "xon_line", NULL };

	for (const char *const *t = by_turn; *t; t++)
		if (!strcmp(*t, net)) {
			snprintf(text, size, "%s_turn", net);
			return true;
		}
	return false;
}

static void iport_net(const struct iport_port *port, const struct shape *s, char *text, size_t size)
{
	if ((s->classifier == CLASSIFIER_ROUTE_CAM ? turn_net : table_net)(port->net, text, size)) {
		if (s->flow_control == FLOW_CREDIT_PER_QUEUE && !strcmp(text, "open"))
			snprintf(text, size, "grantable");
		return;
	}
	if (!strncmp(port->net, "told", 4) || !strcmp(port->net, "now"))
		snprintf(text, size, "%s", port->net);
	else
		field_text(text, size, port->net, "i", port->width);
}

static void write_inputs(struct vw *w, const struct library *l, const struct unit_desc *units, const struct shape *s)
{
	struct iport_port ports[MODULE_PORTS];
	const unsigned n = iport_ports(units, ports);
	char text[2 * WIDTH_TEXT];

	vw(w, "for (i = 0; i < RADIX; i = i + 1) begin : g_in");
	write_seen(w, l->p, s);
	if (l->p->saqs)
		write_notify(w, l, ports, n, s->classifier == CLASSIFIER_ROUTE_CAM);
	vw(w, "%s", "");
	vw_instance(w, l, "iport");
	vw_connect(w, "clk", "clk", false);
	vw_connect(w, "rst", "rst", false);
	for (unsigned i = 0; i < n; i++) {
		iport_net(&ports[i], s, text, sizeof text);
		vw_connect(w, ports[i].net, text, i + 1 == n);
	}
	vw(w, ");");
	vw(w, "end");
}

static void output_net(const struct unit_desc *units, enum unit u, unsigned row, char *text, size_t size)
{
	static const struct { enum unit unit; const char *port, *net; } renamed[] = {
		{ UNIT_arb_out, "req",       "req_here" },
		{ UNIT_arb_out, "req_flits", "req_flits" },
		{ UNIT_arb_out, "req_long",  "req_long" },
		{ UNIT_arb_out, "req_rank",  "req_rank" },
		{ UNIT_qcu,     "sent_next", "sent_next" },
		{ UNIT_cam_out, "tx_turns",  "tx_data[o*FLIT_BITS +: POOL_W]" },
		{ UNIT_cam_out, "tx_left",   "tx_data[o*FLIT_BITS + TURNPOOL_BITS +: LEN_W]" },
		{ UNIT_dcam_out, "tx_destination", "tx_data[o*FLIT_BITS +: DESTINATION_W]" },
		{ UNIT_clop,    "tx_destination", "tx_data[o*FLIT_BITS +: DESTINATION_W]" },
	};
	const char *name = units[u].signals[row].name;
	char width[WIDTH_TEXT];

	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (renamed[i].unit == u && !strcmp(renamed[i].port, name)) {
			snprintf(text, size, "%s", renamed[i].net);
			return;
		}
	width_text(u, row, width);
	if (units[u].per == PER_SWITCH || is_local(name))
		snprintf(text, size, "%s", name);
	else
		field_text(text, size, name, "o", width);
}

static void write_outputs(struct vw *w, const struct library *l, const struct unit_desc *units)
{

	vw(w, "for (o = 0; o < RADIX; o = o + 1) begin : g_out");
	vw_wire(w, "RADIX", "1", "req_here");
	vw(w, "for (i = 0; i < RADIX; i = i + 1) begin : g_to");
	vw(w, "assign req_here[i] = req[i*RADIX + o];");
	vw(w, "end");
	vw(w, "%s", "");
	declare_outputs(w, units, true);
	if (l->p->saqs)
		vw(w, "assign notified[o*RADIX +: RADIX] = {RADIX{notify}} & (FIRST_INPUT << notify_src);");
	for (enum unit u = 0; u < UNITS; u++)
		if (units[u].present && units[u].per == PER_OUTPUT)
			unit_instance(w, l, units, u, output_net);
	vw(w, "end");
}

bool switch_write(const struct library *l, const struct unit_desc units[UNITS], FILE *out)
{
	static const char *const helps[] = {
		[CLASSIFIER_ROUTE_CAM] = "// RECN-IQ switch: input ports, output ports, crossbar.\n",
		[CLASSIFIER_DESTINATION_CAM] = "// FBICM switch: input ports, output ports, crossbar.\n",
		[CLASSIFIER_STATIC] = "// Switch with static queues: input ports, output ports, crossbar.\n",
	};
	const struct params *p = l->p;
	const struct shape s = shape_of(p);
	struct module m;

	if (!module_begin(&m, p, "switch", helps[s.classifier]))
		return false;
	declare_ports(&m, &s);
	declare_nets(&m.w, units, &s);
	vw(&m.w, "%s", "");
	vw(&m.w, "genvar i, o;");
	vw(&m.w, "generate");
	write_inputs(&m.w, l, units, &s);
	vw(&m.w, "%s", "");
	write_outputs(&m.w, l, units);
	vw(&m.w, "endgenerate");
	if (s.stamp_w)
		unit_instance(&m.w, l, units, UNIT_stamp, output_net);
	unit_instance(&m.w, l, units, UNIT_xbar, output_net);
	vw(&m.w, "%s", "");
	return module_write(&m, out);
}
