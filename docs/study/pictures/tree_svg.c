/*
 * Draws the network as a tree with its nodes at the bottom, once for each kind of switch, and below the load that the nodes other than the hot one receive.
 * What moves is drawn twice: with animations, and, for readers who want no motion, as it is in one moment. No script, no font, no other file.
 */
#include "pictures.h"

enum {
	WIDTH = 1040, HEIGHT = 730, PANEL = 500, LEFT = 30,      /* a panel begins each PANEL */
	TOP = 84, ROW = 124, BOX = 100, BOX_HEIGHT = 78, COLUMN = 116,
	BAR = 20, BAR_HEIGHT = 2 * TREE_SLOTS, PORT_X = 14, PORT_STEP = 46, GAP = 4,
	NODE_Y = TOP + 3 * ROW + 12, NODE_RADIUS = 13, LEGEND_Y = NODE_Y + 34,
	PLOT_Y = LEGEND_Y + 96, PLOT_HEIGHT = 90, PLOT_X = 66, PLOT_WIDTH = WIDTH - PLOT_X - 280,
	SECONDS = 20, SMOOTH = 2
};

static const char style[] =
	"<style>\n"
	"text{font-family:sans-serif;font-size:13px;fill:#1b1f24}.big{font-size:17px;font-weight:bold}.mid{text-anchor:middle}.end{text-anchor:end}\n"
	".paper{fill:#ffffff}.box{fill:#f3f5f8;stroke:#57606a}.wire{stroke:#8c959f;stroke-width:1.5;fill:none}.hotwire{stroke:#f2b28a;stroke-width:7;fill:none}\n"
	".bin{fill:#ffffff;stroke:#57606a}.hot{fill:#c94f00}.other{fill:#2f7fd1}.saq{fill:#c94f00;stroke:#c94f00}.nosaq{fill:#ffffff;stroke:#57606a}\n"
	".node{fill:#ffffff;stroke:#57606a;stroke-width:1.5}.source{stroke:#c94f00;stroke-width:4}.target{fill:#c94f00;stroke:#c94f00}.ontarget{fill:#ffffff}\n"
	".spot{fill:#fbe3d3}.axis{stroke:#57606a;fill:none}.curve0{stroke:#1b1f24;stroke-width:2;stroke-dasharray:6 3;fill:none}\n"
	".curve1{stroke:#1a7f37;stroke-width:2.5;fill:none}.now{stroke:#8250df;stroke-width:2}.still{display:none}\n"
	"@media (prefers-reduced-motion:reduce){.moving{display:none}.still{display:inline}}\n"
	"@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.box{fill:#1c2128;stroke:#9198a1}.wire{stroke:#6e7681}.hotwire{stroke:#8a4413}\n"
	".bin,.nosaq{fill:#0d1117;stroke:#9198a1}.hot{fill:#ff8f4d}.other{fill:#58a6ff}.saq{fill:#ff8f4d;stroke:#ff8f4d}.node{fill:#0d1117;stroke:#9198a1}\n"
	".source{stroke:#ff8f4d}.target{fill:#ff8f4d;stroke:#ff8f4d}.ontarget{fill:#0d1117}.spot{fill:#40230f}.axis{stroke:#9198a1}.curve0{stroke:#e6edf3}\n"
	".curve1{stroke:#3fb950}.now{stroke:#bc8cff}}\n"
	"</style>\n";

/* One drawing: which runs, which frames, where. */
struct drawing {
	const struct tree_run *run;     /* of the panel */
	unsigned x;                     /* of the panel */
	unsigned frame;                 /* shown */
	bool moves;                     /* with animations of all frames */
	FILE *f;
};

/* ---- Places ---- */

static unsigned switch_x(const struct drawing *d, uint32_t sw)
{
	const struct topology *t = &d->run->topology;

	return d->x + COLUMN * (sw - t->first[topology_stage(t, sw)]);
}

