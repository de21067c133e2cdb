#include "job_set.h"

#include "rng.h"
#include "text.h"
#include "why_not.h"
#include "net/workload/workload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 1000000, GROUPS = 4096 };

/* Cycles of a microsecond of a trace: unless told; at most. */
enum { CLOCK = 1000, CLOCK_MOST = 1000000 };

/* All calls of all ranks, whose ends are kept. */
#define INSTANCES (UINT64_C(1) << 28)

/* What is told of a job before what it does, and once; a group and a way as often as there are some. The last ones are of traces. */
static const char *const properties[] = { "ranks", "nodes", "start", "overhead", "level", "repeat", "clock", "group", "way" };
enum { RANKS, NODES, START, OVERHEAD, LEVEL, REPEAT, CLOCKS, GROUP, WAY, PROPERTIES };

struct reader {
	struct text_lines in;
	struct job_set *set;
	struct job *job;                /* that the lines are about; NULL: none yet */
	struct job_file file;           /* of its operations ... */
	uint64_t graph_line;            /* ... named in this line */
	uint64_t job_line;              /* the line that the job begins with */
	bool placed, begun;             /* its nodes are known; a line on what it does was read */
	uint32_t listed;                /* ranks whose nodes are known, of a list */
	uint64_t told[PROPERTIES];      /* the line of each property; 0: none */
	uint64_t told_way[CALLS];
	struct rng rng;
};

#define REFUSE(r, ...) lines_refuse(&(r)->in, __VA_ARGS__)

/* The next word of a text; NULL: there is none. */
static char *word(char **text)
{
	char *const begin = *text + strspn(*text, " \t");
	const size_t n = strcspn(begin, " \t");

	*text = begin + n;
	if (**text)
		*(*text)++ = '\0';
	return n ? begin : NULL;
}

/* Puts rank `rank` of the job on a node. */
static bool place(struct reader *r, uint32_t rank, uint32_t node)
{
	struct job_set *const s = r->set;

	if (s->rank_of_node[node] != NO_RANK)
		return REFUSE(r, "nodes: node %u has a rank already", node);
	s->rank_of_node[node] = r->job->first + rank;
	s->node[r->job->first + rank] = node;
	return true;
}

/* On the first nodes that are free; or on any of these, at random. */
static void place_free(struct reader *r, bool random)
{
	const struct job_set *const s = r->set;
	uint32_t free = 0, rank = 0, node = 0;

	for (uint32_t n = 0; n < s->nodes; n++)
		free += s->rank_of_node[n] == NO_RANK;
	for (; rank < r->job->ranks; node++)
		if (s->rank_of_node[node] == NO_RANK && (!random || rng_below(&r->rng, free--) < r->job->ranks - rank))
			place(r, rank++, node);
	for (rank = r->job->ranks; random && rank > 1; rank--) {
		const uint32_t other = rng_below(&r->rng, rank), a = s->node[r->job->first + rank - 1], b = s->node[r->job->first + other];

		s->node[r->job->first + rank - 1] = b;
		s->node[r->job->first + other] = a;
		s->rank_of_node[b] = r->job->first + rank - 1;
		s->rank_of_node[a] = r->job->first + other;
	}
}

/* Takes the numbers of a list one by one: "7", "0-15" or "0-60:4", which are first, last and step, and several of these with commas between them. */
static bool each_of(struct reader *r, const char *what, char *list, uint64_t most, bool (*take)(struct reader *, uint32_t number))
{
	for (char *one; (one = strsep(&list, ","));) {
		char *const text = text_trimmed(one), *const colon = strchr(text, ':'), *const dash = strchr(text, '-');
		uint64_t first, last, step = 1;

		if (colon)
			*colon = '\0';
		if (dash)
			*dash = '\0';
		if (!lines_number(&r->in, what, text, 0, most, &first) || !lines_number(&r->in, what, dash ? dash + 1 : text, first, most, &last) ||
		    (colon && !lines_number(&r->in, what, colon + 1, 1, most + 1, &step)))
			return false;
		for (uint64_t number = first; number <= last; number += step)
			if (!take(r, (uint32_t)number))
				return false;
	}
	return true;
}

