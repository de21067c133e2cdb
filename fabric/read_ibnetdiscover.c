#include "graph_build.h"

#include <string.h>

/*
 * ibnetdiscover, also what ibsim reads:
 *   Switch	8 "S-0002c90200000010"		# "leaf0" base port 0 lid 2 lmc 0
 *   [1]	"H-0002c90300100000"[1](2c90300100001) 		# "H0" lid 1 4xQDR
 *   Ca	1 "H-0002c903001000f0"		# "H15"
 *   [1](2c903001000f1) 	"S-0002c90200000040"[4]		# lid 24 lmc 0 "leaf3" lid 8 4xQDR
 */
/* A comment: what is before the name in quotes, the name, and what is behind it. */
struct comment {
	const char *before, *name, *behind;
};

/* Cuts the comment that begins here, if there is one. */
static struct comment comment_of(char *at)
{
	char *const mark = strchr(at, '#'), *const first = mark ? strchr(mark, '"') : NULL, *const last = first ? strrchr(first + 1, '"') : NULL;

	if (!last)
		return (struct comment){ mark ? mark + 1 : "", "", "" };
	*first = *last = '\0';
	return (struct comment){ mark + 1, first + 1, last + 1 };
}

/* The number behind a word, "lid 5"; 0 if the word is not there. */
static bool number_of(struct graph_build *b, const char *text, const char *word, uint64_t most, uint64_t *value)
{
	const char *at = strstr(text, word);

	*value = 0;
	if (!at)
		return true;
	at += strlen(word);
	if (line_number(&at, most, value) && (!*at || *at == ' ' || *at == '\t'))
		return true;
	return file_lines_refuse(b->lines, "no number from 0 to %u behind '%s'", (unsigned)most, word);
}

static bool lid_of(struct graph_build *b, const char *text, uint16_t *lid, uint8_t *lmc)
{
	uint64_t l, m;

	if (!number_of(b, text, "lid ", MOST_LID, &l) || !number_of(b, text, "lmc ", GRAPH_LMC, &m))
		return false;
	*lid = (uint16_t)l;
	*lmc = (uint8_t)m;
	return true;
}

/* "S-0002c90200000010" in quotes. */
static bool quoted(const char **at, const char **id, size_t *size)
{
	if (**at != '"')
		return false;
	*id = *at + 1;
	*size = strcspn(*id, "\"");
	if (!*size || (*id)[*size] != '"')
		return false;
	*at = *id + *size + 1;
	return true;
}

/* The GUID of a node is its key behind S-, H- or R-; 0: the file has names of its own. */
static uint64_t guid_of(const char *id, size_t size)
{
	const char *at = id + 2;
	uint64_t guid;

	return size > 2 && id[1] == '-' && line_hex(&at, &guid) && at == id + size ? guid : 0;
}

static bool read_device(struct graph_build *b, char *line, const char *at, bool is_switch)
{
	struct device_facts f = { .is_switch = is_switch };
	struct comment c;
	const char *id;
	uint64_t ports;
	size_t size;

	line_blanks(&at);
	if (!line_number(&at, MOST_PORTS, &ports) || !ports)
		return file_lines_refuse(b->lines, "no number of ports from 1 to 255");
	line_blanks(&at);
	if (!quoted(&at, &id, &size))
		return file_lines_refuse(b->lines, "no key of the node in quotes, \"S-0002c90200000010\"");
	f.guid = guid_of(id, size);
	c = comment_of(line + (at - line));
	f.ports = (unsigned)ports;
	f.name = *c.name ? c.name : id;
	f.name_size = *c.name ? strlen(c.name) : size;
	if (is_switch && !lid_of(b, c.behind, &f.lid, &f.lmc))
		return false;
	b->latest = graph_build_device(b, id, size, &f);
	return b->latest != GRAPH_NONE;
}

/* "[4]", then perhaps "[ext 2]" and a GUID in parentheses, 0: there is none. */
static bool read_place(const char **at, uint64_t *port, uint64_t *guid)
{
	uint64_t other;

	*guid = 0;
	if (!line_word(at, "[") || !line_number(at, MOST_PORTS, port) || !line_word(at, "]"))
		return false;
	if (line_word(at, "[ext ") && !(line_number(at, MOST_PORTS, &other) && line_word(at, "]")))
		return false;
	return !line_word(at, "(") || (line_hex(at, guid) && line_word(at, ")"));
}

/* Where a comment says what a port of an adapter has: on a line of the adapter before the name, on one of its switch behind it. */
static bool tell_port(struct graph_build *b, uint32_t device, uint64_t port, uint64_t guid, const char *text)
{
	struct port_facts f = { .guid = guid };

	return lid_of(b, text, &f.lid, &f.lmc) && graph_build_port(b, device, (unsigned)port, &f);
}

/* The word behind the LID of the other end, " lid 5 4xQDR"; older files have none. */
static bool rate_of(struct graph_build *b, const char *behind, struct link_rate *rate)
{
	const char *at = strstr(behind, "lid ");

	*rate = (struct link_rate){ 0 };
	at = at ? strchr(at + 4, ' ') : NULL;
	if (!at || !*++at || link_rate_read(at, NULL, rate))
		return true;
	return file_lines_refuse(b->lines, "the rate '%.*s' is not known; a link without one is as fast as the fastest", WORD_SHOWN, at);
}

static bool read_port(struct graph_build *b, char *line)
{
	const char *at = line, *id;
	uint64_t port, far_port, guid, far_guid;
	struct link_rate rate;
	struct comment c;
	uint32_t far;
	size_t size;
	bool is_switch;

	if (!b->described)
		return file_lines_refuse(b->lines, "a port before the first node");
	if (!read_place(&at, &port, &guid))
		return file_lines_refuse(b->lines, "no port in brackets, [4]");
	line_blanks(&at);
	if (!quoted(&at, &id, &size))
		return file_lines_refuse(b->lines, "no key of the other node in quotes, \"S-0002c90200000010\"");
	if (!read_place(&at, &far_port, &far_guid))
		return file_lines_refuse(b->lines, "no port of the other node in brackets, [4]");
	c = comment_of(line + (at - line));
	far = graph_build_device(b, id, size, NULL);
	is_switch = b->device[b->latest].facts.is_switch;
	if (far == GRAPH_NONE || (!is_switch && !tell_port(b, b->latest, port, guid, c.before)))
		return false;
	if (is_switch && *id != 'S' && far_guid && !tell_port(b, far, far_port, far_guid, c.behind))
		return false;
	return rate_of(b, c.behind, &rate) && graph_build_link(b, (struct build_end){ b->latest, (unsigned)port }, (struct build_end){ far, (unsigned)far_port }, rate);
}

static bool is_passed_over(const char *line)
{
	static const char *const begins[] = { "vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "rtguid=", "Chassis ", "Non-Chassis ", "#", " ", "\t" };

	for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(line, begins[i], strlen(begins[i])))
			return true;
	return !*line;
}

bool read_ibnetdiscover(struct graph_build *b, char *line)
{
	static const struct { const char *word; bool is_switch; } kinds[] = { { "Switch", true }, { "Ca", false }, { "Hca", false }, { "Rt", false } };

	if (*line == '[')
		return read_port(b, line);
	if (is_passed_over(line))
		return true;
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const char *at = line;

		if (line_word(&at, kinds[i].word) && (*at == ' ' || *at == '\t'))
			return read_device(b, line, at, kinds[i].is_switch);
	}
	return file_lines_refuse(b->lines, "'%.*s' begins neither a node nor a port", WORD_SHOWN, line);
}