static unsigned switch_y(const struct drawing *d, uint32_t sw)
{
	const struct topology *t = &d->run->topology;

	return TOP + ROW * (t->stages - 1 - topology_stage(t, sw));
}

static bool port_is_down(const struct drawing *d, unsigned port)
{
	return port < d->run->topology.k;
}

static unsigned port_x(const struct drawing *d, uint32_t sw, unsigned port)
{
	return switch_x(d, sw) + PORT_X + PORT_STEP * (port % d->run->topology.k);
}

static unsigned link_x(const struct drawing *d, uint32_t sw, unsigned port)
{
	return port_x(d, sw, port) + BAR / 2;
}

/* The lower end of the bar of an input port: below are those that come from below. */
static unsigned bar_foot(const struct drawing *d, uint32_t sw, unsigned port)
{
	return switch_y(d, sw) + (port_is_down(d, port) ? BOX_HEIGHT - GAP : GAP + BAR_HEIGHT);
}

static unsigned node_x(const struct drawing *d, unsigned node)
{
	const struct place at = d->run->topology.attach(&d->run->topology, node);

	return link_x(d, at.index, at.port);
}

static bool connected(const struct drawing *d, uint32_t sw, unsigned port)
{
	return d->run->topology.peer(&d->run->topology, sw, port).is != NOTHING;
}

/* ---- What stands still ---- */

static void draw_wire(const struct drawing *d, uint32_t sw, unsigned port, const char *class)
{
	const struct place up = d->run->topology.peer(&d->run->topology, sw, port);

	fprintf(d->f, "<path class=\"%s\" d=\"M%u %uL%u %u\"/>\n", class, link_x(d, sw, port), switch_y(d, sw), link_x(d, up.index, up.port),
		switch_y(d, up.index) + BOX_HEIGHT);
}

static void draw_node_wire(const struct drawing *d, unsigned node, const char *class)
{
	fprintf(d->f, "<path class=\"%s\" d=\"M%u %uV%u\"/>\n", class, node_x(d, node), TOP + 2 * ROW + BOX_HEIGHT, NODE_Y - NODE_RADIUS);
}

/* Links on the way to the hot node, in either direction, have a broad line below the thin one. */
static void draw_wires(const struct drawing *d)
{
	const struct topology *t = &d->run->topology;

	for (unsigned hot = 2; hot--;) {
		for (uint32_t sw = 0; sw < t->switches; sw++)
			for (unsigned p = t->k; p < 2 * t->k; p++) {
				const struct place up = t->peer(t, sw, p);

				if (up.is == SWITCH && (!hot || d->run->on_way[sw][p] || d->run->on_way[up.index][up.port]))
					draw_wire(d, sw, p, hot ? "hotwire" : "wire");
			}
		for (unsigned n = 0; n < t->nodes; n++)
			if (!hot || d->run->hot_source[n] || n == TREE_HOT_NODE)
				draw_node_wire(d, n, hot ? "hotwire" : "wire");
	}
}

static void draw_nodes(const struct drawing *d)
{
	for (unsigned n = 0; n < TREE_NODES; n++) {
		const bool target = n == TREE_HOT_NODE;

		fprintf(d->f, "<circle class=\"node%s\" cx=\"%u\" cy=\"%d\" r=\"%d\"/><text class=\"mid%s\" x=\"%u\" y=\"%d\">%u</text>\n",
			target ? " target" : d->run->hot_source[n] ? " source" : "", node_x(d, n), NODE_Y, NODE_RADIUS, target ? " ontarget" : "", node_x(d, n),
			NODE_Y + 5, n);
	}
}

static void draw_boxes(const struct drawing *d)
{
	for (uint32_t sw = 0; sw < TREE_SWITCHES; sw++)
		fprintf(d->f, "<rect class=\"box\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n", switch_x(d, sw), switch_y(d, sw), BOX, BOX_HEIGHT);
}

