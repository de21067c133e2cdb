#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "claims.h"
#include "plot.h"

#include <stdbool.h>

/*
 * An experiment: runs of `sluice sim` over all combinations of some values of some of its options, the claims of a publication about
 * their outcome, and a plot. Each is a file experiments/<name>.def, found by wildcard, with one initializer of this structure.
 */
enum { EXPERIMENT_AXES = 6 };

/* A named set of options as a value: "obqa-4" for "--scheme obqa --queues 4". */
struct variant {
	const char *name, *options;     /* of sluice sim */
};

struct axis {
	const char *option;             /* of sluice sim, without the leading dashes; with variants, any name */
	const char *values;             /* words */
	const char *quick;              /* of them, with --quick; NULL: all */
	const struct variant *variants; /* every value is one of them; end with name NULL. NULL: values are those of the option */
};

#define VARIANTS(...) (const struct variant[]){ __VA_ARGS__, { .name = NULL } }

struct experiment {
	const char *name, *title;
	const char *data;               /* name of the experiment whose runs these are too; NULL: its own. Then the next six are NULL */
	const char *options;            /* of sluice sim, the same in all runs */
	const char *trace;              /* options of sluice trace, which runs first; the runs use its file. NULL: there is no trace */
	const char *quick;              /* options of sluice sim that override them with --quick */
	struct axis axis[EXPERIMENT_AXES + 1];  /* the last one varies fastest; ends with option NULL */
	bool series;                    /* a row for each time bin of a run, as --csv-series has them; otherwise one a run, of what --json has */
	const char *columns;            /* words: the columns to keep */
	const char *source;             /* of the claims: "paper", "prototype", "goal" */
	const struct claim *claims;     /* end with says NULL */
	struct plot plot;
};

#define CLAIMS(...) (const struct claim[]){ __VA_ARGS__, { .says = NULL } }

/* Useful columns of any run, and of any time bin. */
#define RUN_COLUMNS "generated_load accepted_load latency_mean latency_p99 network_latency_mean state saqs_mean saqs_peak detections notifications " \
	"notifications_lost packets_delivered"
#define SERIES_COLUMNS "cycle cycles generated_load injected_load efficiency latency_mean saqs_mean saqs_most"

extern const struct experiment experiments[];
extern const unsigned experiments_count;

/* NULL: there is none of that name. */
const struct experiment *experiment_find(const char *name);

/* The options of a value of an axis; NULL: the value is that of the option itself. */
const char *experiment_variant(const struct axis *, const char *value);

/* The experiment whose runs it shows: itself, or the one named by its data. */
const struct experiment *experiment_data(const struct experiment *);

#endif
