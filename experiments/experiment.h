#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include "claims.h"
#include "plot.h"

#include <stdbool.h>

/*
 * An experiment: runs of `sluice sim` over all combinations of some values of some of its options, what a publication says
 * of their outcome, and a picture. Each is one file, experiments/<name>.def, found by itself, with one initializer of this structure.
 */
enum { EXPERIMENT_AXES = 6 };

/* What a value stands for that is not one of an option: "obqa-4" for "--scheme obqa --queues 4". */
struct variant {
	const char *name, *options;     /* of sluice sim */
};

struct axis {
	const char *option;             /* of sluice sim, without the dashes in front; with variants, whatever they are called */
	const char *values;             /* words */
	const char *quick;              /* of them, with --quick; NULL: all */
	const struct variant *variants; /* every value is one of them; end with name NULL. NULL: values are those of the option */
};

#define VARIANTS(...) (const struct variant[]){ __VA_ARGS__, { .name = NULL } }

struct experiment {
	const char *name, *title;
	const char *data;               /* name of the experiment whose runs these are too; NULL: its own. Then the next six are NULL */
	const char *options;            /* of sluice sim, the same in all runs */
	const char *trace;              /* of sluice trace: it is drawn first, and the runs are told of its file. NULL: there is none */
	const char *quick;              /* stand above them with --quick */
	struct axis axis[EXPERIMENT_AXES + 1];  /* the last one varies fastest; ends with option NULL */
	bool series;                    /* a row for each time bin of a run, as --csv-series has them; otherwise one a run, of what --json has */
	const char *columns;            /* words: which of these */
	const char *source;             /* who says what the claims are compared with, "paper" */
	const struct claim *claims;     /* end with says NULL */
	struct plot plot;
};

#define CLAIMS(...) (const struct claim[]){ __VA_ARGS__, { .says = NULL } }

/* Columns that are worth keeping of any run, and of any time bin. */
#define RUN_COLUMNS "generated_load accepted_load latency_mean latency_p99 network_latency_mean state saqs_mean saqs_peak detections notifications " \
	"notifications_lost packets_delivered"
#define SERIES_COLUMNS "cycle cycles generated_load injected_load efficiency latency_mean saqs_mean saqs_most"

extern const struct experiment experiments[];
extern const unsigned experiments_count;

/* NULL: there is none of that name. */
const struct experiment *experiment_find(const char *name);

/* What a value of an axis stands for; NULL: for itself. */
const char *experiment_variant(const struct axis *, const char *value);

/* The experiment whose runs it shows: itself, or that of its data. */
const struct experiment *experiment_data(const struct experiment *);

#endif