/* The next rank is on a node of a list. */
static bool place_next(struct reader *r, uint32_t node)
{
	if (r->listed == r->job->ranks)
		return REFUSE(r, "nodes: there are more of them than the %u ranks", r->listed);
	return place(r, r->listed++, node);
}

/* The ranks of the job are known, and get numbers among those of all. */
static bool take_ranks(struct reader *r, uint64_t ranks)
{
	struct job_set *const s = r->set;
	const uint32_t free_nodes = s->nodes - s->ranks;

	if (free_nodes < 2)
		return REFUSE(r, "ranks: a job has 2 or more, and %u nodes are free", free_nodes);
	if (ranks < 2 || ranks > free_nodes)
		return REFUSE(r, "ranks: %ju are not in 2..%u; so many nodes are free", (uintmax_t)ranks, free_nodes);
	r->job->ranks = (uint32_t)ranks;
	r->job->first = s->ranks;
	s->ranks += r->job->ranks;
	return true;
}

/* What was left open has its default: all free nodes, the first ones. */
static bool settle(struct reader *r)
{
	if (!r->job->ranks && !take_ranks(r, r->set->nodes - r->set->ranks))
		return false;
	if (!r->placed)
		place_free(r, false);
	r->placed = true;
	return true;
}

/* The next job has none so far. */
static void forget_file(struct reader *r)
{
	stock_free(&r->file.memory);
	free(r->file.path);
	r->file = (struct job_file){ .clock = CLOCK };
	for (unsigned kind = 0; kind < CALLS; kind++)
		r->file.way[kind] = job_first_way((enum job_kind)kind);
}

/* Reads the file of operations of a job. */
static bool read_graph(struct reader *r)
{
	struct job *const j = r->job;
	char why[LINES_WHY];

	r->file.ranks = j->ranks;
	j->graph = job_graph_read(&r->file, &r->set->memory, why);
	if (j->graph)
		return true;
	if (strncmp(why, "cannot", strlen("cannot"))) {
		snprintf(r->in.why, LINES_WHY, "%s", why);
		return false;
	}
	r->in.line = r->graph_line;
	return REFUSE(r, "%s", why);
}

/* Do the operations of the job use what was told of its trace? */
static bool all_used(struct reader *r)
{
	static const bool used[FILE_KINDS][PROPERTIES] = {
		[FILE_CHAKRA] = { [CLOCKS] = true, [GROUP] = true, [WAY] = true }, [FILE_VEF] = { [CLOCKS] = true }, [FILE_OTF2] = { [CLOCKS] = true, [WAY] = true },
	};

	for (unsigned k = CLOCKS; k < PROPERTIES; k++)
		if (r->told[k] && !(r->file.path && used[r->file.kind][k])) {
			r->in.line = r->told[k];
			return REFUSE(r, "%s: nothing that the job does has one", properties[k]);
		}
	return true;
}

/* What is wrong with a job as a whole is told of its first line. */
static bool end_job(struct reader *r)
{
	const uint64_t line = r->in.line;
	const struct job *const j = r->job;

	if (!j)
		return true;
	r->in.line = r->job_line;
	if (!settle(r) || !all_used(r))
		return false;
	if (!j->calls && !r->file.path)
		return REFUSE(r, "job '%s' has nothing to do", j->name);
	if (job_instances(j) * j->ranks > INSTANCES)
		return REFUSE(r, "job '%s': %ju operations of %u ranks are more than %ju in all", j->name, (uintmax_t)job_instances(j), j->ranks,
				    (uintmax_t)INSTANCES);
	if (r->file.path && !read_graph(r))
		return false;
	forget_file(r);
	r->in.line = line;
	return true;
}

