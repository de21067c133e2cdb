#include "graph_build.h"

#include <string.h>

/*
 * opensm-subnet.lst, a line for each link and direction:
 *   { SW Ports:08 SystemGUID:... NodeGUID:0002c90200000010 PortGUID:... {leaf0} LID:0002 PN:05 } { CA Ports:01 ... } PHY=4x LOG=ACT SPD=10
 * Number of ports, LIDs and PN are hexadecimal. The file has no LMC: only the first LID of a port is known.
 */
/* The hexadecimal number behind a word. */
static bool field(struct file_lines *l, const char *from, const char *stop, const char *word, uint64_t most, uint64_t *value)
{
	const char *at = strstr(from, word);

	if (at && at < stop) {
		at += strlen(word);
		if (line_hex(&at, value) && *value <= most && (*at == ' ' || at == stop))
			return true;
	}
	return file_lines_refuse(l, "no hexadecimal number up to %llx behind '%s'", (unsigned long long)most, word);
}

/* One end of a link, in braces; the name is in braces itself and may have some. */
static bool read_end(struct graph_build *b, const char **at, struct build_end *e)
{
	struct file_lines *const l = b->lines;
	const char *const close = strstr(*at, " } "), *const name = strstr(*at, " {");
	const char *stop = close;
	struct device_facts f = { 0 };
	uint64_t ports, port_guid, lid, port;
	char key[20];

	if (!line_word(at, "{ ") || !close || !name || name > close)
		return file_lines_refuse(l, "no end of a link in braces");
	while (stop > name && strncmp(stop, "} LID:", 6) != 0)
		stop--;
	if (stop == name)
		return file_lines_refuse(l, "no name in braces before 'LID:'");
	f.is_switch = !strncmp(*at, "SW", 2);
	f.name = name + 2;
	f.name_size = (size_t)(stop - f.name);
	if (!field(l, *at, name, "Ports:", MOST_PORTS, &ports) || !field(l, *at, name, "NodeGUID:", UINT64_MAX, &f.guid) ||
	    !field(l, *at, name, "PortGUID:", UINT64_MAX, &port_guid) || !field(l, stop, close, "LID:", MOST_LID, &lid) ||
	    !field(l, stop, close, "PN:", MOST_PORTS, &port))
		return false;
	*at = close + 3;
	f.ports = (unsigned)ports;
	e->port = (unsigned)port;
	f.lid = f.is_switch ? (uint16_t)lid : 0;
	snprintf(key, sizeof key, "%016llx", (unsigned long long)f.guid);
	e->device = graph_build_device(b, key, strlen(key), &f);
	return e->device != GRAPH_NONE &&
	       (f.is_switch || graph_build_port(b, e->device, e->port, &(struct port_facts){ port_guid, (uint16_t)lid, 0 }));
}

static bool rate_of(struct file_lines *l, const char *at, struct link_rate *rate)
{
	const char *lanes = strstr(at, "PHY="), *speed = strstr(at, "SPD=");

	*rate = (struct link_rate){ 0 };
	if (!lanes || !speed || link_rate_read(lanes + 4, speed + 4, rate))
		return true;
	return file_lines_refuse(l, "the rate '%.*s' is not known; a link without one is as fast as the fastest", WORD_SHOWN, lanes);
}

bool read_subnet(struct graph_build *b, char *line)
{
	struct build_end from = { 0 }, to = { 0 };
	struct link_rate rate;
	const char *at = line;

	return !*line || (read_end(b, &at, &from) && read_end(b, &at, &to) && rate_of(b->lines, at, &rate) && graph_build_link(b, from, to, rate));
}