/* ---- What changes ---- */

typedef unsigned value_of(const struct tree_port *, unsigned saq);

static unsigned all_height(const struct tree_port *p, unsigned saq)
{
	(void)saq;
	return (p->hot + p->other) * BAR_HEIGHT / TREE_SLOTS;
}

static unsigned hot_height(const struct tree_port *p, unsigned saq)
{
	(void)saq;
	return p->hot * BAR_HEIGHT / TREE_SLOTS;
}

static unsigned saq_opacity(const struct tree_port *p, unsigned saq)
{
	return p->saqs > saq;
}

/* An attribute of an element, whose tag is open: its value now, and where it moves, an animation. */
static void draw_value(const struct drawing *d, uint32_t sw, unsigned port, const char *attribute, value_of *value, unsigned saq, bool steps)
{
	bool changes = false;

	fprintf(d->f, " %s=\"%u\"", attribute, value(&d->run->frame[d->frame].port[sw][port], saq));
	for (unsigned i = 1; i < TREE_FRAMES; i++)
		changes |= value(&d->run->frame[i].port[sw][port], saq) != value(&d->run->frame[0].port[sw][port], saq);
	if (!d->moves || !changes) {
		fputs("/>", d->f);
		return;
	}
	fprintf(d->f, "><animate attributeName=\"%s\" dur=\"%ds\" repeatCount=\"indefinite\"%s values=\"", attribute, SECONDS,
		steps ? " calcMode=\"discrete\"" : "");
	for (unsigned i = 0; i < TREE_FRAMES; i++)
		fprintf(d->f, "%s%u", i ? ";" : "", value(&d->run->frame[i].port[sw][port], saq));
	fputs("\"/></rect>", d->f);
}

static void draw_bar(const struct drawing *d, uint32_t sw, unsigned port)
{
	const unsigned x = port_x(d, sw, port), foot = bar_foot(d, sw, port);

	fprintf(d->f, "<rect class=\"bin\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/><g transform=\"translate(%u %u) scale(1 -1)\"><rect class=\"other\" width=\"%d\"",
		x, foot - BAR_HEIGHT, BAR, BAR_HEIGHT, x, foot, BAR);
	draw_value(d, sw, port, "height", all_height, 0, false);
	fprintf(d->f, "<rect class=\"hot\" width=\"%d\"", BAR);
	draw_value(d, sw, port, "height", hot_height, 0, false);
	fputs("</g>\n", d->f);
}

static void draw_saqs(const struct drawing *d, uint32_t sw, unsigned port)
{
	for (unsigned q = 0; q < TREE_SAQS; q++) {
		const unsigned x = port_x(d, sw, port) + BAR + 5, y = bar_foot(d, sw, port) - 7 - 8 * q;

		fprintf(d->f, "<rect class=\"nosaq\" x=\"%u\" y=\"%u\" width=\"6\" height=\"6\"/><rect class=\"saq\" x=\"%u\" y=\"%u\" width=\"6\" height=\"6\"", x, y, x, y);
		draw_value(d, sw, port, "opacity", saq_opacity, q, true);
		fputc('\n', d->f);
	}
}

static void draw_ports(const struct drawing *d, bool saqs)
{
	for (uint32_t sw = 0; sw < TREE_SWITCHES; sw++)
		for (unsigned p = 0; p < TREE_PORTS; p++)
			if (connected(d, sw, p)) {
				draw_bar(d, sw, p);
				if (saqs)
					draw_saqs(d, sw, p);
			}
}

/* ---- Load over time ---- */

static unsigned plot_x(unsigned frame)
{
	return PLOT_X + PLOT_WIDTH * frame / (TREE_FRAMES - 1);
}