static bool begin_job(struct reader *r, const char *name)
{
	struct job_set *const s = r->set;
	struct job job = { .rounds = 1 };

	if (!end_job(r))
		return false;
	if (!*name || strlen(name) >= JOB_NAME || strpbrk(name, ",\" \t"))
		return REFUSE(r, "job: '%.*s' is not a name of up to %d letters", LINES_SHOWN, name, JOB_NAME - 1);
	if (s->jobs == JOBS)
		return REFUSE(r, "job: there are more than %d", (int)JOBS);
	for (unsigned k = 0; k < s->jobs; k++)
		if (!strcmp(s->job[k].name, name))
			return REFUSE(r, "job: another job is called '%s'", name);
	snprintf(job.name, sizeof job.name, "%s", name);
	if (!stock_push(&s->memory, &s->job, &s->jobs, &job, sizeof job))
		return REFUSE(r, "%s", strerror(ENOMEM));
	r->job = &s->job[s->jobs - 1];
	r->job_line = r->in.line;
	r->placed = r->begun = false;
	memset(r->told, 0, sizeof r->told);
	memset(r->told_way, 0, sizeof r->told_way);
	return true;
}

/* Notes the line of what is told. False: it was told before. */
static bool once(struct reader *r, const char *what, uint64_t *line)
{
	if (*line)
		return REFUSE(r, "%s: it is told in line %ju already", what, (uintmax_t)*line);
	*line = r->in.line;
	return true;
}

static bool set_nodes(struct reader *r, char *text)
{
	if (!r->job->ranks)
		return REFUSE(r, "nodes: ranks = NUMBER has to stand before");
	r->placed = true;
	if (!strcmp(text, "random") || !strcmp(text, "next")) {
		place_free(r, *text == 'r');
		return true;
	}
	r->listed = 0;
	return each_of(r, "nodes", text, r->set->nodes - 1, place_next) &&
	       (r->listed == r->job->ranks || REFUSE(r, "nodes: %u of them for %u ranks", r->listed, r->job->ranks));
}

/* Path of a file that another one names: relative to that one. NULL: out of memory. */
static char *beside(const char *path, const char *name)
{
	const char *const slash = strrchr(path, '/');
	char *whole;

	return asprintf(&whole, "%.*s%s", slash && *name != '/' ? (int)(slash + 1 - path) : 0, path, name) < 0 ? NULL : whole;
}

static bool set_graph(struct reader *r, const char *name, enum job_file_kind kind)
{
	if (r->job->calls || r->file.path)
		return REFUSE(r, "a job has either operations, or flows, or a trace, or collective operations");
	if (!*name)
		return REFUSE(r, "%s: the name of a file is missing", job_file_names[kind]);
	if (kind == FILE_CHAKRA && !strchr(name, '*'))
		return REFUSE(r, "chakra: '%.*s' has no '*' in place of the number of a rank", LINES_SHOWN, name);
	r->file.path = beside(r->in.path, name);
	r->file.kind = kind;
	r->graph_line = r->in.line;
	if (!r->file.path)
		return REFUSE(r, "%s", strerror(ENOMEM));
	if (strlen(r->file.path) > JOB_PATH - 16)
		return REFUSE(r, "%s: the path is longer than %d bytes", job_file_names[kind], JOB_PATH - 16);
	/* A trace says how many ranks there are, unless the job does. */
	const uint32_t ranks = r->job->ranks ? 0 : job_file_ranks(kind, r->file.path, r->set->nodes - r->set->ranks + 1);

	return !ranks || take_ranks(r, ranks);
}

/* The next rank of the last group. */
static bool add_member(struct reader *r, uint32_t rank)
{
	struct job_group *const g = &r->file.group[r->file.groups - 1];

	for (uint32_t k = 0; k < g->ranks; k++)
		if (g->rank[k] == rank)
			return REFUSE(r, "group: rank %u is in it already", rank);
	return stock_push(&r->file.memory, &g->rank, &g->ranks, &rank, sizeof rank) || REFUSE(r, "%s", strerror(ENOMEM));
}

/* "NAME 0-3,8": ranks of a group, in its order. */
static bool set_group(struct reader *r, char *text)
{
	struct job_file *const f = &r->file;
	char *const name = word(&text);
	struct job_group group = { .ranks = 0 };

	if (f->groups == GROUPS)
		return REFUSE(r, "group: there are more than %d", (int)GROUPS);
	if (!r->job->ranks)
		return REFUSE(r, "group: ranks = NUMBER has to stand before");
	if (!name)
		return REFUSE(r, "group: not of the form group = NAME RANKS");
	for (unsigned k = 0; k < f->groups; k++)
		if (!strcmp(f->group[k].name, name))
			return REFUSE(r, "group: another group of the job is called '%.*s'", LINES_SHOWN, name);
	group.name = stock_text(&f->memory, name, strlen(name));
	if (!group.name || !stock_push(&f->memory, &f->group, &f->groups, &group, sizeof group))
		return REFUSE(r, "%s", strerror(ENOMEM));
	return each_of(r, "group", text, r->job->ranks - 1, add_member);
}

