#include "packaging/values.h"

#include <stdio.h>
#include <string.h>

/* Sizes of an SVG: a cycle, a row, a level; what stands left of the first cycle. */
enum { CYCLES = 40, CELL = 34, ROW = 30, HIGH = 18, NAMES = 150, PATH = 32 * CYCLES, TEXT = 16 };

/* A row of a diagram. Of a level 0 or 1 in each cycle; of data what is there, "" where nothing is. */
struct row {
	const char *name;
	bool level;
	char cell[CYCLES][TEXT];
};

struct diagram {
	struct doc doc;
	cJSON *rows;
	unsigned cycles, n;
};

static struct diagram begin(cJSON *to, const char *title, const char *about, unsigned cycles)
{
	struct diagram d = { .cycles = cycles < CYCLES ? cycles : CYCLES };

	d.doc.root = doc_element(&d.doc, to, "title=%s about=%s width=%u", title, about, NAMES + d.cycles * CELL + 10);
	d.rows = doc_list(&d.doc, d.doc.root, "rows");
	return d;
}

static unsigned x_of(unsigned cycle)
{
	return NAMES + cycle * CELL;
}

/* A line that is high or low, with an edge where it changes. */
static void put_level(cJSON *to, const struct row *r, struct diagram *d)
{
	char path[PATH];
	int n = 0;

	for (unsigned c = 0; c < d->cycles; c++) {
		const unsigned y = d->n * ROW + (*r->cell[c] == '1' ? 4 : 4 + HIGH);

		n += snprintf(path + n, sizeof path - (size_t)n, "%c%u %uH%u", c ? 'L' : 'M', x_of(c) + (c ? 3 : 0), y, x_of(c + 1));
	}
	doc_add(&d->doc, to, "path=%s", path);
}

/* A box for each cycle that has data. */
static void put_data(cJSON *to, const struct row *r, struct diagram *d)
{
	cJSON *boxes = doc_list(&d->doc, to, "boxes");

	for (unsigned c = 0; c < d->cycles; c++)
		if (*r->cell[c])
			doc_element(&d->doc, boxes, "x=%u w=%u y=%u middle=%u base=%u text=%s", x_of(c) + 1, CELL - 2u, d->n * ROW + 4, x_of(c) + CELL / 2,
				    d->n * ROW + 18, r->cell[c]);
}

static void add_row(struct diagram *d, const struct row *r)
{
	char line[CYCLES * 8] = "";
	cJSON *item;

	for (unsigned c = 0; c < d->cycles; c++)
		snprintf(line + strlen(line), sizeof line - strlen(line), " %4.7s", *r->cell[c] ? r->cell[c] : r->level ? "0" : ".");
	item = doc_element(&d->doc, d->rows, "row=%s line=%s base=%u", r->name, line, d->n * ROW + 18);
	if (r->level)
		put_level(item, r, d);
	else
		put_data(item, r, d);
	d->n++;
}

static bool end(struct diagram *d)
{
	doc_add(&d->doc, d->doc.root, "height=%u", d->n * ROW + 6);
	return !d->doc.failed;
}

/* The row above all others: cycles by name, the header's first. */
static void add_cycles(struct diagram *d, unsigned first)
{
	struct row r = { .name = "cycle" };

	for (unsigned c = 0; c < d->cycles; c++) {
		if (c >= first)
			snprintf(r.cell[c], TEXT, c == first ? "t" : "t+%u", c - first);
		else
			snprintf(r.cell[c], TEXT, "t-%u", first - c);
	}
	add_row(d, &r);
}

/* The flits of a packet on a link, from this cycle on, at its pace. Returns the cycle behind the last one. */
static unsigned put_packet(const struct shape *s, struct row *valid, struct row *head, struct row *data, unsigned from, unsigned flits)
{
	const unsigned n = s->speed_n ? s->speed_n : 1, d = s->speed_d ? s->speed_d : 1;
	unsigned tokens = n - 1, c = from;

	for (unsigned k = 0; k < flits && c < CYCLES; c++) {
		tokens += d;
		if (tokens >= n) {
			tokens -= n;
			strcpy(valid->cell[c], "1");
			if (!k)
				strcpy(head->cell[c], "1");
			snprintf(data->cell[c], TEXT, k ? "f%u" : "hdr", k);
			k++;
		}
		if (tokens > n - 1)
			tokens = n - 1;
	}
	return c;
}

