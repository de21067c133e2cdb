#pragma once

#include "build.h"
#include "lockstep.h"
#include "report.h"
#include "rtl_gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A generated switch, compiled in a directory of its own, for tests of lockstep and tests by lockstep. */
struct lockstep_case {
	struct params params;
	struct shape shape;
	char dir[64], top[PARAMS_WORD + 8];
	bool prompt;                    /* its instances are switches of a network: set before it is compiled */
	struct dut_lib lib;
	bool unchecked;                 /* compile it without the assertions of the RTL */
	bool monitored;                 /* compile it with the monitors of its links */
	struct lockstep_config config;  /* of a run; the test completes it */
};

/* An assertion that works in child processes, too, where those of a test framework do not. */
static inline void require(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s\n", what);
	abort();
}

static inline void case_write(const char *path, const char *text, size_t size)
{
	FILE *f = fopen(path, "w");

	require(f && fwrite(text, 1, size, f) == size && !fclose(f), path);
}

/* Compile the files in the directory. */
static inline void case_build(struct lockstep_case *c, bool quick)
{
	char list[BUILD_PATH], object[BUILD_PATH], why[BUILD_WHY];
	const struct build b = {
		.list = list, .dir = c->dir, .name = c->params.name, .shape = &c->shape, .probed = true, .quick = quick, .prompt = c->prompt,
		.unchecked = c->unchecked, .monitored = c->monitored,
	};

	snprintf(list, sizeof list, "%s/sluice.f", c->dir);
	if (build_switch(&b, object, why) != BUILD_OK || !dut_load(&c->lib, object, why))
		require(false, why);
	c->config = (struct lockstep_config){
		.shape = c->shape,
		.traffic = neighbours_default(&c->shape),
		.backend = LOCKSTEP_BOTH,
		.lib = &c->lib,
		.top = c->top,
		.drain = true,
	};
}

static inline void case_begin(struct lockstep_case *c, const struct params *p)
{
	struct rtl_files r = rtl_generate(p);
	char path[BUILD_PATH];
	FILE *list;

	*c = (struct lockstep_case){ .params = *p, .shape = shape_of(p), .dir = "/tmp/sluice-lockstep-XXXXXX" };
	snprintf(c->top, sizeof c->top, "%s_switch", p->name);
	require(mkdtemp(c->dir), c->dir);
	snprintf(path, sizeof path, "%s/sluice.f", c->dir);
	list = fopen(path, "w");
	require(list, path);
	for (unsigned i = 0; i < r.n; i++) {
		snprintf(path, sizeof path, "%s/%u.v", c->dir, i);
		case_write(path, r.file[i].text, r.file[i].size);
		fprintf(list, "%u.v\n", i);
	}
	require(!fclose(list), path);
	rtl_files_free(&r);
}

static inline void case_end(struct lockstep_case *c)
{
	char command[128];

	dut_unload(&c->lib);
	snprintf(command, sizeof command, "rm -r %s", c->dir);
	require(!system(command), command);
}

/* Counts of events of a run, or of several. */
struct case_counts {
	uint64_t packets;               /* delivered */
	uint64_t detections, notifications, set_aside;
	uint64_t xoff_sent, xoff_received;      /* by the switch */
};

static inline void counts_add(struct case_counts *sum, const struct case_counts *c)
{
	sum->packets += c->packets;
	sum->detections += c->detections;
	sum->notifications += c->notifications;
	sum->set_aside += c->set_aside;
	sum->xoff_sent += c->xoff_sent;
	sum->xoff_received += c->xoff_received;
}

/* Run c->config. Prints a divergence or an error. */
static inline enum lockstep_verdict case_run(struct lockstep_case *c, struct case_counts *counts)
{
	char why[LOCKSTEP_WHY];
	struct lockstep *l = lockstep_new(&c->config, why);
	struct switch_counts seen;
	enum lockstep_verdict v;

	if (!l)
		require(false, why);
	v = lockstep_run(l);
	if (v == LOCKSTEP_DIFFERS)
		report_divergence(l, "", stderr);
	else if (v != LOCKSTEP_SAME)
		fprintf(stderr, "%s\n", l->why);
	seen = lockstep_counts(l);
	*counts = (struct case_counts){
		.packets = l->packets,
		.detections = seen.detections, .notifications = seen.notifications, .set_aside = seen.set_aside,
		.xoff_sent = seen.xoff_sent, .xoff_received = seen.xoff_received,
	};
	lockstep_free(l);
	return v;
}