/* "all-reduce halving": of a trace. */
static bool set_way(struct reader *r, char *text)
{
	const char *const call = word(&text), *const way = call ? word(&text) : NULL;
	const unsigned kind = way ? text_among(call, job_call_names, CALLS) : CALLS;
	const enum job_way named = kind < CALLS ? job_way_named((enum job_kind)kind, way) : WAYS;

	if (named == WAYS)
		return REFUSE(r, "way: not an operation and one of its ways, as in all-reduce halving");
	r->file.way[kind] = named;
	return once(r, call, &r->told_way[kind]);
}

/* "4x4x8" */
static bool read_grid(struct reader *r, char *text, struct job_call *c)
{
	uint64_t n, all = 1;

	for (char *one; (one = strsep(&text, "x"));) {
		if (c->dims == JOB_DIMS)
			return REFUSE(r, "neighbours: a grid has at most %d dimensions", (int)JOB_DIMS);
		if (!lines_number(&r->in, "neighbours", one, 1, r->job->ranks, &n))
			return false;
		c->dim[c->dims++] = (uint32_t)n;
		all *= n;
	}
	return all == r->job->ranks || REFUSE(r, "neighbours: a grid of %ju ranks, for %u", (uintmax_t)all, r->job->ranks);
}

static bool read_root(struct reader *r, const char *text, struct job_call *c)
{
	uint64_t root = 0;

	c->rotates = !strcmp(text, "next");
	if (!c->rotates && !lines_number(&r->in, "root", text, 0, r->job->ranks - 1, &root))
		return false;
	c->root = (uint32_t)root;
	return true;
}

static bool has_root(enum job_kind kind)
{
	return kind == CALL_BROADCAST || kind == CALL_REDUCE || kind == CALL_GATHER || kind == CALL_SCATTER;
}

/* A word behind the bytes: a way, a grid, or the root; each once. told: the lines of the root and of the way; 0: none. */
static bool read_word(struct reader *r, char *text, struct job_call *c, uint64_t told[2])
{
	if (has_root(c->kind) && !strncmp(text, "root=", 5))
		return once(r, "root", &told[0]) && read_root(r, text + 5, c);
	if (c->kind == CALL_NEIGHBOURS && !c->dims)
		return read_grid(r, text, c);
	const enum job_way way = job_way_named(c->kind, text);

	if (way == WAYS)
		return REFUSE(r, "%s: '%.*s' is not known", job_call_names[c->kind], LINES_SHOWN, text);
	c->way = way;
	return once(r, text, &told[1]);
}

static bool read_call(struct reader *r, enum job_kind kind, char *text)
{
	struct job_call c = { .kind = kind, .way = job_first_way(kind) };
	uint64_t told[2] = { 0 };
	const char *const amount = kind == CALL_BARRIER ? "1" : word(&text);

	if (r->file.path)
		return REFUSE(r, "a job has either operations, or flows, or a trace, or collective operations");
	if (!settle(r) || !lines_number(&r->in, job_call_names[kind], amount ? amount : "", 1, JOB_AMOUNT, &c.amount))
		return false;
	for (char *one = word(&text); one; one = word(&text))
		if (!read_word(r, one, &c, told))
			return false;
	if (kind == CALL_NEIGHBOURS && !c.dims)
		return REFUSE(r, "neighbours: the grid is missing: neighbours = BYTES 4x4");
	if (r->job->calls == JOB_CALLS)
		return REFUSE(r, "a job has at most %d operations", (int)JOB_CALLS);
	return stock_push(&r->set->memory, &r->job->call, &r->job->calls, &c, sizeof c) || REFUSE(r, "%s", strerror(ENOMEM));
}