static bool add_packet(cJSON *to, const struct shape *s)
{
	struct row in_valid = { .name = s->nic ? "link_rx_valid" : "rx_valid", .level = true },
		   in_head = { .name = s->nic ? "link_rx_head" : "rx_head", .level = true },
		   in_data = { .name = s->nic ? "link_rx_data" : "rx_data" }, out_valid = { .name = "tx_valid", .level = true },
		   out_head = { .name = "tx_head", .level = true }, out_data = { .name = "tx_data" };
	const unsigned flits = s->packet_flits < 3 ? s->packet_flits : 3;
	unsigned last = put_packet(s, &in_valid, &in_head, &in_data, 1, flits);
	struct diagram d;

	if (!s->nic)
		last = put_packet(s, &out_valid, &out_head, &out_data, 1 + s->latency, flits);
	d = begin(to, s->nic ? "A packet on the link" : "A packet through an idle switch",
		s->nic ? "What arrives; what leaves has the same form." : "One link in, one link out; other packets on the way make it later.", last + 1);
	add_cycles(&d, 1);
	add_row(&d, &in_valid);
	add_row(&d, &in_head);
	add_row(&d, &in_data);
	if (!s->nic) {
		add_row(&d, &out_valid);
		add_row(&d, &out_head);
		add_row(&d, &out_data);
	}
	return end(&d);
}

/* A sender without credits: its header follows a credit. */
static bool add_credit(cJSON *to, const struct shape *s)
{
	struct row credit = { .name = s->nic ? "link_rx_credit" : "rx_credit", .level = true, .cell = { [1] = "1" } },
		   valid = { .name = s->nic ? "link_rx_valid" : "rx_valid", .level = true },
		   head = { .name = s->nic ? "link_rx_head" : "rx_head", .level = true }, data = { .name = s->nic ? "link_rx_data" : "rx_data" };
	struct row of = { .name = s->by_flits ? "rx_credit_vcs" : !s->by_cells ? s->nic ? "link_rx_credit_queue" : "rx_credit_queue" : s->nic ? "link_rx_credit_vc" : "rx_credit_vc",
			  .cell = { [1] = "VC" } };
	const unsigned last = put_packet(s, &valid, &head, &data, 2, 1);
	struct diagram d = begin(to, "A credit", s->by_flits ? "A sender without credits in a VC: a credit, and the flit that it lets go, at the earliest." :
		"A sender that lacks one credit: the credit, and the header that it lets go, at the earliest.", last + 2);

	if (s->credit_queues)
		strcpy(of.cell[1], "q");
	add_cycles(&d, 1);
	add_row(&d, &credit);
	if (s->by_flits || s->by_cells || s->credit_queues)
		add_row(&d, &of);
	add_row(&d, &valid);
	if (s->by_flits)
		strcpy(data.cell[2], "flit");
	else
		add_row(&d, &head);
	add_row(&d, &data);
	return end(&d);
}

/* An Xoff, and the Xon that ends it; of priorities, the vector of all. */
static bool add_message(cJSON *to, const struct shape *s)
{
	const bool whole = s->messages == MESSAGES_QUEUE;
	struct row valid = { .name = s->nic ? "link_tx_msg_valid" : "rx_msg_valid", .level = true, .cell = { [1] = "1", [5] = "1" } },
		   xoff = { .name = s->nic ? "link_tx_msg_xoff" : "rx_msg_xoff", .level = true, .cell = { [1] = "1" } },
		   stop = { .name = s->nic ? "link_tx_msg_stop" : "rx_msg_stop", .cell = { [1] = "1", [5] = "0" } },
		   line = { .name = s->cell_nic ? "link_tx_msg_queue" : s->nic ? "link_tx_msg_line" : s->messages == MESSAGES_LEVEL ? "rx_msg_queue" : "rx_msg_line",
			    .cell = { [1] = "l", [5] = "l" } };
	struct diagram d;

	if (s->queues > 1 && whole) {
		strcpy(stop.cell[1], "..01");
		strcpy(stop.cell[5], "..00");
	}
	d = begin(to, "Messages", whole ? "Priority 0 is stopped, and let go." :
		"An Xoff for a congested point, and the Xon that ends it, any time later.", 7);

	add_cycles(&d, 1);
	add_row(&d, &valid);
	if (whole) {
		add_row(&d, &stop);
	} else {
		add_row(&d, &xoff);
		add_row(&d, &line);
	}
	return end(&d);
}

cJSON *diagrams_of(const struct shape *s)
{
	cJSON *to = cJSON_CreateArray();
	bool good = to && add_packet(to, s) && add_credit(to, s);

	if (good && s->messages != MESSAGES_NONE && s->messages != MESSAGES_SIDE)
		good = add_message(to, s);
	if (good)
		return to;
	cJSON_Delete(to);
	return NULL;
}
