#include "sluice.h"

#include "call.h"
#include "net/engine/backends.h"
#include "net/run/simulate_fields.h"
#include "simulation_options.h"
#include "text.h"
#include "topology/fabric_topology.h"
#include "version.h"
#include "why_not.h"

#include <stdlib.h>
#include <string.h>

/* The options of `sluice sim`, without its files. */
struct network_options {
	struct simulate_options run;    /* first: the rows of both tables are of this struct */
#define OPTION_FILE "net/run/simulate_backend.def"
#include "option_members.h"
#undef OPTION_FILE
};

static const struct option_row backend_rows[] = {
#define OPTION_STRUCT network_options
#define OPTION_FILE "net/run/simulate_backend.def"
#include "option_rows.h"
};

static const struct command_line line = { .name = "sim", .table = simulate_rows, .more = backend_rows, .several = true, .configured = true };

struct sluice_network {
	struct options given;           /* has what options point to */
	struct network_options own;
	struct simulation s;
	struct fabric_topology fabric;  /* of s */
	struct simulation_run *run;     /* NULL: it has ended, and there are: */
	bool good;
	char why[SLUICE_WHY];
	struct simulation_result result;
	struct fields fields;
	char *json;
};

_Static_assert((int)SLUICE_WHY >= (int)NETWORK_WHY && (int)SLUICE_WHY >= (int)PARAMS_WHY, "messages are passed on");

const char *sluice_version(void)
{
	return SLUICE_VERSION;
}

static bool own_model(const struct network_options *o, char why[SLUICE_WHY])
{
	const char *const wrong = o->backend != LOCKSTEP_C ? "backend" : o->payload ? "payload" : o->plant ? "plant" : NULL;

	return !wrong || why_not(why, SLUICE_WHY, "--%s: with the command only; the library has the C model alone", wrong);
}

static bool read_options(struct sluice_network *n, const struct sluice_option *o, size_t options, char why[SLUICE_WHY])
{
	struct options *const given = &n->given;

	if (!options_of_call(given, &line, o, options, why) || !options_config(given, why) || !options_read(given, &line, &n->own, why))
		return false;
	n->s = simulation_of(given, &n->own.run);
	return fabric_topology_open(&n->fabric, &n->s, why) && simulation_setup(&n->s, why) && own_model(&n->own, why);
}

struct sluice_network *sluice_network_new(const struct sluice_option *o, size_t options, char why[SLUICE_WHY])
{
	const struct c_locale l = c_locale_begin();
	struct sluice_network *n = calloc(1, sizeof *n);

	if (!n)
		snprintf(why, SLUICE_WHY, "not enough memory");
	if (!n || !read_options(n, o, options, why) || !(n->run = simulation_begin(&n->s, why))) {
		one_line(why);
		sluice_network_free(n);
		n = NULL;
	}
	c_locale_end(l);
	return n;
}

void sluice_network_free(struct sluice_network *n)
{
	if (!n)
		return;
	simulation_end(n->run);
	simulation_result_free(&n->result);
	fields_free(&n->fields);
	free(n->json);
	fabric_topology_close(&n->fabric);
	options_free(&n->given);
	free(n);
}

uint64_t sluice_network_cycles(const struct sluice_network *n)
{
	return simulation_to_end(&n->s) && !n->run ? n->result.traffic_cycles : n->s.span;
}

uint64_t sluice_network_cycle(const struct sluice_network *n)
{
	return n->run ? simulation_cycle(n->run) : n->result.cycles;
}

static void read_results(struct sluice_network *n)
{
	simulate_fields(&n->s, &n->result, &n->fields);
	simulate_fields_config(&n->s, &n->own, backend_rows, &n->fields);
	struct text json;
	FILE *const f = n->fields.failed ? NULL : text_begin(&json);

	if (f)
		fields_write_json(&n->fields, f);
	n->json = f ? text_end(&json, f) : NULL;
	if (n->json)
		return;
	fields_free(&n->fields);
	n->good = false;
	snprintf(n->why, sizeof n->why, "not enough memory for the results");
}

static void end(struct sluice_network *n)
{
	const struct c_locale l = c_locale_begin();

	simulation_finish(n->run, &n->result);
	simulation_end(n->run);
	n->run = NULL;
	n->good = !n->result.failed;
	snprintf(n->why, sizeof n->why, "%s", n->result.why);
	read_results(n);
	c_locale_end(l);
}

bool sluice_network_run(struct sluice_network *n, uint64_t cycles)
{
	if (!n->run)
		return false;
	const uint64_t now = simulation_cycle(n->run);

	simulation_run_to(n->run, cycles < UINT64_MAX - now ? now + cycles : UINT64_MAX);
	if (simulation_over(n->run))
		end(n);
	return n->run;
}

void sluice_network_stop(struct sluice_network *n)
{
	if (!n->run)
		return;
	simulation_stop(n->run);
	simulation_run_to(n->run, UINT64_MAX);
	end(n);
}

bool sluice_network_good(const struct sluice_network *n, char why[SLUICE_WHY])
{
	if (n->run)
		snprintf(why, SLUICE_WHY, "the run has not ended");
	else if (!n->good)
		snprintf(why, SLUICE_WHY, "%s", n->why);
	return !n->run && n->good;
}

size_t sluice_network_results(const struct sluice_network *n)
{
	return n->fields.n;
}

bool sluice_network_result(const struct sluice_network *n, size_t index, struct sluice_result *r)
{
	_Static_assert((int)FIELD_NUMBER == (int)SLUICE_NUMBER && (int)FIELD_WORD == (int)SLUICE_WORD && (int)FIELD_FLAG == (int)SLUICE_FLAG &&
		       (int)FIELD_NULL == (int)SLUICE_NULL, "kinds are passed on");

	if (index >= n->fields.n)
		return false;
	const struct field *f = &n->fields.field[index];

	*r = (struct sluice_result){ f->name, f->text, (enum sluice_kind)f->kind, f->number };
	return true;
}

bool sluice_network_find(const struct sluice_network *n, const char *name, struct sluice_result *r)
{
	const struct field *f = fields_find(&n->fields, name);

	return f && sluice_network_result(n, (size_t)(f - n->fields.field), r);
}

const char *sluice_network_json(const struct sluice_network *n)
{
	return n->json;
}

static bool write_csv(const struct stats *s, const char *what, FILE *f)
{
	static const struct { const char *what; void (*write)(const struct stats *, FILE *); } csv[] = {
		{ "series", stats_write_series }, { "histogram", stats_write_histogram }, { "nodes", stats_write_nodes },
	};

	for (unsigned i = 0; i < sizeof csv / sizeof *csv; i++)
		if (!strcmp(what, csv[i].what)) {
			csv[i].write(s, f);
			return true;
		}
	return false;
}

char *sluice_network_csv(const struct sluice_network *n, const char *what)
{
	const struct c_locale l = c_locale_begin();
	struct text text = { NULL, 0 };
	FILE *const f = n->run ? NULL : text_begin(&text);
	const bool good = f && write_csv(n->result.stats, what, f);

	text_end(&text, f);
	c_locale_end(l);
	if (good)
		return text.s;
	free(text.s);
	return NULL;
}
