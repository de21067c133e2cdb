#include "expand.h"

#include "shape.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 256, KEY = 32 };

/* Returns false if the line goes. */
struct hook {
	const char *name;
	bool (*apply)(char line[LINE], const struct params *p);
};

static void replace(char line[LINE], const char *at, size_t length, const char *by)
{
	char rest[LINE];
	const size_t head = (size_t)(at - line);

	strcpy(rest, at + length);
	assert(head + strlen(by) + strlen(rest) < LINE);
	strcpy(line + head, by);
	strcat(line, rest);
}

/* The line is there only with set-aside queues. */
static bool hook_saqs(char line[LINE], const struct params *p)
{
	(void)line;
	return p->saqs > 0;
}

static const char *arbiter_id(const struct params *p)
{
	static const char *const ids[] = {
#define ARBITER(id, text, prio_bits, help) #id,
#include "arbiters.def"
#undef ARBITER
	};
	return ids[p->arbiter];
}

/* The module of the line becomes the arbiter chosen. */
static bool hook_arbiter(char line[LINE], const struct params *p)
{
	const size_t name = strspn(line, " ");
	char module[KEY];

	snprintf(module, sizeof module, "arbiter_%s", arbiter_id(p));
	replace(line, line + name, strcspn(line + name, " "), module);
	return true;
}

/* `PRIO_W = N - 1;`, in which N is a name: it becomes the width of the arbiter's state for N requesters. */
static bool hook_prio_w(char line[LINE], const struct params *p)
{
	static const char *const widths[] = {
#define ARBITER(id, text, prio_bits, help) #prio_bits,
#include "arbiters.def"
#undef ARBITER
	};
	char *n = strchr(line, '=');
	char name[KEY], *at;

	if (!n || sscanf(n, "= %31[A-Z]", name) != 1)
		return false;
	n += 2;
	replace(line, n, strcspn(n, ";"), widths[p->arbiter]);
	while ((at = strstr(line, "(n)")))
		replace(line, at, strlen("(n)"), name);
	return true;
}

/* One queue needs no arbiter. */
static bool hook_sole_queue(char line[LINE], const struct params *p)
{
	strcpy(line, "assign pick = cand;   // one requester");
	return shape_of(p).queues == 1;
}

/* The line is there only with several queues. */
static bool hook_queues(char line[LINE], const struct params *p)
{
	(void)line;
	return shape_of(p).queues > 1;
}

/* The line is there only where the queues are the cold one and the set-aside ones. */
static bool hook_cold_queue(char line[LINE], const struct params *p)
{
	(void)line;
	return shape_of(p).classifier != CLASSIFIER_STATIC;
}

/* The line, a comment as it stands, is there only where they are others. */
static bool hook_static_queues(char line[LINE], const struct params *p)
{
	replace(line, line, strlen("// "), "");
	return shape_of(p).classifier == CLASSIFIER_STATIC;
}

/* The line is there only where headers hold turns. */
static bool hook_turns(char line[LINE], const struct params *p)
{
	(void)line;
	return shape_of(p).classifier == CLASSIFIER_ROUTE_CAM;
}

/* The line, a comment as it stands, is there only where lines know destinations. */
static bool hook_destinations(char line[LINE], const struct params *p)
{
	replace(line, line, strlen("// "), "");
	return shape_of(p).classifier == CLASSIFIER_DESTINATION_CAM;
}

/* The line is there unless lists of destinations are in memories. */
static bool hook_flash(char line[LINE], const struct params *p)
{
	(void)line;
	return !shape_of(p).swept;
}

/* The line, a comment as it stands, is there only where they are. */
static bool hook_swept(char line[LINE], const struct params *p)
{
	if (*line)
		replace(line, line, strlen("// "), "");
	return shape_of(p).swept;
}

/* Where lines know destinations, their length is in hops, and their way is one output port. */
static bool hook_hops(char line[LINE], const struct params *p)
{
	static const struct { const char *turns, *hops; } texts[] = {
		{ "TURNPOOL_BITS / TURN_W", "HOPS" }, { "TURNS * TURN_W", "TURN_W" }, { "TURNPOOL_BITS", "HOPS         " },
		{ "turnpool_bits", "hops" },
	};

	if (shape_of(p).classifier != CLASSIFIER_DESTINATION_CAM)
		return true;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *at = strstr(line, texts[i].turns);

		if (at)
			replace(line, at, strlen(texts[i].turns), texts[i].hops);
	}
	return true;
}

/* The line, a comment as it stands, is there only where packets have stamps. */
static bool hook_stamps(char line[LINE], const struct params *p)
{
	replace(line, line, strlen("// "), "");
	return shape_of(p).stamp_w > 0;
}

/* The line is there only where they have none: arbiters have state. */
static bool hook_unstamped(char line[LINE], const struct params *p)
{
	(void)line;
	return shape_of(p).stamp_w == 0;
}

/* The line is there with a header memory, and where packets have stamps. */
static bool hook_hdr_mem_or_stamps(char line[LINE], const struct params *p)
{
	return (hook_saqs(line, p) && !shape_of(p).swept) || shape_of(p).stamp_w > 0;
}