static bool read_property(struct reader *r, unsigned property, char *text)
{
	const char *const key = properties[property];
	uint64_t ranks;

	if (property < GROUP && !once(r, key, &r->told[property]))
		return false;
	r->told[property] = r->in.line;
	switch (property) {
	case RANKS: return lines_number(&r->in, key, text, 2, UINT32_MAX, &ranks) && take_ranks(r, ranks);
	case NODES: return set_nodes(r, text);
	case START: return lines_number(&r->in, key, text, 0, JOB_AMOUNT, &r->job->start);
	case OVERHEAD: return lines_number(&r->in, key, text, 0, JOB_AMOUNT, &r->job->overhead);
	case LEVEL: return lines_number(&r->in, key, text, 0, SERVICE_LEVELS - 1, &r->job->level);
	case REPEAT: return lines_number(&r->in, key, text, 1, ROUNDS, &r->job->rounds);
	case CLOCKS: return lines_number(&r->in, key, text, 1, CLOCK_MOST, &r->file.clock);
	case GROUP: return set_group(r, text);
	default: return set_way(r, text);
	}
}

static bool read_key(struct reader *r, const char *key, char *text)
{
	if (!strcmp(key, "job"))
		return begin_job(r, text);
	if (!r->job)
		return REFUSE(r, "'%.*s': no job has begun; the first line is job = NAME", LINES_SHOWN, key);
	const unsigned property = text_among(key, properties, PROPERTIES), file = text_among(key, job_file_names, FILE_KINDS);
	const unsigned call = text_among(key, job_call_names, CALLS);

	if (property < PROPERTIES)
		return r->begun ? REFUSE(r, "%s: it has to stand before what the job does", key) : read_property(r, property, text);
	r->begun = true;
	if (file < FILE_KINDS)
		return set_graph(r, text, (enum job_file_kind)file);
	return call < CALLS ? read_call(r, (enum job_kind)call, text) : REFUSE(r, "'%.*s' is nothing that a job has", LINES_SHOWN, key);
}

static bool read_line(struct reader *r)
{
	char *key, *equals;

	text_cut_comment(r->in.text);
	key = text_trimmed(r->in.text);
	if (!*key)
		return true;
	equals = strchr(key, '=');
	if (!equals && strcmp(key, job_call_names[CALL_BARRIER]))
		return REFUSE(r, "'%.*s' is not of the form key = value", LINES_SHOWN, key);
	if (equals)
		*equals = '\0';
	return read_key(r, text_trimmed(key), equals ? text_trimmed(equals + 1) : key + strlen(key));
}

static bool read_all(struct reader *r)
{
	while (lines_next(&r->in))
		if (!read_line(r))
			return false;
	if (r->in.refused || !end_job(r))
		return false;
	return r->job || REFUSE(r, "there is no job in it; the first line is job = NAME");
}

static struct job_set *set_new(uint32_t nodes)
{
	struct job_set *const s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->nodes = nodes;
	s->node = stock_array(&s->memory, nodes, sizeof *s->node);
	s->rank_of_node = stock_array(&s->memory, nodes, sizeof *s->rank_of_node);
	if (s->memory.lacking) {
		job_set_free(s);
		return NULL;
	}
	memset(s->rank_of_node, 0xff, nodes * sizeof *s->rank_of_node);
	return s;
}

struct job_set *job_set_open(const char *path, uint32_t nodes, uint64_t seed, char why[LINES_WHY])
{
	struct reader r = { .set = set_new(nodes), .rng = rng_seed(seed, UINT64_MAX - 1) };
	bool good = lines_open(&r.in, path, LINES_TEXT, why);

	forget_file(&r);
	_Static_assert(NO_RANK == UINT32_MAX, "all of its bytes are 0xff");
	if (good && fseek(r.in.f, 0, SEEK_SET))
		good = why_not(why, LINES_WHY, "'%.100s' cannot be read more than once, as a file of jobs is", path);
	else if (good && !r.set)
		good = why_not(why, LINES_WHY, "%s", strerror(ENOMEM));
	good = good && read_all(&r);
	if (r.in.f)
		fclose(r.in.f);
	forget_file(&r);
	if (good)
		return r.set;
	job_set_free(r.set);
	return NULL;
}

void job_set_free(struct job_set *s)
{
	if (s)
		stock_free(&s->memory);
	free(s);
}