/* Load that the other nodes receive on average, over some frames. */
static double load_at(const struct tree_run *r, unsigned frame)
{
	const unsigned first = frame > SMOOTH ? frame - SMOOTH : 1, last = frame + SMOOTH < TREE_FRAMES ? frame + SMOOTH : TREE_FRAMES - 1;
	unsigned flits = 0;

	for (unsigned i = first; i <= last; i++)
		flits += r->frame[i].flits;
	return (double)flits / ((last - first + 1) * TREE_EVERY * (TREE_NODES - 1));
}

static double load_in_hot_spot(const struct tree_run *r)
{
	unsigned flits = 0;

	for (unsigned i = TREE_FROM / TREE_EVERY + 1; i <= TREE_TO / TREE_EVERY; i++)
		flits += r->frame[i].flits;
	return (double)flits / ((TREE_TO - TREE_FROM) * (TREE_NODES - 1));
}

static unsigned plot_y(double load)
{
	return PLOT_Y + PLOT_HEIGHT - (unsigned)(load * PLOT_HEIGHT + 0.5);
}

static void draw_axes(FILE *f)
{
	fprintf(f, "<rect class=\"spot\" x=\"%u\" y=\"%d\" width=\"%u\" height=\"%d\"/>\n", plot_x(TREE_FROM / TREE_EVERY), PLOT_Y,
		plot_x(TREE_TO / TREE_EVERY) - plot_x(TREE_FROM / TREE_EVERY), PLOT_HEIGHT);
	fprintf(f, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", PLOT_X, PLOT_Y, PLOT_Y + PLOT_HEIGHT, PLOT_X + PLOT_WIDTH);
	for (unsigned frame = 0; frame < TREE_FRAMES; frame += 10)
		fprintf(f, "<text class=\"mid\" x=\"%u\" y=\"%d\">%u</text>\n", plot_x(frame), PLOT_Y + PLOT_HEIGHT + 18, frame * TREE_EVERY);
	for (unsigned i = 0; i <= 2; i++)
		fprintf(f, "<text class=\"end\" x=\"%d\" y=\"%u\">%.1f</text>\n", PLOT_X - 8, plot_y(i / 2.0) + 5, i / 2.0);
	fprintf(f, "<text x=\"%d\" y=\"%d\">load that the nodes other than %d receive, on average</text><text class=\"mid\" x=\"%u\" y=\"%d\">hot spot</text>\n", LEFT, PLOT_Y - 14,
		TREE_HOT_NODE, plot_x((TREE_FROM + TREE_TO) / 2 / TREE_EVERY), PLOT_Y + 16);
	fprintf(f, "<text x=\"%d\" y=\"%d\">cycles</text>\n", PLOT_X + PLOT_WIDTH + 28, PLOT_Y + PLOT_HEIGHT + 18);
}

static void draw_curves(const struct tree_run run[TREE_RUNS], const struct tree_switches switches[TREE_RUNS], FILE *f)
{
	for (unsigned k = 0; k < TREE_RUNS; k++) {
		fprintf(f, "<path class=\"curve%u\" d=\"", k);
		for (unsigned i = 1; i < TREE_FRAMES; i++)
			fprintf(f, "%c%u %u", i == 1 ? 'M' : 'L', plot_x(i), plot_y(load_at(&run[k], i)));
		fprintf(f, "\"/>\n<path class=\"curve%u\" d=\"M%d %uh30\"/><text x=\"%d\" y=\"%u\">%s: %.2f in the hot spot</text>\n", k, PLOT_X + PLOT_WIDTH + 20, PLOT_Y + 10 + 24 * k,
			PLOT_X + PLOT_WIDTH + 56, PLOT_Y + 15 + 24 * k, switches[k].name, load_in_hot_spot(&run[k]));
	}
}

/* The moment that is shown. */
static void draw_now(unsigned frame, bool moves, FILE *f)
{
	fprintf(f, "<path class=\"now\" d=\"M%u %dV%d\">", plot_x(frame), PLOT_Y - 6, PLOT_Y + PLOT_HEIGHT + 4);
	if (moves)
		fprintf(f, "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"%ds\" repeatCount=\"indefinite\" from=\"%d\" to=\"%d\"/>", SECONDS,
			(int)plot_x(0) - (int)plot_x(frame), (int)plot_x(TREE_FRAMES - 1) - (int)plot_x(frame));
	fputs("</path>\n", f);
}

/* ---- The whole ---- */

static void draw_legend(FILE *f)
{
	const int y = LEGEND_Y;

	fprintf(f, "<text x=\"30\" y=\"%d\">A bar is the memory of an input port, %d packets high. The lower bars of a switch take packets from below, the upper ones from "
		"above.</text>\n", y + 12, TREE_SLOTS);
	fprintf(f, "<rect class=\"hot\" x=\"30\" y=\"%d\" width=\"14\" height=\"14\"/><text x=\"50\" y=\"%d\">packets to node %d</text>\n", y + 26, y + 38, TREE_HOT_NODE);
	fprintf(f, "<rect class=\"other\" x=\"194\" y=\"%d\" width=\"14\" height=\"14\"/><text x=\"214\" y=\"%d\">packets to other nodes</text>\n", y + 26, y + 38);
	fprintf(f, "<rect class=\"saq\" x=\"390\" y=\"%d\" width=\"7\" height=\"7\"/><text x=\"404\" y=\"%d\">set-aside queue that holds packets</text>\n", y + 30, y + 38);
	fprintf(f, "<circle class=\"node source\" cx=\"662\" cy=\"%d\" r=\"8\"/><text x=\"678\" y=\"%d\">source of the hot spot</text>\n", y + 33, y + 38);
	fprintf(f, "<path class=\"hotwire\" d=\"M856 %dh24\"/><text x=\"888\" y=\"%d\">its way to node %d</text>\n", y + 33, y + 38, TREE_HOT_NODE);
}

static void draw_changing(const struct tree_run run[TREE_RUNS], unsigned frame, bool moves, FILE *f)
{
	for (unsigned k = 0; k < TREE_RUNS; k++)
		draw_ports(&(struct drawing){ &run[k], LEFT + k * PANEL, frame, moves, f }, k);
	draw_now(frame, moves, f);
}

void tree_draw(const struct tree_run run[TREE_RUNS], const struct tree_switches switches[TREE_RUNS], unsigned frame, FILE *f)
{
	const bool moves = frame == TREE_FRAMES;
	char command[TREE_COMMAND];

	fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDTH, HEIGHT);
	fprintf(f, "<!-- Written by `make docs` from runs of the C model; see README.md. -->\n<title>A congestion tree: one queue a port, and set-aside queues</title>\n<desc>");
	for (unsigned k = 0; k < TREE_RUNS; k++) {
		tree_command(command, switches[k].options);
		fprintf(f, "%s: sluice sim %s. ", switches[k].name, command);
	}
	fputs("</desc>\n", f);
	fputs(style, f);
	fprintf(f, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", WIDTH, HEIGHT);
	for (unsigned k = 0; k < TREE_RUNS; k++) {
		const struct drawing d = { &run[k], LEFT + k * PANEL, 0, false, f };

		fprintf(f, "<text class=\"big\" x=\"%u\" y=\"32\">%s</text>\n<text x=\"%u\" y=\"54\">%s</text>\n", d.x, switches[k].name, d.x, switches[k].words);
		draw_wires(&d);
		draw_boxes(&d);
		draw_nodes(&d);
	}
	draw_legend(f);
	draw_axes(f);
	draw_curves(run, switches, f);
	if (moves)
		fputs("<g class=\"moving\">\n", f);
	draw_changing(run, moves ? TREE_GROWN : frame, moves, f);
	if (moves) {
		fputs("</g>\n<g class=\"still\">\n", f);
		draw_changing(run, TREE_GROWN, false, f);
		fputs("</g>\n", f);
	}
	fputs("</svg>\n", f);
}