/* The parameter SAQS becomes QUEUES where they are not. */
static bool hook_saqs_or_queues(char line[LINE], const struct params *p)
{
	if (shape_of(p).classifier == CLASSIFIER_STATIC)
		strcpy(line, "  parameter QUEUES       = 4,   //= queues");
	return true;
}

static const struct hook hooks[] = {
	{ "saqs", hook_saqs },
	{ "arbiter", hook_arbiter },
	{ "prio_w", hook_prio_w },
	{ "sole_queue", hook_sole_queue },
	{ "queues", hook_queues },
	{ "cold_queue", hook_cold_queue },
	{ "static_queues", hook_static_queues },
	{ "saqs_or_queues", hook_saqs_or_queues },
	{ "stamps", hook_stamps },
	{ "unstamped", hook_unstamped },
	{ "hdr_mem_or_stamps", hook_hdr_mem_or_stamps },
	{ "turns", hook_turns },
	{ "destinations", hook_destinations },
	{ "hops", hook_hops },
	{ "flash", hook_flash },
	{ "swept", hook_swept },
};

__attribute__((noreturn))
static void broken(const struct embedded *t, const char *line)
{
	fprintf(stderr, "sluice: template %s: cannot expand '%s'\n", t->name, line);
	abort();
}

static const struct hook *hook_find(const char *name)
{
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
		if (!strcmp(hooks[i].name, name))
			return &hooks[i];
	return NULL;
}

static void trim(char *line)
{
	size_t n = strlen(line);

	while (n && line[n - 1] == ' ')
		n--;
	line[n] = '\0';
}

/* Takes the last mark of this kind off the line; false: none. */
static bool take_mark(char line[LINE], const char *mark, char key[KEY])
{
	char *last = NULL;

	for (char *at = line; (at = strstr(at, mark)); at++)
		last = at;
	if (!last || sscanf(last + strlen(mark), " %31s", key) != 1)
		return false;
	*last = '\0';
	trim(line);
	return true;
}

static bool put_value(char line[LINE], const char *key, const struct params *p)
{
	const struct param_desc *d = params_find(key);
	char value[PARAMS_WHY];
	char *at = strchr(line, '=');

	if (!d || !at)
		return false;
	at += 1 + strspn(at + 1, " ");
	params_text(p, d, value, sizeof value);
	replace(line, at, strspn(at, "0123456789"), value);
	return true;
}

const struct embedded *template_find(const char *name, size_t length)
{
	for (const struct embedded *t = templates; t->name; t++)
		if (!strncmp(t->name, name, length) && !strcmp(t->name + length, ".v"))
			return t;
	return NULL;
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/* Put the line with the prefix on its module names. */
static void put_line(const char *line, const struct params *p, FILE *out)
{
	while (*line) {
		const size_t n = word_length(line);

		if (n && !strncmp(line + n + strspn(line + n, " "), "#(", 2) && template_find(line, n))
			fprintf(out, "%s_", p->name);
		fwrite(line, 1, n ? n : 1, out);
		line += n ? n : 1;
	}
	putc('\n', out);
}

/* Returns false if the line goes. */
static bool expand_line(const struct embedded *t, char line[LINE], const struct params *p)
{
	char key[KEY];

	while (take_mark(line, "//@", key)) {
		const struct hook *h = hook_find(key);

		if (!h)
			broken(t, line);
		if (!h->apply(line, p))
			return false;
	}
	if (take_mark(line, "//=", key) && !put_value(line, key, p))
		broken(t, line);
	return true;
}

/* Is the line one that begins or ends a block? *block: the hook of its lines, or NULL. */
static bool block_mark(const struct embedded *t, const char *line, const struct hook **block)
{
	static const char begin[] = "//@{ ";

	if (!strcmp(line, "//@}")) {
		*block = NULL;
		return true;
	}
	if (strncmp(line, begin, strlen(begin)) != 0)
		return false;
	*block = hook_find(line + strlen(begin));
	if (!*block)
		broken(t, line);
	return true;
}

void template_expand(const struct embedded *t, const struct params *p, FILE *out)
{
	const struct hook *block = NULL;
	bool blank = false;

	for (const char *at = t->text; *at;) {
		const size_t n = strcspn(at, "\n");
		char line[LINE];

		if (n >= LINE)
			broken(t, "a line too long");
		memcpy(line, at, n);
		line[n] = '\0';
		at += n + (at[n] == '\n');
		if (block_mark(t, line, &block) || (block && !block->apply(line, p)))
			continue;
		if (!expand_line(t, line, p) || (blank && !*line))
			continue;
		blank = !*line;
		put_line(line, p, out);
	}
}

const char *template_parameter(const char **at, size_t *length)
{
	static const char word[] = "\n  parameter ";
	const char *name = strstr(*at, word);

	if (!name)
		return NULL;
	name += strlen(word);
	*length = word_length(name);
	*at = name;
	return name;
}
