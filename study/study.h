#pragma once

#include "claims.h"
#include "lattice.h"
#include "option.h"
#include "plot.h"
#include "stock.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A study: runs of `sluice sim` over all combinations of some values of some of its options, with several seeds if wanted; a plot; the claims of a
 * publication about the outcome, if there are any.
 */
enum { STUDY_COLUMNS = 1024, STUDY_WHY = 512 };

/* The columns of a run, if no others are wanted. */
#define STUDY_RUN_COLUMNS "generated_load accepted_load latency_mean latency_p99 network_latency_mean state packets_delivered"

/* An option of `sluice sim`, or a parameter, with one value. */
struct setting {
	const char *name;               /* NULL: the end */
	const char *value;              /* NULL: of a flag */
};

/* Runs as long as it takes for an interval of confidence that is narrow enough. */
struct precision {
	const char *column;             /* NULL: the end */
	double width;                   /* half of the interval, as a fraction of the mean */
};

struct study {
	const char *name, *title;       /* name: of the file, without its ending */
	const char *runs_of;            /* name of the study whose runs these are too; NULL: its own. Then it has a title, claims and a plot alone */
	struct setting *settings;       /* the same in all runs; room for one more */
	const char *trace;              /* options of `sluice trace`, which runs first, for each seed; the runs use its files. NULL: there is no trace */
	const struct setting *quick;    /* override the settings with --quick */
	struct axis axis[LATTICE_AXES + 1];     /* the last one varies fastest; ends with option NULL */
	bool schemes;                   /* of several schemes: what one of them has not is left out where it is run */
	bool seeded;                    /* the last axis is of seeds, over which there are means; false: the seed is a setting or the default */
	bool bins;                      /* a row for each time bin of a run, as --csv-series has them; otherwise one a run, of what --json has */
	const char *columns;            /* words: the columns to keep */
	const struct precision *precision;      /* NULL: runs are as long as --cycles says */
	uint64_t longest;               /* cycles of the longest run, for precision */
	bool saturation;                /* find the highest load that is accepted, from `from` to `to` in these steps, in place of the load of a run */
	double from, to, step;
	const char *source;             /* of the claims: "paper", "prototype", "goal" */
	const struct claim *claims;     /* end with says NULL; NULL: none */
	struct plot plot;               /* x NULL: none */
	struct stock stock;             /* what all of this points into */
};

/* The value of a setting, the last if there are several; NULL: not set. */
const char *setting_of(const struct setting *, const char *name);

/*
 * Reads a study from a file: docs/study/sweeps.md has its form. Every value is one that `sluice sim` takes. NULL: why, with file and line. path: also where
 * its name comes from.
 */
struct study *study_read(const char *path, char why[STUDY_WHY]);

/* Likewise from text. path: what it is called. */
struct study *study_read_text(const char *text, const char *path, char why[STUDY_WHY]);

/*
 * The study that a file shows: itself, or the one in the same directory that is named by runs_of, read into *other, which is NULL otherwise and has to be freed.
 * Checks that claims and plot speak of its points and columns. NULL: why.
 */
const struct study *study_runs(const struct study *, const char *path, struct study **other, char why[STUDY_WHY]);

/* Other seeds, as --seed has them: one or a list. Once at most. False: why. */
bool study_set_seeds(struct study *, const char *seeds, char why[OPTION_WHY]);

/* What a file need not say: columns and a plot; and what it must not say together. False: why. path: of the file. */
bool study_complete(struct study *, const char *path, char why[STUDY_WHY]);

/* Do claims and plot speak of points and columns that the runs have? runs: of the study, or of the one that it names. False: why. */
bool study_check(const struct study *, const struct study *runs, const char *path, char why[STUDY_WHY]);

void study_free(struct study *);
